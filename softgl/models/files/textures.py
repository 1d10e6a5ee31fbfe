"""The images of a model."""

from __future__ import annotations

import hashlib

from PIL import Image

from softgl.image import MAX_PIXELS, ImageError, open_image
from softgl.models.files.errors import ModelError
from softgl.models.files.limits import MAX_TEXELS

# Pillow's formats for textures. Others would start programs (EPS) or are rare.
TEXTURES = ("BMP", "DDS", "GIF", "JPEG", "PNG", "PPM", "TGA", "TIFF", "WEBP")


class Textures:
    """The textures of a model, each decoded once for all its materials."""

    def __init__(self, path):
        self.path, self.pixels = path, 0
        self._decoded: dict[bytes | int, Image.Image] = {}  # by digest of the file, and by id

    def decode(self, data: bytes, name: str) -> Image.Image:
        """Decodes the file of an image; returns the same object for equal files.

        name : of the file, for messages. Raises ModelError.
        """
        digest = hashlib.sha1(data).digest()
        if digest not in self._decoded:
            try:
                image = open_image(data, TEXTURES, MAX_PIXELS)
            except ImageError as error:
                raise ModelError(f"{self.path}: cannot read {name}: {error}") from None
            except Exception:  # Pillow raises many types for damaged files
                reason = "not an image, or a damaged one"
                raise ModelError(f"{self.path}: cannot read {name}: {reason}") from None
            self._decoded[digest] = self._loaded(image, True)
        return self._decoded[digest]

    def decode_image(self, image: Image.Image) -> Image.Image:
        """Decodes an image; returns the same object for equal files. Raises ModelError."""
        if id(image) not in self._decoded:
            # An image that trimesh made itself comes from no file.
            file = getattr(image, "fp", None)
            name = id(image) if file is None else hashlib.sha1(file.getbuffer()).digest()
            if name not in self._decoded:
                self._decoded[name] = self._loaded(image, file is not None)
            self._decoded[id(image)] = self._decoded[name]
        return self._decoded[id(image)]

    def _loaded(self, image, from_file):
        if from_file and image.format not in (*TEXTURES, "MPO"):  # MPO: JPEG from a camera
            raise ModelError(f"{self.path} has a texture of an unsupported format: {image.format}")
        self.pixels += image.width * image.height
        if self.pixels > MAX_TEXELS:
            raise ModelError(f"{self.path}: its textures have more than {MAX_TEXELS} texels")
        try:
            image.load()  # decodes the pixels
        except Exception as error:  # Pillow raises many types for damaged files
            raise ModelError(f"{self.path} has a texture that cannot be read: {error}") from error
        return image


def check_texture(data: bytes, most: int = MAX_PIXELS) -> None:
    """Raises ImageError if `data` is an image of more than `most` pixels."""
    try:
        open_image(data, TEXTURES, most)
    except ImageError:
        raise
    except Exception:  # not an image, or a damaged one: decoding reports it later
        return
