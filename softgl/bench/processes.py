"""What is timed as a process of its own: whole commands, first frames, memory.

Each process has a cache folder of its own, for softgl's compiled code and for llvmpipe's: empty, or
with what the same process has left there.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from statistics import median
from tempfile import TemporaryDirectory

from softgl.bench.caches import environment
from softgl.bench.frames import CACHED, COLD
from softgl.bench.report import Row, compared
from softgl.bench.timing import BenchError
from softgl.bench.wishes import Wishes
from softgl.records import dataclass

TEAPOT = ("-m", "softgl", "render", "teapot", "-o", "{folder}/teapot.png")


@dataclass(frozen=True)
class Process:
    """A process of Python and what it is to reach.

    what : Python's arguments, {folder} being the cache folder, and the figure is its time; or
        (a function of `child`, its amount), and the figure is what that returns.
    unit : "s" or "MB". cached : whether it runs once before, for what it leaves in its cache.
    """

    name: str
    what: tuple
    reach: float
    unit: str = "s"
    cached: bool = False

    def figure(self, wishes: Wishes) -> float:
        """In seconds or megabytes."""
        with TemporaryDirectory(prefix="softgl-bench-") as folder:
            if isinstance(self.what[1], int):
                function, amount = self.what
                amount = min(amount, 64) if wishes.small else amount
                figure = call(folder, function, amount, wishes.threads, wishes.side)
                return figure / 1e6 if self.unit == "MB" else figure
            for _ in range(2 if self.cached else 1):
                took, _ = run(folder, self.what)
            return took


PROCESSES = (
    Process("import-gl", ("-c", "import softgl.gl"), 0.35),
    Process("render-teapot-cold", TEAPOT, 1.2),
    Process("render-teapot-cached", TEAPOT, 0.6, cached=True),
    Process("first-alu-4000-cold", ("long_program", 4000), 3.0),
    Process("memory-10m-triangles", ("memory", 10**7), 400.0, "MB"),
)


def process_row(process: Process, repeats: int, wishes: Wishes) -> Row:
    """The row of a process."""
    figures = [process.figure(wishes) for _ in range(repeats)]
    return Row(
        "process", process.name, median(figures), process.unit, reach=process.reach, count=repeats
    )


# Of a first frame: whether softgl and llvmpipe find their code in their caches, and what to reach.
STATES = {
    "cold": (False, False, COLD),
    "cached": (True, False, CACHED),
    "both-cached": (True, True, None),
}


def first_frame_rows(name: str, repeats: int, wishes: Wishes) -> Iterator[Row]:
    """The rows of a program's first frame, by STATES; beside llvmpipe's if asked."""
    drivers = (False, True) if wishes.beside else (False,)
    times = defaultdict(list)
    for _ in range(repeats):
        with TemporaryDirectory(prefix="softgl-bench-") as folder:
            for cached in (False, True):
                for driver in drivers:
                    arguments = name, driver, wishes.threads, wishes.side
                    took = call(folder, "first_frame", *arguments)
                    times[driver, cached].append(took * 1e3)
    for state, (own, other, reach) in STATES.items():
        figures = compared(times[False, own], times[True, other])
        yield Row("first frame", f"{name}-{state}", reach=reach, **figures)


def call(folder: str, function: str, *arguments) -> float:
    """The figure of a function of `child`, in a process with a cache folder."""
    return float(run(folder, ("-m", "softgl.bench.child", function, json.dumps(arguments)))[1])


def run(folder: str, arguments) -> tuple[float, str]:
    """Run Python with a cache folder: (seconds of the process, the last line that it prints)."""
    arguments = [word.replace("{folder}", folder) for word in arguments]
    start = time.perf_counter()
    # The child ends when this process does, which closes the pipe.
    read, write = os.pipe()
    try:
        done = subprocess.run(
            [sys.executable, *arguments],
            env=environment(folder),
            stdin=read,
            capture_output=True,
            text=True,
        )
    finally:
        os.close(read)
        os.close(write)
    took = time.perf_counter() - start
    if done.returncode:
        words = (done.stderr.splitlines() or ["no word"])[-1]
        raise BenchError(f"python {' '.join(arguments)} ends with {done.returncode}: {words}")
    return took, (done.stdout.splitlines() or [""])[-1]
