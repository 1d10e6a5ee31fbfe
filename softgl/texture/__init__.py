"""Textures: targets, formats, images, completeness, packed texels, and sampling.

In: pixels in client memory, images, texture coordinates. Out: a `TextureKey`, the state that shapes
code; the arrays of `keys.ARRAYS`, the state that does not; and `sample`, the lane formula that
reads them. `softgl.gl.textures` has the objects with this state. Words of the specification are
plain strings here ("REPEAT"); only `softgl.gl` knows their numbers.
"""
