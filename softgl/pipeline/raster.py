"""Rasterisation: which pixels a triangle covers, and their fragments into the framebuffer.

Triangles are put into bins, and these are drawn, many in a call of a kernel. The kernels of the two
machines differ in their traversal: `tiles` and `quads`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import field, replace
from functools import lru_cache, partial
from itertools import pairwise

import numpy as np

from softgl.lanes import I32, Engine
from softgl.lanes.kernel import Bound
from softgl.pipeline.bins import bin_arrays, bin_shapes, bins_by_owner, tiles_across
from softgl.pipeline.coverage import deciding_edges
from softgl.pipeline.fragment import fragment_signature
from softgl.pipeline.framebuffer import TILE, Framebuffer
from softgl.pipeline.keys import FragmentKey
from softgl.pipeline.packing import MANY, are_many, list_elements, may_pack
from softgl.pipeline.progress import anybody_listens, tell
from softgl.pipeline.quads import draw_quads
from softgl.pipeline.samples import reach
from softgl.pipeline.setup import Shapes
from softgl.pipeline.threads import in_threads
from softgl.pipeline.tiles import LONG, draw_tiles, waits, widest
from softgl.pipeline.viewport import SUBPIXELS
from softgl.records import but, dataclass

# These bound the memory of a draw call; lanes of the eager machine stay within the CPU's caches.
QUADS_AT_ONCE = 1 << 14  # candidates of the eager machine
ENTRIES_OF_SPAN = 1 << 14  # pairs of a tile and a triangle, in one call of a kernel
TOLD = 64  # spans at least, where somebody is told how far the draw is
# Handing work to threads costs as much as eight tiles of a long program: 0.2 ms.
FEW_ENTRIES = 8
BANDS = 4  # of tiles for each thread, where several calls draw to them


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
            yield _ready_tiles(engine, call, bins, (0, len(bins[0])), {})


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
        cuts = np.flatnonzero(np.diff(owner, prepend=-1)).tolist()
        ranges = {int(owner[first]): (first, last) for first, last in pairwise([*cuts, len(owner)])}
        if engine.name == "llvm" and ranges:
            last_bound = {}
            ready = {
                number: _ready_tiles(engine, described(number), bins, those, last_bound)
                for number, those in ranges.items()
            }
            _draw_bands(ready, bins, owner, threads)
            continue
        for number, those in ranges.items():
            _draw_quads_of(engine, described(number), (*bins, *those))


# -- LLVM: loops over tiles, triangles and blocks --------------------------------------------------


TILE_SCALARS = (("first", I32), ("last", I32), ("tiles_across", I32))
TILE_ARRAYS = (("tiles", I32), ("starts", I32), ("entries", I32))


@dataclass(frozen=True, eq=False)
class ReadyTiles:
    """Some bins of a call, ready to be drawn.

    bound : the kernel with its arrays. first : the first bin.
    listed : how many elements the list has that `draw_packed` makes; 0 for no list.
    starts : int32, where the triangles of each bin begin, and the last one's end.
    """

    bound: Bound
    scalars: dict
    listed: int
    first: int
    starts: np.ndarray

    def draw(self, threads: int) -> None:
        """Draw the bins."""
        drawn, total = [], len(self.starts) - 1

        def draw_span(first, last):
            self.draw_some(self.first + first, self.first + last)
            drawn.append(last - first)
            tell(sum(drawn), total, "tiles")

        if int(self.starts[-1] - self.starts[0]) <= FEW_ENTRIES:
            draw_span(0, total)
            return
        sizes = self.starts - self.starts[0]
        spans = _spans(sizes.tobytes(), threads, TOLD if anybody_listens() else 1)
        in_threads(threads, draw_span, spans)

    def draw_some(self, first: int, last: int) -> None:
        """Draw bins first ... last - 1 of the batch."""
        # Each thread has room of its own.
        bound = self.bound
        if self.listed:
            bound = bound.but({"listed": np.empty(self.listed, np.int32)})
        bound.run(self.scalars | {"first": first, "last": last})

    def but(self, own: dict) -> ReadyTiles:
        """The same bins with other arrays, all those of `RasterCall.own`."""
        return but(self, bound=self.bound.but(own))

    def without(self, names) -> ReadyTiles:
        """The same to be kept, without the arrays that `but` will give."""
        return but(self, bound=self.bound.without(names))


def _ready_tiles(engine, call, bins, those, last_bound) -> ReadyTiles:
    """Some bins of a batch.

    those : the first one and the end. last_bound : for several calls that differ in key and `own`
        only, and bins of one batch: by kernel what it was bound to last, and by call what it got.
    """
    (tiles, starts, entries), (first, last) = bins, those
    count = int(starts[last] - starts[first])
    packed = may_pack(call.key) and are_many(call.triangles.count, last - first, count)
    listed = list_elements(call.key) if packed else 0
    scalars = call.scalars | {"tiles_across": tiles_across(call.framebuffer)}
    # With the call, as no other one is to have its id.
    _, bound = last_bound.get((id(call), packed), (call, None))
    if bound is None:
        kernel = engine.kernel(*_tiles(call.key, packed))
        own = call.own | {"tiles": tiles, "starts": starts, "entries": entries}
        if packed:
            own["listed"] = np.empty(listed, np.int32)
        before = last_bound.get(kernel)
        bound = before.but(own) if before else kernel.bound(call.arrays | own)
        last_bound[kernel] = bound
        last_bound[id(call), packed] = call, bound
    return ReadyTiles(bound, scalars, listed, first, starts[first : last + 1])


def _draw_bands(ready: dict[int, ReadyTiles], bins, owner, threads) -> None:
    """Draw a batch of bins: a thread draws some of the tiles, one owner after the other.

    owner : of each bin, a key of `ready`.
    """
    tiles, starts, _ = bins
    total = int(starts[-1])
    if total <= FEW_ENTRIES * len(ready):
        threads = 1
    # A call that draws little costs Python more than the kernel.
    count = max(BANDS * threads if threads > 1 else 1, total // ENTRIES_OF_SPAN)
    if anybody_listens():
        count = max(count, TOLD)
    of_tile = np.bincount(tiles, np.diff(starts)).astype(np.int64)
    band = ((np.cumsum(of_tile) - of_tile) * count // total)[tiles]
    cuts = np.flatnonzero(np.diff(owner.astype(np.int64) * count + band, prepend=-1)).tolist()
    bands = defaultdict(list)
    for first, last in pairwise([*cuts, len(tiles)]):
        bands[int(band[first])].append((ready[int(owner[first])], first, last))
    drawn = []

    def draw_band(parts):
        for tiles_of_owner, first, last in parts:
            tiles_of_owner.draw_some(first, last)
            drawn.append(last - first)
        tell(sum(drawn), len(tiles), "tiles")

    in_threads(threads, draw_band, [(parts,) for parts in bands.values()])


def expect_tiles(engine: Engine, key: FragmentKey, triangles: int) -> None:
    """Say that so many triangles will be rasterised: their kernel may be built ahead."""
    if engine.name == "llvm":
        engine.expect(*_tiles(key, may_pack(key) and triangles >= MANY))


def _tiles(key, packed):
    """What an engine is asked for."""
    return kernel_of_fragments(("tiles", key, packed))


def kernel_of_fragments(key: tuple) -> tuple:
    """What an engine is asked for: the kernel with this key, ("tiles", ...) or ("quads", ...)."""
    kind, *given = key
    return key, partial(_tile_kernel if kind == "tiles" else _quad_kernel, *given), False


def _tile_kernel(key, packed):
    listed = (("listed", I32),) if packed else ()
    signature = fragment_signature(key, TILE_SCALARS, (*TILE_ARRAYS, *listed))
    written = signature.written | {name for name, _ in listed}
    signature = replace(
        signature,
        written=written,
        waits=waits(key, packed),
        widest=widest(key, packed),
        long=len(key.program.instructions) > LONG,
    )
    return signature, partial(draw_tiles, key=key, packed=packed)


# Of frames that begin or end with the same quads, 0.05 ms each where caches hold it no more.
@lru_cache(maxsize=64)
def _spans(starts: bytes, threads: int, fewest: int) -> list[tuple[int, int]]:
    """Ranges of tiles for threads to take, one after the other, by their numbers of triangles.

    They get smaller: threads that begin late, or are slow, end with the others. A kernel is not to
    be interrupted, so that but for its last tile a range has less than ENTRIES_OF_SPAN; nor does
    it tell how far it is: there are to be so many at the `fewest`.

    starts : int32, where the triangles of each tile begin, and how many there are.
    """
    starts = np.frombuffer(starts, np.int32)
    total, done, cuts = int(starts[-1]), 0, []
    most = min(ENTRIES_OF_SPAN, total // fewest)
    while done < total:
        share = max((total - done) // (2 * threads), total // (16 * threads))
        done += max(1, min(most, total if threads == 1 else share))
        cuts.append(done)
    edges = np.searchsorted(starts, [0, *cuts[:-1], total]).tolist()
    return list(pairwise(dict.fromkeys(edges)))


# -- eager: arrays of quads ------------------------------------------------------------------------


def _draw_quads_of(engine, call, bins):
    kernel = engine.kernel(*kernel_of_fragments(("quads", call.key)))
    tiles, starts, entries, first, last = bins
    tile = np.repeat(tiles[first:last], np.diff(starts[first : last + 1]))
    shapes = entries[starts[first] : starts[last]]
    owner, left, low, across, upward = _quad_boxes(call, tile, shapes)
    ends = np.cumsum(across * upward)
    total = int(ends[-1]) if len(ends) else 0
    for begin in range(0, total, QUADS_AT_ONCE):
        number = np.arange(begin, min(begin + QUADS_AT_ONCE, total))
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
