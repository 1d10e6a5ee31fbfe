"""The records that readers of model files return, and tools to make them of polygons.

In: the data of a file. Out: `model.Model`, for `softgl.models.meshes`.
"""
