"""The contract between linker and lowering: a stage to lower, and the place of each variable."""

from __future__ import annotations

from dataclasses import field

from softgl.glsl.text.source import Source
from softgl.glsl.typed import Function, GeometryLayout, Variable
from softgl.ir.program import Binding, BufferBinding, SamplerSlot, Stage
from softgl.records import dataclass


@dataclass(frozen=True)
class UniformPlace:
    """A uniform outside of blocks.

    In the order of its type, vectors and columns take the rows of the default block from `row` on,
    samplers the slots of `StageUnit.samplers` from `slot` on; -1 where it has none.
    """

    row: int = -1
    slot: int = -1


@dataclass(frozen=True)
class BlockPlace:
    """An interface block of uniforms, or a member of one without an instance name.

    buffer : its number in `StageUnit.buffers`; an array of blocks has consecutive ones. Offsets in
    it are those of `softgl.glsl.layouts` for the block's type.
    """

    buffer: int


@dataclass(frozen=True)
class BoundPlace:
    """An input or output: the binding of each of its registers, in the order of `types.registers`.

    Inputs of geometry shaders are arrays over the vertices of a primitive: the bindings are those
    of one element.
    """

    bindings: tuple[Binding, ...]


@dataclass(eq=False)
class StageUnit:
    """The shaders of one stage, merged: all that lowering needs.

    sources : of the shaders, as messages and traces name them. main : the entry.
    functions : the definition behind each Function that is called, by signature.
    starts : the offset of the text of a function's shader among the texts of all, joined by line
        ends, by signature; without one 0.
    canonical : a variable -> the one that stands for it, where several shaders declare it.
    globals : in order, all that need storage or an initialiser. places : of uniforms, inputs,
        outputs, by canonical variable; an output without one is storage that no stage reads, and
        code that never runs may name an input or uniform without one. Built-in variables have the
        bindings of their table.
    samplers, buffers : as in a `Program`; `BufferBinding.point` is the number of the block in
        `linked.LinkedProgram.blocks`.
    flat, noperspective, centroid, smooth : the fragment inputs with these qualifiers, as in a
        `Program`.
    """

    stage: Stage
    sources: tuple[Source, ...]
    main: Function
    functions: dict[tuple, Function]
    canonical: dict[Variable, Variable] = field(default_factory=dict)
    globals: tuple[Variable, ...] = ()
    places: dict[Variable, UniformPlace | BlockPlace | BoundPlace] = field(default_factory=dict)
    samplers: tuple[SamplerSlot, ...] = ()
    buffers: tuple[BufferBinding, ...] = ()
    geometry: GeometryLayout | None = None
    layout: dict = field(default_factory=dict)
    starts: dict[tuple, int] = field(default_factory=dict)
    flat: frozenset[Binding] = frozenset()
    noperspective: frozenset[Binding] = frozenset()
    centroid: frozenset[Binding] = frozenset()
    smooth: frozenset[Binding] = frozenset()
