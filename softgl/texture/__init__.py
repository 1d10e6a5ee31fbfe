"""Textures: targets, formats, images, completeness, packed texels, and sampling.

In: pixels in client memory, images, texture coordinates. Out: a `TextureKey` is what shapes code,
the arrays of `keys.ARRAYS` are what does not, and `sample` is the lane formula that reads them;
`softgl.gl.textures` has the objects that they come from. Words of the specification are plain
strings here ("REPEAT"); only `softgl.gl` knows their numbers.
"""
