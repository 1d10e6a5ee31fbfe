"""Times a frame on two sides in turns, so that other load on the machine affects both."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import field

import softgl.gl
from softgl.bench.frames import Frame
from softgl.bench.llvmpipe import llvmpipe_context
from softgl.errors import SoftGLError
from softgl.gl import Context
from softgl.records import dataclass

MIN_REPEATS = 3  # timed frames of each side, however long they take
MAX_SECONDS = 6.0  # of one benchmark; after that, no frames beyond MIN_REPEATS are begun


class BenchError(SoftGLError):
    """A benchmark cannot run; the message is the reason, in one line."""


@dataclass(frozen=True)
class Side:
    """An implementation of GL.

    open : (size of the square view in pixels) -> a context manager that makes a context and gives
        (gl, function that makes the context current).
    """

    name: str
    open: Callable[[int], AbstractContextManager]


def softgl_side(threads: int) -> Side:
    """softgl with `threads` threads."""

    @contextmanager
    def opened(side) -> Iterator[tuple]:
        context = Context(side, side, threads=threads)
        yield softgl.gl, context.make_current

    return Side("softgl", opened)


def llvmpipe_side() -> Side:
    """llvmpipe, with the threads that `choose_llvmpipe` has set."""

    @contextmanager
    def opened(side) -> Iterator[tuple]:
        with llvmpipe_context(side, side) as gl:
            yield gl, lambda: None

    return Side("llvmpipe", opened)


@dataclass
class Times:
    """The times of a frame on one side, in seconds.

    first : of the first frame, which compiles. rest : of the later frames.
    cpu : CPU seconds of all threads, for each of `rest`.
    memory : peak growth of the process in bytes, from set-up to the end of the first frame; None
        if the system does not report it.
    """

    first: float = 0.0
    rest: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)
    memory: int | None = None

    def draw(self, gl, frame) -> None:
        """Draws another frame and appends its times."""
        cpu = time.process_time()
        self.rest.append(seconds(gl, frame))
        self.cpu.append(time.process_time() - cpu)


def seconds(gl, draw) -> float:
    """Draws one frame and waits for glFinish; returns the seconds."""
    start = time.perf_counter()
    draw()
    gl.glFinish()
    return time.perf_counter() - start


def take_turns(frame: Frame, sides: list[Side], repeats: int) -> list[Times]:
    """Times a frame on each side in turns; each turn begins with another side.

    Raises BenchError if a side reports a GL error.
    """
    results, drawn = [Times() for _ in sides], []
    with ExitStack() as stack:
        for side, times in zip(sides, results, strict=True):
            gl, use = stack.enter_context(side.open(frame.side))
            before = forget_peak()
            drawn.append((use, gl, frame.start(gl)))
            gl.glFinish()
            times.first = seconds(*drawn[-1][1:])
            if error := gl.glGetError():
                raise BenchError(f"{side.name} fails in {frame.name}: GL error {error:#x}")
            times.memory = None if before is None else max(0, resident("VmHWM") - before)
        end = time.perf_counter() + MAX_SECONDS
        for turn in range(repeats):
            if turn >= MIN_REPEATS and time.perf_counter() > end:
                break
            for number in range(len(sides)):
                number = (number + turn) % len(sides)
                use, *frame_of_side = drawn[number]
                use()
                results[number].draw(*frame_of_side)
    return results


def forget_peak() -> int | None:
    """Resets the peak memory of the process; returns its bytes now, None if the system has none."""
    try:
        with open("/proc/self/clear_refs", "w", encoding="ascii") as file:
            file.write("5")
        return resident("VmRSS")
    except OSError:
        return None


def resident(name: str) -> int:
    """Memory of this process in bytes, on Linux: "VmRSS" is the current, "VmHWM" the peak size."""
    with open("/proc/self/status", encoding="utf-8") as file:
        lines = dict(line.split(":", 1) for line in file)
    return int(lines[name].split()[0]) * 1024


def peak_memory() -> int:
    """The peak memory of this process in bytes. Raises BenchError if the system has no figure."""
    if os.path.exists("/proc/self/status"):
        return resident("VmHWM")  # unlike ru_maxrss, without the peak of the parent process
    try:
        import resource
    except ImportError:  # Windows
        raise BenchError("this platform does not report the peak memory of a process") from None
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024  # bytes there, KiB elsewhere
