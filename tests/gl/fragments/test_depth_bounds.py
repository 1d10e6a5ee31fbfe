"""The depth bounds test: EXT_depth_bounds_test, and NV_depth_buffer_float beyond [0, 1]."""

from math import nan

import numpy as np
import pytest

from softgl import Context, GLError
from softgl.gl import *
from tests.gl.attachments import framebuffer, renderbuffer


def cover(z, color=(1, 1, 1, 1), left=-1.0):
    glColor4f(*color)
    glBegin(GL_QUADS)
    for x, y in ((left, -1), (1, -1), (1, 1), (left, 1)):
        glVertex3f(x, y, z)
    glEnd()


def test_state(context):
    assert glGetFloatv(GL_DEPTH_BOUNDS_EXT).tolist() == [0, 1]
    assert not glIsEnabled(GL_DEPTH_BOUNDS_TEST_EXT)
    glDepthBoundsEXT(-2, 0.25)
    assert glGetFloatv(GL_DEPTH_BOUNDS_EXT).tolist() == [0, 0.25]
    glDepthBoundsdNV(-2, 3)
    assert glGetFloatv(GL_DEPTH_BOUNDS_EXT).tolist() == [-2, 3]
    for command in (glDepthBoundsEXT, glDepthBoundsdNV):
        with pytest.raises(GLError, match=r"zmin, 0\.5.*, is greater than zmax, 0\.25") as caught:
            command(0.5, 0.25)
        assert caught.value.err == GL_INVALID_VALUE
        with pytest.raises(GLError, match=r"zmin, 0\.5.*, is greater than zmax, 0\.0"):
            command(0.5, nan)  # which is 0 here, and wherever bounds are set
        command(nan, 0.25)
        assert glGetFloatv(GL_DEPTH_BOUNDS_EXT).tolist() == [0, 0.25]
        glDepthBoundsdNV(-2, 3)
        with pytest.raises(GLError, match="zmin, 5"):
            command(5, 3)
    assert glGetFloatv(GL_DEPTH_BOUNDS_EXT).tolist() == [-2, 3]
    glPushAttrib(GL_DEPTH_BUFFER_BIT)
    glEnable(GL_DEPTH_BOUNDS_TEST_EXT)
    glDepthBoundsEXT(0.5, 0.5)
    glPopAttrib()
    assert not glIsEnabled(GL_DEPTH_BOUNDS_TEST_EXT)
    assert glGetFloatv(GL_DEPTH_BOUNDS_EXT).tolist() == [-2, 3]
    glPushAttrib(GL_ENABLE_BIT)
    glEnable(GL_DEPTH_BOUNDS_TEST_EXT)
    glPopAttrib()
    assert not glIsEnabled(GL_DEPTH_BOUNDS_TEST_EXT)


@pytest.mark.parametrize("machine", ["eager", "llvm"])
def test_stored_depths_decide_before_the_stencil_test(machine):
    context = Context(64, 64, machine=machine)
    glEnable(GL_DEPTH_TEST)
    glEnable(GL_STENCIL_TEST)
    cover(0.0, left=0.0)  # 0.5 on the right, 1 on the left
    glStencilOp(GL_INCR, GL_INCR, GL_INCR)
    glStencilFunc(GL_NEVER, 0, 0)
    glEnable(GL_DEPTH_BOUNDS_TEST_EXT)
    glDepthBoundsEXT(0.25, 0.75)
    cover(0.9)
    stencil = context.framebuffer.read_stencil(0, 0, 64, 64)
    assert not stencil[:, :32].any() and (stencil[:, 32:] == 1).all()
    # Whatever a fragment's own depth is.
    glDisable(GL_STENCIL_TEST)
    glDisable(GL_DEPTH_TEST)
    cover(-1.0, (0, 1, 0, 1))
    red = context.framebuffer.read_color(0, 0, 64, 64)[..., 0]
    assert not red[:, 32:].any() and not red[:, :32].any()
    green = context.framebuffer.read_color(0, 0, 64, 64)[..., 1]
    assert (green[:, 32:] == 255).all() and not green[:, :32].any()


def test_what_a_tile_hides_is_what_has_been_written():
    """A triangle over all of a tile that the bounds keep out leaves no depth there."""
    pictures = []
    for machine in ("eager", "llvm"):
        context = Context(128, 128, machine=machine)
        glEnable(GL_DEPTH_TEST)
        glEnable(GL_DEPTH_BOUNDS_TEST_EXT)
        glDepthBoundsEXT(0.0, 0.75)  # below 1, which the buffer holds
        glColor3f(1, 0, 0)
        glBegin(GL_TRIANGLES)
        for z in (-0.5, 0.5):
            for x, y in ((-1, -1), (3, -1), (-1, 3)):
                glVertex3f(x, y, z)
        glEnd()
        assert not context.framebuffer.read_color(0, 0, 128, 128).any()
        glDisable(GL_DEPTH_BOUNDS_TEST_EXT)
        cover(0.25, left=0.0)
        glEnable(GL_DEPTH_BOUNDS_TEST_EXT)
        cover(0.0, (0, 0, 1, 1))
        cover(0.1, (1, 1, 0, 1))
        pictures.append(context.read_image().tobytes())
        assert context.read_image().getpixel((100, 5)) == (0, 0, 255, 255)
        assert context.read_image().getpixel((5, 5)) == (0, 0, 0, 0)
    assert pictures[0] == pictures[1]


@pytest.mark.parametrize(
    ("format_", "kept"), [(GL_DEPTH_COMPONENT32F, True), (GL_DEPTH24_STENCIL8, False)]
)
def test_bounds_beyond_1(context, format_, kept):
    """Bounds are clamped if the buffer holds only [0, 1]."""
    framebuffer(color0=renderbuffer(GL_RGBA8), depth=renderbuffer(format_))
    glClearDepthdNV(7.0)
    glClear(GL_DEPTH_BUFFER_BIT | GL_COLOR_BUFFER_BIT)
    glEnable(GL_DEPTH_BOUNDS_TEST_EXT)
    for low, high, passes in ((6, 8, True), (2, 3, not kept), (-9, -8, False)):
        glClear(GL_COLOR_BUFFER_BIT)
        glDepthBoundsdNV(low, high)
        cover(0.0)
        assert bool(context.framebuffer.read_color(0, 0, 1, 1).any()) == passes


def test_without_a_depth_buffer_all_pass(context):
    framebuffer(color0=renderbuffer(GL_RGBA8))
    glEnable(GL_DEPTH_BOUNDS_TEST_EXT)
    glDepthBoundsEXT(0.0, 0.0)
    cover(0.5)
    assert context.framebuffer.read_color(0, 0, 1, 1).all()


def test_small_draws_with_bounds_of_their_own(context):
    """They wait together: each is tested by its own bounds."""
    for machine in ("eager", "llvm"):
        made = Context(8, 8, machine=machine)
        glEnable(GL_DEPTH_BOUNDS_TEST_EXT)
        for number, bounds in enumerate(((0.0, 0.5), (0.5, 1.0), (0.25, 0.75))):
            glDepthBoundsEXT(*bounds)
            cover(0.0, np.eye(4)[number])
        assert made.framebuffer.read_color(0, 0, 1, 1)[0, 0].tolist() == [0, 255, 0, 0]
