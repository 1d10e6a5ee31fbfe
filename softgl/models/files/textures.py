"""The images of a model."""

from __future__ import annotations

import hashlib

import numpy as np
from PIL import Image

from softgl.image import MAX_PIXELS, ImageError, open_image
from softgl.models.files.errors import ModelError
from softgl.models.files.limits import MAX_TEXELS

# Pillow's formats for textures. Others would start programs (EPS) or are rare.
TEXTURES = ("BMP", "DDS", "GIF", "JPEG", "PNG", "PPM", "TGA", "TIFF", "WEBP")
OTHER_KINDS = (
    (b"%!PS", "EPS"), (b"8BPS", "PSD"), (b"v/1\x01", "OpenEXR"), (b"#?RADIANCE", "HDR"),
    (b"#?RGBE", "HDR"), (b"<svg", "SVG"), (b"<?xml", "XML"), (b"%PDF", "PDF"), (b"\xabKTX", "KTX"),
    (b"\x00\x00\x00\x0cjP", "JPEG 2000"), (b"\xff\x4f\xff\x51", "JPEG 2000"),
    (b"gimp xcf", "XCF"), (b"\x13\xab\xa1\x5c", "ASTC"), (b"<!DOCTYPE", "HTML"), (b"<html", "HTML"),
    (b"version https://git-lfs", "Git LFS pointer"),
)  # fmt: skip
"""First bytes of a file -> its kind, which is not read as a texture."""


class Textures:
    """The textures of a model in 8 bits, each decoded once for all its materials."""

    def __init__(self, path):
        self.path, self.pixels = path, 0
        self._decoded: dict[bytes, Image.Image] = {}  # by digest of the file

    def decode(self, data: bytes, name: str) -> Image.Image:
        """Decodes the file of an image, mode RGB or RGBA; returns the same object for equal files.

        name : of the file, for messages. Raises ModelError.
        """
        digest = hashlib.sha1(data).digest()
        if digest not in self._decoded:
            try:
                image = open_image(data, TEXTURES, MAX_PIXELS)
            except ImageError as error:
                raise self._error(name, error) from None
            except Exception:  # Pillow raises many types for damaged files
                raise self._error(name, "not an image, or a damaged one") from None
            self._decoded[digest] = self._loaded(image, name)
        return self._decoded[digest]

    def _loaded(self, image, name):
        self.pixels += image.width * image.height
        if self.pixels > MAX_TEXELS:
            raise ModelError(f"{self.path}: its textures have more than {MAX_TEXELS} texels")
        try:
            return eight_bits(image)  # decodes the pixels
        except Exception:  # Pillow raises many types for damaged files
            raise self._error(name, "a damaged image") from None

    def _error(self, name, reason):
        return ModelError(f"{self.path}: cannot read {name}: {reason}")


def other_kind(data: bytes) -> str | None:
    """The kind of a file that is known, but not read as a texture; or None."""
    return next((kind for start, kind in OTHER_KINDS if data.startswith(start)), None)


def eight_bits(image: Image.Image) -> Image.Image:
    """Converts an image to RGB, or to RGBA if it has alpha, of 8 bits.

    Integers of more bits are scaled and rounded. Floats are clamped to 0 to 1; NaN becomes 0.
    """
    clear = "transparency" in image.info
    if image.mode == "F":
        values = np.nan_to_num(np.asarray(image, dtype=np.float64), posinf=1.0, neginf=0.0)
        image = _grey(np.clip(values, 0.0, 1.0) * 255.0)
    elif image.mode == "I" or image.mode.startswith("I;"):
        values = np.asarray(image).astype(np.float64)
        # Pillow's mode I has 16-bit files, too.
        limit = 65535.0 if values.size == 0 or values.max() <= 65535.0 else 2147483647.0
        image = _grey(np.clip(values, 0.0, limit) * (255.0 / limit))
    alpha = image.mode in ("LA", "PA", "La", "RGBA", "RGBa") or (clear and image.mode != "CMYK")
    return image.convert("RGBA" if alpha else "RGB")


def _grey(values):
    return Image.fromarray(np.floor(values + 0.5).astype(np.uint8))


def check_texture(data: bytes, most: int = MAX_PIXELS) -> None:
    """Raises ImageError if `data` is an image of more than `most` pixels."""
    try:
        open_image(data, TEXTURES, most)
    except ImageError:
        raise
    except Exception:  # not an image, or a damaged one: decoding reports it later
        return
