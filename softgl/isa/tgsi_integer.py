"""TGSI instructions on integers; each mnemonic implies the type.

Comparisons, those of floats (F...) too, give masks: all bits set or none.
"""

from __future__ import annotations

import operator

from softgl.isa.table import NV4_FRAGMENT, TGSI, opcode, share
from softgl.isa.vocabulary import CLAMP, FLOAT, PLAIN, SIGNED, UNSIGNED, VECTOR, Form
from softgl.lanes.types import I32, U32

COMPONENT = Form.COMPONENT

share(TGSI, NV4_FRAGMENT, "AND NOT OR SAD XOR", modifiers=PLAIN)
# The seed has one count, or divisor, for all components; the reference one per component.
share(TGSI, NV4_FRAGMENT, "MOD SHL", sources=VECTOR * 2, modifiers=PLAIN)
share(TGSI, NV4_FRAGMENT, "I2F", modifiers=CLAMP)


def _entry(name, count, title, type_, **more):
    """Registers an instruction of one integer type with `count` operands."""
    more = {"modifiers": PLAIN, **more}
    return opcode(
        name, COMPONENT, VECTOR * count, f"{name}: {title}",
        types=(type_,), languages=TGSI, document="TGSI", **more,
    )  # fmt: skip


# -- conversions -----------------------------------------------------------------------------------


@_entry("U2F", 1, "Unsigned Integer To Float", UNSIGNED, gives=FLOAT, modifiers=CLAMP)
def unsigned_to_float(m, a):
    """The nearest float, ties to even."""
    return m.to_f32(a)


@_entry("F2I", 1, "Float to Signed Integer", SIGNED, reads=FLOAT)
def float_to_signed(m, a):
    """The float truncated and clamped to the integer range; NaN gives 0."""
    return m.to_i32(a)


@_entry("F2U", 1, "Float to Unsigned Integer", UNSIGNED, reads=FLOAT)
def float_to_unsigned(m, a):
    """The float truncated and clamped to the integer range; NaN gives 0."""
    return m.to_u32(a)


# -- arithmetic ------------------------------------------------------------------------------------


@_entry("UADD", 2, "Integer Add", UNSIGNED)
def add(m, a, b):
    """The sum modulo 2^32."""
    return a + b


@_entry("UMUL", 2, "Integer Multiply", UNSIGNED)
def multiply(m, a, b):
    """The low 32 bits of the product."""
    return a * b


@_entry("UMAD", 3, "Integer Multiply And Add", UNSIGNED)
def multiply_add(m, a, b, c):
    """a * b + c modulo 2^32."""
    return a * b + c


@_entry("IMUL_HI", 2, "Signed Integer Multiply High Bits", SIGNED)
def multiply_high_signed(m, a, b):
    """The upper 32 bits of the 64-bit product."""
    return m.mul_high(a, b)


@_entry("UMUL_HI", 2, "Unsigned Integer Multiply High Bits", UNSIGNED)
def multiply_high_unsigned(m, a, b):
    """The upper 32 bits of the 64-bit product."""
    return m.mul_high(a, b)


@_entry("IDIV", 2, "Signed Integer Division", SIGNED)
def divide_signed(m, a, b):
    """The truncated quotient; all ones where the divisor is 0."""
    return a / b


@_entry("UDIV", 2, "Unsigned Integer Division", UNSIGNED)
def divide_unsigned(m, a, b):
    """The truncated quotient; all ones where the divisor is 0."""
    return a / b


@_entry("UMOD", 2, "Unsigned Integer Remainder", UNSIGNED)
def modulus(m, a, b):
    """The remainder; all ones where the divisor is 0."""
    return m.modulo(a, b)


@_entry("INEG", 1, "Integer Negate", SIGNED)
def negate(m, a):
    """The operand negated; the least integer stays itself."""
    return -a


@_entry("IABS", 1, "Integer Absolute Value", SIGNED)
def absolute(m, a):
    """The absolute value; the least integer stays itself."""
    return abs(a)


@_entry("ISSG", 1, "Integer Set Sign", SIGNED)
def set_sign(m, a):
    """1 above zero, -1 below, 0 for 0."""
    return m.select(a < 0, m.i32(-1), m.select(a > 0, m.i32(1), 0))


def _extremes(letter, type_, words):
    @_entry(f"{letter}MAX", 2, f"Maximum of {words} Integers", type_)
    def maximum(m, a, b):
        """The larger operand."""
        return m.max(a, b)

    @_entry(f"{letter}MIN", 2, f"Minimum of {words} Integers", type_)
    def minimum(m, a, b):
        """The smaller operand."""
        return m.min(a, b)


_extremes("I", SIGNED, "Signed")
_extremes("U", UNSIGNED, "Unsigned")


# "The shift count is masked with 0x1f before the shift is applied.", as every machine does.
@_entry("ISHR", 2, "Arithmetic Shift Right (of Signed Integer)", SIGNED)
def shift_right_signed(m, a, count):
    """The operand shifted right by the count modulo 32, filled with the sign."""
    return a >> count


@_entry("USHR", 2, "Logical Shift Right", UNSIGNED)
def shift_right_unsigned(m, a, count):
    """The operand shifted right by the count modulo 32, filled with zeros."""
    return a >> count


