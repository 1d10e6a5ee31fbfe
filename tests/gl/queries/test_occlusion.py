"""NV_occlusion_query: counts of its own commands; the occlusion test."""

import pytest

from softgl.gl import *
from tests.gl.window_buffers import SIZE

ALL = SIZE * SIZE


def draw_all():
    glRectf(-1, -1, 1, 1)


def passed():
    """The result of the occlusion test, which asking for it resets."""
    return glGetBooleanv(GL_OCCLUSION_TEST_RESULT_HP)


def count(name):
    return glGetOcclusionQueryuivNV(name, GL_PIXEL_COUNT_NV)


def test_queries(either):
    first, second = glGenOcclusionQueriesNV(2)
    assert not glIsOcclusionQueryNV(first)
    glBeginOcclusionQueryNV(first)
    assert glGetIntegerv(GL_CURRENT_OCCLUSION_QUERY_ID_NV) == first
    draw_all()
    glEndOcclusionQueryNV()
    glBeginOcclusionQueryNV(second)
    glRectf(-1, -1, 0, 0)
    glDepthFunc(GL_NEVER)
    glEnable(GL_DEPTH_TEST)
    draw_all()
    glEndOcclusionQueryNV()
    draw_all()
    assert glGetIntegerv(GL_CURRENT_OCCLUSION_QUERY_ID_NV) == 0
    assert (count(first), count(second)) == (ALL, ALL // 4)
    assert glGetOcclusionQueryivNV(first, GL_PIXEL_COUNT_AVAILABLE_NV) == 1
    assert glIsOcclusionQueryNV(first)
    # They are those of OpenGL 1.5.
    assert glGetQueryObjectuiv(second, GL_QUERY_RESULT) == ALL // 4
    glDeleteOcclusionQueriesNV([first, second])
    assert not glIsOcclusionQueryNV(second)


def test_the_occlusion_test(either):
    draw_all()
    assert not passed()
    glEnable(GL_OCCLUSION_TEST_HP)
    assert not passed()
    draw_all()
    assert passed()
    # "reset to FALSE [...] as a side effect."
    assert not passed()
    draw_all()
    glDisable(GL_OCCLUSION_TEST_HP)
    draw_all()
    assert passed()
    assert not passed()


def test_queries_and_the_test_together(context):
    """Fragments count for both "whenever OCCLUSION_TEST_HP is enabled or [...] query is active"."""
    glEnable(GL_OCCLUSION_TEST_HP)
    draw_all()
    glBeginOcclusionQueryNV(1)
    assert not passed()
    draw_all()
    glEndOcclusionQueryNV()
    assert passed()
    assert count(1) == ALL
    glDisable(GL_OCCLUSION_TEST_HP)
    glBeginOcclusionQueryNV(1)
    draw_all()
    # "and the pixel counter is reset to zero": that of the active query.
    assert passed()
    glRectf(-1, -1, 0, 0)
    glEndOcclusionQueryNV()
    assert count(1) == ALL // 4
    assert passed()


@pytest.mark.parametrize("enabled", [False, True])
def test_counting_changes_no_picture(context, enabled):
    (glEnable if enabled else glDisable)(GL_OCCLUSION_TEST_HP)
    glColor4ub(1, 2, 3, 4)
    draw_all()
    assert context.framebuffer.read_color(7, 7, 1, 1).tolist() == [[[1, 2, 3, 4]]]
