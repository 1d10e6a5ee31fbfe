"""Occlusion and timer queries, and conditional rendering."""

import numpy as np
import pytest

from softgl import GLError
from softgl.gl import *
from softgl.gl.queries import query_objects
from tests.gl.attachments import code


def quad(left, low, right, high, depth=0.0):
    """A rectangle of pixels of the 8x8 window."""
    glBegin(GL_QUADS)
    for x, y in ((left, low), (right, low), (right, high), (left, high)):
        glVertex3f(x / 4 - 1, y / 4 - 1, depth)
    glEnd()


def count(draw, name=1):
    glBeginQuery(GL_SAMPLES_PASSED, name)
    draw()
    glEndQuery(GL_SAMPLES_PASSED)
    assert glGetQueryObjectiv(name, GL_QUERY_RESULT_AVAILABLE) == 1
    return glGetQueryObjectuiv(name, GL_QUERY_RESULT)


def test_counts_what_passes(context):
    glEnable(GL_DEPTH_TEST)
    assert count(lambda: quad(0, 0, 8, 8)) == 64
    assert count(lambda: quad(0, 0, 8, 8, 0.5)) == 0
    assert count(lambda: quad(1, 2, 4, 7, -0.5)) == 15
    assert count(lambda: [quad(0, 0, 3, 3, -1), quad(0, 0, 2, 8, -1)]) == 9 + 10
    assert count(lambda: None) == 0


def test_tests_before_the_depth_test_are_not_counted(context):
    glEnable(GL_SCISSOR_TEST)
    glScissor(1, 1, 5, 5)
    assert count(lambda: quad(0, 0, 8, 8)) == 25
    glEnable(GL_ALPHA_TEST)
    glAlphaFunc(GL_LESS, 0.5)
    assert count(lambda: quad(0, 0, 8, 8)) == 0
    glDisable(GL_ALPHA_TEST)
    glEnable(GL_STENCIL_TEST)
    glStencilFunc(GL_NEVER, 0, 0)
    assert count(lambda: quad(0, 0, 8, 8)) == 0


def test_colour_masks_do_not_matter(context):
    glColorMask(0, 0, 0, 0)
    assert count(lambda: quad(0, 0, 8, 4)) == 32


def test_images_are_counted(context):
    """The fragments of glDrawPixels and glBitmap too; but those of a condition are dropped."""
    glWindowPos2i(2, 3)
    image = np.full((4, 3, 4), 255, np.uint8)
    assert count(lambda: glDrawPixels(3, 4, GL_RGBA, GL_UNSIGNED_BYTE, image)) == 12
    bits = bytes([0b10110000, 0, 0, 0])
    assert count(lambda: glBitmap(4, 1, 0, 0, 0, 0, bits)) == 3
    condition()
    assert count(lambda: glDrawPixels(3, 4, GL_RGBA, GL_UNSIGNED_BYTE, image), 2) == 0


def test_clear_is_not_counted(context):
    assert count(lambda: glClear(GL_COLOR_BUFFER_BIT)) == 0


def test_results_stay_until_the_next_query(context):
    assert count(lambda: quad(0, 0, 8, 8)) == 64
    quad(0, 0, 8, 8)
    assert glGetQueryObjectiv(1, GL_QUERY_RESULT) == 64
    glBeginQuery(GL_SAMPLES_PASSED, 2)
    assert glGetQueryObjectiv(1, GL_QUERY_RESULT) == 64
    glEndQuery(GL_SAMPLES_PASSED)
    assert count(lambda: None) == 0


def test_names(context):
    names = glGenQueries(3)
    assert names.dtype == np.uint32 and len(set(names)) == 3
    one = glGenQueriesARB(1)
    assert one not in names
    assert not glIsQuery(one)  # reserved, but no object yet
    with pytest.raises(GLError) as caught:
        glGetQueryObjectiv(one, GL_QUERY_RESULT)
    assert caught.value.code == GL_INVALID_OPERATION
    count(lambda: None, one)
    assert glIsQuery(one) == glIsQueryARB(one) == 1
    (query,) = alone = glGenQueries(1)  # PyOpenGL gives an array here, and takes it
    glBeginQuery(GL_SAMPLES_PASSED, alone)
    glEndQuery(GL_SAMPLES_PASSED)
    assert glIsQuery(query)
    count(lambda: None, 77)  # any name will do
    assert glIsQuery(77)
    glDeleteQueries(2, [one, 77])
    assert not glIsQuery(one) and not glIsQuery(77)
    assert not glIsQuery(0)


