"""The functions of chains: threads take parts, prepare them, and finish them in order.

`chains` writes the blocks that they read. All addresses are in bytes.
"""

from __future__ import annotations

import ctypes

from softgl.lanes.ranges import BUSY, BYTES_OF_RANGE, NativeFunctions
from softgl.lanes.threads.machine import Code, ThreadMachine, Word, code_of, function

# The words that threads share, each on a line of the cache of its own: the number of the next part;
# of threads in native code, at the offset that `ranges` gives it; of finished parts; of all parts;
# of the thread whose part is open to helpers, from 1 on, or 0; of its next range; of helpers; and
# 1 after `Chain.stop`.
NEXT, INSIDE, ENDED, PART_COUNT, OPEN_OWNER, NEXT_RANGE, HELPING, STOPPED = range(0, 8 * BUSY, BUSY)
STATE = 8 * BUSY
WORD = 8
# The words of a thread's block: its number; the progress of its part, and the part; the address of
# the array `part`; the addresses of steps, and their number; the addresses of the arrays `kind`,
# `ranges` and `range_count`; of the last kernels.
(
    THREAD, PROGRESS, PART, PART_ARRAY, STEPS, STEP_COUNT, KIND, RANGES, RANGE_COUNT, LASTS,
) = range(0, 10 * WORD, WORD)  # fmt: skip
# The words of a step: addresses, and 1 if the chain ends before a part that the step stops.
STEP_KERNEL, STEP_RECORD, STEP_TABLE, STEP_LANES, STEP_STOP, STEP_ENDS = range(0, 6 * WORD, WORD)
# The words of a last kernel: addresses; of the range in its record, and of the tables by owner.
LAST_KERNEL, LAST_RECORD, LAST_RANGE, LAST_TABLES = range(0, 4 * WORD, WORD)
PLACE_WORDS, STEP_WORDS, LAST_WORDS = 10, 6, 4
"""The sizes of these three, in words."""
OVER, MORE, LATER, MAKE = range(4)
"""Results of `Chain.work`."""
NO_PART, READY, CANCELLED, CLOSED, RESUMED = 0, 1, 2, 3, 8
"""The progress of a part: none; it is ready; the chain ends before it; it is finished except for
helpers; it resumes at step `progress - RESUMED`. After MAKE Python writes CANCELLED or RESUMED."""
MADE, ENDS, STOPS = range(3)
"""Results of `prepare`: the part is ready, the chain ends before it, a step stops for Python."""
NONE = -1
"""The part of a thread that has none, and waits for the end of all."""
TURN = 1
"""The result of `_wait`, beside OVER and LATER, when the turn of a part has come."""


@function
def prepare(m: ThreadMachine, mine: Word, first: Word) -> None:
    """Prepares a thread's part, from step `first` on; gives MADE, ENDS or STOPS."""
    m.store_int(m.load(mine + PART_ARRAY), m.load(mine + PART))
    number = m.variable(first)
    with m.forever():
        with m.when(number.get() >= m.load(mine + STEP_COUNT)):
            m.give(MADE)
        step = m.load(mine + STEPS) + number.get() * (STEP_WORDS * WORD)
        lanes, lanes_at = m.variable(0), m.load(step + STEP_LANES)
        with m.when(lanes_at != 0):
            lanes.set(m.load_int(lanes_at))
        kernel, record, table = (m.load(step + at) for at in (STEP_KERNEL, STEP_RECORD, STEP_TABLE))
        m.call_kernel(kernel, record, table, lanes.get())
        stop_at = m.load(step + STEP_STOP)
        with m.when(stop_at != 0), m.when(m.load_int(stop_at) != 0):
            with m.when(m.load(step + STEP_ENDS) != 0):
                m.give(ENDS)
            m.give(STOPS)
        number.set(number.get() + 1)


