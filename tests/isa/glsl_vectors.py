"""Hand-derived vectors of the instructions that only GLSL has; see `opcode_vectors`."""

from __future__ import annotations

import math

from tests.isa.vector_values import INF, NAN, TINY, Near, near

PI = math.pi


def _hash(word):
    for shift, factor in ((16, 0x7FEB352D), (15, 0x846CA68B), (16, 1)):
        word = (word ^ (word >> shift)) * factor & 0xFFFFFFFF
    return word


def _gradient(word, size):
    if size < 3:
        return [(word >> (8 * axis) & 255) * 2 / 255 - 1 for axis in range(size)]
    left_out = word * size >> 32
    return [(axis != left_out) * (-1 if word >> axis & 1 else 1) for axis in range(size)]


def _noise(point, seed):
    """Gradient noise in doubles: the corners of the cell, each with its own weight."""
    cell, total = [math.floor(x) for x in point], 0.0
    for corner in range(2 ** len(point)):
        word, weight = seed, 1.0
        sides = [corner >> axis & 1 for axis in range(len(point))]
        for x, start, side in zip(point, cell, sides, strict=True):
            word = _hash((word + start + side) & 0xFFFFFFFF)
            t = x - start
            t = t**3 * (10 - 15 * t + 6 * t * t)
            weight *= t if side else 1 - t
        away = [x - start - side for x, start, side in zip(point, cell, sides, strict=True)]
        total += weight * sum(g * x for g, x in zip(_gradient(word, len(point)), away, strict=True))
    return Near(total * (2, 1, 1 / 1.04, 1 / 1.54)[len(point) - 1], 1e-6)


def _noises(dimensions):
    points = ((0.5, 0.5, 0.5, 0.5), (-3.25, 7.75, 100.125, -0.5), (1e4 + 0.5, 0.25, 0.0, 2.0))
    rows = [(point, seed, _noise(point[:dimensions], seed)) for point in points for seed in (0, 9)]
    whole = (3.0, -5.0, 0.0, 2.0**23)
    return [*rows, (whole, 7, Near(0.0, 0.0)), ((NAN,) * 4, 1, NAN)]


GLSL = {
    "ASIN.F": [
        *((0.0, 0.0), (-0.0, -0.0), (TINY, TINY), (1.5, NAN), (-INF, NAN), (NAN, NAN)),
        *((1.0, near(PI / 2)), (-1.0, near(-PI / 2)), (0.5, near(PI / 6)), (-0.5, near(-PI / 6))),
    ],
    "ACOS.F": [
        *((1.0, 0.0), (-1.0, near(PI)), (0.0, near(PI / 2)), (0.5, near(PI / 3))),
        *((-0.5, near(2 * PI / 3)), (1.5, NAN), (INF, NAN), (NAN, NAN)),
    ],
    "ATAN.F": [
        *((0.0, 0.0), (-0.0, -0.0), (TINY, TINY), (1.0, near(PI / 4)), (-1.0, near(-PI / 4))),
        *((INF, near(PI / 2)), (-INF, near(-PI / 2)), (NAN, NAN)),
    ],
    "ATAN2.F": [
        *((0.0, 1.0, 0.0), (-0.0, 1.0, -0.0), (0.0, -1.0, near(PI)), (-0.0, -0.0, near(-PI))),
        *((1.0, 0.0, near(PI / 2)), (-1.0, -0.0, near(-PI / 2)), (1.0, -1.0, near(3 * PI / 4))),
        *((INF, INF, near(PI / 4)), (-INF, 1.0, near(-PI / 2)), (1.0, INF, 0.0)),
        *((NAN, 0.0, NAN), (0.0, NAN, NAN)),
    ],
    "SINH.F": [
        *((0.0, 0.0), (-0.0, -0.0), (1.0, near(math.sinh(1), 21)), (-2.0, near(math.sinh(-2), 21))),
        *((INF, INF), (-INF, -INF), (NAN, NAN)),
    ],
    "COSH.F": [
        *((0.0, 1.0), (-0.0, 1.0), (1.0, near(math.cosh(1), 21)), (-2.0, near(math.cosh(2), 21))),
        *((INF, INF), (-INF, INF), (NAN, NAN)),
    ],
    "TANH.F": [
        *((0.0, 0.0), (-0.0, -0.0), (0.25, near(math.tanh(0.25))), (-2.0, near(math.tanh(-2)))),
        *((INF, 1.0), (-INF, -1.0), (NAN, NAN)),
    ],
    "ASINH.F": [
        *(
            (0.0, 0.0),
            (-0.0, -0.0),
            (0.25, near(math.asinh(0.25))),
            (-2.0, near(-math.asinh(2), 21)),
        ),
        *((INF, INF), (-INF, -INF), (NAN, NAN)),
    ],
    "ACOSH.F": [
        *((1.0, 0.0), (1.25, near(math.acosh(1.25))), (3.0, near(math.acosh(3), 21))),
        *((INF, INF), (0.5, NAN), (-INF, NAN), (NAN, NAN)),
    ],
    "ATANH.F": [
        *(
            (0.0, 0.0),
            (-0.0, -0.0),
            (0.25, near(math.atanh(0.25))),
            (-0.75, near(math.atanh(-0.75))),
        ),
        *((1.0, INF), (-1.0, -INF), (2.0, NAN), (NAN, NAN)),
    ],
    **{f"NOISE{n}D.F": _noises(n) for n in (1, 2, 3, 4)},
}
GLSL = {f"{name}@GLSL VERT": rows for name, rows in GLSL.items()}
