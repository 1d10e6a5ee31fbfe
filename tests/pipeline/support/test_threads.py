"""Threads that draw: none of them outlives the draw, and a forked process has its own."""

from __future__ import annotations

import subprocess
import sys
from threading import Barrier, Event, Lock, Thread, current_thread, main_thread
from time import sleep
from types import SimpleNamespace

import numpy as np
import pytest

from softgl.lanes.ranges import Ranges, ranges_between
from softgl.pipeline.support import threads, work_queue
from softgl.pipeline.support.ordered_tasks import OrderedTasks
from softgl.pipeline.support.threads import copy_in_threads, in_threads, over_ranges
from tests.tools import needs_fork

SPANS = [(n,) for n in range(8)]


def test_all_spans_are_worked_on():
    for count in (1, 2, 20):
        done = []
        in_threads(count, done.append, SPANS)
        assert sorted(done) == list(range(8))


def test_an_interrupted_draw_leaves_no_thread_at_work(monkeypatch):
    """Ctrl-C while two threads work, and again while the other one is waited for."""
    both, leave, started, finished = Barrier(2), Event(), [], []

    def work(number):
        started.append(number)
        both.wait()
        if current_thread() is main_thread():
            raise KeyboardInterrupt
        assert leave.wait(60)
        finished.append(number)

    waited = []

    class Impatient:
        """A lock that is interrupted in its first wait for a release."""

        def __init__(self):
            self._lock = Lock()
            self.release = self._lock.release

        def acquire(self):
            if self._lock.locked():
                waited.append(self)
                if len(waited) == 1:
                    raise KeyboardInterrupt
                leave.set()
            self._lock.acquire()

        def __enter__(self):
            self._lock.acquire()

        def __exit__(self, *_):
            self._lock.release()

    monkeypatch.setattr(work_queue, "Lock", Impatient)
    with pytest.raises(KeyboardInterrupt):
        in_threads(2, work, SPANS)
    assert sorted(started) == [0, 1] and len(finished) == 1
    assert len(waited) == 2


@pytest.mark.parametrize("own", [True, False])
def test_an_exception_in_a_thread_is_raised_and_ends_the_draw(own):
    """In the calling thread, and in one that helps it."""
    both, ended, started = Barrier(2), Event(), []

    def fail(number):
        started.append(number)
        if number < 2:
            both.wait()
            if (current_thread() is main_thread()) == own:
                ended.set()
                raise ZeroDivisionError
        assert ended.wait(60)

    with pytest.raises(ZeroDivisionError):
        in_threads(2, fail, SPANS)
    assert {0, 1} <= set(started)


def test_a_thread_that_comes_late_is_not_waited_for():
    """One thread of a pool, held by another job: the caller works on all of its spans alone."""
    busy, leave, done = Event(), Event(), []

    def hold():
        busy.set()
        assert leave.wait(60)

    work_queue.pool(1).submit(hold)
    assert busy.wait(60)
    in_threads(2, done.append, SPANS)
    leave.set()
    assert done == list(range(8))


@pytest.mark.parametrize("count", [1, 2, 3])
def test_turns_come_in_order(count):
    """Whatever begins or ends sooner; as many parts are begun as there are places."""
    rng = np.random.default_rng(count)
    waits = rng.uniform(0, 0.003, (2, 30)).tolist()
    begun, ended = set(), []

    def begin(number, part, place):
        sleep(waits[0][number])
        begun.add(number)
        return number, part, place

    def end(made, place):
        number, part, own = made
        assert number == len(ended) and part == number * 2 and own == place < count
        sleep(waits[1][number])
        ended.append(number)
        assert len(begun) <= len(ended) + count

    OrderedTasks(range(0, 60, 2), begin, end).run(count, count)
    assert ended == list(range(30))


def test_who_waits_for_its_turn_helps():
    """A thread with a later chunk helps the one with the next: each span takes two threads."""
    both, worked = Barrier(2), []

    def work(part, span):
        both.wait(60)
        worked.append((part, span))

    def end(part, place):
        in_threads(2, work, [(part, span) for span in range(4)])

    OrderedTasks("abc", lambda number, part, place: part, end).run(2, 2)
    assert [part for part, _ in worked] == list("aaaabbbbcccc")
    assert sorted(worked) == [(part, span) for part in "abc" for span in range(4)]


