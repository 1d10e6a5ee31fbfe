"""Model files. In: a path. Out: a `Show`, which sets up and draws the model, lit and turning.

`meshes` reads a file, from its folder only (`files`): trimesh decodes it, `forms` and `gltf` read
the parts that trimesh ignores; `materials` and `normals` define its look; `show` draws, for a
`camera`, in one of the `finishes`. `teapot` needs no file.
"""

from __future__ import annotations

from softgl.models.camera import Camera
from softgl.models.files.errors import ModelError, ModelWarning
from softgl.models.finishes import FINISHES
from softgl.models.meshes import Mesh, read
from softgl.models.parts.materials import Map, Material
from softgl.models.show import View, load

__all__ = [
    "FINISHES",
    "Camera",
    "Map",
    "Material",
    "Mesh",
    "ModelError",
    "ModelWarning",
    "View",
    "load",
    "read",
]
