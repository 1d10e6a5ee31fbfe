"""The folder of a model file: all files that the model names are read from there."""

from __future__ import annotations

import os
import re
from pathlib import Path
from urllib.parse import unquote

from softgl import paths
from softgl.errors import SoftGLError
from softgl.files import LARGEST, FileError, read_file
from softgl.image import MAX_PIXELS, ImageError, open_image

# Pillow's formats for textures. Others would start programs (EPS) or are rare.
TEXTURES = ("BMP", "DDS", "GIF", "JPEG", "PNG", "PPM", "TGA", "TIFF", "WEBP")


class ModelError(SoftGLError):
    """A model file cannot be read; the message is the reason, in one line."""


class ModelWarning(UserWarning):
    """A model is not drawn as its file says; the message names the part and the reason."""


class Folder:
    """Reads a model file, and the files that it names if they lie in its folder or below.

    It is a resolver for trimesh, which takes an exception for a missing file and continues; so
    `problem` stores the first refusal, to be raised afterwards. missing : names of missing files.
    """

    def __init__(self, path: Path):
        self.path, self.file_name = path, path.name
        self.left = LARGEST  # bytes that may still be read
        self.problem: ModelError | None = None
        self.missing: list[str] = []
        self._read: dict[str, bytes] = {}

    def read_model(self) -> bytes:
        """Reads the model file itself. Raises ModelError."""
        try:
            data = read_file(self.path, self.left)
        except FileError as error:
            raise ModelError(str(error)) from None
        self.left -= len(data)
        return data

    def find(self, name: str) -> str | None:
        """The path of the file `name` of a model; None if it is not in the folder.

        Names may be percent-encoded. For a path elsewhere (an artist's own disk), the file of the
        same name next to the model is taken.
        """
        root = os.path.realpath(self.path.parent)
        for candidate in (name, unquote(name), re.split(r"[/\\]", name)[-1]):
            candidate = candidate.strip()
            if paths.is_device(candidate) or not paths.is_on_drive_of(root, candidate):
                continue  # before any access to a device or a server
            try:
                path = os.path.realpath(os.path.join(root, candidate))
                inside = os.path.commonpath([root, path]) == root and path != root
            except ValueError:  # a zero byte in the name
                continue
            if inside and os.path.exists(path):
                return path
        return None

    def read(self, name: str) -> bytes:
        """Reads the file `name`. Raises FileNotFoundError, or ModelError if it is refused."""
        path = self.find(name)
        if path is None:
            self.missing += [] if name in self.missing else [name]
            raise FileNotFoundError(f"{name} not found next to the model")
        if path not in self._read:
            try:
                self._read[path] = read_file(path, self.left)
            except FileError as error:
                raise self._refused(name, error.reason) from None
            self.left -= len(self._read[path])
        return self._read[path]

    def get(self, name: str) -> bytes:
        """Reads the file `name`, a text or an image; refuses too large images."""
        data = self.read(name)
        try:
            check_texture(data)
        except ImageError as error:
            raise self._refused(name, error) from None
        return data

    __getitem__ = get

    def _refused(self, name, reason):
        self.problem = ModelError(f"{self.path}: cannot read {name}: {reason}")
        return self.problem


def check_texture(data: bytes, most: int = MAX_PIXELS) -> None:
    """Raises ImageError if `data` is an image of more than `most` pixels."""
    try:
        open_image(data, TEXTURES, most)
    except ImageError:
        raise
    except Exception:  # not an image, or a damaged one: decoding reports it later
        return
