"""The state of a sampled texture: the key, which shapes code, and the arrays that it reads."""

from __future__ import annotations

from dataclasses import replace

from softgl.formats.storages import STORAGES
from softgl.lanes import I32, U32
from softgl.lanes.types import LaneType
from softgl.records import dataclass, interned
from softgl.texture.targets import Target

ARRAYS = (("texels", U32), ("levels", I32), ("settings", U32))
"""The arrays of a texture for kernels.

texels : the texels of every level, base level first; of the faces of a level, one after the other.
levels : number of the last level, then the base level's width, height and depth without border (or
    layers), then the index in `texels` where each level starts. Levels count from the base level.
    Those of a multisample texture are 0, three lengths, 0, and the number of samples of a texel.
settings : lod bias, min lod, max lod, max anisotropy, then the border colour in units of the
    storage: the bits of floats, or of the border colour of integers.
"""

LAST, SIZE, OFFSETS = 0, 1, 4
SAMPLES = OFFSETS + 1
"""Indices into `levels`."""
BIAS, MIN_LOD, MAX_LOD, ANISOTROPY, BORDER = 0, 1, 2, 3, 4
"""Indices into `settings`."""


@interned(unique=True)
@dataclass(frozen=True)
class TextureKey:
    """The state of a texture that shapes the code of a sample.

    min_filter, mag_filter : NEAREST or LINEAR, within a level.
    mip_filter : NONE, NEAREST or LINEAR, between levels.
    wraps : the wrap mode of each filtered axis.
    border : the width of the border around each level, 0 or 1 texels.
    depth_mode : the base format that depths are treated as; None for colours.
    compare : the comparison whose results replace depths; None for plain depths.
    anisotropic : True for anisotropic filtering; min_filter is LINEAR then.
    seamless : True if a LINEAR filter, or a gather, reads texels of adjacent faces at an edge.
    expanded : the components that are made signed, [0, 1] to [-1, 1], before the swizzle; results
        of comparisons are not.
    swizzle : for R, G, B and A of a sample, the component that replaces it, or 0 or 1.
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
        """Returns the key with TEXTURE_CUBE_MAP_SEAMLESS enabled, for any target.

        ARB_seamless_cube_map, 3.8.7: "texture wrap modes are ignored. [...] If NEAREST filtering is
        done within a miplevel, always apply wrap mode CLAMP_TO_EDGE."
        """
        if not self.target.directed:
            return self
        return replace(self, wraps=("CLAMP_TO_EDGE",) * 2, seamless=True)

    @property
    def result(self) -> LaneType:
        """The type of a sample's lanes: F32, or for integer textures I32 or U32."""
        return STORAGES[self.storage].result

    @property
    def exact(self) -> bool:
        """True if a sample is one texel, unchanged."""
        filters = {self.min_filter, self.mag_filter}
        unmixed = filters == {"NEAREST"} and self.mip_filter != "LINEAR"
        return unmixed and not self.expanded

    @property
    def detailed(self) -> bool:
        """True if a sample depends on the level of detail."""
        return self.mip_filter != "NONE" or self.min_filter != self.mag_filter

    @property
    def magnification_limit(self) -> float:
        """c, the level of detail up to which the texture is magnified (OpenGL 2.1, 3.8.9)."""
        sharper = self.min_filter == "NEAREST" and self.mip_filter != "NONE"
        return 0.5 if self.mag_filter == "LINEAR" and sharper else 0.0
