"""Surfaces and images without the real pygame, sufficient for textures."""

from __future__ import annotations

import numpy as np

from softgl.running.pygame.constants import FLAGS

FORMATS = {"RGB": 3, "RGBA": 4, "RGBX": 4, "ARGB": 4, "BGRA": 4, "P": 1}
ORDERS = {"RGB": [0, 1, 2], "RGBA": [0, 1, 2, 3], "RGBX": [0, 1, 2, 3], "ARGB": [3, 0, 1, 2],
          "BGRA": [2, 1, 0, 3]}  # fmt: skip


class Surface:
    """A picture. pixels : (height, width, 4) uint8, top row first."""

    def __init__(self, size=(0, 0), flags=0, depth=32, masks=None):
        width, height = size.get_size() if isinstance(size, Surface) else size
        self._pixels = np.zeros((int(height), int(width), 4), np.uint8)
        self._flags = int(flags)
        if not flags & FLAGS["SRCALPHA"]:
            self._pixels[..., 3] = 255

    @classmethod
    def of(cls, pixels: np.ndarray) -> Surface:
        """Returns a surface with these pixels."""
        surface = cls((0, 0), FLAGS["SRCALPHA"])
        surface._pixels = pixels
        return surface

    def get_size(self):
        """Returns width and height."""
        return self.get_width(), self.get_height()

    def get_width(self):
        """Returns the width in pixels."""
        return self._pixels.shape[1]

    def get_height(self):
        """Returns the height in pixels."""
        return self._pixels.shape[0]

    def get_flags(self):
        """Returns the SRCALPHA flag and others."""
        return self._flags

    def get_bitsize(self):
        """Returns the bits of a pixel."""
        return 32

    def get_bytesize(self):
        """Returns the bytes of a pixel."""
        return 4

    def copy(self):
        """Copies the surface."""
        return Surface.of(self._pixels.copy())

    def convert(self, *_):
        """Copies the surface."""
        return self.copy()

    convert_alpha = convert

    def get_at(self, place):
        """Returns the colour of a pixel: red, green, blue, alpha."""
        x, y = place
        return tuple(self._pixels[self._row(y), self._column(x)].tolist())

    def set_at(self, place, color):
        """Sets the colour of a pixel."""
        x, y = place
        self._pixels[self._row(y), self._column(x)] = _color(color)

    def _row(self, y):
        if not 0 <= y < self.get_height():
            raise IndexError("pixel index out of range")
        return y

    def _column(self, x):
        if not 0 <= x < self.get_width():
            raise IndexError("pixel index out of range")
        return x

    def fill(self, color, rect=None, special_flags=0):
        """Fills the surface, or a rectangle (x, y, width, height), with a colour."""
        x, y, width, height = rect or (0, 0, *self.get_size())
        self._pixels[max(0, y) : max(0, y + height), max(0, x) : max(0, x + width)] = _color(color)

    def subsurface(self, *rect):
        """Returns a part of the surface that shares its pixels."""
        x, y, width, height = rect[0] if len(rect) == 1 else rect
        return Surface.of(self._pixels[y : y + height, x : x + width])

    def get_buffer(self):
        """Returns the pixels: blue, green, red, alpha."""
        return memoryview(np.ascontiguousarray(self._pixels[..., [2, 1, 0, 3]])).cast("B")

    def lock(self):
        """Does nothing."""

    unlock = lock


def _color(color):
    red, green, blue, *alpha = color
    return red, green, blue, alpha[0] if alpha else 255


class Image:
    """The functions of `pygame.image`."""

    def __init__(self, error: type[Exception]):
        self._error = error

    def load(self, file, namehint=""):
        """Loads a picture from a file."""
        from PIL import Image, UnidentifiedImageError

        try:
            with Image.open(file) as image:
                return Surface.of(np.array(image.convert("RGBA")))
        except FileNotFoundError:
            raise FileNotFoundError(f"No file '{file}' found in working directory") from None
        except UnidentifiedImageError as error:
            raise self._error(str(error)) from None

    load_extended = load_basic = load

    def save(self, surface, file, namehint=""):
        """Writes a picture to a file."""
        from PIL import Image

        Image.fromarray(surface._pixels).save(file)

    def get_extended(self):
        """Returns True: many file formats can be read."""
        return True

    def tostring(self, surface, format, flipped=False):
        """Returns the pixels as bytes; flipped : the lowest row first, as in OpenGL."""
        if format not in ORDERS:
            raise ValueError(f"softgl's stand-in of pygame has no format {format!r}")
        pixels = surface._pixels[..., ORDERS[format]]
        if format == "RGBX":
            pixels[..., 3] = 255
        return (pixels[::-1] if flipped else pixels).tobytes()

    tobytes = tostring

    def fromstring(self, bytes, size, format, flipped=False):
        """Returns a surface from bytes."""
        if format not in ORDERS:
            raise ValueError(f"softgl's stand-in of pygame has no format {format!r}")
        width, height = size
        if len(bytes) != width * height * FORMATS[format]:
            raise ValueError("Bytes length does not equal format and resolution size")
        pixels = np.frombuffer(bytes, np.uint8).reshape(height, width, FORMATS[format])
        pixels = np.full((height, width, 4), 255, np.uint8)
        pixels[..., ORDERS[format]] = pixels
        return Surface.of(np.ascontiguousarray(pixels[::-1] if flipped else pixels))

    frombytes = frombuffer = fromstring


class Transform:
    """The functions of `pygame.transform`."""

    def flip(self, surface, flip_x, flip_y):
        """Flips a picture left to right, or upside down."""
        pixels = surface._pixels[:, ::-1] if flip_x else surface._pixels
        return Surface.of((pixels[::-1] if flip_y else pixels).copy())

    def scale(self, surface, size, dest_surface=None):
        """Scales a picture to the nearest pixels."""
        return self._resized(surface, size, "NEAREST")

    def smoothscale(self, surface, size, dest_surface=None):
        """Scales a picture with interpolation."""
        return self._resized(surface, size, "BILINEAR")

    def _resized(self, surface, size, filter_name):
        from PIL import Image

        size = tuple(int(side) for side in size)
        image = Image.fromarray(np.ascontiguousarray(surface._pixels))
        return Surface.of(np.array(image.resize(size, Image.Resampling[filter_name])))
