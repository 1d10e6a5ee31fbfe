"""Textures of every mode become 8-bit RGB or RGBA with the right values."""

import io
import struct
import zlib

import numpy as np
import pytest
from PIL import Image

from softgl.models.files.textures import Textures


def encoded(image, kind="PNG", **options):
    buffer = io.BytesIO()
    image.save(buffer, kind, **options)
    return buffer.getvalue()


def png(width, height, depth, colour_type, rows):
    """A PNG file of any depth; rows : bytes of each row."""

    def chunk(name, data):
        return (
            struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        )

    head = struct.pack(">IIBBBBB", width, height, depth, colour_type, 0, 0, 0)
    data = zlib.compress(b"".join(b"\0" + row for row in rows))
    parts = chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + parts


def grey(values, mode):
    return Image.fromarray(np.array([values], mode))


def palette(**options):
    image = Image.new("P", (2, 1))
    image.putpalette([255, 0, 0, 0, 0, 255])
    image.putdata([0, 1])
    return encoded(image, **options)


# The bytes of a file, its mode once read, and its pixels.
FILES = {
    "16-bit grey": (
        png(3, 1, 16, 0, [struct.pack(">3H", 0, 0x8000, 65535)]),
        "RGB",
        [(0,) * 3, (128,) * 3, (255,) * 3],
    ),
    "16-bit grey TIFF": (
        encoded(grey([0, 0x8000, 65535], np.uint16), "TIFF"),
        "RGB",
        [(0,) * 3, (128,) * 3, (255,) * 3],
    ),
    "16-bit grey and alpha": (
        png(2, 1, 16, 4, [struct.pack(">4H", 65535, 0, 0, 0x8000)]),
        "RGBA",
        [(255, 255, 255, 0), (0, 0, 0, 128)],
    ),
    "16-bit RGB": (
        png(2, 1, 16, 2, [struct.pack(">6H", 65535, 0x8000, 0, 0, 0, 65535)]),
        "RGB",
        [(255, 128, 0), (0, 0, 255)],
    ),
    "1-bit": (encoded(Image.fromarray(np.array([[True, False]]))), "RGB", [(255,) * 3, (0,) * 3]),
    "2-bit grey": (
        png(4, 1, 2, 0, [b"\x1b"]),
        "RGB",
        [(0,) * 3, (85,) * 3, (170,) * 3, (255,) * 3],
    ),
    "float TIFF": (
        encoded(grey([-1, 0.5, 1, 7, np.nan], np.float32), "TIFF"),
        "RGB",
        [(0,) * 3, (128,) * 3, (255,) * 3, (255,) * 3, (0,) * 3],
    ),
    "grey and alpha": (
        encoded(Image.merge("LA", [Image.new("L", (1, 1), 200), Image.new("L", (1, 1), 50)])),
        "RGBA",
        [(200, 200, 200, 50)],
    ),
    "palette": (palette(), "RGB", [(255, 0, 0), (0, 0, 255)]),
    "palette with transparency": (
        palette(transparency=bytes([255, 40])),
        "RGBA",
        [(255, 0, 0, 255), (0, 0, 255, 40)],
    ),
    "a transparent colour": (
        encoded(
            Image.fromarray(np.array([[(9, 9, 9), (1, 2, 3)]], np.uint8)), transparency=(1, 2, 3)
        ),
        "RGBA",
        [(9, 9, 9, 255), (1, 2, 3, 0)],
    ),
    "CMYK TIFF": (
        encoded(Image.new("CMYK", (1, 1), (0, 255, 255, 0)), "TIFF"),
        "RGB",
        [(255, 0, 0)],
    ),
    "CMYK JPEG": (
        encoded(Image.new("CMYK", (8, 8), (255, 0, 0, 0)), "JPEG", quality=100),
        "RGB",
        [(0, 255, 255)] * 64,
    ),
}


@pytest.mark.parametrize("name", FILES)
def test_pixels_have_eight_bits(name):
    data, mode, expected = FILES[name]
    image = Textures("a.obj").decode(data, "a.png")
    assert image.mode == mode
    found = np.asarray(image).reshape(len(expected), -1).astype(int)
    assert np.abs(found - np.array(expected)).max() <= (1 if "JPEG" in name else 0)
