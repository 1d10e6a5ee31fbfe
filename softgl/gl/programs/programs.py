"""Program objects and their parameters (ARB_vertex_program, ARB_fragment_program, NV_gpu_program4).

Programs loaded by `softgl.gl.programs.nv_programs` are objects of the same name space.

Parameters are stored as 32-bit words, so that integers and floats keep their bits.
"""

from __future__ import annotations

from dataclasses import field
from functools import partial

import numpy as np

from softgl.asm import LIMITS as LANGUAGE_LIMITS
from softgl.asm import parse
from softgl.asm.hints import hinted
from softgl.counts import counted
from softgl.errors import ProgramError
from softgl.gl.api import enums as gl
from softgl.gl.api.addresses import Address
from softgl.gl.api.arguments import (
    invalid_operation,
    invalid_value,
    vector,
)
from softgl.gl.api.command import command
from softgl.gl.api.groups import Counted, CountedDict, Group
from softgl.gl.api.kinds import Kind
from softgl.gl.api.memory import as_bytes, fill
from softgl.gl.api.names import delete_names, only_count, reserve_names
from softgl.gl.api.signature import EnumSet, commands_like
from softgl.gl.api.tables import State
from softgl.gl.programs.matrix_tracking import refuse_tracked, with_tracked
from softgl.hostmath import singles
from softgl.ir.program import Program, Stage, result_components
from softgl.records import dataclass

# These limits are the same in every language.
LOCAL_PARAMETERS = LANGUAGE_LIMITS["ARBvp1.0"].local_parameters
ENV_PARAMETERS = LANGUAGE_LIMITS["ARBvp1.0"].env_parameters
TARGETS = EnumSet("GL_VERTEX_PROGRAM_ARB GL_FRAGMENT_PROGRAM_ARB GL_GEOMETRY_PROGRAM_NV")
# ARB_fragment_program, "Interactions with NV_fragment_program": the program local parameters are
# "identical in the two extensions".
LOCAL_TARGETS = TARGETS | EnumSet("GL_FRAGMENT_PROGRAM_NV")
STAGES = {
    gl.GL_VERTEX_PROGRAM_ARB: Stage.VERTEX,
    gl.GL_FRAGMENT_PROGRAM_ARB: Stage.FRAGMENT,
    gl.GL_FRAGMENT_PROGRAM_NV: Stage.FRAGMENT,
    gl.GL_GEOMETRY_PROGRAM_NV: Stage.GEOMETRY,
    gl.GL_VERTEX_STATE_PROGRAM_NV: Stage.VERTEX_STATE,
}
"""The stage of each target's programs. GL_VERTEX_PROGRAM_NV equals GL_VERTEX_PROGRAM_ARB."""
_PLACES = {stage: stage.value for stage in Stage} | {Stage.VERTEX_STATE: "vertex"}
# For other programs ARB_vertex_program leaves aliasing undefined; OpenGL 2.1, 2.7 has none.
ALIASING_LANGUAGES = frozenset({"VP1.0", "VP1.1", "VP2.0"})
FORMATS = EnumSet("GL_PROGRAM_FORMAT_ASCII_ARB")


class Registers(Counted):
    """Parameter registers: `words` is (count, 4) uint32, so integers and floats keep their bits."""

    names_others = False

    def __init__(self, count: int):
        self.words = np.zeros((count, 4), np.uint32)

    def write(self, first: int, words) -> None:
        """Replaces the words of registers from `first` on: (n, 4) uint32."""
        self.words[first : first + len(words)] = words
        self.touch()


@dataclass(eq=False)
class ProgramObject(Counted):
    """A program object: its text, the parsed program (None: never loaded), local parameters.

    named : the parameters that the program declares by name.
    vertex_limit : the number of vertices that a geometry program may emit per primitive.
    """

    name: int
    target: int
    source: bytes = b""
    program: Program | None = None
    local: Registers = field(default_factory=lambda: Registers(LOCAL_PARAMETERS))
    named: Registers = field(default_factory=lambda: Registers(0))
    vertex_limit: int = 0
    _is_deleted: bool = field(default=False, repr=False, compare=False)

    @property
    def is_deleted(self) -> bool:
        """True if it has lost its name; another context may still have it bound."""
        return self._is_deleted

    def lose_name(self) -> None:
        """Notes that the object has lost its name."""
        self._is_deleted = True

    def load(self, source: bytes, program: Program) -> None:
        """Replaces the program; local parameters stay."""
        self.source, self.program = source, program
        self.vertex_limit = program.primitives.limit if program.primitives else 0
        self.named = Registers(len(program.named))
        for number, parameter in enumerate(program.named):
            self.named.write(number, [parameter.words])


