"""ARB_viewport_array: the state of viewports, depth ranges and scissor boxes."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

from softgl import Context
from softgl.gl import *
from softgl.gl.api.current import current

COUNT = 16
RECTANGLES = [(0.5 * n, n - 3.25, n + 1.0, 2.0 * n) for n in range(COUNT)]
BOXES = [(n, -n, 3 * n, n + 1) for n in range(COUNT)]
DEPTHS = [(n / 16 + 1e-12, 1 - n / 31) for n in range(COUNT)]


@pytest.fixture(autouse=True)
def context_before():
    """The context that was current is so again."""
    before = current.context
    with Context(8, 6):
        yield
    if before is not None:
        before.make_current()


def viewports():
    return [tuple(glGetFloati_v(GL_VIEWPORT, n).tolist()) for n in range(COUNT)]


def boxes():
    return [tuple(glGetIntegeri_v(GL_SCISSOR_BOX, n).tolist()) for n in range(COUNT)]


def depths():
    return [tuple(glGetDoublei_v(GL_DEPTH_RANGE, n).tolist()) for n in range(COUNT)]


def scissor_tests():
    return [glIsEnabledi(GL_SCISSOR_TEST, n) for n in range(COUNT)]


def everything():
    return viewports(), boxes(), depths(), scissor_tests()


def set_all():
    glViewportArrayv(0, COUNT, RECTANGLES)
    glScissorArrayv(0, COUNT, BOXES)
    glDepthRangeArrayv(0, COUNT, DEPTHS)
    for number in (1, 4, 15):
        glEnablei(GL_SCISSOR_TEST, number)


def test_limits():
    assert glGetIntegerv(GL_MAX_VIEWPORTS) == COUNT
    assert glGetIntegerv(GL_VIEWPORT_SUBPIXEL_BITS) == glGetIntegerv(GL_SUBPIXEL_BITS) == 8
    least, most = glGetFloatv(GL_VIEWPORT_BOUNDS_RANGE)
    assert least <= -32768 and most >= 32767
    for pname in (GL_LAYER_PROVOKING_VERTEX, GL_VIEWPORT_INDEX_PROVOKING_VERTEX):
        assert glGetIntegerv(pname) == GL_PROVOKING_VERTEX


def test_values_of_each():
    assert everything() == ([(0, 0, 8, 6)] * COUNT, [(0, 0, 8, 6)] * COUNT, [(0, 1)] * COUNT,
                            [0] * COUNT)  # fmt: skip
    set_all()
    assert viewports() == [tuple(map(float, each)) for each in RECTANGLES]
    assert (boxes(), depths()) == (BOXES, DEPTHS)
    assert scissor_tests() == [int(number in (1, 4, 15)) for number in range(COUNT)]
    # Some, and one.
    glViewportArrayv(2, 1, np.array([[9, 8, 7, 6]], np.float32))
    glViewportIndexedf(3, 1, 2, 3, 4)
    glViewportIndexedfv(15, [0, 1, 2, 3])
    glScissorIndexed(0, 5, 6, 7, 8)
    glScissorIndexedv(1, (1, 1, 2, 2))
    glDepthRangeIndexed(14, -1, 2)
    glDepthRangeIndexeddNV(13, -1, 2)
    glDepthRangeArraydvNV(0, 1, [0.5, 4])
    found = viewports()
    assert found[1:5] + found[14:] == [
        (0.5, -2.25, 2, 2), (9, 8, 7, 6), (1, 2, 3, 4), (2, 0.75, 5, 8), (7, 10.75, 15, 28),
        (0, 1, 2, 3),
    ]  # fmt: skip
    assert boxes()[:3] == [(5, 6, 7, 8), (1, 1, 2, 2), BOXES[2]]
    found = depths()
    assert [found[0], found[1], *found[13:]] == [(0.5, 4), DEPTHS[1], (-1, 2), (0, 1), DEPTHS[15]]


def test_commands_without_an_index_set_all():
    set_all()
    glViewport(1, 2, 3, 4)
    glScissor(2, 3, 4, 5)
    glDepthRange(0.25, 0.5)
    glEnable(GL_SCISSOR_TEST)
    assert everything() == ([(1, 2, 3, 4)] * COUNT, [(2, 3, 4, 5)] * COUNT, [(0.25, 0.5)] * COUNT,
                            [1] * COUNT)  # fmt: skip
    glDisablei(GL_SCISSOR_TEST, 0)
    assert not glIsEnabled(GL_SCISSOR_TEST) and not glGetBooleanv(GL_SCISSOR_TEST)
    glDisable(GL_SCISSOR_TEST)
    glDepthRangedNV(3, 4)
    assert (depths(), scissor_tests()) == ([(3, 4)] * COUNT, [0] * COUNT)


def test_conversions_of_queries():
    """ARB_viewport_array, issue 8: "You can query floating point state with an integer query."""
    glViewportIndexedf(0, 0.75, 1.25, 2.5, 3)
    glDepthRangeIndexed(1, 0, 0.5)
    assert glGetIntegerv(GL_VIEWPORT).tolist() == [1, 1, 3, 3]
    assert glGetIntegeri_v(GL_VIEWPORT, 0).tolist() == [1, 1, 3, 3]
    assert glGetFloatv(GL_VIEWPORT).tolist() == [0.75, 1.25, 2.5, 3]
    assert glGetDoublei_v(GL_VIEWPORT, 0).dtype == np.float64
    assert glGetBooleani_v(GL_DEPTH_RANGE, 1).tolist() == [0, 1]
    # Queries without an index map depths to all integers.
    glDepthRange(0, 0.5)
    assert glGetIntegerv(GL_DEPTH_RANGE).tolist() == [0, 2**30 - 1]
    assert glGetIntegeri_v(GL_DEPTH_RANGE, 1).tolist() == [0, 1]
    assert glGetFloatIndexedvEXT(GL_VIEWPORT, 0).tolist() == [0.75, 1.25, 2.5, 3]
    out = np.zeros(4, np.float32)
    assert glGetFloati_v(GL_VIEWPORT, 0, out) is out and out[2] == 2.5


