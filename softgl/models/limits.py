"""How much a model may be: what is larger is refused, before it takes the memory."""

MOST_VERTICES = MOST_TRIANGLES = 1 << 24
"""Counting a mesh each time that a node places it."""

MOST_NODES = 1 << 18

MOST_MESHES = 1 << 16
"""That are drawn one by one: parts of meshes, and blended ones each time that they are placed."""

MOST_TEXELS = 1 << 28
"""Of all textures together."""
