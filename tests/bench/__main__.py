"""Times each case on Mesa llvmpipe and on softgl, frame by frame in turns, and prints the ratio.

`python -m tests.bench` for the whole; `--frames N` for each, `--small` for a look whether it works.
The first frame, which compiles, counts apart.
"""

from __future__ import annotations

import argparse
import time
from statistics import median

import softgl
import softgl.gl
from tests.bench.cases import CASES
from tests.drivers.mesa import choose_llvmpipe, mesa_context


def seconds(gl, frame):
    """How long one frame takes until its pixels are there."""
    start = time.perf_counter()
    frame()
    gl.glFinish()
    return time.perf_counter() - start


def compare(case, frames, scale):
    """(first, median) seconds of a frame on Mesa, and the same on softgl."""
    size = [side // scale for side in case.size]
    softgl.Context(*size).make_current()
    with mesa_context(*size) as mesa:
        sides = [(gl, case.prepare(gl, scale)) for gl in (mesa, softgl.gl)]
        first = [seconds(*side) for side in sides]
        rest = [[seconds(*side) for side in sides] for _ in range(frames)]
    return [(first[i], median(times[i] for times in rest)) for i in range(2)]


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--frames", type=int, default=15)
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--only", default="", metavar="WORDS,...", help="cases with these in names")
    options = parser.parse_args()
    choose_llvmpipe(exact=False)
    print(f"{'milliseconds':28}{'llvmpipe':>10}{'softgl':>10}{'ratio':>8}{'first frames':>18}")
    wanted = options.only.split(",")
    for case in (case for case in CASES if any(words in case.name for words in wanted)):
        results = compare(case, options.frames, 16 if options.small else 1)
        (mesa_first, mesa), (own_first, own) = results
        print(
            f"{case.name:28}{mesa * 1e3:10.2f}{own * 1e3:10.2f}{own / mesa:8.2f}"
            f"{mesa_first * 1e3:10.0f}{own_first * 1e3:8.0f}"
        )


if __name__ == "__main__":
    main()