def test_target_queries(context):
    assert glGetQueryiv(GL_SAMPLES_PASSED, GL_CURRENT_QUERY) == 0
    # OpenGL 2.1, 6.1.12: at least log2 of the largest viewport, times two.
    assert glGetQueryiv(GL_SAMPLES_PASSED, GL_QUERY_COUNTER_BITS) == 32
    glBeginQuery(GL_SAMPLES_PASSED, 9)
    assert glGetQueryivARB(GL_SAMPLES_PASSED, GL_CURRENT_QUERY) == 9
    glEndQuery(GL_SAMPLES_PASSED)
    assert glGetQueryiv(GL_SAMPLES_PASSED, GL_CURRENT_QUERY) == 0


def test_time(context, monkeypatch):
    """EXT_timer_query: nanoseconds, beside a query of fragments."""
    clock = iter([1000, 1000 + 2**40])
    monkeypatch.setattr(query_objects.time, "perf_counter_ns", lambda: next(clock))
    assert glGetQueryiv(GL_TIME_ELAPSED_EXT, GL_QUERY_COUNTER_BITS) == 64
    glBeginQuery(GL_TIME_ELAPSED_EXT, 5)
    assert glGetQueryiv(GL_TIME_ELAPSED, GL_CURRENT_QUERY) == 5
    assert glGetQueryiv(GL_SAMPLES_PASSED, GL_CURRENT_QUERY) == 0
    assert count(lambda: quad(0, 0, 8, 8)) == 64
    glEndQuery(GL_TIME_ELAPSED_EXT)
    assert glGetQueryObjecti64vEXT(5, GL_QUERY_RESULT) == 2**40
    assert glGetQueryObjectui64vEXT(5, GL_QUERY_RESULT).dtype == np.uint64
    assert glGetQueryObjectuiv(5, GL_QUERY_RESULT) == 2**32 - 1
    assert glGetQueryObjectiv(5, GL_QUERY_RESULT) == 2**31 - 1
    assert glGetQueryObjectiv(5, GL_QUERY_RESULT_AVAILABLE) == 1


def test_what_waits_is_drawn_before_the_clock_stops(context):
    glBeginQuery(GL_TIME_ELAPSED, 5)
    glRectf(-1, -1, 1, 1)
    glEndQuery(GL_TIME_ELAPSED)
    assert not context.batch.draws
    assert glGetQueryObjecti64vEXT(5, GL_QUERY_RESULT) > 0


def test_an_object_keeps_its_target(context):
    """OpenGL 3.3, 2.17: a query object "whose type does not match target" is refused."""
    count(lambda: quad(0, 0, 1, 1), 5)
    for function, arguments in (
        (glBeginQuery, (GL_TIME_ELAPSED, 5)),
        (glBeginQuery, (GL_ANY_SAMPLES_PASSED, 5)),
        (glQueryCounter, (5, GL_TIMESTAMP)),
    ):
        assert code(function, *arguments) == GL_INVALID_OPERATION
    assert count(lambda: quad(0, 0, 2, 1), 5) == 2


@pytest.mark.parametrize(
    "target", [GL_ANY_SAMPLES_PASSED, GL_ANY_SAMPLES_PASSED_CONSERVATIVE], ids=["any", "es"]
)
def test_any_samples(context, target):
    """OpenGL 3.3, 4.1.7: TRUE "if any fragment or sample passes the depth test"."""
    bits = glGetQueryiv(target, GL_QUERY_COUNTER_BITS)
    assert bits == 1
    for width, passed in ((0, 0), (3, 1)):
        glBeginQuery(target, 5)
        assert glGetQueryiv(target, GL_CURRENT_QUERY) == 5
        assert glGetQueryiv(GL_SAMPLES_PASSED, GL_CURRENT_QUERY) == 0
        # "if the active query for either target is non-zero"
        for other in (GL_SAMPLES_PASSED, GL_ANY_SAMPLES_PASSED, GL_ANY_SAMPLES_PASSED_CONSERVATIVE):
            assert code(glBeginQuery, other, 6) == GL_INVALID_OPERATION
        assert code(glEndQuery, GL_SAMPLES_PASSED) == GL_INVALID_OPERATION
        assert code(glQueryCounter, 5, GL_TIMESTAMP) == GL_INVALID_OPERATION
        quad(0, 0, width, 2)
        glEndQuery(target)
        assert glGetQueryObjectuiv(5, GL_QUERY_RESULT) == passed
        glBeginConditionalRender(5, GL_QUERY_WAIT)
        assert count(lambda: quad(0, 0, 2, 2), 6) == 4 * passed
        glEndConditionalRender()


