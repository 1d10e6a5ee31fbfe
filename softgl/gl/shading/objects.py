"""Shader objects, program objects, and the program in use.

OpenGL 3.3 compatibility, 2.14.1 (Shader Objects) and 2.14.2 (Program Objects).
"""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.api.groups import Counted, Group
from softgl.gl.programs.programs import Registers
from softgl.glsl.types import Matrix, Type
from softgl.records import dataclass

if TYPE_CHECKING:  # contexts without shaders import nothing of GLSL's compiler
    from softgl.glsl.linked import LinkedProgram, Uniform
    from softgl.glsl.typed import Shader


class Numbers(Counted):
    """Texture units or binding points of a program: `values` is a list of int."""

    def __init__(self, values=()):
        self.values = list(values)

    def put(self, place: int, values) -> None:
        """Replaces the values from `place` on; a change of any is one revision."""
        end = place + len(values)
        if self.values[place:end] != list(values):
            self.values[place:end] = values
            self.touch()


@dataclass(eq=False)
class ShaderObject:
    """A shader object.

    type : GL_VERTEX_SHADER or another. source : the strings of glShaderSource.
    compiled : the outcome of the last glCompileShader; None before the first.
    attachments : the number of programs that it is attached to.
    flagged : True if it is deleted as soon as no program has it.
    """

    name: int
    type: int
    source: tuple[str, ...] = ()
    compiled: Shader | None = None
    attachments: int = 0
    flagged: bool = False


@dataclass(eq=False)
class LinkState:
    """The state of a program object that no draw depends on.

    shaders : the attached ones, in order. attributes, outputs, varyings, varying_mode, geometry,
        separable : of the next link, see `LinkRequest`; GL's enums for modes and primitives.
    status, validated, info_log : the outcome of the last link or validation.
    flagged : True if the program is deleted as soon as no context uses it.
    """

    shaders: list[ShaderObject] = field(default_factory=list)
    attributes: dict[str, int] = field(default_factory=dict)
    outputs: dict[str, tuple[int, int]] = field(default_factory=dict)
    varyings: tuple[str, ...] = ()
    varying_mode: int = gl.GL_INTERLEAVED_ATTRIBS
    geometry: dict[int, int] = field(default_factory=dict)
    separable: bool = False
    status: bool = False
    validated: bool = False
    info_log: str = ""
    flagged: bool = False


@dataclass(eq=False)
class ProgramObject(Counted):
    """A program object.

    linked : the executables and interface of the last successful link; None before it. They stay
        if a later link fails, for contexts that use the program meanwhile.
    block : the default block: `words` is (linked.rows, 4) uint32. Uniforms are written in place,
        and each write is a revision of `block` alone.
    units : the texture unit of each sampler, by `SamplerSlot.number`; revisions of its own.
    block_points : the binding point of each of `linked.blocks`; revisions of its own.
    """

    name: int
    linked: LinkedProgram | None = None
    block: Registers = field(default_factory=lambda: Registers(0))
    units: Numbers = field(default_factory=Numbers)
    block_points: Numbers = field(default_factory=Numbers)
    state: LinkState = field(default_factory=LinkState)

    def install(self, linked: LinkedProgram) -> None:
        """Replaces the executables after a link; uniforms, units and points are initial."""
        block = Registers(max(1, linked.rows))
        for uniform in linked.uniforms:
            if uniform.row is not None and uniform.initial is not None:
                _write_initial(block.words, uniform)
        self.block, self.units = block, Numbers(linked.units)
        self.block_points = Numbers(each.binding for each in linked.blocks)
        self.linked = linked


def column_size(type: Type) -> int:
    """Returns the number of components of each row of a uniform: of a vector or a column."""
    return type.rows if isinstance(type, Matrix) else type.size


def rows_of(type: Type) -> int:
    """Returns the number of rows of an element of a uniform."""
    return type.columns if isinstance(type, Matrix) else 1


def _write_initial(words: np.ndarray, uniform: Uniform) -> None:
    size = column_size(uniform.type)
    rows = np.array(uniform.initial, np.uint32).reshape(-1, size)
    words[uniform.row : uniform.row + len(rows), :size] = rows


@dataclass
class Shaders(Group):
    """Every shader and program object by name, and the program in use.

    objects : one name space. current : None for program 0.
    """

    objects: dict[int, ShaderObject | ProgramObject] = field(default_factory=dict)
    current: ProgramObject | None = None

    @property
    def fingerprint(self):
        """The fingerprint: no draw depends on programs that are not in use."""
        return None if self.current is None else self.current.revision
