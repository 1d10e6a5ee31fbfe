"""ARB_vertex_blend: weights, units and their matrices, alone and with programs."""

import numpy as np
import pytest

from softgl import GLError
from softgl.gl import *

SHOW = "!!ARBvp1.0 MOV result.position, vertex.position; MOV result.color, vertex.weight; END"


def load(text):
    glProgramStringARB(GL_VERTEX_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, len(text), text.encode())
    glEnable(GL_VERTEX_PROGRAM_ARB)


def place(*given):
    """Position of a drawn vertex, in normalized device coordinates; None if it is clipped."""
    glRasterPos3f(*given)
    if not glGetBooleanv(GL_CURRENT_RASTER_POSITION_VALID):
        return None
    x, y, z, _ = glGetFloatv(GL_CURRENT_RASTER_POSITION).tolist()
    return [x / 4 - 1, y / 4 - 1, 2 * z - 1]


def lit(*given):
    """The colour of a vertex, three numbers."""
    glRasterPos3f(*given)
    return glGetFloatv(GL_CURRENT_RASTER_COLOR)[:3]


@pytest.fixture
def blended(context):
    glEnable(GL_VERTEX_BLEND_ARB)
    glVertexBlendARB(2)
    glMatrixMode(GL_MODELVIEW1_ARB)
    glTranslatef(0.5, 0, 0)
    glMatrixMode(GL_MODELVIEW0_ARB)
    glTranslatef(0, 0.25, 0)
    return context


def test_state(context):
    assert glGetIntegerv(GL_MAX_VERTEX_UNITS_ARB) == 4
    assert glGetIntegerv(GL_ACTIVE_VERTEX_UNITS_ARB) == 1
    assert glGetFloatv(GL_CURRENT_WEIGHT_ARB).tolist() == [1, 0, 0, 0]
    assert not glIsEnabled(GL_VERTEX_BLEND_ARB) and not glIsEnabled(GL_WEIGHT_SUM_UNITY_ARB)
    assert not glIsEnabled(GL_WEIGHT_ARRAY_ARB)
    assert glGetIntegerv(GL_WEIGHT_ARRAY_SIZE_ARB) == 0
    assert glGetIntegerv(GL_WEIGHT_ARRAY_TYPE_ARB) == GL_FLOAT
    assert glGetIntegerv(GL_WEIGHT_ARRAY_STRIDE_ARB) == 0
    assert glGetPointerv(GL_WEIGHT_ARRAY_POINTER_ARB) is None
    assert "GL_ARB_vertex_blend" in glGetString(GL_EXTENSIONS).decode().split()


def test_attribute_groups(context):
    """Section "New State": "current", "transform" and "transform enable"."""
    glPushAttrib(GL_TRANSFORM_BIT | GL_CURRENT_BIT)
    glVertexBlendARB(3)
    glEnable(GL_VERTEX_BLEND_ARB)
    glWeightfvARB(1, [0.5])
    glPopAttrib()
    assert glGetIntegerv(GL_ACTIVE_VERTEX_UNITS_ARB) == 1
    assert not glIsEnabled(GL_VERTEX_BLEND_ARB)
    assert glGetFloatv(GL_CURRENT_WEIGHT_ARB).tolist() == [1, 0, 0, 0]
    glPushAttrib(GL_ENABLE_BIT)
    glEnable(GL_WEIGHT_SUM_UNITY_ARB)
    glPopAttrib()
    assert not glIsEnabled(GL_WEIGHT_SUM_UNITY_ARB)


