"""The kernels that draw tiles: loops over tiles on a loop machine, else arrays of quads.

They differ in their traversal only: `tiles` and `quads`.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from softgl.lanes import I32, Engine, KernelRequest
from softgl.pipeline.fragments.fragment import fragment_signature
from softgl.pipeline.keys.kernel_keys import FragmentKey
from softgl.pipeline.planes.framebuffer import Framebuffer
from softgl.pipeline.tiles.packing import largest, may_pack
from softgl.pipeline.tiles.pending_clears import clearing_arrays
from softgl.pipeline.tiles.quads import draw_quads
from softgl.pipeline.tiles.tiles import draw_tiles, is_latency_bound, max_lanes
from softgl.tuning import limits

TILE_SCALARS = (("first", I32), ("last", I32), ("tiles_across", I32))
TILE_ARRAYS = (("tiles", I32), ("starts", I32), ("entries", I32))


def precompile_tiles(
    engine: Engine, key: FragmentKey, triangles: float, framebuffer: Framebuffer
) -> None:
    """Precompiles the kernel that will probably draw this many triangles."""
    if engine.can.run_loops:
        # As if they lay side by side.
        size = (2 * framebuffer.width * framebuffer.height / triangles) ** 0.5
        many = triangles >= limits.MIN_PACKED_ENTRIES
        packed = many and may_pack(key) and size <= largest(key, engine.width)
        engine.precompile(tiles_kernel(key, packed))


def tiles_kernel(key: FragmentKey, packed: bool) -> KernelRequest:
    """The kernel that draws tiles; packed : True where small triangles share vectors."""
    return kernel_of_fragments(("tiles", key, packed))


def kernel_of_fragments(key: tuple) -> KernelRequest:
    """The kernel with this key, ("tiles", ...) or ("quads", ...)."""
    kind, *arguments = key
    describe = partial(_tile_kernel if kind == "tiles" else _quad_kernel, *arguments)
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


def _quad_kernel(key):
    return fragment_signature(key, (), (("quads", I32),)), partial(draw_quads, key=key)
