"""The kernels of meshes, found once for all draws with the same keys."""

from __future__ import annotations

from dataclasses import replace

from softgl.lanes import Engine
from softgl.pipeline.draws.native_layout import NativeKernels, requests_of
from softgl.pipeline.draws.native_stages import MESH, Keys
from softgl.pipeline.keys.kernel_keys import FragmentKey, SetupKey, VertexKey
from softgl.pipeline.tiles.packing import may_pack
from softgl.pipeline.tiles.tile_kernels import tiles_kernel
from softgl.tuning import cached


class MeshHistory:
    """The history of meshes with the same keys.

    rests : the number of next draws that use no chain, after a chain has failed.
    """

    def __init__(self, vertex: VertexKey, forms: tuple, setup: SetupKey, key: FragmentKey):
        # Usual draws convert small integers first, and have no kernels of chunks.
        usual = [stage for stage in MESH if not stage.ends]
        self._usual = requests_of(usual, Keys(vertex, setup, key))
        formed = replace(vertex, forms=forms if any(forms) else ())
        self._requests = requests_of(MESH, Keys(formed, setup, key))
        # With primitives of any size, and small ones.
        self._tiles = [tiles_kernel(key, packed) for packed in (False, True)[: 1 + may_pack(key)]]
        self._key, self._found, self.rests = key, None, 0

    def kernels_of(self, engine: Engine) -> NativeKernels | None:
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
        if all(engine.has(each) for each in self._usual):
            has = [engine.has(each) for each in self._tiles]
            both = zip(self._tiles, has, strict=True)
            tiles = tuple([engine.kernel(each) if there else None for each, there in both])
            steps = tuple([engine.kernel(each) for each in self._requests])
            self._found = NativeKernels(steps, tiles, self._key)


@cached(maxsize=64)  # to look for all kernels takes 0.04 ms
def mesh_history(engine: Engine, *keys) -> MeshHistory:
    """The engine's cached history of meshes; keys : as `MeshHistory` takes them."""
    return MeshHistory(*keys)
