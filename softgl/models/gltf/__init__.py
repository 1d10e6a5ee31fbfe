"""Reads glTF and GLB files.

In: the bytes of the file and its folder. Out: the Model of its scene.

`document` has the JSON and the buffers, `accessors` the arrays, `primitives` the meshes,
`materials` and `images` their looks, `scenes` the nodes, cameras, lights and animations, and
`extensions` the names of all that is read beyond glTF 2.0.
"""

from softgl.models.gltf.reader import read

__all__ = ["read"]