def test_threads_without_a_part_help():
    """Threads beyond the chunks in flight help with spans."""
    three, worked = Barrier(3), []

    def work(span):
        three.wait(60)
        worked.append(span)

    def end(part, place):
        in_threads(3, work, [(span,) for span in range(6)])

    OrderedTasks("ab", lambda number, part, place: part, end).run(3, 2)
    assert sorted(worked) == sorted([*range(6)] * 2)


def test_turns_without_anybody_else(monkeypatch):
    """A single thread begins and ends all chunks."""
    monkeypatch.setattr(work_queue, "pool", lambda _: SimpleNamespace(submit=lambda work: None))
    ended = []

    def end(part, place):
        in_threads(2, lambda span: ended.append((part, span)), [(0,), (1,)])

    OrderedTasks("ab", lambda number, part, place: part, end).run(2, 2)
    assert ended == [("a", 0), ("a", 1), ("b", 0), ("b", 1)]


def test_a_queue_stays_while_a_waiting_thread_looks():
    """A thread that has seen the queue of the ending task takes that one, and not None."""
    tasks, begun, goes_on = OrderedTasks((), None, None), Event(), Event()

    class Queue:
        def finish(self, threads):
            begun.set()
            goes_on.wait()

    sharing, queue = Thread(target=lambda: tasks.share(queue)), Queue()
    sharing.start()
    begun.wait()
    with tasks._changed:
        goes_on.set()
        sharing.join(0.05)
        assert tasks._shared is queue
    sharing.join()
    assert tasks._shared is None


def test_turns_do_not_wait_for_who_finds_that_all_is_done(monkeypatch):
    """Another thread, which has begun a part, may be kept from Python for long then."""
    both, held, let_go, see = Barrier(2), Event(), Event(), OrderedTasks._end_or_help

    def slow(self, reached):
        see(self, reached)
        if current_thread() is not main_thread() and self.is_ended():
            held.set()
            assert let_go.wait(60)

    def begin(number, part, place):
        if number < 2:
            both.wait(60)
        return number

    monkeypatch.setattr(OrderedTasks, "_end_or_help", slow)
    ended = []
    OrderedTasks(range(40), begin, lambda number, place: ended.append(number)).run(2, 2)
    assert ended == list(range(40))
    assert held.wait(60) and not let_go.is_set()
    let_go.set()


@pytest.mark.parametrize("where", ["begin", "end", "span"])
@pytest.mark.parametrize("own", [True, False])
@pytest.mark.parametrize("error", [ZeroDivisionError, KeyboardInterrupt])
def test_an_exception_in_a_turn_ends_all(where, own, error):
    """In the calling thread, and in a helper; chunks begun before may still end."""
    both, raised, ended = Barrier(2), [], []

    def fail(place):
        if where == place and not raised and (current_thread() is main_thread()) == own:
            raised.append(1)
            raise error

    def begin(number, part, place):
        if number < 2:
            both.wait(60)  # each thread has one
        elif not own and current_thread() is main_thread():
            sleep(0.001)  # or it may end all others
        fail("begin")
        return number

    def work(span):
        both.wait(60)
        fail("span")

    def end(number, place):
        fail("end")
        if number == 0:
            in_threads(2, work, [(0,), (1,)])
        ended.append(number)

    with pytest.raises(error):
        OrderedTasks(range(200), begin, end).run(2, 2)
    assert raised and ended == list(range(len(ended))) and len(ended) < 200


