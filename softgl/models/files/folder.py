"""The folder of a model file: all files that the model names are read from there."""

from __future__ import annotations

import os
import re
from pathlib import Path
from urllib.parse import unquote

from PIL import Image

from softgl import paths
from softgl.files import MAX_FILE_BYTES, FileError, read_file
from softgl.models.files.errors import ModelError
from softgl.models.files.textures import Textures, other_kind

MAX_SHOWN = 120
"""Characters of a name in a message."""
MAX_NAMES = 1 << 12
"""Names that a model may look for."""


class Folder:
    """Reads a model file, and the files that it names if they lie in its folder or below.

    root : a folder, or None; files below it are read as well.

    missing : names of missing files, as in messages. warnings : texts of warnings about the model.
    textures : its images.
    """

    def __init__(self, path: Path, root=None):
        self.path, self.root = path, root
        self.left = MAX_FILE_BYTES  # bytes that may still be read
        self.missing: list[str] = []
        self.warnings: list[str] = []
        self.textures = Textures(path)
        self._read: dict[str, bytes] = {}
        self._found: dict[str, str | None] = {}

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
        """The path of the file `name` of a model; None if it is not below its folder or `root`.

        Names may be percent-encoded, and their letters of another case than the file's. For a path
        elsewhere (an artist's own disk), the file of the same name next to the model is taken.
        Raises ModelError after `MAX_NAMES` names.
        """
        if name not in self._found:
            if len(self._found) == MAX_NAMES:
                raise ModelError(f"{self.path} names more than {MAX_NAMES} files")
            self._found[name] = self._search(name)
        return self._found[name]

    def _search(self, name):
        """Searches for the file `name` in the folders; its path, or None."""
        names = _spellings(name)
        for folder in self._folders():
            for candidate in names:
                path = self._real(folder, candidate)
                if path is not None and self._is_inside(path) and os.path.exists(path):
                    return path
            for candidate in names:
                path = self._real(folder, _of_any_case(folder, candidate))
                if path is not None and self._is_inside(path) and os.path.exists(path):
                    return path
        return None

    def _folders(self):
        """The real paths of the folders that files are read from, the model's folder first."""
        folders = [self.path.parent] + ([] if self.root is None else [self.root])
        return list(dict.fromkeys(os.path.realpath(folder) for folder in folders))

    def _real(self, folder, name):
        """The real path of `name` in `folder`; None for a device, a server or no path at all."""
        if name is None or paths.is_device(name) or not paths.is_on_drive_of(folder, name):
            return None  # before any access to a device or a server
        try:
            return os.path.realpath(os.path.join(folder, name))
        except ValueError:  # a zero byte in the name
            return None

    def _is_inside(self, path):
        """True for a real path below one of the folders that files are read from."""
        for folder in self._folders():
            try:
                if os.path.commonpath([folder, path]) == folder and path != folder:
                    return True
            except ValueError:  # another drive
                continue
        return False

    def _is_outside(self, name):
        """True if `name` is an existing file that is not read, since it lies elsewhere."""
        folder = self._folders()[0]
        found = {self._real(folder, each) for each in _spellings(name)}
        return any(
            path is not None and os.path.isfile(path) and not self._is_inside(path)
            for path in found
        )

    def read(self, name: str) -> bytes:
        """Reads the file `name`. Raises FileNotFoundError, or ModelError if it is refused."""
        path = self.find(name)
        if path is None:
            if self._is_outside(name):
                reason = "lies outside the model's folder, which is not read (--root DIR)"
                self.warn(f"{_shown(name)} {reason}; drawn without it")
                raise FileNotFoundError(f"{_shown(name)} {reason}")
            shown = _shown(name)
            self.missing += [] if shown in self.missing else [shown]
            raise FileNotFoundError(f"{shown} not found next to the model")
        if path not in self._read:
            try:
                self._read[path] = read_file(path, self.left)
            except FileError as error:
                reason = f"cannot read {_shown(name)}: {error.reason}"
                raise ModelError(f"{self.path}: {reason}") from None
            self.left -= len(self._read[path])
        return self._read[path]

    def image(self, name: str) -> Image.Image | None:
        """Reads and decodes the image `name`, RGB or RGBA. Raises ModelError.

        Returns None for a missing file, and for one of a kind that is not read, with a warning.
        """
        try:
            data = self.read(name)
        except FileNotFoundError:
            return None
        kind = other_kind(data)
        if kind is not None:
            self.warn(f"{_shown(name)} is of the kind {kind}, which is not read; drawn without it")
            return None
        return self.textures.decode(data, name)


def _shown(name):
    """A name in a message, in one line of bounded length."""
    name = re.sub(r"[\x00-\x1f]+", " ", name)
    return name if len(name) <= MAX_SHOWN else f"{name[:MAX_SHOWN]}..."


def _spellings(name):
    """The names that a file may have for the name `name` in a model, the likeliest first."""
    plain = name.strip()
    last = re.split(r"[/\\]", plain)[-1]
    found = (plain, unquote(plain), plain.replace("\\", "/"), last, unquote(last))
    return list(dict.fromkeys(each.strip() for each in found))


def _of_any_case(folder, name):
    """The name of a file below `folder` that equals `name` but for the case of letters; or None."""
    found = []
    for part in re.split(r"[/\\]", name):
        if part in ("", "."):
            continue
        try:
            names = sorted(os.listdir(os.path.join(folder, *found)))
        except (OSError, ValueError):
            return None
        same = [each for each in names if each.casefold() == part.casefold()]
        if part == ".." or not same:
            return None
        found.append(part if part in same else same[0])
    return os.path.join(*found) if found else None
