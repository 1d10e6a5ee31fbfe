"""Scissor box, alpha test and logic operation as GL commands set them."""

import numpy as np
import pytest

from softgl import Context, GLError
from softgl.gl import *


def cover(color=(1, 1, 1, 1)):
    glColor4f(*color)
    glBegin(GL_QUADS)
    for corner in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        glVertex2f(*corner)
    glEnd()


def drawn(context):
    return context.framebuffer.read_color(0, 0, 8, 8)[..., 3] > 0


def inside(box):
    left, low, right, high = box
    expected = np.zeros((8, 8), bool)
    expected[max(low, 0) : max(high, 0), max(left, 0) : max(right, 0)] = True
    return expected


def test_the_box_is_the_window_at_first(context):
    assert glGetIntegerv(GL_SCISSOR_BOX).tolist() == [0, 0, 8, 8]
    glScissor(-3, 4, 5, 0)
    assert glGetIntegerv(GL_SCISSOR_BOX).tolist() == [-3, 4, 5, 0]


@pytest.mark.parametrize(
    "box",
    [
        (0, 0, 8, 8), (4, 0, 4, 4), (1, 2, 3, 4), (-5, -5, 8, 20), (7, 7, 9, 9), (3, 3, 0, 3),
        (-9, 0, 3, 3), (8, 8, 1, 1), (2**31 - 1, 0, 2**31 - 1, 5), (-(2**31), 1, 2**31 - 1, 5),
    ],
)  # fmt: skip
@pytest.mark.parametrize("what", ["draw", "clear"])
def test_scissor(context, box, what):
    glScissor(*box)
    glEnable(GL_SCISSOR_TEST)
    if what == "draw":
        cover()
    else:
        glClearColor(1, 1, 1, 1)
        glClear(GL_COLOR_BUFFER_BIT)
    x, y, width, height = box
    assert (drawn(context) == inside((x, y, x + width, y + height))).all()


def test_a_box_that_is_not_enabled(context):
    glScissor(1, 1, 1, 1)
    cover()
    assert drawn(context).all()


def test_scissored_and_masked_clear(context):
    glEnable(GL_SCISSOR_TEST)
    glScissor(2, 0, 3, 5)
    glClearColor(0.2, 0.4, 0.6, 0.8)
    glClearDepth(0)
    glColorMask(1, 0, 0, 1)
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT)
    frame, box = context.framebuffer, inside((2, 0, 5, 5))
    color = frame.read_color(0, 0, 8, 8)
    assert (color[box] == [51, 0, 0, 204]).all() and not color[~box].any()
    assert ((frame.read_depth(0, 0, 8, 8) == 0) == box).all()


@pytest.mark.parametrize(("func", "passes"), [(GL_LESS, 0), (GL_EQUAL, 1), (GL_NOTEQUAL, 0)])
def test_alpha_test(context, func, passes):
    # Alpha equals the reference that is the same fraction.
    glEnable(GL_ALPHA_TEST)
    glAlphaFunc(func, 128 / 255)
    cover(np.array((1, 2, 3, 128), np.uint8) / np.float32(255))
    assert drawn(context).all() == passes


def test_alpha_queries(context):
    assert glGetIntegerv(GL_ALPHA_TEST_FUNC) == GL_ALWAYS
    glAlphaFunc(GL_GEQUAL, 3)
    assert (glGetFloatv(GL_ALPHA_TEST_REF), glGetIntegerv(GL_ALPHA_TEST_FUNC)) == (1, GL_GEQUAL)
    glAlphaFunc(GL_NEVER, -0.5)
    assert glGetFloatv(GL_ALPHA_TEST_REF) == 0


def test_logic_operation_goes_before_blending(context):
    assert glGetIntegerv(GL_LOGIC_OP_MODE) == GL_COPY
    cover((1, 0.2, 0, 1))
    glEnable(GL_BLEND)
    glBlendFunc(GL_ZERO, GL_ZERO)
    glEnable(GL_COLOR_LOGIC_OP)
    glLogicOp(GL_XOR)
    cover((0.2, 1, 0.2, 1))
    expected = [0xFF ^ 51, 51 ^ 0xFF, 51, 0]
    assert (context.framebuffer.read_color(0, 0, 8, 8) == expected).all()


