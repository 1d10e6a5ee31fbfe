"""Texture objects, units and images (OpenGL 2.1, 3.8).

In: glTexImage, glTexParameter. Out: `softgl.texture` objects, which `draw` samples.
"""
