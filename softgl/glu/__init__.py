"""GLU: every `glu*` function and `GLU_*` constant of GLU 1.3, as in PyOpenGL.

In: what a program does with GLU. Out: calls of `softgl.gl`, which compile into display lists too,
and callbacks. Computed without the C library, and where it decides what lies where exactly.

`functions` makes public functions of implementations; the modules without a function are what
those work with.
"""

from softgl.glu import images, matrices, nurbs, quadrics, strings, tess  # noqa: F401  (functions)
from softgl.glu.constants import CONSTANTS
from softgl.glu.functions import FUNCTIONS, GLUError
from softgl.glu.nurbs import GLUnurbs
from softgl.glu.quadrics import GLUQuadric
from softgl.glu.tess import GLUtesselator

GLUnurbsObj = GLUnurbs
GLUquadric = GLUquadricObj = GLUQuadric
GLUtesselatorObj = GLUtriangulatorObj = GLUtesselator

globals().update(CONSTANTS)
globals().update(FUNCTIONS)

__all__ = [
    *CONSTANTS, *FUNCTIONS, "GLUError", "GLUQuadric", "GLUquadric", "GLUquadricObj",
    "GLUnurbs", "GLUnurbsObj", "GLUtesselator", "GLUtesselatorObj", "GLUtriangulatorObj",
]  # fmt: skip


def __getattr__(name: str):
    from softgl.gl.api.absent import Absent

    raise Absent(__name__, name)
