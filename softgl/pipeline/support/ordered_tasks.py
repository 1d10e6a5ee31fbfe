"""Ordered tasks: threads begin them beside each other, and end them one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from threading import Condition, local

from softgl.pipeline.support.work_queue import WorkQueue

STOP_CHECK_SECONDS = (
    0.1  # seconds; a thread that waits for its turn then checks whether all is stopped
)


class _Local(local):
    """Values of each thread. tasks : the OrderedTasks whose task it is ending, or None."""

    tasks: OrderedTasks | None = None


_LOCAL = _Local()


def current_tasks() -> OrderedTasks | None:
    """The ordered tasks whose task the calling thread is ending, or None."""
    return _LOCAL.tasks


class OrderedTasks:
    """Tasks that threads begin in parallel, and end in order, one at a time.

    begin : (number, task, place) -> the first argument of `end`; place : the number of a thread.
    end : (begun, place).

    A task is mostly ended by the thread that has begun it, as the data are in that thread's caches.
    A thread that waits for its task's turn, or has no task left to begin, helps with
    `threads.in_threads` of the task that is ending. It ends the next task itself if that task's
    thread is still asleep.
    """

    def __init__(self, tasks: Iterable, begin: Callable, end: Callable):
        self._tasks, self._begin, self._end = iter(tasks), begin, end
        self._changed = Condition()
        self._begun = self._ended = 0
        self._stopped, self._all_begun, self._spare = False, False, 1
        self._ready: dict[int, tuple] = {}  # by number, begun tasks and their places
        self._shared: WorkQueue | None = None  # work of the thread that ends a task

    def run(self, threads: int, places: int) -> None:
        """Begins and ends all tasks, in up to `places` of the threads, this one included.

        The other threads help the one that ends a task. The first exception of a thread is raised
        here, when none works any more.
        """
        self._spare = threads if threads > places else 1
        _TaskQueue(self, self._work, [(place,) for place in range(places)]).finish(threads)

    def is_ended(self) -> bool:
        """True if all tasks are ended, and no thread works on one."""
        return self._all_begun and self._ended == self._begun and not self._stopped

    def share(self, queue: WorkQueue) -> None:
        """Works on a queue while a task ends; waiting threads help."""
        self._change(shared=queue)
        try:
            queue.finish(self._spare)
        finally:
            with self._changed:  # a waiting thread that sees the queue takes it
                self._shared = None

    def _work(self, place):
        try:
            while (begun := self._next()) is not None:
                number, _ = begun
                self._ready[number] = self._begin(*begun, place), place
                self._end_or_help(lambda number=number: self._ended > number)
            self._end_or_help(lambda: self._ended == self._begun)
        except BaseException:
            self._stopped = True
            self._change()
            raise

    def _next(self):
        with self._changed:
            task = None if self._stopped else next(self._tasks, None)
            if task is None:
                self._all_begun = True
                return None
            self._begun += 1
            return self._begun - 1, task

    def _change(self, ended=0, shared=None):
        with self._changed:
            self._ended, self._shared = self._ended + ended, shared
            self._changed.notify_all()

    def _end_or_help(self, reached) -> None:
        """Ends the next task if it is ready, or helps to end it, until `reached()`."""
        helped = None
        while True:
            with self._changed:
                while not (
                    self._stopped
                    or reached()
                    or self._ended in self._ready
                    or self._shared not in (None, helped)
                ):
                    self._changed.wait(STOP_CHECK_SECONDS)
                if self._stopped or reached():
                    return
                mine = self._ready.pop(self._ended, None)
                helped = self._shared if mine is None else helped
            if mine is None:
                helped.help()
            else:
                self._end_task(*mine)

    def _end_task(self, begun, place):
        _LOCAL.tasks = self
        try:
            self._end(begun, place)
        finally:
            _LOCAL.tasks = None
        self._change(ended=1)


class _TaskQueue(WorkQueue):
    """The places of OrderedTasks: once all tasks are ended, no other thread is waited for.

    It is 0.2 ms until such a thread has the interpreter's lock.
    """

    def __init__(self, tasks: OrderedTasks, work: Callable, spans: Sequence[tuple]):
        super().__init__(work, spans)
        self._ordered = tasks

    def is_ended(self):
        return self._ordered.is_ended()
