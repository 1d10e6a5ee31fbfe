"""The arithmetic of each instruction, from the specifications' pseudocode, one value at a time.

Floats are numpy.float32 scalars, so that every step rounds; integers are Python ints, in the range
of their type. Where a result is undefined, docs/undefined.md decides.
"""

from __future__ import annotations

import math
import operator
from fractions import Fraction

import numpy as np

f32 = np.float32
ZERO, ONE = f32(0), f32(1)
LOWEST = {"S": -(2**31), "U": 0}
HIGHEST = {"S": 2**31 - 1, "U": 2**32 - 1}
QUIET_NAN = 0x7FC00000


def wrap(value: int, type_: str) -> int:
    """An integer modulo 2^32, in the range of its type."""
    value &= 0xFFFFFFFF
    return value - 2**32 if type_ == "S" and value >= 2**31 else value


def from_bits(bits: int, type_: str):
    """A register's bits, read as a type."""
    return np.array(bits, np.uint32).view(f32)[()] if type_ == "F" else wrap(bits, type_)


def to_bits(value, type_: str) -> int:
    """A value's bits; all NaNs are the same."""
    if type_ != "F":
        return value & 0xFFFFFFFF
    return QUIET_NAN if np.isnan(value) else int(f32(value).view(np.uint32))


def to_integer(x, type_: str) -> int:
    """NV_gpu_program4, issue 41: "out-of-range values are clamped"."""
    if np.isnan(x):
        return 0
    if np.isinf(x):
        return (HIGHEST if x > 0 else LOWEST)[type_]
    return min(max(int(x), LOWEST[type_]), HIGHEST[type_])


def rounded(function):
    """CEIL FLR ROUND TRUNC: a float, or converted to the instruction's type."""

    def run(type_, x):
        return function(x) if type_ == "F" else to_integer(function(x), type_)

    return run


def plain(function):
    """A formula that reads the same for all types; integers wrap."""

    def run(type_, *operands):
        value = function(*operands)
        return value if type_ == "F" else wrap(value, type_)

    return run


def set_on(function):
    """SEQ and its family: 1.0, or all bits."""

    def run(type_, *operands):
        true = ONE if type_ == "F" else wrap(-1, type_)
        return true if function(*operands) else true * 0

    return run


def fused(a, b, c):
    """a b + c rounded once: the multiple of the last place that is nearest to the exact number."""
    if a == 0 or b == 0:
        return a * b + c  # which has a rule of its own in some languages
    wide = float(a) * float(b) + float(c)
    if wide == 0 or not np.isfinite([a, b, c]).all():
        return f32(wide)
    exact = Fraction(float(a)) * Fraction(float(b)) + Fraction(float(c))
    exponent = exact.numerator.bit_length() - exact.denominator.bit_length()
    last_place = Fraction(2) ** max(exponent - 23, -149)
    return f32(math.copysign(float(round(exact / last_place) * last_place), wide))


def divide(type_, a, b):
    if type_ == "F":
        return a / b
    if b == 0:
        return wrap(-1, type_)
    return wrap(abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1), type_)


def modulus(type_, a, b):
    if b == 0:
        return wrap(-1, type_)
    return wrap(abs(a) % abs(b) * (-1 if a < 0 else 1), type_)


def fraction(_, x):
    """FRC: below 1 always."""
    result = x - np.floor(x)
    return f32(1 - 2.0**-24) if result == 1 else result


def sign(_, x):
    if np.isnan(x):
        return x
    return f32(int(x > 0) - int(x < 0))


def integer_to_float(type_, x):
    # The significand of a double holds the integer, so there is one rounding.
    return f32(float(x))


def multiply_high(type_, a, b):
    return wrap((a * b) >> 32, type_)


COMPONENT = {
    "ABS": plain(abs),
    "ADD": plain(operator.add),
    "AND": plain(operator.and_),
    "CEIL": rounded(np.ceil),
    "CMP": plain(lambda a, b, c: b if a < 0 else c),
    "DIV": divide,
    "FLR": rounded(np.floor),
    "FRC": fraction,
    "I2F": integer_to_float,
    "LRP": plain(lambda a, b, c: a * b + (ONE - a) * c),
    "MAD": plain(lambda a, b, c: a * b + c),
    "MAX": plain(lambda a, b: a if a > b else b),
    "MIN": plain(lambda a, b: b if a > b else a),
    "MOD": modulus,
    "MOV": plain(lambda a: a),
    "MUL": plain(operator.mul),
    "NOT": plain(lambda a: ~a),
    "OR": plain(operator.or_),
    "ROUND": rounded(np.rint),
    "SAD": lambda _, a, b, c: wrap(abs(a - b) + c, "U"),
    "SEQ": set_on(operator.eq),
    "SFL": set_on(lambda a, b: False),
    "SGE": set_on(operator.ge),
    "SGT": set_on(operator.gt),
    "SHL": plain(lambda a, b: a << (b % 32)),
    "SHR": plain(lambda a, b: a >> (b % 32)),
    "SLE": set_on(operator.le),
    "SLT": set_on(operator.lt),
    "SNE": set_on(operator.ne),
    "SSG": sign,
    "STR": set_on(lambda a, b: True),
    "SUB": plain(operator.sub),
    "SWZ": plain(lambda a: a),
    "TRUNC": rounded(np.trunc),
    "XOR": plain(operator.xor),
}


