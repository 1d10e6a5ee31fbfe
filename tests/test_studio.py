"""Helpers of scenes: pixels that are means of four, surfaces of revolution, saved state."""

import numpy as np
import pytest

from softgl import Context, GLError, gl, hostmath
from softgl.studio import (
    antialiased,
    draw_shadow,
    draw_surface,
    enabled,
    flat_surface,
    noise_texture,
    place,
    revolution,
)


@pytest.mark.parametrize("samples", [1, 2, 4, 8, 16])
def test_a_pixel_is_the_mean_of_four(samples):
    context = Context(4, 3, machine="eager", samples=samples)
    gl.glViewport(0, 0, 4, 3)
    with antialiased(4, 3):
        assert gl.glGetIntegerv(gl.GL_VIEWPORT).tolist() == [0, 0, 8, 6]
        assert gl.glGetIntegerv(gl.GL_SAMPLES) == (samples if samples > 1 else 0)
        gl.glClearColor(0.0, 0.0, 1.0, 0.5)  # which leaves the window opaque
        gl.glClear(gl.GL_COLOR_BUFFER_BIT)
        gl.glColor3f(1.0, 0.0, 1.0)
        gl.glRectf(-0.25, -1.0, 1.0, 1.0)  # from the middle of the second pixel on
    image = np.asarray(context.read_image())
    assert image[..., 0].tolist() == [[0, 128, 255, 255]] * 3
    assert (image[..., 1:] == (0, 255, 255)).all()


@pytest.mark.parametrize("samples", [1, 4])
def test_alpha_is_kept_where_it_is_asked_for(samples):
    context = Context(4, 3, machine="eager", samples=samples)
    with antialiased(4, 3, opaque=False):
        gl.glClearColor(0.0, 0.0, 1.0, 0.4)
        gl.glClear(gl.GL_COLOR_BUFFER_BIT)
    assert (np.asarray(context.read_image()) == (0, 0, 255, 102)).all()


@pytest.mark.parametrize("samples", [1, 4])
def test_the_window_is_drawn_to_again_and_nothing_is_left(samples):
    Context(4, 3, machine="eager", samples=samples)
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


def test_rectangles_of_a_floor():
    context = Context(8, 8, machine="eager")
    positions, normals, triangles = flat_surface([(-1, -1, 0, 0), (0.5, 0, 1, 0.25)])
    assert normals.tolist() == [[0, 0, 1]] * 8
    gl.glEnable(gl.GL_CULL_FACE)
    draw_surface(positions, normals, triangles)
    image = np.asarray(context.read_image())[::-1, :, 0]
    assert np.argwhere(image).tolist() == [[y, x] for y in range(4) for x in range(4)] + [
        [4, 6],
        [4, 7],
    ]


def test_a_shadow_is_darkest_in_its_middle():
    context = Context(16, 16, machine="eager")
    gl.glClearColor(1.0, 1.0, 1.0, 1.0)
    gl.glClear(gl.GL_COLOR_BUFFER_BIT)
    gl.glBlendFunc(gl.GL_SRC_ALPHA, gl.GL_ONE_MINUS_SRC_ALPHA)
    with enabled(gl.GL_BLEND):
        draw_shadow(-0.1, 0.0, 0.4)
    row = np.asarray(context.read_image())[8, :, 0].astype(int)
    assert row[8] == row.min() < 40 and row[0] == row[15] == 255
    assert (np.diff(row[:9]) <= 0).all() and (np.diff(row[8:]) >= 0).all()


def test_noise_repeats_and_is_always_the_same():
    Context(1, 1)
    noise_texture(4)
    first = gl.glGetTexImage(gl.GL_TEXTURE_3D, 0, gl.GL_LUMINANCE, gl.GL_UNSIGNED_BYTE)
    noise_texture(4)
    again = gl.glGetTexImage(gl.GL_TEXTURE_3D, 0, gl.GL_LUMINANCE, gl.GL_UNSIGNED_BYTE)
    assert bytes(first) == bytes(again) and len(set(bytes(first))) > 40
    wrap = gl.glGetTexParameteriv(gl.GL_TEXTURE_3D, gl.GL_TEXTURE_WRAP_R)
    assert np.ravel(wrap).tolist() == [gl.GL_REPEAT]