def has_aliases(program: Program | None) -> bool:
    """True if generic and conventional attributes are the same for a vertex program."""
    return program is not None and program.language in ALIASING_LANGUAGES


@dataclass(eq=False)
class ProgramTarget(Group):
    """A program target: the switch of its stage, the bound object, the environment parameters.

    tracking : (matrix, transform), GL's enums, by the first of four registers that track a matrix.
    binding : the bound object, while a command with the name of another one has that in `bound`.
    """

    target: int
    stage: Stage
    language: str  # its limits are those of queries
    enabled: bool = False
    env: Registers = field(default_factory=lambda: Registers(ENV_PARAMETERS))
    tracking: dict[int, tuple[int, int]] = field(default_factory=CountedDict)
    default: ProgramObject = field(init=False)
    bound: ProgramObject = field(init=False)
    binding: ProgramObject | None = None

    def __post_init__(self):
        self.default = self.bound = ProgramObject(0, self.target)

    @property
    def aliased(self) -> bool:
        """True if an enabled program makes generic and conventional attributes the same."""
        return self.enabled and has_aliases(self.bound.program)

    @property
    def fingerprint(self):
        """The fingerprint; registers and programs count by their revisions."""
        tracking = tuple(self.tracking.items())
        return self.enabled, self.env.revision, self.bound.revision, tracking


def _target(target, language):
    return partial(ProgramTarget, target, STAGES[target], language)


@dataclass
class Programs(Group):
    """The targets, every program object by name, and the result of the last load.

    two_side : True if vertex or geometry programs give back faces colours of their own.
    strict : True to refuse programs that only a lenient reading of their language accepts.
    """

    vertex: ProgramTarget = field(default_factory=_target(gl.GL_VERTEX_PROGRAM_ARB, "ARBvp1.0"))
    geometry: ProgramTarget = field(default_factory=_target(gl.GL_GEOMETRY_PROGRAM_NV, "NVgp4.0"))
    fragment: ProgramTarget = field(default_factory=_target(gl.GL_FRAGMENT_PROGRAM_ARB, "ARBfp1.0"))
    objects: dict[int, ProgramObject | None] = field(default_factory=dict)
    two_side: bool = False
    error_position: int = -1
    error_string: bytes = b""
    strict: bool = False

    @property
    def fingerprint(self):
        """The fingerprint, without the result of the last load, which no draw depends on."""
        return self.two_side, self.strict, *(target.fingerprint for target in self.targets)

    @property
    def targets(self) -> tuple[ProgramTarget, ...]:
        """The program targets, in stage order."""
        return self.vertex, self.geometry, self.fragment

    def target(self, target: int) -> ProgramTarget:
        """Returns the target of an enum; ARB and NV fragment programs share one."""
        return stage_target(self, STAGES[target])


def stage_target(programs: Programs, stage: Stage) -> ProgramTarget:
    """Returns the target of a stage; vertex state programs share that of vertex programs."""
    return getattr(programs, _PLACES[stage])


STATE = State(
    values={
        gl.GL_PROGRAM_ERROR_POSITION_ARB: "programs.error_position",
        gl.GL_VERTEX_PROGRAM_BINDING_NV: "programs.vertex.bound.name",
        gl.GL_FRAGMENT_PROGRAM_BINDING_NV: "programs.fragment.bound.name",
    },
    capabilities={
        gl.GL_VERTEX_PROGRAM_ARB: "programs.vertex.enabled",
        gl.GL_VERTEX_PROGRAM_TWO_SIDE_ARB: "programs.two_side",
        gl.GL_FRAGMENT_PROGRAM_ARB: "programs.fragment.enabled",
        # ARB_fragment_program, "Interactions with NV_fragment_program": "The NV and ARB enumerants
        # have different values, but the same effect."
        gl.GL_FRAGMENT_PROGRAM_NV: "programs.fragment.enabled",
        gl.GL_GEOMETRY_PROGRAM_NV: "programs.geometry.enabled",
    },
)


@command("glGenProgramsARB", listed=False, kind=Kind.NAMES)
def gen_programs(ctx, n, programs):
    """Reserves n names; returns a number for n = 1, else an array."""
    return reserve_names(ctx.programs.objects, n, programs)