def test_index_logic_has_no_effect(context):
    cover()
    glEnable(GL_INDEX_LOGIC_OP)
    glLogicOp(GL_CLEAR)
    cover((0, 0, 0, 0.2))
    assert (context.framebuffer.read_color(0, 0, 8, 8) == [0, 0, 0, 51]).all()


@pytest.mark.parametrize(
    ("function", "arguments", "code"),
    [
        (glScissor, (0, 0, -1, 4), GL_INVALID_VALUE),
        (glScissor, (0, 0, 4, -1), GL_INVALID_VALUE),
        (glAlphaFunc, (GL_KEEP, 0), GL_INVALID_ENUM),
        (glLogicOp, (GL_ALWAYS,), GL_INVALID_ENUM),
    ],
)
def test_errors(context, snapshot, function, arguments, code):
    before = snapshot(context)
    with pytest.raises(GLError) as caught:
        function(*arguments)
    assert caught.value.code == code
    assert snapshot(context) == before


CLAMPS = (GL_CLAMP_VERTEX_COLOR_ARB, GL_CLAMP_FRAGMENT_COLOR_ARB, GL_CLAMP_READ_COLOR_ARB)


def test_clamping_state(context):
    # ARB_color_buffer_float, "New State".
    initial = [GL_TRUE, GL_FIXED_ONLY_ARB, GL_FIXED_ONLY_ARB]
    assert [glGetIntegerv(target) for target in CLAMPS] == initial
    for target in CLAMPS:
        for mode in (GL_FALSE, GL_TRUE, GL_FIXED_ONLY_ARB):
            glClampColorARB(target, mode)
            assert glGetIntegerv(target) == mode
    for arguments in ((GL_CLAMP_VERTEX_COLOR_ARB, GL_LESS), (GL_LESS, GL_TRUE)):
        with pytest.raises(GLError) as caught:
            glClampColorARB(*arguments)
        assert caught.value.code == GL_INVALID_ENUM


def test_clamping_is_pushed_and_popped(context):
    for bit, targets in (
        (GL_ENABLE_BIT, CLAMPS),
        (GL_LIGHTING_BIT, CLAMPS[:1]),
        (GL_COLOR_BUFFER_BIT, CLAMPS[1:]),
    ):
        glPushAttrib(bit)
        for target in targets:
            glClampColorARB(target, GL_FALSE)
        glPopAttrib()
        assert [glGetIntegerv(target) for target in CLAMPS].count(GL_FALSE) == 0


def test_values_are_kept_unclamped(context):
    """ARB_color_buffer_float takes the clamps of references and constants away."""
    glClearColor(-1, 2, 0.5, 3)
    glBlendColor(7, 0, 0, 0)
    glAlphaFunc(GL_LESS, -4)
    assert glGetFloatv(GL_COLOR_CLEAR_VALUE).tolist() == [0, 1, 0.5, 1]
    glClampColorARB(GL_CLAMP_FRAGMENT_COLOR_ARB, GL_FALSE)
    assert glGetFloatv(GL_COLOR_CLEAR_VALUE).tolist() == [-1, 2, 0.5, 3]
    assert glGetFloatv(GL_BLEND_COLOR).tolist() == [7, 0, 0, 0]
    assert glGetFloatv(GL_ALPHA_TEST_REF) == -4


COLORS = {
    "fog": lambda: (glFogfv, glGetFloatv, (GL_FOG_COLOR,)),
    "environment": lambda: (glTexEnvfv, glGetTexEnvfv, (GL_TEXTURE_ENV, GL_TEXTURE_ENV_COLOR)),
    "border": lambda: (
        glTexParameterfv, glGetTexParameterfv, (GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR)
    ),
}  # fmt: skip


@pytest.mark.parametrize("which", COLORS)
def test_colours_that_are_clamped_when_they_are_queried(context, which):
    """ARB_color_buffer_float, 6.1.2; issues 7 and 13: "no longer clamped when specified"."""
    put, get, names = COLORS[which]()
    put(*names, [-1, 0.5, 2, 7])
    assert get(*names).tolist() == [0, 0.5, 1, 1]
    glClampColorARB(GL_CLAMP_FRAGMENT_COLOR_ARB, GL_FALSE)
    assert get(*names).tolist() == [-1, 0.5, 2, 7]
    glClampColorARB(GL_CLAMP_FRAGMENT_COLOR_ARB, GL_TRUE)
    assert get(*names).tolist() == [0, 0.5, 1, 1]


