"""Primitives of several owners, such as draws of a batch or layers, drawn tile by tile.

In each tile the primitives of one owner are drawn after those of another. Calls of owners differ in
their key and `own` arrays only.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np

from softgl.lanes import Engine
from softgl.lanes.kernel_call import CallList, KernelCall
from softgl.pipeline.planes.framebuffer import Framebuffer
from softgl.pipeline.primitives.setup import SetupPrimitives
from softgl.pipeline.support.progress import anybody_listens, tell
from softgl.pipeline.support.threads import in_threads
from softgl.pipeline.tiles.bins import bins_by_owner
from softgl.pipeline.tiles.quad_raster import draw_quad_bins
from softgl.pipeline.tiles.raster_call import RasterCall
from softgl.pipeline.tiles.tile_draws import call_of_bins, is_packed, new_list
from softgl.tuning import limits


def rasterise_owned(
    engine: Engine,
    primitives: SetupPrimitives,
    framebuffer: Framebuffer,
    owners: np.ndarray,
    call_of: Callable[[int], RasterCall],
    threads: int,
) -> None:
    """Draws primitives of several owners.

    owners : (count,), the number of each primitive's owner, from 0 on. call_of : returns the raster
        call of an owner.
    """
    for bins, owner in bins_by_owner(primitives, framebuffer, owners):
        if not len(owner):
            continue
        if engine.can.run_loops:
            _draw_bands(engine, call_of, bins, owner, threads)
            continue
        cuts = np.flatnonzero(np.diff(owner, prepend=-1)).tolist()
        for ends in pairwise([*cuts, len(owner)]):
            draw_quad_bins(engine, call_of(int(owner[ends[0]])), (*bins, *ends))


def _draw_bands(engine, call_of, bins, owner, threads) -> None:
    """Draws a batch of bins: a thread draws a band of the tiles, one owner after the other.

    call_of : as `rasterise_owned` takes it. owner : of each bin.
    """
    tiles, starts, _ = bins
    cuts = np.flatnonzero(np.diff(owner, prepend=-1))  # where the bins of each owner begin
    total = int(starts[-1])
    if total <= limits.MAX_ONE_THREAD_ENTRIES * len(cuts):
        if len(cuts) <= limits.MAX_OWNERS_ONE_BY_ONE:
            _draw_one_by_one(engine, call_of, bins, owner, cuts.tolist())
            return
        threads = 1
    # A call that draws little costs Python more than the kernel.
    count = limits.BANDS_OF_THREAD * threads if threads > 1 else 1
    count = max(count, total // limits.TASK_ENTRIES)
    if anybody_listens():
        count = max(count, limits.REPORTED_TASKS)
    of_tile = np.bincount(tiles, np.diff(starts)).astype(np.int64)
    band = ((np.cumsum(of_tile) - of_tile) * count // total)[tiles]
    # The bins of each owner in each band, band by band.
    firsts = np.flatnonzero(np.diff(owner.astype(np.int64) * count + band, prepend=-1))
    order = np.argsort(band[firsts], kind="stable")
    runs = np.stack([firsts, np.append(firsts[1:], len(tiles)), band[firsts]])[:, order]
    bands = np.flatnonzero(np.diff(runs[2], prepend=-1)).tolist()
    of_owners = [call_of(number) for number in owner[cuts].tolist()]
    calls = _calls_of_runs(engine, of_owners, bins, cuts, runs)
    drawn = []

    def draw_band(first, last):
        calls.make(first, last)
        drawn.append(int((runs[1] - runs[0])[first:last].sum()))
        tell(sum(drawn), len(tiles), "tiles")

    in_threads(threads, draw_band, list(pairwise([*bands, len(order)])))


def _draw_one_by_one(engine, call_of, bins, owner, cuts) -> None:
    """Draws a batch of bins of a few owners that draw little, in this thread.

    cuts : where the bins of each begin.
    """
    tiles, starts, _ = bins
    known: dict[tuple, KernelCall] = {}
    for first, last in pairwise([*cuts, len(tiles)]):
        call = call_of(int(owner[first]))
        packed = is_packed(engine, call, last - first, int(starts[last] - starts[first]))
        ready = known.get((call.key, packed))
        if ready is None:
            ready = known[call.key, packed] = call_of_bins(engine, call, bins, packed)
        else:
            ready = ready.with_arrays(call.own)
        ready.run(call.tile_scalars | {"first": first, "last": last})


def _calls_of_runs(engine, of_owners: list[RasterCall], bins, cuts, runs) -> CallList:
    """Returns the calls that draw runs of bins, one after the other.

    of_owners : the raster call of each owner. cuts : where the bins of each begin. runs : for each
        run, of bins of one owner, its first bin, its end, and the number of its band.
    """
    of_owner = np.append(cuts, len(bins[0]))
    kinds: dict[tuple, list[int]] = {}
    sizes = np.diff(of_owner).tolist(), np.diff(bins[1][of_owner]).tolist()
    for number, (call, *size) in enumerate(zip(of_owners, *sizes, strict=True)):
        kinds.setdefault((call.key, is_packed(engine, call, *size)), []).append(number)
    owner = np.searchsorted(cuts, runs[0], side="right") - 1
    kind = np.zeros(len(of_owners), np.int32)
    for number, owners in enumerate(kinds.values()):
        kind[owners] = number
    several, places = [], []
    for number, ((_, packed), owners) in enumerate(kinds.items()):
        mine = np.flatnonzero(kind[owner] == number)
        first, last, band = runs[:, mine].astype(np.int32)
        call = of_owners[owners[0]]
        own, which = _own_arrays(of_owners, owner[mine].tolist(), band.tolist(), packed)
        ready = call_of_bins(engine, call, bins, packed)
        scalars = call.tile_scalars | {"first": first, "last": last}
        several.append(ready.call_list(scalars, own, which))
        places.append(mine)
    return CallList.in_order(several, np.argsort(np.concatenate(places)).tolist())


def _own_arrays(of_owners, owners, bands, packed) -> tuple[list[dict], list[int]]:
    """Returns the arrays in which runs differ, and the number of those of each run."""
    if packed:
        # A thread draws a band.
        lists = {band: {"listed": new_list(of_owners[owners[0]])} for band in bands}
        pairs = zip(owners, bands, strict=True)
        return [of_owners[of].own | lists[band] for of, band in pairs], range(len(owners))
    numbers: dict[int, int] = {}
    which = [numbers.setdefault(id(of_owners[of]), len(numbers)) for of in owners]
    calls = {id(of_owners[of]): of_owners[of] for of in owners}
    return [calls[name].own for name in numbers], which
