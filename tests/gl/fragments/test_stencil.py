"""The stencil test as GL commands set it: separate faces, EXT_stencil_two_side, queries."""

import pytest

from softgl import GLError
from softgl.gl import *

FRONT_QUERIES = {
    "func": GL_STENCIL_FUNC,
    "reference": GL_STENCIL_REF,
    "value_mask": GL_STENCIL_VALUE_MASK,
    "write_mask": GL_STENCIL_WRITEMASK,
    "fail": GL_STENCIL_FAIL,
    "depth_fail": GL_STENCIL_PASS_DEPTH_FAIL,
    "depth_pass": GL_STENCIL_PASS_DEPTH_PASS,
}
BACK_QUERIES = {
    "func": GL_STENCIL_BACK_FUNC,
    "reference": GL_STENCIL_BACK_REF,
    "value_mask": GL_STENCIL_BACK_VALUE_MASK,
    "write_mask": GL_STENCIL_BACK_WRITEMASK,
    "fail": GL_STENCIL_BACK_FAIL,
    "depth_fail": GL_STENCIL_BACK_PASS_DEPTH_FAIL,
    "depth_pass": GL_STENCIL_BACK_PASS_DEPTH_PASS,
}
INITIAL = [GL_ALWAYS, 0, -1, -1, GL_KEEP, GL_KEEP, GL_KEEP]
SET = [GL_LESS, 5, 0x0F, 0xF0, GL_INCR, GL_DECR_WRAP, GL_REPLACE]


def state(queries):
    return [int(glGetIntegerv(pname)) for pname in queries.values()]


def set_plain():
    glStencilFunc(GL_LESS, 5, 0x0F)
    glStencilOp(GL_INCR, GL_DECR_WRAP, GL_REPLACE)
    glStencilMask(0xF0)


def set_separate(face):
    glStencilFuncSeparate(face, GL_LESS, 5, 0x0F)
    glStencilOpSeparate(face, GL_INCR, GL_DECR_WRAP, GL_REPLACE)
    glStencilMaskSeparate(face, 0xF0)


def test_initial_state(context):
    # OpenGL 2.1, table 6.20: all masks are all ones, all operations KEEP.
    assert state(FRONT_QUERIES) == state(BACK_QUERIES) == INITIAL
    assert glGetIntegerv(GL_ACTIVE_STENCIL_FACE_EXT) == GL_FRONT


def test_plain_commands_set_both_faces(context):
    set_plain()
    assert state(FRONT_QUERIES) == state(BACK_QUERIES) == SET


def test_separate_commands(context):
    set_separate(GL_FRONT)
    assert (state(FRONT_QUERIES), state(BACK_QUERIES)) == (SET, INITIAL)


def test_separate_commands_for_the_back(context):
    set_separate(GL_BACK)
    assert (state(FRONT_QUERIES), state(BACK_QUERIES)) == (INITIAL, SET)
    set_separate(GL_FRONT_AND_BACK)
    assert state(FRONT_QUERIES) == state(BACK_QUERIES) == SET


def test_ati_separate_stencil(context, snapshot):
    glStencilFuncSeparateATI(GL_LESS, GL_GREATER, 3, 0x0F)
    glStencilOpSeparateATI(GL_BACK, GL_INVERT, GL_INCR, GL_DECR)
    for queries, func, fail in (
        (FRONT_QUERIES, GL_LESS, GL_KEEP),
        (BACK_QUERIES, GL_GREATER, GL_INVERT),
    ):
        found = dict(zip(queries, state(queries), strict=True))
        assert (found["func"], found["reference"], found["value_mask"]) == (func, 3, 0x0F)
        assert found["fail"] == fail
    before = snapshot(context)
    with pytest.raises(GLError) as caught:
        glStencilFuncSeparateATI(GL_LESS, GL_KEEP, 0, 0)
    assert caught.value.err == GL_INVALID_ENUM
    assert snapshot(context) == before


