"""Textures: formats, images, completeness, and sampling.

In: pixels in client memory, texture parameters, texture coordinates. Out: texture objects whose
`sampler()` gives a `TextureKey` (what shapes code) and arrays (what does not), and `sample`, the
lane formula that reads them. Words of the specification are plain strings here ("REPEAT"); only
`softgl.gl` knows their numbers.
"""
