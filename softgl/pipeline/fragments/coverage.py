"""Coverage: the pixels inside a primitive, and the covered area of each, as formulas.

The signs of the edge functions decide for triangles and lines; bounds, which are exact for lines
and points, are tested by the traversal (`FragmentKey.cut`). Smooth primitives have the area of
their intersection with each pixel: of polygons edge by edge, of discs strip by strip. With several
samples each is tested by itself: then lines are rectangles, and points are discs, or squares.
"""

from __future__ import annotations

from functools import reduce
from operator import or_

from softgl.formats.storages import STORAGES
from softgl.lanes import F32, I32, U32
from softgl.pipeline.keys.kernel_keys import FragmentKey
from softgl.pipeline.planes.samples import SAMPLE_POSITIONS, SAMPLE_UNITS_PER_PIXEL, SUBPIXELS
from softgl.pipeline.primitives import lines, points
from softgl.pipeline.primitives.edges import sample_shifts

MIN_AREA = 2.0**-10
STRIPS_PER_PIXEL = 16


def shape_arrays(key: FragmentKey) -> tuple:
    """The (name, element type) of the arrays that only some shapes need."""
    shape = key.shape
    return (
        *((("places", I32),) if shape.kind != "triangle" or shape.smooth else ()),
        *((("sizes", F32),) if shape.kind != "triangle" else ()),
        *((("offsets", F32),) if shape.offset else ()),
        *((("stipple", U32),) if shape.stipple else ()),
        *(() if key.clips_depths else (("depth_range", F32),)),
    )


def place(m, a, shape, row: int):
    """A row of `SetupPrimitives.places`."""
    return m.load_unchecked(a.places, shape, a.triangle_stride * row)


def size(m, a, shape, row: int):
    """A row of `SetupPrimitives.sizes`."""
    return m.load_unchecked(a.sizes, shape, a.triangle_stride * row)


def deciding_edges(key: FragmentKey) -> range:
    """The edge functions that say which pixels within its bounds a shape may cover."""
    triangle = 0 if key.shape.smooth else 3
    return range({"point": 0, "line": 2, "triangle": triangle}[key.shape.kind])


def has_ends(key: FragmentKey) -> bool:
    """True if edge functions bound the ends of a line: see `edges.load_edges`."""
    return key.shape.kind == "line" and key.shape.samples > 1


def covers_samples(m, a, key: FragmentKey, shape, edges, signs, x, y) -> list:
    """Coverage of each sample, BOOL, for pixels within a primitive's bounds.

    edges : the primitive's Edges. signs : I32, of the edge functions at the pixels' centres.
    """
    if key.shape.samples == 1:
        return [covers(m, a, key, shape, signs, x, y)]
    kind, covered = key.shape.kind, []
    for position in SAMPLE_POSITIONS[key.shape.samples]:
        if kind == "point":
            covered.append(_in_point(m, a, key, shape, x, y, position))
            continue
        shifts = sample_shifts(m, edges, position)
        inside = reduce(or_, [s + t for s, t in zip(signs, shifts, strict=True)]) >= 0
        if key.shape.stipple and kind == "line":
            inside = inside & _in_dash(m, a, shape, x, y, position)
        covered.append(inside)
    if key.shape.stipple and kind == "triangle":
        shown = _polygon_stippled(m, a, x, y)
        covered = [sample & shown for sample in covered]
    return covered


def _in_point(m, a, key, shape, x, y, position):
    """OpenGL 2.1, 3.3.3: "a circle having diameter equal to the current point width if POINT SPRITE
    is disabled, or a square with side equal to the current point width"."""
    away = _from_place(m, a, shape, range(2), x, y, position)
    radius = m.to_f64(size(m, a, shape, points.POINT_SIZES.index("size"))) * (SUBPIXELS / 2)
    if key.shape.sprites:
        # As pixels of a sprite: of two opposite sides the upper or right one.
        reach = m.nearest(radius)
        across, up = ((distance > -reach) & (distance <= reach) for distance in away)
        return across & up
    across, up = map(m.to_f64, away)
    return across * across + up * up <= radius * radius


def _in_dash(m, a, shape, x, y, position):
    """OpenGL 2.1, 3.4.4: "the rectangular region is subdivided into adjacent unit-length
    rectangles, with some rectangles eliminated"; whether a sample is in one that stays."""
    along = m.f32(0.0)
    for row, away in enumerate(_from_place(m, a, shape, (1, 2), x, y, position), 2):
        along = along + m.to_f32(away) * (1.0 / SUBPIXELS) * size(m, a, shape, row)
    step = m.to_i32_within(m.clamp(m.floor(along), 0.0, 2.0**20), 0, 2**20)
    return _line_stippled(m, a, place(m, a, shape, 0) + step)


