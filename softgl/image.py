"""Images in files: PNG, animations, numbered frames. A file appears whole or not at all."""

from __future__ import annotations

import io
import logging
import os
import re
import warnings
from itertools import pairwise
from pathlib import Path

import numpy as np
from PIL import Image, UnidentifiedImageError

from softgl.errors import SoftGLError
from softgl.files import FileError, read_file, unwritable, write_file

MOST_PIXELS = 8192 * 8192
"""Of an image that is read: as many as the largest texture has."""

# What Pillow has to say of a damaged file is in our error, or for who asks for it.
logging.getLogger("PIL").addHandler(logging.NullHandler())

ENCODINGS = {
    ".png": "PNG", ".webp": "WEBP", ".bmp": "BMP", ".tif": "TIFF", ".tiff": "TIFF",
    ".jpg": "JPEG", ".jpeg": "JPEG",
}  # fmt: skip
"""What one image is saved as, by the end of its name, in Pillow's words."""
ANIMATED = {".apng": "PNG", ".gif": "GIF", ".webp": "WEBP"}
FRAME_MILLISECONDS = 40
HUNDREDTH = 10
"""Milliseconds that a GIF counts delays in."""
# A GIF pixel is opaque or not at all, one of JPEG always, and few programs read the alpha of BMP:
# the colour alone is kept.
OPAQUE = ("BMP", "GIF", "JPEG")
OPTIONS = {"WEBP": {"lossless": True, "exact": True}, "JPEG": {"quality": 95, "subsampling": 0}}

_NUMBER = re.compile(r"%0?\d{0,2}d")


class ImageError(SoftGLError):
    """An image file cannot be read or written; the message says why in one line."""


def save_png(path, image) -> None:
    """Write `image` to `path` as PNG.

    image : a PIL image, or an array of uint8 shaped (h, w[, 1, 3 or 4]), top row first.
    The file is written beside `path` and then renamed, so a reader never sees half of it and a
    failure leaves what was there. Raises ImageError.
    """
    _write(_name(path), encoded([as_image(image)], "PNG"))


def save_image(path, image, alpha: bool | None = None) -> None:
    """Write an image in the format that the end of the name asks for: see `ENCODINGS`.

    image : as `save_png` takes it. alpha : True keeps alpha, or is refused; False leaves it out;
        None keeps it where the format has it. Raises ImageError.
    """
    path = _name(path)
    suffix = Path(path).suffix.lower()
    if suffix not in ENCODINGS:
        known = ", ".join(ENCODINGS)
        raise ImageError(f"cannot write {path}: the file's name must end in one of {known}")
    if alpha and ENCODINGS[suffix] in OPAQUE:
        raise ImageError(f"cannot write {path} with alpha: its format has none")
    image = as_image(image)
    if image.mode == "RGBA" and alpha is False:
        image = image.convert("RGB")
    _write(path, encoded([image], ENCODINGS[suffix]))


def _name(path) -> str:
    """Returns the name of a file as text. Raises ImageError for anything but a path."""
    try:
        return os.fsdecode(path)
    except TypeError:
        raise ImageError(f"{path!r} is not the path of a file") from None


def load_png(path) -> np.ndarray:
    """The pixels of the PNG file at `path`: (h, w, 4) uint8, top row first. Raises ImageError."""
    try:
        with open_image(read_file(path), ["PNG"]) as image:
            return np.array(image.convert("RGBA"))
    except FileError as error:
        raise ImageError(str(error)) from None
    except UnidentifiedImageError:
        raise ImageError(f"{path} is not a PNG file") from None
    except Exception as error:  # damaged files make Pillow raise nearly anything
        raise ImageError(f"cannot read {path}: {error}") from None


