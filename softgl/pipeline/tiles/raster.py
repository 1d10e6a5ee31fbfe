"""Rasterisation: which pixels a triangle covers, and their fragments into the framebuffer.

Triangles are put into bins, and these are drawn, many in a call of a kernel. The kernels of the two
machines differ in their traversal: `tiles` and `quads`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field, replace
from functools import partial
from itertools import pairwise

import numpy as np

from softgl.lanes import I32, Engine, KernelRequest
from softgl.lanes.kernel_call import CallList, KernelCall
from softgl.lanes.ranges import ranges_between
from softgl.pipeline.fragments.coverage import deciding_edges
from softgl.pipeline.fragments.fragment import fragment_signature
from softgl.pipeline.fragments.fragment_cost import work_of_fragment
from softgl.pipeline.keys.kernel_keys import FragmentKey
from softgl.pipeline.planes.framebuffer import TILE, Framebuffer
from softgl.pipeline.planes.samples import SUBPIXELS, reach
from softgl.pipeline.primitives.setup import Shapes
from softgl.pipeline.support.progress import anybody_listens, tell
from softgl.pipeline.support.threads import in_threads, over_ranges
from softgl.pipeline.tiles.bins import bin_arrays, bin_shapes, bins_by_owner, tiles_across
from softgl.pipeline.tiles.packing import are_many, largest, list_elements, may_pack
from softgl.pipeline.tiles.pending_clears import clearing_arrays
from softgl.pipeline.tiles.quads import draw_quads
from softgl.pipeline.tiles.tiles import draw_tiles, is_latency_bound, max_lanes
from softgl.records import but, dataclass
from softgl.tuning import cached, limits


@dataclass(frozen=True)
class RasterCall:
    """The arguments that every raster kernel of one draw call has.

    scalars, arrays, own : by the names of `fragment_signature`; `own` are those arrays of which
        calls for the same shapes may each have others.
    """

    key: FragmentKey
    triangles: Shapes
    framebuffer: Framebuffer
    scalars: dict
    arrays: dict
    own: dict = field(default_factory=dict)


def ready_tiles(engine: Engine, call: RasterCall, threads: int) -> Iterator[ReadyTiles]:
    """The triangles of a call, ready to be drawn, batch by batch; for the LLVM machine.

    threads : of those that make a batch ready. One is to be drawn before the next is asked for.
    """
    for bins in bin_shapes(engine, call.triangles, call.framebuffer, threads):
        if len(bins[0]):
            yield _ready_tiles(engine, call, bins)


def rasterise_quads(engine: Engine, call: RasterCall, threads: int = 1) -> None:
    """Draw the triangles of a call, in this thread; for the eager machine."""
    for bins in bin_arrays(call.triangles, call.framebuffer):
        if len(bins[0]):
            _draw_quads_of(engine, call, (*bins, 0, len(bins[0])))


def rasterise_owned(
    engine: Engine,
    shapes: Shapes,
    framebuffer: Framebuffer,
    owners: np.ndarray,
    described: Callable[[int], RasterCall],
    threads: int,
) -> None:
    """Draw shapes of several owners, in each tile those of one after those of another.

    owners : (count,) of each shape a number, from 0 on. described : gives the call of an owner;
        these differ in key and `own` only.
    """
    for bins, owner in bins_by_owner(shapes, framebuffer, owners):
        if not len(owner):
            continue
        if engine.can.run_loops:
            _draw_bands(engine, described, bins, owner, threads)
            continue
        cuts = np.flatnonzero(np.diff(owner, prepend=-1)).tolist()
        for those in pairwise([*cuts, len(owner)]):
            _draw_quads_of(engine, described(int(owner[those[0]])), (*bins, *those))


# -- LLVM: loops over tiles, triangles and blocks --------------------------------------------------


TILE_SCALARS = (("first", I32), ("last", I32), ("tiles_across", I32))
TILE_ARRAYS = (("tiles", I32), ("starts", I32), ("entries", I32))


@dataclass(frozen=True, eq=False)
class ReadyTiles:
    """Some bins of a call, ready to be drawn.

    bound : the kernel with its arrays. short : True if one thread draws them sooner than several.
    listed : how many elements the list has that `draw_packed` makes; 0 for no list.
    starts : int32, where the triangles of each bin begin, and the last one's end.
    """

    bound: KernelCall
    scalars: dict
    listed: int
    starts: np.ndarray
    short: bool

    def draw(self, threads: int) -> None:
        """Draw the bins."""
        total = len(self.starts) - 1
        if self.short:
            self.bound.run(self.scalars | {"first": 0, "last": total})
            return
        told, fewest = None, 1
        at_once = limits.PACKED_CALL_TASKS if self.listed else limits.CALL_TASKS
        if anybody_listens():
            fewest, at_once, drawn = limits.REPORTED_TASKS, 1, []

            def told(ranges):
                drawn.append(ranges)
                tell(int(ends[sum(drawn) - 1]), total, "tiles")

        spans, ends = _spans(self.starts.tobytes(), threads, fewest)
        over_ranges(threads, self.bound, self.scalars, spans, self._own, at_once, told)

    def _own(self):
        """Room for a list, which each thread has for itself."""
        return {"listed": np.empty(self.listed, np.int32)} if self.listed else {}

    def but(self, own: dict) -> ReadyTiles:
        """The same bins with other arrays, all those of `RasterCall.own`."""
        return but(self, bound=self.bound.with_arrays(own))

    def without(self, names) -> ReadyTiles:
        """The same to be kept, without the arrays that `but` will give."""
        return but(self, bound=self.bound.without(names))


def _ready_tiles(engine, call, bins) -> ReadyTiles:
    """The bins of a batch."""
    tiles, starts, _ = bins
    total = int(starts[-1])
    packed = _is_packed(call, len(tiles), total)
    listed = list_elements(call.key) if packed else 0
    bound = _bound(engine, call, bins, packed)
    return ReadyTiles(bound, _scalars(call), listed, starts, _is_short(call, total))


def _is_short(call, entries) -> bool:
    """Whether one thread draws so many pairs of a tile and a triangle sooner than several."""
    if entries <= limits.MAX_ONE_THREAD_ENTRIES:
        return True
    # Of a box that lies on so many tiles in a row a triangle covers half. To look at the boxes
    # takes 0.02 ms.
    tiles = (entries / call.triangles.count) ** 0.5
    covered = max(0.0, 1.0 - 0.5 / tiles) ** 2 / 2
    work = entries * (covered + limits.ENTRY_WORK) * work_of_fragment(call.key)
    return work <= limits.MAX_ONE_THREAD_WORK


def _is_packed(call, tiles, entries) -> bool:
    """Whether so many tiles with so many entries are drawn by the packing kernel."""
    return may_pack(call.key) and are_many(call.key, call.triangles.count, tiles, entries)


def _bound(engine, call, bins, packed) -> KernelCall:
    """The kernel of a call with its arrays."""
    tiles, starts, entries = bins
    own = call.own | {"tiles": tiles, "starts": starts, "entries": entries}
    if packed:
        own["listed"] = _list(call)
    return engine.kernel(tiles_kernel(call.key, packed)).call(call.arrays | own)


def _list(call) -> np.ndarray:
    """Room for the list that `draw_packed` makes: each thread has its own."""
    return np.empty(list_elements(call.key), np.int32)


def _scalars(call) -> dict:
    return call.scalars | {"tiles_across": tiles_across(call.framebuffer)}


def _draw_bands(engine, described, bins, owner, threads) -> None:
    """Draw a batch of bins: a thread draws some of the tiles, one owner after the other.

    described : as `rasterise_owned` has it. owner : of each bin.
    """
    tiles, starts, _ = bins
    cuts = np.flatnonzero(np.diff(owner, prepend=-1))  # where the bins of each owner begin
    total = int(starts[-1])
    if total <= limits.MAX_ONE_THREAD_ENTRIES * len(cuts):
        if len(cuts) <= limits.MAX_OWNERS_ONE_BY_ONE:
            _draw_one_by_one(engine, described, bins, owner, cuts.tolist())
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
    asked = [described(number) for number in owner[cuts].tolist()]
    calls = _calls_of_runs(engine, asked, bins, cuts, runs)
    drawn = []

    def draw_band(first, last):
        calls.make(first, last)
        drawn.append(int((runs[1] - runs[0])[first:last].sum()))
        tell(sum(drawn), len(tiles), "tiles")

    in_threads(threads, draw_band, list(pairwise([*bands, len(order)])))


def _draw_one_by_one(engine, described, bins, owner, cuts) -> None:
    """The same of few owners that draw little, in this thread.

    cuts : where the bins of each begin.
    """
    tiles, starts, _ = bins
    known: dict[tuple, KernelCall] = {}
    for first, last in pairwise([*cuts, len(tiles)]):
        call = described(int(owner[first]))
        packed = _is_packed(call, last - first, int(starts[last] - starts[first]))
        bound = known.get((call.key, packed))
        if bound is None:
            bound = known[call.key, packed] = _bound(engine, call, bins, packed)
        else:
            bound = bound.with_arrays(call.own)
        bound.run(_scalars(call) | {"first": first, "last": last})


def _calls_of_runs(engine, asked: list[RasterCall], bins, cuts, runs) -> CallList:
    """What draws runs of bins, one after the other.

    asked : of each owner. cuts : where the bins of each begin. runs : of each the first bin, which
    are of one owner, the last one's end, and the number of the band.
    """
    of_owner = np.append(cuts, len(bins[0]))
    kinds: dict[tuple, list[int]] = {}
    sizes = np.diff(of_owner).tolist(), np.diff(bins[1][of_owner]).tolist()
    for number, (call, *size) in enumerate(zip(asked, *sizes, strict=True)):
        kinds.setdefault((call.key, _is_packed(call, *size)), []).append(number)
    owner = np.searchsorted(cuts, runs[0], side="right") - 1
    kind = np.zeros(len(asked), np.int32)
    for number, owners in enumerate(kinds.values()):
        kind[owners] = number
    several, places = [], []
    for number, ((_, packed), owners) in enumerate(kinds.items()):
        mine = np.flatnonzero(kind[owner] == number)
        first, last, band = runs[:, mine].astype(np.int32)
        call = asked[owners[0]]
        own, which = _own_arrays(asked, owner[mine].tolist(), band.tolist(), packed)
        bound = _bound(engine, call, bins, packed)
        scalars = _scalars(call) | {"first": first, "last": last}
        several.append(bound.call_list(scalars, own, which))
        places.append(mine)
    return CallList.in_order(several, np.argsort(np.concatenate(places)).tolist())


def _own_arrays(asked, owners, bands, packed) -> tuple[list[dict], list[int]]:
    """Arrays that runs have of their own, and which of these each has."""
    if packed:
        # A thread draws a band.
        lists = {band: {"listed": _list(asked[owners[0]])} for band in bands}
        pairs = zip(owners, bands, strict=True)
        return [asked[of].own | lists[band] for of, band in pairs], range(len(owners))
    numbers: dict[int, int] = {}
    which = [numbers.setdefault(id(asked[of]), len(numbers)) for of in owners]
    calls = {id(asked[of]): asked[of] for of in owners}
    return [calls[name].own for name in numbers], which


def expect_tiles(
    engine: Engine, key: FragmentKey, triangles: float, framebuffer: Framebuffer
) -> None:
    """Say that about so many triangles will be rasterised: their kernel may be built ahead."""
    if engine.can.run_loops:
        # As if they lay side by side.
        size = (2 * framebuffer.width * framebuffer.height / triangles) ** 0.5
        many = triangles >= limits.MIN_PACKED_ENTRIES
        packed = many and may_pack(key) and size <= largest(key)
        engine.precompile(tiles_kernel(key, packed))


def tiles_kernel(key: FragmentKey, packed: bool) -> KernelRequest:
    """The kernel that draws tiles; packed : True if small triangles go together."""
    return kernel_of_fragments(("tiles", key, packed))


def kernel_of_fragments(key: tuple) -> KernelRequest:
    """The kernel with this key, ("tiles", ...) or ("quads", ...)."""
    kind, *given = key
    describe = partial(_tile_kernel if kind == "tiles" else _quad_kernel, *given)
    return KernelRequest(key, describe, mapped=False)


def _tile_kernel(key, packed):
    listed = (("listed", I32),) if packed else ()
    clearing = clearing_arrays(key)
    signature = fragment_signature(key, TILE_SCALARS, (*TILE_ARRAYS, *clearing, *listed))
    written = signature.written | {name for name, _ in (*clearing, *listed)}
    signature = replace(
        signature,
        written=written,
        latency_bound=is_latency_bound(key, packed),
        max_lanes=max_lanes(key, packed),
        is_long=len(key.program.instructions) > limits.MAX_WIDE_INSTRUCTIONS,
    )
    return signature, partial(draw_tiles, key=key, packed=packed)


# Of frames that begin or end with the same quads, 0.05 ms each where caches hold it no more.
@cached(maxsize=64)
def _spans(starts: bytes, threads: int, fewest: int) -> tuple[bytes, np.ndarray]:
    """Ranges of tiles for threads to take, one after the other, by their numbers of triangles.

    They get smaller: threads that begin late, or are slow, end with the others. A kernel is not to
    be interrupted, so that but for its last tile a range has less than TASK_ENTRIES; nor does
    it tell how far it is: there are to be so many at the `fewest`.

    starts : int32, where the triangles of each tile begin, and how many there are.
    Returns the bytes of int32, where each begins and ends, and the ends.
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


