"""Arrays in buffer objects, as in PyOpenGL: `from softgl.arrays import vbo`."""
