"""Images of textures as planes to draw to."""

from __future__ import annotations

import numpy as np

from softgl.pipeline.planes import Plane
from softgl.texture.image import Image


class ImageSurface:
    """A slice of a texture image as planes. planes : those that are drawn to, by their kinds."""

    def __init__(self, image: Image, layer: int):
        self.format, (self.width, self.height, _) = image.format, image.size
        border, dimensions = image.border, image.target.dimensions
        low = border if dimensions > 1 else 0
        first = layer + (border if dimensions > 2 else 0)
        part = image.texels[first, low : low + self.height, border : border + self.width]
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
