"""Models. In: a path, or a mesh. Out: a `Show`, which sets up and draws the model, lit and turning.

`meshes` reads a file by the reader of its format (`formats`, `gltf`), from its folder only
(`files`); `parts` are the records that readers return; `python` makes them of models that a program
holds. `playing` moves them, `normals` defines their look, and `show` draws them, for a `camera`, in
one of the `finishes`; `surface` draws depths, normals and ids. `teapot` needs no file.
"""

from __future__ import annotations

from softgl.models.camera import Camera
from softgl.models.files.errors import ModelError, ModelWarning
from softgl.models.finishes import FINISHES
from softgl.models.meshes import Mesh, read
from softgl.models.parts.materials import Map, Material
from softgl.models.parts.model import Model, Part, Placed
from softgl.models.python.arrays import make_part
from softgl.models.show import load
from softgl.models.view import View

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
