"""Line setup: which pixels a line covers, exactly, as a record like that of a triangle.

OpenGL 2.1, 3.4.1: a line of width one has the fragments whose diamonds it leaves ("diamond-exit").
Along its major axis, x say, that is at most one fragment in each column: the pixel in which the
line is at the column's middle. The columns of the ends belong to it or not by the ends' positions
in the diamonds. So a line is a range of columns and, as a wide line has a column of pixels
above the one of width one, two edge functions: the line is below each pixel's upper edge, and above
the lower edge of the pixel that is the width farther down.

Ends on a diamond's boundary count as if moved by (-e, -e^2), e infinitely small.

Smooth lines, and those of several samples, are rectangles of their exact width. Samples on the
boundary of one belong to it as those on the edges of a triangle do.
"""

from __future__ import annotations

from dataclasses import field
from functools import partial

import numpy as np

from softgl.lanes import F64, I32, I64, Engine, KernelRequest, Lane, Signature
from softgl.pipeline.planes.samples import SUBPIXELS
from softgl.pipeline.primitives.setup import (
    OPTIONAL_SETUP_ARRAYS,
    SETUP_ARRAYS,
    SIDES,
    SetupPrimitives,
    is_open,
    load_provoking,
    new_setup_primitives,
    not_empty,
    store_shape,
)
from softgl.pipeline.support.threads import run_mapped
from softgl.pipeline.vertices.viewport import window_place
from softgl.records import dataclass

HALF_PIXEL = SUBPIXELS // 2
MAX_LINE_WIDTH = 255  # pixels

# Of the stipple counter, which is linear in the pixel; of smooth lines that of their start, and
# where this is, in subpixels.
LINE_PLACES = (("start", "step_x", "step_y"), ("start", "x", "y"))
LINE_SIZES = ("half_width", "length", "along_x", "along_y")
"""Sizes of smooth lines: pixels, and a direction."""
VIEW_SIDES = tuple(f"view_{side}" for side in SIDES)


def line_width(width: float, smooth: bool) -> float | int:
    """The width that lines have; if not smooth, "rounding the supplied width to the nearest"."""
    if smooth:
        return min(max(width, 1.0), float(MAX_LINE_WIDTH))
    return int(min(max(np.floor(np.float64(width) + 0.5), 1), MAX_LINE_WIDTH))


@dataclass(frozen=True)
class LineKey:
    """Shapes line setup.

    smooth : True if lines are rectangles. ends : True if edge functions say exactly where these
    are. provoking, fronts, views : True if there are arrays of those.
    """

    smooth: bool
    provoking: bool
    fronts: bool
    views: bool = False
    ends: bool = False


def setup_lines(
    engine: Engine, key: LineKey, inputs: dict, scalars: dict, count: int, threads: int
) -> tuple[SetupPrimitives, np.ndarray]:
    """Sets up lines: their records, and the steps of the stipple counter of each.

    In the records the counter begins with 0 at the start of each line.

    inputs : arrays by name: `lines`, int32 vertices two by two, `fixed`, and as the key says
        `provoking`, as `assemble` gives them, `fronts`, int32 truth values; without these all face
        the viewer; and `views`, int32, the four sides of each line's viewport in subpixels.
    scalars : the pixels that may be drawn, by the names of SIDES; without `views` the viewport's
        sides in subpixels by VIEW_SIDES;
        unclipped, the number of vertices that clipping has not made; width, a `line_width`.
    """
    places, edges = len(LINE_PLACES[key.smooth]), 4 if key.ends else 3
    setups = new_setup_primitives(count, places, len(LINE_SIZES), edges)
    counts = np.empty(setups.stride, np.int32)
    kernel = engine.kernel(line_kernel(key))
    scalars = scalars | {"last": count - 1, "stride": setups.stride}
    run_mapped(kernel, scalars, inputs | setups.arrays | {"counts": counts}, count, threads)
    return setups, counts[:count]


def line_kernel(key: LineKey) -> KernelRequest:
    """The kernel that sets lines up."""
    return KernelRequest(("setup lines", key), partial(_kernel, key))


