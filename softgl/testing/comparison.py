"""How two pictures differ: in numbers, in a picture to look at, and whether that is too much."""

from __future__ import annotations

import math
from functools import cached_property

import numpy as np
from PIL import Image

from softgl.errors import SoftGLError
from softgl.files import FileError, read_file
from softgl.image import ImageError, as_image, load_png
from softgl.records import dataclass

DARKEST = 96
"""What the brightest channel of a pixel is shown as, at least, where pictures differ."""
EIGHT_BITS = ("1", "L", "LA", "P", "PA", "RGB", "RGBA")
"""Pillow's modes that RGBA of 8 bits holds without loss."""
BIT_DEPTH = 24
"""Where a PNG file says how many bits a channel has."""


class ToleranceError(SoftGLError, ValueError):
    """A tolerance is not of the form that it should have, or cannot be measured here."""


@dataclass(frozen=True, eq=False)
class Difference:
    """How two pictures of one size differ.

    actual, expected : (h, w, 4) uint8.
    """

    actual: np.ndarray
    expected: np.ndarray

    @cached_property
    def apart(self) -> np.ndarray:
        """(h, w, 4) int64, 0 to 255: the difference of each channel."""
        return np.abs(self.actual.astype(np.int64) - self.expected)

    @cached_property
    def largest(self) -> int:
        """The largest difference of a channel, 0 to 255."""
        return int(self.apart.max())

    @cached_property
    def pixels(self) -> int:
        """How many pixels differ."""
        return int(np.count_nonzero(self.apart.any(axis=-1)))

    @cached_property
    def rms(self) -> float:
        """The root of the mean square of all channels' differences, 0 to 255."""
        return math.sqrt(int((self.apart * self.apart).sum()) / self.apart.size)

    @cached_property
    def flip(self) -> float:
        """The mean of FLIP's error, 0 to 1; 1 if alpha differs, which it does not see.

        Raises ToleranceError where the package flip-evaluator is missing.
        """
        if self.apart[..., 3].any():
            return 1.0
        try:
            from flip_evaluator import evaluate
        except ImportError as error:
            raise ToleranceError(
                f"flip needs the package flip-evaluator: pip install 'softgl[flip]' ({error})"
            ) from None
        colours = [
            np.ascontiguousarray(picture[..., :3].astype(np.float32) / np.float32(255))
            for picture in (self.expected, self.actual)
        ]
        return float(evaluate(*colours, "LDR", applyMagma=False)[1])

    @property
    def image(self) -> np.ndarray:
        """(h, w, 3) uint8, to be looked at: black where the pictures agree.

        Where they differ a pixel's brightest channel is from 96, for next to nothing, to 255, for
        the largest difference; a difference of alpha alone shows as grey to white.
        """
        colours, alpha = self.apart[..., :3], self.apart[..., 3:]
        visible = np.where(colours.any(-1, keepdims=True), colours, alpha)
        most = visible.max(-1, keepdims=True)
        bright = DARKEST + (255 - DARKEST) * most // max(1, int(most.max()))
        return (visible * bright // np.maximum(most, 1)).astype(np.uint8)

    def __str__(self):
        count = "1 pixel" if self.pixels == 1 else f"{self.pixels} pixels"
        return (
            f"{count} of {self.apart[..., 0].size}, by up to {self.largest}/255, rms {self.rms:.4g}"
        )


def difference(actual, expected) -> Difference:
    """Compare two pictures of one size, as `as_picture` takes them."""
    actual, expected = as_picture(actual), as_picture(expected)
    if actual.shape != expected.shape:
        raise ImageError(f"pictures of {size(actual)} and {size(expected)} cannot be compared")
    return Difference(actual, expected)


@dataclass(frozen=True)
class Tolerance:
    """How much two pictures may differ; exactly nothing if nothing is given.

    fuzzy : (largest difference of a channel in 1/255, pixels that may differ, why).
    rms : (largest root of the mean square in 1/255, why).
    flip : (largest mean of FLIP's perceptual error, 0 to 1, why).
    Of several all must hold. Raises ToleranceError.
    """

    fuzzy: tuple | None = None
    rms: tuple | None = None
    flip: tuple | None = None

    def __post_init__(self):
        forms = {
            "fuzzy": "(largest difference, pixels, reason)",
            "rms": "(limit, reason)",
            "flip": "(limit, reason)",
        }
        for name, form in forms.items():
            given = getattr(self, name)
            if given is not None and not _well_formed(given, form.count(",")):
                raise ToleranceError(
                    f"{name} is {form}: numbers from 0, and in words why; not {given!r}"
                )

    def refuses(self, found: Difference) -> str:
        """What is beyond the tolerance, in words; empty if the pictures pass."""
        if not found.pixels:
            return ""
        if not (self.fuzzy or self.rms or self.flip):
            return f"differs in {found}"
        beyond = []
        if self.fuzzy:
            largest, pixels, reason = self.fuzzy
            if found.largest > largest or found.pixels > pixels:
                beyond.append(f"allowed: {largest}/255 in {pixels} pixels, because {reason}")
        if self.rms and found.rms > self.rms[0]:
            beyond.append(f"allowed: rms {self.rms[0]}, because {self.rms[1]}")
        if self.flip and found.flip > self.flip[0]:
            limit, reason = self.flip
            beyond.append(f"flip {found.flip:.4g}, allowed: {limit}, because {reason}")
        return "; ".join([f"differs in {found}", *beyond]) if beyond else ""


def _well_formed(given, numbers):
    """Whether it is a tuple of so many numbers and a reason."""
    if not isinstance(given, (tuple, list)) or len(given) != numbers + 1:
        return False
    *limits, reason = given
    right = all(
        isinstance(x, (int, float)) and not isinstance(x, bool) and 0 <= x < math.inf
        for x in limits
    )
    return right and isinstance(reason, str) and bool(reason.strip())


def as_picture(image) -> np.ndarray:
    """`image` as (h, w, 4) uint8, top row first.

    image : a softgl.Context (what has been drawn in its window), a PIL image of 8 bits a channel,
        or an array of uint8 shaped (h, w[, 1, 3 or 4]). Raises ImageError for anything else.
    """
    read = getattr(image, "read_image", None)
    if callable(read):
        image = read()
    if not isinstance(image, Image.Image):
        dtype = getattr(image, "dtype", None)
        if dtype is None and not isinstance(image, (list, tuple)):
            raise ImageError(
                "a picture is a softgl.Context, a PIL image or an array of uint8, "
                f"not {type(image).__name__}"
            )
        image = as_image(image)
    if image.mode not in EIGHT_BITS:
        raise ImageError(f"a PIL image of mode {image.mode} has more than RGBA of 8 bits can hold")
    return np.array(image.convert("RGBA"))


def read_picture(path) -> np.ndarray:
    """The PNG file at `path` as (h, w, 4) uint8. Raises ImageError, also for 16 bits a channel."""
    picture = load_png(path)
    try:
        deep = read_file(path)[BIT_DEPTH] > 8
    except FileError as error:
        raise ImageError(str(error)) from None
    if deep:
        raise ImageError(f"{path} has 16 bits a channel; pictures of 8 are compared")
    return picture


def size(picture) -> str:
    """The size of an array as people write it: WIDTHxHEIGHT."""
    return f"{picture.shape[1]}x{picture.shape[0]}"
