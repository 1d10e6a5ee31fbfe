"""Texture objects: images by level, parameters, completeness, and what kernels get of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from softgl.texture.image import Image, Target
from softgl.texture.sampling import TextureKey

MIPMAP_FILTERS = {
    "NEAREST": ("NEAREST", "NONE"),
    "LINEAR": ("LINEAR", "NONE"),
    "NEAREST_MIPMAP_NEAREST": ("NEAREST", "NEAREST"),
    "LINEAR_MIPMAP_NEAREST": ("LINEAR", "NEAREST"),
    "NEAREST_MIPMAP_LINEAR": ("NEAREST", "LINEAR"),
    "LINEAR_MIPMAP_LINEAR": ("LINEAR", "LINEAR"),
}
"""Each TEXTURE_MIN_FILTER: the filter within a level and the one between levels."""


@dataclass(frozen=True)
class Parameters:
    """The texture parameters of OpenGL 2.1, table 3.18, with the initial values of table 6.17."""

    min_filter: str = "NEAREST_MIPMAP_LINEAR"
    mag_filter: str = "LINEAR"
    wrap_s: str = "REPEAT"
    wrap_t: str = "REPEAT"
    wrap_r: str = "REPEAT"
    border_color: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    priority: float = 1.0
    min_lod: float = -1000.0
    max_lod: float = 1000.0
    base_level: int = 0
    max_level: int = 1000
    lod_bias: float = 0.0
    generate_mipmap: bool = False
    depth_texture_mode: str = "LUMINANCE"
    compare_mode: str = "NONE"
    compare_func: str = "LEQUAL"


class Texture:
    """A texture object. Change it through its methods only: they keep its sampler up to date."""

    def __init__(self, target: Target, name: int = 0):
        self.target = target
        self.name = name
        self.parameters = Parameters()
        self._images: dict[int, Image] = {}
        self._sampler: tuple | None = None
        self._surfaces: dict[tuple[int, int], object] = {}
        self._drawn: set[tuple[int, int]] = set()

    @property
    def images(self) -> dict[int, Image]:
        """The image of each level that has one, with all that has been drawn to it."""
        for level, layer in self._drawn:
            image = self._images[level]
            width, height, _ = image.size
            inside = slice(image.border, image.border + width)
            rows, first = slice(0, 1), 0
            if self.target.dimensions > 1:
                rows = slice(image.border, image.border + height)
            if self.target.dimensions > 2:
                first = image.border
            drawn = self._surfaces[level, layer].components()
            image.components[first + layer, rows, inside] = drawn
            self._sampler = None
        self._drawn.clear()
        return self._images

    def unsettled(self, level: int) -> Image | None:
        """The image of a level, of which texels may be older than what has been drawn to them."""
        return self._images.get(level)

    def surface(self, level: int, layer: int, make: Callable, drawn: bool):
        """What is drawn to in the place of a slice of an image, until the image is used.

        make : (image, layer) -> the surface, whose `components()` are those of the slice's interior
            (height, width, n); called if there is none yet. drawn : whether it is about to be
            changed.
        """
        if (level, layer) not in self._surfaces:
            self._surfaces[level, layer] = make(self.images[level], layer)
        if drawn:
            self._drawn.add((level, layer))
        return self._surfaces[level, layer]

    @property
    def base_format(self) -> str | None:
        """The base format that the base level is sampled as; None without such an image."""
        image = self._images.get(self.parameters.base_level)
        if image is None:
            return None
        return (
            self.parameters.depth_texture_mode if image.format.has_depth else image.format.base.name
        )

    def set_parameter(self, name: str, value) -> None:
        """Set one of `Parameters`."""
        self.parameters = replace(self.parameters, **{name: value})
        self._sampler = None

    def restore_parameters(self, parameters: Parameters) -> None:
        """Replace all of the parameters."""
        if self.parameters is not parameters:
            self.parameters = parameters
            self._sampler = None

    def set_image(self, level: int, image: Image) -> None:
        """Replace the image of a level."""
        self.images[level] = image
        self._changed(level)

    def update_image(self, level: int, offset: tuple[int, int, int], components) -> None:
        """Replace a part of a level's image, which must hold it.

        offset : x, y, z of the first texel, counted from the first of the interior.
        components : (depth, height, width, n) as `InternalFormat` gives them; of fewer components
            than texels have, the first ones are replaced.
        """
        image = self.images[level]
        part = []
        for axis in (2, 1, 0):
            border = image.border if axis < self.target.dimensions else 0
            start = offset[axis] + border
            part.append(slice(start, start + components.shape[2 - axis]))
        image.components[tuple(part)][..., : components.shape[-1]] = components
        self._changed(level)

    def _changed(self, level):
        self._sampler = None
        self._surfaces.clear()
        if self.parameters.generate_mipmap and level == self.parameters.base_level:
            # OpenGL 2.1, 3.8.8: "Array levels levelbase + 1 through p are replaced".
            self._reduce(self._smallest_level())

    def generate_mipmap(self) -> None:
        """Compute the levels above the base level, up to the smallest or `max_level`."""
        # EXT_framebuffer_object, GenerateMipmapEXT: "from TEXTURE_BASE_LEVEL+1 through q".
        self._reduce(min(self._smallest_level(), self.parameters.max_level))

    def _reduce(self, last):
        base, made = self.parameters.base_level, {}
        for level in range(base + 1, last + 1):
            made[level] = (made.get(level - 1) or self.images[level - 1]).reduced()
        self.images.update(made)
        self._sampler = None
        self._surfaces.clear()

    def _smallest_level(self) -> int:
        """p of OpenGL 2.1, 3.8.8, Mipmapping; below the base level if that has no image."""
        base = self.parameters.base_level
        image = self.images.get(base)
        return base + max(image.size).bit_length() - 1 if image and all(image.size) else base - 1

    def complete_levels(self) -> list[Image] | None:
        """The images that the parameters ask for, base level first; None if it is not complete.

        OpenGL 2.1, 3.8.10. A filter without mipmap asks for the base level only.
        """
        base = self.parameters.base_level
        first = self.images.get(base)
        if first is None or not all(first.size):
            return None
        if MIPMAP_FILTERS[self.parameters.min_filter][1] == "NONE":
            return [first]
        last = min(self._smallest_level(), self.parameters.max_level)
        levels = [self.images.get(level) for level in range(base, last + 1)]
        return levels if levels and _consistent(levels) else None

    def sampler(self, unit_bias: float = 0.0) -> tuple[TextureKey, dict] | None:
        """What a kernel needs to sample this texture; None if it is not complete.

        unit_bias : the texture unit's own level-of-detail bias.
        The result is (key, arrays by the names of `sampling.ARRAYS`), and the same objects until
        something changes.
        """
        if self._drawn or self._sampler is None or self._sampler[0] != unit_bias:
            levels = self.complete_levels()
            built = None if levels is None else self._built(levels, unit_bias)
            self._sampler = (unit_bias, built)
        return self._sampler[1]

    def _built(self, levels, unit_bias):
        parameters, base = self.parameters, levels[0]
        storage = base.format.storage
        min_filter, mip_filter = MIPMAP_FILTERS[parameters.min_filter]
        if len(levels) == 1 and min_filter == parameters.mag_filter:
            mip_filter = "NONE"
        wraps = (parameters.wrap_s, parameters.wrap_t, parameters.wrap_r)
        depth_mode = compare = None
        if base.format.has_depth:
            depth_mode = parameters.depth_texture_mode
            if parameters.compare_mode != "NONE":
                compare = parameters.compare_func.lower()
        key = TextureKey(
            target=self.target.name,
            storage=storage.name,
            min_filter=min_filter,
            mip_filter=mip_filter,
            mag_filter=parameters.mag_filter,
            wraps=wraps[: self.target.dimensions],
            border=base.border,
            depth_mode=depth_mode,
            compare=compare,
        )
        words = [image.words for image in levels]
        offsets = np.cumsum([0] + [len(part) for part in words[:-1]])
        border = np.array(base.format.expanded(parameters.border_color), np.float32)
        bias = parameters.lod_bias + unit_bias
        with np.errstate(over="ignore"):
            lods = np.array([bias, parameters.min_lod, parameters.max_lod], np.float32)
        arrays = {
            "texels": np.concatenate(words),
            "levels": np.array([len(levels) - 1, *base.size, *offsets], np.int32),
            "settings": np.concatenate([lods, border * np.float32(storage.unit)]),
        }
        return key, arrays


def _consistent(levels):
    """Whether all levels exist, with one format and border and the sizes of a mipmap."""
    base = levels[0]
    for step, image in enumerate(levels):
        if image is None or image.format != base.format or image.border != base.border:
            return False
        if image.size != tuple(max(1, length >> step) for length in base.size):
            return False
    return True
