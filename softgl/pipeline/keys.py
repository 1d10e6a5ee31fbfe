"""The part of the state that shapes code. Equal keys share a kernel.

Every value is a word of GL in lower case without the prefix (`less`, `src_alpha`), a truth value,
or a program. What does not shape code (references, colours, matrices) goes into arrays and scalars.
"""

from __future__ import annotations

from dataclasses import dataclass

from softgl.ir.program import Binding, Program
from softgl.pipeline.resources import TextureKeys


@dataclass(frozen=True)
class VertexKey:
    """Shapes the vertex kernel.

    varying : for each attribute register of the program, whether it has a value per vertex.
    outputs : the results handed on, in the order of their rows.
    textures : those that the program samples.
    """

    program: Program
    varying: tuple[bool, ...]
    outputs: tuple[Binding, ...]
    textures: TextureKeys = ()


@dataclass(frozen=True)
class SetupKey:
    """Shapes triangle setup: which facing is culled and which winding is the front."""

    cull_front: bool = False
    cull_back: bool = False
    front_clockwise: bool = False


@dataclass(frozen=True)
class DepthKey:
    """The depth test: its comparison, and whether passing fragments write."""

    func: str
    write: bool


@dataclass(frozen=True)
class BlendKey:
    """Blending of one colour buffer: factors and equations, for RGB and for alpha."""

    source_rgb: str
    destination_rgb: str
    source_alpha: str
    destination_alpha: str
    equation_rgb: str
    equation_alpha: str


@dataclass(frozen=True)
class FragmentKey:
    """Shapes the raster kernel, from interpolation to the write.

    varyings : the vertex results that are interpolated, in the order of their rows.
    flat : those taken from the provoking vertex instead.
    textures : those that the program samples.
    two_side : whether back faces get the back colours.
    """

    program: Program
    varyings: tuple[Binding, ...]
    flat: frozenset[Binding]
    textures: TextureKeys
    depth: DepthKey | None
    blend: BlendKey | None
    color_mask: tuple[bool, bool, bool, bool]
    two_side: bool = False