@command("glDeleteProgramsARB", listed=False, forms=only_count)
def delete_programs(ctx, n, programs):
    """Deletes program objects; targets with one bound get their default object."""
    for program in delete_names(ctx.programs.objects, n, programs):
        program.lose_name()
        for target in ctx.programs.targets:
            if target.bound is program:
                target.bound = target.default


@command("glIsProgramARB", listed=False)
def is_program(ctx, program):
    """Returns 1 for the name of a program object that has been bound or loaded, else 0."""
    return int(ctx.programs.objects.get(program) is not None)


@command("glBindProgramARB", keeps_batch=True, target=TARGETS)
def bind_program(ctx, target, program):
    """Binds a program object, which is created if the name is new; 0 is the default object."""
    place = ctx.programs.target(target)
    found = ctx.programs.objects.get(program)
    check_stage(found, target)
    if not program:
        found = place.default
    elif found is None:
        found = ctx.programs.objects[program] = ProgramObject(program, target)
    place.bound = found


def check_stage(program: ProgramObject | None, target: int) -> None:
    """Raises for a program object of another stage than the target's; None passes."""
    if program is not None and STAGES[program.target] is not STAGES[target]:
        raise invalid_operation(f"program {program.name} belongs to {gl.name_of(program.target)}")


@command("glProgramStringARB", target=TARGETS, format=FORMATS)
def program_string(ctx, target, format, length, string):
    """Loads a program text into the bound object.

    A refused text is GL_INVALID_OPERATION, with the `ProgramError` as its cause; the object keeps
    its program, and GL_PROGRAM_ERROR_POSITION_ARB and _STRING_ARB describe the error.
    """
    text, bound = text_of(string, length), ctx.programs.target(target).bound
    bound.load(text, parsed(ctx.programs, text, STAGES[target], string))
    if bound.name and not bound.is_deleted:
        # glBindProgramNV may have bound an object under an unused name.
        ctx.programs.objects[bound.name] = bound


def parsed(programs: Programs, text: bytes, stage: Stage, string) -> Program:
    """Parses a text; sets GL_PROGRAM_ERROR_POSITION_ARB and _STRING_ARB in any case.

    string : the argument that `text` is from, for the message if `len` has cut it.
    """
    try:
        program = parse(text.decode("latin-1"), stage=stage, strict=programs.strict)
    except ProgramError as error:
        programs.error_position = error.position
        programs.error_string = str(error).encode()
        lines = [str(error)]
        if isinstance(string, (str, bytes)) and len(string) > len(text):
            lines.append(f"len: only {len(text)} of the {len(string)} bytes of the text count")
        elif hinted(error).hint:
            lines.append(f"hint: {error.hint}")
        raise invalid_operation("\n  ".join(lines)) from error
    programs.error_position, programs.error_string = -1, b""
    return program


def text_of(string, length: int) -> bytes:
    """Returns the first `length` bytes of a text; GL_INVALID_VALUE if there are fewer.

    One byte is one character, so that error positions count both.
    """
    text = string.encode("latin-1", "replace") if isinstance(string, str) else None
    text = as_bytes(string, length).tobytes() if text is None else text
    if length > len(text):
        raise invalid_value(f"len: the string has {counted(len(text), 'byte')}, not {length}")
    return text[:length]


@command("glProgramVertexLimitNV", target=EnumSet("GL_GEOMETRY_PROGRAM_NV"))
def program_vertex_limit(ctx, target, limit):
    """Sets the number of vertices that the bound geometry program may emit per primitive."""
    bound = ctx.programs.geometry.bound
    if bound.program is None:
        raise invalid_operation(f"program {bound.name} is not loaded")
    limits = LANGUAGE_LIMITS[bound.program.language]
    # NV_geometry_program4, 2.14.6.4: "INVALID_VALUE is generated if <limit> is less than or equal
    # to zero, <limit> is greater than or equal to MAX_PROGRAM_OUTPUT_VERTICES_NV, or if the total
    # number of components emitted would exceed MAX_PROGRAM_TOTAL_OUTPUT_COMPONENTS_NV."
    if not 0 < limit < limits.output_vertices:
        raise invalid_value(f"limit: {limit} is outside [1, {limits.output_vertices - 1}]")
    components = limit * len(result_components(bound.program.instructions))
    if components > limits.total_output_components:
        largest = limits.total_output_components
        raise invalid_value(f"limit: {limit} vertices have {components} components, over {largest}")
    bound.vertex_limit = limit


# -- parameters ------------------------------------------------------------------------------------

DTYPES = {"f": np.float32, "d": np.float32, "i": np.int32, "ui": np.uint32}
MEMORY_DTYPES = DTYPES | {"d": np.float64}
"""The types of numbers in the memory of C programs."""


