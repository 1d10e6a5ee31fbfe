"""Long meshes: parts of triangles that go from their vertices to pixels in native code.

Where nothing is asked of a draw but to fill triangles, each part of it goes through the same
kernels, with two of `mesh_parts` between that tell the others what the part is: vertices, which
triangles are kept, their setup, bins, and tiles. So all is made ready once for a whole draw, and
threads share the parts as a `Chain`: a mesh of two million triangles takes 0.86 of the time that it
takes with Python between the kernels, and 0.75 where two threads share it.

What crosses the sides of the view is clipped as usual, and goes on here. Where that is not possible
the rest of the draw goes as usual: from a part on for which there is no room or no kernel yet, or
that has most of its vertices in common with others.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache, partial
from threading import Lock
from typing import NamedTuple

import numpy as np

from softgl.ir.program import Binding
from softgl.lanes import Engine, padded
from softgl.lanes.chain_functions import LATER, MAKE, OVER
from softgl.lanes.chains import PAUSE, Chain, Layout, Step
from softgl.lanes.helpers import usable_cpus
from softgl.lanes.kernel import Kernel
from softgl.lanes.machine import MAX_LANES
from softgl.pipeline.draws.draw_call import DrawCall
from softgl.pipeline.draws.mesh_parts import BEGINNING, SHARING
from softgl.pipeline.draws.setup_primitives import filled_key, setup_of
from softgl.pipeline.keys.kernel_keys import FragmentKey, SetupKey, VertexKey
from softgl.pipeline.planes.framebuffer import TILE, Framebuffer
from softgl.pipeline.primitives.assemble import Assembled, corners_of
from softgl.pipeline.primitives.modes import MODES
from softgl.pipeline.primitives.setup import INTEGERS, SIDES, keeping, setting_up
from softgl.pipeline.support.arena import arenas, from_arena, using_arena
from softgl.pipeline.support.progress import anybody_listens, tell
from softgl.pipeline.support.work_queue import WorkQueue
from softgl.pipeline.tiles.bins import BINNING, COUNT, ENTER, PLACE, tiles_across
from softgl.pipeline.tiles.packed_lists import list_elements
from softgl.pipeline.tiles.packing import may_pack, most_entries
from softgl.pipeline.tiles.tile_kernels import tiles_kernel
from softgl.pipeline.vertices.elements import Elements, as_source
from softgl.pipeline.vertices.fetch import fetch_arguments
from softgl.pipeline.vertices.vertex import Vertices, vertex_kernel
from softgl.pipeline.vertices.viewport import WindowVertices
from softgl.records import but
from softgl.tuning import cached, limits

CONSECUTIVE = ("triangles", "triangle_strip", "quads", "quad_strip")
"""The modes whose corners are the same numbers from the first vertex of each part on."""
VERTEX = "vertex {}"
"""Names of what vertex programs read: fragment programs read arrays that are called the same."""


Clip = Callable[[Vertices, Assembled], tuple[WindowVertices, Assembled]]
"""From vertices and triangles to what is left of these, and the vertices in the window."""


def draw_mesh(
    engine: Engine,
    framebuffer: Framebuffer,
    call: DrawCall,
    arrays: dict,
    threads: int,
    clip: Clip,
) -> int:
    """Draw parts of a mesh; returns how many of its vertices, in their order, are drawn.

    arrays : the `fragment_arrays` of the call. clip : what clips parts.
    """
    length = call.stream.length
    # Shapes are no more than vertices, which is sooner known.
    each = limits.MESH_PART_TRIANGLES
    triangles = length if length <= each else int(MODES[call.mode].shapes(length))
    if triangles <= each or not _is_mesh(engine, framebuffer, call):
        return 0
    attributes = _attributes(call)
    if attributes is None:
        return 0
    forms = tuple([elements and elements.form for elements in attributes.values()])
    known = _known(engine, call.vertex, forms, setup_of(call), filled_key(call))
    kernels = known.kernels_of(engine)
    if kernels is None:
        return 0
    mesh = _Mesh(framebuffer, call, attributes, kernels, triangles, threads)
    chain = engine.chain(mesh.layout, mesh.parts)
    _MeshJob(chain, mesh, mesh.given(arrays), clip).finish(mesh.threads)
    if not chain.limit:
        known.rests = limits.MESH_RETRY_DRAWS
    # The last part has what is left over, too.
    return length if chain.limit == mesh.parts else chain.limit * mesh.apart


def _is_mesh(engine, framebuffer, call) -> bool:
    """True if a draw fills triangles, and nothing else is to do."""
    stream, style, features = call.stream, call.style.polygons, call.features
    if stream.indices is None:
        consecutive = call.mode in CONSECUTIVE
    else:
        consecutive = call.mode == "triangles" and stream.indices.flags.c_contiguous
    return (
        engine.can.call_chains
        and consecutive
        and stream.instances == 1
        and not (stream.runs or stream.base)
        and features.filled
        and features.plain_outputs
        and not call.discarded
        and not (style.smooth or "fill" in style.offset_modes)
        and not any(call.required_parts[name] for name in ("origins", "groups", "edges"))
        and not framebuffer.layers
        and framebuffer.width > 0
        and framebuffer.height > 0
    )


def _attributes(call) -> dict[Binding, Elements | None] | None:
    """The elements of all attributes, where they lie, None for constants; None if one does not."""
    found, stream = {}, call.stream
    for binding in call.vertex.program.attributes:
        values = stream.attributes.get(binding)
        found[binding] = None
        if values is not None:
            lying = getattr(as_source(values), "lying", None)
            found[binding] = lying and lying(stream.each)
            if found[binding] is None:
                return None
    return found


# -- kernels ---------------------------------------------------------------------------------------


class _Kernels(NamedTuple):
    """The kernels of a mesh.

    tiles : the kernels that draw tiles, for primitives of any size, and the packing one for small
        ones; None for one that is not built yet. key : of the fragments. lanes : of vectors.
    """

    begin: Kernel
    vertex: Kernel
    keep: Kernel
    setup: Kernel
    bin: Kernel
    share: Kernel
    tiles: tuple[Kernel | None, ...]
    key: FragmentKey
    lanes: int


class _Known:
    """The history of meshes with the same keys.

    rests : number of draws that take the usual way, since a chain has just failed.
    """

    def __init__(self, vertex: VertexKey, forms: tuple, setup: SetupKey, key: FragmentKey):
        self._asked = vertex_kernel(vertex, True), keeping(setup), setting_up(setup, False), BINNING
        # Usual draws convert small integers first.
        formed = replace(vertex, forms=forms if any(forms) else ())
        self._found_by = vertex_kernel(formed, True), *self._asked[1:]
        # With shapes of any size, and small ones.
        self._tiles = [tiles_kernel(key, packed) for packed in (False, True)[: 1 + may_pack(key)]]
        self._key, self._found, self.rests = key, None, 0

    def kernels_of(self, engine: Engine) -> _Kernels | None:
        """The kernels; None where some are still to be built, as is done in the usual way."""
        if self.rests:
            self.rests -= 1
            return None
        tiles = self._found.tiles if self._found else (None,) * len(self._tiles)
        pairs = zip(self._tiles, tiles, strict=True)
        if any(kernel is None and engine.has(asked) for asked, kernel in pairs):
            self._find(engine)
        return self._found

    def _find(self, engine):
        if all(engine.has(each) for each in self._asked):
            has = [engine.has(each) for each in self._tiles]
            both = zip(self._tiles, has, strict=True)
            tiles = tuple([engine.kernel(each) if there else None for each, there in both])
            found = [engine.kernel(each) for each in (BEGINNING, *self._found_by, SHARING)]
            self._found = _Kernels(*found, tiles, self._key, engine.width)


@cached(maxsize=64)  # to look for all kernels takes 0.04 ms
def _known(engine: Engine, *keys) -> _Known:
    """The engine's cached history of meshes; keys : as `_Known` takes them."""
    return _Known(*keys)


