"""Inverse trigonometric and hyperbolic functions over lanes, made as those of `lane_math`.

The errors stated are of the whole function, measured against float64 by
`tests/lanes/test_angles.py`; a unit is one in the last place of the result.
"""

from __future__ import annotations

import math

from softgl.lanes.lane_math import exp2, log2, polynomial

LOG2_E = 1.4426950408889634
LN_2 = 0.6931471805599453
HALF_PI = math.pi / 2.0
_SIGN = 0x80000000


def _signed(m, magnitude, x):
    """`magnitude` with the sign of x."""
    return m.from_bits(m.unseen_bits(magnitude) ^ (m.unseen_bits(x) & _SIGN))


def _odd(m, x, square, coefficients):
    """x + x^3 * P(x^2)."""
    return m.fma(x * square, polynomial(m, square, coefficients), x)


_ASIN = (
    *(0.04231838509440422, 0.02409527637064457, 0.045486267656087875),
    *(0.07495181262493134, 0.16666755080223083),
)


def _arcsine(m, x):
    """For |x|: the mask of those above 1/2, and asin(|x|), or asin(sqrt((1 - |x|) / 2)) there."""
    magnitude = abs(x)
    far = magnitude > 0.5
    square = m.select(far, (1.0 - magnitude) * 0.5, magnitude * magnitude)
    return far, _odd(m, m.select(far, m.sqrt(square), magnitude), square, _ASIN)


def asin(m, x):
    """The angle in [-pi/2, pi/2] with the sine x, within 3 units; asin(+-0) = +-0.

    NaN for |x| > 1.
    """
    far, angle = _arcsine(m, x)
    return _signed(m, m.select(far, m.fma(angle, -2.0, HALF_PI), angle), x)


def acos(m, x):
    """The angle in [0, pi] with the cosine x, within 2 units; acos(1) = 0, NaN for |x| > 1."""
    far, angle = _arcsine(m, x)
    # acos(x) = pi/2 - asin(x) = 2 asin(sqrt((1 - x) / 2)) = pi - 2 asin(sqrt((1 + x) / 2)).
    double = angle * 2.0
    outer = m.select(x < 0.0, math.pi - double, double)
    return m.select(far, outer, HALF_PI - _signed(m, angle, x))


_ATAN = (
    *(-0.0018121555913239717, 0.010978777892887592, -0.031259261071681976),
    *(0.057998981326818466, -0.08403550088405609, 0.10951543599367142),
    *(-0.14264042675495148, 0.1999852955341339, -0.33333298563957214),
)


def atan(m, x):
    """The angle in [-pi/2, pi/2] with the tangent x, within 2 units; atan(+-0) = +-0."""
    magnitude = abs(x)
    steep = magnitude > 1.0
    x_or_inverse = m.select(steep, m.divide(m.f32(1.0), magnitude), magnitude)
    angle = _odd(m, x_or_inverse, x_or_inverse * x_or_inverse, _ATAN)
    return _signed(m, m.select(steep, HALF_PI - angle, angle), x)


def atan2(m, y, x):
    """The angle in [-pi, pi] of the point (x, y), within 2 units; with the sign of y.

    For zeros and infinities as IEEE 754 has it: atan2(+-0, -0) = +-pi, atan2(inf, inf) = pi/4.
    """
    across, up = abs(x), abs(y)
    steep = up > across
    # A NaN of either gets through: the second operand is the result of `min` and `max` with one.
    small, large = m.min(up, across), m.max(across, up)
    ratio = m.select(small == large, m.f32(1.0), m.divide(small, large))
    ratio = m.select(large == 0.0, small, ratio)
    angle = _odd(m, ratio, ratio * ratio, _ATAN)
    angle = m.select(steep, HALF_PI - angle, angle)
    left = m.as_i32(m.unseen_bits(x)) < 0
    return _signed(m, m.select(left, math.pi - angle, angle), y)


_SINH = (0.00020373340521473438, 0.008330270648002625, 0.1666671633720398)


def _half_power(m, magnitude):
    """e^|x| / 2, and 1 / (4 * that)."""
    half = exp2(m, m.fma(magnitude, LOG2_E, -1.0))
    return half, m.divide(m.f32(0.25), half)


def sinh(m, x):
    """The hyperbolic sine; relative error below 2^-23.5 * (1 + |x|), sinh(+-0) = +-0."""
    magnitude = abs(x)
    growing, falling = _half_power(m, magnitude)
    near = _odd(m, magnitude, magnitude * magnitude, _SINH)
    return _signed(m, m.select(magnitude < 1.0, near, growing - falling), x)


def cosh(m, x):
    """The hyperbolic cosine; relative error below 2^-23.5 * (1 + |x|), cosh(0) = 1."""
    growing, falling = _half_power(m, abs(x))
    return growing + falling


_TANH = (
    *(-0.00624284939840436, 0.02105071395635605, -0.0538475476205349),
    *(0.13332544267177582, -0.33333316445350647),
)


def tanh(m, x):
    """The hyperbolic tangent, within 2 units; tanh(+-0) = +-0."""
    magnitude = abs(x)
    power = exp2(m, magnitude * (2.0 * LOG2_E))
    far = 1.0 - m.divide(m.f32(2.0), power + 1.0)
    near = _odd(m, magnitude, magnitude * magnitude, _TANH)
    return _signed(m, m.select(magnitude < 0.55, near, far), x)


# Above it x * x + 1 and x * x - 1 are x * x.
_LARGE = 4096.0
_ASINH = (
    *(-0.013235362246632576, 0.028164513409137726, -0.04438309371471405),
    *(0.07498640567064285, -0.1666664332151413),
)


def _logarithm_of_sum(m, x, root):
    """ln(x + root), ln(2 * x) above `_LARGE`."""
    large = x > _LARGE
    sum_ = m.select(large, x, x + root)
    return (log2(m, sum_) + m.select(large, m.f32(1.0), 0.0)) * LN_2


def asinh(m, x):
    """The inverse of `sinh`, within 5 units; asinh(+-0) = +-0."""
    magnitude = abs(x)
    square = magnitude * magnitude
    near = _odd(m, magnitude, square, _ASINH)
    far = _logarithm_of_sum(m, magnitude, m.sqrt(square + 1.0))
    return _signed(m, m.select(magnitude < 0.5, near, far), x)


_ACOSH = (
    *(-0.00041323518962599337, 0.0017600682331249118, -0.005547869950532913),
    *(0.018746601417660713, -0.08333321660757065),
)


def acosh(m, x):
    """The inverse of `cosh` that is not negative, within 4 units; NaN for x < 1."""
    above = x - 1.0
    root = m.sqrt(above * 2.0)
    near = m.fma(root * above, polynomial(m, above, _ACOSH), root)
    far = _logarithm_of_sum(m, x, m.sqrt(above * (x + 1.0)))
    return m.select(above < 0.5, near, far)


_ATANH = (
    *(0.18177923560142517, 0.08241534978151321, 0.14669552445411682),
    *(0.1997818648815155, 0.33333730697631836),
)


def atanh(m, x):
    """The inverse of `tanh`, within 3 units; atanh(+-1) = +-inf, NaN beyond."""
    magnitude = abs(x)
    near = _odd(m, magnitude, magnitude * magnitude, _ATANH)
    far = log2(m, m.divide(1.0 + magnitude, 1.0 - magnitude)) * (LN_2 / 2.0)
    return _signed(m, m.select(magnitude < 0.5, near, far), x)
