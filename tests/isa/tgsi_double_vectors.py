"""Hand-derived vectors of TGSI's doubles; see `opcode_vectors`. A row has a double in each pair."""

from __future__ import annotations

import struct

from tests.isa.vector_values import INF, INT_MAX, INT_MIN, NAN, UINT_MAX

LEAST = 2.0**-1074  # the least denormal number
NORMAL = 2.0**-1022
MOST = (2.0 - 2.0**-52) * 2.0**1023
BELOW_ONE = 1.0 - 2.0**-53
ULP = 2.0**-52


def words(x) -> tuple[int, int]:
    """The low and the high word of a double, one quiet NaN."""
    bits = 0x7FF8000000000000 if x != x else struct.unpack("<Q", struct.pack("<d", x))[0]
    return bits & 0xFFFFFFFF, bits >> 32


def _pairs(*rows):
    """Rows of doubles, two of them together; the first again where their number is odd."""
    rows = [*rows, rows[0]] if len(rows) % 2 else rows
    return [
        tuple((*words(x), *words(y)) for x, y in zip(*pair, strict=True))
        for pair in zip(rows[::2], rows[1::2], strict=True)
    ]


def _tests(*rows):
    """Rows of two doubles and the result of a comparison: 1.0F or 0.0F in both components."""
    return [
        (*operands[0], tuple(map(float, (truth, truth, other, other))))
        for (a, b, truth), (c, d, other) in zip(rows[::2], rows[1::2], strict=True)
        for operands in [[((*words(a), *words(c)), (*words(b), *words(d)))]]
    ]


def _to(*rows):
    """Rows of a double and its result: in x and y, and again in z and w."""
    return [
        ((*words(a), *words(b)), (p, q, p, q))
        for (a, p), (b, q) in zip(rows[::2], rows[1::2], strict=True)
    ]


def _of(*rows):
    """Rows of a number of 32 bits and its double; z and w are not read."""
    return [
        ((a, b, 0xDEADBEEF, 0xDEADBEEF), (*words(p), *words(q)))
        for (a, p), (b, q) in zip(rows[::2], rows[1::2], strict=True)
    ]


_ARITHMETIC = {
    "DADD.U": _pairs(
        *((1.5, 2.25, 3.75), (0.0, -0.0, 0.0), (-0.0, -0.0, -0.0), (INF, -INF, NAN)),
        *((INF, 1.0, INF), (NAN, 1.0, NAN), (LEAST, LEAST, 2 * LEAST), (MOST, MOST, INF)),
        *((1.0, 2.0**-53, 1.0), (1.0 + ULP, 2.0**-53, 1.0 + 2 * ULP)),  # ties to even
        *((NORMAL, -LEAST, NORMAL - LEAST), (2.0**53, 1.0, 2.0**53)),
    ),
    "DMUL.U": _pairs(
        *((3.0, 7.0, 21.0), (0.0, -5.0, -0.0), (0.0, INF, NAN), (INF, -2.0, -INF)),
        *((1.0, LEAST, LEAST), (MOST, 2.0, INF), (NORMAL, 0.5, 2.0**-1023), (NAN, 0.0, NAN)),
        *((2.0**-537, 2.0**-538, 0.0), (2.0**-537, 1.5 * 2.0**-538, LEAST)),
    ),
    "DMAD.U": _pairs(
        *((2.0, 3.0, 4.0, 10.0), (INF, 0.0, 1.0, NAN), (-0.0, 0.0, -0.0, -0.0)),
        # The product is rounded: its 2^-104 does not survive, nor a finite product of 2 * MOST.
        *((1.0 + ULP, 1.0 + ULP, -1.0 - 2 * ULP, 0.0), (MOST, 2.0, -INF, NAN)),
    ),
    "DDIV.U": _pairs(
        *((1.0, 3.0, 6004799503160661 / 2**54), (1.0, 0.0, INF), (1.0, -0.0, -INF)),
        *((0.0, 0.0, NAN), (INF, INF, NAN), (-5.0, INF, -0.0), (LEAST, 2.0, 0.0)),
        *((3 * LEAST, 2.0, 2 * LEAST), (MOST, 0.5, INF), (NAN, 1.0, NAN)),
    ),
    "DRCP.U": _pairs(
        *((2.0, 0.5), (3.0, 6004799503160661 / 2**54), (0.0, INF), (-0.0, -INF), (INF, 0.0)),
        *((-INF, -0.0), (NAN, NAN), (LEAST, INF), (MOST, 2.0**-1024), (-4.0, -0.25)),
    ),
    "DSQRT.U": _pairs(
        *((4.0, 2.0), (2.0, 6369051672525773 / 2**52), (0.0, 0.0), (-0.0, -0.0), (INF, INF)),
        *((-1.0, NAN), (-LEAST, NAN), (LEAST, 2.0**-537), (NAN, NAN), (-INF, NAN)),
    ),
    "DRSQ.U": _pairs(
        *((4.0, 0.5), (0.25, 2.0), (0.0, INF), (-0.0, -INF), (INF, 0.0), (-1.0, NAN)),
        *((NAN, NAN), (LEAST, 2.0**537)),
    ),
    "DMAX.U": _pairs(
        *((1.0, 2.0, 2.0), (2.0, 1.0, 2.0), (0.0, -0.0, -0.0), (-0.0, 0.0, 0.0)),
        *((NAN, 1.0, 1.0), (1.0, NAN, NAN), (-INF, LEAST, LEAST), (INF, MOST, INF)),
    ),
    "DMIN.U": _pairs(
        *((1.0, 2.0, 1.0), (2.0, 1.0, 1.0), (0.0, -0.0, -0.0), (-0.0, 0.0, 0.0)),
        *((NAN, 1.0, 1.0), (1.0, NAN, NAN), (-INF, LEAST, -INF), (INF, MOST, MOST)),
    ),
    "DABS.U": _pairs(
        (-1.5, 1.5), (1.5, 1.5), (-0.0, 0.0), (-INF, INF), (NAN, NAN), (-LEAST, LEAST)
    ),
    "DNEG.U": _pairs(
        (1.5, -1.5), (-1.5, 1.5), (0.0, -0.0), (-0.0, 0.0), (-INF, INF), (LEAST, -LEAST)
    ),
    "DSSG.U": _pairs(
        *((3.0, 1.0), (-3.0, -1.0), (0.0, 0.0), (-0.0, 0.0), (NAN, 0.0), (-LEAST, -1.0)),
        *((INF, 1.0), (-INF, -1.0)),
    ),
}