def test_the_active_face_has_a_back_of_its_own(context):
    """EXT_stencil_two_side, "Interactions with OpenGL 2.0": three sets of state."""
    glActiveStencilFaceEXT(GL_BACK)
    set_plain()
    assert state(FRONT_QUERIES) == SET  # of the active face
    assert state(BACK_QUERIES) == INITIAL
    glActiveStencilFaceEXT(GL_FRONT)
    assert state(FRONT_QUERIES) == INITIAL


@pytest.mark.parametrize(("ref", "expected"), [(-5, 0), (255, 255), (256, 255), (2**31 - 1, 255)])
def test_the_reference_is_clamped(context, ref, expected):
    glStencilFunc(GL_EQUAL, ref, 0xFF)
    assert glGetIntegerv(GL_STENCIL_REF) == expected


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (glStencilFunc, (GL_KEEP, 0, 1)),
        (glStencilOp, (GL_KEEP, GL_ALWAYS, GL_KEEP)),
        (glStencilFuncSeparate, (GL_LEFT, GL_LESS, 0, 1)),
        (glStencilOpSeparate, (GL_FRONT, GL_KEEP, GL_KEEP, GL_LESS)),
        (glStencilMaskSeparate, (GL_LESS, 1)),
        (glActiveStencilFaceEXT, (GL_FRONT_AND_BACK,)),
    ],
)
def test_errors(context, snapshot, function, arguments):
    before = snapshot(context)
    with pytest.raises(GLError) as caught:
        function(*arguments)
    assert caught.value.code == GL_INVALID_ENUM
    assert snapshot(context) == before


def cover(clockwise=False):
    corners = [(-1, -1), (3, -1), (-1, 3)]
    glBegin(GL_TRIANGLES)
    for corner in corners[::-1] if clockwise else corners:
        glVertex2f(*corner)
    glEnd()


def stencil_values(context):
    return set(context.framebuffer.read_stencil(0, 0, 8, 8).reshape(-1).tolist())


@pytest.mark.parametrize(("two_side", "back"), [(False, 3), (True, 5)])
def test_facing(context, two_side, back):
    glEnable(GL_STENCIL_TEST)
    for face, ref in ((GL_FRONT, 2), (GL_BACK, 3)):
        glStencilFuncSeparate(face, GL_ALWAYS, ref, 0xFF)
    glStencilOpSeparate(GL_FRONT_AND_BACK, GL_KEEP, GL_KEEP, GL_REPLACE)
    glActiveStencilFaceEXT(GL_BACK)
    glStencilFunc(GL_ALWAYS, 5, 0xFF)
    glStencilOp(GL_KEEP, GL_KEEP, GL_REPLACE)
    if two_side:
        glEnable(GL_STENCIL_TEST_TWO_SIDE_EXT)
    cover()
    assert stencil_values(context) == {2}
    cover(clockwise=True)
    assert stencil_values(context) == {back}


def test_a_reference_above_the_largest_value(context):
    glEnable(GL_STENCIL_TEST)
    glStencilFunc(GL_ALWAYS, 1000, 0xFFFFFFFF)
    glStencilOp(GL_KEEP, GL_KEEP, GL_REPLACE)
    cover()
    assert stencil_values(context) == {255}


def test_clear_goes_by_the_front_mask_and_the_scissor_box(context):
    glStencilMaskSeparate(GL_FRONT, 0x0F)
    glStencilMaskSeparate(GL_BACK, 0xF0)
    glClearStencil(0xAB)
    glEnable(GL_SCISSOR_TEST)
    glScissor(1, 2, 3, 4)
    glClear(GL_STENCIL_BUFFER_BIT)
    values = context.framebuffer.read_stencil(0, 0, 8, 8)
    assert (values[2:6, 1:4] == 0x0B).all()
    assert values.sum() == 12 * 0x0B
