"""Finds the files that come with softgl: scenes and shaders."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from softgl.errors import SoftGLError


class AssetError(SoftGLError):
    """A file that should come with softgl is not there."""


@cache
def folder(kind: str) -> Path:
    """The folder `kind` ("scenes" or "shaders").

    An installed package carries it inside; a checkout has it beside the package.
    """
    package = Path(__file__).resolve().parent
    for place in (package / kind, package.parent / kind):
        if place.is_dir():
            return place
    raise AssetError(f"this installation of softgl has no folder of {kind}")


def shader(name: str) -> str:
    """The text of a program under shaders/, e.g. `shader("nvfp4/ceramic.fp")`."""
    try:
        return (folder("shaders") / name).read_text(encoding="utf-8")
    except (OSError, ValueError):  # ValueError: a zero in the name, or no text
        raise AssetError(f"there is no shader {name!r} in {folder('shaders')}") from None
