"""Model files: in comes a path, out comes what sets up and draws a model, lit and turning.

`meshes` reads a file, from its `folder` only: `gltf` checks what a glTF states, trimesh decodes,
`materials` and `normals` say how it looks; `show` draws, in one of the `finishes`. `teapot` needs
no file.
"""

from __future__ import annotations

from softgl.models.finishes import FINISHES
from softgl.models.folder import ModelError
from softgl.models.materials import Material
from softgl.models.meshes import Mesh, read
from softgl.models.show import load

__all__ = ["FINISHES", "Material", "Mesh", "ModelError", "load", "read"]
