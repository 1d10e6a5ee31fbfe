"""Calls in messages: enums and bits by the names that the argument's group gives them."""

import numpy as np
import pytest

from softgl.gl.api import enums as gl
from softgl.gl.api.spelling import spelled_call

NESTED: list = []
for _ in range(5000):
    NESTED = [NESTED]


@pytest.mark.parametrize(
    ("name", "arguments", "text"),
    [
        ("glDrawArrays", (gl.GL_TRIANGLES, 0, 3), "GL_TRIANGLES, 0, 3"),
        ("glDrawArrays", (77, np.int32(-1), 0), "77, np.int32(-1), 0"),
        ("glBlendFunc", (gl.GL_ONE, np.uint32(gl.GL_SRC_ALPHA)), "GL_ONE, GL_SRC_ALPHA"),
        ("glDepthFunc", (gl.GL_TEXTURE_2D,), "GL_TEXTURE_2D"),
        ("glDepthFunc", (-1,), "-1"),
        ("glDepthFunc", ("less",), "'less'"),
        ("glDepthFunc", (np.zeros(2, np.int32),), "array([0, 0], dtype=int32)"),
        ("glClear", (0x4100,), "GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT"),
        ("glClear", (0x4001,), "GL_COLOR_BUFFER_BIT | 0x1"),
        ("glClear", (0,), "0x0"),
        ("glTexImage2D", (3553, 0, gl.GL_RGB, 1, 1, 0, gl.GL_RGB, gl.GL_FLOAT, None),
         "GL_TEXTURE_2D, 0, GL_RGB, 1, 1, 0, GL_RGB, GL_FLOAT, None"),
        ("glTexImage1D", (3552, 0, gl.GL_RGBA32I_EXT, 300, 0, 0, 0, None),
         "GL_TEXTURE_1D, 0, GL_RGBA32I, 300, 0, 0, 0, None"),
        ("glStencilFunc", (gl.GL_LESS, 1028, 255), "GL_LESS, 1028, 255"),
        ("glDepthMask", (True,), "True"),
        # PyOpenGL's other forms do not tell their arguments apart.
        ("glBufferData", (gl.GL_ARRAY_BUFFER, b"1", gl.GL_STATIC_DRAW), "34962, b'1', 35044"),
        ("glGetIntegerv", (gl.GL_VIEWPORT,), "GL_VIEWPORT"),
        ("glNothing", (NESTED,), "<list>"),  # which Python cannot spell
        ("glNothing", (1, "x" * 99), "1, '" + 56 * "x" + "..."),
        ("Context", (), ""),
    ],
)  # fmt: skip
def test_spelled_calls(name, arguments, text):
    assert spelled_call(name, arguments) == f"{name}({text})"
