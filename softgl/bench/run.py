"""Runs the selected benchmarks, row by row."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from softgl.bench.frames import FIRST_FRAMES, FRAMES, ON_TWO_THREADS, Frame
from softgl.bench.growth import GROWTH, MAX_RELATIVE_GROWTH
from softgl.bench.options import BenchOptions
from softgl.bench.processes import PROCESSES, STATES, first_frame_rows, process_row
from softgl.bench.report import Row, paired_row
from softgl.bench.timing import BenchError, llvmpipe_side, softgl_side, take_turns
from softgl.lanes import choose_target

MAX_PROCESS_REPEATS = 3  # runs of each process


def names() -> list[str]:
    """The names of all benchmarks, without the series of `growth`."""
    return [
        *(frame.name for frame in (*FRAMES, *ON_TWO_THREADS)),
        *(f"{frame.name}-{state}" for frame in FIRST_FRAMES for state in STATES),
        *(process.name for process in PROCESSES),
    ]


def find_frame(name: str) -> Frame:
    """Returns the frame of a name, also of a series. Raises BenchError."""
    series = [frame for _, frames in GROWTH.values() for frame in frames]
    for frame in (*FRAMES, *ON_TWO_THREADS, *series):
        if frame.name == name:
            return frame
    raise BenchError(f"unknown frame {name!r}; `softgl bench --list` shows all names")


def measured(options: BenchOptions) -> Iterator[Row]:
    """Yields the rows that the options select. Raises BenchError if they select none."""
    if not any(map(options.wanted, GROWTH if options.growth else names())):
        raise BenchError(f"no benchmark matches {' or '.join(options.patterns)}")
    return _measured(options)


def _measured(options):
    sides = [softgl_side(options.threads)]
    if options.beside:
        sides.append(llvmpipe_side())
    if options.growth:
        yield from _growth(options, sides)
        return
    wide = choose_target().level == "avx512"
    for frame in options.of(FRAMES):
        times = take_turns(frame, sides, options.repeats)
        reach = frame.wide_reach if wide and frame.wide_reach else frame.reach
        yield paired_row("frame", frame.name, times, reach)
    one_and_two = [softgl_side(2), softgl_side(1)]
    for frame in options.of(ON_TWO_THREADS):
        times = take_turns(frame, one_and_two, options.repeats)
        yield paired_row("threads", frame.name, times, frame.reach)
    repeats = min(options.repeats, MAX_PROCESS_REPEATS)
    for frame in FIRST_FRAMES:
        if any(options.wanted(f"{frame.name}-{state}") for state in STATES):
            yield from first_frame_rows(frame.name, repeats, options)
    for process in PROCESSES:
        if options.wanted(process.name):
            yield process_row(process, repeats, options)


def _growth(options, sides):
    for name, (amounts, frames) in GROWTH.items():
        if not options.wanted(name):
            continue
        before = None
        for amount, frame in zip(amounts, frames, strict=True):
            times = take_turns(options.sized(frame), sides, options.repeats)
            row = paired_row("growth", frame.name, times)
            if before is not None:
                step = row.own / before[0] / (amount / before[1])
                row = replace(row, step=step, reach=MAX_RELATIVE_GROWTH)
            before = row.own, amount
            yield row
