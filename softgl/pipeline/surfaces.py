"""Images of textures as planes to draw to."""

from __future__ import annotations

import numpy as np

from softgl.pipeline.planes import ColorFormat, Plane
from softgl.texture.formats import FLOAT16, FLOAT32, SRGB8, UNORM8, UNORM16, InternalFormat
from softgl.texture.image import Image

PLANE_STORAGES = {
    UNORM8: "unorm8",
    SRGB8: "unorm8",
    UNORM16: "unorm16",
    FLOAT16: "float16",
    FLOAT32: "float32",
}
"""The name in `planes.COLOR_STORAGES` of each storage of texels."""


def plane_formats(format_: InternalFormat) -> dict[str, ColorFormat | str]:
    """The formats of the planes of an internal format, by "color", "depth" and "stencil"."""
    if not format_.has_depth:
        storage = PLANE_STORAGES[format_.storage]
        color = ColorFormat(storage, format_.base.returned, format_.storage is SRGB8)
        return {"color": color}
    formats = {"depth": format_.storage.depth.name}
    return formats | {"stencil": "stencil8"} if format_.has_stencil else formats


class ImageSurface:
    """A slice of a texture image as planes. planes : those that are drawn to, by their kinds."""

    def __init__(self, image: Image, layer: int):
        self.format = image.format
        part = image.components[image.slice(layer)][0]
        self.height, self.width = part.shape[:2]
        self.planes = {
            kind: Plane(self.width, self.height, format_)
            for kind, format_ in plane_formats(image.format).items()
        }
        if self.format.has_depth:
            for plane, words in zip(self.planes.values(), np.moveaxis(part, -1, 0), strict=True):
                plane.write(0, 0, words[np.newaxis])
        else:
            self._write_color(part)

    def _write_color(self, part):
        pixels = self.format.returned_pixels(part)
        plane = self.planes["color"]
        if pixels.dtype == np.uint8:
            words = np.ascontiguousarray(pixels).view("<u4")[..., 0][np.newaxis]
        else:
            words = plane.format.lay.encode(pixels)
        plane.write(0, 0, words)

    def components(self) -> np.ndarray:
        """The texels as components (height, width, n) of the image."""
        place = (0, 0, self.width, self.height)
        if self.format.has_depth:
            return np.stack([plane.read(*place)[0] for plane in self.planes.values()], axis=-1)
        return self.format.drawn_pixels(self.planes["color"].read_color(*place))