@function
def _finish(m: ThreadMachine, state: Word, owner: Word, mine: Word) -> None:
    """Runs ranges of an owner's part until none is left; gives 1 if it ran one."""
    count = m.load_int(m.load(owner + RANGE_COUNT))
    last = m.load(mine + LASTS) + m.load_int(m.load(owner + KIND)) * (LAST_WORDS * WORD)
    table = m.load(m.load(last + LAST_TABLES) + m.load(owner + THREAD) * WORD)
    own_range, some = m.load(last + LAST_RANGE), m.variable(0)
    with m.forever():
        number = m.atomic_add(state + NEXT_RANGE, 1)
        with m.when(number >= count):
            m.give(some.get())
        ends = m.load(owner + RANGES) + number * BYTES_OF_RANGE
        m.store_int(own_range, m.load_int(ends))
        m.store_int(own_range + WORD, m.load_int(ends + BYTES_OF_RANGE // 2))
        m.call_kernel(m.load(last + LAST_KERNEL), m.load(last + LAST_RECORD), table, 0)
        some.set(1)


@function
def _help(m: ThreadMachine, state: Word, places: Word, mine: Word) -> None:
    """Runs ranges of the open part, if there is one; gives 1 if it ran one."""
    with m.when(m.atomic_load(state + OPEN_OWNER) == 0):
        m.give(0)
    # The owner waits for every helper that is counted before it closes the part.
    m.atomic_add(state + HELPING, 1)
    owner, some = m.atomic_load(state + OPEN_OWNER), m.variable(0)
    with m.when(owner != 0):
        some.set(_finish(m, state, m.load(places + (owner - 1) * WORD), mine))
    m.atomic_add(state + HELPING, -1)
    m.give(some.get())


@function
def _wait(
    m: ThreadMachine, state: Word, places: Word, mine: Word, part: Word | int, rounds: Word
) -> None:
    """Waits for the turn of a part, or for the end of all, and helps meanwhile.

    Gives TURN; OVER if all parts are ended or stopped; LATER after a number of rounds without
    either, and without any help.
    """
    waited = m.variable(0)
    with m.forever():
        with m.when(m.atomic_load(state + STOPPED) != 0):
            m.give(OVER)
        ended = m.atomic_load(state + ENDED)
        with m.when(ended >= m.atomic_load(state + PART_COUNT)):
            m.give(OVER)
        with m.when(ended == part):
            m.give(TURN)
        helped = _help(m, state, places, mine)
        waited.set(m.select(helped != 0, 0, waited.get() + 1))
        with m.when(waited.get() >= rounds):
            m.give(LATER)
        m.pause()


@function
def _choose(m: ThreadMachine, state: Word) -> None:
    """Takes the next part, which it gives; NONE if none is left or the chain is stopped."""
    with m.when(m.atomic_load(state + STOPPED) != 0):
        m.give(NONE)
    part = m.atomic_add(state + NEXT, 1)
    with m.when(part >= m.atomic_load(state + PART_COUNT)):
        m.give(NONE)
    m.give(part)


@function
def _close(m: ThreadMachine, state: Word, rounds: Word) -> None:
    """Waits for the helpers of a part that is no longer open; gives 1 when they have gone.

    Gives 0 after a number of rounds: a helper may not be on a CPU now.
    """
    waited = m.variable(0)
    with m.forever():
        with m.when(m.atomic_load(state + HELPING) == 0):
            m.give(1)
        waited.set(waited.get() + 1)
        with m.when(waited.get() >= rounds):
            m.give(0)
        m.pause()


@function
def _take(
    m: ThreadMachine, state: Word, places: Word, mine: Word, most: Word, rounds: Word
) -> None:
    """Does the work of `work`, which counts the threads."""
    done = m.variable(0)
    with m.forever():
        progress, first = m.load(mine + PROGRESS), m.variable(NONE)
        with m.when(progress == NO_PART):
            with m.when(done.get() >= most):
                m.give(MORE)
            chosen = _choose(m, state)
            m.store(mine + PART, chosen)
            first.set(m.select(chosen == NONE, NONE, 0))
        with m.when(progress >= RESUMED):
            first.set(progress - RESUMED)
        ends = m.variable(m.select(progress == CANCELLED, 1, 0))
        with m.when(first.get() >= 0):
            made = prepare(m, mine, first.get())
            m.store(mine + PROGRESS, m.select(made == MADE, READY, NO_PART))
            with m.when(made == STOPS):
                m.give(MAKE)
            ends.set(m.select(made == ENDS, 1, 0))
        with m.when(ends.get() != 0):
            m.atomic_min(state + PART_COUNT, m.load(mine + PART))
            m.store(mine + PROGRESS, NO_PART)
            m.store(mine + PART, NONE)
        with m.when(m.load(mine + PROGRESS) != CLOSED):
            turn = _wait(m, state, places, mine, m.load(mine + PART), rounds)
            with m.when(turn != TURN):
                m.give(turn)
            m.atomic_store(state + NEXT_RANGE, 0)
            m.atomic_store(state + OPEN_OWNER, m.load(mine + THREAD) + 1)
            _finish(m, state, mine, mine)
            m.atomic_store(state + OPEN_OWNER, 0)
        with m.when(_close(m, state, rounds) == 0):
            m.store(mine + PROGRESS, CLOSED)
            m.give(LATER)
        m.store(mine + PROGRESS, NO_PART)
        m.atomic_store(state + ENDED, m.load(mine + PART) + 1)
        done.set(done.get() + 1)


@function
def work(m: ThreadMachine, state: Word, places: Word, mine: Word, most: Word, rounds: Word) -> None:
    """Prepares and finishes up to `most` parts, and helps; gives OVER, MORE, LATER or MAKE.

    state : the address of the shared words. places : of the addresses of the threads' blocks.
    mine : of the thread's own block. rounds : of waiting, before it gives LATER.
    """
    m.atomic_add(state + INSIDE, 1)
    result = m.variable(OVER)
    with m.when(m.atomic_load(state + ENDED) < m.atomic_load(state + PART_COUNT)):
        result.set(_take(m, state, places, mine, most, rounds))
    m.atomic_add(state + INSIDE, -1)
    m.give(result.get())


def codes() -> dict[str, Code]:
    """Returns the code of each function that is called from outside, by name."""
    return {"work": code_of(work, 5), "prepare": code_of(prepare, 2)}


class ChainFunctions:
    """The compiled functions of `codes`.

    library : addresses by name. ranges : the functions of `ranges`, for `wait`.
    """

    def __init__(self, library, ranges: NativeFunctions):
        pointer, number = ctypes.c_void_p, ctypes.c_int64
        arguments = [pointer, pointer, pointer, number, number]
        self.work = ctypes.CFUNCTYPE(number, *arguments)(library["work"])
        self.prepare = ctypes.CFUNCTYPE(number, pointer, number)(library["prepare"])
        self.wait = ranges.wait
        self._library = library
