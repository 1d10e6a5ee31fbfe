"""Image files: PNG, animations, numbered frames. A file is written completely or not at all."""

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
from PIL.PngImagePlugin import PngInfo

from softgl.errors import SoftGLError
from softgl.files import FileError, read_file, unwritable, write_file

MAX_PIXELS = 8192 * 8192
"""Pixels of an image that is read, as many as of the largest texture."""

# Pillow's log messages about damaged files would repeat the ImageError.
logging.getLogger("PIL").addHandler(logging.NullHandler())

ENCODINGS = {
    ".png": "PNG", ".webp": "WEBP", ".bmp": "BMP", ".tif": "TIFF", ".tiff": "TIFF",
    ".jpg": "JPEG", ".jpeg": "JPEG",
}  # fmt: skip
"""File extension -> Pillow's name of the format of a single image."""
ANIMATED = {".apng": "PNG", ".gif": "GIF", ".webp": "WEBP"}
VIDEOS = (".avi", ".m4v", ".mkv", ".mov", ".mp4", ".webm")
"""File extensions of `softgl.video`."""
FRAME_MILLISECONDS = 40
HUNDREDTH = 10
"""The unit of a GIF's delays, in milliseconds."""
# GIF has one-bit alpha, JPEG has none, and few programs read the alpha of BMP: only the colour is
# saved.
OPAQUE = ("BMP", "GIF", "JPEG")
OPTIONS = {"WEBP": {"lossless": True, "exact": True}, "JPEG": {"quality": 95, "subsampling": 0}}

_NUMBER = re.compile(r"%0?\d{0,2}d")


class ImageError(SoftGLError):
    """An image file cannot be read or written; the message is the reason, in one line."""


def save_png(path, image, texts: dict[str, str] | None = None) -> None:
    """Writes an image as PNG. Raises ImageError.

    image : a PIL image, or an array of uint8 shaped (h, w[, 1, 3 or 4]), top row first.
    texts : keys and values that the file holds besides.

    The file is written next to `path` and then renamed: readers never see a partial file, and a
    failure leaves the old file.
    """
    options = {}
    if texts:
        options["pnginfo"] = PngInfo()
        for key, value in texts.items():
            options["pnginfo"].add_text(key, value)
    _write(_name(path), encoded([as_image(image)], "PNG", **options))


def save_image(path, image, alpha: bool | None = None) -> None:
    """Writes an image in the format of the file's extension, see `ENCODINGS`. Raises ImageError.

    image : as in `save_png`. alpha : True saves alpha, and fails for a format without it; False
        drops it; None saves it if the format has it.
    """
    path = _name(path)
    suffix = Path(path).suffix.lower()
    if suffix not in ENCODINGS:
        known = ", ".join(ENCODINGS)
        raise ImageError(f"cannot write {path}: the file's name must end in one of {known}")
    if alpha and ENCODINGS[suffix] in OPAQUE:
        raise ImageError(f"cannot write {path} with alpha: its format has no alpha")
    image = as_image(image)
    if image.mode == "RGBA" and alpha is False:
        image = image.convert("RGB")
    _write(path, encoded([image], ENCODINGS[suffix]))


def _name(path) -> str:
    """Converts a path to text. Raises ImageError for anything else."""
    try:
        return os.fsdecode(path)
    except TypeError:
        raise ImageError(f"{path!r} is not a path") from None


def png_texts(path) -> dict[str, str]:
    """Returns the texts of a PNG file, by key; none for a file that cannot be read."""
    try:
        with open_image(read_file(path), ["PNG"]) as image:
            return {key: value for key, value in image.info.items() if isinstance(value, str)}
    except Exception:  # Pillow raises many types for damaged files
        return {}


def load_png(path) -> np.ndarray:
    """Reads a PNG file as (h, w, 4) uint8, top row first. Raises ImageError."""
    try:
        with open_image(read_file(path), ["PNG"]) as image:
            return np.array(image.convert("RGBA"))
    except FileError as error:
        raise ImageError(str(error)) from None
    except UnidentifiedImageError:
        raise ImageError(f"{path} is not a PNG file") from None
    except ImageError as error:
        raise ImageError(f"cannot read {path}: {error}") from None
    except Exception:  # Pillow raises many types for damaged files
        raise ImageError(f"cannot read {path}: the file is damaged") from None


