"""Pixels in client memory: formats and types, layout, and conversion.

In: the elements of an application's memory, and the pixel storage modes. Out: RGBA pixels (depth,
height, width, 4), first row and slice first, float32 or, where that is exact, uint8 with 255 for
1.0, or integers of a type; depths, stencil and colour indices; and the reverse. The package is
independent of contexts.
"""
