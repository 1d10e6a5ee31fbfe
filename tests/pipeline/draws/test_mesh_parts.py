"""The short kernels between those of a mesh's chunk, by hand-made vectors."""

from __future__ import annotations

import numpy as np
import pytest

from softgl.lanes import WIDTHS, llvm_engine
from softgl.lanes.machine import MAX_VECTOR_LANES
from softgl.lanes.target import Target, host_levels
from softgl.pipeline.draws.mesh_parts import BEGIN_ARRAYS, BEGIN_KERNEL, SHARE_KERNEL
from softgl.tuning import limits

ENGINES = [llvm_engine(Target(level, width)) for level in host_levels() for width in WIDTHS]
SHORT = {"found": 2, "before": 2, "layout": 8, "places": 64, "triangles": 31}


def told(engine, indices, part=0, before=(0, 0), copied=0, per_instance=(0, 0), **scalars):
    """The words written for a chunk, by name; by default 40 triangles, 10 to a chunk."""
    scalars = {
        "part": part, "each": 10, "triangle_count": 40, "indexed": 1, "apart": 30,
        "vertex_count": 120, "more": 0, "room": 200, "attribute_count": 2, "tile_count": 37,
        "instances": 0,
    } | scalars  # fmt: skip
    arrays = {name: np.full(SHORT.get(name, 1), -7, np.int32) for name in BEGIN_ARRAYS}
    arrays["before"][:], arrays["copied"][:] = before, copied
    arrays["lanes"] = np.zeros(MAX_VECTOR_LANES, np.uint32)
    arrays["whole"] = np.int32([5, 3, 2, 90, 0, 8, 4, 70])
    arrays["per_instance"] = np.int32(per_instance)
    arrays["indices"] = np.uint32(indices)
    engine.kernel(BEGIN_KERNEL).run(scalars, arrays)
    return {name: values.tolist() for name, values in arrays.items()}


@pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.describe())
def test_a_part_with_indices(engine):
    """All of them are looked at, however many more than lanes there are."""
    seed = 3
    print("seed", seed)
    rng = np.random.default_rng(seed)
    indices = rng.integers(40, 90, 120).astype(np.uint32)
    for part, place, index in ((0, 0, 3), (1, 59, 20), (2, 77, 130), (3, 118, 11), (3, 119, 95)):
        own = indices.copy()
        own[place] = index
        mine = own[30 * part : 30 * part + 30]
        low, high = int(mine.min()), int(mine.max())
        found = told(engine, own, part)
        assert found["vertex_lanes"] == [high - low + 1] and found["triangle_lanes"] == [10]
        assert found["triangles"] == [*mine.tolist(), -7] and found["copied"] == [0]
        assert found["keep_last"] == found["setup_last"] == [9]
        assert found["keep_base"] == found["setup_base"] == [low]
        assert found["stop"] == found["outside"] == found["kept_count"] == [0]
        assert found["found"] == [0, 0] and found["before"] == [low, high + 1]
        assert found["places"][:37] == [0] * 37
        available = [90 - low, 70 - low]
        assert found["layout"] == [
            *(5 + 3 * low, 3, 2, max(0, available[0])),
            *(8 * low, 8, 4, max(0, available[1])),
        ]


def test_the_last_part_may_be_shorter():
    found = told(ENGINES[0], np.arange(99), 3, triangle_count=33)
    assert found["triangle_lanes"] == [3] and found["keep_last"] == [2]
    assert found["triangles"] == [*range(90, 99), *[-7] * 22]
    assert found["vertex_lanes"] == [9] and found["keep_base"] == [90]


@pytest.mark.parametrize(("each", "apart", "more"), [(10, 30, 0), (10, 10, 2), (10, 20, 0)])
def test_a_part_without_indices(each, apart, more):
    """Its triangles have the same corners as those of the others, from its first vertex on."""
    total = 3 * apart + more + 4
    given = {
        "indexed": 0, "each": each, "apart": apart, "more": more, "vertex_count": total,
        "triangle_count": 37,
    }  # fmt: skip
    for part in range(4):
        found = told(ENGINES[-1], range(7, 37), part, **given)
        assert found["vertex_lanes"] == [min(apart + more, total - part * apart)]
        assert found["keep_base"] == found["setup_base"] == [0]
        count = 10 if part < 3 else 7
        assert found["keep_last"] == [count - 1]
        assert found["triangles"][: 3 * count] == [*range(7, 7 + 3 * count)]
        assert found["copied"] == [3 * count]
        # They are copied once, unless there were less.
        for copied in (3 * count, 3 * count - 1):
            again = told(ENGINES[-1], range(7, 37), part, copied=copied, **given)
            assert (again["triangles"][0] == -7) == (copied == 3 * count)
            assert again["copied"] == [3 * count]
        assert found["layout"][:2] == [5 + 3 * part * apart, 3]
        assert found["before"] == [part * apart, min((part + 1) * apart + more, total)]


