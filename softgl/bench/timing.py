"""Times a frame on two sides, in turns, so that what else the machine does meets both."""

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

FEWEST = 3  # frames of each side, however long they take
SECONDS = 6.0  # for a frame on all sides: none is begun later, but for the fewest


class BenchError(SoftGLError):
    """Something cannot be timed; the message says why in one line."""


@dataclass(frozen=True)
class Side:
    """What draws. `open(pixels on a side)` is a new context: gl, and what makes it current."""

    name: str
    open: Callable[[int], AbstractContextManager]


def softgl_side(threads: int) -> Side:
    """softgl with so many threads."""

    @contextmanager
    def opened(side) -> Iterator[tuple]:
        context = Context(side, side, threads=threads)
        yield softgl.gl, context.make_current

    return Side("softgl", opened)


def llvmpipe_side() -> Side:
    """llvmpipe, whose threads the environment has chosen already."""

    @contextmanager
    def opened(side) -> Iterator[tuple]:
        with llvmpipe_context(side, side) as gl:
            yield gl, lambda: None

    return Side("llvmpipe", opened)


@dataclass
class Times:
    """What a frame took on one side, in seconds: the first time, which compiles, and after that.

    cpu : the seconds of all processors together, of each of `rest`.
    memory : by how many bytes the process grew, at most, from set-up to the end of the first frame;
        None where the system does not tell.
    """

    first: float = 0.0
    rest: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)
    memory: int | None = None

    def draw(self, gl, frame) -> None:
        """Draw another frame and keep what it took."""
        cpu = time.process_time()
        self.rest.append(seconds(gl, frame))
        self.cpu.append(time.process_time() - cpu)


def seconds(gl, draw) -> float:
    """How long one frame takes until its pixels are there."""
    start = time.perf_counter()
    draw()
    gl.glFinish()
    return time.perf_counter() - start


def take_turns(frame: Frame, sides: list[Side], repeats: int) -> list[Times]:
    """The times of a frame on each side; turn by turn another one begins."""
    results, drawn = [Times() for _ in sides], []
    with ExitStack() as stack:
        for side, times in zip(sides, results, strict=True):
            gl, use = stack.enter_context(side.open(frame.side))
            before = forget_peak()
            drawn.append((use, gl, frame.start(gl)))
            gl.glFinish()
            times.first = seconds(*drawn[-1][1:])
            if error := gl.glGetError():
                raise BenchError(f"{side.name} refuses {frame.name}: error {error:#x}")
            times.memory = None if before is None else max(0, resident("VmHWM") - before)
        end = time.perf_counter() + SECONDS
        for turn in range(repeats):
            if turn >= FEWEST and time.perf_counter() > end:
                break
            for number in range(len(sides)):
                number = (number + turn) % len(sides)
                use, *frame_of_side = drawn[number]
                use()
                results[number].draw(*frame_of_side)
    return results


def forget_peak() -> int | None:
    """Let the peak of the memory begin anew; the bytes there are now, None where nobody knows."""
    try:
        with open("/proc/self/clear_refs", "w", encoding="ascii") as file:
            file.write("5")
        return resident("VmRSS")
    except OSError:
        return None


def resident(name: str) -> int:
    """Bytes of this process in memory, of Linux: "VmRSS" for now, "VmHWM" for the most so far."""
    with open("/proc/self/status", encoding="utf-8") as file:
        lines = dict(line.split(":", 1) for line in file)
    return int(lines[name].split()[0]) * 1024


def peak_memory() -> int:
    """The most bytes of memory that this process had. Raises BenchError if that is not known."""
    if os.path.exists("/proc/self/status"):
        return resident("VmHWM")  # without what the process had that started this one
    try:
        import resource
    except ImportError:  # Windows
        raise BenchError("this platform does not tell how much memory a process had") from None
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024  # bytes there, KiB elsewhere
