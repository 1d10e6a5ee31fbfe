"""Rasterization state of points, lines and polygons; clip planes (OpenGL 2.1, 2.12, 3.3 to 3.5).

In: glLineWidth, glPolygonMode. Out: groups of state.
"""
