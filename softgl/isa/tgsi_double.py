"""TGSI instructions on doubles: a vector is two of them, in xy and in zw, low word first.

Operands and results are the words. The formulas here take F64 lanes: IEEE binary64, rounded to the
nearest, with denormal numbers and one quiet NaN.
"""

from __future__ import annotations

from softgl.isa.table import TGSI, opcode, special
from softgl.isa.vocabulary import CLAMP, FLOAT, PLAIN, SIGNED, UNSIGNED, VECTOR, Form

# For instructions that neither text has; dumps contain them, and Gallium's later reference too.
LATER = "later TGSI"
_PAIRS = (0, 2)  # the first component of each double


def joined(m, words, first):
    """Returns the F64 lane of two words of a vector."""
    return m.from_bits(m.from_words(words[first], words[first + 1]))


def split(m, x):
    """Returns the two words of an F64 lane."""
    return list(m.words(m.bits(x)))


def _entry(name, count, title, document, **more):
    more = {"types": (UNSIGNED,), "modifiers": PLAIN, **more}
    return opcode(
        name, Form.VECTOR, VECTOR * count, f"{name}: {title}",
        languages=TGSI, document=document, **more,
    )  # fmt: skip


def _per_double(formula):
    """Returns a formula over vectors of words, made of one over doubles."""

    def of_vectors(m, *operands):
        doubles = [formula(m, *(joined(m, o, first) for o in operands)) for first in _PAIRS]
        return [word for x in doubles for word in split(m, x)]

    of_vectors.__doc__ = formula.__doc__
    return of_vectors


def _double(name, count, title, document="TGSI"):
    """Enters the decorated function, (m, *F64 lanes) -> F64 lane, for both doubles of a vector."""

    def enter(formula):
        _entry(name, count, title, document)(_per_double(formula))
        return formula

    return enter


# -- arithmetic ------------------------------------------------------------------------------------


@_double("DADD", 2, "Add")
def add(m, a, b):
    """The sums."""
    return a + b


@_double("DMUL", 2, "Multiply")
def multiply(m, a, b):
    """The products."""
    return a * b


@_double("DMAD", 3, "Multiply And Add")
def multiply_add(m, a, b, c):
    """a * b + c, rounded after the product and after the sum."""
    return a * b + c


@_double("DDIV", 2, "Divide")
def divide(m, a, b):
    """The quotients."""
    return a / b


@_double("DRCP", 1, "Reciprocal")
def reciprocal(m, a):
    """1/a, correctly rounded; infinite for zeros, with their sign."""
    return 1.0 / a


@_double("DSQRT", 1, "Square Root")
def square_root(m, a):
    """The square roots, correctly rounded; NaN below -0."""
    return m.sqrt(a)


@_double("DRSQ", 1, "Reciprocal Square Root", LATER)
def reciprocal_root(m, a):
    """1/sqrt(a), rounded twice; infinite for zeros, with their sign, and NaN below."""
    return 1.0 / m.sqrt(a)


# "max(x,y) (x > y) ? x : y" and "min(x,y) (x < y) ? x : y"
@_double("DMAX", 2, "Maximum")
def maximum(m, a, b):
    """The larger operands; the second if either is NaN or both are zeros."""
    return m.max(a, b)


@_double("DMIN", 2, "Minimum")
def minimum(m, a, b):
    """The smaller operands; the second if either is NaN or both are zeros."""
    return m.min(a, b)


@_double("DABS", 1, "Absolute", LATER)
def absolute(m, a):
    """The absolute values."""
    return abs(a)


@_double("DNEG", 1, "Negate", LATER)
def negate(m, a):
    """The operands negated."""
    return -a


@_double("DSSG", 1, "Set Sign", LATER)
def set_sign(m, a):
    """1 above zero, -1 below, else 0, for NaN too."""
    # Translations need this order: llvmpipe turns a choice between -1 and the constant 0 into -0.
    return m.select(a < 0.0, -1.0, m.select(a > 0.0, m.f64(1.0), 0.0))


# -- whole numbers and exponents -------------------------------------------------------------------


@_double("DFRAC", 1, "Fraction")
def fraction(m, a):
    """a - floor(a), which rounds to 1 just below 0; NaN for infinities."""
    return a - m.floor(a)


@_double("DFLR", 1, "Floor", LATER)
def floor(m, a):
    """The largest whole numbers not above the operand."""
    return m.floor(a)


@_double("DCEIL", 1, "Ceiling", LATER)
def ceiling(m, a):
    """The smallest whole numbers not below the operand."""
    return m.ceil(a)


@_double("DROUND", 1, "Round", LATER)
def round_to_nearest(m, a):
    """The nearest whole numbers, ties to even."""
    return m.round_even(a)


@_double("DTRUNC", 1, "Truncate", LATER)
def truncate(m, a):
    """The operands truncated."""
    return m.trunc(a)


_EXPONENT = 0x7FF << 52


