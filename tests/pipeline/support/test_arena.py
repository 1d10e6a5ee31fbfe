"""Draws in parts of any size, in memory that is used again: nothing shows of either."""

from __future__ import annotations

from threading import Thread

import numpy as np
import pytest

from softgl.lanes import eager_engine
from softgl.pipeline.keys.kernel_keys import BlendKey, SetupKey
from softgl.pipeline.keys.styles import LineStyle, PointStyle, PolygonStyle, PrimitiveStyle
from softgl.pipeline.planes.planes import Plane
from softgl.pipeline.primitives.modes import MODES
from softgl.pipeline.support import arena
from softgl.tuning import changed, limits
from tests.pipeline.drawing import ENGINES, identify, image, render

OVER = BlendKey(*("src_alpha", "one_minus_src_alpha") * 2, "func_add", "func_add")
STIPPLED = LineStyle(stipple=(0x5A3C, 3))
OUTLINED = PrimitiveStyle(lines=STIPPLED, polygons=PolygonStyle(("line", "fill")))
# Every mode, and every kernel of set-up among them.
STYLES = {
    "points": PrimitiveStyle(PointStyle(5.0, smooth=True)),
    "lines": PrimitiveStyle(lines=LineStyle(3.0)),
    "line_strip": PrimitiveStyle(lines=STIPPLED, first_vertex=True),
    "line_loop": PrimitiveStyle(lines=LineStyle(2.0, True, (0x5A3C, 3))),
    "triangles": PrimitiveStyle(),
    "triangle_strip": PrimitiveStyle(first_vertex=True),
    "triangle_fan": OUTLINED,
    "quads": OUTLINED,
    "quad_strip": PrimitiveStyle(polygons=PolygonStyle(("point", "point"))),
    "polygon": PrimitiveStyle(lines=STIPPLED, polygons=PolygonStyle(("line", "line"))),
    "lines_adjacency": PrimitiveStyle(lines=STIPPLED),
    "line_strip_adjacency": PrimitiveStyle(lines=STIPPLED),
    "triangles_adjacency": OUTLINED,
    "triangle_strip_adjacency": PrimitiveStyle(first_vertex=True),
}


def parts_of(size):
    """Draws few primitives at a time, in memory of an arena."""
    return changed(
        MIN_ARENA_BYTES=1, CHUNK_VERTICES=6 * size, CHUNK_PRIMITIVES=20 * size,
        MIN_SPAN_LANES=size, MAX_SPAN_LANES=size, SPARE_VERTICES=size, MIN_THREAD_PRIMITIVES=size,
    )  # fmt: skip


@pytest.mark.parametrize("mode", sorted(STYLES))
def test_parts_of_any_size(mode):
    """Culled and degenerate shapes among them, and such as cross the clip volume."""
    seed = 15
    print("seed", seed)
    rng = np.random.default_rng(seed)
    corners = rng.uniform(-1.2, 1.2, (72, 4))
    corners[:, 3] = rng.uniform(0.6, 1.5, 72)
    corners[40:44] = corners[40]
    given = corners, rng.random((72, 4)), (80, 70), mode
    options = {"style": STYLES[mode], "blend": OVER, "flat_colors": mode != "polygon"}
    assert STYLES.keys() == MODES.keys()
    options["setup"] = SetupKey(cull_back=mode == "triangles")
    expected = image(render(eager_engine(), *given, **options))
    assert len(np.unique(expected.reshape(-1, 4), axis=0)) > 20
    cases = [(ENGINES[0], 1), (ENGINES[0], 7)]
    if "adjacency" not in mode:
        cases = [(ENGINES[0], 1), (ENGINES[2], 7), (ENGINES[0], 1 << 14)]
    for engine, size in cases:
        with parts_of(size):
            got = image(render(engine, *given, threads=2, **options))
        assert (got == expected).all(), (identify(engine), size)


def test_memory_is_used_again():
    """By name, in each thread its own; not that of small or huge arrays."""
    shape = (2, 3 * limits.MIN_ARENA_BYTES)
    first = arena.from_arena("test", shape, np.int32)
    assert first.shape == shape and first.dtype == np.int32
    assert np.shares_memory(arena.from_arena("test", (limits.MIN_ARENA_BYTES,), np.int64), first)
    assert not np.shares_memory(arena.from_arena("other", shape, np.int32), first)
    assert not np.shares_memory(arena.from_arena("test", (3,), np.int32), first)
    huge = (limits.MAX_ARENA_BYTES + 1,)
    assert not np.shares_memory(arena.from_arena("test", huge, np.uint8), first)
    found = []
    thread = Thread(target=lambda: found.append(arena.from_arena("test", shape, np.int32)))
    thread.start()
    thread.join()
    assert not np.shares_memory(found[0], first)
    own, more = arena.arenas(2)
    with arena.using_arena(more):
        assert not np.shares_memory(arena.from_arena("test", shape, np.int32), first)
    assert np.shares_memory(arena.from_arena("test", shape, np.int32), first)
    for room, name in ((own, "test"), (own, "other"), (more, "test")):
        del room[name]


def test_arrays_begin_on_lines_of_the_cache():
    """Arrays for vector loads and stores begin on cache lines, whatever their size."""
    for count in (1, 7, 1000, limits.MIN_ARENA_BYTES, 3 * limits.MIN_ARENA_BYTES):
        zeros = arena.on_lines(count, np.int64, np.zeros)
        assert zeros.shape == (count,) and not zeros.any() and zeros.flags.writeable
        planes = Plane(count, 1, "depth24", 1), Plane(1, count, "stencil8")
        for made in (zeros, arena.on_lines(count, np.uint8), *(p.memory for p in planes)):
            assert made.ctypes.data % 64 == 0
    with arena.using_arena({}):
        for shape in ((3, limits.MIN_ARENA_BYTES), (2 * limits.MIN_ARENA_BYTES, 4)):
            made = arena.from_arena("lines", shape, np.float32)
            assert made.shape == shape and made.ctypes.data % 64 == 0
