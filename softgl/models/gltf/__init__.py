"""Reads and checks the visible part of a glTF or GLB file.

In: the bytes of the file and its folder. Out: the placements of its scene (`nodes`), and a reduced
glTF of only those meshes and materials (`reduce`), which trimesh decodes: trimesh itself would
follow cycles, fill accessors without limit, and place meshes one by one. Points, lines and the
parts of materials that trimesh ignores are read here.
"""

from softgl.models.gltf.document import Document
from softgl.models.gltf.nodes import Placement, placements
from softgl.models.gltf.reduce import GltfMaterial, Reduced, reduce

__all__ = ["Document", "GltfMaterial", "Placement", "Reduced", "placements", "reduce"]
