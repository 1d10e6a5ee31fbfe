"""Compares two pictures: differences in numbers, a difference image, tolerances."""

from __future__ import annotations

import io
import math
from functools import cached_property

import numpy as np
from PIL import Image

from softgl.counts import counted
from softgl.errors import SoftGLError
from softgl.files import FileError, read_file
from softgl.image import ImageError, as_image, load_png
from softgl.records import dataclass
from softgl.testing import masks

MIN_SHOWN_DIFFERENCE = 96
"""The least value, 0 to 255, of a differing pixel's brightest channel in the difference image."""
EIGHT_BITS = ("1", "L", "LA", "P", "PA", "RGB", "RGBA")
"""Pillow's modes that convert to 8-bit RGBA without loss."""
BIT_DEPTH = 24
"""The offset in a PNG file of the number of bits per channel."""


class ToleranceError(SoftGLError, ValueError):
    """A tolerance is malformed, or needs a package that is not installed."""


@dataclass(frozen=True, eq=False)
class Difference:
    """The difference of two pictures of one size.

    actual, expected : (h, w, 4) uint8. ignored : (h, w) bool, the pixels that do not count; None
        for none.
    """

    actual: np.ndarray
    expected: np.ndarray
    ignored: np.ndarray | None = None

    @cached_property
    def apart(self) -> np.ndarray:
        """(h, w, 4) int64, 0 to 255: the difference of each channel; 0 where it is ignored."""
        apart = np.abs(self.actual.astype(np.int64) - self.expected)
        if self.ignored is not None:
            apart[self.ignored] = 0
        return apart

    @cached_property
    def largest(self) -> int:
        """The largest difference of a channel, 0 to 255."""
        return int(self.apart.max())

    @cached_property
    def pixels(self) -> int:
        """The number of pixels that differ in any channel."""
        return int(np.count_nonzero(self.apart.any(axis=-1)))

    @cached_property
    def rms(self) -> float:
        """The root mean square of the differences of all channels, 0 to 255."""
        return math.sqrt(int((self.apart * self.apart).sum()) / self.apart.size)

    @cached_property
    def flip(self) -> float:
        """The mean FLIP error, 0 to 1; 1 if alpha differs, which FLIP ignores.

        Raises ToleranceError without the package flip-evaluator.
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
            for picture in (self.expected, self._seen)
        ]
        return float(evaluate(*colours, "LDR", applyMagma=False)[1])

    @property
    def _seen(self) -> np.ndarray:
        """The actual picture, with the expected one where it is ignored."""
        if self.ignored is None:
            return self.actual
        return np.where(self.ignored[..., None], self.expected, self.actual)

    @property
    def image(self) -> np.ndarray:
        """The difference image, (h, w, 3) uint8: black where the pictures agree.

        The brightest channel of a differing pixel runs from 96, for the smallest difference, to
        255, for the largest one; a difference of alpha alone is grey to white.
        """
        colours, alpha = self.apart[..., :3], self.apart[..., 3:]
        visible = np.where(colours.any(-1, keepdims=True), colours, alpha)
        most = visible.max(-1, keepdims=True)
        span = 255 - MIN_SHOWN_DIFFERENCE
        bright = MIN_SHOWN_DIFFERENCE + span * most // max(1, int(most.max()))
        return (visible * bright // np.maximum(most, 1)).astype(np.uint8)

    def __str__(self):
        return (
            f"{counted(self.pixels, 'pixel')} of {self.apart[..., 0].size}, "
            f"by up to {self.largest}/255, rms {self.rms:.4g}"
        )


def difference(actual, expected) -> Difference:
    """Compares two pictures of one size, of any kind that `as_picture` takes.

    Raises ImageError if their sizes differ.
    """
    actual, expected = as_picture(actual), as_picture(expected)
    if actual.shape != expected.shape:
        raise ImageError(f"pictures of {size(actual)} and {size(expected)} cannot be compared")
    return Difference(actual, expected)


@dataclass(frozen=True)
class Tolerance:
    """Limits on the difference of two pictures; without any, the pictures must be equal.

    fuzzy : (maximum difference of a channel in 1/255, maximum number of differing pixels, reason);
        a number between 0 and 1 is a part of all pixels.
    rms : (maximum root mean square in 1/255, reason).
    flip : (maximum mean FLIP error, 0 to 1, reason).
    ignore : regions (x, y, width, height) from the upper left, or boolean arrays (h, w), and a
        reason: the differences there do not count.
    All limits that are set must hold. Raises ToleranceError for a malformed one.
    """

    fuzzy: tuple | None = None
    rms: tuple | None = None
    flip: tuple | None = None
    ignore: tuple | None = None

    def __post_init__(self):
        if self.ignore is not None and not masks.is_ignore(self.ignore):
            raise ToleranceError(f"ignore must be {masks.FORM}; got {self.ignore!r}")
        forms = {
            "fuzzy": "(largest difference, pixels, reason)",
            "rms": "(limit, reason)",
            "flip": "(limit, reason)",
        }
        for name, form in forms.items():
            limits = getattr(self, name)
            if limits is not None and not _well_formed(limits, form.count(",")):
                raise ToleranceError(
                    f"{name} must be {form}, with numbers from 0 and a reason in words; "
                    f"got {limits!r}"
                )

    def difference(self, actual: np.ndarray, expected: np.ndarray) -> Difference:
        """Compares two pictures (h, w, 4) of one size, without what is ignored.

        Raises ToleranceError for a mask of another size.
        """
        try:
            mask = masks.mask_of(self.ignore, expected.shape[:2])
        except ValueError as error:
            raise ToleranceError(str(error)) from None
        return Difference(actual, expected, mask)

    def refuses(self, found: Difference) -> str:
        """Describes the excess over the tolerance; "" if the pictures pass."""
        if not found.pixels:
            return ""
        if not (self.fuzzy or self.rms or self.flip):
            return f"differs in {found}"
        beyond = []
        if self.fuzzy:
            largest, pixels, reason = self.fuzzy
            ratio = 0 < pixels < 1
            most = pixels * found.apart[..., 0].size if ratio else pixels
            if found.largest > largest or found.pixels > most:
                part = f"{pixels:.4%}".rstrip("0%").rstrip(".") + " % of the pixels"
                allowed = f"{largest}/255 in {part if ratio else counted(pixels, 'pixel')}"
                beyond.append(f"allowed: {allowed}, because {reason}")
        if self.rms and found.rms > self.rms[0]:
            beyond.append(f"allowed: rms {self.rms[0]}, because {self.rms[1]}")
        if self.flip and found.flip > self.flip[0]:
            limit, reason = self.flip
            beyond.append(f"flip {found.flip:.4g}, allowed: {limit}, because {reason}")
        return "; ".join([f"differs in {found}", *beyond]) if beyond else ""


def _well_formed(limits, numbers):
    """True for a tuple of `numbers` finite numbers from 0 and a reason."""
    if not isinstance(limits, (tuple, list)) or len(limits) != numbers + 1:
        return False
    *limits, reason = limits
    right = all(
        isinstance(x, (int, float)) and not isinstance(x, bool) and 0 <= x < math.inf
        for x in limits
    )
    return right and isinstance(reason, str) and bool(reason.strip())


def as_picture(image) -> np.ndarray:
    """Converts an image to (h, w, 4) uint8, top row first.

    image : a softgl.Context (its window is read), a PIL image of 8 bits a channel, an array of
        uint8 shaped (h, w[, 1, 3 or 4]), or a figure of matplotlib, drawn at its own size and
        resolution. Raises ImageError for anything else.
    """
    if callable(getattr(image, "savefig", None)):
        image = _of_figure(image)
    read = getattr(image, "read_image", None)
    if callable(read):
        image = read()
    if not isinstance(image, Image.Image):
        dtype = getattr(image, "dtype", None)
        if dtype is None and not isinstance(image, (list, tuple)):
            raise ImageError(
                "a picture must be a softgl.Context, a PIL image or an array of uint8, "
                f"not {type(image).__name__}"
            )
        image = as_image(image)
    if image.mode not in EIGHT_BITS:
        raise ImageError(f"a PIL image of mode {image.mode} does not fit 8-bit RGBA")
    return np.array(image.convert("RGBA"))


def _of_figure(figure) -> Image.Image:
    buffer = io.BytesIO()
    try:
        figure.savefig(buffer, format="png", dpi=getattr(figure, "dpi", "figure"))
        return Image.open(buffer).convert("RGBA")
    except Exception as error:  # matplotlib raises many types
        raise ImageError(f"the figure cannot be drawn: {type(error).__name__}") from error


def read_picture(path) -> np.ndarray:
    """Reads a PNG file as (h, w, 4) uint8. Raises ImageError, also for 16 bits a channel."""
    picture = load_png(path)
    try:
        deep = read_file(path)[BIT_DEPTH] > 8
    except FileError as error:
        raise ImageError(str(error)) from None
    if deep:
        raise ImageError(f"{path} has 16 bits a channel; only 8 can be compared")
    return picture


def size(picture) -> str:
    """The size of a picture as text: WIDTHxHEIGHT."""
    return f"{picture.shape[1]}x{picture.shape[0]}"
