"""The integer-only instructions, and the conversion from integers."""

from __future__ import annotations

from softgl.isa.sums import distance, distance_sum_flags
from softgl.isa.table import NV4, opcode
from softgl.isa.vocabulary import FLOAT, INTEGERS, SCALAR, UNSIGNED, VECTOR, Form


def _integer(name, sources, section, **more):
    return opcode(name, Form.COMPONENT, sources, section, types=INTEGERS, languages=NV4, **more)


@_integer("AND", VECTOR * 2, "AND: Bitwise AND")
def bitwise_and(m, a, b):
    """The bits set in both operands."""
    return a & b


@_integer("OR", VECTOR * 2, "OR: Bitwise Or")
def bitwise_or(m, a, b):
    """The bits set in either operand."""
    return a | b


@_integer("XOR", VECTOR * 2, "XOR: Exclusive Or")
def bitwise_xor(m, a, b):
    """The bits set in exactly one operand."""
    return a ^ b


@_integer("NOT", VECTOR, "NOT: Bitwise Not")
def bitwise_not(m, a):
    """The operand with every bit inverted."""
    return ~a


@_integer("SHL", VECTOR + SCALAR, "SHL: Shift Left")
def shift_left(m, a, count):
    """The operand shifted left by the count modulo 32, filled with zeros."""
    return a << count


@_integer("SHR", VECTOR + SCALAR, "SHR: Shift Right")
def shift_right(m, a, count):
    """The operand shifted right by the count modulo 32: S arithmetically, U logically."""
    return a >> count


@_integer("MOD", VECTOR + SCALAR, "MOD: Modulus")
def modulus(m, a, b):
    """The remainder, with the sign of the first operand; all ones where the second is 0."""
    return m.modulo(a, b)


@_integer(
    "SAD", VECTOR * 3, "SAD: Sum of Absolute Differences",
    gives=UNSIGNED, reads=(None, None, UNSIGNED), flags=distance_sum_flags,
)  # fmt: skip
def sum_of_absolute_differences(m, a, b, c):
    """The absolute difference of the first two operands plus the third, modulo 2^32."""
    return distance(m, a, b) + c


@_integer("I2F", VECTOR, "I2F: Integer to Float", gives=FLOAT)
def integer_to_float(m, a):
    """The nearest float, ties to even."""
    return m.to_f32(a)
