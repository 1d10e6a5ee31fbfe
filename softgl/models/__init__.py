"""Model files: in comes a path, out comes a scene that shows the model, lit and turning.

`meshes` reads a file, `normals` makes up for what it lacks, `show` draws. `teapot` needs no file.
"""

from __future__ import annotations

from softgl.models.meshes import Material, Mesh, ModelError, read
from softgl.models.show import load

__all__ = ["Material", "Mesh", "ModelError", "load", "read"]
