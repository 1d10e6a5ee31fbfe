"""Images of textures as planes to draw to."""

from __future__ import annotations

import numpy as np

from softgl.pipeline.planes import ColorFormat, Plane
from softgl.texture.formats import FLOAT16, FLOAT32, SRGB8, UNORM8, UNORM16, InternalFormat
from softgl.texture.image import Image

STORAGES = {
    UNORM8: "unorm8",
    SRGB8: "unorm8",
    UNORM16: "unorm16",
    FLOAT16: "float16",
    FLOAT32: "float32",
}


def color_format(format_: InternalFormat) -> ColorFormat | None:
    """The format of a plane for images of an internal format; None if none can be drawn to."""
    storage = STORAGES.get(format_.storage)
    if storage is None:
        return None
    return ColorFormat(storage, format_.base.returned, format_.storage is SRGB8)


class ImageSurface:
    """A slice of a texture image as a plane. plane : what is drawn to."""

    def __init__(self, image: Image, layer: int):
        width, height, _ = image.size
        border, dimensions = image.border, image.target.dimensions
        low = border if dimensions > 1 else 0
        first = layer + (border if dimensions > 2 else 0)
        part = image.components[first, low : low + height, border : border + width]
        pixels = image.format.returned_pixels(part)
        self.plane = Plane(width, height, color_format(image.format))
        if pixels.dtype == np.uint8:
            words = np.ascontiguousarray(pixels).view("<u4")[..., 0][np.newaxis]
        else:
            words = self.plane.format.lay.encode(pixels)
        self.plane.write(0, 0, words)

    def pixels(self) -> np.ndarray:
        """The pixels (height, width, 4), uint8 or float32."""
        return self.plane.read_color(0, 0, self.plane.width, self.plane.height)