# -- comparisons -----------------------------------------------------------------------------------


@_entry("UCMP", 3, "Integer Conditional Move", UNSIGNED)
def choose(m, a, b, c):
    """The second operand where the first is not 0, else the third."""
    return m.select(a != 0, b, c)


def _comparison(name, title, type_, compare, words):
    result = I32 if type_ is SIGNED else U32

    def formula(m, a, b):
        return m.select(compare(a, b), m.lane(-1, result), 0)

    formula.__doc__ = f"All ones where {words}, else 0."
    if type_ is FLOAT:
        _entry(name, 2, title, UNSIGNED, reads=FLOAT)(formula)
    else:
        _entry(name, 2, title, type_)(formula)


_LESS = ("Set On Less Than", operator.lt, "the first operand is below the second")
_NOT_LESS = ("Set On Greater Equal Than", operator.ge, "the first operand is not below the second")
_EQUAL = ("Set On Equal", operator.eq, "the operands are equal")
_UNEQUAL = ("Set On Not Equal", operator.ne, "the operands are not equal")
for _name, _kind, _type, (_title, _compare, _words) in (
    ("FSLT", "Float", FLOAT, _LESS),
    ("ISLT", "Signed Integer", SIGNED, _LESS),
    ("USLT", "Unsigned Integer", UNSIGNED, _LESS),
    ("FSGE", "Float", FLOAT, (*_NOT_LESS[:2], _NOT_LESS[2] + " and neither is NaN")),
    ("ISGE", "Signed Integer", SIGNED, _NOT_LESS),
    ("USGE", "Unsigned Integer", UNSIGNED, _NOT_LESS),
    ("FSEQ", "Float", FLOAT, _EQUAL),
    ("USEQ", "Integer", UNSIGNED, _EQUAL),
    ("FSNE", "Float", FLOAT, (*_UNEQUAL[:2], _UNEQUAL[2] + ", so also where one is NaN")),
    ("USNE", "Integer", UNSIGNED, _UNEQUAL),
):
    _comparison(_name, f"{_kind} {_title}", _type, _compare, _words)


# -- bit fields ------------------------------------------------------------------------------------


def _extracted(m, value, offset, bits):
    """Returns the bit field as the pseudocode of IBFE and UBFE has it; they differ only in >>."""
    offset, bits = offset & 0x1F, bits & 0x1F
    within = (value << (32 - offset - bits)) >> (32 - bits)
    found = m.select(bits + offset < 32, within, value >> offset)
    return m.select(bits == 0, 0, found)


@_entry("IBFE", 3, "Signed Bitfield Extract", SIGNED)
def extract_signed(m, value, offset, bits):
    """The bit field at `offset` of `bits` bits, sign-extended; both operands count modulo 32."""
    return _extracted(m, value, offset, bits)


@_entry("UBFE", 3, "Unsigned Bitfield Extract", UNSIGNED)
def extract_unsigned(m, value, offset, bits):
    """The bit field at `offset` of `bits` bits; both operands count modulo 32."""
    return _extracted(m, value, offset, bits)


@_entry("BFI", 4, "Bitfield Insert", UNSIGNED)
def insert(m, base, inserted, offset, bits):
    """The first operand with the low bits of the second inserted; offset and bits modulo 32."""
    mask = ((m.u32(1) << bits) - 1) << offset
    return ((inserted << offset) & mask) | (base & ~mask)


@_entry("BREV", 1, "Bitfield Reverse", UNSIGNED)
def reverse(m, a):
    """The bits in the opposite order."""
    for width, mask in ((1, 0x55555555), (2, 0x33333333), (4, 0x0F0F0F0F), (8, 0x00FF00FF)):
        a = ((a >> width) & mask) | ((a & mask) << width)
    return (a >> 16) | (a << 16)


def _count(m, a):
    """Returns the number of set bits of a U32 lane."""
    a = a - ((a >> 1) & 0x55555555)
    a = (a & 0x33333333) + ((a >> 2) & 0x33333333)
    return (((a + (a >> 4)) & 0x0F0F0F0F) * 0x01010101) >> 24


def _highest(m, a):
    """Returns the number of the highest set bit of a U32 lane; -1 if none is set."""
    for width in (1, 2, 4, 8, 16):
        a = a | (a >> width)
    return m.as_i32(_count(m, a)) - 1


@_entry("POPC", 1, "Population Count", UNSIGNED)
def count_bits(m, a):
    """The number of set bits."""
    return _count(m, a)


@_entry("LSB", 1, "Index of lowest set bit", UNSIGNED, gives=SIGNED)
def lowest_bit(m, a):
    """The number of the lowest set bit; -1 if none is set."""
    return m.select(a == 0, m.i32(-1), m.as_i32(_count(m, (a & -a) - 1)))


@_entry("IMSB", 1, "Index of highest non-sign bit", SIGNED)
def highest_bit_signed(m, a):
    """The number of the highest bit that differs from the sign; -1 if none does."""
    return _highest(m, m.as_u32(m.select(a < 0, ~a, a)))


@_entry("UMSB", 1, "Index of highest set bit", UNSIGNED, gives=SIGNED)
def highest_bit(m, a):
    """The number of the highest set bit; -1 if none is set."""
    return _highest(m, a)
