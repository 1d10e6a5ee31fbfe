"""`softgl bench --stages FRAME`: in which part of a draw the time of a frame goes.

Kernels tell: while they are timed, each notes when it is handed its arguments and when its code
runs. What is neither is the host's: Python and numpy. Nothing is noted otherwise.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from ctypes import c_void_p, cast
from statistics import median

from softgl.bench.frames import Frame
from softgl.bench.timing import seconds, softgl_side
from softgl.gl.api.current import current

GEOMETRY = (
    "assemble", "geometry", "collect", "clip", "project", "keep", "setup", "offsets", "setup lines",
    "setup points", "begin polygons", "faces", "keep edges", "outlines", "bin", "begin part",
    "share bins",
)  # fmt: skip
# The stage of a kernel, by the first word of its key; another one is a stage of its own.
STAGE_OF = {
    "vertex": "vertex",
    "vertex state": "vertex",
    **dict.fromkeys(GEOMETRY, "geometry"),
    "tiles": "tiles",
    "quads": "tiles",
    "rectangle": "tiles",
}
HOST, HAND_OVER = "host", "hand-over"
STAGES = (HOST, "vertex", "geometry", "tiles", HAND_OVER)


@contextmanager
def timed_kernels(engine) -> Iterator[list]:
    """Within it, every kernel that the engine has notes (start, end, stage) in the list.

    A stage is noted for as long as compiled code runs, and the hand-over for all of a call.
    """
    noted, restore = [], []
    for key, kernel in engine._kernels.items():
        word = key if isinstance(key, str) else key[0]
        stage = STAGE_OF.get(word, word)
        # An interpreted kernel hands nothing over.
        names = {"run": stage}
        if hasattr(kernel, "native"):
            names = {**dict.fromkeys(("bound", "call", "records"), HAND_OVER), "native": stage}
        for name, what in names.items():
            restore.append((kernel, name, vars(kernel).get(name)))
            function = getattr(kernel, name)
            noting = _noting(function, what, noted)
            # What is native is called by native code too.
            setattr(kernel, name, type(function)(noting) if name == "native" else noting)
        if hasattr(kernel, "native"):
            restore.append((kernel, "address", kernel.address))
            kernel.address = cast(kernel.native, c_void_p).value
    try:
        yield noted
    finally:
        for kernel, name, own in restore:
            if own is None:
                delattr(kernel, name)
            else:
                setattr(kernel, name, own)


def _noting(function, what, noted):
    def call(*arguments):
        start = time.perf_counter()
        try:
            return function(*arguments)
        finally:
            noted.append((start, time.perf_counter(), what))

    return call


def split(noted: list, start: float, end: float) -> Counter:
    """The seconds of each stage from start to end, which they add up to.

    At any moment it is the stage whose code runs, in whatever thread, or else the hand-over, or
    else the host.
    """
    events = [(begin, 1, what) for begin, _, what in noted]
    events += [(finish, -1, what) for _, finish, what in noted]
    running, result, now = Counter(), Counter(), start
    for at, change, what in sorted(events):
        result[_deciding(running)] += at - now
        running[what] += change
        now = at
    result[HOST] += end - now
    return result


def _deciding(running):
    found = [what for what, count in running.items() if count and what != HAND_OVER]
    return found[0] if found else HAND_OVER if running[HAND_OVER] else HOST


def stage_rows(frame: Frame, repeats: int, threads: int) -> list[dict]:
    """The stages of a frame: medians in ms, their part of all, and the threads at once.

    The last row is the whole frame, as long as it takes while nothing is noted.
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
            for begin, end, what in noted:
                busy[what] += end - begin
    sums = Counter()
    for each in splits:
        sums.update(each)
    whole = sum(sums.values())
    found = [*STAGES, *(what for what in sums if what not in STAGES)]
    rows = [
        {
            "stage": what,
            "ms": median(each[what] for each in splits) * 1e3,
            "part": sums[what] / whole,
            "threads": busy[what] / sums[what] if busy[what] and what != HAND_OVER else 1,
        }
        for what in found
    ]
    return [*rows, {"stage": "frame", "ms": median(plain) * 1e3, "part": 1, "threads": 1}]


def stage_table(rows: list[dict]) -> Iterator[str]:
    """The lines of a table of stages."""
    yield f"{'stage':12}{'ms':>10}{'part':>8}{'threads':>9}"
    for row in rows:
        yield f"{row['stage']:12}{row['ms']:10.3f}{row['part']:8.0%}{row['threads']:9.1f}"
