"""Images of textures as planes to draw to."""

from __future__ import annotations

import numpy as np

from softgl.pipeline.planes import Plane
from softgl.texture.image import Image


class ImageSurface:
    """A slice of a texture image as planes. planes : those that are drawn to, by their kinds."""

    def __init__(self, image: Image, layer: int):
        self.format = image.format
        part = image.texels[image.slice(layer)][0]
        self.height, self.width = part.shape[:2]
        self.planes = {
            kind: Plane(self.width, self.height, format_)
            for kind, format_ in image.format.plane_formats.items()
        }
        for plane, words in zip(self.planes.values(), image.format.to_planes(part), strict=True):
            plane.write(0, 0, np.moveaxis(words, -1, 0))

    def texels(self) -> np.ndarray:
        """The texels (height, width, words) of the slice."""
        place = (0, 0, self.width, self.height)
        words = [np.moveaxis(plane.read(*place), 0, -1) for plane in self.planes.values()]
        return self.format.from_planes(words)
