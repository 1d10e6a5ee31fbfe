"""Replaces operations that a target lacks by several that it has.

`SPELLINGS` maps formulas to functions of the writer (`lower.Lowering`), the write mask and the
operands; they return the operand with the result. For ordinary numbers the result equals that of
the formula in `softgl.isa` to the last bit. Instructions in `LOOSE` do not keep the formula's
special cases; they are refused if all must be kept.
"""

from __future__ import annotations

from collections.abc import Callable

from softgl.ir.builder import masked, negated, swizzled, written
from softgl.ir.program import ALL, W, X, Y, Z
from softgl.isa import OPCODES
from softgl.isa.arithmetic import MAX_ADDRESS
from softgl.isa.table import (
    ARB_VERTEX,
    ARB_VERTEX_NV2,
    ARB_VERTEX_NV3,
    FP1,
    NV4_FRAGMENT,
    NV4_VERTEX,
    VP1,
    VP2,
)
from softgl.isa.vocabulary import SIGNED

_MIN_WHOLE = 2.0**23
"""Numbers from here on are whole."""


# -- comparisons -----------------------------------------------------------------------------------


def _set_on_greater(op, mask, a, b):
    return op.make("SLT", b, a, mask=mask)


def _set_on_less_or_equal(op, mask, a, b):
    return op.make("SGE", b, a, mask=mask)


def _set_on_equal(op, mask, a, b):
    return op.make("MUL", op.make("SGE", a, b, mask=mask), op.make("SGE", b, a, mask=mask))


def _set_on_not_equal(op, mask, a, b):
    return op.make("SUB", op.constant(1.0), _set_on_equal(op, mask, a, b), mask=mask)


def _set_on_false(op, mask, a, b):
    return op.constant(0.0)


def _set_on_true(op, mask, a, b):
    return op.constant(1.0)


def _set_sign(op, mask, a):
    none = op.constant(0.0)
    above, below = op.make("SLT", none, a, mask=mask), op.make("SLT", a, none, mask=mask)
    return op.make("SUB", above, below, mask=mask)


def _compare(op, mask, a, b, c):
    return op.select(op.make("SLT", a, op.constant(0.0), mask=mask), b, c, mask)


# -- whole numbers ---------------------------------------------------------------------------------


def _ceiling(op, mask, a):
    return negated(op.make("FLR", negated(a), mask=mask))


def _truncated(op, mask, a):
    below = op.make("SLT", a, op.constant(0.0), mask=mask)
    return op.select(below, _ceiling(op, mask, a), op.make("FLR", a, mask=mask), mask)


def _rounded(op, mask, a):
    """Returns the nearest whole number, ties to even, with the sign of the operand."""
    size, large = op.make("ABS", a, mask=mask), op.constant(_MIN_WHOLE)
    near = op.whole(size, mask)
    below = op.make("SLT", a, op.constant(0.0), mask=mask)
    near = op.select(below, negated(near), near, mask)
    # Zeros, large numbers and NaNs stay unchanged.
    inside = op.make("SLT", size, large, mask=mask)
    some = op.make("SLT", op.constant(0.0), size, mask=mask)
    return op.select(op.make("MUL", inside, some, mask=mask), near, a, mask)


# -- products and quotients ------------------------------------------------------------------------


def _dot2(op, mask, a, b):
    first = op.make("MUL", swizzled(a, X), swizzled(b, X), mask=masked(X))
    return swizzled(
        op.make("MAD", swizzled(a, Y), swizzled(b, Y), swizzled(first, X), mask=masked(X)), X
    )


def _dot2_add(op, mask, a, b, c):
    sum_ = op.make("ADD", _dot2(op, mask, a, b), swizzled(c, X), mask=masked(X))
    return swizzled(sum_, X)


def _transformed(op, mask, a, b, c):
    first = op.make(
        "MAD", swizzled(b, X), swizzled(c, X, Z, X, Z), swizzled(a, X, Y, X, Y), mask=mask
    )
    return op.make("MAD", swizzled(b, Y), swizzled(c, Y, W, Y, W), first, mask=mask)


def _interpolated(op, mask, a, b, c):
    rest = op.make("SUB", op.constant(1.0), a, mask=mask)
    return op.make("MAD", a, b, op.make("MUL", rest, c, mask=mask), mask=mask)


def _quotient(op, mask, a, b):
    """Returns the quotient, corrected by one Newton step."""
    scale = swizzled(op.make("RCP", swizzled(b, X), mask=masked(X)), X)
    near = op.make("MUL", a, scale, mask=mask)
    rest = _remainder(op, mask, a, near, swizzled(b, X))
    exact = op.make("MAD", rest, scale, near, mask=mask)
    # The remainder of an infinite quotient, or of one by zero, is NaN.
    number = op.make("SGE", exact, exact, mask=mask)
    return op.select(number, exact, near, mask)