def test_the_time_now(context, monkeypatch):
    """OpenGL 3.3, 5.4: QueryCounter and GetInteger64v, in nanoseconds."""
    clock = iter(range(2**40, 2**41, 1000))
    monkeypatch.setattr(query_objects.time, "perf_counter_ns", lambda: next(clock))
    assert glGetQueryiv(GL_TIMESTAMP, GL_QUERY_COUNTER_BITS) == 64
    glBeginQuery(GL_TIME_ELAPSED, 1)
    glRectf(-1, -1, 1, 1)
    glQueryCounter(4, GL_TIMESTAMP)
    assert not context.batch.draws
    assert glGetQueryiv(GL_TIMESTAMP, GL_CURRENT_QUERY) == 0
    assert glGetInteger64v(GL_TIMESTAMP) == 2**40 + 2000
    glEndQuery(GL_TIME_ELAPSED)
    assert glGetQueryObjectui64v(4, GL_QUERY_RESULT) == 2**40 + 1000
    assert glGetQueryObjecti64v(1, GL_QUERY_RESULT) == 3000
    glQueryCounter(4, GL_TIMESTAMP)
    assert glGetQueryObjecti64v(4, GL_QUERY_RESULT) == 2**40 + 4000
    assert glGetIntegerv(GL_TIMESTAMP) == 2**31 - 1  # 6.1.2: "the nearest value representable"
    for arguments, expected in (
        ((0, GL_TIMESTAMP), GL_INVALID_OPERATION),
        ((1, GL_TIMESTAMP), GL_INVALID_OPERATION),
        ((4, GL_TIME_ELAPSED), GL_INVALID_ENUM),
    ):
        assert code(glQueryCounter, *arguments) == expected
    assert code(glBeginQuery, GL_TIMESTAMP, 4) == GL_INVALID_ENUM


def test_names_may_change_while_a_query_is_active(context):
    """OpenGL 3.3, 2.17: "its name immediately becomes unused"; the query goes on."""
    glBeginQuery(GL_SAMPLES_PASSED, 1)
    quad(0, 0, 2, 2)
    glDeleteQueries(1, [1])
    assert not glIsQuery(1) and glGenQueries(1).tolist() == [1]
    glEndQuery(GL_SAMPLES_PASSED)
    assert not glIsQuery(1)
    assert count(lambda: quad(0, 0, 1, 1)) == 1


def test_results_in_an_array(context):
    count(lambda: quad(0, 0, 2, 2))
    out = np.zeros(1, np.uint32)
    assert glGetQueryObjectuivARB(1, GL_QUERY_RESULT, out) is out
    assert out[0] == 4


def active():
    glBeginQuery(GL_SAMPLES_PASSED, 1)


def timed():
    glBeginQuery(GL_TIME_ELAPSED, 1)
    glEndQuery(GL_TIME_ELAPSED)


def condition():
    count(lambda: None)
    glBeginConditionalRenderNV(1, GL_QUERY_WAIT_NV)