FORK = """
import os, threading
import softgl
from softgl.gl import *
from softgl.lanes import locks

def picture():
    glClear(GL_COLOR_BUFFER_BIT)
    glBegin(GL_TRIANGLES)
    for x, y in ((-1, -1), (1, -1), (-1, 1)) * 9:
        glColor3f(x, y, 0.5)
        glVertex2f(x, y)
    glEnd()
    return context.read_image().tobytes()

context = softgl.Context(1024, 1024, threads=2)  # which is cleared tile by tile
plain = picture()
glClearColor(1, 1, 1, 1)
glClear(GL_COLOR_BUFFER_BIT)
begun = bool(context.framebuffers.planes.colors[0].pending.all())

held, let_go = threading.Event(), threading.Event()

def build():
    with locks.BUILDING, locks.PRECOMPILING:  # as threads that compile do
        held.set()
        let_go.wait()

threading.Thread(target=build).start()
held.wait()
os.register_at_fork(before=let_go.set)  # the last one to be registered is called first
readable, writable = os.pipe()
child = os.fork()
if not child:
    cleared = set(context.read_image().tobytes()) == {255}
    glClearColor(0, 0, 0, 0)
    glEnable(GL_BLEND)
    blended = picture()
    glDisable(GL_BLEND)
    os.write(writable, bytes([begun, cleared, picture() == plain, blended == plain]))
    os._exit(0)
os.waitpid(child, 0)
print(*os.read(readable, 4))
"""


@needs_fork
def test_a_forked_process_draws():
    """After draws with two threads, while another one compiles: the same picture, and a new one.

    And pending clears are done.
    """
    ran = subprocess.run([sys.executable, "-c", FORK], capture_output=True, text=True, timeout=120)
    assert ran.stdout.split() == ["1"] * 4, ran.stderr


class Counting:
    """A kernel call that records the ranges that it is run over."""

    def __init__(self, made, arrays=()):
        self.made, self.arrays = made, dict(arrays)

    def with_arrays(self, arrays):
        return Counting(self.made, arrays)

    def run(self, scalars):
        self.made.append((scalars["first"], scalars["last"], *self.arrays))

    def over(self, scalars, ranges):
        return Ranges(self, scalars, ranges)


TENS = ranges_between(np.arange(0, 101, 10, dtype=np.int32))


@pytest.mark.parametrize("count", [1, 2, 30])
def test_all_ranges_are_run_over(count):
    """All ranges run with a thread's own data; a listener hears of each before the end."""
    for told in (None, []):
        made = []
        listener = None if told is None else told.append
        over_ranges(count, Counting(made), {"more": 1}, TENS, lambda: {"own": 1}, 3, listener)
        assert sorted(made) == [(n, n + 10, "own") for n in range(0, 100, 10)]
        assert told is None or (sum(told) == 10 and max(told) <= 3)


@pytest.mark.parametrize("own", [True, False])
@pytest.mark.parametrize("error", [ZeroDivisionError, KeyboardInterrupt])
def test_an_exception_ends_the_ranges(own, error):
    """In the calling thread, and in one that helps it."""
    both, made = Barrier(2), []

    class Failing(Counting):
        def run(self, scalars):
            super().run(scalars)
            if len(made) <= 2:
                both.wait(60)
                if (current_thread() is main_thread()) == own:
                    raise error
            sleep(0.01)

    with pytest.raises(error):
        over_ranges(2, Failing(made), {}, TENS)
    assert 2 <= len(made) < 10


@pytest.mark.parametrize(
    ("count", "limits", "most"),
    [(1, (5, 80), 80), (2, (5, 1000), 96), (2, (5, 40), 48), (20, (30, 1000), 32)],
)
def test_lanes_in_spans(count, limits, most, tuned):
    """All lanes once, in whole vectors: a span for each thread, neither too short nor too long."""
    tuned(MIN_SPAN_LANES=limits[0], MAX_SPAN_LANES=limits[1])
    made = []

    class KernelCall:
        def run(self, scalars, lanes):
            made.append((scalars["first"], lanes))

    threads.run_spans(KernelCall(), {"stride": 1}, 16, 170, count)
    firsts = range(16, 186, most)
    assert sorted(made) == [(first, min(most, 186 - first)) for first in firsts]


@pytest.mark.parametrize("count", [1, 2, 3])
def test_copies_in_parts(count, monkeypatch, tuned):
    tuned(MAX_ONE_THREAD_COPY=40, COPY_TASK_BYTES=12)
    for size in (1, 9, 10, 1001):  # of few bytes one thread sees to all
        source, target = np.arange(size, dtype=np.float32), np.full(size + 2, -1, np.float32)
        copy_in_threads(count, target[1:-1], source)
        assert (target == [-1, *source, -1]).all()
