"""What decides how a texture is sampled: what shapes the code, and the arrays that it reads."""

from __future__ import annotations

from dataclasses import replace

from softgl.formats.storages import STORAGES
from softgl.lanes import I32, U32
from softgl.lanes.types import LaneType
from softgl.records import dataclass
from softgl.texture.targets import Target

ARRAYS = (("texels", U32), ("levels", I32), ("settings", U32))
"""The arrays that a kernel gets for each texture.

texels : the texels of every level, base level first; of the faces of a level, one after the other.
levels : number of the last level, then the base level's width, height and depth without border (or
    layers), then the index in `texels` where each level starts. Levels count from the base level.
settings : lod bias, min lod, max lod, max anisotropy, then the border colour in units of the
    storage: the bits of floats, or of the border colour of integers.
"""

LAST, SIZE, OFFSETS = 0, 1, 4
"""Places in `levels`."""
BIAS, MIN_LOD, MAX_LOD, ANISOTROPY, BORDER = 0, 1, 2, 3, 4
"""Places in `settings`."""


@dataclass(frozen=True)
class TextureKey:
    """Everything about a texture that shapes the code of a sample.

    min_filter, mag_filter : NEAREST or LINEAR, within a level.
    mip_filter : NONE, NEAREST or LINEAR, between levels.
    wraps : the wrap mode of each axis along which texels are filtered.
    border : 0 or 1 texels of border around each level.
    depth_mode : of a texture of depths, the base format that it is treated as.
    compare : the comparison whose results take the places of the depths; None: the depths count.
    anisotropic : whether the shape of a pixel in the texture counts; min_filter is LINEAR then.
    seamless : whether texels of other faces are next to a face where a filter is LINEAR.
    expanded : the components that are made signed, [0, 1] to [-1, 1], before the swizzle; results
        of comparisons are not.
    swizzle : for R, G, B and A of a sample, the component that takes its place, or 0 or 1.
    """

    target: Target
    storage: str
    min_filter: str
    mip_filter: str
    mag_filter: str
    wraps: tuple[str, ...]
    border: int = 0
    depth_mode: str | None = None
    compare: str | None = None
    expanded: str = ""
    swizzle: str = "RGBA"
    anisotropic: bool = False
    seamless: bool = False

    def across_seams(self) -> TextureKey:
        """The key where TEXTURE_CUBE_MAP_SEAMLESS is enabled, of any target.

        ARB_seamless_cube_map, 3.8.7: "texture wrap modes are ignored. [...] If NEAREST filtering is
        done within a miplevel, always apply wrap mode CLAMP_TO_EDGE."
        """
        if not self.target.faces:
            return self
        linear = "LINEAR" in (self.min_filter, self.mag_filter)
        return replace(self, wraps=("CLAMP_TO_EDGE",) * 2, seamless=linear)

    @property
    def result(self) -> LaneType:
        """The type of a sample's lanes: F32, or I32 or U32 of a texture of integers."""
        return STORAGES[self.storage].result

    @property
    def exact(self) -> bool:
        """Whether a sample is one texel, unchanged."""
        filters = {self.min_filter, self.mag_filter}
        unmixed = filters == {"NEAREST"} and self.mip_filter != "LINEAR"
        return unmixed and not self.expanded

    @property
    def detailed(self) -> bool:
        """Whether a sample depends on the level of detail."""
        return self.mip_filter != "NONE" or self.min_filter != self.mag_filter

    @property
    def magnification_limit(self) -> float:
        """c, the level of detail up to which the texture is magnified (OpenGL 2.1, 3.8.9)."""
        sharper = self.min_filter == "NEAREST" and self.mip_filter != "NONE"
        return 0.5 if self.mag_filter == "LINEAR" and sharper else 0.0