def _remainder(op, mask, a, quotient, b):
    """Returns the exact remainder of a division."""
    if op.fused:
        return op.make("MAD", negated(quotient), b, a, mask=mask)
    # Dekker: the products of the factors' halves are exact.
    product = op.make("MUL", quotient, b, mask=mask)
    halves = [_halves(op, mask, factor) for factor in (quotient, b)]
    lost = op.make("MUL", halves[0][0], halves[1][0], mask=mask)
    lost = op.make("SUB", lost, product, mask=mask)
    for one, other in ((0, 1), (1, 0), (1, 1)):
        lost = op.make("MAD", halves[0][one], halves[1][other], lost, mask=mask)
    rest = op.make("SUB", a, product, mask=mask)
    return op.make("SUB", rest, lost, mask=mask)


def _halves(op, mask, value):
    """Splits a number into a sum of two numbers of twelve bits."""
    wide = op.make("MUL", value, op.constant(4097.0), mask=mask)
    high = op.make("SUB", wide, op.make("SUB", wide, value, mask=mask), mask=mask)
    return high, op.make("SUB", value, high, mask=mask)


def _with_one(op, mask, vector):
    """Returns a vector with w set to 1."""
    if mask[W]:
        op.emit("MOV", written(vector, masked(W)), op.constant(1.0))
    return vector


def _normalized(op, mask, a):
    length = op.make("DP3", a, a, mask=masked(X))
    scale = op.make("RSQ", swizzled(length, X), mask=masked(X))
    return _with_one(op, mask, op.make("MUL", a, swizzled(scale, X)))


def _reflected(op, mask, axis, direction):
    along = op.make("DP3", axis, direction, mask=masked(X))
    twice = op.make("MUL", along, op.constant(2.0), mask=masked(X))
    square = op.make("DP3", axis, axis, mask=masked(X))
    scale = swizzled(_quotient(op, masked(X), swizzled(twice, X), swizzled(square, X)), X)
    return _with_one(op, mask, op.make("MAD", scale, axis, negated(direction)))


def _clamped_reciprocal(op, mask, a):
    exact = swizzled(op.make("RCP", a, mask=masked(X)), X)
    size = op.make("ABS", exact, mask=masked(X))
    size = op.make("MAX", op.constant(2.0**-64), size, mask=masked(X))
    size = swizzled(op.make("MIN", size, op.constant(2.0**64), mask=masked(X)), X)
    lower = op.make("MIN", a, exact, mask=masked(X))
    below = op.make("SLT", lower, op.constant(0.0), mask=masked(X))
    return swizzled(op.select(below, negated(size), size, masked(X)), X)


# -- powers ----------------------------------------------------------------------------------------


def _power(op, mask, a, b):
    logarithm = op.make("LG2", a, mask=masked(X))
    product = op.make("MUL", b, swizzled(logarithm, X), mask=masked(X))
    return swizzled(op.make("EX2", swizzled(product, X), mask=masked(X)), X)


def _light(op, mask, a):
    """Returns LIT with any exponent and the power of NV_fragment_program."""
    none = op.constant(0.0)
    positive = op.make("MAX", none, a, mask=masked(X, Y))
    power = _power(op, mask, swizzled(positive, Y), swizzled(a, W))
    result = op.make("MOV", op.constant(1.0))
    op.emit("MOV", written(result, masked(Y)), swizzled(positive, X))
    lit = op.make("SLT", none, swizzled(a, X), mask=masked(X))
    specular = op.select(swizzled(lit, X), power, none, masked(X))
    op.emit("MOV", written(result, masked(Z)), swizzled(specular, X))
    return result


def _exponential_parts(op, mask, a):
    whole = op.make("FLR", a, mask=masked(X))
    result = op.make("EX2", swizzled(whole, X), mask=masked(X))
    op.emit("FRC", written(result, masked(Y)), a)
    op.emit("EX2", written(result, masked(Z)), a)
    return _with_one(op, ALL, result)


def _root(op, mask, a):
    """Returns RSQ with NaN below 0, which comes from the logarithm."""
    root = op.make("RSQ", a, mask=masked(X))
    if op.squared(a):
        return swizzled(root, X)
    bound = op.constant(1000.0)
    logarithm = op.make("LG2", a, mask=masked(X))
    logarithm = op.make("MAX", negated(bound), logarithm, mask=masked(X))
    logarithm = op.make("MIN", logarithm, bound, mask=masked(X))
    return swizzled(op.make("MAD", logarithm, op.constant(0.0), root, mask=masked(X)), X)


