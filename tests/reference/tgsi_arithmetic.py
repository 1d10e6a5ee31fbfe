"""The arithmetic of each TGSI instruction, from its two documents; nothing of softgl is used.

A formula takes and gives values: float32 scalars, Python ints in the range of their type, or
Python floats for doubles. Approximate results are intervals.
"""

from __future__ import annotations

import math
import operator

import numpy as np

from tests.reference import approximate, arithmetic
from tests.reference.arithmetic import (
    ONE,
    PACK,
    UNPACK,
    ZERO,
    divide,
    dot,
    f32,
    fused,
    in_turn,
    modulus,
    to_integer,
    wrap,
)

# -- floats, one component at a time ---------------------------------------------------------------


def smaller(a, b):
    """ "min(x,y) (x < y) ? x : y"."""
    return a if a < b else b


def larger(a, b):
    """ "max(x,y) (x > y) ? x : y"."""
    return a if a > b else b


def clamp(x, low, high):
    """ "clamp(x,y,z) (x < y) ? y : (x > z) ? z : x"."""
    return low if x < low else high if x > high else x


def sign(x):
    return f32(1) if x > 0 else f32(-1) if x < 0 else f32(0)


def fraction(x):
    return x - np.floor(x)


def truth(compare):
    return lambda a, b: ONE if compare(a, b) else ZERO


FLOAT = {
    "ABS": abs,
    "ADD": operator.add,
    "CEIL": np.ceil,
    "CLAMP": clamp,
    "DIV": operator.truediv,
    "FLR": np.floor,
    "FMA": fused,
    "FRC": fraction,
    "LRP": lambda a, b, c: a * b + (ONE - a) * c,
    "MAD": in_turn,
    "MAX": larger,
    "MIN": smaller,
    "MUL": operator.mul,
    "ROUND": np.rint,
    "SEQ": truth(operator.eq),
    "SFL": truth(lambda a, b: False),
    "SGE": truth(operator.ge),
    "SGT": truth(operator.gt),
    "SLE": truth(operator.le),
    "SLT": truth(operator.lt),
    "SNE": truth(operator.ne),
    "SSG": sign,
    "STR": truth(lambda a, b: True),
    "SUB": operator.sub,
    "TRUNC": np.trunc,
}

# -- floats, whole vectors -------------------------------------------------------------------------

_ROOT = {"SQRT": lambda a: [np.sqrt(a[0])] * 4}
VECTOR = arithmetic.VECTOR | _ROOT

# -- floats of fragments ---------------------------------------------------------------------------

# A sum is rounded together with a product that it adds.
FRAGMENT_FLOAT = FLOAT | {"LRP": lambda a, b, c: fused(a, b, (ONE - a) * c), "MAD": fused}
FRAGMENT_VECTOR = arithmetic.FRAGMENT_VECTOR | _ROOT

# -- what is approximated --------------------------------------------------------------------------


def exponential_parts(t):
    values = approximate.rough_exp(t[0])
    return [values[0], fraction(t[0]), *values[2:]]


def lighting(v):
    y, w = larger(v[1], ZERO), clamp(v[3], f32(-128), f32(128))
    power = approximate.power(y, w) if v[0] > 0 else ZERO
    return [ONE, larger(v[0], ZERO), power, ONE]


def normalized(v):
    """As `approximate.normalize`, of all four components."""
    square = dot(v, v, 4)
    if square == 0 or not np.isfinite(square):
        scale = ZERO if np.isinf(square) else ONE / square
        return [x * scale for x in v]
    scale = 1 / math.sqrt(float(square))
    size = 2 * approximate.RELATIVE
    return [approximate.about(float(x) * scale, size, 2.0**-149) for x in v]


APPROXIMATE = {
    **{
        name: approximate.APPROXIMATE[name]
        for name in ("COS", "EX2", "LG2", "LOG", "NRM", "POW", "RCC", "RCP", "SCS", "SIN")
    },
    "EXP": exponential_parts,
    "LIT": lighting,
    "NRM4": normalized,
    # The seed: "1.0 / sqrt(abs(src.x))".
    "RSQ": lambda a: [approximate.reciprocal_root(abs(a[0]))] * 4,
}