def _from_place(m, a, shape, rows, x, y, position):
    """Positions of samples relative to a place, in subpixels; rows : of the place's x and y."""
    unit = SUBPIXELS // SAMPLE_UNITS_PER_PIXEL
    return [
        pixel * SUBPIXELS + (SUBPIXELS // 2 + at * unit) - place(m, a, shape, row)
        for row, pixel, at in zip(rows, (x, y), position, strict=True)
    ]


def centroid(m, key: FragmentKey, covered, centre) -> tuple:
    """The position for CENTROID inputs, I32 x and y in sixteenths of a pixel.

    It is the pixel's centre if that is covered, else the first covered sample.
    covered, centre : BOOL, the coverage of each sample, and of the centre.
    """
    x = y = m.i32(0)
    for number, (at_x, at_y) in reversed(list(enumerate(SAMPLE_POSITIONS[key.shape.samples]))):
        first_covered = covered[number] & ~centre
        x, y = m.select(first_covered, at_x, x), m.select(first_covered, at_y, y)
    return x, y


def covers(m, a, key: FragmentKey, shape, signs, x, y):
    """Coverage of pixels within a primitive's bounds, BOOL; signs : three I32."""
    kind = key.shape.kind
    covered = m.true
    if deciding := [signs[edge] for edge in deciding_edges(key)]:
        covered = reduce(or_, deciding) >= 0
    if key.shape.stipple and kind == "triangle":
        covered = covered & _polygon_stippled(m, a, x, y)
    if key.shape.stipple and kind == "line" and not key.shape.smooth:
        start, step_x, step_y = (place(m, a, shape, row) for row in range(3))
        covered = covered & _line_stippled(m, a, start + step_x * x + step_y * y)
    return covered


def _polygon_stippled(m, a, x, y):
    """OpenGL 2.1, 3.5.2: the bit at (x mod 32, y mod 32); `stipple` has a word for each row."""
    row = m.load_unchecked(a.stipple, y & 31)
    return ((row >> (x & 31)) & 1) != 0


def _line_stippled(m, a, counter):
    """OpenGL 2.1, 3.4.2: "the b-th bit of p", with b = floor(s / r) mod 16; `stipple` is p, r."""
    bit = m.as_u32(counter) / m.load_unchecked(a.stipple, m.i32(1))
    return ((m.load_unchecked(a.stipple, m.i32(0)) >> (bit & 15)) & 1) != 0


def clamped_depth(m, key: FragmentKey, depth):
    """A depth as fragments have it: within what the depth buffer holds.

    With depth clamping, and where fragments beyond the depth range are discarded, it is any number.
    """
    if key.drops_depths or key.depth_clamp:
        return depth
    # NV_depth_buffer_float, 3.5.5: "Fragment depth values are not clamped when the depth buffer
    # uses a floating-point representation."
    limited = key.limits_depths or STORAGES[key.depth_format].fixed
    return m.saturate(depth) if limited else depth


def tested_depth(m, key: FragmentKey, a, depth):
    """The depth of a fragment as tests and buffers have it: clamped with depth clamping."""
    # OpenGL 3.3, 4.1.6: "before the incoming fragment's zw is compared zw is clamped to the range
    # [min(n, f), max(n, f)]": programs read it as it was.
    return m.clamp(depth, *_depth_range(m, a)) if key.depth_clamp else depth


def beyond_depth_range(m, a, depth):
    """True for a depth outside of the depth range; a NaN is outside."""
    near, far = _depth_range(m, a)
    return ~((depth >= near) & (depth <= far))


def _depth_range(m, a):
    return [m.load_unchecked(a.depth_range, m.i32(end)) for end in (0, 1)]


def line_weights(m, edge, per_length):
    """The weights of a line's ends, as three edge functions in units of the whole.

    OpenGL 2.1, equation 3.5: t = (pr - pa) . (pb - pa) / |pb - pa|^2.
    """
    t = edge[2] * per_length
    return [1.0 - t, t, m.f32(0.0)]


def sprite_coordinate(m, a, key: FragmentKey, shape, x, y, component: int, position=None):
    """One component of (s, t, 0, 1), the texture coordinates of a point sprite: 2.1, 3.3.1.

    position : of a sample, as in SAMPLE_POSITIONS; None for the pixel's centre.
    """
    if component > 1:
        return m.f32(float(component == 3))
    pixel = (x, y)[component]
    unit = SUBPIXELS // SAMPLE_UNITS_PER_PIXEL
    within = 128 if position is None else 128 + position[component] * unit
    offset = m.to_f32(pixel * 256 + within - place(m, a, shape, component)) * (1.0 / 256.0)
    share = offset * size(m, a, shape, 1)
    # "t = 1/2 + (yf + 1/2 - yw) / size" with a lower left origin, minus with an upper left one.
    if component == 1 and key.shape.sprite_upper:
        return 0.5 - share
    return 0.5 + share


def smooth_coverage(m, a, key: FragmentKey, shape, x, y):
    """The share of a pixel that a smooth primitive covers, F32 in [0, 1].

    OpenGL 2.1, 3.3.1 to 3.5.3: the area of the primitive's intersection with the pixel's square.
    """
    area = SMOOTH_COVERAGE[key.shape.kind](m, a, key, shape, x, y)
    # What is farther away has an area of all but 0.
    return m.select(area < MIN_AREA, 0.0, m.min(area, 1.0))


def _from_pixel(m, a, shape, rows, x, y):
    """A place as seen from a pixel's lower left corner, in pixels; rows : those of its x and y."""
    return [
        m.to_f32(place(m, a, shape, row) - pixel * 256) * (1.0 / 256.0)
        for row, pixel in zip(rows, (x, y), strict=True)
    ]


def _smooth_point(m, a, key, shape, x, y):
    """The mean height of the disc within strips of the pixel.

    The disc is symmetrical, so the pixel may lie more to its right than above it: there, where
    strips are not along the rim, their mean is within 1/256 of the area.
    """
    offset = [abs(c - 0.5) for c in _from_pixel(m, a, shape, range(2), x, y)]
    along, across = m.max(*offset), m.min(*offset)
    radius = size(m, a, shape, points.POINT_SIZES.index("size")) * 0.5
    area = m.f32(0.0)
    for strip in range(STRIPS_PER_PIXEL):
        height = across + ((strip + 0.5) / STRIPS_PER_PIXEL - 0.5)
        half = m.sqrt(m.max(radius * radius - height * height, 0.0))
        shown = m.min(half, along + 0.5) - m.max(-half, along - 0.5)
        area = area + m.max(shown, 0.0)
    return area * (1.0 / STRIPS_PER_PIXEL)


def _smooth_line(m, a, key, shape, x, y):
    half, length, *direction = (size(m, a, shape, row) for row in range(len(lines.LINE_SIZES)))
    start = _from_pixel(m, a, shape, (1, 2), x, y)
    side = -direction[1] * half, direction[0] * half

    def part(first, last):
        """The area of the rectangle between two distances from the start."""
        one, two = ([start[i] + direction[i] * t for i in range(2)] for t in (first, last))
        around = (one, -1), (two, -1), (two, 1), (one, 1)
        return area_in_pixel(
            m, [[end[i] + side[i] * sign for i in range(2)] for end, sign in around]
        )

    if not key.shape.stipple:
        return part(m.f32(0.0), length)
    # OpenGL 2.1, 3.4.2: "a stippled line is considered to be a sequence of contiguous rectangles",
    # each a pixel long; a pixel reaches into three of them at most.
    center = sum((0.5 - start[i]) * direction[i] for i in range(2))
    first = m.floor(center - 0.75)
    area = m.f32(0.0)
    for number in range(3):
        ends = [m.clamp(first + float(number + i), 0.0, length) for i in range(2)]
        step = m.to_i32_within(m.clamp(first + float(number), 0.0, 2.0**20), 0, 2**20)
        shown = _line_stippled(m, a, place(m, a, shape, 0) + step)
        area = area + m.select(shown, part(*ends), 0.0)
    return area


def _smooth_triangle(m, a, key, shape, x, y):
    return area_in_pixel(
        m, [_from_pixel(m, a, shape, (corner, corner + 3), x, y) for corner in range(3)]
    )


def area_in_pixel(m, corners):
    """The area of a polygon within the square from (0, 0) to (1, 1).

    corners : lists of x and y, counter-clockwise.
    """
    area = m.f32(0.0)
    for (x0, y0), (x1, y1) in zip(corners, corners[1:] + corners[:1], strict=True):
        # The part of the square to the left of an edge: added for rising edges.
        low, high = m.saturate(y0), m.saturate(y1)
        rise = y1 - y0
        slope = (x1 - x0) / m.select(rise == 0.0, 1.0, rise)
        first, last = x0 + (low - y0) * slope, x0 + (high - y0) * slope
        area = area + _mean_within(m, first, last) * (high - low)
    return area


def _mean_within(m, first, last):
    """The mean of m.saturate over the numbers from `first` to `last`."""

    def integral(x):
        inside = m.saturate(x)
        return inside * inside * 0.5 + m.max(x - 1.0, 0.0)

    run = last - first
    beyond = (m.min(first, last) >= 1.0) | (m.max(first, last) <= 0.0)
    short = beyond | (abs(run) < 2.0**-10)
    middle = m.saturate((first + last) * 0.5)
    return m.select(short, middle, (integral(last) - integral(first)) / m.select(short, 1.0, run))


SMOOTH_COVERAGE = {"point": _smooth_point, "line": _smooth_line, "triangle": _smooth_triangle}
