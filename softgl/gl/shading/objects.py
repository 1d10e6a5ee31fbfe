"""Shader objects, program objects, and the program in use.

OpenGL 3.3 compatibility, 2.14.1 (Shader Objects) and 2.14.2 (Program Objects).
"""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_operation, invalid_value
from softgl.gl.api.groups import Consecutive, Counted, Group
from softgl.gl.api.names import reserve_names
from softgl.gl.programs.programs import Registers
from softgl.gl.shading.interfaces import Interface, column_size
from softgl.gl.shading.pipeline_objects import PipelineObject
from softgl.records import dataclass

if TYPE_CHECKING:  # contexts without shaders import nothing of GLSL's compiler
    from softgl.glsl.linked import LinkedProgram, Uniform
    from softgl.glsl.typed import Shader


class Block(Consecutive, Registers):
    """The default block of uniforms: `words` is (rows, 4) uint32."""

    # Slots, so that they do not appear in vars(), which is the state.
    __slots__ = ("_written",)

    def __init__(self, count: int):
        super().__init__(count)
        self._written = set()

    @property
    def written(self) -> set[int]:
        """The first row of each write so far."""
        return self._written

    def touch(self) -> None:
        """Counts a change in place."""
        super().touch()
        self.run.note(self.revision - 1, self.revision)

    def put(self, row: int, words: np.ndarray) -> None:
        """Writes the first components of a row, (n,) uint32, as a change if they differ."""
        self._written.add(row)
        place = self.words[row, : len(words)]
        if place.tobytes() != words.tobytes():
            place[:] = words
            self.touch()

    def put_rows(self, row: int, words: np.ndarray) -> None:
        """Writes the first components of rows from `row` on, (rows, n) uint32."""
        self._written.add(row)
        place = self.words[row : row + len(words), : words.shape[1]]
        if place.tobytes() != words.tobytes():
            place[:] = words
            self.touch()


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

    type : GL_VERTEX_SHADER or another. source : the strings of glShaderSource; None before it.
    compiled : the outcome of the last glCompileShader; None before the first.
    compiled_source : the strings that it compiled.
    attachments : the number of programs that it is attached to.
    flagged : True if it is deleted as soon as no program has it.
    """

    name: int
    type: int
    source: tuple[bytes, ...] | None = None
    compiled: Shader | None = None
    compiled_source: tuple[bytes, ...] = ()
    attachments: int = 0
    flagged: bool = False


@dataclass
class LinkSettings:
    """The state of a program object that the next link depends on, besides its shaders.

    attributes, outputs, varyings, separable : see `LinkRequest`. varying_mode : GL's enum.
    geometry : by pname of glProgramParameteri. retrievable : a hint.
    """

    attributes: dict[str, int] = field(default_factory=dict)
    outputs: dict[str, tuple[int, int]] = field(default_factory=dict)
    varyings: tuple[str, ...] = ()
    varying_mode: int = gl.GL_INTERLEAVED_ATTRIBS
    geometry: dict[int, int] = field(default_factory=dict)
    separable: bool = False
    retrievable: bool = False


@dataclass(eq=False)
class Installed:
    """The origin of executables: (type, strings) of each shader, and the settings of the link."""

    texts: tuple[tuple[int, tuple[bytes, ...]], ...]
    settings: LinkSettings


@dataclass(eq=False)
class LinkState:
    """The state of a program object that no draw depends on.

    shaders : the attached ones, in order. settings : of the next link. installed : of the last
        successful one, or None.
    status, validated, info_log : the outcome of the last link or validation.
    flagged : True if the program is deleted as soon as no context uses it.
    """

    shaders: list[ShaderObject] = field(default_factory=list)
    settings: LinkSettings = field(default_factory=LinkSettings)
    installed: Installed | None = None
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
    block: Block = field(default_factory=lambda: Block(1))
    units: Numbers = field(default_factory=Numbers)
    block_points: Numbers = field(default_factory=Numbers)
    _interface: Interface = field(default_factory=Interface, repr=False)
    state: LinkState = field(default_factory=LinkState)

    @property
    def interface(self) -> Interface:
        """The interface of the last link, empty if it failed."""
        return self._interface

    @property
    def separable(self) -> bool:
        """True if the last successful link was one with GL_PROGRAM_SEPARABLE."""
        installed = self.state.installed
        return installed is not None and installed.settings.separable

    def lose_interface(self) -> None:
        """Notes that a link has failed; executables stay for contexts that use the program."""
        self._interface = Interface()

    def install(self, linked: LinkedProgram) -> None:
        """Replaces the executables after a link; uniforms, units and points are initial."""
        block = Block(max(1, linked.rows))
        for uniform in linked.uniforms:
            if uniform.row is not None and uniform.initial is not None:
                _write_initial(block.words, uniform)
        self.block, self.units = block, Numbers(linked.units)
        self.block_points = Numbers(each.binding for each in linked.blocks)
        self._interface = Interface(linked)
        self.linked = linked


def _write_initial(words: np.ndarray, uniform: Uniform) -> None:
    size = column_size(uniform.type)
    rows = np.array(uniform.initial, np.uint32).reshape(-1, size)
    words[uniform.row : uniform.row + len(rows), :size] = rows


@dataclass
class Shaders(Group):
    """Every shader, program and pipeline object by name, and those in use.

    objects : one name space of shaders and programs. current : None for program 0.
    pipelines : None for a name that has not been bound yet. pipeline : the bound one, or None.
    """

    objects: dict[int, ShaderObject | ProgramObject] = field(default_factory=dict)
    current: ProgramObject | None = None
    pipelines: dict[int, PipelineObject | None] = field(default_factory=dict)
    pipeline: PipelineObject | None = None

    @property
    def fingerprint(self):
        """The fingerprint: no draw depends on programs that are not in use."""
        if self.current is not None or self.pipeline is None:
            return None if self.current is None else self.current.revision
        pipeline = self.pipeline
        return pipeline.revision, *(each.revision for each in pipeline.stages.values())

    @property
    def active(self) -> ProgramObject | None:
        """The program whose uniforms glUniform* sets; None without one."""
        # ARB_separate_shader_objects, 2.14.4: "If no program object is bound using UseProgram, the
        # active program object of the current program pipeline object [...] is the active program
        # object."
        if self.current is not None or self.pipeline is None:
            return self.current
        return self.pipeline.state.active

    def uses(self, program: ProgramObject) -> bool:
        """True if a program is in use, or a pipeline object has it."""
        pipelines = (each for each in self.pipelines.values() if each is not None)
        return self.current is program or any(each.uses(program) for each in pipelines)


def find_shader(ctx, name: int) -> ShaderObject:
    """Returns the shader object of a name; GL_INVALID_VALUE for none, _OPERATION for a program."""
    return _find(ctx, name, ShaderObject, "shader")


def find_program(ctx, name: int) -> ProgramObject:
    """Returns the program object of a name; GL_INVALID_VALUE for none, _OPERATION for a shader."""
    return _find(ctx, name, ProgramObject, "program")


def _find(ctx, name, kind, word):
    found = ctx.shaders.objects.get(name)
    if found is None:
        # OpenGL 3.3, 2.14.1: "INVALID_VALUE if the provided name is not the name of either a shader
        # or program object and INVALID_OPERATION if the provided name identifies an object that is
        # not the expected type."
        raise invalid_value(f"{name} is not the name of a shader or program object")
    if type(found) is not kind:
        other = "program" if kind is ShaderObject else "shader"
        raise invalid_operation(f"{name} is the name of a {other} object, not of a {word} object")
    return found


def check_linked(ctx, name: int) -> ProgramObject:
    """Returns a program that is linked; GL_INVALID_OPERATION for one that is not."""
    program = find_program(ctx, name)
    if not program.state.status:
        raise invalid_operation(f"program {name} is not linked")
    return program


def new_name(ctx) -> int:
    """Reserves a name of a shader or program object."""
    return int(reserve_names(ctx.shaders.objects, 1))
