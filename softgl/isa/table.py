"""The table of opcodes and the decorators that make an entry.

An entry is the whole of an instruction: its operands, its types and modifiers, the languages that
have it, its section in a specification, and the lane formula that executes it. To add an
instruction, write one function under `@opcode`; where some languages define the arithmetic of a
mnemonic differently, add a second one under `@variant`, which may also give it another shape there
(ARL of a vector); where a modifier makes it another operation (MUL.HI), add that under `@special`.
Parser, validator, both machines and the generated reference read the table.

A "language" here is an instruction set: the header of a program, and where an OPTION brings
instructions of its own, header and option (`ARB_VERTEX_NV2`). `Dialect.instruction_set` names the
set of a program, `Program.instruction_set` stores it, and every reader of the table asks with it:
`opcode.of(instruction_set)` is the entry in that set. A set that has much in common with another
takes its entries with `share`. Denormals and other rules that are the same for all instructions of
a language belong to its numeric profile (`softgl.ir.profile.Profile`), not to the formulas.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field, replace
from functools import cached_property

from softgl.isa.vocabulary import (
    CLAMP,
    FLOAT,
    HALF,
    PLAIN,
    SIGNED,
    TYPE,
    UPDATE,
    DataType,
    Form,
    Modifier,
    Operands,
)
from softgl.records import dataclass

ARB_VERTEX, ARB_FRAGMENT, NV4_VERTEX, NV4_GEOMETRY, NV4_FRAGMENT = MAIN = (
    "ARBvp1.0",
    "ARBfp1.0",
    "NVvp4.0",
    "NVgp4.0",
    "NVfp4.0",
)
# The older vertex languages of NVIDIA, and ARBvp1.0 with an option that brings instructions.
VP1, VP11, VP2, VSP1 = "VP1.0", "VP1.1", "VP2.0", "VSP1.0"
ARB_VERTEX_NV2 = "ARBvp1.0 NV_vertex_program2"
ARB_VERTEX_NV3 = "ARBvp1.0 NV_vertex_program3"
OLDER_VERTEX = (VP1, VP11, VSP1, VP2, ARB_VERTEX_NV2, ARB_VERTEX_NV3)
# The older fragment languages of NVIDIA, and ARBfp1.0 with such an option.
FP1 = "FP1.0"
ARB_FRAGMENT_NV = "ARBfp1.0 NV_fragment_program"
ARB_FRAGMENT_NV2 = "ARBfp1.0 NV_fragment_program2"
OLDER_FRAGMENT = (FP1, ARB_FRAGMENT_NV, ARB_FRAGMENT_NV2)
# The language of Gallium; a text begins with the second word.
TGSI_VERTEX, TGSI_FRAGMENT, TGSI_GEOMETRY = TGSI_LANGUAGES = ("TGSI VERT", "TGSI FRAG", "TGSI GEOM")
# The shading language has no opcodes; its programs use those of TGSI, without doubles, and more.
GLSL_VERTEX, GLSL_FRAGMENT, GLSL_GEOMETRY = GLSL_LANGUAGES = ("GLSL VERT", "GLSL FRAG", "GLSL GEOM")
LANGUAGES = (*MAIN, *OLDER_VERTEX, *OLDER_FRAGMENT, *TGSI_LANGUAGES)
ARB = frozenset({ARB_VERTEX, ARB_FRAGMENT})
NV4 = frozenset({NV4_VERTEX, NV4_GEOMETRY, NV4_FRAGMENT})
FRAGMENT = frozenset({ARB_FRAGMENT, NV4_FRAGMENT})
TGSI = frozenset(TGSI_LANGUAGES)
GLSL = frozenset(GLSL_LANGUAGES)
EVERY = frozenset(MAIN)
ALL_BUT_ARB_VERTEX = EVERY - {ARB_VERTEX}


@dataclass(frozen=True, eq=False)
class Special:
    """The effect of a modifier that makes an instruction another operation.

    types : the data types that allow the modifier. A single type is implied, and no data type
        modifier may be given; if there are several, one must be given.
    formula : the function that executes it, as `Opcode.formula` says.
    """

    types: tuple[DataType, ...]
    formula: Callable

    @property
    def summary(self) -> str:
        """A description in one sentence."""
        return _first_line(self.formula)


@dataclass(frozen=True, eq=False)
class Opcode:
    """The entry of one instruction.

    name : the mnemonic without suffixes.
    form : the shape of its formulas.
    sources : its operands.
    types : the data types that it supports, its default first. Languages without data type
        modifiers have the default only.
    modifiers : the modifiers that it takes, where the language has them.
    document, section : the specification, and the instruction's section title in it.
    gives : the result's type where it is not the instruction's own (I2F: FLOAT).
    reads : the operands' type where it is not the instruction's own (FLR: FLOAT), or one for each
        operand, None being the instruction's own (SAD); see `operand_type`.
    converts : True if its formulas return floats even where the instruction's type is an integer
        one (FLR); `formula` converts them.
    packed : "result" or "operand" if that is bits whatever its type, so that a float there may be
        a NaN whose payload matters (PK2H and UP2H). A packed result is a lane of U32. A packed
        operand is a lane of its type, so that operand modifiers mean what they do for that type.
    flags : None, or the function from `sums` that computes the overflow and carry flags of S and U
        instructions, such as `sums.sum_flags`. Instructions without it clear both.
    formulas : language -> the function that executes it there (None in form FLOW); see `formula`.
    specials : a modifier's name -> the operation that it selects (MUL: HI, S24, U24).
    summary : a description in one sentence.
    addresses : True if its result goes to an address register (ARL).
    unwritten : the component that its write mask may not name, if any.
    derivatives : True if its formula takes derivatives in every program, whatever it samples.
    shapes : language -> the fields that differ there; see `of`.
    """

    name: str
    form: Form
    sources: Operands
    types: tuple[DataType, ...]
    modifiers: Modifier
    document: str
    section: str
    gives: DataType | None
    reads: DataType | tuple[DataType | None, ...] | None
    converts: bool
    packed: str | None
    flags: Callable | None
    formulas: dict[str, Callable | None]
    specials: dict[str, Special]
    summary: str
    addresses: bool = False
    unwritten: str = ""
    derivatives: bool = False
    shapes: dict[str, dict] = field(default_factory=dict)

    def of(self, language: str) -> Opcode:
        """Returns the entry for a language: this one, or a copy as a variant changes it."""
        shape = self.shapes.get(language)
        if not shape:
            return self
        found = self._variants.get(language)
        if found is None:
            found = self._variants[language] = replace(self, **shape)
        return found

    @cached_property
    def _variants(self) -> dict[str, Opcode]:
        """The copies of this entry, by language: parsers ask for them in each instruction."""
        return {}

    @property
    def languages(self) -> frozenset[str]:
        """The languages that have the instruction."""
        return frozenset(self.formulas)

    @property
    def spec(self) -> str:
        """The citation of its specification: document and section title."""
        return f'{self.document}, "{self.section}"'

    def formula(self, language: str, type_: DataType = FLOAT, modifier: str = "") -> Callable:
        """Returns the function that executes it in programs of `language`, as one of `type_`.

        The function takes (m, *operands), in form TEXTURE (m, *operands, sampler), and returns a
        lane, a list of lanes or a mask, as `form` says. Operands and results, those of comparisons
        too, are lanes of their types (F32, I32 or U32). An operand of more than one component is
        any object that `operand[component]` reads. `modifier` is one of `specials`. Raises KeyError
        if the language lacks the opcode or the opcode the modifier, ValueError in form FLOW.
        """
        formula = self.formulas[language]
        if formula is None:
            raise ValueError(f"{self.name} has no formula: it directs the flow of control")
        if modifier:
            return self.specials[modifier].formula
        if not self.converts or type_ is FLOAT:
            return formula
        return lambda m, *operands: _to_integer(m, formula(m, *operands), type_)

    def operand_type(self, position: int, type_: DataType) -> DataType:
        """Returns the type of the operand at `position` of an instruction of `type_`."""
        own = self.reads[position] if isinstance(self.reads, tuple) else self.reads
        return own or type_

    def result_type(self, type_: DataType) -> DataType:
        """Returns the type of the result of an instruction of `type_`."""
        return self.gives or type_


def _first_line(formula) -> str:
    return formula.__doc__.strip().splitlines()[0]


def _to_integer(m, x, type_):
    # NV_gpu_program4 issue 41: "out-of-range values are clamped to the nearest representable
    # integer". NaN gives 0.
    return m.to_i32(x) if type_ is SIGNED else m.to_u32(x)


OPCODES: dict[str, Opcode] = {}


def opcode(
    name,
    form,
    sources,
    section,
    *,
    types=(FLOAT,),
    modifiers=None,
    languages=EVERY,
    document="NV_gpu_program4",
    gives=None,
    reads=None,
    converts=False,
    packed=None,
    flags=None,
    addresses=False,
    derivatives=False,
):
    """Enters `name` in the table, with the decorated function as its formula in `languages`.

    The arguments are fields of `Opcode`. Without `modifiers` it takes the usual ones: all if the
    instruction can be floating-point, else the data type and the condition code update.
    """
    if modifiers is None:
        modifiers = TYPE | UPDATE | (CLAMP | HALF if FLOAT in types else PLAIN)

    def enter(formula):
        formulas = dict.fromkeys(sorted(languages), formula)
        _enter(
            Opcode(
                name, form, sources, types, modifiers, document, section, gives, reads,
                converts, packed, flags, formulas, {}, _first_line(formula), addresses,
                derivatives=derivatives,
            )
        )  # fmt: skip
        return formula

    return enter


def flow(
    name,
    sources,
    section,
    summary,
    *,
    types=(FLOAT,),
    modifiers=PLAIN,
    languages=NV4,
    document="NV_gpu_program4",
    addresses=False,
):
    """Enters an instruction of control flow, which has no formula: `ir.blocks` implements it."""
    _enter(
        Opcode(
            name, Form.FLOW, sources, types, modifiers, document, section, None, None,
            False, None, None, dict.fromkeys(sorted(languages)), {}, summary, addresses,
        )
    )  # fmt: skip


def _enter(entry: Opcode) -> None:
    if entry.name in OPCODES:
        raise ValueError(f"{entry.name} is already in the table")
    OPCODES[entry.name] = entry


def variant(name, languages, **shape):
    """Makes the decorated function the formula of `name` in further `languages`.

    shape : fields of `Opcode` that differ there, such as form, sources, types or modifiers.
    """

    def enter(formula):
        _enter_in(name, languages, formula, shape)
        return formula

    return enter


def share(language, base, names, **shape):
    """Gives `language`, a set or several, the instructions `names` (separated by blanks) of `base`.

    shape : fields of `Opcode` that differ there, as in `variant`.
    """
    languages = {language} if isinstance(language, str) else language
    for name in names.split():
        entry = OPCODES[name]
        _enter_in(name, languages, entry.formulas[base], {**entry.shapes.get(base, {}), **shape})


def _enter_in(name, languages, formula, shape) -> None:
    entry = OPCODES[name]
    twice = entry.languages & frozenset(languages)
    if twice:
        raise ValueError(f"two formulas for {name} in {', '.join(sorted(twice))}")
    entry.formulas.update(dict.fromkeys(sorted(languages), formula))
    if shape:
        entry.shapes.update(dict.fromkeys(sorted(languages), shape))


def special(name, modifier, types):
    """Enters the decorated function as the formula of `name` with `modifier`, for `types`."""

    def enter(formula):
        if modifier in OPCODES[name].specials:
            raise ValueError(f"two formulas for {name}.{modifier}")
        OPCODES[name].specials[modifier] = Special(types, formula)
        return formula

    return enter
