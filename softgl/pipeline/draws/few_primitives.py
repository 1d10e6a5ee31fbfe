"""Small draws of filled triangles, lines or points: from vertices to bins in one native call.

The memory of the stages `FEW`, with tables and records of their kernels, stays for the next draw
with the same keys; each thread has its own. A draw writes what is not as before: addresses of
vertices and parameters, the scalars of the viewport and the scissor box, and its primitives.
"""

from __future__ import annotations

from threading import local

import numpy as np

from softgl.lanes import Engine
from softgl.lanes.chain_functions import STOPS
from softgl.pipeline.draws.chunks import compact
from softgl.pipeline.draws.draw_call import DrawCall
from softgl.pipeline.draws.meshes import Clip
from softgl.pipeline.draws.native_layout import (
    NativeKernels,
    layout_of,
    outside_arrays,
    replace_triangles,
    requests_of,
    scalars_of,
    vertices_of,
)
from softgl.pipeline.draws.native_stages import (
    FEW,
    VERTEX,
    Drawn,
    capacities_of,
    draws_natively,
    keys_of,
    tile_scalars,
)
from softgl.pipeline.planes.framebuffer import Framebuffer
from softgl.pipeline.primitives.assemble import Assembled, assemble
from softgl.pipeline.support.arena import on_lines
from softgl.pipeline.tiles.packed_lists import list_elements
from softgl.pipeline.tiles.packing import are_many, may_pack
from softgl.pipeline.tiles.tile_draws import TileDraw, is_short
from softgl.pipeline.tiles.tile_kernels import precompile_tiles, tiles_kernel
from softgl.pipeline.vertices.fetch import fetch_arguments
from softgl.tuning import limits

SETUP_PLACE = 2
"""The place of set-up among the stages of FEW."""


def may_be_few(engine: Engine, call: DrawCall) -> bool:
    """True if a draw is short, and has nothing of its own that FEW does not know."""
    stream = call.stream
    return not (
        not engine.can.call_chains
        or stream.length > 2 * limits.MAX_FEW_TRIANGLES
        or stream.instances > 1
        or call.parts
        or call.fragment_states
        or call.geometry is not None
        or call.recording is not None
        or call.collector is not None
        or call.discarded
    )


def draw_few(
    engine: Engine,
    framebuffer: Framebuffer,
    call: DrawCall,
    own: dict,
    threads: int,
    clip: Clip,
) -> bool:
    """Draws a small draw without special state; returns False, and draws nothing, for others.

    own : the `fragment_arrays`. clip : the function that clips primitives.
    """
    stream = compact(call.stream, without_base=call.corners < 3)
    if stream.count > 2 * limits.MAX_FEW_TRIANGLES:
        return False
    keys = _keys_of(engine, framebuffer, call)
    if not keys.native:
        return False
    first_vertex, provoking = call.style.first_vertex, keys.provoking
    primitives = assemble(
        engine, call.mode, stream, threads, first_vertex=first_vertex, provoking=provoking
    )
    if not len(primitives):
        return True
    return keys.draw(framebuffer, call, stream, primitives, own, threads, clip)


class _Local(local):
    """The keys of a thread's small draws, the latest first."""

    def __init__(self):
        self.latest: list[_FewKeys] = []


_LOCAL = _Local()


def _keys_of(engine, framebuffer, call):
    """Returns the _FewKeys of a draw."""
    latest, size = _LOCAL.latest, (framebuffer.width, framebuffer.height, framebuffer.elements)
    vertex, style, setup, fragment = call.vertex, call.style, call.setup, call.fragment
    corners = call.corners
    for place, known in enumerate(latest):
        # The draw plan has the same objects again for the same keys.
        if (
            known.fragment is fragment
            and known.corners == corners
            and known.vertex is vertex
            and known.style is style
            and known.setup is setup
            and known.engine is engine
            and known.size == size
            and known.code == limits.code
        ):
            if place:
                latest.insert(0, latest.pop(place))
            return known
    latest.insert(0, _FewKeys(engine, framebuffer, call, size))
    del latest[limits.MAX_FEW_CHAINS :]
    return latest[0]


