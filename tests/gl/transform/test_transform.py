"""The matrix commands against matrices written out by hand."""

import numpy as np
import pytest

from softgl import GLError
from softgl.gl import *

COUNTED = list(range(1, 17))
STACKS = [
    (GL_MODELVIEW, GL_MODELVIEW_MATRIX, GL_MODELVIEW_STACK_DEPTH, 32),
    (GL_PROJECTION, GL_PROJECTION_MATRIX, GL_PROJECTION_STACK_DEPTH, 32),
    (GL_TEXTURE, GL_TEXTURE_MATRIX, GL_TEXTURE_STACK_DEPTH, 10),
    (GL_MATRIX0_ARB + 7, GL_CURRENT_MATRIX_ARB, GL_CURRENT_MATRIX_STACK_DEPTH_ARB, 32),
]


def top(context):
    return context.transform.modelview.top.tolist()


def test_memory_order(context):
    glLoadMatrixf(COUNTED)
    assert context.transform.matrix("modelview", 0).tolist() == [
        [1, 5, 9, 13],
        [2, 6, 10, 14],
        [3, 7, 11, 15],
        [4, 8, 12, 16],
    ]
    assert glGetFloatv(GL_MODELVIEW_MATRIX).tolist() == np.reshape(COUNTED, (4, 4)).tolist()
    transposed = glGetDoublev(GL_TRANSPOSE_MODELVIEW_MATRIX)
    assert transposed.tolist() == np.reshape(COUNTED, (4, 4)).T.tolist()
    assert transposed.dtype == np.float64
    glLoadTransposeMatrixd(np.reshape(COUNTED, (4, 4)))
    assert top(context) == np.reshape(COUNTED, (4, 4)).tolist()


def test_the_rightmost_is_applied_first(context):
    glTranslatef(1, 2, 3)
    glScalef(2, 3, 4)
    assert top(context) == [[2, 0, 0, 1], [0, 3, 0, 2], [0, 0, 4, 3], [0, 0, 0, 1]]
    glMultMatrixd(np.identity(4)[[1, 0, 2, 3]])
    assert top(context) == [[0, 2, 0, 1], [3, 0, 0, 2], [0, 0, 4, 3], [0, 0, 0, 1]]
    glLoadIdentity()
    glMultTransposeMatrixf([1, 0, 0, 9, 0, 1, 0, 8, 0, 0, 1, 7, 0, 0, 0, 1])
    assert top(context) == [[1, 0, 0, 9], [0, 1, 0, 8], [0, 0, 1, 7], [0, 0, 0, 1]]


def test_rotation(context):
    glRotatef(90, 0, 0, 5)
    assert top(context) == [[0, -1, 0, 0], [1, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
    glRotated(-90, 0, 0, 1)
    assert top(context) == np.identity(4).tolist()


def test_projections(context):
    glMatrixMode(GL_PROJECTION)
    glOrtho(0, 4, 0, 2, -1, 1)
    assert context.transform.projection.top.tolist() == [
        [0.5, 0, 0, -1],
        [0, 1, 0, -1],
        [0, 0, -1, 0],
        [0, 0, 0, 1],
    ]
    glLoadIdentity()
    glFrustum(-1, 1, -1, 1, 1, 3)
    assert context.transform.projection.top.tolist() == [
        [1, 0, 0, 0],
        [0, 1, 0, 0],
        [0, 0, -2, -3],
        [0, 0, -1, 0],
    ]
    glMatrixMode(GL_MODELVIEW)
    glTranslatef(1, 0, 0)
    # projection times modelview
    assert context.transform.matrix("mvp", 0)[0].tolist() == [1, 0, 0, 1]


@pytest.mark.parametrize(("mode", "matrix", "depth", "limit"), STACKS)
def test_stacks(context, mode, matrix, depth, limit):
    glMatrixMode(mode)
    glTranslatef(5, 0, 0)
    for _ in range(limit - 1):
        glPushMatrix()
    glScalef(2, 2, 2)
    assert glGetIntegerv(depth) == limit
    with pytest.raises(GLError) as caught:
        glPushMatrix()
    assert caught.value.code == GL_STACK_OVERFLOW
    assert glGetFloatv(matrix)[0][0] == 2
    for _ in range(limit - 1):
        glPopMatrix()
    assert glGetFloatv(matrix)[0][0] == 1
    assert glGetFloatv(matrix)[3][0] == 5
    with pytest.raises(GLError) as caught:
        glPopMatrix()
    assert caught.value.code == GL_STACK_UNDERFLOW
    glMatrixMode(GL_MODELVIEW if mode != GL_MODELVIEW else GL_PROJECTION)
    assert glGetFloatv(GL_CURRENT_MATRIX_ARB).tolist() == np.identity(4).tolist()


def test_each_texture_unit_has_its_matrix(context):
    glMatrixMode(GL_TEXTURE)
    glActiveTexture(GL_TEXTURE3)
    glTranslatef(1, 2, 3)
    assert context.transform.matrix("texture", 3)[0, 3] == 1
    assert context.transform.matrix("texture", 0)[0, 3] == 0
    glActiveTexture(GL_TEXTURE9)
    for function, arguments in ((glLoadIdentity, ()), (glGetFloatv, (GL_TEXTURE_MATRIX,))):
        with pytest.raises(GLError) as caught:
            function(*arguments)
        assert caught.value.code == GL_INVALID_OPERATION


@pytest.mark.parametrize(
    ("function", "arguments", "code"),
    [
        (glMatrixMode, (GL_COLOR,), GL_INVALID_ENUM),
        (glMatrixMode, (GL_MATRIX0_ARB + 8,), GL_INVALID_ENUM),
        (glLoadMatrixf, (COUNTED[:15],), GL_INVALID_VALUE),
        (glMultMatrixf, (COUNTED * 2,), GL_INVALID_VALUE),
        (glFrustum, (-1, 1, -1, 1, 0, 1), GL_INVALID_VALUE),
        (glFrustum, (-1, 1, -1, 1, 1, -1), GL_INVALID_VALUE),
        (glFrustum, (1, 1, -1, 1, 1, 2), GL_INVALID_VALUE),
        (glOrtho, (0, 1, 2, 2, 0, 1), GL_INVALID_VALUE),
        (glOrtho, (0, 1, 0, 1, 3, 3), GL_INVALID_VALUE),
        (glViewport, (0, 0, 1, -1), GL_INVALID_VALUE),
    ],
)
def test_errors(context, snapshot, function, arguments, code):
    before = snapshot(context)
    with pytest.raises(GLError) as caught:
        function(*arguments)
    assert caught.value.code == code
    assert snapshot(context) == before


def test_extreme_numbers(context):
    glScalef(1e300, 1, 1)
    assert np.isinf(top(context)[0][0])
    glTranslatef(float("nan"), float("inf"), 1e38)
    assert np.isnan(top(context)[0][3])


def test_viewport_and_depth_range(context):
    glViewport(-5, 7, 100000, 20)
    assert glGetIntegerv(GL_VIEWPORT).tolist() == [-5, 7, 8192, 20]
    assert glGetIntegerv(GL_MAX_VIEWPORT_DIMS).tolist() == [8192, 8192]
    glDepthRange(0.75, -3)
    assert glGetFloatv(GL_DEPTH_RANGE).tolist() == [0.75, 0]