_WHOLE = {
    "DFRAC.U": _pairs(
        *((1.75, 0.75), (-1.75, 0.25), (0.0, 0.0), (-0.0, 0.0), (MOST, 0.0), (INF, NAN)),
        *((NAN, NAN), (-LEAST, 1.0), (-(2.0**-54), 1.0), (-(2.0**-53), BELOW_ONE)),
    ),
    "DFLR.U": _pairs(
        *((2.3, 2.0), (-3.6, -4.0), (-0.5, -1.0), (-0.0, -0.0), (-LEAST, -1.0), (INF, INF)),
        *((2.0**52 - 0.5, 2.0**52 - 1.0), (NAN, NAN), (MOST, MOST), (LEAST, 0.0)),
    ),
    "DCEIL.U": _pairs(
        *((2.3, 3.0), (-3.6, -3.0), (-0.5, -0.0), (-0.0, -0.0), (LEAST, 1.0), (-INF, -INF)),
        *((2.0**52 - 0.5, 2.0**52), (NAN, NAN)),
    ),
    "DROUND.U": _pairs(
        *((0.5, 0.0), (1.5, 2.0), (2.5, 2.0), (-0.5, -0.0), (-2.5, -2.0), (-3.7, -4.0)),
        *((0.5 - 2.0**-54, 0.0), (2.0**52 - 0.5, 2.0**52), (INF, INF), (NAN, NAN)),
    ),
    "DTRUNC.U": _pairs(
        *((2.7, 2.0), (-2.7, -2.0), (-0.7, -0.0), (0.7, 0.0), (MOST, MOST), (-INF, -INF)),
        *((2.0**52 - 0.5, 2.0**52 - 1.0), (NAN, NAN)),
    ),
}

