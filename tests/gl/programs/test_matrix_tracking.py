"""glTrackMatrixNV: program parameters that follow a matrix."""

import numpy as np
import pytest

from softgl import GLError, hostmath
from softgl.gl import *

VERTEX = GL_VERTEX_PROGRAM_NV
MODES = {
    GL_MODELVIEW: ("modelview", 0),
    GL_PROJECTION: ("projection", 0),
    GL_TEXTURE: ("texture", 1),
    GL_MATRIX0_NV: ("program", 0),
    GL_MATRIX7_NV: ("program", 7),
}
TRANSFORMS = {
    GL_IDENTITY_NV: lambda m: m,
    GL_INVERSE_NV: hostmath.inverse,
    GL_TRANSPOSE_NV: np.transpose,
    GL_INVERSE_TRANSPOSE_NV: lambda m: hostmath.inverse(m).T,
}


def register(index):
    return glGetProgramParameterfvNV(VERTEX, index, GL_PROGRAM_PARAMETER_NV).tolist()


def tracked(address):
    return np.array([register(address + row) for row in range(4)], np.float32)


def query(address):
    pnames = (GL_TRACK_MATRIX_NV, GL_TRACK_MATRIX_TRANSFORM_NV)
    return tuple(int(glGetTrackMatrixivNV(VERTEX, address, pname)) for pname in pnames)


def refused(code, function, *arguments):
    with pytest.raises(GLError) as caught:
        function(*arguments)
    assert caught.value.code == code


def disturb():
    """Makes the current matrix one without symmetry."""
    glTranslatef(1, 2, 3)
    glRotatef(30, 1, 1, 0)
    glScalef(2, 3, 0.5)


@pytest.mark.parametrize("transform", TRANSFORMS)
@pytest.mark.parametrize("mode", MODES)
def test_every_matrix(context, mode, transform):
    glActiveTexture(GL_TEXTURE1)
    glTrackMatrixNV(VERTEX, 8, mode, transform)
    glMatrixMode(mode)
    disturb()
    matrix = context.transform.matrix(*MODES[mode])
    assert not np.array_equal(matrix, np.identity(4))
    assert np.array_equal(tracked(8), np.float32(TRANSFORMS[transform](matrix)))
    glLoadIdentity()
    assert np.array_equal(tracked(8), np.identity(4))


def test_modelview_projection(context):
    glTrackMatrixNV(VERTEX, 0, GL_MODELVIEW_PROJECTION_NV, GL_IDENTITY_NV)
    glTranslatef(1, 0, 0)
    glMatrixMode(GL_PROJECTION)
    glScalef(2, 2, 2)
    # "C = P M"
    assert tracked(0).tolist() == [[2, 0, 0, 2], [0, 2, 0, 0], [0, 0, 2, 0], [0, 0, 0, 1]]


def test_queries(context):
    assert query(252) == (GL_NONE, GL_IDENTITY_NV)
    glTrackMatrixNV(VERTEX, 252, GL_PROJECTION, GL_INVERSE_NV)
    assert query(252) == (GL_PROJECTION, GL_INVERSE_NV)
    # "TEXTUREi_ARB is returned (never TEXTURE)"
    glActiveTexture(GL_TEXTURE3)
    glTrackMatrixNV(VERTEX, 4, GL_TEXTURE, GL_TRANSPOSE_NV)
    glActiveTexture(GL_TEXTURE0)
    assert query(4) == (GL_TEXTURE3, GL_TRANSPOSE_NV)
    glTrackMatrixNV(VERTEX, 4, GL_TEXTURE5, GL_TRANSPOSE_NV)
    assert query(4) == (GL_TEXTURE5, GL_TRANSPOSE_NV)
    assert glGetIntegerv(GL_MAX_TRACK_MATRICES_NV) == 8
    assert glGetIntegerv(GL_MAX_TRACK_MATRIX_STACK_DEPTH_NV) >= 1


