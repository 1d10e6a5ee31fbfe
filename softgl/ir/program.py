"""The intermediate representation: a list of instructions over four-component registers.

Registers hold bits; an instruction's type (F, S or U) decides how it reads and writes them.
Everything is frozen, so a program is its own cache key.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from enum import Enum
from functools import cached_property

import numpy as np

from softgl.errors import Span
from softgl.ir.primitives import Primitives
from softgl.ir.profile import Profile
from softgl.ir.targets import SHADOW
from softgl.isa import OPCODES, DataType, Form
from softgl.isa.table import GLSL
from softgl.records import compact, dataclass, interned

X, Y, Z, W, ZERO, ONE = range(6)
UNIFORM = "uniform"  # the name of the rows of GLSL's default block
IDENTITY = (X, Y, Z, W)
ALL = (True, True, True, True)
NONE = (False, False, False, False)

# Attributes that hold integers, for instructions of every type.
INTEGER_INPUTS = frozenset({
    *("vertex.id", "vertex.instance", "primitive.id", "primitive.invocation"),
    *("fragment.samplemask", "fragment.sampleid", "fragment.front"),
})  # fmt: skip


class Stage(Enum):
    """The programmable stages."""

    VERTEX = "vertex"
    FRAGMENT = "fragment"
    GEOMETRY = "geometry"
    VERTEX_STATE = "vertex state"  # run once, on demand; it writes program parameters

    __hash__ = object.__hash__  # compiled code, unlike Enum's


class File(Enum):
    """The register files."""

    TEMPORARY = "temporary"
    ATTRIBUTE = "attribute"  # index into Program.attributes
    PARAMETER = "parameter"  # index into Program.parameters
    RESULT = "result"  # index into Program.results
    ADDRESS = "address"  # signed integers
    BUFFER = "buffer"  # index is an element of the buffer object

    __hash__ = object.__hash__  # compiled code, unlike Enum's: files are in most keys of passes


class Saturate(Enum):
    """The clamp of a floating-point result before it is stored."""

    NONE = "none"
    UNSIGNED = "[0, 1]"
    SIGNED = "[-1, 1]"


@interned(unique=True)
@dataclass(frozen=True)
class Binding:
    """The meaning of a register outside the program, in the words of the language.

    `name` is the binding without its indices, `indices` those in order:
    `vertex.attrib[3]` is `Binding("vertex.attrib", (3,))`. An omitted index is 0:
    `fragment.texcoord` is `Binding("fragment.texcoord", (0,))`.
    """

    name: str
    indices: tuple[int, ...] = ()

    # A draw looks up some two hundred bindings: they are interned, so that a lookup calls no Python
    # function. The names of the languages bound their number.

    @property
    def is_matrix(self) -> bool:
        """True for a row of a matrix; the indices are then the matrix number and the row."""
        return self.name.startswith("state.matrix.")

    def __str__(self):
        return self.name + "".join(f"[{index}]" for index in self.indices)


@dataclass(frozen=True)
class Constant:
    """A literal vector: four 32-bit words, the bits of the written floats or integers."""

    words: tuple[int, int, int, int]


@dataclass(frozen=True)
class BufferBinding:
    """The elements of a buffer object that a BUFFER variable reads.

    They are `count` elements from `first` on of the buffer at binding point `point`. An element is
    four words if `vector`, else one word for all components.
    """

    point: int
    first: int
    count: int
    vector: bool


@compact
@dataclass(frozen=True)
class Relative:
    """The run-time part of an index: one signed integer component of a register."""

    file: File
    index: int
    component: int


@compact
@dataclass(frozen=True)
class VertexNumber:
    """The vertex of the primitive that an operand of a geometry program reads: `number`.

    With `relative`, its value is added and the sum clamped to the vertices of the primitive.
    """

    number: int
    relative: Relative | None = None


@compact
@dataclass(frozen=True)
class Source:
    """An operand. Order of application: load, swizzle, absolute value, then negation.

    `swizzle` selects X Y Z W ZERO ONE for each component, `negate` negates each; so SWZ is a MOV.
    For `-|x|` and `|x|` use `absolute`; for `|-x|` too (the inner sign does nothing). A scalar
    operand selects the same component four times. With `relative`, `index` is the first register of
    an array of `count`, and the register read is `index + clamp(relative + offset, 0, count - 1)`.
    In the file BUFFER, `buffer` is the index into Program.buffers, None in all others. `vertex` is
    the vertex of the primitive for an attribute that each of its vertices has, else None.
    """

    file: File
    index: int
    swizzle: tuple[int, int, int, int] = IDENTITY
    negate: tuple[bool, bool, bool, bool] = NONE
    absolute: bool = False
    relative: Relative | None = None
    offset: int = 0
    count: int = 1
    buffer: int | None = None
    vertex: VertexNumber | None = None

    @property
    def indices(self) -> tuple[Relative, ...]:
        """The registers that choose the operand at run time."""
        chosen = self.vertex and self.vertex.relative
        return tuple(relative for relative in (self.relative, chosen) if relative)


@compact
@dataclass(frozen=True)
class ConditionTest:
    """A test of a condition code register: `rule` as in table X.16, e.g. "GT", per component.

    negated : True for its opposite, which no rule is where NaNs are: neither LT nor GE holds.
    """

    rule: str
    register: int = 0
    swizzle: tuple[int, int, int, int] = IDENTITY
    negated: bool = False


@compact
@dataclass(frozen=True)
class Destination:
    """The destination of a result: the write mask, and the condition of the write.

    `file` is None for the condition-code-only destinations (`RC`, `CC`). `half` is True for a
    register of 16-bit floats, to which results are rounded.
    """

    file: File | None
    index: int = 0
    mask: tuple[bool, bool, bool, bool] = ALL
    condition: ConditionTest | None = None
    relative: Relative | None = None
    offset: int = 0
    count: int = 1
    half: bool = False

    @property
    def indices(self) -> tuple[Relative, ...]:
        """The registers that choose the destination at run time."""
        return (self.relative,) if self.relative else ()


@compact
@dataclass(frozen=True)
class TextureOperand:
    """The texture that an instruction samples: unit, target ("1D", "2D", ...), texel offsets."""

    unit: int
    target: str
    offset: tuple[int, int, int] = (0, 0, 0)

    @property
    def shadow(self) -> bool:
        """True if depths are compared: the target is a shadow map."""
        return self.target.startswith(SHADOW)

    @property
    def texture(self) -> str:
        """The target of the sampled texture objects, without SHADOW."""
        return self.target.removeprefix(SHADOW)


@compact
@dataclass(frozen=True)
class Instruction:
    """An instruction; `span` is its place in the program text.

    reads, writes : the cells that `softgl.ir.passes` found, for instructions of a draft.
    """

    opcode: str
    span: Span
    destination: Destination | None = None
    sources: tuple[Source, ...] = ()
    type: DataType = DataType.FLOAT
    saturate: Saturate = Saturate.NONE
    update: int | None = None  # the condition code register that the result updates
    condition: ConditionTest | None = None  # for KIL and control flow
    texture: TextureOperand | None = None
    target: str | None = None  # the label of CAL and BRA
    modifier: str = ""  # of MUL: "HI", "S24" or "U24"
    precision: str = ""  # of operands and result: "H" 16-bit float, "X" 12-bit fixed, else 32-bit
    reads: list[int] | None = field(default=None, init=False, compare=False, repr=False)
    writes: list[int] | None = field(default=None, init=False, compare=False, repr=False)


def result_components(instructions: Iterable[Instruction]) -> set[tuple[int, int]]:
    """Returns the (result register, component) pairs that instructions may write."""
    # NV_gpu_program4, "Program Results": "A result binding component may be counted as used only if
    # [...] the component is enabled in the write mask".
    return {
        (register, component)
        for instruction in instructions
        if (destination := instruction.destination) and destination.file is File.RESULT
        for register in range(destination.index, destination.index + destination.count)
        for component in range(4)
        if destination.mask[component]
    }


@dataclass(frozen=True)
class SamplerSlot:
    """A sampler of a program, which texture operands name by its place in `Program.samplers`.

    unit : the texture unit of languages that name it. number : else the place among the units of
        the program object, which glUniform1i sets.
    spreads_depths : True if a depth is in all components where DEPTH_TEXTURE_MODE is ALPHA, so that
        functions of GLSL 1.30 that return a float find it in the first one.
    """

    name: str
    target: str
    unit: int | None = None
    number: int | None = None
    spreads_depths: bool = False


@dataclass(frozen=True)
class IterationLimits:
    """The limits of a program that counts iterations of loops and no steps.

    of_loop : of one loop, from its entry on. in_all : of all loops within loops, compared whenever
        one is entered; in programs with subroutines of all loops.
    """

    of_loop: int = 1 << 16
    in_all: int = 1 << 20


@dataclass(frozen=True)
class NamedParameter:
    """A parameter that a program declares by name (DECLARE); `words` is its initial value."""

    name: str
    words: tuple[int, int, int, int] = (0, 0, 0, 0)


@interned
@dataclass(frozen=True)
class Program:
    """A validated program, ready to run.

    parameters, attributes, results : the meaning of each register of these files.
    labels : (name, number of the next instruction), in the order of the text. Execution begins at
        `main` if there is one.
    subroutines : True if a label begins a subroutine, so that reaching it returns from the
        preceding one; False if labels are only targets of branches.
    call_depth, step_limit : the limits of open calls and of executed instructions; no program of
        `step_limit` None comes near one.
    if_depth, loop_depth : the limits of open IF blocks and of open LOOP and REP blocks, those of
        callers included; None is unlimited.
    loop_count : the limit of a loop's iterations; None is unlimited.
    iterations : the limits of iterations, at which a lane ends; None: it ends at `step_limit`.
    named : the parameters `Binding("program.named", (number,))`.
    samplers : the samplers, by the numbers that texture operands name in place of units; empty in
        languages whose operands name units.
    names : (temporary, its name) of programs whose texts name no registers, for traces and
        disassemblies.
    source : the program text; "" of a program that is built from none, as those of fixed function:
        `softgl.asm.disassemble` writes one.
    """

    language: str  # the header without "!!", e.g. "ARBvp1.0"
    stage: Stage
    profile: Profile
    instructions: tuple[Instruction, ...]
    temporaries: int
    addresses: int
    parameters: tuple[Binding | Constant, ...]
    attributes: tuple[Binding, ...]
    results: tuple[Binding, ...]
    options: frozenset[str] = frozenset()  # the OPTION names in force
    flat: frozenset[Binding] = frozenset()  # attributes declared FLAT
    noperspective: frozenset[Binding] = frozenset()  # attributes declared NOPERSPECTIVE
    centroid: frozenset[Binding] = frozenset()  # attributes declared CENTROID
    smooth: frozenset[Binding] = frozenset()  # colours that are interpolated in any shade model
    buffers: tuple[BufferBinding, ...] = ()  # the declared BUFFER variables
    fog: str | None = None  # "exp", "exp2" or "linear": the fog applied to the final color
    origin_upper_left: bool = False  # of `fragment.position`; else lower left
    pixel_center_integer: bool = False  # of `fragment.position`; else half-integer centres
    labels: tuple[tuple[str, int], ...] = ()
    subroutines: bool = True
    call_depth: int = 32
    step_limit: int | None = 1 << 18
    if_depth: int | None = None
    loop_depth: int | None = None
    loop_count: int | None = None
    iterations: IterationLimits | None = None
    named: tuple[NamedParameter, ...] = ()
    samplers: tuple[SamplerSlot, ...] = ()
    names: tuple[tuple[int, str], ...] = ()
    primitives: Primitives | None = None  # of geometry programs only
    source: str = ""
    instruction_set: str = ""  # the key into `softgl.isa`; by default the language

    def __post_init__(self):
        if not self.instruction_set:
            object.__setattr__(self, "instruction_set", self.language)

    def __hash__(self):
        return hash((self.language, self.source)) if self.source else self._hash_of_code

    @cached_property
    def _hash_of_code(self) -> int:
        return hash((self.language, self.instructions, self.parameters, self.options))

    @property
    def ends_by_steps(self) -> bool:
        """True if a lane that executes too many instructions ends."""
        return self.iterations is None and self.step_limit is not None

    @property
    def of_shader(self) -> bool:
        """True for a stage of a GLSL program, whose resources the program object in use names."""
        return self.language in GLSL

    def writes(self, name: str) -> bool:
        """True if an instruction may write a result whose binding has this name."""
        return any(
            self.results[register].name == name
            for instruction in self.instructions
            if (destination := instruction.destination) and destination.file is File.RESULT
            for register in range(destination.index, destination.index + destination.count)
        )

    def takes_derivatives(self) -> bool:
        """True if an instruction takes derivatives other than those of texture coordinates."""
        return any(OPCODES[one.opcode].derivatives for one in self.instructions)

    def kills(self) -> bool:
        """True if an instruction may discard the fragment."""
        return any(OPCODES[one.opcode].form is Form.KILL for one in self.instructions)

    @property
    def drops_depths(self) -> bool:
        """True if fragments whose depth the program moves out of the depth range are discarded."""
        return self.profile.drops_depths and self.writes("result.depth")

    def attribute_components(self, of_vertices: bool = False) -> list[tuple[int, int]]:
        """Returns the (attribute register, component) pairs that operands may read, in order.

        of_vertices : True for the attributes of each vertex of a primitive only, False for the
            others.
        """
        read = set()
        for instruction in self.instructions:
            for place in (*instruction.sources, instruction.destination):
                for relative in place.indices if place else ():
                    if relative.file is File.ATTRIBUTE:
                        read.add((relative.index, relative.component))
            for source in instruction.sources:
                if source.file is File.ATTRIBUTE and of_vertices == (source.vertex is not None):
                    selectors = {s for s in source.swizzle if s not in (ZERO, ONE)}
                    registers = range(source.index, source.index + source.count)
                    read |= {(register, s) for register in registers for s in selectors}
        return sorted(read)

    def vertex_components(self) -> list[tuple[int, int, int]]:
        """Returns the (vertex, register, component) of unindexed operands, in order."""
        return sorted(
            {
                (source.vertex.number, source.index, selector)
                for instruction in self.instructions
                for source in instruction.sources
                if source.vertex and not source.indices
                for selector in source.swizzle
                if selector not in (ZERO, ONE)
            }
        )

    # Properties that every draw uses are computed once: a program never changes.

    @cached_property
    def inputs(self) -> frozenset[Binding]:
        """The attributes of the program."""
        return frozenset(self.attributes)

    @cached_property
    def textures(self) -> tuple[TextureOperand, ...]:
        """The distinct texture units and targets that the program samples, by unit."""
        used = {(i.texture.unit, i.texture.target) for i in self.instructions if i.texture}
        return tuple(TextureOperand(unit, target) for unit, target in sorted(used))

    @cached_property
    def bound_parameters(self) -> tuple[tuple[int, Binding], ...]:
        """The parameter registers with other values from outside the program.

        Rows of matrices and of the default block of uniforms are not among them.
        """
        bound = ((n, p) for n, p in enumerate(self.parameters) if isinstance(p, Binding))
        return tuple((n, p) for n, p in bound if not p.is_matrix and p.name != UNIFORM)

    @cached_property
    def uniform_rows(self) -> tuple[tuple[slice, slice], ...]:
        """The parameter registers with rows of the default block of uniforms, and these rows.

        Consecutive ones are one pair.
        """
        found: list[list[int]] = []
        for register, binding in enumerate(self.parameters):
            if isinstance(binding, Binding) and binding.name == UNIFORM:
                [row] = binding.indices
                if found and found[-1][1:] == [register, row]:
                    found[-1][1:] = register + 1, row + 1
                else:
                    found.append([register, register + 1, row + 1])
        return tuple(
            (slice(first, end), slice(last - (end - first), last)) for first, end, last in found
        )

    @cached_property
    def matrix_parameters(self) -> tuple[tuple[str, int, slice | list, slice | list], ...]:
        """The matrices with rows among the parameters: (name, number, registers, their rows)."""
        found: dict[tuple, tuple] = {}
        for register, binding in enumerate(self.parameters):
            if isinstance(binding, Binding) and binding.is_matrix:
                number, row = binding.indices
                registers, rows = found.setdefault((binding.name, number), ([], []))
                registers.append(register)
                rows.append(row)
        return tuple((*matrix, *map(_indices, places)) for matrix, places in found.items())

    @cached_property
    def constant_words(self) -> np.ndarray:
        """The words of the parameter registers, (n, 4) uint32, n >= 1; 0 for values from outside.

        Copy it; do not change it.
        """
        words = np.zeros((max(1, len(self.parameters)), 4), np.uint32)
        for register, parameter in enumerate(self.parameters):
            if isinstance(parameter, Constant):
                words[register] = parameter.words
        return words


def _indices(numbers: list[int]) -> slice | list[int]:
    """Returns numbers as an index of numpy: a slice, which is faster, if they are consecutive."""
    first, last = numbers[0], numbers[-1]
    return slice(first, last + 1) if numbers == [*range(first, last + 1)] else numbers
