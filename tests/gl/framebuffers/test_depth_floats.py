"""Depth buffers of floats: NV_depth_buffer_float. Depths are not clamped to [0, 1]."""

from __future__ import annotations

import numpy as np
import pytest

from softgl import Context
from softgl.gl import *
from tests.gl.attachments import framebuffer, renderbuffer, use_program

FORMATS = {GL_DEPTH_COMPONENT32F: True, GL_DEPTH_COMPONENT32: False}


def prepare(format_=GL_DEPTH_COMPONENT32F):
    framebuffer(color0=renderbuffer(GL_RGBA8), depth=renderbuffer(format_))
    glEnable(GL_DEPTH_TEST)
    glDepthFunc(GL_ALWAYS)


def depth():
    return glReadPixels(0, 0, 1, 1, GL_DEPTH_COMPONENT, GL_FLOAT).item()


def draw(z):
    glBegin(GL_QUADS)
    for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        glVertex3f(x, y, z)
    glEnd()


def program(z):
    return f"!!ARBfp1.0\nMOV result.color, 1;\nMOV result.depth.z, {{0, 0, {z}}};\nEND\n"


@pytest.mark.parametrize(("format_", "kept"), FORMATS.items())
def test_clearing(context, format_, kept):
    prepare(format_)
    for value, clamped in ((-3.5, 0), (7.25, 1)):
        glClearDepthdNV(value)
        glClear(GL_DEPTH_BUFFER_BIT)
        assert depth() == (value if kept else clamped)
        assert glGetFloatv(GL_DEPTH_CLEAR_VALUE) == value
    glClearDepth(7.25)
    assert glGetFloatv(GL_DEPTH_CLEAR_VALUE) == 1
    assert bool(glGetBooleanv(GL_DEPTH_BUFFER_FLOAT_MODE_NV)) == kept


@pytest.mark.parametrize("machine", ["eager", "llvm"])
@pytest.mark.parametrize(("format_", "kept"), FORMATS.items())
def test_the_depth_range(machine, format_, kept):
    Context(8, 8, machine=machine)
    prepare(format_)
    glDepthRangedNV(-8, 8)
    assert glGetFloatv(GL_DEPTH_RANGE).tolist() == [-8, 8]
    draw(-0.5)
    # Window z is -4; of the range [0, 1] it is 0.25.
    assert depth() == (-4 if kept else 0.25)
    glDepthRange(-8, 8)
    draw(-0.5)
    assert depth() == 0.25


@pytest.mark.parametrize("machine", ["eager", "llvm"])
def test_the_order_of_negative_depths(machine):
    Context(8, 8, machine=machine)
    prepare()
    cases = (
        (GL_LESS, -2.0, -1.0, False), (GL_LESS, -1.0, -2.0, True), (GL_LESS, 1.0, -1.0, True),
        (GL_GREATER, -1.0, 1.0, True), (GL_EQUAL, -0.0, 0.0, True), (GL_EQUAL, 0.0, -0.0, True),
    )  # fmt: skip
    for func, stored, incoming, passes in cases:
        glClearDepthdNV(stored)
        glClear(GL_DEPTH_BUFFER_BIT)
        use_program(program(incoming))
        glDepthFunc(func)
        draw(0)
        assert depth() == (incoming if passes else stored)


@pytest.mark.parametrize("machine", ["eager", "llvm"])
@pytest.mark.parametrize(("format_", "kept"), FORMATS.items())
def test_programs_and_offsets(machine, format_, kept):
    Context(8, 8, machine=machine)
    prepare(format_)
    use_program(program(2.5))
    draw(0)
    assert depth() == (2.5 if kept else 1)
    glDisable(GL_FRAGMENT_PROGRAM_ARB)
    glEnable(GL_POLYGON_OFFSET_FILL)
    # 3.5.5: of z in [1/2, 1) the offset is units * 2^(-1 - 23), of fixed point units / (2^32 - 1).
    glPolygonOffset(0, 2**24 if kept else 2**32)
    draw(0)
    assert depth() == (1.5 if kept else 1)


