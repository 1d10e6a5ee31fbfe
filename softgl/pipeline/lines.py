"""Line setup: which pixels a line covers, exactly, as a record like that of a triangle.

OpenGL 2.1, 3.4.1: a line of width one has the fragments whose diamonds it leaves ("diamond-exit").
Along its major axis, x say, that is at most one fragment in each column: the pixel in which the
line is at the column's middle. Whether the columns of the ends belong to it depends on the ends'
places in the diamonds. So a line is a range of columns and, as a wide line has a column of pixels
above the one of width one, two edge functions: the line is below each pixel's upper edge, and above
the lower edge of the pixel that is the width farther down.

Ends on a diamond's boundary count as if moved by (-e, -e^2), e infinitely small.
"""

from __future__ import annotations

import numpy as np

from softgl.pipeline.setup import Shapes, shape_records
from softgl.pipeline.viewport import SUBPIXELS

HALF = SUBPIXELS // 2
MAX_WIDTH = 255  # pixels

# Of the stipple counter, which is linear in the pixel; of smooth lines that of their start, and
# where this is, in subpixels.
PLACES = (("start", "step_x", "step_y"), ("start", "x", "y"))
SIZES = ("half_width", "length", "along_x", "along_y")  # of smooth lines: pixels, and a direction


def line_width(width: float) -> int:
    """The width of a line that is not smooth: "rounding the supplied width to the nearest"."""
    return int(min(max(np.floor(np.float64(width) + 0.5), 1), MAX_WIDTH))


def setup_lines(fixed, lines, origins, fronts, box, width: int, cut) -> tuple[Shapes, np.ndarray]:
    """Set up lines that are not smooth.

    fixed : (2, vertex stride) int32 window coordinates in subpixels. lines : (n, 2) int32 vertices.
    origins : (n, 2) int32, as `assemble` gives them. fronts : (n,) whether they face the viewer.
    box : left, low, right, high, as `setup_triangles` takes it; numbers or (n,).
    width : pixels. cut : (n, 2) ends beyond which the line goes on, unseen.
    Returns the lines, their stipple counters from 0 each, and how many steps each of them counts.
    """
    ends = fixed[:, lines].astype(np.int64)  # (axis, line, end)
    delta = ends[:, :, 1] - ends[:, :, 0]
    x_major = np.abs(delta[0]) >= np.abs(delta[1])
    major = np.where(x_major, ends[0].T, ends[1].T)  # (end, line)
    minor = np.where(x_major, ends[1].T, ends[0].T) - (width - 1) * HALF
    course = _Course(major, minor, x_major)
    first, last, counts = course.columns(cut)
    run, rise, upward = course.run, course.rise, course.upward
    step = np.where(course.backward, -1, 1)
    low_column, high_column = np.minimum(first, last), np.maximum(first, last)
    bounds = {
        "major": (low_column, np.where(counts > 0, high_column, low_column - 1)),
        "minor": ((minor.min(axis=0) >> 8) - 1, (minor.max(axis=0) >> 8) + width),
    }
    at_zero = run * -course.start - rise * (HALF - course.low)
    edges = np.stack(
        [
            at_zero + run * SUBPIXELS,
            -(at_zero + run * (SUBPIXELS * (1 - width))),
            _along(ends, delta),
        ]
    )
    rows = {
        "step_x0": np.where(x_major, -rise, run),
        "step_y0": np.where(x_major, run, -rise),
        "step_x1": np.where(x_major, rise, -run),
        "step_y1": np.where(x_major, -run, rise),
        "open0": upward,
        "open1": ~upward,
    }
    places = np.stack([-first * step, np.where(x_major, step, 0), np.where(x_major, 0, step)])
    rows |= _common(lines, origins, fronts, delta, x_major, bounds, box)
    return shape_records(
        rows, edges, _per_length(delta), places, np.zeros((len(SIZES), len(lines)))
    ), counts