# -- what threads have -----------------------------------------------------------------------------


class _Sizes(NamedTuple):
    """Capacities of a thread's memory.

    rows : of vertices. tiles : of the framebuffer. each : triangles of a chunk.
    """

    rows: int
    tiles: int
    each: int

    @property
    def vertices(self) -> int:
        """Largest number of vertices of a chunk."""
        return 3 * self.each

    @property
    def triangles(self) -> int:
        """Largest number of remaining triangles of a chunk: clipping makes several of one."""
        return 2 * self.each

    @property
    def entries(self) -> int:
        """Largest number of entries of bins."""
        return 8 * self.each + self.tiles

    # How far the rows of vertices and of triangles lie apart: not at the same places of all caches.

    @property
    def stride(self) -> int:
        return padded(self.vertices) + 80

    @property
    def triangle_stride(self) -> int:
        return padded(self.triangles) + 80


@lru_cache(maxsize=16)
def _layout(kernels: _Kernels, sizes: _Sizes, threads: int) -> Layout:
    """The memory of threads."""
    attributes = len(kernels.vertex.signature.arrays)  # and some more
    stride, triangles, tiles = sizes.stride, sizes.triangle_stride, sizes.tiles
    memory = {
        # What kernels say to each other.
        **dict.fromkeys(("vertex_lanes", "triangle_lanes", "stop", "outside"), (1, np.int32)),
        **dict.fromkeys(("kind", "range_count", "copied"), (1, np.int32)),
        **dict.fromkeys(("found", "before"), (2, np.int32)),
        "lanes": (MAX_LANES, np.uint32), "layout": (4 * attributes, np.int32),
        # Vertices, triangles and bins.
        "out": (sizes.rows * stride, np.float32), "codes": (stride, np.uint32),
        "fixed": (stride, np.int64), "depth": (2 * stride, np.float32),
        "triangles": (3 * triangles, np.int32), "kept": (triangles, np.int32),
        "integers": (len(INTEGERS) * triangles, np.int32),
        "edges": (3 * triangles, np.int64), "inverse_area": (triangles, np.float32),
        "places": (padded(tiles), np.int32), "tiles": (tiles, np.int32),
        "starts": (tiles + 1, np.int32), "entries": (sizes.entries, np.int32),
        "ranges": (2 * tiles, np.int32),
        "listed": (list_elements(kernels.key) if any(kernels.tiles[1:]) else 1, np.int32),
    }  # fmt: skip
    words = {
        f"{step}_{name}": (step, name) for step in ("keep", "setup") for name in ("last", "base")
    }
    words |= {"kept_count": ("bin", "last"), "part": ("begin", "part")}
    read = [name for name, _ in kernels.vertex.signature.arrays if name not in memory]
    named = {name: VERTEX.format(name) for name in read}
    steps = {
        "begin": Step(kernels.begin, {}, stop="stop", ends=True),
        "vertex": Step(kernels.vertex, named, "vertex_lanes", "outside"),
        "keep": Step(kernels.keep, {"count": "kept_count"}, "triangle_lanes"),
        "setup": Step(kernels.setup, {}, "kept_count"),
        "bin": Step(kernels.bin, {}),
        "share": Step(kernels.share, {}, stop="stop", ends=True),
    }
    last = [kernel and Step(kernel, {"vertices": "out"}) for kernel in kernels.tiles]
    return Layout(steps, last, memory, words, ["listed"], threads)


