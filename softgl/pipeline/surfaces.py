"""Images of textures as planes to draw to."""

from __future__ import annotations

import numpy as np

from softgl.formats.forms import plane_form
from softgl.pipeline.moves import Moves, Rectangle, Rows
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

    def store(self, texels: np.ndarray, moves: Moves | None = None) -> None:
        """Make texels (height, width, words) those of the slice; moves : what may be sooner."""
        if moves is None or not self.format.is_one_plane or not texels.flags.c_contiguous:
            texels[...] = self.texels()
            return
        [plane] = self.planes.values()
        form = plane_form(plane.format)
        rows = Rows(form, texels.reshape(-1), self.width * form.words)
        moves.to_rows(Rectangle(plane, 0, 0), rows, (self.width, self.height))

    def texels(self) -> np.ndarray:
        """The texels (height, width, words) of the slice."""
        place = (0, 0, self.width, self.height)
        words = [np.moveaxis(plane.read(*place), 0, -1) for plane in self.planes.values()]
        return self.format.from_planes(words)
