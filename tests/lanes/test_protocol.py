"""The protocol of chains in every interleaving of a few threads, with kernels that only look on."""

from __future__ import annotations

import ctypes
from random import Random

import numpy as np
import pytest

from softgl.lanes import I32, Signature, chain_functions
from softgl.lanes.chain_functions import (
    CANCELLED,
    ENDED,
    HELPING,
    INSIDE,
    MAKE,
    NEXT,
    NEXT_RANGE,
    OPEN_OWNER,
    OVER,
    PART_COUNT,
    PROGRESS,
    RESUMED,
    STATE,
    STOPPED,
    TURN,
    codes,
)
from softgl.lanes.chains import Chain, Layout, Step
from softgl.lanes.ranges import codes as range_codes
from softgl.lanes.threads.eager import Memory, Race, Threads, explore, walk
from softgl.lanes.threads.machine import code_of, function

PREPARE, FINISH = 0x100, 0x200
"""Addresses of the kernels."""
LOG = 0x1000
"""The address of words: for each range of each part, how often it has begun, and has ended."""
FREED = 0xF00
"""The address of a word: 1 when the blocks are given back."""
SIGNATURES = {
    PREPARE: Signature(
        (("part", I32),),
        tuple((name, I32) for name in ("of", "stop", "kind", "ranges", "range_count")),
        frozenset({"of", "stop", "kind", "ranges", "range_count"}),
    ),
    FINISH: Signature((("first", I32), ("last", I32)), (("of", I32),)),
}


class FakeKernel:
    """The part of a compiled kernel that a Layout needs."""

    place_of_range = 0

    def __init__(self, address):
        self.address, self.signature = address, SIGNATURES[address]

    def packed_scalars(self, scalars):
        return np.array([scalars[name] for name, _ in self.signature.scalars], np.int64).tobytes()


class Bounded(Memory):
    """Memory in which some counters stop at a limit: beyond it all numbers mean the same."""

    def __init__(self, words, most):
        super().__init__(words)
        self._most = most

    def store(self, address, value, bits=64):
        super().store(address, min(value, self._most.get(address, value)), bits)


