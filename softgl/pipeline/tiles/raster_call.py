"""The record of one call of the rasteriser: the input of all that draws tiles."""

from __future__ import annotations

from dataclasses import field

from softgl.pipeline.keys.kernel_keys import FragmentKey
from softgl.pipeline.planes.framebuffer import Framebuffer
from softgl.pipeline.primitives.setup import SetupPrimitives
from softgl.pipeline.tiles.bins import tiles_across
from softgl.records import dataclass


@dataclass(frozen=True)
class RasterCall:
    """The arguments that every raster kernel of one draw call has.

    scalars, arrays, own : by the names of `fragment_signature`; `own` are the arrays in which calls
        for the same primitives may differ.
    """

    key: FragmentKey
    triangles: SetupPrimitives
    framebuffer: Framebuffer
    scalars: dict
    arrays: dict
    own: dict = field(default_factory=dict)

    @property
    def tile_scalars(self) -> dict:
        """The scalars of kernels that draw tiles, without the range of tiles."""
        return self.scalars | {"tiles_across": tiles_across(self.framebuffer)}