@pytest.mark.parametrize(
    ("function", "given", "weights"),
    [
        (glWeightbvARB, [127, -128], [1, -1, 0, 0]),
        (glWeightubvARB, [51, 255, 0], [0.2, 1, 0, 0]),
        (glWeightsvARB, [32767], [1, 0, 0, 0]),
        (glWeightusvARB, [0, 13107], [0, 0.2, 0, 0]),
        (glWeightivARB, [2**31 - 1, -(2**31)], [1, -1, 0, 0]),
        (glWeightuivARB, [2**32 - 1], [1, 0, 0, 0]),
        (glWeightfvARB, [0.25, 1.5, -2, 7], [0.25, 1.5, -2, 7]),
        (glWeightdvARB, [0.25, 1e300], [0.25, np.inf, 0, 0]),
        (glWeightfvARB, [], [0, 0, 0, 0]),
    ],
)
def test_weights(context, function, given, weights):
    """Numbers are as colours; "the rest of the current weights are set to 0"."""
    glWeightfvARB(4, [9, 9, 9, 9])
    function(len(given), given)
    assert glGetFloatv(GL_CURRENT_WEIGHT_ARB).tolist() == np.float32(weights).tolist()


def test_weights_whose_sum_is_1(context):
    glEnable(GL_WEIGHT_SUM_UNITY_ARB)
    glWeightfvARB(2, [0.25, 0.5])
    assert glGetFloatv(GL_CURRENT_WEIGHT_ARB).tolist() == [0.25, 0.5, 0.25, 0]
    glWeightfvARB(0, [])
    assert glGetFloatv(GL_CURRENT_WEIGHT_ARB).tolist() == [1, 0, 0, 0]
    glWeightfvARB(3, [0.5, 0.5, 0.5])
    assert glGetFloatv(GL_CURRENT_WEIGHT_ARB).tolist() == [0.5, 0.5, 0.5, -0.5]


@pytest.mark.parametrize("unit", range(4))
def test_matrices(context, unit):
    mode = (GL_MODELVIEW0_ARB, GL_MODELVIEW1_ARB, GL_MODELVIEW2_ARB, GL_MODELVIEW3_ARB)[unit]
    glMatrixMode(mode)
    assert glGetIntegerv(GL_MATRIX_MODE) == mode
    glTranslatef(1, 2, 3)
    for _ in range(31):
        glPushMatrix()
    with pytest.raises(GLError, match="at most 32 matrices"):
        glPushMatrix()
    glLoadIdentity()
    glScalef(2, 2, 2)
    assert glGetFloatv(mode).tolist() == np.diag([2, 2, 2, 1]).tolist()
    assert glGetFloatv(GL_MODELVIEW_MATRIX)[0, 0] == (1 if unit else 2)
    glPopMatrix()
    assert glGetFloatv(mode)[3].tolist() == [1, 2, 3, 1]


def test_a_vertex_between_two_units(blended):
    assert place(0, 0, 0) == [0, 0.25, 0]
    glWeightfvARB(2, [0.5, 0.5])
    assert place(0, 0, 0) == [0.25, 0.125, 0]
    # "if the weights do not sum to one": eye coordinates whose w is not 1.
    glWeightfvARB(2, [0.25, 0.25])
    assert place(0.5, 0, 0) == [0.75, 0.125, 0]
    glDisable(GL_VERTEX_BLEND_ARB)
    assert place(0, 0, 0) == [0, 0.25, 0]


def test_units_that_are_not_active_do_not_count(blended):
    glWeightfvARB(3, [0.5, 0.5, 7])
    assert place(0, 0, 0) == [0.25, 0.125, 0]
    glVertexBlendARB(1)
    glWeightfvARB(2, [2, 9])
    assert place(0, 0, 0) == [0, 0.25, 0]  # 2 * M0, divided by w


def test_the_projection_is_after_the_units(blended):
    glMatrixMode(GL_PROJECTION)
    glScalef(0.5, 2, 1)
    glWeightfvARB(2, [0.5, 0.5])
    assert place(0, 0, 0) == [0.125, 0.25, 0]


