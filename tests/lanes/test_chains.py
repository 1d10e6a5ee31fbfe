"""Chains of kernels: parts that threads make ready beside one another, and finish in order."""

from __future__ import annotations

import gc
from functools import cache
from itertools import count as numbers_from
from threading import Barrier, Thread
from weakref import ref

import numpy as np
import pytest

from softgl.lanes import I32, Signature, padded
from softgl.lanes.chain_functions import (
    ENDED,
    HELPING,
    INSIDE,
    LATER,
    MAKE,
    MORE,
    NEXT_RANGE,
    OPEN_OWNER,
    OVER,
)
from softgl.lanes.chains import Layout, Step
from tests.lanes.machines import engines

EACH = 5  # numbers that are made of a part
OWN = ("of", "lanes", "stop", "kind", "ranges", "range_count")


def start(m, a):
    """Gives the other threads two ranges, of kinds by turns."""
    zero, part = m.i32(0), a.part
    said = {
        "of": part, "lanes": m.i32(EACH), "stop": m.load_unchecked(a.wanted, part),
        "kind": part & 1, "range_count": m.i32(2),
    }  # fmt: skip
    for name, value in said.items():
        m.store_uniform(getattr(a, name), zero, value)
    for at, value in enumerate((0, 2, 2, EACH)):
        m.store_uniform(a.ranges, m.i32(at), m.i32(value))


def number(m, a, index):
    """The numbers of a part, from 100 times its number on, plus the addend."""
    m.store(a.numbers, index, index + a.of * 100 + m.load_unchecked(a.more, m.i32(0)))


def finish(m, a):
    """Writes the result of a range to the place of its part, if those before are there."""
    for at in m.loop(a.first, a.last):
        made = m.load_unchecked(a.numbers, at)
        place = made / 100 * EACH + at
        before = m.load_unchecked(a.out, m.max(place - EACH, 0))
        with m.branch((place >= EACH) & (before == 0)):
            m.store_uniform(a.early, m.i32(0), m.i32(1))
        m.store_uniform(a.out, place, m.load_unchecked(a.out, place) + made * a.sign + 1)
    for number in m.loop(0, m.load_unchecked(a.rounds, m.i32(0))):
        m.store_uniform(a.idle, number & 15, number)
    m.store_uniform(a.taken, m.i32(0), m.load_unchecked(a.taken, m.i32(0)) + 1)


@cache
def kernels():
    """(engine, start, number, finish)"""
    engine = engines()[-1]
    first = Signature((("part", I32),), tuple((n, I32) for n in (*OWN, "wanted")), frozenset(OWN))
    second = Signature((("of", I32),), (("numbers", I32), ("more", I32)), frozenset({"numbers"}))
    names = "numbers", "rounds", "out", "early", "taken", "idle"
    last = Signature(
        (("sign", I32), ("first", I32), ("last", I32)),
        tuple((name, I32) for name in names),
        frozenset(names[2:]),
    )
    made = (first, start, False), (second, number, True), (last, finish, False)
    return engine, *(engine.build(*each) for each in made)


def layout(places, ends=True):
    _, first, second, last = kernels()
    steps = {
        "start": Step(first, {}, stop="stop", ends=ends),
        "number": Step(second, {}, lanes="lanes"),
    }
    memory = dict.fromkeys(("lanes", "stop", "kind", "range_count", "taken"), (1, np.int32))
    memory |= {
        "ranges": (4, np.int32),
        "idle": (16, np.int32),
        "numbers": (padded(EACH) + 64, np.int32),
    }
    words = {"part": ("start", "part"), "of": ("number", "of")}
    return Layout(steps, [Step(last, {}), Step(last, {})], memory, words, ["taken", "idle"], places)


