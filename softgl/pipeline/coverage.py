"""Which pixels a shape covers, and how much of them: formulas for triangles, lines and points.

The signs of the edge functions decide for triangles and lines; bounds, which are exact for lines
and points, are looked at by the traversal (`FragmentKey.cut`). Of smooth shapes a pixel's coverage
is estimated from its centre's distance to each edge: a pixel that an edge halves has 1/2.
"""

from __future__ import annotations

from functools import reduce
from operator import or_

from softgl.lanes import F32, I32, U32
from softgl.pipeline import lines, points
from softgl.pipeline.keys import FragmentKey
from softgl.pipeline.setup import ROW


def shape_arrays(key: FragmentKey) -> tuple:
    """The (name, element type) of the arrays that only some shapes need."""
    shape = key.shape
    return (
        *((("places", I32), ("sizes", F32)) if shape.kind != "triangle" else ()),
        *((("offsets", F32),) if shape.offset else ()),
        *((("stipple", U32),) if shape.stipple else ()),
        *((("depth_range", F32),) if key.depth_clamp else ()),
    )


def place(m, a, shape, row: int):
    """A row of `Shapes.places`."""
    return m.gather(a.places, shape + a.triangle_stride * row)


def size(m, a, shape, row: int):
    """A row of `Shapes.sizes`."""
    return m.gather(a.sizes, shape + a.triangle_stride * row)


def deciding_edges(key: FragmentKey) -> range:
    """The edge functions that say which pixels within its bounds a shape covers."""
    return range(0 if key.shape.smooth else {"point": 0, "line": 2, "triangle": 3}[key.shape.kind])


def covers(m, a, key: FragmentKey, shape, signs, x, y):
    """Whether pixels within a shape's bounds belong to it, BOOL; signs : three I32."""
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
    row = m.gather(a.stipple, y & 31)
    return ((row >> (x & 31)) & 1) != 0


def _line_stippled(m, a, counter):
    """OpenGL 2.1, 3.4.2: "the b-th bit of p", with b = floor(s / r) mod 16; `stipple` is p, r."""
    bit = m.as_u32(counter) / m.gather(a.stipple, m.i32(1))
    return ((m.gather(a.stipple, m.i32(0)) >> (bit & 15)) & 1) != 0


def clamped_depth(m, key: FragmentKey, a, depth):
    """A depth within [0, 1]; with depth clamping, within the depth range."""
    if not key.depth_clamp:
        return m.saturate(depth)
    return m.clamp(depth, *(m.gather(a.depth_range, m.i32(end)) for end in (0, 1)))


def line_weights(m, edge, per_length):
    """The weights of a line's ends, as three edge functions in units of the whole.

    OpenGL 2.1, equation 3.5: t = (pr - pa) . (pb - pa) / |pb - pa|^2.
    """
    t = edge[2] * per_length
    return [1.0 - t, t, m.f32(0.0)]


def sprite_coordinate(m, a, key: FragmentKey, shape, x, y, component: int):
    """One component of (s, t, 0, 1), the texture coordinates of a point sprite: 2.1, 3.3.1."""
    if component > 1:
        return m.f32(float(component == 3))
    pixel = (x, y)[component]
    offset = m.to_f32(pixel * 256 + 128 - place(m, a, shape, component)) * (1.0 / 256.0)
    share = offset * size(m, a, shape, 1)
    # "t = 1/2 + (yf + 1/2 - yw) / size" with a lower left origin, minus with an upper left one.
    if component == 1 and key.shape.sprite_upper:
        return 0.5 - share
    return 0.5 + share


def smooth_coverage(m, a, key: FragmentKey, shape, edge, x, y):
    """How much of a pixel a smooth shape covers, F32 in [0, 1]; edge : as in `interpolate`."""
    return SMOOTH[key.shape.kind](m, a, key, shape, edge, x, y)


def _smooth_point(m, a, key, shape, edge, x, y):
    dx, dy = (
        m.to_f32(pixel * 256 + 128 - place(m, a, shape, row)) * (1.0 / 256.0)
        for row, pixel in enumerate((x, y))
    )
    radius = size(m, a, shape, points.SIZES.index("size")) * 0.5
    return m.saturate(radius + 0.5 - m.sqrt(dx * dx + dy * dy))


def _smooth_line(m, a, key, shape, edge, x, y):
    half, length, scale = (size(m, a, shape, row) for row in range(len(lines.SIZES)))
    across, along = abs(edge[0] * scale), edge[2] * scale
    coverage = m.saturate(half + 0.5 - across)
    coverage = coverage * m.saturate(m.min(along, length - along) + 0.5)
    if key.shape.stipple:
        number = m.to_i32_within(m.clamp(along, 0.0, 2.0**20), 0, 2**20)
        shown = _line_stippled(m, a, place(m, a, shape, 0) + number)
        coverage = m.select(shown, coverage, 0.0)
    return coverage


def _smooth_triangle(m, a, key, shape, edge, x, y):
    coverage = m.f32(1.0)
    for i in range(3):
        slope = [
            m.to_f32(m.gather(a.integers, shape + a.triangle_stride * ROW[f"step_{axis}{i}"]))
            for axis in "xy"
        ]
        distance = edge[i] / m.sqrt(slope[0] * slope[0] + slope[1] * slope[1])
        coverage = coverage * m.saturate(distance + 0.5)
    return coverage


SMOOTH = {"point": _smooth_point, "line": _smooth_line, "triangle": _smooth_triangle}