class _Course:
    """Lines as they go up their major axis.

    major, minor : (end, line) int64 subpixels, of the ends as they are given.
    x_major : which go along x. backward : which go down, and are turned round here.
    low, start : major and minor coordinate of the lower end. run, rise : from there to the other.
    upward : which go up, moved by (-e, -e^2): those of positive slope along x. Others go down, or
        left.
    """

    def __init__(self, major, minor, x_major):
        self.major, self.minor, self.x_major = major, minor, x_major
        self.backward = major[1] < major[0]
        self.low, high = (np.where(self.backward, major[1 - i], major[i]) for i in (0, 1))
        self.start, end = (np.where(self.backward, minor[1 - i], minor[i]) for i in (0, 1))
        self.run, self.rise = high - self.low, end - self.start
        self.upward = x_major & (self.rise > 0)

    def columns(self, cut):
        """The first and the last column with a pixel, and how many there are.

        cut : as `setup_lines` takes it.
        """
        after = self._has_left(0) & ~cut[:, 0], self._has_left(1) | cut[:, 1]
        columns = (self.major - 1) >> 8
        step = np.where(self.backward, -1, 1)
        first = columns[0] + np.where(after[0], step, 0)
        last = columns[1] - np.where(after[1], 0, step)
        return first, last, np.where(self.run > 0, np.maximum((last - first) * step + 1, 0), 0)

    def _has_left(self, end):
        """Whether the ends (0 or 1) are beyond the exit from their column's diamond."""
        major, minor = self.major[end], self.minor[end]
        middle = (((major - 1) >> 8) << 8) + HALF
        # The pixel in which the line is at the column's middle; the line is never between two.
        run = np.maximum(self.run, 1)
        scale = run * SUBPIXELS
        numerator = self.start * run + self.rise * (middle - self.low)
        pixel = numerator // scale - ((numerator % scale == 0) & ~self.upward)
        center = pixel * SUBPIXELS + HALF
        past = np.where(self.backward, major <= middle, major > middle)
        distance = np.abs(major - middle) + np.abs(minor - center)
        # On the boundary, moving left leaves the diamond if the point is not right of the centre.
        right = np.where(self.x_major, major > middle, minor > center)
        return past & ((distance > HALF) | ((distance == HALF) & ~right))


def setup_smooth_lines(fixed, lines, origins, fronts, box, width: float):
    """Set up smooth lines: rectangles around the line, `width` pixels wide; as `setup_lines`."""
    ends = fixed[:, lines].astype(np.int64)
    delta = ends[:, :, 1] - ends[:, :, 0]
    length = np.sqrt((delta * delta).sum(axis=0).astype(np.float64))
    counts = np.ceil(length / SUBPIXELS).astype(np.int64)
    reach = int(np.ceil(width / 2)) + 1
    low, high = (ends.min(axis=2) >> 8) - reach, (ends.max(axis=2) >> 8) + reach
    high[0] = np.where(length > 0, high[0], low[0] - 1)
    across = delta[0] * (HALF - ends[1, :, 0]) - delta[1] * (HALF - ends[0, :, 0])
    # A pixel farther away than this has no corner in the rectangle.
    most = np.ceil(length * ((width / 2 + 0.75) * SUBPIXELS)).astype(np.int64)
    along = _along(ends, delta)
    edges = np.stack([across + most, most - across, along])
    x_axis = np.ones(len(lines), bool)
    bounds = {"major": (low[0], high[0]), "minor": (low[1], high[1])}
    rows = _common(lines, origins, fronts, delta, x_axis, bounds, box)
    rows |= {"step_x0": -delta[1], "step_y0": delta[0], "step_x1": delta[1], "step_y1": -delta[0]}
    halves = np.full(len(lines), width / 2)
    sizes = np.stack([halves, length / SUBPIXELS, *(delta / np.maximum(length, 1))])
    places = np.stack([np.zeros_like(along), *ends[:, :, 0]])
    return shape_records(rows, edges, _per_length(delta), places, sizes), counts


def _along(ends, delta):
    """Equation 3.5's (pr - pa) . (pb - pa), at the centre of pixel (0, 0)."""
    return (HALF - ends[0, :, 0]) * delta[0] + (HALF - ends[1, :, 0]) * delta[1]


def _per_length(delta):
    square = (delta * delta).sum(axis=0)
    return SUBPIXELS / np.maximum(square, 1).astype(np.float64)


def _common(lines, origins, fronts, delta, x_major, bounds, box):
    """The rows that lines of both kinds have alike."""
    rows = {f"corner{i}": lines[:, min(i, 1)] for i in range(3)}
    rows |= {"step_x2": delta[0], "step_y2": delta[1]}
    rows |= {"front": fronts, "provoking": origins[:, 0], "primitive": origins[:, 1]}
    for axis, of_x in (("x", x_major), ("y", ~x_major)):
        first, end = (box[0], box[2]) if axis == "x" else (box[1], box[3])
        least, most = (np.where(of_x, bounds["major"][i], bounds["minor"][i]) for i in (0, 1))
        rows[f"min_{axis}"] = np.maximum(least, first)
        rows[f"max_{axis}"] = np.minimum(most, end - 1)
    return rows