class Work:
    """A chain with what its threads share.

    wanted : the result of `start` for each part: 1 stops it. more : the addend of numbers.
    rounds : the time that a range takes.
    """

    def __init__(self, places, parts, ends=True):
        self.layout, self.parts = layout(places, ends), parts
        self.chain = kernels()[0].chain(self.layout, parts)
        self.wanted, self.out = np.zeros((2, EACH * parts + 16), np.int32)
        self.more, self.early, self.rounds = np.zeros((3, 1), np.int32)
        self.blocks = []

    def add(self, place):
        self.blocks.append(np.full(self.layout.size, -1, np.int64))  # memory may hold anything
        if len(self.blocks) > 1:
            self.chain.join(place, self.blocks[-1])
            return
        given = {name: getattr(self, name) for name in ("wanted", "out", "more", "early", "rounds")}
        self.chain.begin(place, self.blocks[-1], given, {0: {"sign": 1}, 1: {"sign": -1}})

    @property
    def taken(self):
        """Number of ranges that each place has taken."""
        return [int(self.layout.array(block, "taken")[0]) for block in self.blocks]

    def expected(self, parts):
        """The words that the steps write for these."""
        made = np.zeros_like(self.out)
        for part in parts:
            own = np.arange(EACH) + 100 * part
            made[part * EACH : (part + 1) * EACH] = own * (-1 if part % 2 else 1) + 1
        return made.tolist()


@pytest.mark.parametrize("threads", [1, 2, 3, 5])
def test_threads_finish_each_part_once_in_order(threads, tuned):
    """However soon they lose patience, and whichever of them comes first."""
    for rounds, first in ((1, 0), (5000, threads - 1)):
        tuned(WAITING_ROUNDS=rounds)
        work, barrier = Work(threads, 300), Barrier(threads)
        work.add(first)

        def take(place, work=work, barrier=barrier, first=first):
            barrier.wait(60)
            if place != first:
                work.add(place)
            while (what := work.chain.work(place, 3)) != OVER:
                assert what in (MORE, LATER)

        workers = [Thread(target=take, args=(place,)) for place in range(threads)]
        for each in (Thread.start, Thread.join):
            for worker in workers:
                each(worker)
        gc.collect(1)  # what is new; all that tests leave would take a third of a second
        assert work.out.tolist() == work.expected(range(300)) and not work.early[0]
        assert sum(work.taken) == 600
        assert work.chain.is_ended() and (work.chain.ended, work.chain.limit) == (300, 300)


def test_who_waits_helps():
    """With ranges of a part whose turn it is: what it finds there is the owner's, and its own."""
    work = Work(2, 2)
    work.add(0)
    work.add(1)
    chain, open_ = work.chain, np.frombuffer(work.chain._state, np.int64, 1, OPEN_OWNER)
    assert chain.work(0, 1) == MORE  # part 0
    chain._word(ENDED).value, work.out[:] = 0, 0
    chain._word(NEXT_RANGE).value, open_[0] = 1, 1  # as if it were at its first range
    assert chain.work(1, 1) == LATER  # part 1 is ready, and not to be finished
    assert work.taken == [2, 1]
    assert work.out.tolist() == [0, 0, *work.expected([0])[2:]]
    open_[0], chain._word(ENDED).value = 0, 1
    assert chain.work(1, 1) == MORE and chain.work(1, 1) == OVER
    assert work.out.tolist()[EACH:] == work.expected([1])[EACH:]


def test_threads_help_each_other():
    """While one is at the first range of the only part, another one takes the second."""
    work, barrier = Work(2, 1), Barrier(2)
    work.rounds[0] = 200_000_000  # some tenths of a second
    work.add(0)
    work.add(1)

    def take(place):
        barrier.wait(60)
        while work.chain.work(place, 9) != OVER:
            pass

    helper = Thread(target=take, args=(1,))
    helper.start()
    take(0)
    helper.join()
    assert work.taken == [1, 1] and work.out.tolist() == work.expected([0])


