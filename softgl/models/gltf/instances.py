"""Instances of a node's mesh (EXT_mesh_gpu_instancing)."""

from __future__ import annotations

import numpy as np

from softgl.models.gltf.accessors import read_accessor
from softgl.models.gltf.document import Document
from softgl.models.gltf.nodes import local_matrices

INSTANCING = "EXT_mesh_gpu_instancing"
ATTRIBUTES = {
    "TRANSLATION": ("VEC3", (0.0, 0.0, 0.0)),
    "ROTATION": ("VEC4", (0.0, 0.0, 0.0, 1.0)),
    "SCALE": ("VEC3", (1.0, 1.0, 1.0)),
}
"""Attributes of instances -> their type, and their value if they are missing."""


def read_instances(document: Document, node: dict) -> np.ndarray | None:
    """The matrices of a node's instances (k, 4, 4), below the node's own; None without.

    Raises ModelError.
    """
    extension = document.object(document.object(node, "extensions"), INSTANCING)
    attributes = document.object(extension, "attributes")
    found = {
        name: read_accessor(document, attributes[name], (kind,)).astype(np.float64)
        for name, (kind, _) in ATTRIBUTES.items()
        if name in attributes
    }
    if not found:
        return None
    counts = {len(values) for values in found.values()}
    if len(counts) > 1:
        raise document.error(f"attributes of instances differ in their counts: {sorted(counts)}")
    (count,) = counts
    if any(not np.isfinite(values).all() for values in found.values()):
        raise document.error("a number of an instance is not finite")
    return local_matrices(
        *(
            found.get(name, np.broadcast_to(default, (count, len(default))))
            for name, (_, default) in ATTRIBUTES.items()
        )
    )
