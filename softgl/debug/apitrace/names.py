"""Names of objects: the names in the traced program, and the names that softgl gives instead.

A program gets names from its driver, which may count otherwise than softgl. In a compatibility
context it may also choose names.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from softgl.gl.api import registry
from softgl.gl.api.declarations import COMMANDS
from softgl.gl.api.signature import Parameter, signature

KINDS = {
    "texture": "texture", "textures": "texture", "origtexture": "texture",
    "buffer": "buffer", "buffers": "buffer", "readBuffer": "buffer", "writeBuffer": "buffer",
    "framebuffer": "framebuffer", "framebuffers": "framebuffer",
    "drawFramebuffer": "framebuffer", "readFramebuffer": "framebuffer",
    "renderbuffer": "renderbuffer", "renderbuffers": "renderbuffer",
    "sampler": "sampler", "samplers": "sampler",
    "pipeline": "pipeline", "pipelines": "pipeline",
    "array": "array", "arrays": "array", "vaobj": "array",
    "program": "program", "programs": "program", "shader": "program", "shaders": "program",
    "programObj": "program", "shaderObj": "program", "containerObj": "program",
    "obj": "program", "attachedObj": "program",
    "xfb": "feedback",
}  # fmt: skip
"""Name of a parameter -> the kind of the objects that it names; shaders and programs have one."""
OWN = frozenset(("framebuffer", "pipeline", "array", "feedback", "query"))
"""The kinds that contexts do not share (OpenGL 3.3, appendix D)."""
ASSEMBLY = "assembly program"
_ASSEMBLY = frozenset({
    *("glBindProgramARB", "glDeleteProgramsARB", "glGenProgramsARB", "glIsProgramARB"),
    *("glBindProgramNV", "glDeleteProgramsNV", "glGenProgramsNV", "glIsProgramNV"),
    *("glLoadProgramNV", "glExecuteProgramNV", "glGetProgramStringNV", "glGetProgramivNV"),
    *("glRequestResidentProgramsNV", "glAreProgramsResidentNV"),
    *("glGetProgramNamedParameterdvNV", "glGetProgramNamedParameterfvNV"),
    *(f"glProgramNamedParameter4{kind}NV" for kind in ("d", "dv", "f", "fv")),
    *(name for name in registry.COMMANDS if name.startswith(("glNamedP", "glGetNamedP"))),
})  # fmt: skip
"""The commands on programs of assembly languages."""
_FIRST_FRESH = 1 << 20  # the first name that stands for another one, above those of programs
MAX_NAME = 2**32 - 1  # GL_INVALID_INDEX, which names no object
OBJECT_KINDS = {
    0x82E0: "buffer", 0x82E1: "program", 0x82E2: "program", 0x82E3: "query", 0x82E4: "pipeline",
    0x82E6: "sampler", 0x8074: "array", 0x1702: "texture", 0x8D40: "framebuffer",
    0x8D41: "renderbuffer", 0x8E22: "feedback",
}  # fmt: skip
"""Identifier of glObjectLabel, or target of glCopyImageSubData -> kind."""
_VENDORS = ("OES", "EXT", "ANGLE", "APPLE", "KHR", "ARB", "NV")


@cache
def known_command(name: str) -> str:
    """The command of softgl that a name of the trace stands for; the name itself if none does.

    Extensions of OpenGL ES have many commands of OpenGL under names of their own.
    """
    if name in COMMANDS:
        return name
    stems = (name.removesuffix(each) for each in _VENDORS if name.endswith(each))
    return next((stem for stem in stems if stem in COMMANDS), name)


@cache
def object_kind(command: str, parameter: Parameter) -> str | None:
    """The kind of the objects that a parameter names; None if it names none."""
    if parameter.kind != "uint":
        return None
    kind = KINDS.get(parameter.name)
    if parameter.name in ("id", "ids"):
        if "Quer" in command or "Conditional" in command:
            return "query"
        kind = "feedback" if "TransformFeedback" in command else None
    if (kind == "program" or parameter.name == "id") and command in _ASSEMBLY:
        return ASSEMBLY
    if command in ("glSelectBuffer", "glFeedbackBuffer"):
        return None
    return kind


@cache
def generated_kind(command: str) -> str | None:
    """The kind of the objects whose names a command writes to memory; None for others."""
    if command not in registry.COMMANDS or not command.startswith(("glGen", "glCreate")):
        return None
    last = signature(command).parameters[-1:]
    return object_kind(command, last[0]) if last and last[0].pointer == "out" else None


class Names:
    """The names of one kind of object. ours : name of the trace -> name of softgl."""

    def __init__(self):
        self.ours: dict[int, int] = {}
        self._taken: set[int] = set()
        self._fresh = _FIRST_FRESH

    def given(self, name: int) -> int:
        """The name of softgl; a name that the program has chosen stays, if it is free."""
        found = self.ours.get(name)
        if found is not None:
            return found
        if name == 0 or name == MAX_NAME:
            return name
        ours = name
        while ours in self._taken:
            self._fresh += 1
            ours = self._fresh
        self.put(name, ours)
        return ours

    def put(self, name: int, ours: int) -> None:
        """Notes that softgl has given the name `ours` where the program got `name`."""
        self.drop(name)
        self.ours[name] = ours
        self._taken.add(ours)

    def drop(self, name: int) -> None:
        """Forgets a deleted object."""
        self._taken.discard(self.ours.pop(name, None))


class Locations:
    """Locations of uniforms and indices of uniform blocks, by program of softgl."""

    def __init__(self):
        self._uniforms: dict[int, dict[int, int]] = {}
        self._blocks: dict[int, dict[int, int]] = {}

    def put_uniform(self, program: int, location: int, ours: int) -> None:
        """Notes the location that softgl has given to a uniform."""
        if location >= 0:
            self._uniforms.setdefault(program, {})[location] = ours

    def uniform(self, program: int, location: int) -> int:
        """The location of softgl; of an element of an array, from the location of an earlier one.

        A location that the program never asked for is one that a shader states.
        """
        known = self._uniforms.get(program, {})
        if location < 0 or not known:
            return location
        if location in known:
            return known[location]
        before = max((each for each in known if each < location), default=None)
        if before is None or known[before] < 0:
            return location
        return known[before] + location - before

    def put_block(self, program: int, index: int, ours: int) -> None:
        """Notes the index that softgl has given to a uniform block."""
        self._blocks.setdefault(program, {})[index] = ours

    def block(self, program: int, index: int) -> int:
        """The index of softgl."""
        return self._blocks.get(program, {}).get(index, index)

    def drop(self, programs: Iterable[int]) -> None:
        """Forgets the programs, which are linked anew or deleted."""
        for program in programs:
            self._uniforms.pop(program, None)
            self._blocks.pop(program, None)
