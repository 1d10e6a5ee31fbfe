"""Matrix stacks, the viewport and the depth range (OpenGL 2.1, 2.11).

In: glRotate, glViewport. Out: matrices that programs read, and the viewport.
"""
