"""The accumulation buffer: OpenGL 2.1, 4.2.4, beside a model of it in float64."""

import numpy as np
import pytest

import softgl
from softgl import GLError
from softgl.gl import *
from tests.gl.window_buffers import SIZE, colors, image
from tests.tools import traced_memory

EVERYTHING = 0, 0, SIZE, SIZE


def show(pixels):
    """Puts bytes (rows, columns, 4) into the corner of the window."""
    glWindowPos2i(0, 0)
    glDrawPixels(pixels.shape[1], pixels.shape[0], GL_RGBA, GL_UNSIGNED_BYTE, pixels)


def accumulated(context):
    """The accumulation buffer, (rows, columns, 4)."""
    return context.framebuffers.accumulated.read_color(*EVERYTHING)


def returned(value=1.0):
    """The picture after GL_RETURN into a black window."""
    glClearColor(0, 0, 0, 0)
    glClear(GL_COLOR_BUFFER_BIT)
    glAccum(GL_RETURN, value)
    return colors()


MODEL = {
    GL_ACCUM: lambda sums, color, value: sums + color * value,
    GL_LOAD: lambda sums, color, value: color * value,
    GL_MULT: lambda sums, color, value: sums * value,
    GL_ADD: lambda sums, color, value: sums + value,
}


def test_operations(context):
    """Random ones one after the other; each may be off by half of 1/32767."""
    rng = np.random.default_rng(16)
    sums, most = np.zeros((SIZE, SIZE, 4)), 0.5 / 32767
    for step in range(60):
        pixels = image(SIZE, SIZE, step)
        show(pixels)
        op = list(MODEL)[rng.integers(4)]
        value = float(np.float32(rng.uniform(-1, 1)))
        glAccum(op, value)
        # OpenGL 2.1, 4.2.4: "results are undefined if [...] out of the range [-1, 1]": clamped.
        sums = MODEL[op](sums, pixels / 255, value).clip(-1, 1)
        most = (most if op != GL_LOAD else 0) + 0.51 / 32767
        assert abs(accumulated(context) - sums).max() <= most
    scale = float(rng.uniform(-2, 2))
    most = 255 * most * abs(scale) + 0.501
    assert abs(returned(scale) - 255 * (sums * scale).clip(0, 1)).max() <= most


@pytest.mark.parametrize("passes", [1, 3, 8, 16, 66])
def test_the_mean_of_equal_pictures_is_the_picture(context, passes):
    pixels = image(SIZE, SIZE)
    show(pixels)
    glClear(GL_ACCUM_BUFFER_BIT)
    for _ in range(passes):
        glAccum(GL_ACCUM, 1 / passes)
    assert (returned() == pixels).all()


def test_negative_numbers(context):
    show(image(SIZE, SIZE))
    glAccum(GL_LOAD, -1)
    assert (accumulated(context) < 0).all()
    assert not returned().any()
    assert (returned(-1) == image(SIZE, SIZE)).all()
    glAccum(GL_ADD, float("nan"))
    assert (accumulated(context) < 0).all()
    glAccum(GL_ADD, 1)
    assert (returned() == 255 - image(SIZE, SIZE)).all()


def test_what_is_written_is_within_the_scissor_box_and_the_masks(context):
    """4.2.4: "only those pixels within the current scissor box are updated by any Accum"."""
    first, second = image(SIZE, SIZE, 1), image(SIZE, SIZE, 2)
    show(first)
    glAccum(GL_LOAD, 1)
    show(second)
    glScissor(2, 1, 3, 5)
    glEnable(GL_SCISSOR_TEST)
    inside = (slice(1, 6), slice(2, 5))
    glColorMask(0, 0, 0, 0)  # no mask of the accumulation buffer
    glAccum(GL_LOAD, 1)
    glColorMask(1, 0, 1, 0)
    expected = second.copy()
    glDisable(GL_SCISSOR_TEST)
    glAccum(GL_RETURN, 1)
    expected[..., ::2] = first[..., ::2]
    expected[inside][..., ::2] = second[inside][..., ::2]
    assert (colors() == expected).all()
    glColorMask(1, 1, 1, 1)
    glEnable(GL_SCISSOR_TEST)
    show(np.zeros_like(first))
    glAccum(GL_RETURN, 0.5)
    glScissor(-5, 3, 7, 90)
    glAccum(GL_MULT, 0)
    glScissor(3, 3, 0, 5)
    for op in (*MODEL, GL_RETURN):
        glAccum(op, 1)
    glDisable(GL_SCISSOR_TEST)
    expected[inside] = np.rint(second[inside] / 2 + 1e-3)
    assert abs(colors().astype(int) - expected).max() <= 1
    assert not returned()[3:, :2].any()
    assert returned()[:3].any()


def test_other_fragment_operations_do_not_apply(context):
    show(image(SIZE, SIZE))
    glAccum(GL_LOAD, 1)
    glAlphaFunc(GL_NEVER, 0)
    glStencilFunc(GL_NEVER, 0, 0)
    glDepthFunc(GL_NEVER)
    glLogicOp(GL_CLEAR)
    for cap in (GL_ALPHA_TEST, GL_STENCIL_TEST, GL_DEPTH_TEST, GL_BLEND, GL_COLOR_LOGIC_OP):
        glEnable(cap)
    glPixelTransferf(GL_RED_SCALE, 0)
    assert (returned() == image(SIZE, SIZE)).all()


