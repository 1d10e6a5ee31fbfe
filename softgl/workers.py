"""Draws frames in workers: processes of this machine or of a cluster.

Any `concurrent.futures.Executor` serves. A worker gets the name or path of a scene with its view,
loads it once, and draws frames in a context of its own. So a frame must depend on its time only; a
scene whose frames depend on earlier ones declares `SEQUENCE = True`. Without a declaration, a
worker compares a few frames before the first result is used.
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

MAX_ATTEMPTS = 4
"""Attempts at a frame whose worker ends unexpectedly."""
CONNECT_TIMEOUT = 10
"""Seconds for a cluster to answer."""
MAX_PENDING = 64
"""Frames that are submitted before the first result is taken."""
MAX_WINDOWS_PROCESSES = 61
"""Processes of an executor on Windows, which can wait for 64 objects at once."""
_worker = threading.local()
"""Per worker thread: the scene of its last task, and the Drawer of that scene."""


def processes(count: int) -> Callable[[], Executor]:
    """Returns a function that makes an executor of processes, which end with this process.

    count : the number of processes; on Windows at most MAX_WINDOWS_PROCESSES.
    """
    if sys.platform == "win32":
        count = min(count, MAX_WINDOWS_PROCESSES)

    def make():
        import multiprocessing
        from concurrent.futures import ProcessPoolExecutor

        # A fork of a process with threads may hang.
        spawn = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(count, spawn, initializer=_follow, initargs=(_lifeline(),))

    return make


@cache
def _lifeline():
    """Returns the read end of a pipe whose other end stays open as long as this process runs."""
    from multiprocessing import Pipe

    reader, writer = Pipe(duplex=False)
    atexit.register(writer.close)
    return reader


def _follow(lifeline):
    """Ends this worker when the process of a `_lifeline` ends."""
    end_at_eof(lifeline.recv_bytes)


def cluster(address: str) -> Callable[[], Executor]:
    """Returns a function that makes an executor of a dask.distributed cluster.

    address : of the cluster's scheduler.

    Raises SceneError without the package; the function raises SceneError if no cluster answers.
    """
    try:
        from distributed import Client
    except ImportError:
        raise SceneError(
            'a cluster needs the package distributed: pip install "softgl[cluster]"'
        ) from None

    def make():
        try:
            client = Client(address, timeout=CONNECT_TIMEOUT, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            reason = str(error).partition("\n")[0] or type(error).__name__
            raise SceneError(f"no cluster answers at {address}: {reason}") from None
        return _ClusterExecutor(client)

    return make


class _ClusterExecutor(Executor):
    """A client of a cluster, which moves a task to another worker if its worker ends."""

    def __init__(self, client):
        self.client = client
        self.inner = client.get_executor(pure=False, retries=MAX_ATTEMPTS - 1)

    def submit(self, function, /, *arguments, **keywords):
        """Submits the call of a function; returns its future."""
        return self.inner.submit(function, *arguments, **keywords)

    def shutdown(self, wait=True, *, cancel_futures=False):
        """Disconnects from the cluster."""
        self.inner.shutdown(wait=wait)
        self.client.close()


def frames(
    scene: Scene,
    size: tuple[int, int],
    times: Sequence[float],
    executor: Executor | Callable[[], Executor],
    options: dict,
) -> Iterator[Image.Image]:
    """Draws the frames of a scene at `times` in the workers of an executor; yields their images.

    executor : an executor, or a function that makes one. An executor made here is shut down at the
        end; if it breaks, a new one draws the remaining frames.
    options : of `softgl.Context`.

    Raises SceneError, and the exceptions of the workers.
    """
    if scene.source is None:
        raise SceneError(f"the scene {scene.name} has no file that a worker could load")
    if scene.sequence:
        raise SceneError(
            f"the scene {scene.name} draws each frame from the one before: use one worker"
        )
    task = scene.source, size, tuple(sorted(options.items()))
    tasks = [(_draw, *task, time) for time in times]
    checks = int(scene.sequence is None and len(times) > 1)
    if checks:
        tasks.insert(0, (_goes_on, *task, sequences.few(times)))
    with closing(_results(tasks, executor, checks)) as results:
        if checks and next(results):
            raise SceneError(
                f"{scene.name} draws the same frame differently after other frames, which workers "
                "skip: use one worker, or SEQUENCE = False in the scene if that does not matter"
            )
        for pixels in results:
            yield Image.frombytes("RGBA", size, pixels)


def _results(tasks, executor, checks) -> Iterator:
    """Yields the results of tasks in order; the first `checks` tasks precede the first frame."""
    given = isinstance(executor, Executor)
    current = executor if given else executor()
    asked: deque[Future] = deque()

    def ask(numbers):
        asked.extend(_submitted(current, *tasks[number]) for number in numbers)

    try:
        for number in range(len(tasks)):
            ask(range(number + len(asked), min(number + MAX_PENDING, len(tasks))))
            for left in reversed(range(MAX_ATTEMPTS)):
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
    """Submits a task; returns its future, an already failed one if the executor is broken."""
    try:
        return executor.submit(*task)
    except BrokenExecutor as error:
        future = Future()
        future.set_exception(error)
        return future


def _goes_on(source, size, options, times):
    """A worker's task: True if frames depend on the frames before them."""
    return sequences.goes_on(source, size, times, dict(options))


def _draw(source, size, options, time):
    """A worker's task: draws a frame; returns its RGBA bytes, top row first."""
    task = source, size, options
    if getattr(_worker, "task", None) != task:
        _worker.task = None  # stays so if loading or drawing fails
        _worker.drawer = Drawer(load(*source), *size, dict(options))
        _worker.task = task
    return _worker.drawer.draw(time).tobytes()