def _kernel(key):
    names = ["first", "last", "stride", *SIDES]
    if not key.smooth:
        names += ("unclipped", *(() if key.views else VIEW_SIDES))
    inputs = [("lines", I32), ("fixed", I64)]
    inputs += [(name, I32) for name in ("provoking", "fronts", "views") if getattr(key, name)]
    outputs = (*SETUP_ARRAYS, *OPTIONAL_SETUP_ARRAYS, ("counts", I32))
    signature = Signature(
        (*((name, I32) for name in names), ("width", F64 if key.smooth else I32)),
        (*inputs, *outputs),
        frozenset(name for name, _ in outputs),
    )
    return signature, partial(setup_line, key=key)


def setup_line(m, a, index, key: LineKey):
    """The record of one line."""
    index = m.further(index, a.first)
    number = m.min(index, a.last)
    vertices = [m.load_unchecked(a.lines, number * 2 + end) for end in (0, 1)]
    x, y = zip(*(window_place(m, a, vertex) for vertex in vertices), strict=True)
    dx, dy = x[1] - x[0], y[1] - y[0]
    view = None if key.smooth else _view(m, a, number, key)
    of = _rectangle(m, a, x, y, key) if key.smooth else _line(m, a, vertices, x, y, view)
    values = {f"corner{i}": vertices[min(i, 1)] for i in range(3)}
    values |= {"step_x2": dx, "step_y2": dy, **of.steps, **of.bounds}
    values["front"] = m.load_unchecked(a.fronts, number) if key.fronts else m.i32(1)
    if key.provoking:
        values |= load_provoking(m, a, number)
    # Equation 3.5's (pr - pa) . (pb - pa), at the centre of pixel (0, 0).
    wide = m.to_i64
    along = wide(HALF_PIXEL - x[0]) * wide(dx) + wide(HALF_PIXEL - y[0]) * wide(dy)
    per_length = m.f64(float(SUBPIXELS)) / m.to_f64(m.max(_square(m, dx, dy), 1))
    drawn = not_empty(of.bounds)
    edges = [*of.edges, along]
    if key.ends:
        edges.append(_square(m, dx, dy))
        values["open2"] = is_open(m, dy, -dx)
    store_shape(m, a, index, drawn, values, edges, m.to_f32(per_length), of.places, of.sizes)
    m.store(a.counts, index, of.count)


@dataclass(frozen=True)
class _Parts:
    """The values of a line's record, for aliased and smooth lines; lanes.

    edges : two I64. steps : the rows of their steps. bounds : the rows of bounds. places,
    sizes : as in LINE_PLACES and LINE_SIZES. count : number of steps of the stipple counter.
    """

    edges: tuple[Lane, Lane]
    steps: dict[str, Lane]
    bounds: dict[str, Lane]
    places: list[Lane]
    count: Lane
    sizes: list[Lane] = field(default_factory=list)


def _view(m, a, number, key: LineKey) -> dict:
    """The sides of a line's viewport in subpixels, I32 by the names of SIDES."""
    if not key.views:
        return {side: getattr(a, name) for side, name in zip(SIDES, VIEW_SIDES, strict=True)}
    return {side: m.load_unchecked(a.views, number * 4 + i) for i, side in enumerate(SIDES)}


