"""Point setup: the square of pixels of each point, as a record like that of a triangle."""

from __future__ import annotations

from functools import partial

from softgl.lanes import F32, I32, I64, Engine, KernelRequest, Signature
from softgl.pipeline.planes.samples import SUBPIXELS
from softgl.pipeline.primitives.setup import (
    OPTIONAL_SETUP_ARRAYS,
    SETUP_ARRAYS,
    SIDES,
    load_provoking,
    new_setup_primitives,
    not_empty,
    store_shape,
)
from softgl.pipeline.support.threads import run_mapped
from softgl.pipeline.vertices.viewport import window_place
from softgl.records import dataclass

HALF_PIXEL = SUBPIXELS // 2
MAX_POINT_SIZE = 2048.0  # pixels

POINT_PLACES = ("center_x", "center_y")  # in subpixels
POINT_SIZES = ("size", "inverse_size")  # in pixels


@dataclass(frozen=True)
class PointKey:
    """Shapes point setup.

    sized : True if vertices have sizes of their own. exact : True if sizes are not rounded to whole
        pixels (sprites, smooth points). provoking, fronts : True if there are arrays of those.
    """

    sized: bool
    exact: bool
    provoking: bool
    fronts: bool


def setup_points(engine: Engine, key: PointKey, inputs: dict, scalars: dict, count, threads):
    """Sets points up.

    inputs : arrays by name: `points`, int32 vertices, `fixed`, `vertices` if key.sized, and as the
        key says `provoking`, as `assemble` makes it, and `fronts`, int32 truth values: all face
        the viewer without. scalars : the pixels that may be drawn by the names of SIDES; size, of
        all; size_at, where their sizes begin in `vertices`; least and most, the limits of sizes;
        reach, the pixels more on each side.
    """
    setups = new_setup_primitives(count, len(POINT_PLACES), len(POINT_SIZES))
    kernel = engine.kernel(point_kernel(key))
    scalars = scalars | {"last": count - 1, "stride": setups.stride}
    run_mapped(kernel, scalars, inputs | setups.arrays, count, threads)
    return setups


def point_kernel(key: PointKey) -> KernelRequest:
    """The kernel that sets points up."""
    return KernelRequest(("setup points", key), partial(_kernel, key))


def _kernel(key):
    integers = ("first", "last", "stride", "size_at", "reach", *SIDES)
    inputs = [("points", I32), ("fixed", I64)]
    inputs += [("vertices", F32)] * key.sized
    inputs += [("provoking", I32)] * key.provoking + [("fronts", I32)] * key.fronts
    outputs = (*SETUP_ARRAYS, *OPTIONAL_SETUP_ARRAYS)
    signature = Signature(
        (*((name, I32) for name in integers), ("size", F32), ("least", F32), ("most", F32)),
        (*inputs, *outputs),
        frozenset(name for name, _ in outputs),
    )
    return signature, partial(setup_point, key=key)


def setup_point(m, a, index, key: PointKey):
    """The record of one point."""
    index = m.further(index, a.first)
    number = m.min(index, a.last)
    point = m.load_unchecked(a.points, number)
    center = window_place(m, a, point)
    size = _size(m, a, point, key)
    first, last = (_exact_square if key.exact else _whole_square)(m, center, size)
    values = {f"corner{i}": point for i in range(3)}
    values["front"] = m.load_unchecked(a.fronts, number) if key.fronts else m.i32(1)
    if key.provoking:
        values |= load_provoking(m, a, number)
    sides = (("x", a.left, a.right), ("y", a.low, a.high))
    for (axis, low, high), least, most in zip(sides, first, last, strict=True):
        values[f"min_{axis}"] = m.max(least - a.reach, low)
        values[f"max_{axis}"] = m.min(most + a.reach, high - 1)
    drawn = not_empty(values)
    store_shape(m, a, index, drawn, values, (), m.f32(0.0), center, [size, 1.0 / size])


def _size(m, a, point, key):
    """The size of a point in pixels; 1 for a NaN."""
    size = m.load_unchecked(a.vertices, point + a.size_at) if key.sized else a.size
    within = m.min(m.max(size, a.least), a.most)
    return m.select((size == size) & (within >= 1.0), m.min(within, MAX_POINT_SIZE), m.f32(1.0))


def _whole_square(m, center, size):
    """OpenGL 2.1, 3.3.1: around the pixel of the point, or the pixel corner nearest to it."""
    width = m.to_i32_within(m.floor(m.to_f64(size) + 0.5), 1, int(MAX_POINT_SIZE))
    odd = (width & 1) != 0
    first = [m.select(odd, c >> 8, (c + HALF_PIXEL) >> 8) - (width >> 1) for c in center]
    return first, [least + width - 1 for least in first]


def _exact_square(m, center, size):
    """The pixels whose centres lie in the square; of two opposite sides, on the upper or right."""
    reach = m.nearest(m.to_f64(size) * float(HALF_PIXEL))
    first = [((c - reach - HALF_PIXEL) >> 8) + 1 for c in center]
    return first, [(c + reach - HALF_PIXEL) >> 8 for c in center]