@pytest.mark.parametrize("machine", ["eager", "llvm"])
def test_programs_read_depths_before_they_are_clamped(machine):
    """OpenGL 3.3, 4.1.6: clamped "before the incoming fragment's zw is compared"."""
    Context(4, 4, machine=machine)
    prepare(GL_DEPTH_COMPONENT32)
    glEnable(GL_DEPTH_CLAMP)
    glDepthRange(0.25, 0.5)
    use_program("!!ARBfp1.0\nMOV result.color, fragment.position.z;\nEND\n")
    draw(5)  # 0.25 + (5 + 1) / 2 * 0.25
    assert depth() == pytest.approx(0.5)
    assert glReadPixels(0, 0, 1, 1, GL_RED, GL_FLOAT).item() == pytest.approx(1.0)
    draw(1.5)
    assert glReadPixels(0, 0, 1, 1, GL_RED, GL_FLOAT).item() == pytest.approx(0.5625, abs=1 / 255)


@pytest.mark.parametrize(("format_", "kept"), FORMATS.items())
def test_pixels(context, format_, kept):
    prepare(format_)
    glWindowPos2i(0, 0)
    glDrawPixels(1, 1, GL_DEPTH_COMPONENT, GL_FLOAT, np.array([-5.0], np.float32))
    assert depth() == (-5 if kept else 0)
    integers = glReadPixels(0, 0, 1, 1, GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT)
    assert integers.item() == 0
    glPixelTransferf(GL_DEPTH_BIAS, 4)
    assert depth() == (-1 if kept else 1)
    glCopyPixels(0, 0, 1, 1, GL_DEPTH)
    glPixelTransferf(GL_DEPTH_BIAS, 0)
    assert depth() == (-1 if kept else 1)


def test_packed_pixels(context):
    both = renderbuffer(GL_DEPTH32F_STENCIL8)
    framebuffer(color0=renderbuffer(GL_RGBA8), depth_stencil=both)
    glWindowPos2i(0, 0)
    packed = (GL_DEPTH_STENCIL, GL_FLOAT_32_UNSIGNED_INT_24_8_REV)
    word = int(np.float32(-1.5).view(np.uint32))
    glDrawPixels(1, 1, *packed, np.array([word, 0xFFFFFF2A], np.uint32))
    assert depth() == -1.5
    # NV_depth_buffer_float, table 3.11: the upper 24 bits of the second word mean nothing.
    assert glReadPixels(0, 0, 1, 1, *packed).reshape(-1).tolist() == [word, 0x2A]
    glPixelStorei(GL_PACK_SWAP_BYTES, True)
    swapped = np.zeros(2, np.uint32)
    glReadPixels(0, 0, 1, 1, *packed, swapped)
    assert swapped.byteswap().tolist() == [word, 0x2A]
    fixed = glReadPixels(0, 0, 1, 1, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8)
    assert fixed.item() == 0x2A
    # Those of a buffer of fixed-point numbers are clamped after pixel transfer.
    glBindFramebuffer(GL_FRAMEBUFFER, 0)
    glPixelTransferf(GL_DEPTH_BIAS, 4)
    returned = glReadPixels(0, 0, 1, 1, *packed).reshape(-1)
    assert returned.view(np.float32)[0] == 1


@pytest.mark.parametrize(("format_", "kept"), FORMATS.items())
def test_endless_depth_ranges(context, format_, kept):
    prepare(format_)
    for end in (np.inf, 1e300, 3e38):
        glDepthRangedNV(-end, end)
        for capability in (glDisable, glEnable):
            capability(GL_DEPTH_CLAMP)
            draw(-0.5)
            glWindowPos3f(0, 0, 0.5)
            assert not np.isnan(depth()) if kept else depth() == 0.25


def test_not_a_number_is_no_depth(context):
    prepare()
    glClearDepthdNV(float("nan"))
    glClear(GL_DEPTH_BUFFER_BIT)
    assert depth() == 0
    glWindowPos2i(0, 0)
    glDrawPixels(1, 1, GL_DEPTH_COMPONENT, GL_FLOAT, np.array([np.nan], np.float32))
    assert depth() == 0


@pytest.mark.parametrize(("format_", "kept"), FORMATS.items())
def test_depths_beyond_floats(context, format_, kept):
    """3e38 * 3e38 is infinite, quietly."""
    prepare(format_)
    glPixelTransferf(GL_DEPTH_SCALE, 3e38)
    glWindowPos2i(0, 0)
    glDrawPixels(1, 1, GL_DEPTH_COMPONENT, GL_FLOAT, np.array([3e38], np.float32))
    glPixelTransferf(GL_DEPTH_SCALE, 1)
    assert depth() == (np.inf if kept else 1)
