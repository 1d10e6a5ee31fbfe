"""`softgl bench`: what is asked for, measured row by row."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from softgl.bench.frames import FIRST_FRAMES, FRAMES, ON_TWO_THREADS, Frame
from softgl.bench.growth import GROWTH, STEEPEST
from softgl.bench.processes import PROCESSES, STATES, first_frame_rows, process_row
from softgl.bench.report import Row, paired_row
from softgl.bench.timing import BenchError, llvmpipe_side, softgl_side, take_turns
from softgl.bench.wishes import Wishes
from softgl.lanes import choose_target

OF_PROCESSES = 3  # times that each process runs, at most


def names() -> list[str]:
    """The names of all that can be measured, but for the series."""
    return [
        *(frame.name for frame in (*FRAMES, *ON_TWO_THREADS)),
        *(f"{frame.name}-{state}" for frame in FIRST_FRAMES for state in STATES),
        *(process.name for process in PROCESSES),
    ]


def find_frame(name: str) -> Frame:
    """The frame of a name, of a series too; raises BenchError."""
    series = [frame for _, frames in GROWTH.values() for frame in frames]
    for frame in (*FRAMES, *ON_TWO_THREADS, *series):
        if frame.name == name:
            return frame
    raise BenchError(f"there is no frame {name!r}; `softgl bench --list` shows them")


def measured(wishes: Wishes) -> Iterator[Row]:
    """The rows that are wished for, one after the other; raises BenchError if there are none."""
    if not any(map(wishes.wanted, GROWTH if wishes.growth else names())):
        raise BenchError(f"nothing is called {' or '.join(wishes.patterns)}")
    return _measured(wishes)


def _measured(wishes):
    sides = [softgl_side(wishes.threads)]
    if wishes.beside:
        sides.append(llvmpipe_side())
    if wishes.growth:
        yield from _growth(wishes, sides)
        return
    wide = choose_target().level == "avx512"
    for frame in wishes.of(FRAMES):
        times = take_turns(frame, sides, wishes.repeats)
        reach = frame.wide_reach if wide and frame.wide_reach else frame.reach
        yield paired_row("frame", frame.name, times, reach)
    one_and_two = [softgl_side(2), softgl_side(1)]
    for frame in wishes.of(ON_TWO_THREADS):
        times = take_turns(frame, one_and_two, wishes.repeats)
        yield paired_row("threads", frame.name, times, frame.reach)
    repeats = min(wishes.repeats, OF_PROCESSES)
    for frame in FIRST_FRAMES:
        if any(wishes.wanted(f"{frame.name}-{state}") for state in STATES):
            yield from first_frame_rows(frame.name, repeats, wishes)
    for process in PROCESSES:
        if wishes.wanted(process.name):
            yield process_row(process, repeats, wishes)


def _growth(wishes, sides):
    for name, (amounts, frames) in GROWTH.items():
        if not wishes.wanted(name):
            continue
        before = None
        for amount, frame in zip(amounts, frames, strict=True):
            times = take_turns(wishes.sized(frame), sides, wishes.repeats)
            row = paired_row("growth", frame.name, times)
            if before is not None:
                step = row.own / before[0] / (amount / before[1])
                row = replace(row, step=step, reach=STEEPEST)
            before = row.own, amount
            yield row