# A double, its exponent and its significand of [1/2, 1).
_EXPONENTS = [
    *((1.0, 1.0, 0.5), (-6.0, 3.0, -0.75), (0.375, -1.0, 0.75), (0.5, 0.0, 0.5)),
    *((0.0, 0.0, 0.0), (-0.0, 0.0, -0.0), (INF, 0.0, INF), (-INF, 0.0, -INF), (NAN, 0.0, NAN)),
    *((LEAST, -1073.0, 0.5), (-3 * LEAST, -1072.0, -0.75), (NORMAL, -1021.0, 0.5)),
    *((MOST, 1024.0, BELOW_ONE), (NORMAL - LEAST, -1022.0, 1.0 - ULP)),
]
_SCALES = {
    "DFRACEXP.U": _pairs(*((x, exponent) for x, exponent, _ in _EXPONENTS)),
    "DFRACEXP.U.FRACTION": _pairs(*((x, fraction) for x, _, fraction in _EXPONENTS)),
    "DLDEXP.U": _pairs(
        # The inverse of DFRACEXP.
        *((fraction, exponent, x) for x, exponent, fraction in _EXPONENTS),
        *((3.0, 4.0, 48.0), (-3.0, -1.0, -1.5), (1.0, 1024.0, INF), (-1.0, 1e300, -INF)),
        *((1.0, -1074.0, LEAST), (1.0, -1075.0, 0.0), (1.5, -1075.0, LEAST), (MOST, -INF, 0.0)),
        # Rounded once: 2^-1074 * (1 + 1/2 + 2^-52) is above a tie.
        *((1.5 + ULP, -1074.0, 2 * LEAST), (1.5, -1074.0, 2 * LEAST), (2.5, -1074.0, 2 * LEAST)),
        *((LEAST, 2097.0, 2.0**1023), (LEAST, 2098.0, INF), (MOST, -2098.0, LEAST)),
        # Without its fraction; a NaN is as low as can be.
        *((1.0, 2.9, 4.0), (1.0, -2.9, 0.25), (1.0, NAN, 0.0), (0.0, INF, 0.0), (INF, -INF, INF)),
    ),
}

_ORDERS = [
    *((1.0, 2.0, "< !="), (2.0, 1.0, ">= !="), (0.0, -0.0, ">= =="), (LEAST, 0.0, ">= !=")),
    *((NAN, NAN, "!="), (NAN, 1.0, "!="), (1.0, NAN, "!="), (INF, INF, ">= ==")),
    # Only the low words differ.
    *((1.0, 1.0 + ULP, "< !="), (-INF, -MOST, "< !=")),
]
_COMPARISONS = {
    name: _tests(*((a, b, symbol in holds.split()) for a, b, holds in _ORDERS))
    for name, symbol in (("DSEQ.U", "=="), ("DSLT.U", "<"), ("DSNE.U", "!="), ("DSGE.U", ">="))
}

_CONVERSIONS = {
    "F2D.U": _of(
        *((1.5, 1.5), (-0.0, -0.0), (INF, INF), (NAN, NAN), (2.0**-149, 2.0**-149)),
        *((-(2.0 - 2.0**-23) * 2.0**127,) * 2,),
    ),
    "I2D.U": _of(
        *((5, 5.0), (-5, -5.0), (INT_MAX, 2147483647.0), (INT_MIN, -2147483648.0)),
        *((0, 0.0), (-1, -1.0)),
    ),
    "U2D.U": _of((5, 5.0), (UINT_MAX, 4294967295.0), (0x80000000, 2147483648.0), (0, 0.0)),
    "D2F.U": _to(
        *((1.5, 1.5), (-0.0, -0.0), (INF, INF), (NAN, NAN), (MOST, INF), (LEAST, 0.0)),
        *((1.0 + 2.0**-24, 1.0), (1.0 + 2.0**-24 + ULP, 1.0 + 2.0**-23)),
        *((2.0**-149, 2.0**-149), (2.0**-150, 0.0), (2.0**-150 + 2.0**-180, 2.0**-149)),
        ((2.0 - 2.0**-24) * 2.0**127, INF),
    ),
    "D2I.U": _to(
        *((2.75, 2), (-2.75, -2), (2147483647.9, INT_MAX), (2147483648.0, INT_MAX)),
        *((-2147483648.9, INT_MIN), (-2147483649.0, INT_MIN), (NAN, 0), (INF, INT_MAX)),
        *((-INF, INT_MIN), (-0.5, 0)),
    ),
    "D2U.U": _to(
        *((2.75, 2), (-2.75, 0), (4294967295.9, UINT_MAX), (4294967296.0, UINT_MAX)),
        *((2147483648.5, 0x80000000), (3000000001.0, 3000000001), (NAN, 0), (INF, UINT_MAX)),
        *((-INF, 0), (-0.5, 0)),
    ),
}
DOUBLES = _ARITHMETIC | _WHOLE | _SCALES | _COMPARISONS | _CONVERSIONS
