"""Point setup: the square of pixels of each point, as a record like that of a triangle."""

from __future__ import annotations

import numpy as np

from softgl.pipeline.setup import Shapes, shape_records
from softgl.pipeline.viewport import SUBPIXELS

HALF = SUBPIXELS // 2
MAX_SIZE = 2048.0  # pixels

PLACES = ("center_x", "center_y")  # in subpixels
SIZES = ("size", "inverse_size")  # in pixels


def setup_points(fixed, points, origins, fronts, box, size, *, exact: bool, reach=0) -> Shapes:
    """Set up points.

    fixed : (2, vertex stride) int32 window coordinates in subpixels. points : (n, 1) int32.
    origins : (n, 2) int32. fronts : (n,). box : as `setup_triangles` takes it.
    size : (n,) float32, pixels; exact : whether it is not rounded to whole pixels (sprites, smooth
    points). reach : pixels more on each side.
    """
    size = np.where(size >= 1.0, np.minimum(size, np.float32(MAX_SIZE)), np.float32(1.0))
    center = fixed[:, points[:, 0]].astype(np.int64)
    low, high = _exact_square(center, size) if exact else _whole_square(center, size)
    rows = {f"corner{i}": points[:, 0] for i in range(3)}
    rows |= {"front": fronts, "provoking": origins[:, 0], "primitive": origins[:, 1]}
    for axis, name in enumerate("xy"):
        rows[f"min_{name}"] = np.maximum(low[axis] - reach, box[axis])
        rows[f"max_{name}"] = np.minimum(high[axis] + reach, box[axis + 2] - 1)
    edges = np.zeros((3, len(points)), np.int64)
    sizes = np.stack([size, np.float32(1.0) / size])
    return shape_records(rows, edges, np.zeros(len(points)), center, sizes)


def _whole_square(center, size):
    """OpenGL 2.1, 3.3.1: around the pixel of the point, or the pixel corner nearest to it."""
    width = np.floor(size.astype(np.float64) + 0.5).astype(np.int64)
    odd = width & 1
    low = np.where(odd, center >> 8, (center + HALF) >> 8) - (width >> 1)
    return low, low + width - 1


def _exact_square(center, size):
    """The pixels whose centres lie in the square; of two opposite sides, on the upper or right."""
    reach = np.rint(size.astype(np.float64) * HALF).astype(np.int64)
    return ((center - reach - HALF) >> 8) + 1, (center + reach - HALF) >> 8