def _parts(m, x):
    """Returns (f, e), F64 and I32: x = f * 2^e, |f| in [1/2, 1), or (x, 0) for 0, inf and NaN."""
    small = abs(x) < 2.0**-1022
    bits = m.unseen_bits(m.select(small, x * 2.0**54, x))
    exponent = m.low_half((bits & _EXPONENT) >> 52) - m.select(small, m.i32(1022 + 54), 1022)
    fraction = m.from_bits((bits & ~_EXPONENT) | (1022 << 52))
    usual = (abs(x) < float("inf")) & (x != 0.0)
    return m.select(usual, fraction, x), m.select(usual, exponent, 0)


@_double("DFRACEXP", 1, "Convert Number to Fractional and Integral Components")
def exponents(m, a):
    """d0 of DFRACEXP d0, d1, a: the exponents as doubles; 0 for zeros, infinities and NaN."""
    return m.to_f64(_parts(m, a)[1])


def fractions(m, a):
    """d1 of DFRACEXP d0, d1, a: the significands in [1/2, 1); a itself if 0 or not finite."""
    return _parts(m, a)[0]


special("DFRACEXP", "FRACTION", (UNSIGNED,))(_per_double(fractions))


def _power(m, exponent):
    """Returns 2 to the power of an I32 lane within [-1022, 1023]."""
    return m.from_bits(m.to_i64(exponent + 1023) << 52)


@_double("DLDEXP", 2, "Multiply Number by Integral Power of 2")
def scale(m, a, b):
    """a * 2^trunc(b), rounded once."""
    fraction, exponent = _parts(m, a)
    # Beyond these limits nothing changes; each half is a normal number, so that the first product
    # is exact.
    exponent = m.clamp(exponent + m.to_i32_within(b, -3000, 3000), -1200, 1200)
    half = exponent >> 1
    return fraction * _power(m, half) * _power(m, exponent - half)


# -- floats, by way of doubles ---------------------------------------------------------------------


def _float(name, count, title, **more):
    return opcode(
        name, Form.COMPONENT, VECTOR * count, f"{name}: {title}",
        modifiers=CLAMP, languages=TGSI, document=LATER, **more,
    )  # fmt: skip


@_float("LDEXP", 2, "Multiply Number by Integral Power of 2", reads=(None, SIGNED))
def scale_float(m, a, b):
    """a * 2^b for an integer b, rounded once."""
    # Beyond these limits nothing changes, and within them the product is exact.
    return m.to_f32(m.to_f64(a) * _power(m, m.clamp(b, -300, 300)))


@_float("FMA", 3, "Fused Multiply-Add")
def fused_multiply_add(m, a, b, c):
    """a * b + c, rounded once."""
    return m.fused(a, b, c)


# -- comparisons -----------------------------------------------------------------------------------


def _comparison(name, title, compare, words, document="TGSI"):
    def formula(m, a, b):
        masks = [compare(joined(m, a, first), joined(m, b, first)) for first in _PAIRS]
        return [m.select(mask, m.f32(1.0), 0.0) for mask in masks for _ in range(2)]

    # "dst.xy = src0.xy == src1.xy ? 1.0F : 0.0F": floats as those of SEQ, not doubles.
    formula.__doc__ = f"The float 1 in both components of a double where {words}, else 0."
    _entry(name, 2, title, document, gives=FLOAT, modifiers=CLAMP)(formula)


_comparison("DSEQ", "Set on Equal", lambda a, b: a == b, "the operands are equal")
_comparison("DSLT", "Set on Less than", lambda a, b: a < b, "the first is below the second")
_comparison("DSNE", "Set on Not Equal", lambda a, b: a != b, "the operands are not equal", LATER)
_comparison(
    "DSGE", "Set on Greater equal", lambda a, b: a >= b, "the first is not below the second", LATER
)


# -- conversions -----------------------------------------------------------------------------------


def _widening(name, title, type_, words):
    """Enters a conversion of x and y to doubles."""

    def formula(m, a):
        return [word for c in range(2) for word in split(m, m.to_f64(a[c]))]

    formula.__doc__ = f"x, {words}, as a double in x and y, and y as one in z and w."
    _entry(name, 1, title, LATER, reads=type_)(formula)


def _narrowing(name, title, type_, convert, words):
    """Enters a conversion of doubles to a 32-bit type, in x and y."""

    def formula(m, a):
        return [convert(m, joined(m, a, first)) for first in _PAIRS] * 2

    formula.__doc__ = f"The doubles as {words}, in x and y, and again in z and w."
    modifiers = CLAMP if type_ is FLOAT else PLAIN
    _entry(name, 1, title, LATER, gives=type_, modifiers=modifiers)(formula)


_widening("F2D", "Float to Double", FLOAT, "a float")
_widening("I2D", "Signed Integer to Double", SIGNED, "a signed integer")
_widening("U2D", "Unsigned Integer to Double", UNSIGNED, "an unsigned integer")
_narrowing("D2F", "Double to Float", FLOAT, lambda m, x: m.to_f32(x), "the nearest floats")
_narrowing(
    "D2I", "Double to Signed Integer", SIGNED, lambda m, x: m.to_i32(x),
    "signed integers, truncated and within their range; NaN gives 0",
)  # fmt: skip
_narrowing(
    "D2U", "Double to Unsigned Integer", UNSIGNED, lambda m, x: m.to_u32(x),
    "unsigned integers, truncated and within their range; NaN gives 0",
)  # fmt: skip
