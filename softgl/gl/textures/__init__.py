"""Texture objects, units and images (OpenGL 2.1, 3.8).

In: glTexImage, glTexParameter. Out: `Texture` and its sampler state, for `draw` to sample.
"""
