"""Buffer objects (OpenGL 2.1, 2.9).

In: glBufferData and the like. Out: memory that arrays, pixels and programs read.
"""