def open_image(data: bytes, formats, most: int = MAX_PIXELS) -> Image.Image:
    """Opens the bytes of an image file, in one of Pillow's `formats`, without decoding it.

    Raises ImageError for more than `most` pixels, UnidentifiedImageError for another format, and
    any error that Pillow raises for damaged files.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Image.DecompressionBombWarning)
        try:
            image = Image.open(io.BytesIO(data), formats=formats)
        except Image.DecompressionBombError:
            raise ImageError(f"more than {most} pixels") from None
    if image.width * image.height > most:
        raise ImageError(f"{image.width}x{image.height} is more than {most} pixels")
    return image


def is_clear(image: Image.Image) -> bool:
    """True if every byte of an RGBA image is zero, as in a new window."""
    return image.getbbox(alpha_only=False) is None


def straight(image: Image.Image) -> Image.Image:
    """Divides the colours of a premultiplied RGBA image by alpha."""
    pixels = np.asarray(image).astype(np.uint32)
    alpha = np.maximum(pixels[..., 3:], 1)
    colours = np.minimum((pixels[..., :3] * 255 + alpha // 2) // alpha, 255)
    return Image.fromarray(np.concatenate([colours, pixels[..., 3:]], axis=-1).astype(np.uint8))


def as_image(image) -> Image.Image:
    """Converts an array of uint8 shaped (h, w[, 1, 3 or 4]) to a PIL image; returns PIL images.

    Raises ImageError.
    """
    if isinstance(image, Image.Image):
        return image
    array = np.asarray(image)
    shaped = array.ndim == 2 or (array.ndim == 3 and array.shape[2] in (1, 3, 4))
    if array.dtype != np.uint8 or not shaped or 0 in array.shape:
        raise ImageError(
            "an image must be an array of uint8 shaped (height, width[, 1, 3 or 4]), "
            f"not {array.dtype} shaped {array.shape}"
        )
    if array.shape[2:] == (1,):
        array = array[..., 0]
    return Image.fromarray(np.ascontiguousarray(array))


def check_output(path, frames: int = 1, first: int = 0) -> None:
    """Raises ImageError if `frames` images cannot be saved under `path`; writes nothing."""
    check_writable(output_paths(path, frames, first))
    if Path(_name(path)).suffix.lower() in VIDEOS:
        from softgl import video

        try:
            video.find_encoder(path)
        except FileError as error:
            raise ImageError(str(error)) from None


def check_writable(files) -> None:
    """Raises ImageError if one of the files cannot be written; writes nothing."""
    for file in files:
        reason = unwritable(file)
        if reason:
            raise ImageError(f"cannot write {file}: {reason}")


def output_paths(path, frames: int, first: int = 0) -> list[str]:
    """The names of the files of `frames` images saved under `path`, in order.

    A single file for the animations .gif, .apng and .webp, and for the extensions of `VIDEOS`; else
    files in the format of the extension (see `ENCODINGS`), see `numbered_paths`. Raises ImageError.
    """
    path = _name(path)
    if frames < 1:
        raise ImageError(f"cannot write {path}: no frames")
    suffix = Path(path).suffix.lower()
    if suffix in ANIMATED or suffix in VIDEOS:
        return [path]
    if suffix not in ENCODINGS:
        known = ", ".join([".png", *sorted({*ANIMATED, *ENCODINGS, *VIDEOS} - {".png"})])
        raise ImageError(f"cannot write {path}: the file's name must end in one of {known}")
    return numbered_paths(path, frames, first)


def numbered_paths(path: str, frames: int, first: int = 0) -> list[str]:
    """The names of a file for each of `frames` frames, numbered from `first`.

    The number replaces one like %03d in `path`, else it is added if there are several frames.
    Raises ImageError.
    """
    suffix = Path(path).suffix
    stem = path[: len(path) - len(suffix)]
    numbers = _NUMBER.findall(stem)
    if len(numbers) > 1:
        raise ImageError(f"cannot write {path}: its name has more than one number")
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
    """Saves `count` images, an iterable, to the files of `output_paths`; returns their names.

    Numbered files and videos are written as their images arrive. An animation shows each image for
    `milliseconds`; a GIF rounds that to hundredths of a second, with a UserWarning. Raises
    ImageError.
    """
    files = output_paths(path, count, first)
    suffix = Path(files[0]).suffix.lower()
    encoding = ANIMATED.get(suffix)
    if suffix in VIDEOS:
        _save_video(files[0], images, 1000.0 / milliseconds)
    elif encoding:
        images = [as_image(image) for image in images]
        if encoding == "GIF" and len(images) > 1:
            _warn_of_delays(files[0], delays(len(images), milliseconds, HUNDREDTH), milliseconds)
        _write(files[0], encoded(images, encoding, milliseconds))
    else:
        for file, image in zip(files, images, strict=True):
            save_image(file, image)
    return files


def _save_video(path, images, frames_per_second):
    from softgl import video

    pixels = (np.asarray(as_image(each).convert("RGB")) for each in images)
    try:
        video.save(path, pixels, frames_per_second)
    except FileError as error:
        raise ImageError(str(error)) from None


def delays(count: int, milliseconds: float, unit: int) -> list[int]:
    """Rounds the delays of `count` images, in milliseconds, to multiples of `unit`.

    Each remainder is carried to the next image, so that the sum is right. A delay of 0 drops the
    image, which viewers would show for longer than others; the first one is never dropped.
    """
    ends = [unit * round(milliseconds * number / unit) for number in range(count + 1)]
    shown = [later - sooner for sooner, later in pairwise(ends)]
    return shown if any(shown) else [unit, *shown[1:]]


def _warn_of_delays(path, shown, milliseconds):
    """Warns if the delays of a GIF, `shown`, differ from `milliseconds`."""
    times = sorted({delay or HUNDREDTH for delay in shown})
    if times == [milliseconds] and milliseconds > HUNDREDTH:
        return
    words = " or ".join(f"{delay / 1000:g}" for delay in times)
    words = f"at {1000 / milliseconds:.6g} frames a second, images are shown for {words} s"
    left_out = shown.count(0)
    if left_out:
        words += f", {left_out} of {len(shown)} are dropped"
    if times[0] == HUNDREDTH:
        words += ", and many programs show 0.01 s as 0.1 s"
    warnings.warn(
        f"{path}: GIF delays are hundredths of a second: {words}; .webp and .apng keep the rate",
        stacklevel=3,
    )


def encoded(images, encoding: str, milliseconds: float = FRAME_MILLISECONDS, **more) -> bytes:
    """Encodes one PIL image, or several as an animation, in a format of Pillow's; returns bytes.

    more : further options of Pillow.
    Raises ImageError for images without pixels.
    """
    images = list(images)
    if not all(images[0].size):
        width, height = images[0].size
        raise ImageError(f"cannot write an image of {width}x{height} pixels")
    if encoding in OPAQUE:
        images = [image.convert("RGB") for image in images]
    first, *rest = images
    options = {**OPTIONS.get(encoding, {}), **more}
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
