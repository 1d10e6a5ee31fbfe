"""Tile draws: bins of a raster call with the kernel that draws them, shared among threads."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from softgl.lanes import Engine
from softgl.lanes.kernel_call import KernelCall
from softgl.lanes.ranges import ranges_between
from softgl.pipeline.fragments.fragment_cost import work_of_fragment
from softgl.pipeline.keys.kernel_keys import FragmentKey
from softgl.pipeline.support.progress import anybody_listens, tell
from softgl.pipeline.support.threads import over_ranges
from softgl.pipeline.tiles.bins import bin_primitives
from softgl.pipeline.tiles.packed_lists import list_elements
from softgl.pipeline.tiles.packing import are_many, may_pack
from softgl.pipeline.tiles.raster_call import RasterCall
from softgl.pipeline.tiles.tile_kernels import tiles_kernel
from softgl.records import dataclass
from softgl.tuning import cached, limits


def tile_draws(engine: Engine, call: RasterCall, threads: int) -> Iterator[TileDraw]:
    """Yields the draws of a call's triangles, batch by batch, for an engine that runs loops.

    threads : number that bin a batch. Each draw is drawn before the next is requested.
    """
    for bins in bin_primitives(engine, call.triangles, call.framebuffer, threads):
        if len(bins[0]):
            yield _tile_draw(engine, call, bins)


@dataclass(frozen=True, eq=False)
class TileDraw:
    """Some bins of a raster call, ready to be drawn.

    call : the kernel with its arrays. listed : elements of the list that `draw_packed` makes; 0 for
        no list.
    starts : int32, where the triangles of each bin begin, and the last one's end.
    short : True if one thread draws them sooner than several.
    """

    call: KernelCall
    scalars: dict
    listed: int
    starts: np.ndarray
    short: bool

    def draw(self, threads: int) -> None:
        """Draws the bins."""
        total = len(self.starts) - 1
        if self.short:
            self.call.run(self.scalars | {"first": 0, "last": total})
            return
        report, fewest = None, 1
        at_once = limits.PACKED_CALL_TASKS if self.listed else limits.CALL_TASKS
        if anybody_listens():
            fewest, at_once, drawn = limits.REPORTED_TASKS, 1, []

            def report(ranges):
                drawn.append(ranges)
                tell(int(ends[sum(drawn) - 1]), total, "tiles")

        spans, ends = _spans(self.starts.tobytes(), threads, fewest)
        over_ranges(threads, self.call, self.scalars, spans, self._own, at_once, report)

    def _own(self):
        """Returns memory for a list, which each thread has for itself."""
        return {"listed": np.empty(self.listed, np.int32)} if self.listed else {}


def _tile_draw(engine, call, bins) -> TileDraw:
    tiles, starts, _ = bins
    total = int(starts[-1])
    packed = is_packed(engine, call, len(tiles), total)
    listed = list_elements(call.key) if packed else 0
    kernel_call = call_of_bins(engine, call, bins, packed)
    short = is_short(call.key, call.triangles.count, total)
    return TileDraw(kernel_call, call.tile_scalars, listed, starts, short)


def is_short(key: FragmentKey, primitives: int, entries: int) -> bool:
    """True if one thread draws this many pairs of a tile and a primitive sooner than several."""
    if entries <= limits.MAX_ONE_THREAD_ENTRIES:
        return True
    # A triangle covers half of a box that lies on this many tiles in a row. To read the boxes takes
    # 0.02 ms.
    tiles = (entries / primitives) ** 0.5
    covered = max(0.0, 1.0 - 0.5 / tiles) ** 2 / 2
    work = entries * (covered + limits.ENTRY_WORK) * work_of_fragment(key)
    return work <= limits.MAX_ONE_THREAD_WORK


def is_packed(engine: Engine, call: RasterCall, tiles: int, entries: int) -> bool:
    """True if the packing kernel draws this many tiles with this many entries."""
    sizes = call.triangles.count, tiles, entries
    return may_pack(call.key) and are_many(call.key, engine.width, *sizes)


def call_of_bins(engine: Engine, call: RasterCall, bins, packed: bool) -> KernelCall:
    """Returns the kernel that draws bins of a call, with its arrays."""
    tiles, starts, entries = bins
    own = call.own | {"tiles": tiles, "starts": starts, "entries": entries}
    if packed:
        own["listed"] = new_list(call)
    return engine.kernel(tiles_kernel(call.key, packed)).call(call.arrays | own)


def new_list(call: RasterCall) -> np.ndarray:
    """Returns memory for the list that `draw_packed` makes: each thread has its own."""
    return np.empty(list_elements(call.key), np.int32)


# Frames often begin or end with the same quads: 0.05 ms each, where CPU caches hold it no more.
@cached(maxsize=64)
def _spans(starts: bytes, threads: int, fewest: int) -> tuple[bytes, np.ndarray]:
    """Cuts tiles into ranges for threads, by their numbers of triangles.

    Ranges get smaller, so that threads that begin late, or are slow, end with the others. A kernel
    cannot be interrupted: but for its last tile a range has less than TASK_ENTRIES. Nor does it
    report progress: there are `fewest` ranges at least.

    starts : int32, where the triangles of each tile begin, and their number.
    Returns the ranges, as `Ranges` takes them, and the ends of all.
    """
    starts = np.frombuffer(starts, np.int32)
    total, done, cuts = int(starts[-1]), 0, []
    most = min(limits.TASK_ENTRIES, total // fewest)
    while done < total:
        # With halves of a thread's part, short programs take 1.1 times as long: more calls.
        part, of = limits.TASK_SHARE
        least = total // (limits.TASKS_OF_THREAD * threads)
        share = max(part * (total - done) // (of * threads), least)
        done += max(1, min(most, total if threads == 1 else share))
        cuts.append(done)
    # `np.unique` loads numpy.ma, for 7 ms of a first frame.
    edges = sorted({*np.searchsorted(starts, [0, *cuts[:-1], total]).tolist()})
    edges = np.array(edges, np.int32)
    return ranges_between(edges), edges[1:]
