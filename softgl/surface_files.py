"""Files of depths, normals, positions and ids: .npy, and .png of 16 bits.

A PNG stores numbers from 1 to 65535, and 0 where nothing is drawn. Its texts `offset` and `scale`
give the number that is meant: offset + scale * value.
"""

from __future__ import annotations

import io
import os
import struct
import warnings
import zlib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from softgl.files import FileError, write_file
from softgl.image import ImageError, check_writable, numbered_paths

if TYPE_CHECKING:
    from softgl.models.surface import Surface

MAX_VALUE = 65535
FORMATS = (".npy", ".png")


class SurfaceFiles:
    """Writes the arrays of surfaces, frame by frame.

    files : name of an array (see `softgl.models.surface.Surface`) -> path, which is numbered as
        `softgl.image.output_paths` numbers PNG files if there are several frames.
    count, first : the number of frames, and the number of the first one.
    depth_scale : the value of a PNG of depths / the depth; None: the values from 1 to 65535 go from
        the nearest to the furthest depth that the camera can show.

    Raises ImageError.
    """

    def __init__(
        self,
        files: Mapping[str, str],
        count: int = 1,
        first: int = 0,
        depth_scale: float | None = None,
    ):
        self.files, self.depth_scale, self.written = {}, depth_scale, 0
        if not isinstance(files, Mapping):
            raise ImageError(f"outputs is {files!r}, not a mapping of names to paths")
        for name, path in files.items():
            if not isinstance(path, str | os.PathLike):
                raise ImageError(f"the path of {name} is {path!r}, not a path")
            if Path(path).suffix.lower() not in FORMATS:
                known = " or ".join(FORMATS)
                raise ImageError(f"cannot write {path}: the name of {name} must end in {known}")
            self.files[name] = numbered_paths(str(path), count, first)
            check_writable(self.files[name])
        self.check_distinct(())

    def check_distinct(self, pictures: Iterable[str]) -> None:
        """Raises ImageError if two arrays, or an array and a picture, have the same file."""
        writers = {os.path.realpath(path): "the picture" for path in pictures}
        for name, paths in self.files.items():
            for path in paths:
                first = writers.setdefault(os.path.realpath(path), name)
                if first != name:
                    raise ImageError(
                        f"cannot write {path}: it is the file of {first} and of {name}"
                    )

    def write(self, surface: Surface) -> None:
        """Writes the files of the next frame. Raises ImageError."""
        for name, paths in self.files.items():
            path, array = paths[self.written], surface.array(name)
            encode = _npy if Path(path).suffix.lower() == ".npy" else self._png(name, surface)
            try:
                write_file(path, encode(path, array))
            except FileError as error:
                raise ImageError(str(error)) from None
        self.written += 1

    def _png(self, name, surface) -> Callable:
        """Returns a function of a path and an array that encodes the array as PNG."""
        offset, scale = _range(name, surface, self.depth_scale)

        def encode(path, array):
            drawn = surface.drawn if array.ndim == 2 else surface.drawn[..., None]
            with np.errstate(invalid="ignore"):  # NaN where nothing is drawn
                values = np.floor((array.astype(np.float64) - offset) / scale + 0.5)
            if name in ("ids", "triangles") and values.max() > MAX_VALUE:
                raise ImageError(
                    f"cannot write {path}: {name} up to {values.max():.0f} are more than a PNG's "
                    f"{MAX_VALUE}: use .npy"
                )
            if name == "depth" and values.max() > MAX_VALUE:
                furthest = offset + scale * MAX_VALUE
                warnings.warn(f"{path}: depths above {furthest:g} are cut off", stacklevel=4)
            if name == "normals":  # none of points and lines
                drawn = drawn & array.any(axis=-1, keepdims=True)
            values = np.where(drawn, np.clip(values, 1, MAX_VALUE), 0).astype(np.uint16)
            words = f"{name} = offset + scale * value; a value of 0: nothing is drawn"
            numbers = np.atleast_1d(offset).tolist()
            texts = {
                "Description": words,
                "offset": " ".join(repr(number) for number in numbers),
                "scale": repr(float(scale)),
            }
            return encode_png(values, texts)

        return encode


def _range(name, surface, depth_scale):
    """The offset and the scale of an array in a PNG."""
    radius = surface.sphere.radius
    if name == "depth" and depth_scale is not None:
        return 0.0, 1.0 / depth_scale
    if name == "depth":
        near, far = surface.matrices.near, surface.matrices.far
        scale = (far - near) * radius / (MAX_VALUE - 1)
        return near * radius - scale, scale
    if name == "normals":
        return -(MAX_VALUE + 1) / (MAX_VALUE - 1), 2.0 / (MAX_VALUE - 1)
    if name == "positions":
        scale = 2.0 * radius / (MAX_VALUE - 1)
        return np.array(surface.sphere.centre) - radius - scale, scale
    return 0.0, 1.0


def _npy(path, array) -> bytes:
    """Encodes an array as .npy."""
    buffer = io.BytesIO()
    np.save(buffer, array, allow_pickle=False)
    return buffer.getvalue()


def encode_png(values: np.ndarray, texts: Mapping[str, str]) -> bytes:
    """Encodes (height, width) or (height, width, 3) uint16 as PNG, which Pillow cannot in colour.

    texts : keyword -> Latin-1 text, stored before the pixels.
    """
    height, width = values.shape[:2]
    colour_type = 0 if values.ndim == 2 else 2  # greyscale or truecolour
    rows = np.ascontiguousarray(values, ">u2").view(np.uint8).reshape(height, -1)
    data = np.zeros((height, rows.shape[1] + 1), np.uint8)  # filter 0 before each row
    data[:, 1:] = rows
    chunks = [(b"IHDR", struct.pack(">2I5B", width, height, 16, colour_type, 0, 0, 0))]
    chunks += [(b"tEXt", f"{keyword}\0{text}".encode("latin-1")) for keyword, text in texts.items()]
    chunks += [(b"IDAT", zlib.compress(data.tobytes(), 6)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        for kind, body in chunks
    )
