"""The folder of a model file: all files that the model names are read from there."""

from __future__ import annotations

import os
import re
from pathlib import Path
from urllib.parse import unquote

from PIL import Image

from softgl import paths
from softgl.files import MAX_FILE_BYTES, FileError, read_file
from softgl.image import ImageError
from softgl.models.files.errors import ModelError
from softgl.models.files.textures import Textures, check_texture


class Folder:
    """Reads a model file, and the files that it names if they lie in its folder or below.

    It is a resolver for trimesh, which takes an exception for a missing file and continues; so
    `problem` stores the first refusal, to be raised afterwards. missing : names of missing files.
    warnings : texts of warnings about the model. textures : its images.
    """

    def __init__(self, path: Path):
        self.path, self.file_name = path, path.name
        self.left = MAX_FILE_BYTES  # bytes that may still be read
        self.problem: ModelError | None = None
        self.missing: list[str] = []
        self.warnings: list[str] = []
        self.textures = Textures(path)
        self._read: dict[str, bytes] = {}

    def read_model(self) -> bytes:
        """Reads the model file itself. Raises ModelError."""
        try:
            data = read_file(self.path, self.left)
        except FileError as error:
            raise ModelError(str(error)) from None
        self.left -= len(data)
        return data

    def warn(self, text: str) -> None:
        """Adds a warning, which `read_model` gives once the model is read."""
        self.warnings += [] if text in self.warnings else [text]

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

    def image(self, name: str) -> Image.Image | None:
        """Reads and decodes the image `name`; None if it is missing. Raises ModelError."""
        try:
            return self.textures.decode(self.read(name), name)
        except FileNotFoundError:
            return None

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
