"""ARB_clip_control: the near plane where z is 0, and y that points down; by hand, and mirrored."""

from __future__ import annotations

import numpy as np
import pytest

from softgl import Context, GLError
from softgl.gl import *

SIDE = 32


@pytest.fixture(params=[("eager", None), ("llvm", 4), ("llvm", 8), ("llvm", 16)], ids=str)
def drawn(request):
    """A context on each machine and vector width."""
    machine, lanes = request.param
    with Context(SIDE, SIDE, machine=machine, lanes=lanes, threads=1) as context:
        yield context


def float_depths(context):
    """Draws to a framebuffer object with colours and 32-bit float depths."""
    formats = (GL_COLOR_ATTACHMENT0, GL_RGBA8), (GL_DEPTH_ATTACHMENT, GL_DEPTH_COMPONENT32F)
    glBindFramebuffer(GL_FRAMEBUFFER, glGenFramebuffers(1))
    for attachment, format_ in formats:
        name = glGenRenderbuffers(1)
        glBindRenderbuffer(GL_RENDERBUFFER, name)
        glRenderbufferStorage(GL_RENDERBUFFER, format_, context.width, context.height)
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, attachment, GL_RENDERBUFFER, name)


def read(format_=GL_RGBA, type_=GL_UNSIGNED_BYTE, dtype=np.uint8):
    pixels = np.frombuffer(glReadPixels(0, 0, SIDE, SIDE, format_, type_), dtype)
    return pixels.reshape(SIDE, SIDE, -1)


def depths():
    return read(GL_DEPTH_COMPONENT, GL_FLOAT, np.float32)[..., 0]


def polygon(mode, corners):
    glBegin(mode)
    for number, corner in enumerate(corners):
        glColor3f(number % 2, 0.5, 1 - number % 3 * 0.5)
        glVertex4f(*corner)
    glEnd()


def square(z, w=1.0):
    polygon(GL_QUADS, [(-w, -w, z, w), (w, -w, z, w), (w, w, z, w), (-w, w, z, w)])


def test_depths_from_zero_on(drawn):
    """ARB_clip_control, 13.5 and 13.6.1: z from 0 to w are drawn, and z/w is scaled by f - n."""
    float_depths(drawn)
    glEnable(GL_DEPTH_TEST)
    glDepthFunc(GL_ALWAYS)
    glClipControl(GL_LOWER_LEFT, GL_ZERO_TO_ONE)
    tiny = np.float32(2.0**-30)
    for z, w, near, far, expected in (
        (0.25, 1, 0, 1, 0.25),
        (0.25, 1, 1, 0, 0.75),
        (0.25, 2, 0.25, 0.75, 0.25 + 0.125 / 2),
        (0, 1, 0.25, 1, 0.25),
        (1, 1, 0.25, 0.5, 0.5),
        (tiny, 1, 0, 1, tiny),  # 2^-30 / 2 + 1/2 would be 1/2
        (-0.25, 1, 0, 1, None),
        (-tiny, 1, 0, 1, None),
        (1.25, 1, 0, 1, None),
    ):
        glClearDepth(0.625)
        glClear(GL_DEPTH_BUFFER_BIT)
        glDepthRange(near, far)
        square(z, w)
        assert set(depths().flat) == {np.float32(0.625 if expected is None else expected)}
    # "If depth clamping is enabled", there is "no near or far plane clipping".
    glEnable(GL_DEPTH_CLAMP)
    glDepthRange(0.25, 0.5)
    for z, expected in ((-0.25, 0.25), (0.5, 0.375), (3, 0.5)):
        square(z)
        assert set(depths().flat) == {np.float32(expected)}


