"""Textures of every target beside llvmpipe, without programs."""

from __future__ import annotations

import numpy as np
import pytest

from softgl.gl.api import enums
from tests.drivers.drawing import draw_whole_view

# Of each target GL's name, the axes of glTexImage and its size.
TARGETS = {
    "1D": ("TEXTURE_1D", 1, (8,)),
    "2D": ("TEXTURE_2D", 2, (8, 8)),
    "3D": ("TEXTURE_3D", 3, (8, 8, 4)),
    "RECT": ("TEXTURE_RECTANGLE_ARB", 2, (8, 8)),
    "CUBE": ("TEXTURE_CUBE_MAP", 2, (8, 8)),
}
# Coordinates across the picture: q is not the same everywhere, so that it matters.
CORNERS = ((0.1, 0.2, 0.1, 1.0), (1.8, 0.3, 0.3, 2.0), (0.9, 0.8, 0.9, 1.0), (0.2, 1.4, 1.2, 1.5))


def make(gl, name, depths=False):
    """Binds a texture of a target; returns GL's number of the target."""
    words, axes, size = TARGETS[name]
    target = getattr(enums, f"GL_{words}")
    gl.glBindTexture(target, gl.glGenTextures(1))
    for pname in (gl.GL_TEXTURE_MIN_FILTER, gl.GL_TEXTURE_MAG_FILTER):
        gl.glTexParameteri(target, pname, gl.GL_NEAREST if depths else gl.GL_LINEAR)
    for wrap in (gl.GL_TEXTURE_WRAP_S, gl.GL_TEXTURE_WRAP_T):
        gl.glTexParameteri(target, wrap, gl.GL_CLAMP_TO_EDGE)
    if depths:
        compared = gl.GL_COMPARE_R_TO_TEXTURE
        gl.glTexParameteri(target, gl.GL_TEXTURE_COMPARE_MODE, compared)
    rng = np.random.default_rng(7)
    faces = range(6) if name == "CUBE" else [None]
    for face in faces:
        image = target if face is None else gl.GL_TEXTURE_CUBE_MAP_POSITIVE_X + face
        format_ = gl.GL_DEPTH_COMPONENT if depths else gl.GL_RGBA
        texels = rng.random((*size[::-1], 1 if depths else 4)).astype(np.float32)
        specify = getattr(gl, f"glTexImage{axes}D")
        specify(image, 0, format_, *size, 0, format_, gl.GL_FLOAT, texels)
    return target


def corners(name, depths):
    """Coordinates that count the texels of rectangles; directions of cube maps."""
    given = np.array(CORNERS, np.float32)
    if name == "1D" and depths:
        given[:, 1] = given[:, 2]  # Mesa 22.3 compares T there
    if name == "RECT":
        given[:, :2] *= 8
    if name == "CUBE":
        given[:, :3] = given[:, :3] * 2 - 1.3
    return given.tolist()


@pytest.mark.parametrize(
    ("name", "depths"), [*((n, False) for n in TARGETS), *((n, True) for n in TARGETS if n != "3D")]
)
def test_without_programs(same_as_mesa, name, depths):
    """R is compared, of a cube map Q, by which the direction is not divided."""

    def picture(gl):
        gl.glEnable(make(gl, name, depths))
        gl.glTexEnvi(gl.GL_TEXTURE_ENV, gl.GL_TEXTURE_ENV_MODE, gl.GL_MODULATE)
        draw_whole_view(gl, [corners(name, depths)], (1, 1, 1, 1))

    same_as_mesa(picture, share=0.99, coverage=False)