@pytest.mark.parametrize(
    ("before", "function", "arguments", "code"),
    [
        (None, glBeginQuery, (GL_SAMPLES_PASSED, 0), GL_INVALID_OPERATION),
        (active, glBeginQuery, (GL_SAMPLES_PASSED, 1), GL_INVALID_OPERATION),
        (active, glBeginQuery, (GL_SAMPLES_PASSED, 2), GL_INVALID_OPERATION),
        (active, glBeginQuery, (GL_TIME_ELAPSED, 1), GL_INVALID_OPERATION),
        (active, glEndQuery, (GL_TIME_ELAPSED,), GL_INVALID_OPERATION),
        (active, glGetQueryObjecti64vEXT, (1, GL_QUERY_RESULT), GL_INVALID_OPERATION),
        (None, glGetQueryObjectui64vEXT, (3, GL_QUERY_RESULT), GL_INVALID_OPERATION),
        (timed, glGetQueryObjectui64vEXT, (1, GL_LESS), GL_INVALID_ENUM),
        (timed, glBeginConditionalRenderNV, (1, GL_QUERY_WAIT_NV), GL_INVALID_OPERATION),
        (None, glBeginQuery, (GL_LESS, 1), GL_INVALID_ENUM),
        (None, glEndQuery, (GL_SAMPLES_PASSED,), GL_INVALID_OPERATION),
        (active, glEndQuery, (GL_LESS,), GL_INVALID_ENUM),
        (active, glGetQueryObjectiv, (1, GL_QUERY_RESULT), GL_INVALID_OPERATION),
        (None, glGetQueryObjectuiv, (3, GL_QUERY_RESULT), GL_INVALID_OPERATION),
        (lambda: count(lambda: None), glGetQueryObjectiv, (1, GL_LESS), GL_INVALID_ENUM),
        (None, glGetQueryiv, (GL_SAMPLES_PASSED, GL_QUERY_RESULT), GL_INVALID_ENUM),
        (None, glGetQueryiv, (GL_LESS, GL_CURRENT_QUERY), GL_INVALID_ENUM),
        (None, glGenQueries, (-1,), GL_INVALID_VALUE),
        (None, glDeleteQueries, (-1, []), GL_INVALID_VALUE),
        (None, glBeginConditionalRenderNV, (1, GL_QUERY_WAIT_NV), GL_INVALID_VALUE),
        (active, glBeginConditionalRenderNV, (1, GL_QUERY_WAIT_NV), GL_INVALID_OPERATION),
        (condition, glBeginConditionalRenderNV, (1, GL_QUERY_WAIT_NV), GL_INVALID_OPERATION),
        (condition, glBeginQuery, (GL_SAMPLES_PASSED, 1), GL_INVALID_OPERATION),
        (None, glEndConditionalRenderNV, (), GL_INVALID_OPERATION),
    ],
)
def test_errors(context, snapshot, before, function, arguments, code):
    if before:
        before()
    state = snapshot(context)
    with pytest.raises(GLError) as caught:
        function(*arguments)
    assert caught.value.code == code
    assert snapshot(context) == state


@pytest.mark.parametrize("mode", [GL_QUERY_WAIT_NV, GL_QUERY_BY_REGION_NO_WAIT_NV])
@pytest.mark.parametrize("visible", [False, True])
def test_conditional_rendering(context, mode, visible):
    count(lambda: quad(0, 0, 8 * visible, 8))
    glClear(GL_COLOR_BUFFER_BIT)
    glBeginConditionalRenderNV(1, mode)
    quad(0, 0, 4, 8)
    glScissor(4, 0, 4, 8)
    glEnable(GL_SCISSOR_TEST)
    glClearColor(1, 1, 1, 1)
    glClear(GL_COLOR_BUFFER_BIT)
    glEndConditionalRenderNV()
    glDisable(GL_SCISSOR_TEST)
    assert (context.framebuffer.read_color(0, 0, 8, 8) == 255 * visible).all()
    quad(0, 0, 8, 8)
    assert context.framebuffer.read_color(0, 0, 8, 8).all()


def test_errors_of_draws_stay_under_a_condition(context):
    count(lambda: None)
    glBeginConditionalRenderNV(1, GL_QUERY_WAIT_NV)
    with pytest.raises(GLError):
        glDrawArrays(GL_LESS, 0, 3)


def test_counts_saturate(context):
    glBeginQuery(GL_SAMPLES_PASSED, 1)
    context.queries.occlusion.total = 2**32 + 5
    glEndQuery(GL_SAMPLES_PASSED)
    assert glGetQueryObjectuiv(1, GL_QUERY_RESULT) == 2**32 - 1
    assert glGetQueryObjectiv(1, GL_QUERY_RESULT) == 2**31 - 1


def test_a_condition_may_be_deleted(context):
    condition()
    glDeleteQueries([1])
    quad(0, 0, 8, 8)
    assert not context.framebuffer.read_color(0, 0, 8, 8).any()
    glEndConditionalRenderNV()
    quad(0, 0, 8, 8)
    assert context.framebuffer.read_color(0, 0, 8, 8).all()


def test_a_query_counts_in_framebuffers_of_any_size(context):
    glBindFramebuffer(GL_FRAMEBUFFER, glGenFramebuffers(1))
    glBindRenderbuffer(GL_RENDERBUFFER, glGenRenderbuffers(1))
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 13, 21)
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, 1)

    def draw():
        glViewport(0, 0, 13, 21)
        quad(0, 0, 8, 8)
        glBindFramebuffer(GL_FRAMEBUFFER, 0)
        glViewport(0, 0, 8, 8)
        quad(0, 0, 8, 8)
        glBindFramebuffer(GL_FRAMEBUFFER, 1)
        quad(0, 0, 8, 8)

    assert count(draw) == 13 * 21 + 64 + 64