def _logarithm_parts(op, mask, a):
    """Returns LOG of a number that is not 0, infinite, denormal or NaN."""
    size = op.make("ABS", a, mask=masked(X))
    exponent = op.make("SHR", size, op.bits(23), mask=masked(X), type=SIGNED)
    exponent = op.make("ADD", exponent, op.bits(-127 & 0xFFFFFFFF), mask=masked(X), type=SIGNED)
    result = op.make("I2F", exponent, mask=masked(X), type=SIGNED)
    fraction = op.make("AND", size, op.bits(0x7FFFFF), mask=masked(X), type=SIGNED)
    one = op.bits(0x3F800000)
    op.emit("OR", written(result, masked(Y)), swizzled(fraction, X), one, type=SIGNED)
    op.emit("LG2", written(result, masked(Z)), swizzled(size, X))
    return _with_one(op, ALL, result)


def _root_of_magnitude(op, mask, a):
    size = op.make("ABS", a, mask=masked(X))
    return swizzled(op.make("RSQ", swizzled(size, X), mask=masked(X)), X)


# -- propagating NaNs ------------------------------------------------------------------------------


def _is_nan(op, mask, a):
    return op.make("SUB", op.constant(1.0), op.make("SGE", a, a, mask=mask), mask=mask)


def _first_where(comparison: Callable) -> Callable:
    """Returns the first operand where it is NaN or passes the comparison, else the second."""

    def spell(op, mask, a, b):
        test = op.make("MAX", _is_nan(op, mask, a), comparison(op, mask, a, b), mask=mask)
        return op.select(test, a, b, mask)

    return spell


def _or_nan(value: Callable) -> Callable:
    """Returns a value, or NaN if either operand is NaN."""

    def spell(op, mask, a, b):
        test = op.make("MAX", _is_nan(op, mask, a), _is_nan(op, mask, b), mask=mask)
        return op.select(test, op.make("ADD", a, b, mask=mask), value(op, mask, a, b), mask)

    return spell


def _plainly(opcode: str) -> Callable:
    return lambda op, mask, a, b: op.make(opcode, a, b, mask=mask)


def _extreme(opcode: str, sign: Callable) -> Callable:
    """Returns MIN or MAX of NV_vertex_program2; a sum selects between zeros."""

    def value(op, mask, a, b):
        zeros = sign(op.make("ADD", sign(a), sign(b), mask=mask))
        sizes = [op.make("ABS", operand, mask=mask) for operand in (a, b)]
        none = op.make("SGE", op.constant(0.0), op.make("MAX", *sizes, mask=mask), mask=mask)
        return op.select(none, zeros, op.make(opcode, a, b, mask=mask), mask)

    return _or_nan(value)


# -- addresses, which are floats here --------------------------------------------------------------


def _within(limit: tuple[int, int], value: Callable) -> Callable:
    def spell(op, mask, *operands):
        low, high = map(op.constant, limit)
        # With the limit as the second operand, a NaN gives the limit.
        above = op.make("MAX", value(op, mask, *operands), low, mask=mask)
        return op.make("MIN", above, high, mask=mask)

    return spell


def _floor(op, mask, a):
    return op.make("FLR", a, mask=mask)


def _pair_sums(op, mask, a):
    return op.make("ADD", swizzled(a, X, Y, X, Y), swizzled(a, Z, W, Z, W), mask=mask)


_NARROW, _WIDE = (-512, 511), (-MAX_ADDRESS, MAX_ADDRESS)

# -- textures --------------------------------------------------------------------------------------


def _at_level_zero(op, mask, a):
    place = op.make("MOV", a)
    op.emit("MOV", written(place, masked(W)), op.constant(0.0))
    return op.sample("TXL", place)


def _at_level(op, mask, a):
    return op.sample("TXL", a)


def _projected(op, mask, a):
    return op.sample("TEX" if op.directed else "TXP", a)


def _projected_at_level_zero(op, mask, a):
    return _at_level_zero(op, mask, a if op.directed else op.make("DIV", a, swizzled(a, W)))


# -- products in which zeros win -------------------------------------------------------------------


def _product(op, mask, a, b):
    return op.product(mask, a, b)


def _product_sum(op, mask, a, b, c):
    return op.make("ADD", op.product(mask, a, b), c, mask=mask)


def _dot(size: int) -> Callable:
    def spell(op, mask, a, b):
        products = op.product(masked(*range(size)), a, b)
        total = swizzled(products, X)
        for component in range(1, size):
            total = swizzled(
                op.make("ADD", swizzled(products, component), total, mask=masked(X)), X
            )
        return total

    return spell


def _homogeneous(op, mask, a, b):
    sum_ = op.make("ADD", _dot(3)(op, mask, a, b), swizzled(b, W), mask=masked(X))
    return swizzled(sum_, X)