def open_image(data: bytes, formats, most: int = MOST_PIXELS) -> Image.Image:
    """The image that `data` is a file of, in one of Pillow's `formats`, yet to be decoded.

    Raises ImageError if it has more than `most` pixels, UnidentifiedImageError if it is no such
    image, or what else Pillow may raise for a damaged one.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Image.DecompressionBombWarning)
        try:
            image = Image.open(io.BytesIO(data), formats=formats)
        except Image.DecompressionBombError:
            raise ImageError(f"it has more than {most} pixels") from None
    if image.width * image.height > most:
        raise ImageError(f"its {image.width}x{image.height} are more than {most} pixels")
    return image


def is_clear(image: Image.Image) -> bool:
    """True if every byte of an RGBA image is zero, as those of a new window are."""
    return image.getbbox(alpha_only=False) is None


def straight(image: Image.Image) -> Image.Image:
    """An RGBA image whose colours were multiplied by alpha, without that."""
    pixels = np.asarray(image).astype(np.uint32)
    alpha = np.maximum(pixels[..., 3:], 1)
    colours = np.minimum((pixels[..., :3] * 255 + alpha // 2) // alpha, 255)
    return Image.fromarray(np.concatenate([colours, pixels[..., 3:]], axis=-1).astype(np.uint8))


def as_image(image) -> Image.Image:
    """`image`, a PIL image or an array of uint8 shaped (h, w[, 1, 3 or 4]), as a PIL image."""
    if isinstance(image, Image.Image):
        return image
    array = np.asarray(image)
    shaped = array.ndim == 2 or (array.ndim == 3 and array.shape[2] in (1, 3, 4))
    if array.dtype != np.uint8 or not shaped or 0 in array.shape:
        raise ImageError(
            "an image is an array of uint8 shaped (height, width[, 1, 3 or 4]), "
            f"not {array.dtype} shaped {array.shape}"
        )
    if array.shape[2:] == (1,):
        array = array[..., 0]
    return Image.fromarray(np.ascontiguousarray(array))


def check_output(path, frames: int = 1, first: int = 0) -> None:
    """Raise ImageError unless `frames` images could be saved under `path`; nothing is written."""
    for file in output_paths(path, frames, first):
        reason = unwritable(file)
        if reason:
            raise ImageError(f"cannot write {file}: {reason}")


def output_paths(path, frames: int, first: int = 0) -> list[str]:
    """The files that `frames` images saved under `path` make, in order.

    One animated file for .gif, .apng and .webp; else PNG files, numbered from `first` where `path`
    holds a number like %03d, or where there are several.
    """
    path = _name(path)
    if frames < 1:
        raise ImageError(f"cannot write {path}: there are no frames")
    suffix = Path(path).suffix
    if suffix.lower() in ANIMATED:
        return [path]
    if suffix.lower() != ".png":
        known = ", ".join([".png", *sorted(ANIMATED)])
        raise ImageError(f"cannot write {path}: the file's name must end in one of {known}")
    stem = path[: -len(suffix)]
    numbers = _NUMBER.findall(stem)
    if len(numbers) > 1:
        raise ImageError(f"cannot write {path}: its name holds more than one number")
    if numbers:
        before, after = _NUMBER.split(stem)
        return [before + numbers[0] % (first + n) + after + suffix for n in range(frames)]
    if frames == 1:
        return [path]
    digits = max(3, len(str(first + frames - 1)))
    return [f"{stem}_{first + n:0{digits}d}{suffix}" for n in range(frames)]


def save_frames(
    path, images, count: int, milliseconds: float = FRAME_MILLISECONDS, first: int = 0
) -> list[str]:
    """Save `count` images (an iterable) as `output_paths` says; returns the files written.

    Numbered files are written as their images arrive. An animation shows each image for so many
    `milliseconds`, a GIF for a whole number of hundredths of a second: a UserWarning says so where
    they differ. Raises ImageError.
    """
    files = output_paths(path, count, first)
    encoding = ANIMATED.get(Path(files[0]).suffix.lower())
    if encoding:
        images = [as_image(image) for image in images]
        if encoding == "GIF" and len(images) > 1:
            _tell_of_delays(files[0], delays(len(images), milliseconds, HUNDREDTH), milliseconds)
        _write(files[0], encoded(images, encoding, milliseconds))
    else:
        for file, image in zip(files, images, strict=True):
            save_png(file, image)
    return files


def delays(count: int, milliseconds: float, unit: int) -> list[int]:
    """Returns how long each of `count` images is shown, in milliseconds, a multiple of `unit`.

    The remainder of one is given to the next, so that the sum is right. An image that is shown for
    0 is left out: programs would show it for longer than others. If all were, the first stays.
    """
    ends = [unit * round(milliseconds * number / unit) for number in range(count + 1)]
    shown = [later - sooner for sooner, later in pairwise(ends)]
    return shown if any(shown) else [unit, *shown[1:]]


def _tell_of_delays(path, shown, milliseconds):
    """Warn of a GIF whose images are not shown for `milliseconds` each; shown : `delays`."""
    times = sorted({delay or HUNDREDTH for delay in shown})
    if times == [milliseconds] and milliseconds > HUNDREDTH:
        return
    words = " or ".join(f"{delay / 1000:g}" for delay in times)
    words = f"{1000 / milliseconds:.6g} frames a second are shown for {words} s each"
    left_out = shown.count(0)
    if left_out:
        words += f", {left_out} of {len(shown)} are left out"
    if times[0] == HUNDREDTH:
        words += ", and many programs show 0.01 s as 0.1 s"
    warnings.warn(
        f"{path}: a GIF counts hundredths of a second: {words}; .webp and .apng keep the rate",
        stacklevel=3,
    )


def encoded(images, encoding: str, milliseconds: float = FRAME_MILLISECONDS) -> bytes:
    """A file of one PIL image, or of several as an animation, in a format of Pillow's.

    Raises ImageError for images without pixels, which no format has.
    """
    images = list(images)
    if not all(images[0].size):
        width, height = images[0].size
        raise ImageError(f"an image of {width}x{height} pixels has none to write")
    if encoding in OPAQUE:
        images = [image.convert("RGB") for image in images]
    first, *rest = images
    options = dict(OPTIONS.get(encoding, {}))
    if rest:
        shown = delays(len(images), milliseconds, HUNDREDTH if encoding == "GIF" else 1)
        timed = [pair for pair in zip(images, shown, strict=True) if pair[1]]
        (first, *rest), options["duration"] = map(list, zip(*timed, strict=True))
        options |= {"save_all": True, "append_images": rest, "loop": 0}
    buffer = io.BytesIO()
    first.save(buffer, encoding, **options)
    return buffer.getvalue()


def _write(path, data):
    try:
        write_file(path, data)
    except FileError as error:
        raise ImageError(str(error)) from None
