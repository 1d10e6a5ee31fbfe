"""Bins: the primitives that may touch each tile, in order of submission.

A batch of bins is (tiles, starts, entries), int32: entries[starts[i]:starts[i + 1]] are the
primitives that may touch tile number tiles[i], counted row by row from the bottom left. For the
LLVM machine a kernel counts the primitives of each tile and then enters them; for the eager one
arrays are sorted.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import pairwise

import numpy as np

from softgl.lanes import I32, Engine, KernelRequest, Signature
from softgl.pipeline.planes.framebuffer import TILE, TILE_BITS, Framebuffer
from softgl.pipeline.primitives.setup import BOUND_NAMES, ROW_OF_INTEGER, SetupPrimitives
from softgl.pipeline.support.arena import from_arena
from softgl.pipeline.support.threads import in_threads
from softgl.tuning import limits


def tiles_across(framebuffer: Framebuffer) -> int:
    return -(-framebuffer.width // TILE)


def bin_primitives(
    engine: Engine, primitives: SetupPrimitives, framebuffer: Framebuffer, threads: int = 1
) -> Iterator[tuple]:
    """The batches of primitives, of bounded size; for the LLVM machine."""
    whole = _Binning(engine, primitives, framebuffer, (0, primitives.count), threads)
    if whole.total <= limits.CHUNK_ENTRIES:
        yield whole.bins()
        return
    for batch in _batches(primitives.row("tiles")):
        yield _Binning(engine, primitives, framebuffer, batch, threads).bins()


def bin_arrays(primitives: SetupPrimitives, framebuffer: Framebuffer, more=None) -> Iterator[tuple]:
    """Bins by sorting arrays: for the eager machine, and for few primitives on many tiles.

    more : (count,) what is added to the numbers of the tiles of each shape, or None.
    """
    rows = [primitives.row(name) for name in (*BOUND_NAMES, "tiles")]
    for first, last in _batches(rows[-1]):
        yield _sorted(rows, range(first, last), tiles_across(framebuffer), more)


def _sorted(rows, batch, across, more=None) -> tuple:
    """One batch of primitives, a range of numbers.

    rows : their bounds, and how many tiles they touch.
    """
    touched = rows[-1][batch.start : batch.stop]
    number = np.repeat(np.arange(batch.start, batch.stop), touched)
    offset = np.arange(len(number)) - np.repeat(np.cumsum(touched) - touched, touched)
    left, right, low = (row[number] >> TILE_BITS for row in rows[:3])
    row, column = np.divmod(offset, right - left + 1)
    tile = (low + row) * across + left + column
    if more is not None:
        tile += more[number]
    order = np.argsort(tile, kind="stable")
    tile = tile[order]
    firsts = np.flatnonzero(np.diff(tile, prepend=-1))
    starts = np.append(firsts, len(tile))
    return tuple(values.astype(np.int32) for values in (tile[firsts], starts, number[order]))


def bins_by_owner(
    primitives: SetupPrimitives, framebuffer: Framebuffer, owners: np.ndarray
) -> Iterator[tuple[tuple, np.ndarray]]:
    """Yields batches of bins with primitives of one owner each, by owner; and each bin's owner.

    owners : (count,) the number of each primitive's owner, from 0.
    """
    total = tiles_across(framebuffer) * -(-framebuffer.height // TILE)
    for tiles, starts, entries in bin_arrays(primitives, framebuffer, owners * total):
        owner, tiles = np.divmod(tiles, total)
        yield (tiles, starts, entries), owner


def _batches(touched):
    """Ranges of primitives that touch about CHUNK_ENTRIES tiles together, or less."""
    cuts = []
    if touched.sum(dtype=np.int64) > limits.CHUNK_ENTRIES:
        batch = np.cumsum(touched, dtype=np.int64) // limits.CHUNK_ENTRIES
        cuts = (np.flatnonzero(np.diff(batch)) + 1).tolist()
    return pairwise([0, *cuts, len(touched)])


class _Binning:
    """One batch of bins by counting, in as many parts as there are threads.

    batch : the first of the primitives, and the end. total : the number of entries in all bins, or
        MAX_COUNTED_ENTRIES.
    """

    def __init__(self, engine, primitives, framebuffer, batch, threads):
        first, last = batch
        tiles = tiles_across(framebuffer) * -(-framebuffer.height // TILE)
        parts = max(1, min(threads, (last - first) // limits.MIN_THREAD_PRIMITIVES))
        ends = [first + (last - first) * part // parts for part in range(parts + 1)]
        self._spans = [
            ({"first": start, "last": end, "origin": part * tiles},)
            for part, (start, end) in enumerate(pairwise(ends))
        ]
        self._scalars = {
            "tiles_across": tiles_across(framebuffer), "stride": primitives.stride,
            "tile_count": tiles, "place_count": parts * tiles,
        }  # fmt: skip
        self._found, self._threads = np.zeros(2, np.int32), threads
        self._tiles, self._starts = np.empty(tiles, np.int32), np.empty(tiles + 1, np.int32)
        # Most primitives that are many are small: so there is room for all, and one call is enough.
        self._entries = _room(2 * (last - first) + tiles)
        self._bound = engine.kernel(BIN_KERNEL).call({
            "integers": primitives.integers.reshape(-1),
            "places": np.zeros(parts * tiles, np.int32), "tiles": self._tiles,
            "starts": self._starts, "entries": self._entries, "found": self._found,
        })  # fmt: skip
        if parts == 1:
            self._run(self._spans[0][0], COUNT_STEP | PLACE_STEP | ENTER_STEP)
        else:
            self._share(COUNT_STEP)
            self._run(self._spans[0][0], PLACE_STEP)
        bins, self.total = self._found.tolist()
        self._tiles, self._starts = self._tiles[:bins], self._starts[: bins + 1]

    def _run(self, part, steps):
        self._bound.run(self._scalars | part | {"steps": steps})

    def _share(self, steps):
        in_threads(self._threads, partial(self._run, steps=steps), self._spans)

    def bins(self) -> tuple:
        """The batch; to be asked for once."""
        enter = len(self._spans) > 1
        if self.total > len(self._entries):
            enter, self._entries = True, _room(self.total)
            self._bound = self._bound.with_arrays({"entries": self._entries})
        if enter:
            self._share(ENTER_STEP)
        return self._tiles, self._starts, self._entries


def _room(entries):
    return from_arena("entries", (entries,), np.int32)


def _kernel():
    names = "first", "last", "stride", "tiles_across", "origin", "tile_count", "place_count"
    arrays = "integers", "places", "tiles", "starts", "entries", "found"
    signature = Signature(
        tuple((name, I32) for name in (*names, "steps")),
        tuple((name, I32) for name in arrays),
        frozenset(arrays[1:]),
    )
    return signature, bin_in_order


BIN_KERNEL = KernelRequest(("bin",), _kernel, mapped=False)

COUNT_STEP, ENTER_STEP, PLACE_STEP = 1, 2, 4


def bin_in_order(m, a):
    """Bins the primitives of a part, first ... last-1, or takes some of the steps.

    steps : bits of COUNT_STEP, counts the primitives of a part in each tile; PLACE_STEP, places
        the bins of all parts; and ENTER_STEP, enters the primitives of a part if all entries fit.
    places : for each tile in each part, the number of primitives that touch it, then their place.
        origin : where those of the part begin.
    found : how many bins there are, and how many entries.
    """
    for step in m.loop(COUNT_STEP, ENTER_STEP + 1):
        room = m.load_unchecked(a.found, m.i32(1)) <= m.last(a.entries) + 1
        with m.branch(room & ((a.steps & step) != 0)):
            _touch_tiles(m, a, step == ENTER_STEP)
        with m.branch((step == COUNT_STEP) & ((a.steps & PLACE_STEP) != 0)):
            _place(m, a)


def _touch_tiles(m, a, entering):
    """Advances the places of the tiles that primitives may touch; entering : True to enter them."""
    for shape in m.loop(a.first, a.last):
        integer = partial(_integer, m, a, shape)
        touched = integer("tiles")
        left, low = (integer(name) >> TILE_BITS for name in ("min_x", "min_y"))
        first = a.origin + low * a.tiles_across + left
        with m.branch(touched == 1):
            _touch(m, a, first, shape, entering)
        with m.branch(touched > 1):
            across = (integer("max_x") >> TILE_BITS) - left + 1
            end = first + ((integer("max_y") >> TILE_BITS) - low + 1) * a.tiles_across
            for row in m.loop(first, end, a.tiles_across):
                for tile in m.loop(row, row + across):
                    _touch(m, a, tile, shape, entering)


def _integer(m, a, shape, name):
    """One of a shape's integers, uniform I32."""
    return m.load_unchecked(a.integers, shape, a.stride * ROW_OF_INTEGER[name])


def _touch(m, a, tile, shape, entering):
    """Moves on the place of a tile; `entering` enters the shape there."""
    place = m.load_unchecked(a.places, tile)
    with m.branch(entering):
        m.store_uniform(a.entries, place, shape)
    m.store_uniform(a.places, tile, place + 1)


def _place(m, a):
    """Places the entries of each tile; primitives of the first part come first."""
    bins, entries = (m.variable(I32, 0, uniform=True) for _ in range(2))
    for tile in m.loop(0, a.tile_count):
        start = entries.get()
        for place in m.loop(tile, a.place_count, a.tile_count):
            count = m.load_unchecked(a.places, place)
            m.store_uniform(a.places, place, entries.get())
            entries.set(m.min(entries.get() + count, limits.MAX_COUNTED_ENTRIES))
        with m.branch(entries.get() > start):
            m.store_uniform(a.tiles, bins.get(), tile)
            m.store_uniform(a.starts, bins.get(), start)
            bins.set(bins.get() + 1)
    m.store_uniform(a.starts, bins.get(), entries.get())
    m.store_uniform(a.found, m.i32(0), bins.get())
    m.store_uniform(a.found, m.i32(1), entries.get())
