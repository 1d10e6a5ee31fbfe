"""Moves, sums, products, rounding and choices: one component of each source at a time."""

from __future__ import annotations

from softgl.isa.sums import difference_flags, product_sum_flags, sum_flags
from softgl.isa.table import ALL_BUT_ARB_VERTEX, ARB_VERTEX, EVERY, NV4, opcode, special
from softgl.isa.vocabulary import (
    ALL_TYPES,
    EXTENDED,
    FLOAT,
    INTEGERS,
    PLAIN,
    SCALAR,
    SIGNED,
    UNSIGNED,
    VECTOR,
    Form,
)

COMPONENT = Form.COMPONENT
# The largest float below 1.
BELOW_ONE = 1.0 - 2.0**-24


@opcode("MOV", COMPONENT, VECTOR, "MOV: Move", types=ALL_TYPES)
def move(m, a):
    """The operand as it is."""
    return a


@opcode("SWZ", COMPONENT, EXTENDED, "SWZ: Extended Swizzle")
def extended_swizzle(m, a):
    """The operand with 0, 1 or any component in each place, negated or not.

    The operand (`ir.Source`) does all of that, so the formula is a move; a front end may make the
    instruction a MOV.
    """
    return a


@opcode("ABS", COMPONENT, VECTOR, "ABS: Absolute Value", types=ALL_TYPES)
def absolute(m, a):
    """The absolute value; that of the least integer is itself."""
    return abs(a)


@opcode("ADD", COMPONENT, VECTOR * 2, "ADD: Add", types=ALL_TYPES, flags=sum_flags)
def add(m, a, b):
    """The sum; that of integers modulo 2^32."""
    return a + b


@opcode("SUB", COMPONENT, VECTOR * 2, "SUB: Subtract", types=ALL_TYPES, flags=difference_flags)
def subtract(m, a, b):
    """The difference; that of integers modulo 2^32."""
    return a - b


@opcode("MUL", COMPONENT, VECTOR * 2, "MUL: Multiply", types=ALL_TYPES)
def multiply(m, a, b):
    """The product; of integers its low 32 bits."""
    return m.product(a, b)


@special("MUL", "HI", INTEGERS)
def multiply_high(m, a, b):
    """The upper 32 bits of the product of 64 bits."""
    return m.mul_high(a, b)


# NV_gpu_program4, "MUL: Multiply": "The results of such multiplies are undefined if either operand
# is outside the range [-2^23,+2^23-1] for S24 or [0,2^24-1] for U24." We ignore the upper 8 bits.
@special("MUL", "S24", (SIGNED,))
def multiply_signed_24(m, a, b):
    """The low 32 bits of the product of the operands' low 24 bits, as signed numbers."""
    return ((a << 8) >> 8) * ((b << 8) >> 8)


@special("MUL", "U24", (UNSIGNED,))
def multiply_unsigned_24(m, a, b):
    """The low 32 bits of the product of the operands' low 24 bits."""
    return (a & 0xFFFFFF) * (b & 0xFFFFFF)


@opcode(
    "MAD", COMPONENT, VECTOR * 3, "MAD: Multiply and Add",
    types=ALL_TYPES, flags=product_sum_flags,
)  # fmt: skip
def multiply_add(m, a, b, c):
    """a * b + c: in fragment programs rounded once, in others after the product too."""
    return m.multiply_add(a, b, c)


@opcode(
    "DIV", COMPONENT, VECTOR + SCALAR, "DIV: Divide Vector Components by Scalar",
    types=ALL_TYPES, languages=NV4,
)  # fmt: skip
def divide(m, a, b):
    """The quotient; of integers truncated, and all ones where the divisor is 0."""
    return a / b


@opcode("MAX", COMPONENT, VECTOR * 2, "MAX: Maximum", types=ALL_TYPES)
def maximum(m, a, b):
    """The larger operand; the second if either is NaN or both are zeros."""
    # NV_gpu_program4, "MAX: Maximum": (tmp0.x > tmp1.x) ? tmp0.x : tmp1.x
    return m.max(a, b)


@opcode("MIN", COMPONENT, VECTOR * 2, "MIN: Minimum", types=ALL_TYPES)
def minimum(m, a, b):
    """The smaller operand; the first if either is NaN or both are zeros."""
    # NV_gpu_program4, "MIN: Minimum": (tmp0.x > tmp1.x) ? tmp1.x : tmp0.x
    return m.min(b, a)


@opcode(
    "CMP", COMPONENT, VECTOR * 3, "CMP: Compare",
    types=ALL_TYPES, languages=ALL_BUT_ARB_VERTEX,
)  # fmt: skip
def compare(m, a, b, c):
    """The second operand where the first is below zero, else the third."""
    return m.select(a < 0, b, c)


@opcode("LRP", COMPONENT, VECTOR * 3, "LRP: Linear Interpolation", languages=ALL_BUT_ARB_VERTEX)
def interpolate(m, a, b, c):
    """a * b + (1 - a) * c: from the third operand to the second as the first goes from 0 to 1."""
    return m.multiply_add(a, b, m.product(1.0 - a, c))


@opcode("SSG", COMPONENT, VECTOR, "SSG: Set Sign", languages=NV4)
def set_sign(m, a):
    """1 above zero, -1 below, 0 for zeros of either sign; NaN stays NaN."""
    return m.select(a > 0.0, 1.0, m.select(a < 0.0, -1.0, m.select(a == 0.0, 0.0, a)))


def fraction(m, x):
    """x - floor(x), below 1 always; NaN for infinities."""
    # ARB_vertex_program, "FRC: Fraction": "is always in the range [0.0, 1.0)". The difference
    # rounds to 1 just below 0. With the limit as the first operand, NaN stays NaN.
    return m.min(m.f32(BELOW_ONE), x - m.floor(x))


@opcode("FRC", COMPONENT, VECTOR, "FRC: Fraction")
def fraction_of(m, a):
    """The operand minus its floor, in [0, 1); NaN for infinities."""
    return fraction(m, a)


def _rounding(name, section, languages=NV4):
    """The entry of an instruction that reads floats and gives whole numbers of any type."""
    return opcode(
        name, COMPONENT, VECTOR, section,
        types=ALL_TYPES, languages=languages, reads=FLOAT, converts=True,
    )  # fmt: skip


@_rounding("FLR", "FLR: Floor", languages=EVERY)
def floor(m, a):
    """The largest whole number not above the operand."""
    return m.floor(a)


@_rounding("CEIL", "CEIL: Ceiling")
def ceiling(m, a):
    """The smallest whole number not below the operand."""
    return m.ceil(a)


@_rounding("ROUND", "ROUND: Round to Nearest Integer")
def round_to_nearest(m, a):
    """The nearest whole number, ties to even."""
    return m.round_even(a)


@_rounding("TRUNC", "TRUNC: Truncate (Round Toward Zero)")
def truncate(m, a):
    """The operand without its fraction."""
    return m.trunc(a)


# Far beyond every array, and small enough that adding an offset to it cannot overflow.
MAX_ADDRESS = 2**23


@opcode(
    "ARL", Form.SCALAR, SCALAR, "ARL: Address Register Load",
    types=(SIGNED,), reads=FLOAT, modifiers=PLAIN, addresses=True,
    languages={ARB_VERTEX}, document="ARB_vertex_program",
)  # fmt: skip
def load_address(m, a):
    """The floor as an integer, within [-2^23, 2^23]; NaN gives -2^23."""
    return m.to_i32_within(m.floor(a), -MAX_ADDRESS, MAX_ADDRESS)