def test_clip_planes(blended):
    glWeightfvARB(2, [0.5, 0.5])
    glPushMatrix()
    glLoadIdentity()
    glClipPlane(GL_CLIP_PLANE1, [1, 0, 0, -0.2])
    glPopMatrix()
    glEnable(GL_CLIP_PLANE1)
    assert place(0, 0, 0) == [0.25, 0.125, 0]
    glWeightfvARB(2, [0.75, 0.25])
    assert place(0, 0, 0) is None  # its x is 0.125


@pytest.mark.parametrize(
    ("how", "diffuse"),
    [
        # The inverses are the identity and a half: (1 + 1/2) / 2.
        ("", 0.75),
        # "rescaling is applied within each vertex unit independently": (1 + 1) / 2.
        ("rescale", 1.0),
        ("normalize", 1.0),
    ],
)
def test_normals(context, how, diffuse):
    glEnable(GL_VERTEX_BLEND_ARB)
    glVertexBlendARB(2)
    glMatrixMode(GL_MODELVIEW1_ARB)
    glScalef(2, 2, 2)
    glEnable(GL_LIGHTING)
    glEnable(GL_LIGHT0)
    glLightfv(GL_LIGHT0, GL_POSITION, [0, 0, 1, 0])
    glMaterialfv(GL_FRONT, GL_AMBIENT, [0, 0, 0, 1])
    glMaterialfv(GL_FRONT, GL_DIFFUSE, [1, 1, 1, 1])
    glWeightfvARB(2, [0.5, 0.5])
    if how:
        glEnable(GL_RESCALE_NORMAL if how == "rescale" else GL_NORMALIZE)
    assert lit(0, 0, 0) == pytest.approx([diffuse] * 3, abs=1e-5)


def pixel(x, y):
    return np.frombuffer(glReadPixels(x, y, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE), np.uint8).tolist()


POINTS = np.float32([[0, 0], [0, 0], [0, 0]])
WEIGHTS = np.uint8([[255, 0], [0, 255], [51, 204]])


@pytest.mark.parametrize("how", ["arrays", "elements", "array element", "begin", "list", "buffer"])
@pytest.mark.parametrize("unity", [False, True])
def test_an_array_of_weights(blended, how, unity):
    """The same with the second weight given, and with the rest to 1."""
    weights = np.ascontiguousarray(WEIGHTS[:, :1] if unity else WEIGHTS)
    if unity:
        glEnable(GL_WEIGHT_SUM_UNITY_ARB)
    glEnableClientState(GL_VERTEX_ARRAY)
    glEnableClientState(GL_WEIGHT_ARRAY_ARB)
    glVertexPointer(2, GL_FLOAT, 0, POINTS)
    if how == "buffer":
        glBindBuffer(GL_ARRAY_BUFFER, 1)
        glBufferData(GL_ARRAY_BUFFER, weights.nbytes, weights, GL_STATIC_DRAW)
    glWeightPointerARB(weights.shape[1], GL_UNSIGNED_BYTE, 0, 0 if how == "buffer" else weights)
    assert glGetIntegerv(GL_WEIGHT_ARRAY_SIZE_ARB) == weights.shape[1]
    if how == "list":
        glNewList(1, GL_COMPILE)
    if how in ("arrays", "buffer", "list"):
        glDrawArrays(GL_POINTS, 0, 3)
    elif how == "elements":
        glDrawElements(GL_POINTS, 3, GL_UNSIGNED_BYTE, [2, 0, 1])
    else:
        glBegin(GL_POINTS)
        for number in range(3):
            if how == "begin":
                glWeightubvARB(weights.shape[1], weights[number])
                glVertex2fv(POINTS[number])
            else:
                glArrayElement(number)
        glEnd()
    if how == "list":
        glEndList()
        glWeightPointerARB(1, GL_FLOAT, 0, [9, 9, 9])
        glCallList(1)
    # At (0, 1/4), (1/2, 0) and (0.4, 0.05), of eight pixels across.
    drawn = {(x, y) for x in range(8) for y in range(8) if pixel(x, y)[0]}
    assert drawn == {(4, 5), (6, 4), (5, 4)}


