"""Pictures of a frame: overdraw, cost, depth complexity and other counts per pixel, as colours.

In: a context and the kind of picture. Out: an image with a legend.
"""

from softgl.debug.pictures.frame_picture import KINDS, FramePicture, PictureError, picture

__all__ = ["KINDS", "FramePicture", "PictureError", "picture"]
