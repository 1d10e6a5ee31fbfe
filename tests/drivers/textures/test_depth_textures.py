"""Textures of depths beside llvmpipe: drawn to, sampled, compared."""

from __future__ import annotations

import numpy as np
import pytest

from tests.drivers.drawing import bind_new, draw_whole_view, new_renderbuffer, use_programs
from tests.drivers.test_framebuffers import SIZE, draw_triangles

FORMATS = ("DEPTH_COMPONENT16", "DEPTH_COMPONENT24", "DEPTH_COMPONENT32", "DEPTH_COMPONENT32F")
FUNCS = ("NEVER", "LESS", "EQUAL", "LEQUAL", "GREATER", "NOTEQUAL", "GEQUAL", "ALWAYS")
# The reference of the comparison rises across the picture, beyond [0, 1] at both ends.
CORNERS = ((0, 0, -0.2, 1), (1, 0, 1.2, 1), (1, 1, 1.2, 1), (0, 1, -0.2, 1))
SHOW = """!!ARBfp1.0
OPTION ARB_fragment_program_shadow;
TEMP texel;
TEX texel, fragment.texcoord[0], texture[0], %s;
MOV result.color, texel;
MOV result.color.w, 1;
END
"""


def set_parameters(gl, **values):
    """Parameters of the bound texture: names of parameters and of values, without GL_."""
    for name, value in values.items():
        gl.glTexParameteri(gl.GL_TEXTURE_2D, getattr(gl, f"GL_{name}"), getattr(gl, f"GL_{value}"))


def new_depths(gl, format_, depths):
    """A bound texture of depths (height, width), sampled without filter."""
    name = gl.glGenTextures(1)
    gl.glBindTexture(gl.GL_TEXTURE_2D, name)
    set_parameters(gl, TEXTURE_MIN_FILTER="NEAREST", TEXTURE_MAG_FILTER="NEAREST")
    height, width = depths.shape
    gl.glTexImage2D(
        gl.GL_TEXTURE_2D, 0, getattr(gl, f"GL_{format_}"), width, height, 0,
        gl.GL_DEPTH_COMPONENT, gl.GL_FLOAT, np.ascontiguousarray(depths, np.float32),
    )  # fmt: skip
    return name


def random_depths(seed, size=8):
    return np.random.default_rng(seed).random((size, size)).astype(np.float32)


@pytest.mark.parametrize("filter_", ["NEAREST", "LINEAR"])
@pytest.mark.parametrize("format_", FORMATS)
def test_sampled(same_as_mesa, format_, filter_):
    def picture(gl):
        new_depths(gl, format_, random_depths(1))
        set_parameters(gl, TEXTURE_MAG_FILTER=filter_)
        use_programs(gl, fragment=SHOW % "2D")
        draw_whole_view(gl, [CORNERS])

    same_as_mesa(picture)


@pytest.mark.parametrize("filter_", ["NEAREST", "LINEAR"])
@pytest.mark.parametrize("func", FUNCS)
@pytest.mark.parametrize("format_", FORMATS[1::2])
def test_compared(same_as_mesa, format_, func, filter_):
    def picture(gl):
        new_depths(gl, format_, random_depths(2))
        compared = {"TEXTURE_COMPARE_MODE": "COMPARE_R_TO_TEXTURE", "TEXTURE_COMPARE_FUNC": func}
        set_parameters(gl, TEXTURE_MAG_FILTER=filter_, **compared)
        use_programs(gl, fragment=SHOW % "SHADOW2D")
        draw_whole_view(gl, [CORNERS])

    same_as_mesa(picture)


@pytest.mark.parametrize("format_", FORMATS)
def test_drawn_to(same_as_mesa, format_):
    """Crossing triangles with the depth test; their depths are shown."""

    def picture(gl):
        name = new_depths(gl, format_, np.zeros((SIZE, SIZE)))
        bind_new(gl)
        color = new_renderbuffer(gl, "RGBA8")
        for_color = (gl.GL_FRAMEBUFFER, gl.GL_COLOR_ATTACHMENT0, gl.GL_RENDERBUFFER, color)
        gl.glFramebufferRenderbuffer(*for_color)
        for_depth = (gl.GL_FRAMEBUFFER, gl.GL_DEPTH_ATTACHMENT, gl.GL_TEXTURE_2D, name, 0)
        gl.glFramebufferTexture2D(*for_depth)
        gl.glClear(gl.GL_DEPTH_BUFFER_BIT)
        gl.glEnable(gl.GL_DEPTH_TEST)
        use_programs(gl)
        draw_triangles(gl)
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, 0)
        gl.glDisable(gl.GL_DEPTH_TEST)
        use_programs(gl, fragment=SHOW % "2D")
        draw_whole_view(gl, [CORNERS])

    same_as_mesa(picture, (SIZE, SIZE))
