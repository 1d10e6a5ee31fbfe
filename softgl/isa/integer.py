"""The instructions that only integers have, and the conversion from integers."""

from __future__ import annotations

from softgl.isa.sums import distance, distance_sum_flags
from softgl.isa.table import NV4, Form, opcode


def _integer(name, sources, section, **more):
    return opcode(name, Form.COMPONENT, sources, section, types="SU", languages=NV4, **more)


@_integer("AND", "VV", "AND: Bitwise AND")
def bitwise_and(m, a, b):
    """The bits that both operands have."""
    return a & b


@_integer("OR", "VV", "OR: Bitwise Or")
def bitwise_or(m, a, b):
    """The bits that either operand has."""
    return a | b


@_integer("XOR", "VV", "XOR: Exclusive Or")
def bitwise_xor(m, a, b):
    """The bits that one operand has and the other has not."""
    return a ^ b


@_integer("NOT", "V", "NOT: Bitwise Not")
def bitwise_not(m, a):
    """The bits that the operand has not."""
    return ~a


@_integer("SHL", "VS", "SHL: Shift Left")
def shift_left(m, a, count):
    """The bits moved up by the count modulo 32; zeros follow."""
    return a << count


@_integer("SHR", "VS", "SHR: Shift Right")
def shift_right(m, a, count):
    """The bits moved down by the count modulo 32; copies of the sign (unsigned: zeros) follow."""
    return a >> count


@_integer("MOD", "VS", "MOD: Modulus")
def modulus(m, a, b):
    """The remainder, with the sign of the first operand; all ones where the second is 0."""
    return m.modulo(a, b)


@_integer(
    "SAD", "VVV", "SAD: Sum of Absolute Differences",
    result="U", operand="**U", flags=distance_sum_flags,
)  # fmt: skip
def sum_of_absolute_differences(m, a, b, c):
    """The distance between the first two operands, plus the third, modulo 2^32."""
    return distance(m, a, b) + c


@_integer("I2F", "V", "I2F: Integer to Float", result="F")
def integer_to_float(m, a):
    """The nearest float, of two the even one."""
    return m.to_f32(a)