def test_the_last_values_stay(context):
    glProgramParameter4fNV(VERTEX, 4, 9, 9, 9, 9)
    glTrackMatrixNV(VERTEX, 4, GL_MODELVIEW, GL_IDENTITY_NV)
    glTranslatef(5, 0, 0)
    glTrackMatrixNV(VERTEX, 4, GL_NONE, GL_IDENTITY_NV)
    glTranslatef(5, 0, 0)
    assert register(4) == [1, 0, 0, 5]
    glProgramParameter4fNV(VERTEX, 4, 9, 9, 9, 9)
    assert register(4) == [9, 9, 9, 9]


def test_tracked_parameters_cannot_be_set(context, snapshot):
    glTrackMatrixNV(VERTEX, 4, GL_MODELVIEW, GL_IDENTITY_NV)
    before = snapshot(context)
    for index in (4, 7):
        refused(GL_INVALID_OPERATION, glProgramParameter4fNV, VERTEX, index, 1, 2, 3, 4)
        refused(GL_INVALID_OPERATION, glProgramEnvParameter4fARB, VERTEX, index, 1, 2, 3, 4)
    refused(GL_INVALID_OPERATION, glProgramParameters4fvNV, VERTEX, 2, 3, range(12))
    assert snapshot(context) == before
    glProgramParameters4fvNV(VERTEX, 2, 2, range(8))
    glProgramParameter4fNV(VERTEX, 8, 1, 2, 3, 4)
    glProgramEnvParameter4fARB(GL_FRAGMENT_PROGRAM_ARB, 4, 1, 2, 3, 4)


@pytest.mark.parametrize(
    ("code", "arguments"),
    [
        (GL_INVALID_VALUE, (VERTEX, 2, GL_MODELVIEW, GL_IDENTITY_NV)),
        (GL_INVALID_VALUE, (VERTEX, 256, GL_MODELVIEW, GL_IDENTITY_NV)),
        (GL_INVALID_VALUE, (VERTEX, 3, GL_NONE, GL_IDENTITY_NV)),
        (GL_INVALID_ENUM, (GL_VERTEX_STATE_PROGRAM_NV, 0, GL_MODELVIEW, GL_IDENTITY_NV)),
        (GL_INVALID_ENUM, (GL_FRAGMENT_PROGRAM_NV, 0, GL_MODELVIEW, GL_IDENTITY_NV)),
        (GL_INVALID_ENUM, (VERTEX, 0, GL_MATRIX0_ARB, GL_IDENTITY_NV)),
        # "COLOR (if the ARB_imaging subset is supported)"
        (GL_INVALID_ENUM, (VERTEX, 0, GL_COLOR, GL_IDENTITY_NV)),
        (GL_INVALID_ENUM, (VERTEX, 0, GL_TEXTURE0 + 8, GL_IDENTITY_NV)),
        (GL_INVALID_ENUM, (VERTEX, 0, GL_MODELVIEW, GL_MODELVIEW)),
    ],
)
def test_errors(context, snapshot, code, arguments):
    before = snapshot(context)
    refused(code, glTrackMatrixNV, *arguments)
    assert snapshot(context) == before


def test_query_errors(context):
    refused(GL_INVALID_VALUE, glGetTrackMatrixivNV, VERTEX, 2, GL_TRACK_MATRIX_NV)
    refused(GL_INVALID_VALUE, glGetTrackMatrixivNV, VERTEX, 256, GL_TRACK_MATRIX_NV)
    refused(GL_INVALID_ENUM, glGetTrackMatrixivNV, VERTEX, 0, GL_MODELVIEW)
    refused(
        GL_INVALID_ENUM, glGetTrackMatrixivNV, GL_VERTEX_STATE_PROGRAM_NV, 0, GL_TRACK_MATRIX_NV
    )


def test_tracking_matrices_are_the_program_matrices(context):
    glMatrixMode(GL_MATRIX2_NV)
    glPushMatrix()
    glTranslatef(1, 2, 3)
    assert glGetIntegerv(GL_CURRENT_MATRIX_STACK_DEPTH_NV) == 2
    assert glGetFloatv(GL_CURRENT_MATRIX_NV)[3].tolist() == [1, 2, 3, 1]
    glMatrixMode(GL_MATRIX2_ARB)
    assert glGetFloatv(GL_CURRENT_MATRIX_ARB)[3].tolist() == [1, 2, 3, 1]