# What fragment programs compute otherwise: a sum is rounded together with a product that it adds.
FRAGMENT_COMPONENT = COMPONENT | {
    "LRP": plain(lambda a, b, c: fused(a, b, (ONE - a) * c)),
    "MAD": lambda type_, a, b, c: fused(a, b, c) if type_ == "F" else wrap(a * b + c, type_),
}


# Instructions that mix components


def in_turn(a, b, c):
    """a b + c, each rounded."""
    return a * b + c


def dot(a, b, count, add=in_turn):
    """The sum of products, from left to right; add : adds one to the sum so far."""
    total = a[0] * b[0]
    for i in range(1, count):
        total = add(a[i], b[i], total)
    return total


def cross(a, b):
    x = a[1] * b[2] - a[2] * b[1]
    y = a[2] * b[0] - a[0] * b[2]
    z = a[0] * b[1] - a[1] * b[0]
    return [x, y, z, ONE]


def reflect(axis, direction, add):
    scale = f32(2) * dot(axis, direction, 3, add)
    scale = scale / dot(axis, axis, 3, add)
    return [add(scale, axis[i], -direction[i]) for i in range(3)] + [ONE]


def transform(a, b, c, add):
    x = add(b[1], c[1], add(b[0], c[0], a[0]))
    y = add(b[1], c[3], add(b[0], c[2], a[1]))
    return [x, y, x, y]


def _vector(add):
    return {
        "DP2": lambda a, b: [dot(a, b, 2, add)] * 4,
        "DP2A": lambda a, b, c: [dot(a, b, 2, add) + c[0]] * 4,
        "DP3": lambda a, b: [dot(a, b, 3, add)] * 4,
        "DP4": lambda a, b: [dot(a, b, 4, add)] * 4,
        "DPH": lambda a, b: [dot(a, b, 3, add) + b[3]] * 4,
        "DST": lambda a, b: [ONE, a[1] * b[1], a[2], b[3]],
        "RFL": lambda a, b: reflect(a, b, add),
        "X2D": lambda a, b, c: transform(a, b, c, add),
        "XPD": cross,
    }


VECTOR, FRAGMENT_VECTOR = _vector(in_turn), _vector(fused)


# Packing: the bits of the result, and the floats of an operand's bits


def pack_half(v):
    """IEEE half floats, rounded to nearest even."""
    halves = [np.float16(x) for x in v[:2]]
    bits = [0x7E00 if np.isnan(h) else int(h.view(np.uint16)) for h in halves]
    return bits[0] | bits[1] << 16


def pack_fixed(v, bits, scale, bias, low):
    """`round(scale * x + bias)` for each x clamped to [low, 1]; NaN counts as `low`."""
    word = 0
    for i, x in enumerate(v[: 32 // bits]):
        if np.isnan(x):
            x = f32(low)
        x = min(max(x, f32(low)), ONE)
        word |= int(np.rint(f32(scale) * x + f32(bias))) << bits * i
    return word


PACK = {
    "PK2H": pack_half,
    "PK2US": lambda v: pack_fixed(v, 16, 65535, 0, 0),
    "PK4B": lambda v: pack_fixed(v, 8, 127, 128, f32(-128) / f32(127)),
    "PK4UB": lambda v: pack_fixed(v, 8, 255, 0, 0),
}


def unpack_half(bits):
    x, y = (f32(np.array(bits >> s & 0xFFFF, np.uint16).view(np.float16)[()]) for s in (0, 16))
    return [x, y, x, y]


def unpack_short(bits):
    x, y = (f32(bits >> s & 0xFFFF) / f32(65535) for s in (0, 16))
    return [x, y, x, y]


UNPACK = {
    "UP2H": unpack_half,
    "UP2US": unpack_short,
    "UP4B": lambda bits: [f32((bits >> 8 * i & 255) - 128) / f32(127) for i in range(4)],
    "UP4UB": lambda bits: [f32(bits >> 8 * i & 255) / f32(255) for i in range(4)],
}


def sum_flags(minuend: int, subtrahend: int, subtract: bool) -> tuple[bool, bool]:
    """(overflow, carry) of a 32-bit sum or difference of bits.

    NV_gpu_program4, 2.X.4.3: the signed result is not representable; the unsigned sum is not
    representable, or the unsigned difference is not negative.
    """
    signed = [wrap(v, "S") for v in (minuend, subtrahend)]
    unsigned = [wrap(v, "U") for v in (minuend, subtrahend)]
    if subtract:
        exact, carry = signed[0] - signed[1], unsigned[0] >= unsigned[1]
    else:
        exact, carry = signed[0] + signed[1], sum(unsigned) > 2**32 - 1
    return not -(2**31) <= exact < 2**31, carry