# -- integers --------------------------------------------------------------------------------------


def extracted(type_):
    def run(value, offset, bits):
        """The pseudocode of IBFE and UBFE."""
        offset, bits = offset & 0x1F, bits & 0x1F
        if bits == 0:
            return 0
        if bits + offset < 32:
            return wrap(value << (32 - offset - bits), type_) >> (32 - bits)
        return value >> offset

    return run


def inserted(base, insert, offset, bits):
    """The pseudocode of BFI."""
    offset, bits = offset & 0x1F, bits & 0x1F
    mask = ((1 << bits) - 1) << offset
    return ((insert << offset) & mask) | (base & ~mask)


def highest_unlike_sign(x):
    return (x if x >= 0 else ~x).bit_length() - 1


def mask(compare):
    return lambda a, b: -1 if compare(a, b) else 0


def conversion(type_):
    return lambda x: to_integer(x, type_)


def scaled_float(x, exponent):
    return f32(math.ldexp(float(x), max(-700, min(exponent, 700))))


INTEGER = {
    # name -> (the type of the operands, or of each, that of the result, formula)
    "LDEXP": ("FS", "F", scaled_float),
    "I2F": ("S", "F", lambda x: f32(float(x))),
    "U2F": ("U", "F", lambda x: f32(float(x))),
    "F2I": ("F", "S", conversion("S")),
    "F2U": ("F", "U", conversion("U")),
    "UADD": ("U", "U", operator.add),
    "UMUL": ("U", "U", operator.mul),
    "UMAD": ("U", "U", lambda a, b, c: a * b + c),
    "IMUL_HI": ("S", "S", lambda a, b: (a * b) >> 32),
    "UMUL_HI": ("U", "U", lambda a, b: (a * b) >> 32),
    "IDIV": ("S", "S", lambda a, b: divide("S", a, b)),
    "UDIV": ("U", "U", lambda a, b: divide("U", a, b)),
    "MOD": ("S", "S", lambda a, b: modulus("S", a, b)),
    "UMOD": ("U", "U", lambda a, b: modulus("U", a, b)),
    "SAD": ("S", "U", lambda a, b, c: abs(a - b) + c),
    "NOT": ("U", "U", operator.invert),
    "AND": ("U", "U", operator.and_),
    "OR": ("U", "U", operator.or_),
    "XOR": ("U", "U", operator.xor),
    "IMAX": ("S", "S", max),
    "IMIN": ("S", "S", min),
    "UMAX": ("U", "U", max),
    "UMIN": ("U", "U", min),
    "SHL": ("U", "U", lambda a, b: a << (b & 0x1F)),
    "ISHR": ("S", "S", lambda a, b: a >> (b & 0x1F)),
    "SHR": ("S", "S", lambda a, b: a >> (b & 0x1F)),
    "USHR": ("U", "U", lambda a, b: a >> (b & 0x1F)),
    "ISSG": ("S", "S", lambda a: (a > 0) - (a < 0)),
    "FSLT": ("F", "U", mask(operator.lt)),
    "FSGE": ("F", "U", mask(operator.ge)),
    "FSEQ": ("F", "U", mask(operator.eq)),
    "FSNE": ("F", "U", mask(operator.ne)),
    "ISLT": ("S", "S", mask(operator.lt)),
    "ISGE": ("S", "S", mask(operator.ge)),
    "USLT": ("U", "U", mask(operator.lt)),
    "USGE": ("U", "U", mask(operator.ge)),
    "USEQ": ("U", "U", mask(operator.eq)),
    "USNE": ("U", "U", mask(operator.ne)),
    "INEG": ("S", "S", operator.neg),
    "IABS": ("S", "S", abs),
    "IBFE": ("S", "S", extracted("S")),
    "UBFE": ("U", "U", extracted("U")),
    "BFI": ("U", "U", inserted),
    "BREV": ("U", "U", lambda a: int(f"{a:032b}"[::-1], 2)),
    "POPC": ("U", "U", lambda a: a.bit_count()),
    "LSB": ("U", "S", lambda a: (a & -a).bit_length() - 1),
    "IMSB": ("S", "S", highest_unlike_sign),
    "UMSB": ("U", "S", lambda a: a.bit_length() - 1),
}

