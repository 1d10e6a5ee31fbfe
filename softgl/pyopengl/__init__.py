"""PyOpenGL on softgl: `import softgl.pyopengl`, before anything of `OpenGL`.

    import softgl.pyopengl
    from OpenGL.GL import *

    ctx = softgl.Context(320, 240)

In: the functions of PyOpenGL, with all of its conversions. Out: calls of softgl.gl. `platform`
provides the functions, `pointers` converts addresses to arrays, `images` reads pixels into arrays
of the program. `OpenGL.GLU` and `OpenGL.GLUT` are softgl's own, which have PyOpenGL's call forms.
"""

import os
import sys

from softgl.pyopengl import images
from softgl.running.hook import Finder

NAME = "softgl"


def _register():
    """Makes softgl PyOpenGL's platform; ImportError if PyOpenGL is missing or loaded already."""
    if "OpenGL.platform" in sys.modules:
        raise ImportError("PyOpenGL has a platform already: import softgl.pyopengl before OpenGL")
    try:
        import OpenGL
        from OpenGL.plugins import PlatformPlugin
    except ImportError as error:
        raise ImportError(f"PyOpenGL is needed, pip install PyOpenGL: {error}") from None
    PlatformPlugin(NAME, "softgl.pyopengl.platform.SoftGLPlatform")
    os.environ["PYOPENGL_PLATFORM"] = NAME
    # The accelerated conversions are for C functions.
    OpenGL.USE_ACCELERATE = False
    sys.meta_path[:0] = Finder(("OpenGL.GLU", "OpenGL.GLUT")), images.Finder()


_register()
