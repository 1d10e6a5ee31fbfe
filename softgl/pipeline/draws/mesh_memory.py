"""A mesh in the memory of the threads that draw it: the arrays and scalars of its kernels."""

from __future__ import annotations

import numpy as np

from softgl.lanes.helpers import usable_cpus
from softgl.pipeline.draws.draw_call import DrawCall
from softgl.pipeline.draws.mesh_instances import Group
from softgl.pipeline.draws.native_layout import NativeKernels, layout_of, outside_arrays, scalars_of
from softgl.pipeline.draws.native_stages import MESH, Drawn, capacities_of, tile_scalars
from softgl.pipeline.planes.framebuffer import Framebuffer
from softgl.pipeline.primitives.assemble import vertex_indices_of
from softgl.pipeline.primitives.modes import MODES
from softgl.pipeline.tiles.packing import may_pack, most_entries
from softgl.pipeline.vertices.fetch import fetch_arguments
from softgl.records import but
from softgl.tuning import limits


class Mesh:
    """A mesh during its draw. indices : uint32, as `begin_part` has them.

    what : the number of triangles of the only instance, or the Group of several.
    lanes : of the engine's vectors.
    apart : from part to part, in vertices in the order of drawing.
    scalars : of all kernels, except the ones that the short kernels write.
    """

    def __init__(
        self,
        framebuffer: Framebuffer,
        call: DrawCall,
        attributes: dict,
        kernels: NativeKernels,
        what: int | Group,
        lanes: int,
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
        self.sizes = capacities_of(framebuffer, call, limits.MESH_PART_TRIANGLES)
        self.layout = layout_of(MESH, kernels, self.sizes, self.threads)
        self.scalars = self._scalars(framebuffer, kernels, lanes)

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
        return outside_arrays(call, fetched, own) | {
            "whole": fetched["layout"], "per_instance": np.array([*per_instance, 0], np.int32),
            "indices": self.indices.view(np.uint32),
        }  # fmt: skip

    def _scalars(self, framebuffer, kernels, lanes) -> dict:
        of, key = Drawn(framebuffer, self.call, self.sizes), kernels.key
        large, small = (*kernels.tiles, None)[:2]
        drawn = tile_scalars(of)
        return scalars_of(MESH, of) | {
            "begin": {
                "each": self.each, "triangle_count": self.triangles, "indexed": int(self.indexed),
                "apart": self._own, "more": self._more,
                "instances": self._group.count if self._group else 0,
                "vertex_count": self._vertices, "room": self.sizes.vertices,
                "tile_count": self.sizes.tiles,
                "attribute_count": len(self.call.vertex.program.attributes),
            },
            "share": {
                "threads": self.threads, "room": self.sizes.entries,
                "has_large": int(large is not None), "has_small": int(small is not None),
                "small": most_entries(key, lanes) if may_pack(key) else 0.0,
            },
            0: drawn,
            1: drawn,
        }  # fmt: skip