def test_clamping():
    glViewportIndexedf(2, -1e9, 1e9, 1e9, float("inf"))
    sizes = glGetIntegerv(GL_MAX_VIEWPORT_DIMS).tolist()
    least, most = glGetFloatv(GL_VIEWPORT_BOUNDS_RANGE).tolist()
    assert viewports()[2] == (least, most, *sizes)
    glViewport(-(2**31), 2**31 - 1, 2**31 - 1, 1)
    assert viewports()[9] == (least, most, sizes[0], 1)
    glViewportIndexedf(3, float("nan"), 1, float("nan"), 1)
    assert viewports()[3] == (0, 1, 0, 1)


REFUSED = [
    (glViewportArrayv, 0, COUNT + 1, [0] * 68),
    (glViewportArrayv, 15, 2, [0] * 8),
    (glViewportArrayv, 2**32 - 1, 1, [0] * 4),
    (glViewportArrayv, 1, 2, [0, 0, 1, 1, 0, 0, 1, -0.5]),
    (glViewportArrayv, 1, -1, []),
    (glViewportArrayv, 1, 2, [0] * 7),
    (glViewportIndexedf, COUNT, 0, 0, 1, 1),
    (glViewportIndexedf, 1, 0, 0, -1, 1),
    (glViewportIndexedfv, COUNT, [0] * 4),
    (glScissorArrayv, 8, 9, [0] * 36),
    (glScissorArrayv, 1, 2, [0, 0, 1, 1, 0, 0, -1, 1]),
    (glScissorIndexed, COUNT, 0, 0, 1, 1),
    (glScissorIndexed, 1, 0, 0, 1, -1),
    (glScissorIndexedv, 1, [0, 0, 1, -1]),
    (glDepthRangeArrayv, 15, 2, [0] * 4),
    (glDepthRangeIndexed, COUNT, 0, 1),
    (glDepthRangeArraydvNV, 15, 2, [0] * 4),
    (glDepthRangeIndexeddNV, COUNT, 0, 1),
    (glEnablei, GL_SCISSOR_TEST, COUNT),
    (glDisablei, GL_SCISSOR_TEST, COUNT),
    (glIsEnabledi, GL_SCISSOR_TEST, COUNT),
    (glGetFloati_v, GL_VIEWPORT, COUNT),
    (glGetDoublei_v, GL_DEPTH_RANGE, COUNT),
    (glGetIntegeri_v, GL_SCISSOR_BOX, COUNT),
]


def test_errors():
    set_all()
    before = everything()
    current.context.errors = "record"
    for function, *arguments in REFUSED:
        function(*arguments)
        assert glGetError() == GL_INVALID_VALUE, (function.__name__, arguments)
        assert everything() == before
    for function in (glGetFloati_v, glGetDoublei_v):
        function(GL_CULL_FACE, 0)
        assert glGetError() == GL_INVALID_ENUM
    # The range may be empty, or all.
    glViewportArrayv(16, 0, [])
    glScissorArrayv(0, 0, None)
    assert glGetError() == GL_NO_ERROR and everything() == before


def test_attribute_stack():
    for mask, numbers in (
        (GL_VIEWPORT_BIT, (0, 2)), (GL_SCISSOR_BIT, (1, 3)), (GL_ENABLE_BIT, (3,)),
    ):  # fmt: skip
        set_all()
        before = everything()
        glPushAttrib(mask)
        glViewport(0, 0, 1, 1)
        glScissor(0, 0, 1, 1)
        glDepthRange(0.5, 0.5)
        glDisable(GL_SCISSOR_TEST)
        changed = everything()
        glPopAttrib()
        found = everything()
        for number in range(4):
            assert found[number] == (before if number in numbers else changed)[number]


def test_display_lists():
    calls = (
        partial(glViewportArrayv, 1, 2, [1, 2, 3, 4, 5, 6, 7, 8.5]),
        partial(glViewportIndexedf, 4, 1, 2, 3, 4), partial(glViewportIndexedfv, 5, [1, 2, 3, 4]),
        partial(glScissorArrayv, 1, 1, [1, 2, 3, 4]), partial(glScissorIndexed, 2, 1, 2, 3, 4),
        partial(glScissorIndexedv, 3, [1, 2, 3, 5]), partial(glDepthRangeIndexed, 7, 0.25, 0.75),
        partial(glDepthRangeArrayv, 1, 1, [0.125, 0.5]), partial(glEnablei, GL_SCISSOR_TEST, 3),
    )  # fmt: skip
    before = everything()
    glNewList(1, GL_COMPILE)
    for call in calls:
        call()
    glEndList()
    assert everything() == before
    glCallList(1)
    called = everything()
    assert called != before
    with Context(8, 6):
        for call in calls:
            call()
        assert everything() == called


def test_window_and_core():
    """A first window sets all; core contexts have the same commands."""
    set_all()
    current.context.use_window(current.context.framebuffers.draw_window, fit=True)
    assert viewports() == boxes() == [(0, 0, 8, 6)] * COUNT
    with Context(8, 6, version=(3, 3), profile="core"):
        set_all()
        assert boxes() == BOXES
