"""Reads a glTF or GLB file."""

from __future__ import annotations

from collections import Counter

from softgl.models.files.folder import Folder
from softgl.models.gltf.document import Document
from softgl.models.gltf.extensions import check_extensions
from softgl.models.gltf.nodes import placements
from softgl.models.gltf.primitives import Meshes
from softgl.models.parts.model import Model, Placed


def read(folder: Folder, data: bytes) -> Model:
    """Reads the meshes that the scene of a glTF or GLB file places. Raises ModelError."""
    document = Document(folder, data)
    check_extensions(document)
    placed = placements(document)
    meshes = Meshes(document, Counter(mesh for mesh, _ in placed))
    return Model(
        [Placed(primitive.part, matrix) for mesh, matrix in placed for primitive in meshes[mesh]]
    )