class _Mesh:
    """A mesh during its draw. indices : uint32, as `begin_part` has them.

    scalars : of all kernels, except the ones that the short kernels write.
    """

    def __init__(
        self, framebuffer: Framebuffer, call: DrawCall, attributes, kernels, triangles, threads
    ):
        stream, self.call, self.each = call.stream, call, limits.MESH_PART_TRIANGLES
        each = self.each
        self._attributes = {b: elements for b, elements in attributes.items() if elements}
        self.triangles, self.parts = triangles, -(-triangles // each)
        # Threads spin: more threads than CPUs would take these from working ones.
        self.threads = min(threads, usable_cpus(), limits.MAX_MESH_THREADS, self.parts)
        self.indexed, how = stream.indices is not None, MODES[call.mode]
        self.apart = each // how.pieces * how.step  # vertices, in their order
        self.indices = stream.indices if self.indexed else corners_of(call.mode, each)
        tiles = tiles_across(framebuffer) * -(-framebuffer.height // TILE)
        self.sizes = _Sizes(call.outputs.row_count, tiles, each)
        self.layout = _layout(kernels, self.sizes, self.threads)
        self.scalars = self._scalars(framebuffer, kernels)

    def given(self, own: dict) -> dict:
        """The arrays that threads share; own : the `fragment_arrays`."""
        call, stream = self.call, self.call.stream
        lying = but(stream, attributes=self._attributes)
        fetched = fetch_arguments(lying, call.vertex.program.attributes, 1)
        read = fetched | call.vertex_resources.arguments | {"clip_planes": call.clip_planes}
        return own | {VERTEX.format(name): array for name, array in read.items()} | {
            "whole": fetched["layout"], "indices": self.indices.view(np.uint32),
            "depth_range": call.viewport.depth_range, "stipple": call.style.polygons.stipple,
        }  # fmt: skip

    def _scalars(self, framebuffer, kernels) -> dict:
        call, sizes, key, how = self.call, self.sizes, kernels.key, MODES[self.call.mode]
        box = call.tests.box or (0, 0, framebuffer.width, framebuffer.height)
        sides, tiles = dict(zip(SIDES, box, strict=True)), sizes.tiles
        across = {"tiles_across": tiles_across(framebuffer)}
        large, small = (*kernels.tiles, None)[:2]
        drawn = across | {
            "vertex_stride": sizes.stride, "triangle_stride": sizes.triangle_stride,
            "blocks_x": framebuffer.blocks_x, "plane_elements": framebuffer.elements,
        }  # fmt: skip
        return {
            "begin": {
                "each": self.each, "triangle_count": self.triangles, "indexed": int(self.indexed),
                "apart": self.apart, "more": how.shared,
                "vertex_count": call.stream.length, "room": sizes.vertices, "tile_count": tiles,
                "attribute_count": len(call.vertex.program.attributes),
            },
            "vertex": call.viewport.scalars | {"stride": sizes.stride},
            "keep": sides,
            "setup": sides | {"stride": sizes.triangle_stride},
            "bin": across | {
                "tile_count": tiles, "place_count": tiles, "stride": sizes.triangle_stride,
                "steps": COUNT | PLACE | ENTER,
            },
            "share": {
                "threads": self.threads, "room": sizes.entries,
                "has_large": int(large is not None), "has_small": int(small is not None),
                "small": most_entries(key, kernels.lanes) if may_pack(key) else 0.0,
            },
            0: drawn,
            1: drawn,
        }  # fmt: skip

    def of_part(self, array: Callable[[str], np.ndarray]) -> tuple[Vertices, Assembled]:
        """The vertices and the triangles of a part; array : from a name to a thread's array."""
        rows, (count,) = array("out").reshape(self.sizes.rows, -1), array("vertex_lanes")
        fixed, depth = array("fixed").view(np.int32).reshape(-1, 2), array("depth").reshape(2, -1)
        window = WindowVertices(fixed, depth, rows, int(count))
        outside = array("outside").view(np.uint32)
        (last,), (base,) = array("keep_last"), array("keep_base")
        corners = array("triangles")[: 3 * (last + 1)].reshape(-1, 3)
        vertices = Vertices(rows, array("codes"), int(count), window, outside)
        return vertices, Assembled(corners, base=int(base))


class _MeshJob(WorkQueue):
    """Chunks of a mesh; each thread prepares some in an arena of its own.

    given : the shared arrays.
    """

    def __init__(self, chain: Chain, mesh: _Mesh, given: dict, clip: Clip):
        super().__init__(self._take, list(enumerate(arenas(mesh.threads))))
        self._chain, self._mesh, self._given, self._clip = chain, mesh, given, clip
        self._told = anybody_listens()
        self._at_once = 1 if self._told else limits.MESH_PARTS_AT_ONCE
        self._touching, self._begun, self._over = Lock(), False, False

    def _take(self, number, room):
        with using_arena(room):
            if not self._touch(partial(self._begin, number)):
                return
            while (what := self._chain.work(number, self._at_once)) != OVER:
                if what == LATER:
                    time.sleep(PAUSE)
                elif what == MAKE:
                    self._go_on(number)
                self._tell()

    def _touch(self, work: Callable[[], None]) -> bool:
        """Write to a block, where that may not be a later draw's by now; whether it was not."""
        with self._touching:
            if not self._over:
                work()
            return not self._over

    def _begin(self, number):
        block = from_arena("mesh", (self._mesh.layout.size,), np.int64)
        if not self._begun:
            self._chain.begin(number, block, self._given, self._mesh.scalars)
            self._begun = True
        else:
            self._chain.join(number, block)

    def _go_on(self, number):
        """Clip the part of a thread and go on with what is left, if there is room."""
        array = partial(self._chain.array, number)
        placed, shapes = self._clip(*self._mesh.of_part(array))
        sizes, count = self._mesh.sizes, len(shapes)
        if count > sizes.triangles or placed.stride != sizes.stride:
            self._chain.give_up(number)
            return
        array("triangles")[: 3 * count] = shapes.corners.reshape(-1)
        array("copied")[0] = array("keep_base")[0] = array("setup_base")[0] = 0
        array("keep_last")[0] = array("setup_last")[0] = count - 1
        array("triangle_lanes")[0] = count
        self._chain.go_on(number, "keep")

    def _tell(self):
        """Tell whoever listens how far the draw is."""
        total = self._mesh.call.stream.length
        done = min(total, self._mesh.apart * self._chain.ended)
        if self._told and done:
            tell(done, total, "vertices")

    def cancel(self):
        super().cancel()
        self._chain.stop()

    def is_ended(self):
        # A listener hears of all before this ends.
        if self._told or not self._chain.is_ended() or not self._touching.acquire(blocking=False):
            return False
        self._over = True
        self._touching.release()
        return True
