"""Hand-derived vectors of packing, unpacking and derivatives; see `opcode_vectors`."""

from __future__ import annotations

from tests.isa.vector_values import INF, MAX, NAN, THIRD, TINY

# A float and the half float that it packs to; -x packs to the same with the sign.
_TO_HALF = [
    *((0.0, 0x0000), (1.0, 0x3C00), (2.0, 0x4000), (0.1, 0x2E66), (THIRD, 0x3555)),
    # Ties to even, just beyond a tie, and a carry into the exponent.
    *((1.0 + 2.0**-11, 0x3C00), (1.0 + 3 * 2.0**-11, 0x3C02), (1.0 + 2.0**-11 + 2.0**-23, 0x3C01)),
    *((2.0 - 2.0**-11, 0x4000), (2.0 - 2.0**-11 - 2.0**-23, 0x3FFF)),
    # The largest half float is 65504; 65520 lies in the middle between it and 65536.
    *((65504.0, 0x7BFF), (65520.0 - 2.0**-8, 0x7BFF), (65520.0, 0x7C00), (MAX, 0x7C00)),
    (INF, 0x7C00),
    # Denormal half floats count in 2^-24.
    *((2.0**-14, 0x0400), (2.0**-14 - 2.0**-24, 0x03FF), (2.0**-14 - 2.0**-25, 0x0400)),
    *((2.0**-24, 0x0001), (1.5 * 2.0**-24, 0x0002), (2.5 * 2.0**-24, 0x0002)),
    *((2.0**-25, 0x0000), (2.0**-25 + 2.0**-48, 0x0001), (2.0**-26, 0x0000), (TINY, 0x0000)),
]
_FROM_HALF = [
    *((0x0000, 0.0), (0x0001, 2.0**-24), (0x03FF, 2.0**-14 - 2.0**-24), (0x0400, 2.0**-14)),
    *((0x3C00, 1.0), (0x3C01, 1.0 + 2.0**-10), (0x7BFF, 65504.0), (0x7C00, INF)),
]
_PAIRS_FROM_HALF = [
    *((half | 0xC0000000, (x, -2.0, x, -2.0)) for half, x in _FROM_HALF),
    *((0x00004000 | (half | 0x8000) << 16, (2.0, -x, 2.0, -x)) for half, x in _FROM_HALF),
    *((0x7C017E00, NAN), (0xFFFFFE01, NAN)),
]

_RESULTS = {
    "PK2H": [
        *(((x, -2.0, NAN, NAN), half | 0xC0000000) for x, half in _TO_HALF),
        *(((1.0, -x, NAN, NAN), 0x3C00 | (half | 0x8000) << 16) for x, half in _TO_HALF),
        ((NAN, NAN, 0.0, 0.0), 0x7E007E00),
    ],
    # round(65535.0 * x), 0.5 to the even number
    "PK2US": [
        *(((0.0, 1.0, NAN, NAN), 0xFFFF0000), ((1.0, -0.0, NAN, NAN), 0x0000FFFF)),
        *(((0.5, 0.25, 0.0, 0.0), 0x40008000), ((-0.5, 2.0, 0.0, 0.0), 0xFFFF0000)),
        *(((INF, -INF, 0.0, 0.0), 0x0000FFFF), ((NAN, TINY, 0.0, 0.0), 0)),
        ((1.0 / 65535.0, 65534.0 / 65535.0, 0.0, 0.0), 0xFFFE0001),
    ],
    # round(127.0 * x + 128.0)
    "PK4B": [
        *(((0.0, 1.0, -1.0, -128.0 / 127.0), 0x0001FF80), ((-2.0, 2.0, NAN, 0.5), 0xC000FF00)),
        *(((INF, -INF, -0.0, TINY), 0x808000FF), ((-0.5, 0.25, -0.25, 1.0 / 127.0), 0x8160A040)),
        # 160.5 and 161.5 are ties.
        ((32.5 / 127.0, 33.5 / 127.0, -1.001, 0.999), 0xFF01A2A0),
    ],
    # round(255.0 * x)
    "PK4UB": [
        *(((0.0, 1.0, 0.5, 0.25), 0x4080FF00), ((-1.0, 2.0, NAN, INF), 0xFF00FF00)),
        *(((-INF, TINY, -0.0, 0.75), 0xBF000000), ((0.1, 0.9, 0.7, 1.0 / 255.0), 0x01B2E61A)),
        # The float nearest to 0.3 is above 0.3, but times 255 the nearest float is 76.5.
        ((0.3, 0.3, 0.3, 0.3), 0x4C4C4C4C),
    ],
}
_FLOATS = {
    "UP2H": _PAIRS_FROM_HALF,
    "UP2US": [
        *((0xFFFF0000, (0.0, 1.0, 0.0, 1.0)), (0xFFFFFFFF, 1.0), (0, 0.0)),
        (0x00018000, (32768 / 65535, 1 / 65535, 32768 / 65535, 1 / 65535)),
        (0x7F80FFFE, (65534 / 65535, 32640 / 65535, 65534 / 65535, 32640 / 65535)),
    ],
    "UP4B": [
        *((0x0001FF80, (0.0, 1.0, -1.0, -128 / 127)), (0, -128 / 127), (0xFFFFFFFF, 1.0)),
        (0x7F81C040, (-64 / 127, 64 / 127, 1 / 127, -1 / 127)),
    ],
    "UP4UB": [
        *((0x4080FF00, (0.0, 1.0, 128 / 255, 64 / 255)), (0xFFFFFFFF, 1.0), (0, 0.0)),
        (0x7FC10203, (3 / 255, 2 / 255, 193 / 255, 127 / 255)),
    ],
}
# The packed side is bits whatever the type.
PACKING = {
    f"{name}.{type_}": vectors for name, vectors in (_RESULTS | _FLOATS).items() for type_ in "FSU"
}

# The operand in each pixel of quads, then DDX and DDY.
_QUADS = [
    *((1.0, 2.0, 9.0), (3.0, 2.0, 17.0), (10.0, 10.0, 9.0), (20.0, 10.0, 17.0)),
    *((0.5, -0.5, 0.0), (0.0, -0.5, -0.0), (0.5, -0.5, 0.0), (-0.0, -0.5, -0.0)),
    *((INF, NAN, -INF), (INF, NAN, NAN), (TINY, NAN, -INF), (NAN, NAN, NAN)),
    *((-0.0, TINY, 0.0), (TINY, TINY, 0.0), (-0.0, TINY, 0.0), (TINY, TINY, 0.0)),
    *((MAX, -INF, -INF), (-MAX, -INF, INF), (-MAX, INF, -INF), (MAX, INF, INF)),
]
DERIVATIVES = {
    "DDX.F": [(x, dx) for x, dx, _ in _QUADS],
    "DDY.F": [(x, dy) for x, _, dy in _QUADS],
}
