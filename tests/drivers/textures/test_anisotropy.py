"""Anisotropic filtering beside llvmpipe's, and both beside the mean of many samples."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.drivers.conftest import draw_on_mesa, draw_on_softgl
from tests.drivers.drawing import clear, draw, make_texture, use_programs

pytestmark = pytest.mark.driver

SAMPLE = """!!ARBfp1.0
TEMP t;
TEX t, fragment.texcoord[0], texture[0], 2D;
MOV result.color.xyz, t;
MOV result.color.w, 1;
END
"""
SIZE, TIMES = 64, 12
FLOOR = np.array([(-1, -0.9, 0, 1), (1, -0.9, 0, 1), (-12, 11, 0, 12), (12, 11, 0, 12)])


def checkerboard(size=256, field=16):
    y, x = np.mgrid[0:size, 0:size] // field
    light = np.where((x + y) % 2, 230, 30)
    return np.stack([light, 255 - light, 60 + light // 2, light * 0 + 255], axis=2).astype(np.uint8)


def floor(anisotropy, exact=False):
    """A slanted checkerboard to the horizon; exact : one texel for each pixel, without mipmaps."""

    def picture(gl):
        filters = {"min_filter": gl.GL_LINEAR_MIPMAP_LINEAR, "mag_filter": gl.GL_LINEAR}
        clear(gl)
        make_texture(gl, [checkerboard()], **({} if exact else filters))
        gl.glGenerateMipmap(gl.GL_TEXTURE_2D)
        # GL_TEXTURE_MAX_ANISOTROPY_EXT, which OpenGL.GL has under another module's name.
        gl.glTexParameterf(gl.GL_TEXTURE_2D, 0x84FE, anisotropy)
        use_programs(gl, fragment=SAMPLE)
        turn = np.array([[math.cos(0.4), -math.sin(0.4)], [math.sin(0.4), math.cos(0.4)]])
        texcoords = FLOOR[:, [0, 1]] * 0.35 @ turn
        draw(gl, gl.GL_TRIANGLE_STRIP, FLOOR, None, [texcoords])

    return picture


def test_it_is_closer_to_the_mean_than_llvmpipe(mesa):
    fine = draw_on_softgl(floor(1.0, exact=True), (SIZE * TIMES, SIZE * TIMES)).astype(float)
    truth = fine.reshape(SIZE, TIMES, SIZE, TIMES, 4).mean(axis=(1, 3))
    covered = truth[..., 3] == 255

    def error(draw_on, anisotropy):
        picture = draw_on(floor(anisotropy), (SIZE, SIZE))
        return np.abs(picture - truth)[covered].mean()

    errors = [error(draw_on_softgl, most) for most in (1.0, 2.0, 16.0)]
    assert errors[0] > 1.5 * errors[1] > 1.5 * errors[2]
    for most, own in ((2.0, errors[1]), (16.0, errors[2])):
        assert own <= error(draw_on_mesa, most)