CHOICES = {
    "MOV": (0, 1, None, lambda _: 0),
    "CMP": (1, 3, 0, lambda a: 0 if a < 0 else 1),
    "CND": (0, 2, 2, lambda c: 0 if c > f32(0.5) else 1),
    "CND0": (0, 2, 2, lambda c: 0 if c >= 0 else 1),
    "UCMP": (1, 3, 0, lambda a: 0 if a else 1),
}
"""Instructions that hand on an operand: the first of those and the one behind the last, which one
is tested, and which of them each component then is."""

# -- doubles ---------------------------------------------------------------------------------------

d64 = np.float64


def scaled(x, exponent):
    """ldexp, which rounds once; a NaN counts as an exponent of -infinity."""
    power = -5000 if np.isnan(exponent) else int(np.clip(np.trunc(exponent), -5000, 5000))
    try:
        return d64(math.ldexp(float(x), power))
    except OverflowError:
        return d64(math.copysign(math.inf, x))


def parts(x):
    """(significand, exponent) "Like the frexp() routine"."""
    return math.frexp(float(x)) if np.isfinite(x) else (x, 0)


DOUBLE = {
    "DADD": operator.add,
    "DMUL": operator.mul,
    "DMAD": lambda a, b, c: a * b + c,
    "DDIV": operator.truediv,
    "DRCP": lambda a: 1 / a,
    "DSQRT": np.sqrt,
    "DRSQ": lambda a: 1 / np.sqrt(a),
    "DMAX": larger,
    "DMIN": smaller,
    "DABS": abs,
    "DNEG": operator.neg,
    "DSSG": lambda a: d64(1) if a > 0 else d64(-1) if a < 0 else d64(0),
    "DFRAC": fraction,
    "DFLR": np.floor,
    "DCEIL": np.ceil,
    "DROUND": np.rint,
    "DTRUNC": np.trunc,
    "DLDEXP": scaled,
}
DOUBLE_COMPARISONS = {
    "DSEQ": truth(operator.eq),
    "DSNE": truth(operator.ne),
    "DSLT": truth(operator.lt),
    "DSGE": truth(operator.ge),
}
WIDENING = {"F2D": "F", "I2D": "S", "U2D": "U"}
NARROWING = {
    "D2F": ("F", lambda x: f32(x)),
    "D2I": ("S", conversion("S")),
    "D2U": ("U", conversion("U")),
}
COUNTS = {
    **dict.fromkeys(("CLAMP", "CMP", "CND", "CND0", "FMA", "LRP", "MAD", "DP2A", "X2D"), 3),
    **dict.fromkeys(("UMAD", "SAD", "UCMP", "IBFE", "UBFE", "DMAD"), 3),
    **dict.fromkeys(("ABS", "CEIL", "FLR", "FRC", "MOV", "ROUND", "SSG", "TRUNC", "SQRT"), 1),
    **dict.fromkeys(("I2F", "U2F", "F2I", "F2U", "NOT", "ISSG", "INEG", "IABS", "BREV"), 1),
    **dict.fromkeys(("POPC", "LSB", "IMSB", "UMSB", "DRCP", "DSQRT", "DRSQ", "DABS"), 1),
    **dict.fromkeys(("DNEG", "DSSG", "DFRAC", "DFLR", "DCEIL", "DROUND", "DTRUNC"), 1),
    **dict.fromkeys((*APPROXIMATE, *WIDENING, *NARROWING, *PACK, *UNPACK, "DFRACEXP"), 1),
    "POW": 2,
    "BFI": 4,
}
"""Number of operands of an instruction, if not two."""
SCALARS = frozenset(
    {*APPROXIMATE, "SQRT", *UNPACK} - {"LIT", "NRM", "NRM4"}
)  # fmt: skip
"""Instructions that read only the x of an operand."""