def _distance(op, mask, a, b):
    result = op.make("DST", a, b)
    product = op.product(masked(Y), a, b)
    op.emit("MOV", written(result, masked(Y)), product)
    return result


PRODUCTS: dict[str, Callable] = {
    "MUL": _product,
    "MAD": _product_sum,
    "DP3": _dot(3),
    "DP4": _dot(4),
    "DPH": _homogeneous,
    "DST": _distance,
}
"""Instructions with products, for arithmetic in which 0 times anything is 0."""

_BY_NAME: dict[tuple[str, str], Callable] = {
    (NV4_FRAGMENT, "SGT"): _set_on_greater,
    (NV4_FRAGMENT, "SLE"): _set_on_less_or_equal,
    (NV4_FRAGMENT, "SEQ"): _set_on_equal,
    (NV4_FRAGMENT, "SNE"): _set_on_not_equal,
    (NV4_FRAGMENT, "SFL"): _set_on_false,
    (NV4_FRAGMENT, "STR"): _set_on_true,
    (NV4_FRAGMENT, "SSG"): _set_sign,
    (NV4_FRAGMENT, "CMP"): _compare,
    (NV4_FRAGMENT, "CEIL"): _ceiling,
    (NV4_FRAGMENT, "TRUNC"): _truncated,
    (NV4_FRAGMENT, "ROUND"): _rounded,
    (NV4_FRAGMENT, "DP2"): _dot2,
    (NV4_FRAGMENT, "DP2A"): _dot2_add,
    (NV4_FRAGMENT, "X2D"): _transformed,
    (NV4_FRAGMENT, "LRP"): _interpolated,
    (NV4_FRAGMENT, "DIV"): _quotient,
    (NV4_FRAGMENT, "NRM"): _normalized,
    (NV4_FRAGMENT, "RFL"): _reflected,
    (NV4_FRAGMENT, "RCC"): _clamped_reciprocal,
    (ARB_VERTEX, "RSQ"): _root_of_magnitude,
    (NV4_FRAGMENT, "RSQ"): _root,
    (ARB_VERTEX, "LOG"): _logarithm_parts,
    (ARB_VERTEX, "EXP"): _exponential_parts,
    (FP1, "POW"): _power,
    (FP1, "LIT"): _light,
    (FP1, "TXP"): _projected,
    (VP2, "ARL"): _within(_NARROW, _floor),
    (VP2, "ARR"): _within(_NARROW, _rounded),
    (VP2, "ARA"): _within(_NARROW, _pair_sums),
    (ARB_VERTEX, "ARL"): _within(_WIDE, _floor),
    (ARB_VERTEX_NV2, "ARL"): _within(_WIDE, _floor),
    (ARB_VERTEX_NV2, "ARR"): _within(_WIDE, _rounded),
    (ARB_VERTEX_NV2, "ARA"): _within(_WIDE, _pair_sums),
    (ARB_VERTEX_NV3, "TEX"): _at_level_zero,
    (ARB_VERTEX_NV3, "TXP"): _projected_at_level_zero,
    (ARB_VERTEX_NV3, "TXB"): _at_level,
}
_CAREFUL: dict[tuple[str, str], Callable] = {
    (VP1, "MIN"): _first_where(_plainly("SLT")),
    (VP1, "MAX"): _first_where(_plainly("SGE")),
    (VP2, "MIN"): _extreme("MIN", negated),
    (VP2, "MAX"): _extreme("MAX", lambda operand: operand),
    (VP2, "SEQ"): _or_nan(_set_on_equal),
    (VP2, "SGE"): _or_nan(_plainly("SGE")),
    (VP2, "SGT"): _or_nan(_set_on_greater),
    (VP2, "SLE"): _or_nan(_set_on_less_or_equal),
    (VP2, "SLT"): _or_nan(_plainly("SLT")),
}
CAREFUL = {OPCODES[name].formulas[language]: how for (language, name), how in _CAREFUL.items()}
"""Formulas that differ from the target's in special cases only -> exact replacements."""
SPELLINGS = {OPCODES[name].formulas[language]: how for (language, name), how in _BY_NAME.items()}
"""Formulas -> their replacements by several operations."""
LIKE = {
    **{name: OPCODES[name].formulas[NV4_VERTEX] for name in ("SEQ", "SNE", "SGT", "SLE")},
    "EXP": OPCODES["EXP"].formulas[ARB_VERTEX],
}
"""Mnemonics -> formulas that differ from the older ones in NaNs and signs of zeros at most."""
LOOSE = frozenset("SSG DIV RCC RFL RSQ LOG".split())
"""Instructions whose replacements do not keep all special cases."""
