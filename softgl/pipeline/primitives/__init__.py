"""The stages of primitives: assembly, geometry programs, clipping, and set-up.

In: `Vertices` and a mode. Out: records of points, lines and triangles, ready to be binned.
"""