def test_the_near_plane_cuts_where_z_is_zero(drawn):
    float_depths(drawn)
    slope = [(-1, -1, -1, 1), (1, -1, 1, 1), (1, 1, 1, 1), (-1, 1, -1, 1)]  # z is x
    for depth, first, start in ((GL_ZERO_TO_ONE, SIDE // 2, 0), (GL_NEGATIVE_ONE_TO_ONE, 0, 0.5)):
        glClipControl(GL_LOWER_LEFT, depth)
        glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT)
        glEnable(GL_DEPTH_TEST)
        polygon(GL_QUADS, slope)
        assert (read()[..., 3] != 0).tolist() == [[x >= first for x in range(SIDE)]] * SIDE
        middle = depths()[0, SIDE // 2 :]
        x = (np.arange(SIDE // 2) + 0.5) / (SIDE // 2)
        assert np.allclose(middle, start + x * (1 - start), atol=1e-6)
    # A line, in perspective, and a triangle with one corner behind the eye.
    glClipControl(GL_LOWER_LEFT, GL_ZERO_TO_ONE)
    for mode, corners in (
        (GL_LINES, [(-1, 0.01, -1, 1), (3, 0.03, 1, 3)]),
        (GL_TRIANGLES, [(0.25, -0.5, 0.5, 1), (0.5, 0.5, 0.5, 1), (0.1, 0.1, -2, -1)]),
    ):
        glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT)
        polygon(mode, corners)
        assert (read()[..., 3] != 0).any() and depths().min() >= 0


SHAPES = {
    GL_TRIANGLES: [(-0.9, -0.7, 0.1, 1), (0.8, -0.3, 0.5, 1.1), (0.1, 0.93, 0.9, 1.2)],
    GL_POLYGON: [(-0.5, -2, 0.2, 1), (0.5, -2, 0.2, 1), (0.9, 0.4, 0.3, 1), (-0.6, 0.7, 0.3, 1)],
    GL_LINES: [(-0.9, -0.71, 0.1, 1), (0.83, 0.3, 0.5, 1), (0.1, 2, 0.2, 1), (0.2, -0.5, 0.1, 1)],
    GL_POINTS: [(0.13, 0.41, 0.5, 1), (-0.5, -0.61, 0.5, 1)],
}


@pytest.mark.parametrize("framebuffer", [lambda context: None, float_depths], ids=["window", "own"])
def test_an_upper_left_origin_negates_y(drawn, framebuffer):
    """An upper-left origin negates y in clip coordinates, and keeps front faces."""
    framebuffer(drawn)
    glEnable(GL_DEPTH_TEST)
    glEnable(GL_CULL_FACE)
    glPointSize(3)
    glViewport(3, 5, 25, 21)
    modes = [(GL_FILL, GL_FILL), (GL_LINE, GL_LINE), (GL_FILL, GL_POINT)]
    for shape, corners in SHAPES.items():
        for front, back in modes if len(corners) > 2 and shape != GL_LINES else modes[:1]:
            glPolygonMode(GL_FRONT, front)
            glPolygonMode(GL_BACK, back)
            for winding in (GL_CCW, GL_CW):
                glClipControl(GL_UPPER_LEFT, GL_NEGATIVE_ONE_TO_ONE)
                glFrontFace(winding)
                glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT)
                polygon(shape, corners)
                found = read().tobytes(), depths().tobytes()
                glClipControl(GL_LOWER_LEFT, GL_NEGATIVE_ONE_TO_ONE)
                glFrontFace(GL_CW if winding == GL_CCW else GL_CCW)
                glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT)
                polygon(shape, [(x, -y, z, w) for x, y, z, w in corners])
                assert found == (read().tobytes(), depths().tobytes())
                seen = np.frombuffer(found[0], np.uint8).any()
                assert seen == (winding == GL_CCW or len(corners) < 3 or shape == GL_LINES)


def test_raster_positions_are_placed_as_points_are(context):
    """ARB_clip_control, issues 12 and 26: glRasterPos yes, glWindowPos no."""
    glClipControl(GL_UPPER_LEFT, GL_ZERO_TO_ONE)
    glRasterPos3f(0.5, 0.5, 0.25)
    assert glGetFloatv(GL_CURRENT_RASTER_POSITION).tolist() == [6, 2, 0.25, 1]
    glRasterPos3f(0, 0, -0.25)
    assert not glGetBooleanv(GL_CURRENT_RASTER_POSITION_VALID)
    glWindowPos3f(1, 2, 0.25)
    assert glGetFloatv(GL_CURRENT_RASTER_POSITION).tolist() == [1, 2, 0.25, 1]


def test_feedback_and_selection_have_it(context):
    glClipControl(GL_UPPER_LEFT, GL_ZERO_TO_ONE)
    out = np.zeros(16, np.float32)
    glFeedbackBuffer(16, GL_3D, out)
    glRenderMode(GL_FEEDBACK)
    polygon(GL_POINTS, [(0.5, 0.5, 0.25, 1), (0.5, 0.5, -0.25, 1)])
    assert len(glRenderMode(GL_RENDER)) == 1
    assert out[:4].tolist() == [GL_POINT_TOKEN, 6, 2, 0.25]
    hits = np.zeros(16, np.uint32)
    glSelectBuffer(16, hits)
    glRenderMode(GL_SELECT)
    glInitNames()
    glPushName(7)
    polygon(GL_POINTS, [(0.5, 0.5, 0, 1), (0.5, 0.5, -0.25, 1)])
    assert len(glRenderMode(GL_RENDER)) == 1
    assert hits[:4].tolist() == [1, 0, 0, 7]


def test_state(context, snapshot):
    def now():
        return [int(glGetIntegerv(name)) for name in (GL_CLIP_ORIGIN, GL_CLIP_DEPTH_MODE)]

    initial, other = [GL_LOWER_LEFT, GL_NEGATIVE_ONE_TO_ONE], [GL_UPPER_LEFT, GL_ZERO_TO_ONE]
    assert now() == initial
    glPushAttrib(GL_TRANSFORM_BIT)
    glNewList(1, GL_COMPILE)  # issue 29
    glClipControl(*other)
    glEndList()
    assert now() == initial
    glCallList(1)
    assert now() == other
    glPushAttrib(GL_ALL_ATTRIB_BITS & ~GL_TRANSFORM_BIT)
    glClipControl(GL_LOWER_LEFT, GL_ZERO_TO_ONE)
    glPopAttrib()
    assert now() == [GL_LOWER_LEFT, GL_ZERO_TO_ONE]
    glPopAttrib()
    assert now() == initial
    for arguments in ((GL_ZERO_TO_ONE, GL_ZERO_TO_ONE), (GL_UPPER_LEFT, GL_UPPER_LEFT), (0, 1)):
        before = snapshot(context)
        with pytest.raises(GLError) as caught:
            glClipControl(*arguments)
        assert caught.value.code == GL_INVALID_ENUM
        assert snapshot(context) == before
    glBegin(GL_POINTS)
    with pytest.raises(GLError) as caught:
        glClipControl(*other)
    assert caught.value.code == GL_INVALID_OPERATION
    glEnd()
