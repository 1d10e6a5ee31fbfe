"""The instructions with approximate results by a specification, as intervals of floats.

The middle is computed in double precision; ARB_vertex_program asks for about one part in 10^5,
softgl promises 22 bits, and these intervals are a little wider than that promise.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from tests.reference.arithmetic import ONE, ZERO, dot, f32, fraction

RELATIVE = 2.0**-21
NAN = f32("nan")
INFINITY = f32("inf")


@dataclass(frozen=True)
class Interval:
    """Some float between two doubles, ends included."""

    low: float
    high: float

    def holds(self, value) -> bool:
        """True if a float32 lies between the floats nearest to the ends."""
        with np.errstate(over="ignore"):
            return bool(f32(self.low) <= value <= f32(self.high))

    def clamped(self, low, high) -> Interval:
        return Interval(min(max(self.low, low), high), min(max(self.high, low), high))


def about(value, relative=RELATIVE, absolute=0.0) -> Interval:
    error = abs(value) * relative + absolute
    return Interval(value - error, value + error)


def reciprocal(x):
    if x == 0 or not np.isfinite(x):
        return ONE / x
    return about(1 / float(x))


def clamped_reciprocal(x):
    if np.isnan(x):
        return x
    if x == 0 or np.isinf(x):
        return f32(math.copysign(2.0 ** (64 if x == 0 else -64), x))
    size = about(abs(1 / float(x))).clamped(2.0**-64, 2.0**64)
    return size if x > 0 else Interval(-size.high, -size.low)


def reciprocal_root(x):
    if x < 0 or np.isnan(x):
        return NAN
    if x == 0:
        return f32(math.copysign(math.inf, x))
    return ZERO if np.isinf(x) else about(1 / math.sqrt(float(x)))


def log2(x):
    if x < 0 or np.isnan(x):
        return NAN
    if x == 0:
        return -INFINITY
    if np.isinf(x):
        return x
    value = math.log2(float(x))
    return about(value, absolute=RELATIVE)


def two_to(low, high) -> Interval:
    ends = [math.inf if y > 1020 else 0.0 if y < -1070 else 2.0**y for y in (low, high)]
    # A result below the normal range is off by a unit in its last place all the same.
    return Interval(ends[0] * (1 - RELATIVE) - 2.0**-149, ends[1] * (1 + RELATIVE) + 2.0**-149)


def exp2(x):
    if np.isnan(x):
        return x
    if np.isinf(x):
        return x if x > 0 else ZERO
    return two_to(float(x), float(x))


def power(a, b):
    """ApproxExp2(b * ApproxLog2(a)); the error of the logarithm grows with b."""
    if b == 0:
        return ONE
    if a == 1:
        return ONE + ZERO * b  # the logarithm is 0, which may win
    if np.isnan(a) or np.isnan(b) or a < 0:
        return NAN
    if a == 0 or np.isinf(a):
        return INFINITY if (b > 0) == (a > 0) else ZERO
    if np.isinf(b):
        return INFINITY if (b > 0) == (a > 1) else ZERO
    y = float(b) * math.log2(float(a))
    error = abs(float(b)) * RELATIVE * max(1.0, abs(math.log2(float(a)))) + abs(y) * RELATIVE
    return two_to(y - error, y + error)


def circular(function):
    def run(x):
        if not np.isfinite(x):
            return NAN
        if abs(x) > 10000:
            return Interval(-1.0, 1.0)
        return about(function(float(x)), absolute=RELATIVE).clamped(-1.0, 1.0)

    return run


sine, cosine = circular(math.sin), circular(math.cos)


def lighting(v):
    x = ZERO if v[0] < 0 else v[0]
    y = ZERO if v[1] < 0 else v[1]
    limit = f32(128 - 1 / 256)
    w = -limit if v[3] < -limit else limit if v[3] > limit else v[3]
    return [ONE, x, power(y, w) if x > 0 else ZERO, ONE]


def rough_exp(t):
    if np.isnan(t):
        return [t, t, t, ONE]
    if np.isinf(t):
        return [exp2(t), NAN, exp2(t), ONE]
    whole = math.floor(float(t))
    power_of_two = math.ldexp(1.0, max(min(whole, 1000), -1000))
    return [f32(power_of_two), fraction("F", t), exp2(t), ONE]


def rough_log(t):
    t = abs(t)
    if np.isnan(t):
        return [t, t, t, ONE]
    if t == 0 or np.isinf(t):
        return [log2(t), ONE, log2(t), ONE]
    significand, exponent = math.frexp(float(t))
    return [f32(exponent - 1), f32(2 * significand), log2(t), ONE]


def normalize(v):
    square = dot(v, v, 3)
    if square == 0 or not np.isfinite(square):
        scale = ZERO if np.isinf(square) else ONE / square
        return [x * scale for x in v[:3]] + [ONE]
    scale = 1 / math.sqrt(float(square))
    return [about(float(x) * scale, 2 * RELATIVE, 2.0**-149) for x in v[:3]] + [ONE]


def _all(function):
    return lambda *operands: [function(*(operand[0] for operand in operands))] * 4


APPROXIMATE = {
    "COS": _all(cosine),
    "EX2": _all(exp2),
    "EXP": lambda t: rough_exp(t[0]),
    "LG2": _all(log2),
    "LIT": lighting,
    "LOG": lambda t: rough_log(t[0]),
    "NRM": normalize,
    "POW": _all(power),
    "RCC": _all(clamped_reciprocal),
    "RCP": _all(reciprocal),
    "RSQ": _all(reciprocal_root),
    "SCS": lambda t: [cosine(t[0]), sine(t[0]), ZERO, ONE],
    "SIN": _all(sine),
}