def _registers(ctx, which, target, index, count=1) -> Registers:
    """Returns the registers of a target; GL_INVALID_VALUE if `count` from `index` exceed them."""
    place = ctx.programs.target(target)
    registers = place.env if which == "Env" else place.bound.local
    limit = len(registers.words)
    if index + count > limit:
        last = index + count - 1
        raise invalid_value(f"parameter {last} is not below the limit of {limit}")
    return registers


def _writable(ctx, which, target, index, count=1) -> Registers:
    """Returns registers to write; GL_INVALID_OPERATION if one of them tracks a matrix."""
    registers = _registers(ctx, which, target, index, count)
    if which == "Env" and STAGES[target] is Stage.VERTEX:
        refuse_tracked(ctx, range(index, index + count))
    return registers


def to_words(numbers, kind) -> np.ndarray:
    """Converts numbers of a kind ("f", "d", "i", "ui") to the words that programs read."""
    if DTYPES[kind] is np.float32:
        if isinstance(numbers, tuple):
            return np.frombuffer(singles(numbers), np.uint32)
        if getattr(numbers, "dtype", None) == np.float32:
            return numbers.view(np.uint32)
    with np.errstate(over="ignore"):
        return np.asarray(numbers).astype(DTYPES[kind]).view(np.uint32)


def _exact_dtype(values, kind):
    """Returns the type in which numbers of a kind are read before they become words.

    Floats in memory keep their bits, which may be those of packed numbers: a conversion to float64
    and back quiets a NaN. Others are rounded once, from float64.
    """
    if kind == "f" and (
        isinstance(values, Address) or getattr(values, "dtype", None) == np.float32
    ):
        return np.float32
    return np.float64 if kind in ("f", "d") else DTYPES[kind]


def _four_of(values, kind):
    """Returns four numbers; doubles at an `Address` as a tuple, which converts fastest."""
    if isinstance(values, Address):
        if kind == "f":
            return values.elements(np.float32, 4)
        return tuple(values.numbers(MEMORY_DTYPES[kind], 4))
    return vector(values, 4, _exact_dtype(values, kind))


def define_setter(name, which, several, kind, is_vector, targets):
    """Registers glProgram{Env,Local,}Parameter[s][I]4{f,d,i,ui}[v]."""

    def set_parameters(ctx, target, index, *values):
        if several:
            count, values = values
            registers = _writable(ctx, which, target, index, count)
            exact, source = _exact_dtype(values, kind), MEMORY_DTYPES[kind]
            numbers = vector(values, 4 * count, exact, more=True, source=source)
        else:
            registers = _writable(ctx, which, target, index)
            numbers = _four_of(values[0], kind) if is_vector else values
        registers.write(index, to_words(numbers, kind).reshape(-1, 4))

    scope = "environment" if which == "Env" else "local"
    set_parameters.__doc__ = f"Sets {scope} parameters of a program, four numbers each."
    command(name, keeps_batch=True, target=targets)(set_parameters)


def read_parameter(ctx, which, target, index, kind, params):
    """Returns a parameter of a program, four numbers of a kind; with `params`, fills it."""
    words = _registers(ctx, which, target, index).words
    if which == "Env" and STAGES[target] is Stage.VERTEX:
        words = with_tracked(ctx, words)
    values = words[index].view(DTYPES[kind]).copy()
    return fill(params, values.astype(np.float64) if kind == "d" else values)


def _define_getter(name, which, kind, targets):
    """Registers glGetProgram{Env,Local}Parameter[I]{f,d,i,ui}v."""

    def get_parameter(ctx, target, index, params):
        return read_parameter(ctx, which, target, index, kind, params)

    scope = "an environment" if which == "Env" else "a local"
    get_parameter.__doc__ = f"Returns {scope} parameter of a program: four numbers."
    command(name, listed=False, target=targets)(get_parameter)


_TARGETS = {"Env": TARGETS, "Local": LOCAL_TARGETS}
for _match in commands_like(r"glProgram(Env|Local)Parameter(s?)(I?)4(f|d|i|ui)(v?)(ARB|EXT|NV)"):
    _which, _s, _, _kind, _v, _ = _match.groups()
    define_setter(_match[0], _which, bool(_s), _kind, bool(_v), _TARGETS[_which])
for _match in commands_like(r"glGetProgram(Env|Local)Parameter(I?)(f|d|i|ui)v(ARB|NV)"):
    _define_getter(_match[0], _match[1], _match[3], _TARGETS[_match[1]])
