"""Video files, encoded by the ffmpeg of the package imageio-ffmpeg (the extra `video`)."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterable
from contextlib import ExitStack, suppress
from pathlib import Path

import numpy as np

from softgl.files import FileError, unwritable

H264 = "libx264", ("-crf", "17")
VP9 = "libvpx-vp9", ("-crf", "20", "-b:v", "0")
CODECS = {".webm": VP9}
"""File extension -> ffmpeg's name of an encoder, and its options; H.264 for the others."""
EXACT = ("-fflags", "+bitexact", "-flags:v", "+bitexact", "-movflags", "+faststart")
"""Options of all files: no versions and dates in them, and the index first."""


def find_encoder(path):
    """Returns the module imageio_ffmpeg. Raises FileError without it, or without its ffmpeg."""
    try:
        import imageio_ffmpeg

        imageio_ffmpeg.get_ffmpeg_exe()
    except ImportError:
        reason = 'a video needs the package imageio-ffmpeg: pip install "softgl[video]"'
        raise _error(path, reason) from None
    except RuntimeError:
        reason = "imageio-ffmpeg has no ffmpeg here; the variable IMAGEIO_FFMPEG_EXE can name one"
        raise _error(path, reason) from None
    return imageio_ffmpeg


def _error(path, reason):
    return FileError(f"cannot write {path}: {reason}", reason)


def save(path: str, images: Iterable[np.ndarray], frames_per_second: float) -> None:
    """Writes images of equal sizes as a video, each as it arrives. Raises FileError.

    images : (height, width, 3) uint8, RGB, the top row first. A last column or row is repeated
        if the width or height is odd, which the encoders refuse.

    The file is written next to `path` and then renamed: readers never see a partial file, and a
    failure leaves the old file.
    """
    encoder = find_encoder(path)
    target = os.path.realpath(path)
    reason = unwritable(target)
    if reason:
        raise _error(path, reason)
    folder, name = os.path.split(target)
    token, suffix = secrets.token_hex(4), Path(path).suffix.lower()  # ffmpeg reads the extension
    beside = os.path.join(folder, f".{name[:100]}.{token}{suffix}")
    try:
        with ExitStack() as stack:
            _encode(encoder, path, beside, images, frames_per_second, stack)
        os.replace(beside, target)
    except OSError as error:  # of ffmpeg, too
        reason = error.strerror or "ffmpeg ended unexpectedly"
        raise _error(path, reason) from None
    finally:
        with suppress(FileNotFoundError):
            os.unlink(beside)


def _encode(encoder, path, file, images, frames_per_second, stack):
    """Encodes images to a file, which is complete when `stack` closes.

    Raises OSError and FileError.
    """
    codec, options = CODECS.get(Path(path).suffix.lower(), H264)
    writer = shape = None
    for pixels in images:
        if writer is None:
            shape = pixels.shape
            height, width = (side + side % 2 for side in shape[:2])
            writer = encoder.write_frames(
                file, (width, height), fps=frames_per_second, codec=codec, macro_block_size=1,
                quality=None, output_params=[*options, *EXACT], ffmpeg_log_level="error",
            )  # fmt: skip
            stack.callback(writer.close)
            writer.send(None)
        if pixels.shape != shape:
            raise _error(path, "its images have several sizes")
        padding = [(0, side % 2) for side in shape[:2]]
        writer.send(np.ascontiguousarray(np.pad(pixels, [*padding, (0, 0)], "edge")))
    if writer is None:
        raise _error(path, "no frames")
