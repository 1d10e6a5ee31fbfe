"""Reads glTF and GLB files.

In: the bytes of the file and its folder. Out: a Model of the meshes that its scene places.

`document` has the JSON and the buffers, `accessors` the arrays, `primitives` the meshes,
`materials` and `images` their looks, `nodes` their places, and `extensions` the names of all that
is read beyond glTF 2.0.
"""

from softgl.models.gltf.reader import read

__all__ = ["read"]
