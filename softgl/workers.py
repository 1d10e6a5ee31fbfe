"""Frames drawn by workers: processes of this machine, or of others.

What draws is any `concurrent.futures.Executor`. A worker gets the name or the path of a scene, with
how it is to be shown, loads it once, and draws each frame that it is asked for in a context of its
own. So a frame must depend on its time only; a scene where that is not so says `SEQUENCE = True`.
Of one that says nothing a worker compares a few frames before any is taken.
"""

from __future__ import annotations

import atexit
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import closing
from functools import cache

from PIL import Image

from softgl import sequences
from softgl.drawer import Drawer
from softgl.scene import Scene, SceneError, load
from softgl.termination import end_at_eof

ATTEMPTS = 4
"""How often a frame is tried whose worker ends."""
CONNECTING = 10
"""Seconds for a cluster to answer in."""
AHEAD = 64
"""Frames that are asked for before the first of them is taken."""
MOST_ON_WINDOWS = 61
"""Processes of an executor there, which waits for 64 objects at once."""
_worker = threading.local()
"""Of each worker: the task that it had last, and what draws its frames."""


def processes(count: int) -> Callable[[], Executor]:
    """Returns a function that makes an executor of processes, which end when this one does.

    count : how many, of which Windows has MOST_ON_WINDOWS at most.
    """
    if sys.platform == "win32":
        count = min(count, MOST_ON_WINDOWS)

    def make():
        import multiprocessing
        from concurrent.futures import ProcessPoolExecutor

        # A fork of a process with threads may hang.
        spawn = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(count, spawn, initializer=_follow, initargs=(_lifeline(),))

    return make


@cache
def _lifeline():
    """A pipe to read from, whose other end is open for as long as this process runs."""
    from multiprocessing import Pipe

    reader, writer = Pipe(duplex=False)
    atexit.register(writer.close)
    return reader


def _follow(lifeline):
    """Ends this worker when the process of a `_lifeline` ends."""
    end_at_eof(lifeline.recv_bytes)


def cluster(address: str) -> Callable[[], Executor]:
    """What makes an executor of the dask.distributed cluster whose scheduler is at `address`.

    Raises SceneError if the package is missing or nothing answers there.
    """
    try:
        from distributed import Client
    except ImportError:
        raise SceneError(
            'a cluster needs the package distributed: pip install "softgl[cluster]"'
        ) from None

    def make():
        try:
            client = Client(address, timeout=CONNECTING, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            reason = str(error).partition("\n")[0] or type(error).__name__
            raise SceneError(f"no cluster answers at {address}: {reason}") from None
        return _ClusterExecutor(client)

    return make


class _ClusterExecutor(Executor):
    """A client of a cluster, which sends a task to another worker where one ends."""

    def __init__(self, client):
        self.client = client
        self.inner = client.get_executor(pure=False, retries=ATTEMPTS - 1)

    def submit(self, function, /, *arguments, **keywords):
        """Schedule the call of a function."""
        return self.inner.submit(function, *arguments, **keywords)

    def shutdown(self, wait=True, *, cancel_futures=False):
        """Leave the cluster."""
        self.inner.shutdown(wait=wait)
        self.client.close()


def frames(
    scene: Scene,
    size: tuple[int, int],
    times: Sequence[float],
    executor: Executor | Callable[[], Executor],
    options: dict,
) -> Iterator[Image.Image]:
    """Draw the frames of a scene at `times`, in this order, by the workers of an executor.

    executor : an executor, or what makes one, which is shut down at the end. If it was made here
        and breaks, another is made, and what the first had not drawn is drawn again.
    options : of `softgl.Context`. Raises SceneError, and what the workers raise.
    """
    if scene.source is None:
        raise SceneError(f"the scene {scene.name} is of no file that a worker could load")
    if scene.sequence:
        raise SceneError(f"the scene {scene.name} draws each frame from the one before: one worker")
    task = scene.source, size, tuple(sorted(options.items()))
    tasks = [(_draw, *task, time) for time in times]
    checks = int(scene.sequence is None and len(times) > 1)
    if checks:
        tasks.insert(0, (_goes_on, *task, sequences.few(times)))
    with closing(_results(tasks, executor, checks)) as results:
        if checks and next(results):
            raise SceneError(
                f"{scene.name} draws the same frame differently after other frames, which a "
                "worker leaves out: one worker, or SEQUENCE = False in it if that does not matter"
            )
        for pixels in results:
            yield Image.frombytes("RGBA", size, pixels)


def _results(tasks, executor, checks) -> Iterator:
    """Yield the results of tasks, in this order; the first frame comes after so many `checks`."""
    given = isinstance(executor, Executor)
    current = executor if given else executor()
    asked: deque[Future] = deque()

    def ask(numbers):
        asked.extend(_submitted(current, *tasks[number]) for number in numbers)

    try:
        for number in range(len(tasks)):
            ask(range(number + len(asked), min(number + AHEAD, len(tasks))))
            for left in reversed(range(ATTEMPTS)):
                try:
                    asked[0].result()
                    break
                except BrokenExecutor as error:
                    if given or not left:
                        frame = max(number - checks, 0)
                        raise SceneError(f"frame {frame}: its worker has ended") from error
                    current.shutdown(wait=False)
                    current = executor()
                    again = range(number, number + len(asked))
                    asked.clear()
                    ask(again)
            yield asked.popleft().result()
    finally:
        if not given:
            current.shutdown(wait=False, cancel_futures=True)
        else:
            for future in asked:
                future.cancel()


def _submitted(executor, *task):
    """The future of a task, which has failed already where the executor is broken."""
    try:
        return executor.submit(*task)
    except BrokenExecutor as error:
        future = Future()
        future.set_exception(error)
        return future


def _goes_on(source, size, options, times):
    """A worker's task: True if frames go on from those before them."""
    return sequences.goes_on(source, size, times, dict(options))


def _draw(source, size, options, time):
    """A worker's task: the pixels of a frame, RGBA, top row first."""
    task = source, size, options
    if getattr(_worker, "task", None) != task:
        _worker.task = None  # whatever happens from here on
        _worker.drawer = Drawer(load(*source), *size, dict(options))
        _worker.task = task
    return _worker.drawer.draw(time).tobytes()
