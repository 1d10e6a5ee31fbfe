"""Models. In: a path, or a mesh. Out: a `Show`, which sets up and draws the model, lit and turning.

`meshes` reads a file, from its folder only (`files`): trimesh decodes it, `forms` and `gltf` read
the parts that trimesh ignores; `parts` and `normals` define its look; `python` takes models that a
program holds instead. `show` draws, for a `camera`, in one of the `finishes`; `surface` draws
depths, normals and ids. `teapot` needs no file.
"""

from __future__ import annotations

from softgl.models.camera import Camera
from softgl.models.files.errors import ModelError, ModelWarning
from softgl.models.finishes import FINISHES
from softgl.models.meshes import Mesh, read
from softgl.models.parts.materials import Map, Material
from softgl.models.parts.model import Model, Part, Placed
from softgl.models.python.arrays import make_part
from softgl.models.show import View, load

__all__ = [
    "FINISHES",
    "Camera",
    "Map",
    "Material",
    "Mesh",
    "Model",
    "ModelError",
    "ModelWarning",
    "Part",
    "Placed",
    "View",
    "load",
    "make_part",
    "read",
]