class Model:
    """A chain of some threads over parts of some ranges, and the shadow of its kernels.

    The first part has `ranges` of them, the next one fewer, and so on by turns.
    rounds : of waiting. stops : the part that the step stops. ends : True if the chain ends there.
    goes_on : True if Python resumes the part behind the step. stopper : True for one more thread,
    which stops the chain. frees : True if the first thread gives the blocks back at the end. plain
    : as in Threads.
    """

    def __init__(
        self, count, parts, ranges, *, rounds=1, most=9, stops=None, ends=True, goes_on=True,
        stopper=False, frees=False, plain=False,
    ):  # fmt: skip
        self.parts, self.ranges, self.stops = parts, ranges, stops
        self.goes_on, self.frees, self._count = goes_on, frees, count
        step = Step(FakeKernel(PREPARE), {}, stop="stop", ends=ends)
        last = Step(FakeKernel(FINISH), {})
        memory = dict.fromkeys(("stop", "kind", "range_count", "of"), (1, np.int32))
        memory["ranges"] = 2 * ranges, np.int32
        after = Step(FakeKernel(PREPARE), {})
        steps = {"start": step, "after": after} if not ends else {"start": step}
        words = {"part": ("start", "part")}
        self.layout = Layout(steps, [last], memory, words, [], count)
        chain = Chain(type("Functions", (), {"wait": None}), self.layout, parts)
        self.blocks = [np.zeros(self.layout.size, np.int64) for _ in range(count)]
        chain.begin(0, self.blocks[0], {}, {})
        for number, block in enumerate(self.blocks[1:], 1):
            chain.join(number, block)
        self.chain, self.state = chain, ctypes.addressof(chain._state)
        self.places = chain._pointers
        self.bases = [block.ctypes.data for block in self.blocks]
        words = np.frombuffer(chain._state, np.int64, STATE // 8)
        whole = self._words(self.state, words) | self._words(self.places.ctypes.data, self.places)
        for base, block in zip(self.bases, self.blocks, strict=True):
            whole |= self._words(base, block)
        whole |= dict.fromkeys(range(LOG, LOG + 8 * parts * ranges, 4), 0) | {FREED: 0}
        self.arguments = [
            [self.state, self.places.ctypes.data, base, most, rounds] for base in self.bases
        ]
        most = {self.state + NEXT: parts, self.state + NEXT_RANGE: ranges}
        self.threads = Threads(Bounded(whole, most), self._kernel, self._again, plain)
        self.work = codes()["work"]
        self.idle = range_codes()["wait"]
        for each in self.arguments:
            self.threads.add(self.work, each)
        if stopper:
            stop = code_of(function(lambda m, at: m.atomic_store(at, 1)), 1)
            self.threads.add(stop, [self.state + STOPPED])

    @staticmethod
    def _words(address, array):
        """The 32-bit words of an array at an address; those never written need no place."""
        words = array.view(np.int32)
        return {address + 4 * number: int(word) for number, word in enumerate(words)}

    def _array(self, number, name):
        at, _, _ = self.layout._arrays[name]
        return self.bases[number] + 8 * at

    # -- kernels -------------------------------------------------------------------------------

    def _kernel(self, thread, memory, addresses, lanes, begins):
        kernel, record, table = addresses
        if kernel == PREPARE:
            self._prepare(thread, memory, begins)
        else:
            self._finish(thread, memory, record, table, begins)

    def _prepare(self, thread, memory, begins):
        part = memory.load(self._array(thread, "part"), 32)
        if begins:
            assert not any(memory.load(at, 32) for at in self._log(part, 0)), "prepared too late"
            memory.store(self._array(thread, "of"), -1, 32)  # while it is not whole
            return
        again = memory.load(self._array(thread, "stop"), 32)
        said = {"of": part, "stop": int(part == self.stops and not again), "kind": 0}
        for name, value in (said | {"range_count": self._ranges_of(part)}).items():
            memory.store(self._array(thread, name), value, 32)
        for number in range(2 * self.ranges):
            memory.store(self._array(thread, "ranges") + 4 * number, number // 2, 32)

    def _finish(self, thread, memory, record, table, begins):
        own_range = memory.load(record, 32), memory.load(record + 8, 32)
        assert own_range[0] == own_range[1]
        part = memory.load(memory.load(table), 32)
        assert part == memory.load(self.state + ENDED), "out of turn"
        assert own_range[0] < self._ranges_of(part), "beyond its ranges"
        at = self._log(part, own_range[0])[0 if begins else 1]
        memory.store(at, memory.load(at, 32) + 1, 32)
        assert memory.load(at, 32) == 1, "a range runs twice"

    def _ranges_of(self, part):
        return self.ranges - part % self.ranges

    def _log(self, part, number):
        at = LOG + 8 * (part * self.ranges + number)
        return at, at + 4

    # -- Python --------------------------------------------------------------------------------

    def _again(self, thread, memory, result):
        """Does as Python after a call of native code."""
        if thread >= self._count:
            return None
        if self.threads.threads[thread].code is self.idle:
            if not result:
                return self.idle, [self.state, 1]
            memory.store(FREED, 1, 32)
            return None
        if result == MAKE:
            progress = RESUMED + 1 if self.goes_on else CANCELLED
            memory.store(self.bases[thread] + PROGRESS, progress)
        if result != OVER:
            return self.work, self.arguments[thread]
        if self.frees and thread == 0 and memory.load(self.state + ENDED) == self.parts:
            return self.idle, [self.state, 1]
        return None

    # -- checks --------------------------------------------------------------------------------

    def check(self, threads):
        memory = threads.memory
        ended, limit = (memory.load(self.state + at) for at in (ENDED, PART_COUNT))
        for part in range(self.parts):
            for number in range(self._ranges_of(part)):
                begun, done = (memory.load(at, 32) for at in self._log(part, number))
                assert part >= ended or begun == done == 1, "a part ends before its ranges"
        if memory.load(FREED, 32):
            self._check_freed(threads)
        if not threads.running():
            stopped = memory.load(self.state + STOPPED)
            assert stopped or ended == limit == self.expected
            assert memory.load(self.state + HELPING) == memory.load(self.state + INSIDE) == 0

    def _check_freed(self, threads):
        for number in threads.running():
            thread = threads.threads[number]
            one = thread.instruction()
            assert one.operation in ("atomic_add", "atomic_load", "pause"), "reads a freed block"
            for address in thread.values(one.operands)[:1]:
                assert self.state <= address < self.state + STATE

    @property
    def expected(self):
        """The number of parts to finish."""
        resumed = self.goes_on and "after" in self.layout.steps
        return self.parts if self.stops is None or resumed else self.stops


CASES = {
    "one thread": {"count": 1, "parts": 2, "ranges": 2},
    "ranges of one part": {"count": 2, "parts": 1, "ranges": 2},
    "patient": {"count": 2, "parts": 1, "ranges": 2, "rounds": 3},
    "one part at a time": {"count": 2, "parts": 2, "ranges": 1, "most": 1},
    "a chain that ends": {"count": 2, "parts": 3, "ranges": 1, "stops": 1},
    "a part that Python completes": {
        "count": 2, "parts": 1, "ranges": 2, "stops": 0, "ends": False,
    },
    "a part that Python gives up": {
        "count": 2, "parts": 2, "ranges": 1, "stops": 1, "ends": False, "goes_on": False,
    },
    "stopped at any time": {"count": 2, "parts": 1, "ranges": 1, "stopper": True},
    "blocks that are given back": {"count": 2, "parts": 1, "ranges": 2, "frees": True},
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_every_interleaving(case):
    """Each range once, parts in order, helpers waited for, blocks left alone in the end."""
    model = Model(**CASES[case])
    assert explore(model.threads, model.check, 9_000) > 25


def test_no_plain_access_meets_another():
    model = Model(2, 1, 1, plain=True)

    def check(threads):
        model.check(threads)
        threads.check_races()

    assert explore(model.threads, check, 9_000) > 1_000


def test_four_threads_in_random_orders():
    seed = Random().randrange(1 << 32)
    print("seed", seed)
    random = Random(seed)
    for _ in range(20):
        stops = random.choice((None, 0, 3))
        model = Model(4, 5, 3, rounds=random.choice((1, 3)), most=2, stops=stops)
        walk(model.threads, random, model.check, 20_000)


# -- a helper that comes late ----------------------------------------------------------------------


@function
def help_uncounted(m, state, places, mine):
    """Looks at the open part before it is counted as a helper, and not again."""
    owner, some = m.atomic_load(state + OPEN_OWNER), m.variable(0)
    with m.when(owner != 0):
        m.atomic_add(state + HELPING, 1)
        some.set(chain_functions._finish(m, state, m.load(places + (owner - 1) * 8), mine))
        m.atomic_add(state + HELPING, -1)
    m.give(some.get())


def run_until(model, number, operation, word=None):
    """Runs a thread until it is at an operation, on a shared word."""
    for _ in range(200):
        thread = model.threads.threads[number]
        one = thread.instruction()
        if one.operation == operation and (
            word is None or thread.values(one.operands)[0] == model.state + word
        ):
            return
        model.threads.step(number)
        model.check(model.threads)
    raise AssertionError(f"thread {number} does not come to {operation}")


def come_late():
    """Thread 2 sees that part 0 is open, and is counted when part 1 is."""
    model = Model(3, 2, 2)
    run_until(model, 0, "atomic_store", OPEN_OWNER)
    run_until(model, 1, "atomic_load", OPEN_OWNER)
    model.threads.step(0)
    run_until(model, 0, "call")
    run_until(model, 2, "atomic_add", HELPING)
    run_until(model, 0, "atomic_store", ENDED)
    model.threads.step(0)
    run_until(model, 1, "call")
    model.threads.step(2)
    run_until(model, 2, "atomic_add", HELPING)


def test_a_helper_looks_again_when_it_is_counted(monkeypatch):
    come_late()
    monkeypatch.setattr(chain_functions, "_help", help_uncounted)
    with pytest.raises(AssertionError, match="out of turn"):
        come_late()


# -- protocols with a fault ------------------------------------------------------------------------


@function
def close_at_once(m, state, rounds):
    """Does not wait for helpers."""
    m.give(1)


@function
def wait_for_no_turn(m, state, places, mine, part, rounds):
    m.give(m.select(part < 0, OVER, TURN))


@function
def never_help_and_never_end(m, state, places, mine, part, rounds):
    """Forgets that the chain may end before a part."""
    with m.forever():
        with m.when(m.atomic_load(state + ENDED) == part):
            m.give(TURN)
        m.pause()


@pytest.mark.parametrize(
    ("name", "fault", "case", "message"),
    [
        ("_close", close_at_once, "ranges of one part", "before its ranges|out of turn"),
        ("_wait", wait_for_no_turn, "one part at a time", "out of turn"),
        ("_wait", never_help_and_never_end, "a chain that ends", "never end"),
    ],
)
def test_faults_are_found(monkeypatch, name, fault, case, message):
    monkeypatch.setattr(chain_functions, name, fault)
    model = Model(**CASES[case])
    with pytest.raises(AssertionError, match=message):
        explore(model.threads, model.check, 9_000)


def test_a_race_is_found(monkeypatch):
    """A helper that reads the part before it knows that the part is open."""

    @function
    def help_early(m, state, places, mine):
        m.load(m.load(places) + PROGRESS)
        m.give(0)

    monkeypatch.setattr(chain_functions, "_help", help_early)
    model = Model(2, 1, 1, plain=True)
    with pytest.raises(Race):
        explore(model.threads, lambda threads: threads.check_races(), 9_000)
