"""The words of an entry of the table: forms, operands, data types, modifiers.

Operands are tuples: `VECTOR * 2` is two vectors, `VECTOR + SCALAR` one of each. Modifiers are sets:
`UPDATE | CLAMP`.
"""

from __future__ import annotations

from enum import Enum, Flag, auto


class Form(Enum):
    """The shape of an opcode's formula."""

    COMPONENT = "one component of each source -> that component of the result"
    SCALAR = "one component of each source -> one value for all components of the result"
    REDUCE = "all components of each source -> one value for all components of the result"
    VECTOR = "all components of each source -> a list of four components"
    TEXTURE = "all components of each source, a sampler -> a list of four components"
    KILL = "all components of the source (or a condition) -> a mask of fragments to discard"
    EMIT = "the stream of emitted vertices -> None, changing the stream"
    FLOW = "no formula: the instruction selects the next one to execute"


class DataType(Enum):
    """The interpretation of bits by an instruction; values are the languages' letters (`ADD.S`)."""

    FLOAT = "F"
    SIGNED = "S"
    UNSIGNED = "U"

    __hash__ = object.__hash__  # compiled code, unlike Enum's

    @property
    def letter(self) -> str:
        """The modifier that names the type."""
        return self.value


FLOAT, SIGNED, UNSIGNED = DataType
INTEGERS = (SIGNED, UNSIGNED)
ALL_TYPES = (FLOAT, *INTEGERS)


class Operand(Enum):
    """The kinds of operand."""

    VECTOR = "a vector with a swizzle; KIL takes a condition in its place"
    SCALAR = "one component of a vector; it arrives as the same component four times"
    EXTENDED = "a vector without a swizzle, which an extended swizzle follows (SWZ)"
    ADDRESS = "a whole address register, without a swizzle"
    # Only in control flow:
    WRITTEN_ADDRESS = "a whole address register that the instruction writes"
    OPTIONAL_VECTOR = "a vector that may be left out"
    PARAMETER = "a vector that must be a program parameter"
    CONDITION = "a condition test"
    OPTIONAL_CONDITION = "a condition test in brackets, which may be left out"
    LABEL = "the label of a subroutine, or of the target of a branch"


Operands = tuple[Operand, ...]
NOTHING: Operands = ()
VECTOR: Operands = (Operand.VECTOR,)
SCALAR: Operands = (Operand.SCALAR,)
EXTENDED: Operands = (Operand.EXTENDED,)
ADDRESS: Operands = (Operand.ADDRESS,)
WRITTEN_ADDRESS: Operands = (Operand.WRITTEN_ADDRESS,)
OPTIONAL_VECTOR: Operands = (Operand.OPTIONAL_VECTOR,)
PARAMETER: Operands = (Operand.PARAMETER,)
CONDITION: Operands = (Operand.CONDITION,)
OPTIONAL_CONDITION: Operands = (Operand.OPTIONAL_CONDITION,)
LABEL: Operands = (Operand.LABEL,)


class Modifier(Flag):
    """The modifiers of an instruction, in languages that have them; NV_gpu_program4, table X.13."""

    TYPE = auto()  # a data type
    UPDATE = auto()  # update of a condition code
    CLAMP = auto()  # clamp of the result
    HALF = auto()  # the suffixes R and H: 32-bit or 16-bit precision
    FIXED = auto()  # the suffix X of the older fragment languages: 12-bit fixed point


TYPE, UPDATE, CLAMP, HALF, FIXED = Modifier
PLAIN = Modifier(0)
