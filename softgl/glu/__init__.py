"""GLU: every `glu*` function and `GLU_*` constant of GLU 1.3, as in PyOpenGL.

In: GLU calls. Out: calls of `softgl.gl`, which compile into display lists too, and callbacks.
Computed without the C library; geometric predicates are exact.

`functions` makes public functions of implementations; modules without a function support the
others.
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