def test_clear(context):
    glClearAccum(2, -3, 0.5, float("nan"))
    assert glGetFloatv(GL_ACCUM_CLEAR_VALUE).tolist() == [1, -1, 0.5, 0]
    assert glGetIntegerv(GL_ACCUM_CLEAR_VALUE).tolist() == [2**31 - 1, -(2**31), 2**30 - 1, 0]
    glPushAttrib(GL_ACCUM_BUFFER_BIT)
    glScissor(0, 0, 4, 8)
    glEnable(GL_SCISSOR_TEST)
    glClear(GL_ACCUM_BUFFER_BIT)
    glDisable(GL_SCISSOR_TEST)
    assert accumulated(context)[0, 0].tolist() == pytest.approx([1, -1, 0.5, 0], abs=2e-5)
    assert not accumulated(context)[:, 4:].any()
    glClearAccum(0, 0, 0, 0)
    glPopAttrib()
    assert glGetFloatv(GL_ACCUM_CLEAR_VALUE).tolist() == [1, -1, 0.5, 0]
    glClear(GL_ACCUM_BUFFER_BIT | GL_COLOR_BUFFER_BIT)
    assert returned()[7, 7].tolist() == [255, 0, 128, 0]


def test_framebuffer_objects_have_none(context):
    """ARB_framebuffer_object, 4.4.2, and 4.2.3: "no effect"."""
    bits = [GL_ACCUM_RED_BITS, GL_ACCUM_GREEN_BITS, GL_ACCUM_BLUE_BITS, GL_ACCUM_ALPHA_BITS]
    assert [glGetIntegerv(each) for each in bits] == [16] * 4
    glClearAccum(1, 1, 1, 1)
    for target in (GL_DRAW_FRAMEBUFFER, GL_READ_FRAMEBUFFER, GL_FRAMEBUFFER):
        glBindFramebufferEXT(target, 1)
        drawn = target != GL_READ_FRAMEBUFFER
        assert [glGetIntegerv(each) for each in bits] == [0 if drawn else 16] * 4
        for op in (*MODEL, GL_RETURN):
            with pytest.raises(GLError) as caught:
                glAccum(op, 1)
            assert caught.value.err == GL_INVALID_OPERATION
        glBindFramebuffer(GL_FRAMEBUFFER, 0)
    glBindFramebufferEXT(GL_DRAW_FRAMEBUFFER, 1)
    glBindRenderbufferEXT(GL_RENDERBUFFER, 1)
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 4, 4)
    place = GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0
    glFramebufferRenderbuffer(*place, GL_RENDERBUFFER, 1)
    glClear(GL_ACCUM_BUFFER_BIT | GL_COLOR_BUFFER_BIT)
    assert context.framebuffers.accumulated is None


def test_buffers_that_are_not_there(context):
    show(image(SIZE, SIZE))
    glAccum(GL_LOAD, 1)
    glReadBuffer(GL_NONE)
    for op in (GL_ACCUM, GL_LOAD):
        with pytest.raises(GLError) as caught:
            glAccum(op, 1)
        assert caught.value.err == GL_INVALID_OPERATION
    glAccum(GL_MULT, 0.5)
    glDrawBuffer(GL_NONE)
    glAccum(GL_RETURN, 1)
    glDrawBuffer(GL_BACK)
    assert (colors() == image(SIZE, SIZE)).all()
    # Colour 1 has masks of its own.
    glDrawBuffers([GL_NONE, GL_BACK_LEFT])
    glColorMaskIndexedEXT(1, 0, 1, 1, 1)
    glAccum(GL_RETURN, 0)
    glDrawBuffer(GL_BACK)
    found = colors()
    assert (found[..., 0] == image(SIZE, SIZE)[..., 0]).all()
    assert not found[..., 1:].any()


def test_what_drops_pixels_drops_them(context):
    """NV_conditional_render, 2.X, and NV_transform_feedback, 3.X, name Accum too."""
    show(image(SIZE, SIZE))
    glBeginQuery(GL_SAMPLES_PASSED, 1)
    glEndQuery(GL_SAMPLES_PASSED)
    glBeginConditionalRenderNV(1, GL_QUERY_WAIT_NV)
    glAccum(GL_LOAD, 1)
    glEndConditionalRenderNV()
    assert context.framebuffers.accumulated is None
    glEnable(GL_RASTERIZER_DISCARD_NV)
    glAccum(GL_ADD, 1)
    glDisable(GL_RASTERIZER_DISCARD_NV)
    assert not returned().any()


def test_samples():
    """The mean of a pixel's samples is taken, and all of them are written."""
    with softgl.Context(SIZE, SIZE, machine="eager", samples=4) as context:
        plane = context.framebuffers.planes.colors[0]
        for number, samples in enumerate(plane.sample_planes):
            samples.fill([0x40 * number], [0xFFFFFFFF])
        glAccum(GL_LOAD, 1)
        glAccum(GL_RETURN, 1)
        assert (plane.data == 0x60).all()


def test_no_memory_before_it_is_used():
    with traced_memory() as peak:
        context = softgl.Context(512, 512, machine="eager")
        glGetIntegerv(GL_ACCUM_RED_BITS)
    assert context.framebuffers.accumulated is None
    assert peak[0] < 512 * 512 * 24


def test_draws_that_wait_are_seen(either):
    glDisable(GL_DITHER)
    glColor4ub(10, 20, 30, 40)
    glRectf(-1, -1, 0, 1)
    glAccum(GL_LOAD, 1)
    glColor4ub(1, 1, 1, 1)
    glRectf(-1, -1, 1, 1)
    glAccum(GL_RETURN, 2)
    assert colors()[3].tolist() == [[20, 40, 60, 80]] * 4 + [[0] * 4] * 4


def test_a_window_of_another_size():
    with softgl.Context(4, 8) as context:
        glClearColor(1, 1, 1, 1)
        glClear(GL_COLOR_BUFFER_BIT)
        glAccum(GL_LOAD, 1)
        context.resize(8, 4)
        glAccum(GL_RETURN, 1)
        assert not np.asarray(context.read_image()).any()
