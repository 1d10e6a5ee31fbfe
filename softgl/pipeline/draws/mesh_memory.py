"""The memory of threads that draw a mesh: capacities, layout, arrays and scalars of its kernels."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from softgl.lanes import padded
from softgl.lanes.chains import Layout, Step
from softgl.lanes.helpers import usable_cpus
from softgl.lanes.machine import MAX_VECTOR_LANES
from softgl.pipeline.draws.draw_call import DrawCall
from softgl.pipeline.draws.mesh_instances import Group
from softgl.pipeline.draws.mesh_kernels import MeshKernels
from softgl.pipeline.planes.framebuffer import TILE, Framebuffer
from softgl.pipeline.primitives.assemble import Assembled, vertex_indices_of
from softgl.pipeline.primitives.modes import MODES
from softgl.pipeline.primitives.setup import SETUP_INTEGERS, SIDES
from softgl.pipeline.tiles.bins import COUNT_STEP, ENTER_STEP, PLACE_STEP, tiles_across
from softgl.pipeline.tiles.packed_lists import list_elements
from softgl.pipeline.tiles.packing import may_pack, most_entries
from softgl.pipeline.vertices.fetch import fetch_arguments
from softgl.pipeline.vertices.vertex import Vertices
from softgl.pipeline.vertices.viewport import WindowVertices
from softgl.records import but
from softgl.tuning import limits

VERTEX_ARRAY_NAME = "vertex {}"
"""Names of what vertex programs read: fragment programs read arrays that are called the same."""


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
def _layout(kernels: MeshKernels, sizes: _Sizes, threads: int) -> Layout:
    """The memory of threads."""
    attributes = len(kernels.vertex.signature.arrays)  # and some more
    stride, triangles, tiles = sizes.stride, sizes.triangle_stride, sizes.tiles
    memory = {
        # Scalars that kernels write for each other.
        **dict.fromkeys(("vertex_lanes", "triangle_lanes", "stop", "outside"), (1, np.int32)),
        **dict.fromkeys(("kind", "range_count", "copied"), (1, np.int32)),
        **dict.fromkeys(("found", "before"), (2, np.int32)),
        "lanes": (MAX_VECTOR_LANES, np.uint32), "layout": (4 * attributes, np.int32),
        # Vertices, triangles and bins.
        "out": (sizes.rows * stride, np.float32), "codes": (stride, np.uint32),
        "fixed": (stride, np.int64), "depth": (2 * stride, np.float32),
        "triangles": (3 * triangles, np.int32), "kept": (triangles, np.int32),
        "integers": (len(SETUP_INTEGERS) * triangles, np.int32),
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
    named = {name: VERTEX_ARRAY_NAME.format(name) for name in read}
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


class Mesh:
    """A mesh during its draw. indices : uint32, as `begin_part` has them.

    what : the number of triangles of the only instance, or the Group of several.
    apart : from part to part, in vertices in the order of drawing.
    scalars : of all kernels, except the ones that the short kernels write.
    """

    def __init__(
        self,
        framebuffer: Framebuffer,
        call: DrawCall,
        attributes: dict,
        kernels: MeshKernels,
        what: int | Group,
        threads: int,
    ):
        self.call, self._attributes = call, {b: each for b, each in attributes.items() if each}
        self._group = what if isinstance(what, Group) else None
        if self._group:
            self._take_instances(self._group)
        else:
            self._take_triangles(what)
        self.parts = -(-self.triangles // self.each)
        # Threads spin: more threads than CPUs would take these from working ones.
        self.threads = min(threads, usable_cpus(), limits.MAX_MESH_THREADS, self.parts)
        tiles = tiles_across(framebuffer) * -(-framebuffer.height // TILE)
        self.sizes = _Sizes(call.outputs.row_count, tiles, limits.MESH_PART_TRIANGLES)
        self.layout = _layout(kernels, self.sizes, self.threads)
        self.scalars = self._scalars(framebuffer, kernels)

    def _take_triangles(self, triangles):
        stream, how = self.call.stream, MODES[self.call.mode]
        self.triangles, self.each = triangles, limits.MESH_PART_TRIANGLES
        self.indexed, self._vertices = stream.indices is not None, stream.length
        self.apart = self._own = self.each // how.pieces * how.step
        self._more, self.indices = how.shared, stream.indices
        if not self.indexed:
            self.indices = vertex_indices_of(self.call.mode, self.each)

    def _take_instances(self, group):
        stream = group.stream
        self.triangles = group.triangles * stream.instances
        self.each = group.triangles * group.count
        self.indexed, self._vertices = False, stream.count
        self.apart, self._own = group.count * stream.length, group.count * stream.each
        self._more, self.indices = 0, group.indices()

    def shared_arrays(self, own: dict) -> dict:
        """The arrays that threads share; own : the `fragment_arrays`."""
        call, stream = self.call, self.call.stream
        bindings, group = call.vertex.program.attributes, self._group
        lying = but(stream, count=stream.each, instances=1, attributes=self._attributes)
        fetched = fetch_arguments(lying, bindings, 1)
        if group:
            fetched["copies"] = group.copies(self.sizes.stride)
        per_instance = [bool(group) and binding in stream.per_instance for binding in bindings]
        read = fetched | call.vertex_resources.arguments | {"clip_planes": call.clip_planes}
        return own | {VERTEX_ARRAY_NAME.format(name): array for name, array in read.items()} | {
            "whole": fetched["layout"], "per_instance": np.array([*per_instance, 0], np.int32),
            "indices": self.indices.view(np.uint32),
            "depth_range": call.viewport.depth_range, "stipple": call.style.polygons.stipple,
        }  # fmt: skip

    def _scalars(self, framebuffer, kernels) -> dict:
        call, sizes, key = self.call, self.sizes, kernels.key
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
                "apart": self._own, "more": self._more,
                "instances": self._group.count if self._group else 0,
                "vertex_count": self._vertices, "room": sizes.vertices, "tile_count": tiles,
                "attribute_count": len(call.vertex.program.attributes),
            },
            "vertex": call.viewport.scalars | {"stride": sizes.stride},
            "keep": sides,
            "setup": sides | {"stride": sizes.triangle_stride},
            "bin": across | {
                "tile_count": tiles, "place_count": tiles, "stride": sizes.triangle_stride,
                "steps": COUNT_STEP | PLACE_STEP | ENTER_STEP,
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
        vertex_indices = array("triangles")[: 3 * (last + 1)].reshape(-1, 3)
        vertices = Vertices(rows, array("codes"), int(count), window, outside)
        return vertices, Assembled(vertex_indices, base=int(base))
