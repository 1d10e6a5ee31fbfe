"""Limits on models: larger files are refused before they take much time or memory."""

from __future__ import annotations

from softgl.models.files.errors import ModelError

MAX_VERTICES = MAX_TRIANGLES = 1 << 24
"""The sum over all meshes; a mesh counts once for each node that places it."""

MAX_NODES = 1 << 18

MAX_MESHES = 1 << 16
"""Separate draws: parts of meshes, and each placement of a blended mesh."""

MAX_TEXT_BYTES = 1 << 28
"""Bytes of a text file, whose contents take many times as much memory."""

MAX_CONVERTED = 1 << 24
"""Pixels of a specular-glossiness texture, which is converted in floats."""

MAX_TEXELS = 1 << 28
"""Texels of all textures together."""


def check_size(path, vertices: int, triangles: int) -> None:
    """Raises ModelError for more placed vertices or triangles than the limits."""
    if vertices > MAX_VERTICES or triangles > MAX_TRIANGLES:
        raise ModelError(
            f"{path} has more than {MAX_VERTICES} vertices or {MAX_TRIANGLES} triangles"
        )


def check_text(path, data: bytes) -> None:
    """Raises ModelError for a text file that would take too much time and memory."""
    suffix = path.suffix.lower()
    if suffix in (".obj", ".gltf") and len(data) > MAX_TEXT_BYTES:
        raise ModelError(f"cannot read {path}: larger than {MAX_TEXT_BYTES >> 20} MiB")
