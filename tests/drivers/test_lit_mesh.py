"""A whole picture: a textured mesh in buffers, lit by programs, with depth test and culling."""

from __future__ import annotations

import numpy as np
import pytest

from softgl.bench.meshes import LIT_FRAGMENT, LIT_VERTEX, look_at_torus, set_mesh, torus
from tests.drivers.drawing import clear, make_texture, use_programs

pytestmark = pytest.mark.driver


def soft_stripes(size):
    y, x = np.mgrid[0:size, 0:size]
    waves = [abs(x * 2 - size), abs(y * 2 - size), (abs(x - size // 2) + y) * 2]
    channels = [wave * 255 // (wave.max() + 1) for wave in waves]
    return np.stack([*channels, 0 * x + 255], axis=2).astype(np.uint8)


@pytest.mark.parametrize("index_type", [np.uint16, np.uint32])
@pytest.mark.parametrize("detail", [(24, 12), (96, 48)])
def test_lit_torus(same_as_mesa, detail, index_type):
    vertices, indices = torus(*detail)
    indices = indices.astype(index_type)

    def picture(gl):
        clear(gl)
        look_at_torus(gl, 4 / 3)
        make_texture(gl, [soft_stripes(32)], min_filter=gl.GL_LINEAR, mag_filter=gl.GL_LINEAR)
        use_programs(gl, LIT_VERTEX, LIT_FRAGMENT)
        gl.glEnable(gl.GL_DEPTH_TEST)
        gl.glEnable(gl.GL_CULL_FACE)
        set_mesh(gl, vertices, indices)()

    same_as_mesa(picture, (160, 120))
