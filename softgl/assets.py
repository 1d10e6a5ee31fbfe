"""Finds the files that come with softgl: scenes, shaders and documents."""

from __future__ import annotations

import glob
import os
from functools import cache
from pathlib import Path

from softgl.errors import SoftGLError


class AssetError(SoftGLError):
    """A file of the softgl distribution is missing."""


@cache
def folder(kind: str) -> Path:
    """The folder of a kind: "scenes", "shaders" or "docs". Raises AssetError.

    It lies inside an installed package, but beside the package in a checkout.
    """
    package = Path(__file__).resolve().parent
    for place in (package / kind, package.parent / kind):
        if place.is_dir():
            return place
    raise AssetError(f"this installation of softgl has no folder {kind}")


def shader(name: str) -> str:
    """Reads a program under shaders/, e.g. `shader("nvfp4/ceramic.fp")`. Raises AssetError."""
    try:
        return (folder("shaders") / name).read_text(encoding="utf-8")
    except (OSError, ValueError):  # ValueError: a zero byte in the name, or not UTF-8
        raise AssetError(f"no shader {name!r} in {folder('shaders')}") from None


def path_of(name: str) -> str:
    """Finds a file, folder or pattern of the user, else the one of that name that softgl has.

    name : a path. If nothing is there, "shaders/nvfp4/ceramic.fp", "nvfp4/ceramic.fp", "shaders",
        "scenes/teapot.py" and patterns such as "shaders/**/*.vp" name files of the distribution.

    Returns `name` itself if nothing has that name.
    """
    if not name or os.path.isabs(name) or _is_there(name):
        return name
    first, _, rest = name.replace(os.sep, "/").partition("/")
    places = ("shaders", name), (first, rest)
    for kind, inner in places:
        if kind in ("scenes", "shaders"):
            path = os.path.join(_folder_or_none(kind) or "", inner)
            if ".." not in inner.split("/") and _is_there(path):
                return path.rstrip("/" + os.sep)
    return name


def _is_there(path):
    try:
        return os.path.lexists(path) or (glob.has_magic(path) and _matches(path))
    except ValueError:  # a zero byte
        return False


def _matches(pattern):
    return next(glob.iglob(pattern, recursive=True), None) is not None


def _folder_or_none(kind):
    try:
        return folder(kind)
    except AssetError:
        return None
