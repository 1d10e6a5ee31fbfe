"""Elementary functions over lanes: our own polynomials, so that every machine gives the same bits.

Each function is a handful of float32 operations of the lane machine `m`, without a table, a branch
or libm. The coefficients are minimax fits, found by linear programming in float64 one coefficient
at a time: the lowest is rounded to float32 and the others are then fitted again. The errors stated
are of the whole function, measured against float64 by `tests/lanes/test_lane_math.py`.

Of NaN operands only this is used: a comparison with NaN is false, and arithmetic with NaN is NaN.
So `m.min(limit, x)` and `m.max(limit, x)`, the limit first, let NaN through.
"""

from __future__ import annotations

import math

# Adding this to a float below 2^22 in magnitude leaves the nearest integer in the low bits of its
# mantissa, ties to even; subtracting it again gives that integer as a float.
ROUNDER = 1.5 * 2.0**23


def rcp(m, x):
    """1/x, correctly rounded; rcp(+-0) = +-inf, rcp(+-inf) = +-0."""
    return m.divide(m.f32(1.0), x)


def rsqrt(m, x):
    """1/sqrt(x), within 1.5 units in the last place; rsqrt(+-0) = +-inf, rsqrt(x < 0) is NaN."""
    return m.divide(m.f32(1.0), m.sqrt(x))


def polynomial(m, x, coefficients):
    """The polynomial in x with these coefficients, of the highest power first: Horner's scheme."""
    total, *rest = coefficients
    for coefficient in rest:
        total = m.fma(x, total, coefficient)
    return total


_EXP2 = (
    *(0.00015326471475418657, 0.0013390806270763278, 0.009618505835533142, 0.05550359934568405),
    *(0.24022647738456726, 0.6931471824645996, 1.0),
)


def exp2(m, x):
    """2 to the power of x; relative error below 2^-23.4 where the result is a normal number.

    Exact for integers. From 128 on +inf; below -126 the result is rounded once more, to a denormal
    number, or to +0 from -150 down. NaN gives NaN.
    """
    # Beyond these limits nothing changes: 2^-151 rounds to 0 and 2^128 to inf.
    x = m.min(m.f32(128.0), m.max(m.f32(-151.0), x))
    # The low 9 bits of `shifted` are n + 254, where n is the integer nearest to x.
    shifted = x + (ROUNDER + 254.0)
    f = x - (shifted - (ROUNDER + 254.0))
    # 2^f on [-1/2, 1/2] with weight 2^-f; the fit's own error is 2^-28.3.
    power = polynomial(m, f, _EXP2)
    # 2^n in two halves, since n reaches from -151 to 128 and a float's exponent from -126 to 127.
    # The first product is exact, the second rounds once.
    exponent = m.unseen_bits(shifted)
    half = exponent >> 1
    power = power * m.from_bits(half << 23)
    return power * m.from_bits((exponent - half) << 23)


def _split(m, x, above):
    """x > 0, finite, as (e, f): x = f * 2^e with f in [above, 2 * above).

    `above` is 1 or less, given by its bits; e and f are lanes of F32. Other x give anything.
    """
    denormal = x < 2.0**-126
    bits = m.as_i32(m.unseen_bits(m.select(denormal, x * 2.0**23, x)))
    exponent = (bits - above) >> 23
    fraction = m.from_bits(m.as_u32(bits - (exponent << 23)))
    return m.to_f32(exponent) - m.select(denormal, m.f32(23.0), 0.0), fraction


_ONE_BITS = 0x3F800000
_ROOT_HALF_BITS = 0x3F3504F3  # of sqrt(1/2)


def split_exponent(m, x):
    """|x| as (e, f) with |x| = f * 2^e and f in [1, 2), lanes of F32.

    0 gives (-inf, 1), infinity (+inf, 1), NaN (NaN, NaN).
    """
    x = abs(x)
    exponent, fraction = _split(m, x, _ONE_BITS)
    exponent = m.select(x < math.inf, exponent, x)
    exponent = m.select(x == 0.0, -math.inf, exponent)
    return exponent, m.select((x > 0.0) & (x < math.inf), fraction, m.select(x == x, m.f32(1.0), x))


_LOG2 = (0.5974058508872986, 0.9615508913993835, 2.885390520095825)


def log2(m, x):
    """The logarithm of base 2; error below 2^-22.4 * max(1, |log2 x|).

    Exact for powers of two, denormal ones included. +-0 gives -inf, +inf gives +inf; numbers below
    zero and NaN give NaN.
    """
    exponent, fraction = _split(m, x, _ROOT_HALF_BITS)
    # log2((1 + s) / (1 - s)) is odd in s, and |s| < 0.172; the fit's own relative error is 2^-22.7.
    # The division costs less than the terms more that a series in `fraction` needs (measured).
    s = (fraction - 1.0) / (fraction + 1.0)
    square = s * s
    result = m.fma(polynomial(m, square, _LOG2), s, exponent)
    result = m.select(x < math.inf, result, x)
    result = m.select(x < 0.0, math.nan, result)
    return m.select(x == 0.0, -math.inf, result)


def pow(m, x, y):
    """x to the power of y as exp2(y * log2(x)), and 1 for y = 0, whatever x is.

    The product is that of programs. So NaN for x < 0 (unless y is 0); 0 to a positive power is 0,
    to a negative one +inf.
    """
    return m.select(y == 0.0, 1.0, exp2(m, m.product(y, log2(m, x))))


# The float below pi, and what it lacks: the difference to the first part's product is exact. Both
# parts have a sign, so that a zero keeps its own.
_PI_PARTS = (3.141592502593994, 1.509957990978376432e-7)
_SINE = (
    *(2.593088765934226e-6, -0.00019803417671937495, 0.008332972414791584),
    *(-0.16666655242443085, 1.0),
)


def _sine(m, x, turns, parity):
    """(-1)^parity * sin(x - turns * pi), for |x - turns * pi| up to 1.6 or so."""
    turns = -turns
    for part in _PI_PARTS:
        x = m.fma(turns, part, x)
    # sin(x) on [-1.6, 1.6] as x * (1 + x^2 * ...); the fit's own error is 2^-27.3.
    series = polynomial(m, x * x, _SINE)
    # The limits matter where rounding leads beyond 1, and where x was too large to be reduced.
    sine = m.min(m.f32(1.0), m.max(m.f32(-1.0), series * x))
    return m.from_bits(m.unseen_bits(sine) ^ (parity << 31))


def sin(m, x):
    """The sine of x radians; absolute error below 2^-22.6 for |x| up to 10^6.

    Beyond, the error grows, and from 10^7 on the result is some number in [-1, 1]. sin(+-0) = +-0;
    infinities and NaN give NaN.
    """
    shifted = m.fma(x, 1.0 / math.pi, ROUNDER)
    return _sine(m, x, shifted - ROUNDER, m.unseen_bits(shifted))


def cos(m, x):
    """The cosine of x radians, by the same means and with the same errors as `sin`; cos(0) = 1."""
    # cos(x) = (-1)^(n+1) * sin(x - (n + 1/2) pi), and n + 1 stands in the low bits.
    shifted = m.fma(x, 1.0 / math.pi, -0.5) + (ROUNDER + 1.0)
    return _sine(m, x, shifted - (ROUNDER + 1.0) + 0.5, m.unseen_bits(shifted))
