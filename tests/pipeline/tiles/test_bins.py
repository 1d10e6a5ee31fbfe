"""Bins of tiles: counted by a kernel, sorted as arrays, or made by hand."""

from __future__ import annotations

from itertools import chain, pairwise

import numpy as np
import pytest

from softgl.lanes import choose_target, eager_engine
from softgl.lanes.native_engine import LlvmEngine
from softgl.pipeline.planes.framebuffer import TILE, Framebuffer
from softgl.pipeline.primitives.setup import (
    ROW_OF_INTEGER,
    count_tiles,
    new_setup_primitives,
    not_empty,
)
from softgl.pipeline.tiles import bins
from tests.pipeline.drawing import ENGINES, identify

FRAME = Framebuffer(300, 200)


def random_shapes(rng, count):
    """Shapes of any bounds within the frame, a fifth of them without pixels."""
    ends = np.sort(rng.integers(0, 200, (2, count, 2)), axis=2)
    ends[rng.random((2, count)) < 0.2] = 0, -1
    rows = dict(zip(bins.BOUND_NAMES, ends.transpose(0, 2, 1).reshape(4, count), strict=True))
    rows["tiles"] = np.where(not_empty(rows), count_tiles(rows), 0)
    shapes = new_setup_primitives(count)
    for name, values in rows.items():
        shapes.integers[ROW_OF_INTEGER[name], :count] = values
    return shapes


def by_hand(shapes):
    """The pairs (tile, shape), tile by tile in the order of the shapes."""
    found = []
    bounds = zip(*(shapes.row(name).tolist() for name in bins.BOUND_NAMES), strict=True)
    for number, (left, right, low, high) in enumerate(bounds):
        if left <= right and low <= high:
            found += [
                (row * 5 + column, number)
                for row in range(low // TILE, high // TILE + 1)
                for column in range(left // TILE, right // TILE + 1)
            ]
    return sorted(found)


def pairs(batch):
    tiles, starts, entries = batch
    assert all(part.dtype == np.int32 for part in batch)
    assert (np.diff(starts) > 0).all() and len(starts) == len(tiles) + 1
    owners = np.repeat(tiles, np.diff(starts)).tolist()
    return list(zip(owners, entries[: starts[-1]].tolist(), strict=True))


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("engine", ENGINES, ids=identify)
def test_order_of_submission(engine, threads, tuned):
    """In one batch or several, and in parts of any size: in the order of submission."""
    tuned(MIN_THREAD_PRIMITIVES=5)
    rng = np.random.default_rng(31)
    for count, at_once in ((1, 1 << 22), (3, 1 << 22), (40, 1 << 22), (200, 60), (17, 1)):
        tuned(CHUNK_ENTRIES=at_once)
        shapes = random_shapes(rng, count)
        if engine is eager_engine():
            batches = list(bins.bin_arrays(shapes, FRAME))
        else:
            batches = list(bins.bin_primitives(engine, shapes, FRAME, threads))
        found = [pairs(batch) for batch in batches]
        assert sorted(chain.from_iterable(found)) == by_hand(shapes)
        assert all(part == sorted(part) for part in found)
        several = [part for part in found if part]
        assert all(
            max(n for _, n in one) < min(n for _, n in two) for one, two in pairwise(several)
        )
        assert len(found) == 1 or at_once < 1 << 22


@pytest.mark.parametrize("threads", [1, 3])
def test_more_than_can_be_counted(threads, monkeypatch, tuned):
    """As of many shapes of a large framebuffer: nothing is entered until these are batches."""
    shapes = random_shapes(np.random.default_rng(33), 200)
    expected, made, room = by_hand(shapes), [], bins._room
    tuned(MAX_COUNTED_ENTRIES=430, CHUNK_ENTRIES=60, MIN_THREAD_PRIMITIVES=5)

    def noted(entries):
        made.append(room(entries))
        made[-1][:] = -1
        return made[-1]

    monkeypatch.setattr(bins, "_room", noted)
    engine = LlvmEngine(choose_target())  # whose kernel is made with these
    whole = bins._Binning(engine, shapes, FRAME, (0, shapes.count), threads)
    assert len(made[0]) < whole.total == 430 < len(expected)
    assert (made[0] == -1).all()
    found = [pairs(batch) for batch in bins.bin_primitives(engine, shapes, FRAME, threads)]
    assert sorted(chain.from_iterable(found)) == expected and len(found) > 1
