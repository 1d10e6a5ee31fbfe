"""The words in which an entry of the table is written: forms, operands, data types, modifiers.

Operands are lists: `VECTOR * 2` is two vectors, `VECTOR + SCALAR` one of each. Modifiers are sets:
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
    EMIT = "the stream of vertices that the program emits -> nothing: it goes on"
    FLOW = "no formula: the instruction says which instruction is next"


class DataType(Enum):
    """How an instruction reads and writes bits; the letters are the languages', as in `ADD.S`."""

    FLOAT = "F"
    SIGNED = "S"
    UNSIGNED = "U"

    @property
    def letter(self) -> str:
        """The modifier that names it."""
        return self.value


FLOAT, SIGNED, UNSIGNED = DataType
INTEGERS = (SIGNED, UNSIGNED)
ALL_TYPES = (FLOAT, *INTEGERS)


class Operand(Enum):
    """What stands in the place of an operand."""

    VECTOR = "a vector with a swizzle; KIL takes a condition in its place"
    SCALAR = "one component of a vector; it arrives as the same component four times"
    EXTENDED = "a vector without a swizzle, which an extended swizzle follows (SWZ)"
    ADDRESS = "a whole address register, without a swizzle"
    # Of control flow only:
    WRITTEN_ADDRESS = "a whole address register that the instruction writes"
    OPTIONAL_VECTOR = "a vector that may be left out"
    PARAMETER = "a vector that must be a program parameter"
    CONDITION = "a condition test"
    OPTIONAL_CONDITION = "a condition test in brackets, which may be left out"
    LABEL = "the label of a subroutine, or of what follows a branch"


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
    """What may be said of an instruction where the language has it; NV_gpu_program4, table X.13."""

    TYPE = auto()  # a data type
    UPDATE = auto()  # of a condition code
    CLAMP = auto()  # of the result
    HALF = auto()  # the suffixes R and H: 32-bit or 16-bit precision
    FIXED = auto()  # the suffix X of the older fragment languages: 12-bit fixed point


TYPE, UPDATE, CLAMP, HALF, FIXED = Modifier
PLAIN = Modifier(0)
