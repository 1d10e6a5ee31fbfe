"""Recognises the format of a file by its first bytes."""

from __future__ import annotations

import re

from softgl.models.files.errors import ModelError

BEGINNINGS = (
    (rb"ply[ \t]*[\r\n]", "PLY"), (rb"glTF", "GLB"), (rb"(ST)?C?N?4?n?OFF\s", "OFF"),
    (rb"\x89PNG", "PNG"), (rb"\xff\xd8\xff", "JPEG"), (rb"GIF8", "GIF"), (rb"%PDF", "PDF"),
    (rb"PK\x03\x04", "ZIP"), (rb"\x1f\x8b", "gzip"), (rb"Kaydara FBX", "FBX"),
    (rb"BLENDER", "Blender"), (rb"<\?xml", "XML"), (rb"<!DOCTYPE", "HTML"), (rb"<html", "HTML"),
    (rb"version https://git-lfs", "Git LFS pointer"),
)  # fmt: skip
"""First bytes of a file, a pattern -> its format; the name of a model's format is its suffix."""
MODELS = ("PLY", "GLB", "OFF")


def check_kind(path, data: bytes) -> None:
    """Raises ModelError if the file at `path` has another format than its name states."""
    suffix = path.suffix.lower()
    kind = next((name for start, name in BEGINNINGS if re.match(start, data)), None)
    if kind is None or suffix in (f".{kind.lower()}", ".gltf" if kind == "GLB" else None):
        return
    known = f", its name must end in .{kind.lower()}" if kind in MODELS else ""
    raise ModelError(f"{path} cannot be read as a model: a {kind} file{known}")
