"""Triangle setup: which triangles are kept, in which order, and that all machines agree."""

from __future__ import annotations

import numpy as np
import pytest

from softgl.lanes import padded
from softgl.pipeline.keys.kernel_keys import SetupKey
from softgl.pipeline.primitives import setup
from softgl.pipeline.primitives.setup import BOUND_NAMES, setup_triangles
from softgl.tuning import limits
from tests.pipeline.drawing import ENGINES, spans_of
from tests.pipeline.guarded import at_page_end, guards_pages

SIZE = (24, 20)


def random_triangles(rng, count):
    """Window coordinates of triangles of their own corners: tiny, large and degenerate ones.

    (padded, 2) int32 subpixels, (count, 3) corners.
    """
    center = rng.integers(-512, 24 * 256 + 512, (count, 1, 2))
    reach = rng.choice([40, 300, 3000, 40000], (count, 1, 1))
    corners = center + (rng.random((count, 3, 2)) * 2 - 1) * reach
    # Half of them on a grid, so that pixel centres are on edges and corners.
    grid = rng.choice([1, 128], (count, 1, 1))
    corners = (np.round(corners / grid) * grid).astype(np.int32)
    flat = rng.random(count) < 0.1
    corners[flat, 2] = corners[flat, 1]
    fixed = np.zeros((padded(3 * count), 2), np.int32)
    fixed[: 3 * count] = corners.reshape(-1, 2)
    return fixed, np.arange(3 * count, dtype=np.int32).reshape(-1, 3)


def covered(points):
    """The pixels that a triangle of subpixels covers, if its corners are counter-clockwise."""
    y, x = np.indices(SIZE[::-1], np.int64) * 256 + 128
    result = np.ones(SIZE[::-1], bool)
    for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True):
        value = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        owns = by < ay or (by == ay and bx > ax)
        result &= (value > 0) | ((value == 0) & owns)
    return result


def contents(shapes):
    """All that the records of shapes say."""
    count = shapes.count
    parts = shapes.integers[:, :count], shapes.edges[:, :count], shapes.inverse_area[:count]
    return [part.tolist() for part in parts]


@pytest.mark.parametrize("culled", [False, True])
def test_what_may_cover_pixels_is_kept(culled, tuned):
    """In its order, by every machine, in spans of any size; and whatever covers a pixel."""
    seed = 12
    print("seed", seed)
    rng = np.random.default_rng(seed)
    fixed, triangles = random_triangles(rng, 150)
    provoking = rng.integers(0, 1000, (150, 2)).astype(np.int32)
    box, key = (3, 2, 22, 19), SetupKey(cull_back=culled, front_clockwise=culled)
    made = []
    for engine in ENGINES[:2] if culled else ENGINES:
        for span in (1, 7, 1 << 14):
            spans_of(span, tuned)
            made.append(setup_triangles(engine, key, fixed, triangles, provoking, box, 2))
    shapes = made[0]
    assert all(contents(other) == contents(shapes) for other in made[1:])
    numbers = shapes.vertex_indices.min(axis=1) // 3
    assert (np.diff(numbers) > 0).all() and 0 < len(numbers) < 150
    assert (shapes.row("provoking") == provoking[numbers, 0]).all()
    assert (shapes.row("primitive") == provoking[numbers, 1]).all()
    least, most, lowest, highest = (shapes.row(name) for name in BOUND_NAMES)
    assert (least <= most).all() and (lowest <= highest).all() and (shapes.row("tiles") > 0).all()
    between = 0
    for number, corners in enumerate(triangles):
        points = fixed[corners].tolist()
        seen = [] if culled else [covered(points)]
        inside = np.any([*seen, covered(points[::-1])], axis=0)[2:19, 3:22]
        assert number in numbers or not inside.any(), points
        between += number not in numbers and not culled
    assert between > 10 or culled


@pytest.mark.parametrize("count", [limits.MAX_HOST_PRIMITIVES, 150])
@pytest.mark.parametrize("base", [5, 2**31 - 1, 2**32 - 700])
def test_corners_above_a_base(count, base):
    """Are the vertices that are so much less, as indices of 32 bits."""
    fixed, triangles = random_triangles(np.random.default_rng(14), count)
    above = (triangles.astype(np.int64) + base).astype(np.uint32).view(np.int32)
    for engine in ENGINES[:2]:
        given = engine, SetupKey(), fixed
        rest = None, (0, 0, *SIZE), 1
        wanted = contents_but_provoking(setup_triangles(*given, triangles, *rest))
        assert wanted == contents_but_provoking(setup_triangles(*given, above, *rest, base))


def contents_but_provoking(shapes):
    """Words of the records without the rows of provoking vertices."""
    rows = [shapes.row(name).tolist() for name in setup.SETUP_INTEGERS[:-2]]
    return rows, shapes.edges[:, : shapes.count].tolist()


def test_few():
    """All of a few have records, and none that is not drawn has a tile."""
    fixed, triangles = random_triangles(np.random.default_rng(13), limits.MAX_HOST_PRIMITIVES)
    made = [
        setup_triangles(engine, SetupKey(), fixed, triangles, None, (0, 0, *SIZE))
        for engine in ENGINES[:2]
    ]
    rows = [[shapes.row(n).tolist() for n in setup.SETUP_INTEGERS[:-2]] for shapes in made]
    assert all(row == rows[0] for row in rows) and made[0].count == limits.MAX_HOST_PRIMITIVES
    least, most, lowest, highest = (made[0].row(name) for name in BOUND_NAMES)
    empty = (least > most) | (lowest > highest)
    assert not made[0].row("tiles")[empty].any() and made[0].row("tiles").any()


@guards_pages
@pytest.mark.parametrize("count", [17, 31, 32, 33, 50])
def test_nothing_is_read_behind_the_last_triangle(count, tuned):
    """Vector loads stay within the array, for spans that end before, at and after its last one."""
    seed = count
    print("seed", seed)
    fixed, triangles = random_triangles(np.random.default_rng(seed), count)
    triangles, expected = at_page_end(triangles), None
    for engine in ENGINES:
        for lanes, threads in ((1 << 18, 1), (16, 2)):
            spans_of(lanes, tuned)
            made = setup_triangles(
                engine, SetupKey(), fixed, triangles, None, (0, 0, *SIZE), threads
            )
            edges = made.edges[:, : made.count].tolist()
            expected = expected or edges
            assert edges == expected and made.count
