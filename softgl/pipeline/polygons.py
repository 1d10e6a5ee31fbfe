"""What is said of triangles as pieces of polygons: their facing, their depth offset."""

from __future__ import annotations

import numpy as np

from softgl.formats.storages import STORAGES
from softgl.pipeline.clip import Assembled
from softgl.pipeline.keys import SetupKey
from softgl.pipeline.viewport import SUBPIXELS, WindowVertices


def faces(vertices: WindowVertices, shapes: Assembled, setup: SetupKey):
    """Which triangles are front faces, and which are drawn, both (n,) bool."""
    area = _areas(vertices, shapes)
    fronts = (area < 0) if setup.front_clockwise else (area > 0)
    # OpenGL 2.1, 3.5.1: a polygon of no area is a back face, as is all that is not "positive".
    return fronts, ~((fronts & setup.cull_front) | (~fronts & setup.cull_back))


def _areas(vertices, shapes):
    """Twice the area of the polygon that each triangle is a piece of, in square subpixels.

    A piece by itself may have none, or by rounding even less, where corners are in a line.
    """
    x, y = vertices.fixed[:, shapes.corners].astype(np.int64)
    area = (x[:, 1] - x[:, 0]) * (y[:, 2] - y[:, 0]) - (x[:, 2] - x[:, 0]) * (y[:, 1] - y[:, 0])
    if not len(area):
        return area
    numbers = shapes.origins[:, 1]
    first = np.flatnonzero(np.append(True, numbers[1:] != numbers[:-1]))
    return np.repeat(np.add.reduceat(area, first), np.diff(np.append(first, len(area))))


def depth_offsets(vertices: WindowVertices, triangles, offset, depth_format: str) -> np.ndarray:
    """OpenGL 2.1, 3.5.5: "o = m * factor + r * units" of triangles (n, 3), (n,) float32."""
    factor, units = offset
    x, y = vertices.fixed[:, triangles].astype(np.float64) / SUBPIXELS
    z = vertices.depth[0, triangles].astype(np.float64)
    with np.errstate(all="ignore"):
        (x1, x2), (y1, y2), (z1, z2) = ((v[:, 1] - v[:, 0], v[:, 2] - v[:, 0]) for v in (x, y, z))
        area = x1 * y2 - x2 * y1
        dx, dy = (z1 * y2 - z2 * y1) / area, (x1 * z2 - x2 * z1) / area
        steepest = np.where(area != 0, np.maximum(np.abs(dx), np.abs(dy)), 0.0)
        smallest = _resolution(depth_format, z)
        return (steepest * factor + smallest * units).astype(np.float32)


def _resolution(depth_format: str, z):
    """OpenGL 2.1, 3.5.5: "the smallest difference in window coordinate z values that is guaranteed
    to remain distinct throughout polygon rasterization and in the depth buffer".
    """
    storage = STORAGES[depth_format]
    if storage.fixed:
        # Two steps of the buffer, as in Mesa: two depths one step apart, both half-way between two
        # whole numbers, would be rounded to the even one between them. A depth is a float before
        # it is stored, so that no more than 24 bits count.
        return 2.0 / (2.0 ** min(storage.depth.bits, 24) - 1.0)
    # NV_depth_buffer_float: 2^(e - n), "e, the maximum exponent in the range of z values spanned by
    # the primitive", n the bits of the mantissa.
    _, exponent = np.frexp(np.abs(z).max(axis=1))
    return np.ldexp(1.0, exponent - 1 - 23)
