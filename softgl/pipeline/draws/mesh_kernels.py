"""The kernels of meshes, found once for all draws with the same keys."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from softgl.lanes import Engine
from softgl.lanes.kernel import Kernel
from softgl.pipeline.draws.mesh_parts import BEGIN_KERNEL, SHARE_KERNEL
from softgl.pipeline.keys.kernel_keys import FragmentKey, SetupKey, VertexKey
from softgl.pipeline.primitives.setup import culling_kernel, setup_kernel
from softgl.pipeline.tiles.bins import BIN_KERNEL
from softgl.pipeline.tiles.packing import may_pack
from softgl.pipeline.tiles.tile_kernels import tiles_kernel
from softgl.pipeline.vertices.vertex import vertex_kernel
from softgl.tuning import cached


class MeshKernels(NamedTuple):
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


class MeshHistory:
    """The history of meshes with the same keys.

    rests : the number of next draws that use no chain, after a chain has failed.
    """

    def __init__(self, vertex: VertexKey, forms: tuple, setup: SetupKey, key: FragmentKey):
        others = culling_kernel(setup), setup_kernel(setup, False), BIN_KERNEL
        self._requests = vertex_kernel(vertex, True), *others
        # Usual draws convert small integers first.
        formed = replace(vertex, forms=forms if any(forms) else ())
        self._formed_requests = vertex_kernel(formed, True), *others
        # With primitives of any size, and small ones.
        self._tiles = [tiles_kernel(key, packed) for packed in (False, True)[: 1 + may_pack(key)]]
        self._key, self._found, self.rests = key, None, 0

    def kernels_of(self, engine: Engine) -> MeshKernels | None:
        """Returns the kernels; None if some are not built yet, as usual draws will do."""
        if self.rests:
            self.rests -= 1
            return None
        tiles = self._found.tiles if self._found else (None,) * len(self._tiles)
        pairs = zip(self._tiles, tiles, strict=True)
        if any(kernel is None and engine.has(request) for request, kernel in pairs):
            self._find(engine)
        return self._found

    def _find(self, engine):
        if all(engine.has(each) for each in self._requests):
            has = [engine.has(each) for each in self._tiles]
            both = zip(self._tiles, has, strict=True)
            tiles = tuple([engine.kernel(each) if there else None for each, there in both])
            kernels = [
                engine.kernel(each) for each in (BEGIN_KERNEL, *self._formed_requests, SHARE_KERNEL)
            ]
            self._found = MeshKernels(*kernels, tiles, self._key, engine.width)


@cached(maxsize=64)  # to look for all kernels takes 0.04 ms
def mesh_history(engine: Engine, *keys) -> MeshHistory:
    """The engine's cached history of meshes; keys : as `MeshHistory` takes them."""
    return MeshHistory(*keys)
