"""Likely mistakes with the pixels that a command takes from client memory."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

import numpy as np

from softgl.gl.explain.reason import HIGH, OTHER, Reason
from softgl.pixels.types import COLOR_FORMATS, INTEGER_FORMATS, PIXEL_FORMATS, PIXEL_TYPES

PIXELS = Reason(31, OTHER, HIGH, lambda facts: iter(()))
"""The kind of these mistakes, which are found at the command, not at a draw."""
_NAMES = {2: "GL_RG", 3: "GL_RGB", 4: "GL_RGBA"}


def mistaken_pixels(data, format_: str, type_: str, size) -> Iterator[str]:
    """Yields a sentence for each sign that an array is not what its arguments say.

    format_, type_ : names without "GL_". size : of the image, one number per axis.
    """
    if not isinstance(data, np.ndarray | bytes | bytearray) or format_ not in COLOR_FORMATS:
        return
    kind, pixels = PIXEL_TYPES[type_], prod(size)
    # Bytes are memory; the numbers of an array are converted.
    array = data if isinstance(data, np.ndarray) else _numbers(data, kind.dtype)
    if kind.dtype.kind in "iu" and are_fractions(array, format_ not in INTEGER_FORMATS):
        yield (
            f"the pixels are {array.dtype} from 0 to 1, and become whole numbers of GL_{type_}: "
            "pass GL_FLOAT, or numbers up to the largest of the type"
        )
    components = len(PIXEL_FORMATS[format_])
    # Rows of one or two pixels may have as many bytes by their alignment.
    if kind.packed or size[0] <= 2 or not pixels or array.size % pixels:
        return
    given = array.size // pixels
    if array.ndim > 2 and array.shape[-1] != given:  # an array of more pixels
        return
    if components < given <= 4:
        yield (
            f"there are {given} components for each of {pixels} pixels, and GL_{format_} takes "
            f"{components}: {_NAMES[given]}?"
        )


def _numbers(data: bytes | bytearray, dtype: np.dtype) -> np.ndarray:
    """Reads whole numbers of a type from memory."""
    count = len(data) // dtype.itemsize
    return np.frombuffer(data, dtype, count) if count else np.zeros(0, dtype)


def are_fractions(array: np.ndarray, normalized: bool) -> bool:
    """True if an array holds floats from 0 to 1 only, as of colours.

    normalized : True if the largest integer would mean 1: floats of 0 and 1 are enough then, but
        for zeros alone. Otherwise one must lie between.
    """
    if array.dtype.kind != "f" or not ((array >= 0) & (array <= 1)).all():
        return False
    return bool(((array > 0) & (normalized | (array < 1))).any())
