"""Program objects and their parameters (ARB_vertex_program, ARB_fragment_program, NV_gpu_program4).

Parameters are kept as 32-bit words, so that integers and floats each keep their bits.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import numpy as np

from softgl.asm import parse
from softgl.errors import ProgramError
from softgl.gl import enums as gl
from softgl.gl import registry
from softgl.gl.arguments import (
    invalid_operation,
    invalid_value,
    vector,
)
from softgl.gl.command import command
from softgl.gl.memory import as_bytes, fill
from softgl.gl.names import delete_names, give_names, only_count
from softgl.gl.signature import EnumSet
from softgl.ir.program import Program, Stage

PARAMETERS = 256  # local ones of a program, and environment ones of a target
TARGETS = EnumSet("GL_VERTEX_PROGRAM_ARB GL_FRAGMENT_PROGRAM_ARB")
FORMATS = EnumSet("GL_PROGRAM_FORMAT_ASCII_ARB")


def _words():
    return np.zeros((PARAMETERS, 4), np.uint32)


@dataclass(eq=False)
class ProgramObject:
    """A program object: its text, the program made of it (None: never loaded), local parameters."""

    name: int
    target: int
    source: bytes = b""
    program: Program | None = None
    local: np.ndarray = field(default_factory=_words)


@dataclass(eq=False)
class ProgramTarget:
    """A program target: whether its stage is programmed, the bound object, the environment."""

    target: int
    stage: Stage
    language: str  # whose limits the queries report
    enabled: bool = False
    env: np.ndarray = field(default_factory=_words)
    default: ProgramObject = field(init=False)
    bound: ProgramObject = field(init=False)

    def __post_init__(self):
        self.default = self.bound = ProgramObject(0, self.target)


def _target(stage, language):
    return ProgramTarget(getattr(gl, f"GL_{stage}_PROGRAM_ARB"), Stage[stage], language)


@dataclass
class Programs:
    """Both targets, every program object by name, and the outcome of the last load.

    two_side : whether vertex programs give back faces colours of their own.
    """

    vertex: ProgramTarget = field(default_factory=lambda: _target("VERTEX", "ARBvp1.0"))
    fragment: ProgramTarget = field(default_factory=lambda: _target("FRAGMENT", "ARBfp1.0"))
    objects: dict[int, ProgramObject | None] = field(default_factory=dict)
    two_side: bool = False
    error_position: int = -1
    error_string: bytes = b""

    def target(self, target: int) -> ProgramTarget:
        """The target with this enum."""
        return self.vertex if target == gl.GL_VERTEX_PROGRAM_ARB else self.fragment


@command("glGenProgramsARB")
def gen_programs(ctx, n, programs):
    """Reserve n names: a number for n = 1, else an array."""
    return give_names(ctx.programs.objects, n, programs)


@command("glDeleteProgramsARB", forms=only_count)
def delete_programs(ctx, n, programs):
    """Delete program objects; a target that has one bound gets its default object."""
    for program in delete_names(ctx.programs.objects, n, programs):
        target = ctx.programs.target(program.target)
        if target.bound is program:
            target.bound = target.default


@command("glIsProgramARB")
def is_program(ctx, program):
    """1 for the name of a program object that has been bound, else 0."""
    return int(ctx.programs.objects.get(program) is not None)


@command("glBindProgramARB", target=TARGETS)
def bind_program(ctx, target, program):
    """Bind a program object, which is created if the name is new; 0 is the default object."""
    place = ctx.programs.target(target)
    found = ctx.programs.objects.get(program)
    if found is not None and found.target != target:
        raise invalid_operation(f"program {program} belongs to {gl.name_of(found.target)}")
    if not program:
        found = place.default
    elif found is None:
        found = ctx.programs.objects[program] = ProgramObject(program, target)
    place.bound = found


@command("glProgramStringARB", target=TARGETS, format=FORMATS)
def program_string(ctx, target, format, length, string):
    """Load a program text into the bound object.

    A text that is refused is GL_INVALID_OPERATION, with the `ProgramError` as the cause; the object
    keeps what was loaded before, and GL_PROGRAM_ERROR_POSITION_ARB and _STRING_ARB say why.
    """
    text = _text(string)
    if length > len(text):
        raise invalid_value(f"len: the string has {len(text)} bytes, not {length}")
    text = text[:length]
    programs, place = ctx.programs, ctx.programs.target(target)
    try:
        program = parse(text.decode("latin-1"), stage=place.stage)
    except ProgramError as error:
        programs.error_position = error.position
        programs.error_string = str(error).encode()
        raise invalid_operation(str(error)) from error
    programs.error_position, programs.error_string = -1, b""
    place.bound.source, place.bound.program = text, program


def _text(string) -> bytes:
    """A program text: one byte is one character, so that error positions count both."""
    if isinstance(string, str):
        return string.encode("latin-1", "replace")
    return as_bytes(string).tobytes()


# -- parameters ------------------------------------------------------------------------------------

DTYPES = {"f": np.float32, "d": np.float32, "i": np.int32, "ui": np.uint32}


def _rows(ctx, which, target, index, count=1) -> np.ndarray:
    """The words of `count` parameters from `index` on; GL_INVALID_VALUE if there are fewer."""
    place = ctx.programs.target(target)
    words = place.env if which == "Env" else place.bound.local
    if index + count > len(words):
        last = index + count - 1
        raise invalid_value(f"parameter {last} is not below {len(words)}, the number of parameters")
    return words[index : index + count]


def _to_words(numbers, kind) -> np.ndarray:
    with np.errstate(over="ignore"):
        return np.asarray(numbers).astype(DTYPES[kind]).view(np.uint32)


def _define_setter(name, which, many, kind, is_vector):
    """Register glProgram{Env,Local}Parameter[s][I]4{f,d,i,ui}[v]."""
    exact = {"f": np.float64, "d": np.float64}.get(kind, DTYPES[kind])

    def set_parameters(ctx, target, index, *values):
        if many:
            count, values = values
            rows = _rows(ctx, which, target, index, count)
            rows[:] = _to_words(vector(values, 4 * count, exact), kind).reshape(-1, 4)
            return
        rows = _rows(ctx, which, target, index)
        rows[0] = _to_words(vector(values[0], 4, exact) if is_vector else values, kind)

    scope = "environment" if which == "Env" else "local"
    set_parameters.__doc__ = f"Set {scope} parameters of a program, four numbers each."
    command(name, target=TARGETS)(set_parameters)


def _define_getter(name, which, kind):
    """Register glGetProgram{Env,Local}Parameter[I]{f,d,i,ui}v."""

    def get_parameter(ctx, target, index, params):
        values = _rows(ctx, which, target, index)[0].view(DTYPES[kind]).copy()
        return fill(params, values.astype(np.float64) if kind == "d" else values)

    scope = "environment" if which == "Env" else "local"
    get_parameter.__doc__ = f"A {scope} parameter of a program: four numbers."
    command(name, target=TARGETS)(get_parameter)


for _name in registry.COMMANDS:
    if _match := re.fullmatch(
        r"glProgram(Env|Local)Parameter(s?)(I?)4(f|d|i|ui)(v?)(ARB|EXT|NV)", _name
    ):
        _define_setter(_name, _match[1], bool(_match[2]), _match[4], bool(_match[5]))
    if _match := re.fullmatch(r"glGetProgram(Env|Local)Parameter(I?)(f|d|i|ui)v(ARB|NV)", _name):
        _define_getter(_name, _match[1], _match[3])
