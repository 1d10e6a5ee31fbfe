"""How much a model may be: what is larger is refused, before it takes the time or the memory."""

from __future__ import annotations

import re

from softgl.models.files.folder import ModelError

MOST_VERTICES = MOST_TRIANGLES = 1 << 24
"""Counting a mesh each time that a node places it."""

MOST_NODES = 1 << 18

MOST_MESHES = 1 << 16
"""That are drawn one by one: parts of meshes, and blended ones each time that they are placed."""

MOST_TEXT = 1 << 28
"""Bytes of a model file that is text: what it makes in memory is many times as large."""

MOST_GROUPS = 1 << 12
"""Materials of an OBJ file, solids of an STL file: trimesh looks for a free name among them."""

MOST_GROUPED = 1 << 31
"""Materials of an OBJ file times its vertices: trimesh goes through all of them for each."""

MOST_CONVERTED = 1 << 24
"""Pixels of a texture that trimesh converts, in floats, from the older model of glossiness."""

MOST_TEXELS = 1 << 28
"""Of all textures together."""


def check_size(path, vertices: int, triangles: int) -> None:
    """Raise ModelError for more vertices or triangles, placed, than a model may have."""
    if vertices > MOST_VERTICES or triangles > MOST_TRIANGLES:
        raise ModelError(
            f"{path} has more than {MOST_VERTICES} vertices or {MOST_TRIANGLES} triangles"
        )


def check_text(path, data: bytes) -> None:
    """Raise ModelError for a text at `path` on which trimesh would spend far too long."""
    suffix = path.suffix.lower()
    if suffix in (".obj", ".off", ".gltf") and len(data) > MOST_TEXT:
        raise ModelError(f"cannot read {path}: larger than {MOST_TEXT >> 20} MiB")
    if suffix not in (".obj", ".stl"):
        return
    plain = re.sub(rb"\0|\\\r?\n", b"", data)  # UTF-16; lines that go on in the next
    if suffix == ".stl" and len(re.findall(rb"(?i)endsolid", plain)) > MOST_GROUPS:
        raise ModelError(f"{path} has more than {MOST_GROUPS} solids")
    if suffix == ".obj":
        materials = set(re.findall(rb"usemtl\s+([^\r\n]*)", plain))
        if len(materials) > MOST_GROUPS or len(materials) * plain.count(b"\nv ") > MOST_GROUPED:
            raise ModelError(f"{path} has {len(materials)} materials, too many for its size")
