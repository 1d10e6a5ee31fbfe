"""Samples: which of them shapes cover, in exact integers, and their depths, on every machine."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from softgl.pipeline.keys.kernel_keys import DepthKey
from softgl.pipeline.keys.styles import LineStyle, PointStyle, PrimitiveStyle
from softgl.pipeline.planes.framebuffer import DEPTH_MAX, Framebuffer
from softgl.pipeline.planes.samples import (
    MULTISAMPLE_COUNTS,
    SAMPLE_POSITIONS,
    coverage_mask,
    reach,
    supported,
)
from softgl.tuning import limits
from tests.pipeline.drawing import ADD, ENGINES, every_engine, identify, render, to_clip

SIZE = (134, 75)  # several tiles, the last ones cut off
ONE = (1 / 255,) * 4  # what a shape adds
GRID = 256


def places(samples):
    """Positions of all samples, in subpixels: two arrays (samples, height, width)."""
    x, y = (np.arange(n, dtype=np.int64) * GRID + GRID // 2 for n in SIZE)
    at = np.array(SAMPLE_POSITIONS[samples], np.int64) * (GRID // 16)
    x = x[None, None, :] + at[:, 0, None, None]
    y = y[None, :, None] + at[:, 1, None, None]
    return np.broadcast_arrays(x, y)


def owned(value, run, rise):
    """True where an edge function is positive, or 0 on a left or bottom edge, y up."""
    return (value > 0) | ((value == 0) & (rise < 0 or (rise == 0 and run > 0)))


def in_triangle(corners, x, y):
    (x0, y0), (x1, y1), (x2, y2) = corners = [[int(c) for c in corner] for corner in corners]
    area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)
    if not area:
        return np.zeros(x.shape, bool)
    if area < 0:
        corners = [corners[0], corners[2], corners[1]]
    inside = np.ones(x.shape, bool)
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        inside &= owned((bx - ax) * (y - ay) - (by - ay) * (x - ax), bx - ax, by - ay)
    return inside


def in_line(ends, width, x, y):
    """OpenGL 2.1, 3.4.2: the rectangle; width : in sixteenths of a pixel, so that all is exact."""
    (x0, y0), (x1, y1) = [[int(c) for c in end] for end in ends]
    dx, dy = x1 - x0, y1 - y0
    square = dx * dx + dy * dy
    along, across = (x - x0) * dx + (y - y0) * dy, (y - y0) * dx - (x - x0) * dy
    # |across| against width / 2 times the length: their squares.
    half = (width * GRID // 32) ** 2 * square
    far = across**2 - half  # within 64 bits, as the view is small
    inside = far < 0
    for sign in (1, -1):
        on_side = (far == 0) & (across * sign < 0)
        inside |= on_side & owned(np.zeros(x.shape), dx * sign, dy * sign)
    return inside & owned(along, dy, -dx) & owned(square - along, -dy, dx)


def in_point(center, size, square, x, y):
    """size : in sixteenths of a pixel."""
    reach = size * GRID // 32
    away = [place - int(c) for place, c in zip((x, y), center, strict=True)]
    if square:
        return np.logical_and(*((-reach < far) & (far <= reach) for far in away))
    return away[0] ** 2 + away[1] ** 2 <= reach**2


def drawn(engine, corners, samples, **options):
    """Number of times that each sample is covered, (samples, height, width)."""
    frame = Framebuffer(*SIZE, samples=samples)
    style = options.pop("style", PrimitiveStyle(samples=samples))
    render(
        engine, to_clip(np.reshape(corners, (-1, 2)) / GRID, SIZE), ONE, SIZE, framebuffer=frame,
        blend=ADD, samples=samples, style=style, **options,
    )  # fmt: skip
    return np.stack(
        [plane.read_color(0, 0, *SIZE)[..., 0] for plane in frame.colors[0].sample_planes]
    )


def check(found, wanted, corners):
    for number in np.argwhere(found != wanted)[:3]:
        print(number, found[tuple(number)], wanted[tuple(number)])
    assert (found == wanted).all(), corners


def with_counts(engine):
    """The numbers of samples that are looked at: all where nothing is compiled."""
    return MULTISAMPLE_COUNTS if engine.name == "eager" or engine.target.width == 16 else (4,)


def grid_places(rng, count, spread):
    """Corners on the grid, some of them on samples; spread : pixels around the view."""
    corners = rng.integers(-spread * GRID, (np.array(SIZE) + spread) * GRID, (count, 2))
    corners[::3] = corners[::3] // 16 * 16
    return corners


@every_engine
def test_triangles(engine):
    """Large triangles, small ones, slivers, full tiles and corners on samples cover exactly."""
    print("seed 1")
    for samples in with_counts(engine):
        rng = np.random.default_rng(1)
        # None is clipped, so that corners stay where they are.
        large = np.clip(grid_places(rng, 24, 20), 0, np.array(SIZE) * GRID).reshape(-1, 3, 2)
        whole = np.array([[(0, 0), (SIZE[0] * GRID, 0), (0, SIZE[1] * GRID)]])
        small = rng.integers(3 * GRID, 70 * GRID, (60, 1, 2)) + rng.integers(-600, 600, (60, 3, 2))
        tiny = rng.integers(3 * GRID, 70 * GRID, (60, 1, 2)) + rng.integers(-150, 150, (60, 3, 2))
        corners = np.concatenate([large, whole, small, tiny])
        wanted = sum(in_triangle(own, *places(samples)).astype(int) for own in corners)
        check(drawn(engine, corners, samples), wanted, corners)


@pytest.mark.parametrize("engine", ENGINES[2:], ids=identify)
def test_many_small_triangles(engine):
    """Quads of several triangles share a vector."""
    print("seed 2")
    rng = np.random.default_rng(2)
    count = limits.MIN_PACKED_ENTRIES * 2
    center = rng.integers(2 * GRID, 62 * GRID, (count, 1, 2))
    corners = np.clip(center + rng.integers(-200, 200, (count, 3, 2)), 0, 64 * GRID)
    for samples in (4, 16):
        wanted = np.zeros((samples, SIZE[1], SIZE[0]), int)
        near = [places(samples)[axis][:, :66, :66] for axis in (0, 1)]
        for own in corners:
            (left, low), (right, high) = own.min(axis=0) // GRID - 1, own.max(axis=0) // GRID + 2
            part = (slice(None), slice(max(low, 0), high), slice(max(left, 0), right))
            wanted[part] += in_triangle(own, *(axis[part] for axis in near))
        found = drawn(engine, corners, samples)
        assert wanted.max() < 255 and wanted.any()
        check(found, wanted, "")


@every_engine
def test_shared_edges_leave_no_sample_out_and_take_none_twice(engine):
    print("seed 3")
    rng = np.random.default_rng(3)
    x, y = np.meshgrid(np.arange(9) / 8 * SIZE[0], np.arange(9) / 8 * SIZE[1])
    nodes = np.rint(np.stack([x, y], axis=-1) * GRID).astype(int)
    nodes[1:-1, 1:-1] += rng.integers(-500, 500, (7, 7, 2))
    a, b, c, d = nodes[:-1, :-1], nodes[:-1, 1:], nodes[1:, 1:], nodes[1:, :-1]
    corners = np.concatenate(
        [np.stack(own, axis=2).reshape(-1, 3, 2) for own in ((a, b, c), (a, c, d))]
    )
    for samples in with_counts(engine):
        found = drawn(engine, corners, samples)
        # Of sixteen samples one column lies on the window's edge.
        assert (found[..., 1:-1, 1:-1] == 1).all()


@every_engine
def test_lines(engine):
    print("seed 4")
    rng = np.random.default_rng(4)
    ends = np.clip(grid_places(rng, 80, 0), 3 * GRID, 70 * GRID).reshape(-1, 2, 2)
    ends[:8, 1, 0], ends[8:16, 1, 1] = ends[:8, 0, 0], ends[8:16, 0, 1]
    chain = [(700, 2000), (1800, 2600), (4000, 3800), (9000, 3800), (9000, 6800), (12000, 900)]
    ends = np.concatenate([ends, list(pairwise(chain))])
    for samples in with_counts(engine):
        for width in (16, 40, 90):
            style = PrimitiveStyle(lines=LineStyle(width / 16), samples=samples)
            found = drawn(engine, ends, samples, mode="lines", style=style)
            wanted = sum(in_line(own, width, *places(samples)).astype(int) for own in ends)
            check(found, wanted, (width, ends))


@every_engine
def test_points(engine):
    print("seed 5")
    rng = np.random.default_rng(5)
    centers = grid_places(rng, 60, -3)
    for samples in with_counts(engine):
        for size, sprites in ((16, None), (53, None), (160, None), (16, ()), (90, ())):
            points = PointStyle(size / 16, sprites=sprites)
            style = PrimitiveStyle(points, samples=samples)
            found = drawn(engine, centers, samples, mode="points", style=style)
            given = size, sprites is not None, *places(samples)
            wanted = sum(in_point(center, *given).astype(int) for center in centers)
            check(found, wanted, (size, sprites, centers))


@every_engine
def test_depths_are_those_of_the_samples(engine):
    """A plane of depths, exactly, but for the rounding of floats; and one that is level."""
    corners = np.array([(0, 0), (SIZE[0], 0), (0, 2 * SIZE[1])])
    depths = np.array([0.125, 0.875, 0.375])
    for samples in with_counts(engine):
        for slope in (1, 0):
            frame = Framebuffer(*SIZE, samples=samples)
            z = (depths * slope * 2 - 1).reshape(-1, 1)
            clip = np.hstack([to_clip(corners, SIZE), z])
            style = PrimitiveStyle(samples=samples)
            render(
                engine, clip, 1.0, SIZE, framebuffer=frame, samples=samples, style=style,
                depth=DepthKey("less", True),
            )  # fmt: skip
            x, y = (axis / GRID for axis in places(samples))
            across, up = x / SIZE[0], y / (2 * SIZE[1])
            wanted = 0.125 + 0.75 * across + 0.25 * up if slope else np.zeros(x.shape)
            planes = frame.depth_plane.sample_planes
            found = np.stack([plane.read(0, 0, *SIZE)[0] for plane in planes]).astype(float)
            inside = across + up < 1
            apart = np.abs(found - wanted * DEPTH_MAX)[inside]
            assert apart.max() <= (2 if slope else 0)
            assert (found[~inside & (across + up > 1)] == DEPTH_MAX).all()


def test_what_covers_tiles_and_hides():
    """Layers that each cover whole tiles, some behind others: the same words on every machine."""
    print("seed 6")
    rng = np.random.default_rng(6)
    corners = np.array([(0, 0), (SIZE[0], 0), (0, SIZE[1]), (SIZE[0], SIZE[1])])
    order = np.array([(0, 1, 2), (2, 1, 3), (1, 3, 0), (3, 2, 0)])[rng.integers(0, 4, 30)]
    z = rng.uniform(-0.9, 0.9, (30, 1, 1)) + rng.uniform(-0.1, 0.1, (30, 3, 1))
    clip = np.concatenate([to_clip(corners[order], SIZE), z], axis=2).reshape(-1, 3)
    colors = np.repeat(rng.random((30, 4)), 3, axis=0)
    for samples, func in ((2, "less"), (4, "lequal"), (16, "less")):
        seen = []
        for engine in (ENGINES[0], *ENGINES[1 if samples == 4 else 3 :]):
            frame = Framebuffer(*SIZE, samples=samples)
            style = PrimitiveStyle(samples=samples)
            render(
                engine, clip, colors, SIZE, framebuffer=frame, samples=samples, style=style,
                depth=DepthKey(func, True), threads=2,
            )  # fmt: skip
            seen.append((frame.color, frame.depth))
        assert all((a == b).all() for other in seen for a, b in zip(seen[0], other, strict=True))


def test_positions_are_those_of_the_page():
    page = (Path(__file__).parents[3] / "docs" / "undefined.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+) \| ((?:\(-?\d+, -?\d+\) )+)\|$", page, re.M)
    listed = {
        int(samples): tuple((int(x), int(y)) for x, y in re.findall(r"\((\S+), (\S+)\)", row))
        for samples, row in rows
    }
    assert listed == {samples: SAMPLE_POSITIONS[samples] for samples in MULTISAMPLE_COUNTS}


def test_numbers_of_samples():
    assert [supported(n) for n in range(17)] == [1, 2, 2, 4, 4, *[8] * 4, *[16] * 8]
    for samples in MULTISAMPLE_COUNTS:
        at = SAMPLE_POSITIONS[samples]
        assert len(set(at)) == samples
        assert all(-8 <= c < 8 for position in at for c in position)
        # No two share a column or a row, and these are evenly spaced.
        spaced = list(range(-8 + 8 // samples, 8, 16 // samples))
        assert [sorted(axis) for axis in zip(*at, strict=True)] == [spaced, spaced]
        # The first is a centermost one, and none is farther along an axis than `reach`.
        assert min(x * x + y * y for x, y in at) == at[0][0] ** 2 + at[0][1] ** 2
        assert reach(samples) == 16 * max(abs(c) for position in at for c in position)
        values = np.linspace(0, 1, 65)
        counts = [coverage_mask(samples, value, False).bit_count() for value in values]
        assert counts == sorted(counts) and (counts[0], counts[-1]) == (0, samples)
        assert np.abs(np.array(counts) - values * samples).max() <= 0.5
        masks = [coverage_mask(samples, v, False) ^ coverage_mask(samples, v, True) for v in values]
        assert set(masks) == {2**samples - 1}
