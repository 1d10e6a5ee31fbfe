"""Pixel transfer between client memory and softgl (OpenGL 2.1, 3.6 and 4.3).

In: glPixelStore, glPixelTransfer, data of commands. Out: elements; glReadPixels.
"""
