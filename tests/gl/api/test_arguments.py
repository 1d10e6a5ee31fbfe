"""Numbers that are none: complex ones, NaN and infinities where integers are needed."""

import numpy as np
import pytest

from softgl import GLError
from softgl.gl import *


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (glLoadMatrixf, (np.ones(16, complex),)),
        (glVertex3fv, (np.ones(3, complex),)),
        (glVertex3f, (1j, 0, 0)),
        (glFogf, (GL_FOG_DENSITY, np.complex128(1))),
        (glLightfv, (GL_LIGHT0, GL_AMBIENT, np.ones(4, complex))),
        (glCallLists, (np.array([1j]),)),
    ],
)
def test_complex_numbers_are_refused(context, snapshot, function, arguments):
    before = snapshot(context)
    with pytest.raises(GLError) as caught:
        function(*arguments)
    assert caught.value.code == GL_INVALID_VALUE
    assert snapshot(context) == before


@pytest.mark.filterwarnings("error")
def test_a_nan_is_any_integer(context):
    """OpenGL 2.1, 2.1.1: unspecified, "but must not lead to GL interruption or termination"."""
    glCallLists(np.array([np.nan, np.inf]))
    glBegin(GL_POINTS)
    glVertex3iv(np.array([np.nan, 0, -np.inf]))
    glEnd()


class Angry:
    """Raises an error of its own, whatever it is asked for."""

    def _raise(self, *_, **__):
        raise RuntimeError("no")

    __index__ = __float__ = __array__ = __len__ = __getitem__ = __bool__ = __repr__ = _raise


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (glVertex3f, (Angry(), 0, 0)),
        (glVertex3fv, (Angry(),)),
        (glVertex3fv, ([0, 0, Angry()],)),
        (glDepthFunc, (Angry(),)),
        (glDepthMask, (Angry(),)),
        (glTexParameterf, (Angry(), GL_TEXTURE_MIN_FILTER, 0)),
        (glLightfv, (GL_LIGHT0, GL_AMBIENT, Angry())),
        (glRectd, (0, 0, Angry(), 0)),
        (glVertexPointer, (2, GL_FLOAT, 0, Angry())),
        (glBufferData, (GL_ARRAY_BUFFER, 4, Angry(), GL_STATIC_DRAW)),
        (glReadPixels, (0, 0, 1, 1, GL_RGBA, GL_FLOAT, Angry())),
        (glDrawPixels, (1, 1, GL_RGBA, GL_FLOAT, Angry())),
        (glDrawPixelsf, (GL_RGBA, Angry())),
        (glDeleteTextures, (Angry(),)),
        (glGenTextures, (1, Angry())),
        (glCallLists, (1, GL_INT, Angry())),
        (glDrawElements, (GL_POINTS, 1, GL_UNSIGNED_INT, Angry())),
        (glGetBufferPointerv, (GL_ARRAY_BUFFER, GL_BUFFER_MAP_POINTER, Angry())),
        (glProgramStringARB, (GL_VERTEX_PROGRAM_ARB, 34933, 1, Angry())),
        (glMultiDrawArrays, (GL_POINTS, Angry(), [1], 1)),
        (glMultiDrawElements, (GL_POINTS, [1], GL_UNSIGNED_INT, Angry(), 1)),
        (glMultiDrawElements, (GL_POINTS, [1], GL_UNSIGNED_INT, memoryview(np.zeros(4, "S3")), 1)),
        (glCallLists, (Angry(),)),
        (glDrawPixelsub, (GL_RGBA, Angry())),
        (glTexImage2Df, (GL_TEXTURE_2D, 0, 4, 0, GL_RGBA, Angry())),
        (glMap1f, (GL_MAP1_VERTEX_3, 0, 1, 3, 2, Angry())),
        (glPixelMapfv, (GL_PIXEL_MAP_R_TO_R, 1, Angry())),
        (glDrawBuffers, (1, Angry())),
        (glDeleteSync, (Angry(),)),
        (glObjectPtrLabel, (Angry(), 1, "x")),
        (glDebugMessageCallback, (Angry(), None)),
    ],
)
def test_objects_that_raise_what_they_like_are_refused(context, snapshot, function, arguments):
    """The message of the error can be read, too."""
    glBindBuffer(GL_ARRAY_BUFFER, 1)
    glBufferData(GL_ARRAY_BUFFER, 64, None, GL_STATIC_DRAW)
    glBindBuffer(GL_ARRAY_BUFFER, 0)
    before = snapshot(context)
    with pytest.raises(GLError) as caught:
        function(*arguments)
    assert "GL_INVALID" in str(caught.value) and "Error" in repr(caught.value)
    assert snapshot(context) == before
