"""Stream compaction: a kernel appends the numbers of kept lanes, another one processes these.

Both run over spans that threads share. Each span appends to memory of its own; once all counts are
known, so is the beginning of each. So neither spans nor threads can be seen.
"""

from __future__ import annotations

from functools import partial
from itertools import accumulate

import numpy as np

from softgl.lanes import I32, padded
from softgl.pipeline.support.arena import from_arena
from softgl.pipeline.support.threads import in_threads, is_soon_done, lanes_of_span

# What kernels that append have besides their own arguments. The number of a lane is `a.first` more
# than its index.
COMPACTION_SCALARS = (("first", I32), ("last", I32))
COMPACTION_ARRAYS = (("kept", I32), ("count", I32))
COMPACTION_WRITTEN = frozenset({"kept", "count"})


class Compaction:
    """A compaction of `total` lanes, in their order, by `threads` threads.

    count : number of kept lanes; 0 before `compact`.
    """

    def __init__(self, total: int, threads: int):
        if is_soon_done(total):
            threads = 1
        self._total, self._threads, self._lanes = total, threads, lanes_of_span(threads, total)
        self._spans = list(enumerate(range(0, max(1, total), self._lanes)))
        room = padded(min(total, self._lanes) + 1)
        self._numbers = from_arena("kept", (len(self._spans), room), np.int32)
        self._counts = np.zeros(len(self._spans), np.int32)
        self.count = 0

    def compact(self, kernel, scalars: dict, arrays: dict) -> Compaction:
        """Runs a kernel that appends numbers of lanes to `kept`; None keeps all lanes."""
        in_threads(self._threads, partial(self._compact, kernel, scalars, arrays), self._spans)
        self._ends = list(accumulate(self._counts.tolist()))
        self.count = self._ends[-1]
        return self

    def run(self, kernel, scalars: dict, arrays: dict, outputs: dict) -> None:
        """Runs a kernel over the kept lanes, whose numbers are in its array `kept`.

        outputs : the arrays that it writes, whole or by lanes; a span gets the part from its first
            lane on.
        """
        in_threads(self._threads, partial(self._run, kernel, scalars, arrays, outputs), self._spans)

    def _compact(self, kernel, scalars, arrays, number, first):
        count = min(self._lanes, self._total - first)
        numbers, counts = self._numbers[number], self._counts[number : number + 1]
        if kernel is None:
            numbers[:count], counts[0] = np.arange(first, first + count), count
            return
        own = {"first": first, "last": self._total - 1}
        kernel.run(scalars | own, arrays | {"kept": numbers, "count": counts}, count)

    def _run(self, kernel, scalars, arrays, outputs, number, first):
        count = int(self._counts[number])
        if count:
            begin = self._ends[number] - count
            own = {name: part[begin:].reshape(-1) for name, part in outputs.items()}
            own["kept"] = self._numbers[number]
            kernel.run(scalars | {"last": self._total - 1}, arrays | own, count)
