"""A NaN that the host computes is the one quiet NaN: processors give NaNs of either sign."""

from __future__ import annotations

import numpy as np
import pytest

from softgl.gl import *
from softgl.gl.draw.evaluation import evaluate_attributes
from softgl.gl.programs.program_state import ProgramState
from softgl.ir.program import Binding

INF = float("inf")
# Two rows add infinities of unlike signs, and one multiplies infinity by zero.
INFINITE = np.array([[INF, -INF, 0, 1], [0, 1, 0, 0], [INF, 0, 0, 0], [0, 0, INF, -INF]])


def product(context):
    glLoadTransposeMatrixf(INFINITE)
    glMultMatrixf(np.ones(16))
    return glGetFloatv(GL_MODELVIEW_MATRIX)


def made_matrix(context):
    glLoadTransposeMatrixf(INFINITE)
    glMatrixMode(GL_PROJECTION)
    glLoadMatrixf(np.zeros(16))
    return context.transform.matrix("mvp")


def light_position(context):
    glLoadTransposeMatrixf(INFINITE)
    glLightfv(GL_LIGHT0, GL_POSITION, (1, 1, 1, 1))
    return glGetLightfv(GL_LIGHT0, GL_POSITION)


def clip_plane(context):
    glClipPlane(GL_CLIP_PLANE0, (INF, -INF, 0, 1))
    return glGetClipPlane(GL_CLIP_PLANE0)


def eye_plane(context):
    glTexGenfv(GL_S, GL_EYE_PLANE, (INF, -INF, 0, 1))
    return glGetTexGenfv(GL_S, GL_EYE_PLANE)


def program_state(context):
    glLightfv(GL_LIGHT0, GL_AMBIENT, (INF, 1, 1, 1))
    glMaterialfv(GL_FRONT, GL_AMBIENT, (0, 1, 1, 1))
    return ProgramState(context).vector(Binding("state.lightprod.front.ambient", (0,)))


def evaluated(context):
    glMap1f(GL_MAP1_VERTEX_4, 0, 1, 4, 2, [INF, 1, 2, 3, -INF, 1, 2, 3])
    glEnable(GL_MAP1_VERTEX_4)
    return evaluate_attributes(context, [np.array([0.5])])[Binding("vertex.position")]


def weights(context):
    glEnable(GL_WEIGHT_SUM_UNITY_ARB)
    glWeightfvARB(2, (INF, -INF))
    return glGetFloatv(GL_CURRENT_WEIGHT_ARB)


def raster_position(context):
    glMatrixMode(GL_TEXTURE)
    glLoadTransposeMatrixf(INFINITE)
    glTexCoord4f(1, 1, 1, 1)
    glRasterPos3f(0, 0, 0)
    return glGetFloatv(GL_CURRENT_RASTER_TEXTURE_COORDS)


def feedback(context):
    glMatrixMode(GL_TEXTURE)
    glLoadTransposeMatrixf(INFINITE)
    values = np.zeros(12, np.float32)
    glFeedbackBuffer(len(values), GL_4D_COLOR_TEXTURE, values)
    glRenderMode(GL_FEEDBACK)
    glBegin(GL_POINTS)
    glTexCoord4f(1, 1, 1, 1)
    glVertex3f(0, 0, 0)
    glEnd()
    glRenderMode(GL_RENDER)
    return values


@pytest.mark.parametrize(
    "make",
    [
        *(product, made_matrix, light_position, clip_plane, eye_plane),
        *(program_state, evaluated, weights, raster_position, feedback),
    ],
)
def test_it_is_the_quiet_one(context, make):
    values = np.asarray(make(context)).reshape(-1)
    bits = values[np.isnan(values)].view(f"u{values.itemsize}")
    assert set(bits.tolist()) == {0x7FC00000 if values.itemsize == 4 else 0x7FF8 << 48}
