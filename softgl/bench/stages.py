"""`softgl bench --stages FRAME`: splits the time of a frame by the stages of a draw.

An observer of the engine's kernels notes when arguments are packed and when their code runs. All
other time is the host's: Python and numpy.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median

from softgl.bench.frames import Frame
from softgl.bench.timing import seconds, softgl_side
from softgl.gl.api.current import current
from softgl.lanes.kernel import HAND_OVER, RUN
from softgl.pipeline.draws.stages import STAGES as DRAW_STAGES

# First word of a kernel's key -> its stage here; a kernel of no draw is a stage of its own.
ALONE = "vertex", "record", "tiles"
STAGE_OF = {
    word: stage.name if stage.name in ALONE else "geometry"
    for stage in DRAW_STAGES
    for word in stage.kernels
} | {"rectangle": "tiles"}
HOST = "host"
STAGES = (HOST, "vertex", "geometry", "tiles", HAND_OVER)


@contextmanager
def timed_kernels(engine) -> Iterator[list]:
    """A context in which every kernel of the engine appends (start, end, stage) to the list.

    The interval of a stage is the run of its code, that of the hand-over the whole call.
    """
    noted = []

    def observer_of(word):
        stage = STAGE_OF.get(word, word)

        def observer(phase, start):
            noted.append((start, time.perf_counter(), stage if phase == RUN else HAND_OVER))

        return observer

    with engine.observing(observer_of):
        yield noted


def split(noted: list, start: float, end: float) -> Counter:
    """Splits the seconds from start to end among the stages.

    Each moment belongs to a stage whose code runs in any thread, else to the hand-over if that
    runs, else to the host.
    """
    events = [(begin, 1, stage) for begin, _, stage in noted]
    events += [(finish, -1, stage) for _, finish, stage in noted]
    running, result, now = Counter(), Counter(), start
    for at, change, stage in sorted(events):
        result[_deciding(running)] += at - now
        running[stage] += change
        now = at
    result[HOST] += end - now
    return result


def _deciding(running):
    found = [stage for stage, count in running.items() if count and stage != HAND_OVER]
    return found[0] if found else HAND_OVER if running[HAND_OVER] else HOST


def stage_rows(frame: Frame, repeats: int, threads: int) -> list[dict]:
    """Measures the stages of a frame: medians in ms, shares of the frame, average threads.

    The last row is the whole frame, timed without the observer.
    """
    splits, busy, plain = [], Counter(), []
    with softgl_side(threads).open(frame.side) as (gl, _):
        draw = frame.start(gl)
        for _ in range(2):
            seconds(gl, draw)
        for _ in range(repeats):
            plain.append(seconds(gl, draw))
            with timed_kernels(current.context.engine) as noted:
                start = time.perf_counter()
                seconds(gl, draw)
                splits.append(split(noted, start, time.perf_counter()))
            for begin, end, stage in noted:
                busy[stage] += end - begin
    sums = Counter()
    for each in splits:
        sums.update(each)
    whole = sum(sums.values())
    found = [*STAGES, *(stage for stage in sums if stage not in STAGES)]
    rows = [
        {
            "stage": stage,
            "ms": median(each[stage] for each in splits) * 1e3,
            "part": sums[stage] / whole,
            "threads": busy[stage] / sums[stage] if busy[stage] and stage != HAND_OVER else 1,
        }
        for stage in found
    ]
    return [*rows, {"stage": "frame", "ms": median(plain) * 1e3, "part": 1, "threads": 1}]


def stage_table(rows: list[dict]) -> Iterator[str]:
    """Yields the lines of a table of stages."""
    yield f"{'stage':12}{'ms':>10}{'part':>8}{'threads':>9}"
    for row in rows:
        yield f"{row['stage']:12}{row['ms']:10.3f}{row['part']:8.0%}{row['threads']:9.1f}"
