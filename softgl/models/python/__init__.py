"""Models that a Python program holds: arrays, and meshes of trimesh and its like.

In: an object, see `given`. Out: the records of `softgl.models.parts`. No other library is imported:
its meshes are known by their attributes.
"""
