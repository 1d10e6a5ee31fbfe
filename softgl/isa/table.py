"""The table of opcodes and the decorators that make an entry.

An entry is the whole of an instruction: its operands, its types and modifiers, the languages that
have it, where its specification stands, and the lane formula that executes it. To add an
instruction, write one function under `@opcode`; where some languages define the arithmetic of a
mnemonic differently, add a second one under `@variant`. Parser, validator, both machines and the
generated reference read the table.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum


class Form(Enum):
    """The shape of an opcode's formula."""

    COMPONENT = "one component of each source -> that component of the result"
    SCALAR = "one component of each source -> one value for all components of the result"
    REDUCE = "all components of each source -> one value for all components of the result"
    VECTOR = "all components of each source -> a list of four components"
    TEXTURE = "all components of the coordinate -> a list of four components, through a sampler"
    KILL = "all components of the source (or a condition) -> a mask of fragments to discard"


ARB_VERTEX, ARB_FRAGMENT, NV4_VERTEX, NV4_FRAGMENT = LANGUAGES = (
    "ARBvp1.0",
    "ARBfp1.0",
    "NVvp4.0",
    "NVfp4.0",
)
ARB = frozenset({ARB_VERTEX, ARB_FRAGMENT})
NV4 = frozenset({NV4_VERTEX, NV4_FRAGMENT})
FRAGMENT = frozenset({ARB_FRAGMENT, NV4_FRAGMENT})
EVERY = frozenset(LANGUAGES)
ALL_BUT_ARB_VERTEX = EVERY - {ARB_VERTEX}


@dataclass(frozen=True, eq=False)
class Opcode:
    """One instruction.

    name : the mnemonic without suffixes.
    form : the shape of its formulas.
    sources : a letter for each operand: V a vector, S a scalar, E a vector without a swizzle that
        an extended swizzle follows (SWZ). A scalar arrives as the same component four times.
    types : the data types that it supports ("F", "FSU", "SU"), its default first. Languages without
        data type modifiers have the default only.
    modifiers : the other modifiers that it takes, where the language has them: C updates a
        condition code, S clamps, H names a precision (NV_gpu_program4, table X.13).
    document, section : the specification and the title of the instruction's section in it.
    result : the result's type, "F", "S" or "U", where it is not the instruction's own (I2F: "F").
    operand : the operands' type where it is not the instruction's own (FLR: "F"), or a letter for
        each operand, where "*" is the instruction's own type (SAD: "**U"); see `operand_type`.
    converts : whether its formulas give floats also where the instruction's type is an integer one,
        to be converted (FLR); `formula` sees to that.
    formulas : language -> the function that executes it there; see `formula`.
    """

    name: str
    form: Form
    sources: str
    types: str
    modifiers: str
    document: str
    section: str
    result: str | None
    operand: str | None
    converts: bool
    formulas: dict[str, Callable]

    @property
    def languages(self) -> frozenset[str]:
        """The headers of the programs that may use it."""
        return frozenset(self.formulas)

    @property
    def spec(self) -> str:
        """Where it is specified."""
        return f'{self.document}, "{self.section}"'

    @property
    def summary(self) -> str:
        """What it does, in one sentence."""
        return next(iter(self.formulas.values())).__doc__.strip().splitlines()[0]

    def formula(self, language: str, type_: str = "F") -> Callable:
        """The function that executes it in programs of `language` as an instruction of `type_`.

        It takes (m, *operands), in form TEXTURE (m, coordinate, sample), and gives a lane, a list
        of lanes or a mask, as `form` says. Operands and results are lanes of their types (F32, I32
        or U32), those of comparisons too. An operand of more than one component is anything that
        `operand[component]` reads. Raises KeyError if the language lacks the opcode.
        """
        formula = self.formulas[language]
        if not self.converts or type_ == "F":
            return formula
        return lambda m, *operands: _to_integer(m, formula(m, *operands), type_)

    def operand_type(self, position: int, type_: str) -> str:
        """The type letter of the operand at `position` where the instruction's own is `type_`."""
        letters = self.operand or "*"
        letter = letters if len(letters) == 1 else letters[position]
        return type_ if letter == "*" else letter

    def result_type(self, type_: str) -> str:
        """The type letter of the result where the instruction's own is `type_`."""
        return self.result or type_


def _to_integer(m, x, type_):
    # NV_gpu_program4 issue 41: "out-of-range values are clamped to the nearest representable
    # integer". NaN gives 0.
    return m.to_i32(x) if type_ == "S" else m.to_u32(x)


OPCODES: dict[str, Opcode] = {}


def opcode(
    name,
    form,
    sources,
    section,
    *,
    types="F",
    modifiers=None,
    languages=EVERY,
    document="NV_gpu_program4",
    result=None,
    operand=None,
    converts=False,
):
    """Enter `name` in the table, with the decorated function as its formula in `languages`.

    The meaning of the arguments is that of `Opcode`. Without `modifiers` they are the usual ones:
    all if the instruction can be floating-point, else only the condition code update.
    """
    if modifiers is None:
        modifiers = "CSH" if "F" in types else "C"

    def enter(formula):
        if name in OPCODES:
            raise ValueError(f"{name} stands in the table already")
        formulas = dict.fromkeys(sorted(languages), formula)
        OPCODES[name] = Opcode(
            name, form, sources, types, modifiers, document, section,
            result, operand, converts, formulas,
        )  # fmt: skip
        return formula

    return enter


def variant(name, languages):
    """Make the decorated function the formula of `name` in further `languages`."""

    def enter(formula):
        twice = OPCODES[name].languages & frozenset(languages)
        if twice:
            raise ValueError(f"two formulas for {name} in {', '.join(sorted(twice))}")
        OPCODES[name].formulas.update(dict.fromkeys(sorted(languages), formula))
        return formula

    return enter