def test_programs_read_weights(context):
    load(SHOW)
    glRasterPos2f(0, 0)
    assert glGetFloatv(GL_CURRENT_RASTER_COLOR).tolist() == [1, 0, 0, 0]
    glWeightfvARB(2, [0.25, 0.5])
    glVertexAttrib4fARB(1, 0.125, 0.125, 0.125, 0.125)
    glRasterPos2f(0, 0)
    assert glGetFloatv(GL_CURRENT_RASTER_COLOR).tolist() == [0.25, 0.5, 0, 0]


def test_programs_get_no_derived_weight(context):
    """Issue 37: "the WEIGHT_SUM_UNITY_ARB enable is ignored in vertex program mode."""
    load(SHOW)
    glEnable(GL_WEIGHT_SUM_UNITY_ARB)
    glWeightfvARB(1, [0.25])
    glRasterPos2f(0, 0)
    assert glGetFloatv(GL_CURRENT_RASTER_COLOR).tolist() == [0.25, 0, 0, 0]


@pytest.mark.parametrize("of", ["weights", "attribute"])
def test_programs_read_the_array(context, of):
    """Programs read the array of weights, and without one that of generic attribute 1."""
    load(SHOW)
    glPointSize(2)
    glEnableClientState(GL_VERTEX_ARRAY)
    glVertexPointer(2, GL_FLOAT, 0, np.float32([[-0.5, -0.5], [0.5, 0.5]]))
    given = np.float32([[0.2, 0.4], [0.6, 0.8]])
    if of == "weights":
        glEnableClientState(GL_WEIGHT_ARRAY_ARB)
        glWeightPointerARB(2, GL_FLOAT, 0, given)
    else:
        glEnableVertexAttribArrayARB(1)
        glVertexAttribPointerARB(1, 2, GL_FLOAT, False, 0, given)
    glDrawArrays(GL_POINTS, 0, 2)
    # What an array of weights has not is 0; of others the fourth component is 1.
    rest = [0, 0] if of == "weights" else [0, 255]
    assert pixel(2, 2) == [51, 102, *rest]
    assert pixel(6, 6) == [153, 204, *rest]


def test_matrices_of_units_in_programs(context):
    load(
        "!!ARBvp1.0 MOV result.position, vertex.position;"
        "MOV result.color, state.matrix.modelview[2].row[3]; END"
    )
    glMatrixMode(GL_MODELVIEW2_ARB)
    glLoadTransposeMatrixf([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.25, 0.5, 0.75, 1])
    glRasterPos2f(0, 0)
    assert glGetFloatv(GL_CURRENT_RASTER_COLOR).tolist() == [0.25, 0.5, 0.75, 1]


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (glWeightfvARB, (5, [0] * 5)),
        (glWeightfvARB, (-1, [])),
        (glWeightPointerARB, (0, GL_FLOAT, 0, [1])),
        (glWeightPointerARB, (5, GL_FLOAT, 0, [1])),
        (glWeightPointerARB, (1, GL_FLOAT, -1, [1])),
        (glVertexBlendARB, (0,)),
        (glVertexBlendARB, (5,)),
        (glVertexBlendARB, (-1,)),
    ],
)
def test_refused_values(context, snapshot, function, arguments):
    before = snapshot(context)
    with pytest.raises(GLError) as caught:
        function(*arguments)
    assert caught.value.code == GL_INVALID_VALUE
    assert snapshot(context) == before


def test_no_room_for_a_derived_weight(context):
    glEnable(GL_WEIGHT_SUM_UNITY_ARB)
    for function, more in ((glWeightfvARB, ([0] * 4,)), (glWeightPointerARB, (GL_FLOAT, 0, [1]))):
        with pytest.raises(GLError, match="GL_WEIGHT_SUM_UNITY_ARB"):
            function(4, *more)
