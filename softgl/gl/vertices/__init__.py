"""Vertex input: current attributes, arrays, evaluator maps (OpenGL 2.1, 2.6 to 2.8).

In: glColor, glVertexPointer, glMap. Out: attributes by binding, for `draw`.
"""