class _FewKeys:
    """The small draws of a thread with the same keys, and their memory.

    native : True if native code may draw them. provoking : True if fragments read the provoking
        vertices.
    """

    def __init__(self, engine, framebuffer, call, size):
        self.engine, self.size, self.code = engine, size, limits.code
        self.vertex, self.style, self.setup = call.vertex, call.style, call.setup
        self.fragment, self.corners = call.fragment, call.corners
        self.native = draws_natively(engine, framebuffer, call, provoking=True)
        self.provoking = call.fragment.reads_provoking
        self._stages, self._keys = FEW[self.corners], keys_of(call, self.provoking)
        self._key, self._chain, self._each = self._keys.fragment, None, limits.FEWEST_TRIANGLES
        self._packs = (False, True)[: 1 + may_pack(self._key)]

    def draw(self, framebuffer, call, stream, primitives, own, threads, clip) -> bool:
        """Draws primitives; returns False, and draws nothing, if there is no room for them."""
        # Native code has their addresses only: they must live until all is drawn.
        fetched = fetch_arguments(stream, call.vertex.program.attributes, 1)
        outside = outside_arrays(call, fetched, own)
        # There is room for twice as many primitives, and for more vertices that clipping makes.
        needed = -(-max(len(primitives), stream.count) // 2)
        of = self._prepare(framebuffer, call, outside, needed, threads)
        chain, room, array = self._chain, of.room, self._chain.arrays
        self._fill(array, stream.count, primitives)
        result = chain.run("vertex")
        if result == STOPS:
            vertices, unclipped = vertices_of(array.get, room, self.corners)
            unclipped.provoking = primitives.provoking
            clipped = clip(vertices, unclipped, threads)
            if not replace_triangles(array.get, room, clipped):
                return False
            if self._fill_rest(array, clipped[1]):
                chain.run("setup")
        bins, entries = array["found"].tolist()
        if not entries:
            return True
        if entries > room.entries:
            if self._each >= limits.MAX_FEW_TRIANGLES:
                return False
            self._each, self._chain = limits.MAX_FEW_TRIANGLES, None
            return self.draw(framebuffer, call, stream, primitives, own, threads, clip)
        count = int(array["kept_count"][0])
        packed = len(self._packs) > 1 and are_many(
            self._key, self.engine.width, count, bins, entries
        )
        if self._kernels.tiles[packed] is None:
            self._chain = None
            self.engine.kernel(tiles_kernel(self._key, packed))
            return self.draw(framebuffer, call, stream, primitives, own, threads, clip)
        if is_short(self._key, count, entries):
            chain.finish(packed, 0, bins)
        else:
            listed = list_elements(self._key) if packed else 0
            starts = array["starts"][: bins + 1]
            drawn = chain.last_call(packed), tile_scalars(of), listed, starts, False
            TileDraw(*drawn).draw(threads)
        return True

    def _prepare(self, framebuffer, call, outside, needed, threads) -> Drawn:
        """Writes tables and records for a draw; returns what scalars come from.

        outside : the arrays outside of the memory. needed : least value of `Capacities.each`.
        """
        chain = self._chain
        if chain is None or needed > self._each:
            if needed > self._each:
                self._each = limits.MAX_FEW_TRIANGLES
            return self._make(framebuffer, call, outside, threads, needed)
        of = Drawn(framebuffer, call, self._room)
        chain.point_outside(outside)
        moved = call.viewport is not self._viewport
        if moved:
            chain.write_scalars("vertex", VERTEX.scalars(of))
        if moved or call.tests.box != self._box:
            chain.write_scalars("setup", self._stages[SETUP_PLACE].scalars(of))
        self._viewport, self._box = call.viewport, call.tests.box
        return of

    def _make(self, framebuffer, call, outside, threads, primitives):
        """Finds the kernels, and fills new memory; primitives : about how many there are."""
        engine, key = self.engine, self._key
        vertex, *others = requests_of(self._stages, self._keys)
        if threads > 1 and not engine.has(vertex):
            precompile_tiles(engine, key, primitives, framebuffer)
            for request in others:
                engine.precompile(request)
        steps = tuple([engine.kernel(each) for each in (vertex, *others)])
        tiles = [tiles_kernel(key, packed) for packed in self._packs]
        tiles = tuple([engine.kernel(each) if engine.has(each) else None for each in tiles])
        self._kernels = NativeKernels(steps, tiles, key)
        self._room = capacities_of(framebuffer, call, self._each)
        layout = layout_of(self._stages, self._kernels, self._room, 1)
        of = Drawn(framebuffer, call, self._room)
        drawn = tile_scalars(of)
        scalars = scalars_of(self._stages, of) | {0: drawn, 1: drawn}
        self._chain = engine.single_chain(layout, on_lines(layout.size, np.int64), outside, scalars)
        self._viewport, self._box = call.viewport, call.tests.box
        kept = self._chain.arrays["kept"]
        kept[:] = np.arange(len(kept))
        return of

    def _fill(self, array, count: int, primitives: Assembled) -> None:
        """Writes the primitives of a draw, and the scalars that follow: the stage FILL."""
        total, indices = len(primitives), primitives.vertex_indices
        array["vertex_lanes"][0] = array["unclipped"][0] = count
        self._fill_rest(array, primitives)
        array["triangles"][: indices.size] = indices.reshape(-1)
        array["setup_last"][0], array["setup_base"][0] = total - 1, primitives.base
        for name in ("places", "found", "outside"):
            array[name].fill(0)

    def _fill_rest(self, array, primitives: Assembled) -> int:
        """Writes what set-up reads besides the corners; returns the number of primitives."""
        total = array["kept_count"][0] = len(primitives)
        if self.provoking:
            array["provoking"][: 2 * total] = primitives.provoking.reshape(-1)
        return total