def _line(m, a, vertices, x, y, view: dict) -> _Parts:
    """A line that is not smooth."""
    x_major = abs(x[1] - x[0]) >= abs(y[1] - y[0])
    major = [m.select(x_major, *end) for end in zip(x, y, strict=True)]
    middle = [m.select(x_major, *end) for end in zip(y, x, strict=True)]
    minor = [end - (a.width - 1) * HALF_PIXEL for end in middle]
    course = _Course(m, major, minor, x_major)
    cut = [_is_cut(a, view, *end) for end in zip(vertices, x, y, strict=True)]
    first, last, count = course.columns(cut)
    step = m.select(course.backward, m.i32(-1), 1)
    low, high = m.min(first, last), m.max(first, last)
    along = low, m.select(count > 0, high, low - 1)
    across = (m.min(*minor) >> 8) - 1, (m.max(*minor) >> 8) + a.width
    bounds = {}
    for axis, is_major, first_pixel, end in _box(m, a, view, x_major, cut[0] | cut[1]):
        least, most = (m.select(is_major, *both) for both in zip(along, across, strict=True))
        bounds[f"min_{axis}"] = m.max(least, first_pixel)
        bounds[f"max_{axis}"] = m.min(most, end - 1)
    run, rise = course.run, course.rise
    wide = m.to_i64
    at_zero = wide(run) * wide(-course.start) - wide(rise) * wide(HALF_PIXEL - course.low)
    upper = at_zero + wide(run) * SUBPIXELS
    lower = -(at_zero + wide(run) * wide((1 - a.width) * SUBPIXELS))
    step_x, step_y = m.select(x_major, -rise, run), m.select(x_major, run, -rise)
    steps = {"step_x0": step_x, "step_y0": step_y, "step_x1": -step_x, "step_y1": -step_y}
    steps["open0"] = m.select(course.upward, m.i32(1), 0)
    steps["open1"] = 1 - steps["open0"]
    places = [-first * step, m.select(x_major, step, 0), m.select(x_major, 0, step)]
    return _Parts((upper, lower), steps, bounds, places, count)


def _is_cut(a, view, vertex, x, y):
    """True if an end was cut off at the viewport's edge: the line continues there, unseen."""
    on_edge = (x == view["left"]) | (x == view["right"])
    on_edge = on_edge | (y == view["low"]) | (y == view["high"])
    return on_edge & (vertex >= a.unclipped)


def _box(m, a, view, x_major, cut):
    """For each axis: its name, True for the major one, the first pixel to draw and the end.

    A line that is cut at the edge covers the last pixel before it.
    """
    more = a.width - 1
    for axis, of_axis, low, high in (("x", x_major, *SIDES[::2]), ("y", ~x_major, *SIDES[1::2])):
        first, end = getattr(a, low), getattr(a, high)
        view_first, view_end = view[low] >> 8, (view[high] + (SUBPIXELS - 1)) >> 8
        yield (
            axis,
            of_axis,
            m.select(cut, m.max(first, view_first - more), first),
            m.select(cut, m.min(end, view_end + more), end),
        )


class _Course:
    """Lines as they go up their major axis; lanes.

    major, minor : two I32 each, subpixels, of the ends as they are given.
    x_major : which go along x. backward : which go down, and are turned round here.
    low, start : major and minor coordinate of the lower end. run, rise : from there to the other.
    upward : which go up, moved by (-e, -e^2): those of positive slope along x. Others go down, or
        left.
    """

    def __init__(self, m, major, minor, x_major):
        self.m, self.major, self.minor, self.x_major = m, major, minor, x_major
        self.backward = major[1] < major[0]
        self.low, high = (m.select(self.backward, major[1 - i], major[i]) for i in (0, 1))
        self.start, end = (m.select(self.backward, minor[1 - i], minor[i]) for i in (0, 1))
        self.run, self.rise = high - self.low, end - self.start
        self.upward = x_major & (self.rise > 0)

    def columns(self, cut):
        """The first and the last column with a pixel, and the number of columns.

        cut : for each end, True if the line continues beyond the viewport.
        """
        m = self.m
        after = self._has_left(0) & ~cut[0], self._has_left(1) | cut[1]
        columns = [(end - 1) >> 8 for end in self.major]
        step = m.select(self.backward, m.i32(-1), 1)
        first = columns[0] + m.select(after[0], step, 0)
        last = columns[1] - m.select(after[1], 0, step)
        count = m.select(self.run > 0, m.max((last - first) * step + 1, 0), 0)
        return first, last, count

    def _has_left(self, end):
        """True for ends (0 or 1) beyond the exit from their column's diamond."""
        m, major, minor = self.m, self.major[end], self.minor[end]
        middle = (((major - 1) >> 8) << 8) + HALF_PIXEL
        past = m.select(self.backward, major <= middle, major > middle)
        # Only one of these two pixels can have the end in its diamond.
        pixels = minor >> 8, (minor - 1) >> 8
        return past & ~(
            self._ends_in(end, middle, pixels[0]) | self._ends_in(end, middle, pixels[1])
        )

    def _ends_in(self, end, middle, pixel):
        """True for the pixel with the line at the column's middle, and the end in its diamond.

        The line is never between two pixels, as it is moved.
        """
        m, major, minor = self.m, self.major[end], self.minor[end]
        wide = m.to_i64
        run = wide(m.max(self.run, 1))
        height = wide(self.start) * run + wide(self.rise) * wide(middle - self.low)
        above = height - run * wide(pixel * SUBPIXELS)
        step = run * SUBPIXELS
        at = m.select(self.upward, (above >= 0) & (above < step), (above > 0) & (above <= step))
        center = pixel * SUBPIXELS + HALF_PIXEL
        distance = abs(major - middle) + abs(minor - center)
        # On the boundary, moving left leaves the diamond if the point is not right of the centre.
        right = m.select(self.x_major, major > middle, minor > center)
        return at & ((distance < HALF_PIXEL) | ((distance == HALF_PIXEL) & right))


