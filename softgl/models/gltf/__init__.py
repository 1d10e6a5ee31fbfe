"""Reads a glTF or GLB file as far as a picture needs it, checking everything that it states.

In: the bytes of the file and its folder. Out: what its scene places where (`nodes`), and a glTF
of those meshes and their looks alone (`reduce`), for trimesh to decode: trimesh itself would
follow cycles, fill accessors without end, and place meshes one by one. Points and lines, and what
materials have beyond trimesh's words, are read here.
"""

from softgl.models.gltf.document import Document
from softgl.models.gltf.nodes import Placement, placements
from softgl.models.gltf.reduce import Look, Reduced, reduce

__all__ = ["Document", "Look", "Placement", "Reduced", "placements", "reduce"]
