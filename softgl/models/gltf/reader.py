"""Reads a glTF or GLB file."""

from __future__ import annotations

from softgl.models.files.folder import Folder
from softgl.models.gltf.document import Document
from softgl.models.gltf.extensions import check_extensions
from softgl.models.gltf.primitives import Meshes
from softgl.models.gltf.scenes import build_model
from softgl.models.parts.model import Model


def read(folder: Folder, data: bytes) -> Model:
    """Reads the scene of a glTF or GLB file. Raises ModelError."""
    document = Document(folder, data)
    check_extensions(document)
    return build_model(document, Meshes(document).read)
