"""Images of pixels: copies, conversions, mipmaps, accumulation, images drawn as fragments.

In: planes, texels, and rectangles of pixels. Out: the same, changed.
"""
