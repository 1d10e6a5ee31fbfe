"""Finds the files that come with softgl: scenes and shaders."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from softgl.errors import SoftGLError


class AssetError(SoftGLError):
    """A file of the softgl distribution is missing."""


@cache
def folder(kind: str) -> Path:
    """The folder of a kind, "scenes" or "shaders". Raises AssetError.

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
