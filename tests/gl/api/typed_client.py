"""A typed program that `python -m mypy` checks against the stubs, as .ci/run does.

Calls that a checker must refuse are marked; a mark that is not needed is an error too.
"""

from __future__ import annotations

import ctypes
from typing import Any, assert_type

import numpy as np
import numpy.typing as npt

import softgl
from softgl.gl import *
from softgl.glu import *
from softgl.glut import *


def accepted(pixels: npt.NDArray[np.uint8], name: np.uint32) -> None:
    """Numbers are Python's or numpy's, arrays anything that holds numbers."""
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT)
    glClearColor(0, 0.5, np.float32(1), 1)
    glBindTexture(GL_TEXTURE_2D, name)
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels)
    glVertex3fv([1, 2, 3])
    glVertex3fv((GLfloat * 3)(1, 2, 3))
    glDepthMask(True)
    glDebugMessageCallback(GLDEBUGPROC(print), None)
    glDebugMessageCallback(None, None)


def overloaded() -> None:
    """Commands have PyOpenGL's short forms beside C's."""
    glBufferData(GL_ARRAY_BUFFER, 16, None, GL_STATIC_DRAW)
    glBufferData(GL_ARRAY_BUFFER, bytes(16), GL_STATIC_DRAW)
    assert_type(glGenTextures(1), np.uint32)
    assert_type(glGenTextures(2), npt.NDArray[np.uint32])
    assert_type(glGenQueries(1), npt.NDArray[np.uint32])
    assert_type(glCreateTextures(GL_TEXTURE_2D, 1), np.uint32)
    glGenTextures(2, (GLuint * 2)())


def returned() -> None:
    """Results are Python's counterparts of C's."""
    assert_type(glGetString(GL_VERSION), bytes)
    assert_type(glGetError(), int)
    assert_type(glIsTexture(1), int)
    assert_type(glGetShaderiv(1, GL_COMPILE_STATUS), np.int32)
    assert_type(glGetProgramInfoLog(1), bytes)
    assert_type(glGetIntegerv(GL_VIEWPORT), Any)
    assert_type(GL_TRIANGLES, int)
    assert_type(GLDEBUGPROC(len)([]), int)
    assert_type(GLfloat(1), ctypes.c_float)


def toolkits() -> None:
    """GLU and GLUT have types too."""
    assert_type(gluProject(0, 0, 0), tuple[float, float, float])
    quadric = gluNewQuadric()
    gluSphere(quadric, 1.5, 16, 8)
    gluTessVertex(gluNewTess(), (0, 0, 0), None)
    glutInit()
    assert_type(glutCreateWindow("title"), int)
    glutDisplayFunc(accepted)
    glutSolidTeapot(0.5)
    gluSphere(1.5, 16, 8)  # type: ignore[call-arg]
    gluPerspective("45", 1, 1, 10)  # type: ignore[arg-type]
    glutKeyboardFunc("quit")  # type: ignore[arg-type]
    assert_type(GLU_TESS_BEGIN, int)


def refused() -> None:
    """Too few or too many arguments, words for numbers, names that do not exist."""
    glClear()  # type: ignore[call-arg]
    glFlush(1)  # type: ignore[call-arg]
    glEnable("GL_BLEND")  # type: ignore[arg-type]
    glVertex2i(0.5, 1)  # type: ignore[arg-type]
    glBufferData(GL_ARRAY_BUFFER)  # type: ignore[call-overload]
    glClearColour(0, 0, 0, 0)  # type: ignore[name-defined]


def surface() -> None:
    """The rest of softgl has its types in its own source."""
    context = softgl.Context(64, 48, errors="record")
    context.make_current()
    softgl.Context("wide", 48)  # type: ignore[arg-type]
    assert_type(softgl.__version__, str)
    try:
        glBegin(GL_TRIANGLES)
    except GLError as error:
        known: softgl.SoftGLError = error
        print(known)