def _rectangle(m, a, x, y, key: LineKey) -> _Parts:
    """The rectangle around a line, `width` pixels wide; if not exactly, all that it touches."""
    dx, dy = x[1] - x[0], y[1] - y[0]
    length = m.sqrt(m.to_f64(_square(m, dx, dy)))
    steps = m.to_i32_within(m.ceil(length * (1.0 / SUBPIXELS)), 0, 1 << 24)
    reach = m.to_i32_within(m.ceil(a.width * 0.5), 0, MAX_LINE_WIDTH) + 1
    bounds = {}
    for axis, ends, low, high in (("x", x, *SIDES[::2]), ("y", y, *SIDES[1::2])):
        bounds[f"min_{axis}"] = m.max((m.min(*ends) >> 8) - reach, getattr(a, low))
        bounds[f"max_{axis}"] = m.min((m.max(*ends) >> 8) + reach, getattr(a, high) - 1)
    bounds["max_x"] = m.select(length > 0.0, bounds["max_x"], bounds["min_x"] - 1)
    wide = m.to_i64
    across = wide(dx) * wide(HALF_PIXEL - y[0]) - wide(dy) * wide(HALF_PIXEL - x[0])
    if key.ends:
        far = length * (a.width * float(HALF_PIXEL))
        most, on_side = _whole(m, m.floor(far)), far == m.floor(far)
        opens = [
            m.select(on_side, is_open(m, run, rise), 0) for run, rise in ((dx, dy), (-dx, -dy))
        ]
    else:
        # A pixel farther away than this has no corner in the rectangle.
        most = _whole(m, m.ceil(length * ((a.width * 0.5 + 0.75) * float(SUBPIXELS))))
        opens = [m.i32(0)] * 2
    unit = m.max(length, 1.0)
    sizes = (a.width * 0.5, length * (1.0 / SUBPIXELS), m.to_f64(dx) / unit, m.to_f64(dy) / unit)
    return _Parts(
        (across + most, most - across),
        {"step_x0": -dy, "step_y0": dx, "step_x1": dy, "step_y1": -dx, "open0": opens[0],
         "open1": opens[1]},
        bounds,
        [m.i32(0), x[0], y[0]],
        steps,
        [m.to_f32(size) for size in sizes],
    )  # fmt: skip


def _square(m, dx, dy):
    """The square of a length in subpixels, I64."""
    return m.to_i64(dx) * m.to_i64(dx) + m.to_i64(dy) * m.to_i64(dy)


def _whole(m, number):
    """An F64 from 0 to 2^50 that has no fraction as I64."""
    upper = m.trunc(number * 2.0**-20)
    lower = number - upper * 2.0**20
    return (m.to_i64(m.apply("i32", upper)) << 20) + m.to_i64(m.apply("i32", lower))