def test_a_part_of_instances():
    """Its vertices are those of all others; values per instance go on."""
    given = {"indexed": 0, "apart": 20, "vertex_count": 75, "per_instance": (0, 1)}
    for part, vertices in ((0, 20), (3, 15)):
        found = told(ENGINES[0], range(30), part, instances=5, **given)
        assert found["vertex_lanes"] == [vertices]
        assert found["layout"] == [5, 3, 2, 90, 8 * 5 * part, 8, 4, 70 - 5 * part]


STOPS = {
    "room": ([0, 199] * 60, (0, 0), 0),
    "no room": ([0, 200] * 60, (0, 0), 1),
    "far": ([2**31 + 5, 2**31 + 6] * 60, (0, 0), 1),
    "around": ([0, 2**32 - 1] * 60, (0, 0), 1),
    "others": ([50, 80] * 60, (10, 50), 0),
    "a third in common": ([50, 149] * 60, (0, 84), 0),
    "most in common": ([50, 149] * 60, (20, 120), 1),
    "the same": ([50, 149] * 60, (50, 150), 1),
}


@pytest.mark.parametrize(("indices", "before", "stops"), STOPS.values(), ids=STOPS)
def test_where_it_stops(indices, before, stops):
    """Too many vertices stop a chunk, and so do vertices shared with the chunk before."""
    assert told(ENGINES[-1], indices, before=before)["stop"] == [stops]


def shared(sizes, threads=2, kept=None, room=1 << 30, has=(1, 1), small=4.0):
    """The words written for bins of these sizes: (stop, kind, ranges)."""
    sizes = np.int32(sizes)
    arrays = {name: np.full(1, -7, np.int32) for name in ("stop", "kind", "range_count")}
    arrays["ranges"] = np.full(2 * len(sizes) + 2, -7, np.int32)
    arrays["found"] = np.int32([len(sizes), sizes.sum()])
    arrays["kept_count"] = np.int32([sizes.sum() if kept is None else kept])
    arrays["starts"] = np.int32([0, *np.cumsum(sizes)])
    scalars = {"threads": threads, "room": room, "has_large": has[0], "has_small": has[1]}
    ENGINES[-1].kernel(SHARE_KERNEL).run(scalars | {"small": small}, arrays)
    (count,) = arrays["range_count"]
    ranges = arrays["ranges"][: 2 * count].reshape(-1, 2).tolist()
    return int(arrays["stop"][0]), int(arrays["kind"][0]), ranges


@pytest.mark.parametrize("threads", [1, 2, 7])
def test_ranges_have_each_bin_once(threads):
    """In order, none too long but for its last bin, and the last ones short."""
    seed = 4
    print("seed", seed)
    rng = np.random.default_rng(seed)
    for sizes in ([1], [5, 9], rng.integers(1, 900, 300), [40_000] * 3, rng.integers(1, 3, 1000)):
        _, _, ranges = shared(sizes, threads)
        ends = [end for _, end in ranges]
        assert [first for first, _ in ranges] == [0, *ends[:-1]] and ends[-1] == len(sizes)
        entries = [int(np.sum(sizes[first : end - 1])) for first, end in ranges]
        assert max(entries) < limits.TASK_ENTRIES and all(first < end for first, end in ranges)
        if threads > 1 and len(sizes) >= 300:
            assert sum(sizes[ranges[-1][0] :]) <= sum(sizes) / 8 and len(ranges) > threads
    assert len(shared([9] * 40, 1)[2]) == 1


def test_nothing_is_left_to_draw():
    """Whichever kernel there is."""
    assert shared([]) == (0, 0, [])
    assert shared([], has=(0, 1)) == (0, 1, [])


def test_by_which_kernel():
    """Many small triangles in a tile take the packing kernel; a chain without one ends there."""
    dense = limits.MIN_PACKED_TILE_ENTRIES
    many = [dense] * (-(-limits.MIN_PACKED_ENTRIES // dense))
    assert shared(many)[:2] == (0, 1)
    assert shared(many, has=(1, 0))[:2] == (1, 1) and shared(many, has=(0, 1))[:2] == (0, 1)
    assert shared(many[1:])[:2] == (0, 0) and shared(many[1:], has=(0, 1))[:2] == (1, 0)
    assert shared([*many, 1])[:2] == (0, 0)
    total = dense * len(many)
    assert shared(many, kept=total // 4)[:2] == (0, 1)
    assert shared(many, kept=total // 4 - 1)[:2] == (0, 0)
    assert shared(many, small=0.0)[:2] == (0, 0)


def test_entries_without_room_stop_it():
    assert [shared([6, 4], room=room)[0] for room in (10, 9)] == [0, 1]
