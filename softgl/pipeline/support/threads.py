"""The threads that draw tiles: as long as one of them draws, the draw has not ended.

Whatever ends a draw early, Ctrl-C or an exception in a thread: the others stop after what they are
at, and are waited for, so that nothing is drawn into a later frame.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import accumulate, pairwise
from threading import Condition, Lock, local

import numpy as np

from softgl.lanes import padded
from softgl.lanes.helpers import Helpers
from softgl.lanes.kernel_call import KernelCall
from softgl.lanes.ranges import BYTES_OF_RANGE, Ranges
from softgl.tuning import limits

PATIENCE = 0.1  # seconds, after which who waits for its turn looks whether all is stopped


def lanes_of_span(threads: int, total: int) -> int:
    """How many lanes a kernel runs over in one call where so many threads share all of them."""
    if threads == 1:
        return limits.MAX_SPAN_LANES
    return max(limits.MIN_SPAN_LANES, min(limits.MAX_SPAN_LANES, -(-total // threads)))


def is_soon_done(lanes: int) -> bool:
    """Whether one thread is done with so many lanes of a short kernel before another has begun."""
    return lanes <= 4 * limits.MIN_SPAN_LANES


def in_threads(threads: int, work: Callable, spans: list[tuple]) -> None:
    """Call `work` with each of the spans, in up to so many threads at once, of which this is one.

    The first exception of a thread is raised here; none works any more then.
    """
    if threads == 1 or len(spans) == 1:
        for span in spans:
            work(*span)
    else:
        _share(threads, Job(work, spans))


def over_ranges(
    threads: int,
    bound: KernelCall,
    scalars: dict,
    ranges: bytes,
    own: Callable[[], dict] = dict,
    at_once: int = 1,
    told: Callable[[int], None] | None = None,
) -> None:
    """Run a kernel over ranges, in up to so many threads at once, of which this is one.

    bound, scalars, ranges : as `Ranges` has them. own : gives the arrays that a thread has for
        itself.
    at_once : how many ranges a thread takes without a look at what else there is, as Ctrl-C.
    told : who is told after these, or None; any thread says how many they were.
    """
    if threads == 1 or len(ranges) == BYTES_OF_RANGE:
        _take(Ranges(bound, scalars, ranges), own, at_once, told)
    else:
        _share(threads, RangesJob(bound.over(scalars, ranges), own, at_once, told))


def _take(ranges, own, at_once, told):
    """Run a kernel over all ranges that others do not take."""
    take = ranges.taker(own())
    while taken := take(at_once):
        if told:
            told(taken)


def _share(threads, job):
    """Work on a job in so many threads, or with those that have no turn now."""
    # Were all of them woken, and this thread to sleep, the system would often run two on one CPU
    # for milliseconds: every fourth full-screen frame took twice its time.
    if _MINE.turn is None:
        job.finish(threads)
    else:
        _MINE.turn.share(job)


def copy_in_threads(threads: int, target: np.ndarray, source: np.ndarray) -> None:
    """Copy a flat array into another, which has as many elements."""
    count, size = len(target), target.nbytes
    alone = threads == 1 or size < limits.MAX_ONE_THREAD_COPY
    parts = 1 if alone else -(-size // limits.COPY_TASK_BYTES)
    ends = [count * part // parts for part in range(parts + 1)]

    def copy(first, end):
        np.copyto(target[first:end], source[first:end])

    in_threads(threads, copy, list(pairwise(ends)))


def run_mapped(kernel, scalars: dict, arrays: dict, count: int, threads: int) -> None:
    """Run a mapped kernel over `count` lanes in spans; its scalar `first` is where each begins."""
    run_spans(kernel.call(arrays), scalars, 0, count, threads)


def run_spans(bound, scalars: dict, start: int, count: int, threads: int) -> None:
    """The same of a kernel with its arrays, from lane `start` on."""
    lanes = padded(lanes_of_span(threads, count))  # mapped kernels store whole vectors
    if count <= lanes:
        bound.run(scalars | {"first": start}, count)
        return
    end = start + count

    def run(first):
        bound.run(scalars | {"first": first}, min(lanes, end - first))

    in_threads(threads, run, [(first,) for first in range(start, end, lanes)])


def run_parts(bound, scalars: dict, counts: list[int], own: list[dict], threads: int) -> None:
    """The same of parts with so many lanes, one after the other, of which each has own arrays."""
    if len(own) < limits.MIN_LISTED_PARTS or max(counts) > limits.MIN_SPAN_LANES:
        for start, count, arrays in zip(accumulate(counts, initial=0), counts, own, strict=False):
            run_spans(bound.with_arrays(arrays), scalars, start, count, threads)
    else:
        # In order: what a call stores beyond its last lane is overwritten by the next one.
        starts = np.array(list(accumulate(counts, initial=0))[:-1], np.int32)
        bound.call_list(scalars | {"first": starts}, own, range(len(own)), counts).make()


@cache
def _pool(threads):
    return Helpers(threads, "softgl")


# The threads of a pool are not there in a forked process.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_pool.cache_clear)


class Job:
    """Spans, of which threads take one after the other.

    error : what a helping thread has raised first, or None.
    """

    def __init__(self, work: Callable, spans: Sequence[tuple]):
        self._work, self._waiting = work, deque(spans)
        self._helping = 0
        self._lock = Lock()
        self._left: list[Lock] = []  # which are released when nobody helps any more
        self.error: BaseException | None = None

    def finish(self, threads: int = 1) -> None:
        """Take spans until there are none, and wait for those that help; raises what they raised.

        threads : of those that help from now on, with this one.
        """
        try:
            for _ in range(min(threads, len(self._waiting)) - 1):
                _pool(threads - 1).submit(self.help)
            self.take_spans()
        finally:
            self.stop()
        if self.error is not None:
            raise self.error

    def take_spans(self) -> None:
        """Work on spans until there are none."""
        waiting, work = self._waiting, self._work
        while waiting:
            try:
                span = waiting.popleft()
            except IndexError:
                return
            work(*span)

    def help(self) -> None:
        """Take spans in a thread of the pool: one that comes when all is done finds none."""
        with self._lock:
            self._helping += 1
        try:
            self.take_spans()
        except BaseException as error:
            self.drop()
            self.error = self.error or error
        finally:
            with self._lock:
                self._helping -= 1
                while self._left and not self._helping:
                    self._left.pop().release()

    def drop(self) -> None:
        """Let no thread take another span."""
        self._waiting.clear()

    def is_ended(self) -> bool:
        """Whether none is at one any more; False where that is not known."""
        return False

    def stop(self) -> None:
        """Let no thread take another span, and wait for those that help, come what may."""
        interrupt = None
        self.drop()
        while True:
            try:
                if self.is_ended():
                    break
                with self._lock:
                    if not self._helping:
                        break
                    # A Condition takes more of Python for the same, 0.01 ms where caches are cold.
                    left = Lock()
                    left.acquire()
                    self._left.append(left)
                left.acquire()
                break
            except KeyboardInterrupt as again:  # impatience
                interrupt = again
        if interrupt is not None:
            raise interrupt


class RangesJob(Job):
    """The ranges of a kernel; the other parameters are those of `over_ranges`."""

    def __init__(self, ranges: Ranges, own: Callable, at_once: int, told: Callable | None):
        super().__init__(_take, range(ranges.count))
        self._ranges, self._own, self._at_once, self._told = ranges, own, at_once, told

    def take_spans(self):
        _take(self._ranges, self._own, self._at_once, self._told)

    def drop(self):
        super().drop()
        self._ranges.stop()

    def is_ended(self):
        # Who is told hears of all before this ends.
        return self._told is None and self._ranges.is_ended()


class _Mine(local):
    """For each thread its own. turn : the Turns of which it ends a part, or None."""

    turn: Turns | None = None


_MINE = _Mine()


class Turns:
    """Parts of a work that threads begin beside each other, and end one after the other, in order.

    begin : (number, part, place) -> what `end` takes with the place, the number of a thread. Who
        has begun a part most often ends it, when those before are ended: what it has made is in its
        caches. Until then, and where there is none left to begin, it helps the one whose turn it
        is, in what that one does `in_threads`; or it takes the turn, sooner than another wakes up.
    """

    def __init__(self, parts: Iterable, begin: Callable, end: Callable):
        self._parts, self._begin, self._end = iter(parts), begin, end
        self._changed = Condition()
        self._begun = self._ended = 0
        self._stopped, self._all_begun, self._spare = False, False, 1
        self._made: dict[int, tuple] = {}  # by number, what is still to be ended, and its place
        self._shared: Job | None = None  # what the one whose turn it is can be helped with

    def take(self, threads: int, places: int) -> None:
        """Begin and end all parts, in up to `places` of the threads, of which this is one.

        The others help the one whose turn it is. The first exception of a thread is raised here;
        none works any more then.
        """
        self._spare = threads if threads > places else 1
        _TurnsJob(self, self._work, [(place,) for place in range(places)]).finish(threads)

    def is_ended(self) -> bool:
        """Whether all parts are ended: no thread is at anything then."""
        return self._all_begun and self._ended == self._begun and not self._stopped

    def share(self, job: Job) -> None:
        """Work on a job in the turn of a part."""
        self._change(shared=job)
        try:
            job.finish(self._spare)
        finally:
            self._shared = None

    def _work(self, place):
        try:
            while (begun := self._next()) is not None:
                number, _ = begun
                self._made[number] = self._begin(*begun, place), place
                self._see_to_others(lambda number=number: self._ended > number)
            self._see_to_others(lambda: self._ended == self._begun)
        except BaseException:
            self._stopped = True
            self._change()
            raise

    def _next(self):
        with self._changed:
            part = None if self._stopped else next(self._parts, None)
            if part is None:
                self._all_begun = True
                return None
            self._begun += 1
            return self._begun - 1, part

    def _change(self, ended=0, shared=None):
        with self._changed:
            self._ended, self._shared = self._ended + ended, shared
            self._changed.notify_all()

    def _see_to_others(self, reached) -> None:
        """End the part whose turn it is, or help with it, until something is so."""
        helped = None
        while True:
            with self._changed:
                while not (
                    self._stopped
                    or reached()
                    or self._ended in self._made
                    or self._shared not in (None, helped)
                ):
                    self._changed.wait(PATIENCE)
                if self._stopped or reached():
                    return
                mine = self._made.pop(self._ended, None)
                helped = self._shared if mine is None else helped
            if mine is None:
                helped.help()
            else:
                self._end_part(*mine)

    def _end_part(self, made, place):
        _MINE.turn = self
        try:
            self._end(made, place)
        finally:
            _MINE.turn = None
        self._change(ended=1)


class _TurnsJob(Job):
    """The places of Turns: once all parts are ended, who finds that out is not waited for.

    It is 0.2 ms until that one has the interpreter's lock.
    """

    def __init__(self, turns: Turns, work: Callable, spans: Sequence[tuple]):
        super().__init__(work, spans)
        self._turns = turns

    def is_ended(self):
        return self._turns.is_ended()
