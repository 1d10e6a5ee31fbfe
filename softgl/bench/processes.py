"""Benchmarks that run in processes of their own: whole commands, first frames, memory.

Each process has its own cache folder for the compiled code of softgl and llvmpipe: empty, or
filled by an earlier run of the same process.
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
from softgl.bench.options import BenchOptions
from softgl.bench.report import Row, compared
from softgl.bench.timing import BenchError
from softgl.records import dataclass

TEAPOT = ("-m", "softgl", "render", "teapot", "-o", "{folder}/teapot.png")


@dataclass(frozen=True)
class Process:
    """A Python process to measure.

    command : Python's arguments, with {folder} for the cache folder, measured by its time; or
        (a function of `child`, its amount), measured by the figure that it returns.
    reach : the target of the figure, in `unit`. unit : "s" or "MB".
    cached : True if an earlier run fills the cache.
    """

    name: str
    command: tuple
    reach: float
    unit: str = "s"
    cached: bool = False

    def figure(self, options: BenchOptions) -> float:
        """Runs the process; returns seconds or megabytes."""
        with TemporaryDirectory(prefix="softgl-bench-") as folder:
            if isinstance(self.command[1], int):
                function, amount = self.command
                amount = min(amount, 64) if options.small else amount
                figure = call(folder, function, amount, options.threads, options.side)
                return figure / 1e6 if self.unit == "MB" else figure
            for _ in range(2 if self.cached else 1):
                took, _ = run(folder, self.command)
            return took


PROCESSES = (
    Process("import-gl", ("-c", "import softgl.gl"), 0.35),
    Process("render-teapot-cold", TEAPOT, 1.2),
    Process("render-teapot-cached", TEAPOT, 0.6, cached=True),
    Process("first-alu-4000-cold", ("long_program", 4000), 3.0),
    Process("memory-10m-triangles", ("memory", 10**7), 400.0, "MB"),
)


def process_row(process: Process, repeats: int, options: BenchOptions) -> Row:
    """Measures a process; returns its row."""
    figures = [process.figure(options) for _ in range(repeats)]
    return Row(
        "process", process.name, median(figures), process.unit, reach=process.reach, count=repeats
    )


# State of a first frame -> (softgl's code is cached, llvmpipe's code is cached, target ratio).
STATES = {
    "cold": (False, False, COLD),
    "cached": (True, False, CACHED),
    "both-cached": (True, True, None),
}


def first_frame_rows(name: str, repeats: int, options: BenchOptions) -> Iterator[Row]:
    """Yields the rows of a program's first frame, one for each of STATES."""
    drivers = (False, True) if options.beside else (False,)
    times = defaultdict(list)
    for _ in range(repeats):
        with TemporaryDirectory(prefix="softgl-bench-") as folder:
            for cached in (False, True):
                for driver in drivers:
                    arguments = name, driver, options.threads, options.side
                    took = call(folder, "first_frame", *arguments)
                    times[driver, cached].append(took * 1e3)
    for state, (own, other, reach) in STATES.items():
        figures = compared(times[False, own], times[True, other])
        yield Row("first frame", f"{name}-{state}", reach=reach, **figures)


def call(folder: str, function: str, *arguments) -> float:
    """Runs a function of `child` in a process with a cache folder; returns its figure."""
    return float(run(folder, ("-m", "softgl.bench.child", function, json.dumps(arguments)))[1])


def run(folder: str, arguments) -> tuple[float, str]:
    """Runs Python with a cache folder; returns its seconds and the last line of its output.

    Raises BenchError if the process fails.
    """
    arguments = [word.replace("{folder}", folder) for word in arguments]
    start = time.perf_counter()
    # The end of this process closes the pipe, which ends the child.
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
        message = (done.stderr.splitlines() or ["no message"])[-1]
        raise BenchError(
            f"python {' '.join(arguments)} failed with status {done.returncode}: {message}"
        )
    return took, (done.stdout.splitlines() or [""])[-1]
