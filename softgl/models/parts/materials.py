"""Materials in glTF's model, and colours of vertices."""

from __future__ import annotations

import numpy as np
from PIL import Image

from softgl.records import dataclass

MAPS = ("base", "surface", "normals", "glow", "occlusion")
"""The fields of a Material that are textures."""


@dataclass(frozen=True)
class Map:
    """A texture of a material: an image and its sampler.

    sampler : texture parameters, by glTF's names, with OpenGL's values.
    """

    image: Image.Image
    sampler: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class Material:
    """A material in glTF's model.

    colour : linear RGBA factor, 0 to 1.
    base : the base colour texture (sRGB), or None.
    alpha_mode : "OPAQUE", "MASK" (discards below `alpha_cutoff`) or "BLEND".
    physical : True for a physically based material (glTF); else the following fields are unused.
    metallic, roughness : factors; surface : the texture with both, in blue and green.
    normals, normal_scale : the normal map and its strength.
    occlusion, occlusion_strength : the occlusion texture (red) and its strength.
    emission : linear RGB emissive factor; glow : the emissive texture (sRGB).
    unlit : True to show the colour without lighting.
    """

    colour: tuple[float, float, float, float] = (0.52, 0.49, 0.45, 1.0)
    base: Map | None = None
    alpha_mode: str = "OPAQUE"
    alpha_cutoff: float = 0.5
    double_sided: bool = True
    physical: bool = False
    metallic: float = 0.0
    roughness: float = 1.0
    surface: Map | None = None
    normals: Map | None = None
    normal_scale: float = 1.0
    occlusion: Map | None = None
    occlusion_strength: float = 1.0
    emission: tuple[float, float, float] = (0.0, 0.0, 0.0)
    glow: Map | None = None
    unlit: bool = False

    @property
    def image(self) -> Image.Image | None:
        """The image of the base colour texture."""
        return None if self.base is None else self.base.image


def to_linear(colours, linear):
    """Converts stored colours (n, 3 or 4), integers or floats, to (n, 4) linear float64."""
    colours = np.asarray(colours)
    scale = np.iinfo(colours.dtype).max if colours.dtype.kind in "iu" else 1
    values = np.ones((len(colours), 4))
    values[:, : colours.shape[1]] = colours.astype(np.float64) / scale
    if not linear:
        # The programs use gamma 2: the square of a display colour is its linear value.
        values[:, :3] = values[:, :3] * values[:, :3]
    return values
