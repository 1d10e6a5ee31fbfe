"""Limits on models: larger files are refused before they take much time or memory."""

from __future__ import annotations

import re

from softgl.models.files.errors import ModelError

MAX_VERTICES = MAX_TRIANGLES = 1 << 24
"""The sum over all meshes; a mesh counts once for each node that places it."""

MAX_NODES = 1 << 18

MAX_MESHES = 1 << 16
"""Separate draws: parts of meshes, and each placement of a blended mesh."""

MAX_TEXT_BYTES = 1 << 28
"""Bytes of a text file, whose contents take many times as much memory."""

MAX_GROUPS = 1 << 12
"""Materials of an OBJ file: trimesh searches them for a free name."""

MAX_GROUPED_VERTICES = 1 << 31
"""Materials of an OBJ file times its vertices: trimesh visits all vertices for each material."""

MAX_CONVERTED = 1 << 24
"""Pixels of a specular-glossiness texture, which trimesh converts in floats."""

MAX_TEXELS = 1 << 28
"""Texels of all textures together."""


def check_size(path, vertices: int, triangles: int) -> None:
    """Raises ModelError for more placed vertices or triangles than the limits."""
    if vertices > MAX_VERTICES or triangles > MAX_TRIANGLES:
        raise ModelError(
            f"{path} has more than {MAX_VERTICES} vertices or {MAX_TRIANGLES} triangles"
        )


def check_text(path, data: bytes) -> None:
    """Raises ModelError for a text file that would take trimesh too long."""
    suffix = path.suffix.lower()
    if suffix in (".obj", ".gltf") and len(data) > MAX_TEXT_BYTES:
        raise ModelError(f"cannot read {path}: larger than {MAX_TEXT_BYTES >> 20} MiB")
    if suffix != ".obj":
        return
    plain = re.sub(rb"\0|\\\r?\n", b"", data)  # UTF-16; continued lines
    materials = set(re.findall(rb"usemtl\s+([^\r\n]*)", plain))
    if len(materials) > MAX_GROUPS or len(materials) * plain.count(b"\nv ") > MAX_GROUPED_VERTICES:
        raise ModelError(f"{path} has {len(materials)} materials, too many for its size")
