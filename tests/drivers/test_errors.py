"""The error of a call that is refused, here and in Mesa."""

from __future__ import annotations

import numpy as np
import pytest

from softgl import gl as softgl
from softgl.gl import Context
from tests.drivers.mesa import mesa_context

BAD = 0x0BAD
DATA = np.zeros(64, np.float32)

CALLS = [
    ("glVertexPointer", 1, "GL_FLOAT", 0, DATA),
    ("glVertexPointer", 5, "GL_FLOAT", 0, DATA),
    ("glVertexPointer", 2, "GL_UNSIGNED_BYTE", 0, DATA),
    ("glVertexPointer", 2, "GL_FLOAT", -1, DATA),
    ("glColorPointer", 2, "GL_FLOAT", 0, DATA),
    ("glNormalPointer", "GL_UNSIGNED_BYTE", 0, DATA),
    ("glTexCoordPointer", 5, "GL_FLOAT", 0, DATA),
    ("glFogCoordPointer", "GL_INT", 0, DATA),
    ("glIndexPointer", "GL_UNSIGNED_SHORT", 0, DATA),
    ("glEdgeFlagPointer", -1, DATA),
    ("glInterleavedArrays", BAD, 0, DATA),
    ("glInterleavedArrays", "GL_V2F", -1, DATA),
    ("glVertexAttribPointer", 16, 4, "GL_FLOAT", 0, 0, DATA),
    ("glVertexAttribPointer", 1, 5, "GL_FLOAT", 0, 0, DATA),
    ("glVertexAttribPointer", 1, 4, "GL_FLOAT", 0, -1, DATA),
    ("glEnableVertexAttribArray", 16),
    ("glDisableVertexAttribArray", 4000000000),
    ("glEnableClientState", "GL_BLEND"),
    ("glDisableClientState", BAD),
    ("glClientActiveTexture", BAD),
    ("glActiveTexture", BAD),
    ("glVertexAttrib4f", 16, 1, 2, 3, 4),
    ("glDrawArrays", BAD, 0, 3),
    ("glDrawArrays", "GL_TRIANGLES", 0, -3),
    ("glDrawElements", BAD, 1, "GL_UNSIGNED_INT", DATA),
    ("glDrawElements", "GL_TRIANGLES", -1, "GL_UNSIGNED_INT", DATA),
    ("glDrawElements", "GL_TRIANGLES", 1, "GL_INT", DATA),
    ("glDrawRangeElements", "GL_TRIANGLES", 2, 1, 1, "GL_UNSIGNED_INT", DATA),
    ("glMultiDrawArrays", BAD, np.int32([0]), np.int32([3]), 1),
    ("glMultiDrawArrays", "GL_TRIANGLES", np.int32([0]), np.int32([3]), -1),
    ("glBegin", BAD),
    ("glEnd",),
    ("glBindBuffer", BAD, 1),
    ("glBufferData", "GL_ARRAY_BUFFER", 4, None, "GL_STATIC_DRAW"),
    ("glMapBuffer", "GL_ARRAY_BUFFER", "GL_READ_ONLY"),
    ("glUnmapBuffer", "GL_ARRAY_BUFFER"),
    ("glPopAttrib",),
    ("glPopClientAttrib",),
    ("glPopMatrix",),
    ("glMatrixMode", BAD),
    ("glFrustum", 1, 1, 0, 1, 1, 2),
    ("glFrustum", 0, 1, 0, 1, -1, 2),
    ("glOrtho", 0, 1, 2, 2, 0, 1),
    ("glViewport", 0, 0, -1, 1),
    ("glScissor", 0, 0, 1, -1),
    ("glEnable", BAD),
    ("glDisable", "GL_VIEWPORT"),
    ("glDepthFunc", BAD),
    ("glBlendFunc", "GL_SRC_COLOR", BAD),
    ("glBlendEquation", BAD),
    ("glAlphaFunc", BAD, 0.5),
    ("glLogicOp", BAD),
    ("glStencilFunc", BAD, 0, 0),
    ("glStencilOp", "GL_KEEP", BAD, "GL_KEEP"),
    ("glStencilFuncSeparate", BAD, "GL_LESS", 0, 0),
    ("glCullFace", "GL_LEFT"),
    ("glFrontFace", BAD),
    ("glShadeModel", BAD),
    ("glPolygonMode", "GL_FRONT", BAD),
    ("glPolygonMode", BAD, "GL_LINE"),
    ("glPointSize", 0.0),
    ("glLineWidth", -1.0),
    ("glPointParameterf", BAD, 1.0),
    ("glPointParameterf", "GL_POINT_SIZE_MIN", -1.0),
    ("glHint", BAD, "GL_NICEST"),
    ("glHint", "GL_FOG_HINT", BAD),
    ("glFogf", "GL_FOG_DENSITY", -1.0),
    ("glFogi", "GL_FOG_MODE", BAD),
    ("glLightf", "GL_LIGHT0", "GL_SPOT_CUTOFF", 100.0),
    ("glLightf", "GL_LIGHT0", "GL_SPOT_EXPONENT", 129.0),
    ("glMaterialf", "GL_FRONT", "GL_SHININESS", 129.0),
    ("glMaterialf", BAD, "GL_SHININESS", 1.0),
    ("glColorMaterial", "GL_FRONT", "GL_SHININESS"),
    ("glClear", 0x10),
    ("glPixelStorei", "GL_PACK_ALIGNMENT", 3),
    ("glPixelStorei", BAD, 1),
    ("glTexParameteri", "GL_TEXTURE_2D", "GL_TEXTURE_WRAP_S", BAD),
    ("glTexParameteri", BAD, "GL_TEXTURE_WRAP_S", "GL_CLAMP"),
    ("glTexEnvi", "GL_TEXTURE_ENV", "GL_TEXTURE_ENV_MODE", BAD),
    ("glTexGeni", "GL_S", "GL_TEXTURE_GEN_MODE", BAD),
    ("glTexGeni", "GL_Q", "GL_TEXTURE_GEN_MODE", "GL_SPHERE_MAP"),
    ("glBindTexture", BAD, 1),
    ("glGetString", BAD),
    ("glGetError",),
]


def code(gl, name, *arguments):
    """The error that a call leaves, in a context without any."""
    values = [getattr(softgl, a) if isinstance(a, str) else a for a in arguments]
    getattr(gl, name)(*values)
    return gl.glGetError()


@pytest.fixture(scope="module")
def errors(mesa):
    """Mesa's error for each of the calls."""
    from OpenGL import error

    found = {}
    with mesa_context(8, 8) as gl:
        for number, (name, *arguments) in enumerate(CALLS):
            try:
                found[number] = code(gl, name, *arguments)
            except error.GLError as refused:
                found[number] = refused.err
            while gl.glGetError():
                pass
    return found


@pytest.mark.parametrize("number", range(len(CALLS)), ids=lambda n: f"{CALLS[n][0]}-{n}")
def test_errors(errors, number):
    Context(8, 8, machine="eager", errors="record")
    assert code(softgl, *CALLS[number]) == errors[number]