@pytest.mark.parametrize(("clamped", "passes"), [(GL_TRUE, True), (GL_FALSE, False)])
def test_alpha_beyond_one(context, clamped, passes):
    glClampColorARB(GL_CLAMP_VERTEX_COLOR_ARB, clamped)
    glClampColorARB(GL_CLAMP_FRAGMENT_COLOR_ARB, clamped)
    glEnable(GL_ALPHA_TEST)
    glAlphaFunc(GL_EQUAL, 1)
    cover((1, 1, 1, 1.5))
    assert drawn(context).all() == passes


def test_vertex_colours_that_are_not_clamped(context):
    """Halfway between -1 and 3 is 1: only the interpolated colour is clamped."""
    glClampColorARB(GL_CLAMP_VERTEX_COLOR_ARB, GL_FALSE)
    glBegin(GL_QUADS)
    for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        glColor4f(-1 if x < 0 else 3, 0, 0, 1)
        glVertex2f(x, y)
    glEnd()
    red = context.framebuffer.read_color(0, 0, 8, 8)[0, :, 0]
    # -1 + 4 (x + 1/2) / 8 at pixel x.
    expected = [round(255 * min(max(-1 + 4 * (x + 0.5) / 8, 0), 1)) for x in range(8)]
    assert np.abs(red.astype(int) - expected).max() <= 1


@pytest.mark.parametrize("mode", [GL_TRUE, GL_FALSE, GL_FIXED_ONLY_ARB])
@pytest.mark.parametrize("fixed", [True, False])
def test_clamping_goes_by_the_buffer(context, mode, fixed):
    """2.5 is drawn and read back as floats."""
    if not fixed:
        glBindFramebuffer(GL_FRAMEBUFFER, glGenFramebuffers(1))
        glBindRenderbuffer(GL_RENDERBUFFER, glGenRenderbuffers(1))
        glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA32F_ARB, 8, 8)
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, 1)
    glClampColorARB(GL_CLAMP_VERTEX_COLOR_ARB, GL_FIXED_ONLY_ARB)
    glClampColorARB(GL_CLAMP_FRAGMENT_COLOR_ARB, mode)
    cover((2.5, -1, 0.5, 1))
    found = glReadPixels(0, 0, 1, 1, GL_RGBA, GL_FLOAT).reshape(4)
    clamped = fixed or mode == GL_TRUE
    assert found[:2].tolist() == ([1, 0] if clamped else [2.5, -1])
    glClampColorARB(GL_CLAMP_READ_COLOR_ARB, GL_TRUE)
    found = glReadPixels(0, 0, 1, 1, GL_RGBA, GL_FLOAT).reshape(4)
    assert found[:2].tolist() == [1, 0]


def test_float_mode(context):
    assert not glGetBooleanv(GL_RGBA_FLOAT_MODE_ARB)
    glBindFramebuffer(GL_FRAMEBUFFER, glGenFramebuffers(1))
    assert not glGetBooleanv(GL_RGBA_FLOAT_MODE_ARB)  # nothing is attached
    glBindRenderbuffer(GL_RENDERBUFFER, glGenRenderbuffers(1))
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA16F_ARB, 8, 8)
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, 1)
    assert glGetBooleanv(GL_RGBA_FLOAT_MODE_ARB)


@pytest.mark.parametrize("machine", ["eager", "llvm"])
def test_nothing_is_drawn_beyond_the_smallest_buffer(machine):
    """ARB_framebuffer_object: drawing ends at the smallest attachment, also in a block."""
    context = Context(8, 8, machine=machine)
    glBindFramebuffer(GL_FRAMEBUFFER, glGenFramebuffers(1))
    color, depth = glGenRenderbuffers(2)
    for name, kind, point, size in (
        (color, GL_RGBA8, GL_COLOR_ATTACHMENT0, (8, 8)),
        (depth, GL_DEPTH_COMPONENT24, GL_DEPTH_ATTACHMENT, (7, 5)),
    ):
        glBindRenderbuffer(GL_RENDERBUFFER, name)
        glRenderbufferStorage(GL_RENDERBUFFER, kind, *size)
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, point, GL_RENDERBUFFER, name)
    cover()
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, 0)
    assert (drawn(context) == inside((0, 0, 7, 5))).all()
