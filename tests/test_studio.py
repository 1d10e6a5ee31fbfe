"""What scenes share: pixels that are means of four, surfaces of revolution, state kept."""

import numpy as np
import pytest

from softgl import Context, GLError, gl, hostmath
from softgl.studio import antialiased, enabled, place, revolution


def test_a_pixel_is_the_mean_of_four():
    context = Context(4, 3, machine="eager")
    gl.glViewport(0, 0, 4, 3)
    with antialiased(4, 3):
        assert gl.glGetIntegerv(gl.GL_VIEWPORT).tolist() == [0, 0, 8, 6]
        gl.glClearColor(0.0, 0.0, 1.0, 0.5)  # which leaves the window opaque
        gl.glClear(gl.GL_COLOR_BUFFER_BIT)
        gl.glColor3f(1.0, 0.0, 1.0)
        gl.glRectf(-0.25, -1.0, 1.0, 1.0)  # from the middle of the second pixel on
    image = np.asarray(context.read_image())
    assert image[..., 0].tolist() == [[0, 128, 255, 255]] * 3
    assert (image[..., 1:] == (0, 255, 255)).all()


def test_the_window_is_drawn_to_again_and_nothing_is_left():
    Context(4, 3, machine="eager")
    with pytest.raises(GLError), antialiased(4, 3):
        framebuffer = gl.glGetIntegerv(gl.GL_FRAMEBUFFER_BINDING)
        renderbuffer = gl.glGetIntegerv(gl.GL_RENDERBUFFER_BINDING)
        assert framebuffer and renderbuffer
        gl.glViewport(0, 0, -1, 0)
    assert (
        gl.glGetIntegerv(gl.GL_FRAMEBUFFER_BINDING)
        == gl.glGetIntegerv(gl.GL_RENDERBUFFER_BINDING)
        == 0
    )
    assert gl.glGetIntegerv(gl.GL_VIEWPORT).tolist() == [0, 0, 4, 3]
    assert not gl.glIsFramebuffer(framebuffer) and not gl.glIsRenderbuffer(renderbuffer)


def test_what_is_enabled_is_so_for_the_block():
    Context(1, 1)
    with pytest.raises(GLError), enabled(gl.GL_BLEND, gl.GL_CULL_FACE):
        assert gl.glIsEnabled(gl.GL_BLEND) and gl.glIsEnabled(gl.GL_CULL_FACE)
        gl.glViewport(0, 0, -1, 0)
    assert not gl.glIsEnabled(gl.GL_BLEND) and not gl.glIsEnabled(gl.GL_CULL_FACE)


def test_place_loads_both_matrices():
    Context(1, 1)
    view, model = hostmath.translation(1, 2, 3), hostmath.scaling(2, 2, 2)
    place(view, model)
    product = hostmath.multiply(view, model)
    assert np.array_equal(gl.glGetFloatv(gl.GL_MODELVIEW_MATRIX).reshape(4, 4), product.T)
    gl.glMatrixMode(gl.GL_MATRIX0_ARB)
    assert np.array_equal(gl.glGetFloatv(gl.GL_CURRENT_MATRIX_ARB).reshape(4, 4), model.T)


def test_a_ball_has_its_directions_as_normals():
    half_turn = [hostmath.sin_cos_degrees(180.0 * i / 32) for i in range(33)]
    positions, normals, triangles = revolution([(sine, -cosine) for sine, cosine in half_turn], 16)
    # The first and the last piece have no neighbour at the pole, whose normal is theirs.
    assert np.abs(positions - normals).max() < 0.06
    lengths = np.sqrt((normals * normals).sum(axis=1))
    assert lengths == pytest.approx(np.ones(len(normals)), abs=1e-6)
    a, b, c = np.moveaxis(positions[triangles], 1, 0)
    outward = (np.cross(b - a, c - a) * (a + b + c)).sum(axis=1)
    assert (outward > -1e-9).all() and np.count_nonzero(outward > 1e-6) == 16 * (2 * 32 - 2)
    around = positions.reshape(-1, 17, 3)
    assert np.array_equal(around[:, 0], around[:, -1])  # no seam


def test_corners_of_the_profile_stay_sharp():
    _, normals, _ = revolution([(1.0, 0.0), (1.0, 2.0), (0.0, 2.0)], 4)
    rows = normals.reshape(4, 5, 3)
    assert np.abs(rows[:2, 0] - (1, 0, 0)).max() == 0
    assert np.abs(rows[2:] - (0, 0, 1)).max() == 0