# -- eager: arrays of quads ------------------------------------------------------------------------


def _draw_quads_of(engine, call, bins):
    kernel = engine.kernel(kernel_of_fragments(("quads", call.key)))
    tiles, starts, entries, first, last = bins
    tile = np.repeat(tiles[first:last], np.diff(starts[first : last + 1]))
    shapes = entries[starts[first] : starts[last]]
    owner, left, low, across, upward = _quad_boxes(call, tile, shapes)
    ends = np.cumsum(across * upward)
    total = int(ends[-1]) if len(ends) else 0
    for begin in range(0, total, limits.EAGER_CHUNK_QUADS):
        number = np.arange(begin, min(begin + limits.EAGER_CHUNK_QUADS, total))
        box = np.searchsorted(ends, number, side="right")
        offset = number - (ends[box] - across[box] * upward[box])
        x = 2 * (left[box] + offset % across[box])
        y = 2 * (low[box] + offset // across[box])
        quads = np.stack([owner[box], x, y]).astype(np.int32).reshape(-1)
        kernel.run(call.scalars, call.arrays | call.own | {"quads": quads})
        tell(begin + len(number), total, "quads")


def _quad_kernel(key):
    return fragment_signature(key, (), (("quads", I32),)), partial(draw_quads, key=key)


def _quad_boxes(call, tile, shape):
    """The quads of each tile that a shape may touch, of the pairs that do not miss one another.

    Returns (shapes, left, low, across, upward), the last four in quads, int64.
    """
    t, tile_row = call.triangles, tile // tiles_across(call.framebuffer)
    x, y = (tile - tile_row * tiles_across(call.framebuffer)) * TILE, tile_row * TILE
    touched = np.ones(len(shape), bool)
    for edge in deciding_edges(call.key):
        step_x, step_y, open_ = (
            t.row(f"{name}{edge}")[shape].astype(np.int64) for name in ("step_x", "step_y", "open")
        )
        most = x * step_x + y * step_y
        most += (np.maximum(step_x, 0) + np.maximum(step_y, 0)) * (TILE - 1)
        beside = (np.abs(step_x) + np.abs(step_y)) * reach(call.key.shape.samples)
        touched &= t.edges[edge, shape] - open_ + most * SUBPIXELS + beside >= 0
    shape, x, y = (values[touched] for values in (shape, x, y))
    left, low, right, high = (
        limit(t.row(name)[shape], side).astype(np.int64) >> 1
        for limit, name, side in (
            (np.maximum, "min_x", x), (np.maximum, "min_y", y),
            (np.minimum, "max_x", x + TILE - 1), (np.minimum, "max_y", y + TILE - 1),
        )
    )  # fmt: skip
    return shape, left, low, right - left + 1, high - low + 1