def test_who_helps_is_waited_for(tuned):
    """And if that one is not even on a CPU, Python may sleep meanwhile; the part ends once."""
    tuned(WAITING_ROUNDS=3)
    work = Work(1, 3)
    work.add(0)
    work.chain._word(HELPING).value = 1
    assert [work.chain.work(0, 9) for _ in range(3)] == [LATER] * 3
    assert work.chain.ended == 0 and work.out.tolist() == work.expected([0])
    work.chain._word(HELPING).value = 0
    assert work.chain.work(0, 1) == MORE and work.chain.ended == 1
    assert work.chain.work(0, 9) == OVER and work.out.tolist() == work.expected(range(3))


def test_a_chain_ends_before_a_part():
    """A chain ends before the first part that cannot be made ready."""
    work = Work(2, 9)
    work.wanted[[4, 6]] = 1
    work.add(0)
    work.add(1)
    while work.chain.work(0, 2) != OVER:
        pass
    assert work.chain.work(1, 1) == OVER
    assert (work.chain.ended, work.chain.limit) == (4, 4) and not work.chain.is_ended()
    assert work.out.tolist() == work.expected(range(4))


@pytest.mark.parametrize("goes_on", [True, False])
def test_python_is_asked_how_a_part_goes_on(goes_on):
    """Python is told the step that stopped and its arrays, and continues the part or ends it."""
    work = Work(1, 6, ends=False)
    work.wanted[3] = 1
    work.add(0)
    assert work.chain.work(0, 9) == MAKE
    assert work.chain.ended == 3 and work.chain.array(0, "of")[0] == 3
    if not goes_on:
        work.chain.give_up(0)
        assert work.chain.work(0, 9) == OVER and work.chain.limit == 3
        assert work.out.tolist() == work.expected(range(3))
        return
    work.chain.array(0, "of")[0] = 5  # what it makes is added to what that part makes
    work.chain.go_on(0, "number")
    assert work.chain.work(0, 9) == OVER and work.chain.is_ended()
    expected = np.array(work.expected(range(6)))
    expected[3 * EACH : 4 * EACH] = 0
    expected[5 * EACH : 6 * EACH] *= 2
    assert work.out.tolist() == expected.tolist()


def test_who_stops_it_ends_it():
    work = Work(1, 50)
    work.add(0)
    assert work.chain.work(0, 7) == MORE
    work.chain.stop()
    assert work.chain.work(0, 7) == OVER and work.chain.ended == 7
    assert not work.chain.is_ended()
    assert work.out.tolist() == work.expected(range(7))


def test_it_is_not_ended_while_a_thread_is_there(tuned):
    """A late thread reads nothing of the block, which may be another chain's by then."""
    tuned(WAITING_ROUNDS=3)
    work = Work(1, 2)
    work.add(0)
    assert work.chain.work(0, 9) == OVER
    work.chain._word(INSIDE).value = 1
    assert not work.chain.is_ended()
    work.chain._word(INSIDE).value = 0
    assert work.chain.is_ended()
    work.blocks[0][1:] = 8  # as if it went on with a step
    assert work.chain.work(0, 9) == OVER


def test_arrays_of_a_block_lie_apart():
    """Each on its own, all within the block, and large ones on lines of the cache."""
    made, used = layout(3), set()
    block = np.zeros(made.size, np.int64)
    for name, value in zip(made._arrays, numbers_from(1), strict=False):
        array = made.array(block, name)
        start = (array.ctypes.data - block.ctypes.data) // 4
        mine = set(range(start, start + len(array)))
        assert not used & mine and max(mine) < 2 * made.size, name
        used |= mine
        array[:] = value
        if array.nbytes > 64:
            assert start % 16 == 0
    assert len(used) > 64


def test_what_is_given_lives_as_long_as_the_chain():
    """Native code has its addresses only."""
    work = Work(1, 2)
    work.add(0)
    seen = ref(work.out)
    del work.out
    gc.collect(1)
    assert seen() is not None and work.chain.work(0, 9) == OVER
    del work.chain
    gc.collect(1)
    assert seen() is None


def test_what_is_given_must_be_as_kernels_ask():
    work = Work(1, 2)
    work.more = np.zeros(1, np.float32)
    with pytest.raises(TypeError, match="more must be"):
        work.add(0)
