"""A kernel over ranges that threads share: each range once, by any thread."""

from __future__ import annotations

import gc
from functools import cache
from threading import Barrier, Thread

import numpy as np
import pytest

from softgl.lanes import F32, I32, U32, Signature, eager_engine
from softgl.lanes.ranges import ENDS, NativeRanges, Ranges, ranges_between
from tests.lanes.machines import engines

SCALARS = (("more", I32), *((name, I32) for name in ENDS), ("scale", F32))
COUNTS = Signature(SCALARS, (("own", U32), ("counts", I32)), frozenset({"own", "counts"}))


def count(m, a):
    """Adds to the count of each number of a range, and to that of ranges that a thread has had."""
    for number in m.loop(a.first, a.last):
        m.store_uniform(
            a.counts, number, m.load_unchecked(a.counts, number) + a.more + m.to_i32(a.scale)
        )
    m.store_uniform(a.own, m.i32(0), m.load_unchecked(a.own, m.i32(0)) + 1)


@cache
def kernel():
    return engines()[-1].build(COUNTS, count, False)


@pytest.fixture(params=[Ranges, NativeRanges])
def kind(request):
    return request.param


def shared(kind, edges):
    """Ranges between edges, which count by 5, and the counts."""
    counts = np.zeros(edges[-1], np.int32)
    bound = kernel().call({"own": np.zeros(1, np.uint32), "counts": counts})
    given = {"more": 2, "scale": 3.5}, ranges_between(np.array(edges, np.int32))
    ranges = Ranges(bound, *given) if kind is Ranges else bound.over(*given)
    assert type(ranges) is kind
    return ranges, counts


def test_each_range_once(kind):
    """As many at a time as are asked for; a thread's own arrays live as long as needed."""
    ranges, counts = shared(kind, [0, 3, 4, 4, 9, 20])
    own = np.zeros(1, np.uint32)
    takers = [ranges.taker({"own": own}), ranges.taker({"own": np.zeros(1, np.uint32)})]
    gc.collect(1)  # what is new
    assert ranges.count == 5
    assert [takers[0](2), takers[1](1), takers[0](0), takers[0](9), takers[1](9)] == [2, 1, 0, 2, 0]
    assert (counts == 5).all() and own == 4


def test_who_stops_them_ends_them(kind):
    ranges, counts = shared(kind, range(11))
    take = ranges.taker({})
    assert take(3) == 3
    ranges.stop()
    assert take(3) == 0
    assert counts.tolist() == [5] * 3 + [0] * 7


def test_threads_take_all(kind):
    """Any number of threads takes all ranges; afterwards none is in use."""
    for total, threads in ((2000, 3), (2, 5)):
        ranges, counts = shared(kind, range(total + 1))
        owns, barrier = np.zeros((threads, 1), np.uint32), Barrier(threads)

        def work(own, ranges=ranges, barrier=barrier):
            take = ranges.taker({"own": own})
            barrier.wait(60)
            while take(7):
                pass

        workers = [Thread(target=work, args=(own,)) for own in owns]
        for each in (Thread.start, Thread.join):
            for worker in workers:
                each(worker)
        assert (counts == 5).all() and owns.sum() == total
        assert ranges.is_ended() == (kind is NativeRanges)


def test_who_is_at_a_range_is_seen(tuned):
    """Native code sees a range in use, after the rounds that it waits."""
    tuned(WAITING_ROUNDS=3)
    ranges, _ = shared(NativeRanges, [0, 1])
    busy = np.frombuffer(ranges._state, np.int64, 1, offset=128)
    busy[0] = 2
    assert not ranges.is_ended()
    busy[0] = 0
    assert ranges.is_ended()


def test_the_ends_lie_side_by_side():
    """Else their places would have to be two."""
    turned = Signature(tuple((name, I32) for name in reversed(ENDS)), COUNTS.arrays, COUNTS.written)
    words = np.zeros(1, np.uint32)
    idle = engines()[-1].build(turned, lambda m, a: None, False)
    bound = idle.call({"own": words, "counts": words.view(np.int32)})
    with pytest.raises(TypeError, match="last must follow first"):
        bound.over({}, bytes(8))


def test_other_machines_run_over_ranges():
    """Kernels of other machines run over ranges in Python."""
    words = np.zeros(4, np.uint32)

    def body(m, a):
        m.store_uniform(a.own, a.first, m.as_u32(a.last))

    bound = (
        eager_engine()
        .build(COUNTS, body, False)
        .call({"own": words, "counts": np.zeros(1, np.int32)})
    )
    ranges = bound.over({"more": 0, "scale": 0.0}, ranges_between(np.arange(5, dtype=np.int32)))
    assert ranges.taker({})(9) == 4 and words.tolist() == [1, 2, 3, 4]
