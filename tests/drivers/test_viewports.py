"""Viewports, scissor boxes and depth ranges that a geometry shader chooses, and their queries."""

from __future__ import annotations

import numpy as np
import pytest

from tests.drivers.conftest import draw_on_mesa, draw_on_softgl

pytestmark = pytest.mark.driver

COUNT, VIEWPORTS, SEED = 24, 16, 20261130
VERTEX = """#version 150
in vec4 place; in vec4 shade; out vec4 given;
void main() { gl_Position = place; given = shade; }"""
GEOMETRY = """#version 150
#extension GL_ARB_viewport_array : require
layout(triangles) in; layout(MADE, max_vertices = 3) out;
in vec4 given[]; out vec4 color;
void main() {
    for (int i = 0; i < 3; i++) {
        gl_Position = gl_in[i].gl_Position;
        gl_ViewportIndex = int(given[i].w * float(gl_MaxViewports));
        color = given[i];
        EmitVertex();
    }
}"""
FRAGMENT = """#version 150
#extension GL_ARB_fragment_layer_viewport : require
in vec4 color; out vec4 result;
void main() {
    result = vec4(color.xy, float(gl_ViewportIndex) / 15.0, float(gl_Layer) + DEPTH);
}"""


def program(gl, made, depth):
    """Uses the shaders, with the attributes 0 and 1."""
    name = gl.glCreateProgram()
    fragment = FRAGMENT.replace("DEPTH", depth)
    for kind, text in (
        ("VERTEX", VERTEX), ("GEOMETRY", GEOMETRY.replace("MADE", made)), ("FRAGMENT", fragment),
    ):  # fmt: skip
        shader = gl.glCreateShader(getattr(gl, f"GL_{kind}_SHADER"))
        gl.glShaderSource(shader, text)
        gl.glCompileShader(shader)
        gl.glAttachShader(name, shader)
    for number, word in enumerate(("place", "shade")):
        gl.glBindAttribLocation(name, number, word)
    gl.glLinkProgram(name)
    assert gl.glGetProgramiv(name, gl.GL_LINK_STATUS), gl.glGetProgramInfoLog(name)
    gl.glUseProgram(name)


def draw_views(gl, made, clamps):
    """Triangles in random viewports, all vertices of each in one: conventions differ."""
    rng = np.random.default_rng(SEED)
    # Mesa clamps depths after the shader, which sees them unclamped.
    program(gl, made, "0.25" if clamps else "gl_FragCoord.z")
    gl.glClearColor(0.25, 0.5, 0.75, 0.5)
    gl.glClear(gl.GL_COLOR_BUFFER_BIT | gl.GL_DEPTH_BUFFER_BIT)
    gl.glEnable(gl.GL_DEPTH_TEST)
    if clamps:
        gl.glEnable(gl.GL_DEPTH_CLAMP)
    for number in range(VIEWPORTS):
        low, size = rng.integers(-8, 40, 2), rng.integers(12, 40, 2)
        part = rng.uniform(0, 1, 4) * (number % 3 == 0)
        gl.glViewportIndexedf(number, *map(float, np.array([*low, *size]) + part))
        gl.glScissorIndexed(number, *map(int, (*(low + 3), *(size - 5))))
        gl.glDepthRangeIndexed(number, *map(float, rng.uniform(0, 1, 2)))
        (gl.glEnablei if number & 1 else gl.glDisablei)(gl.GL_SCISSOR_TEST, number)
    places = rng.uniform(-1.3, 1.3, (COUNT, 3, 4)).astype(np.float32)
    places[..., 3] = 1
    shades = rng.uniform(0, 1, (COUNT, 3, 4)).astype(np.float32)
    shades[:, :, 3] = shades[:, :1, 3]
    buffers = [np.ascontiguousarray(each.reshape(-1, 4)) for each in (places, shades)]
    for number, values in enumerate(buffers):
        gl.glVertexAttribPointer(number, 4, gl.GL_FLOAT, False, 0, values)
        gl.glEnableVertexAttribArray(number)
    gl.glDrawArrays(gl.GL_TRIANGLES, 0, 3 * COUNT)


@pytest.mark.parametrize("made", ["triangle_strip", "line_strip", "points"])
def test_viewports(same_as_mesa, made):
    for clamps in (False, True):
        # Colours along lines differ a little, as those of one viewport do.
        choices = {"share": 0.998, "tolerance": 6 if made == "line_strip" else 1}
        same_as_mesa(lambda gl, clamps=clamps: draw_views(gl, made, clamps), **choices)


def values(gl):
    """Values of the queries, as lists, and errors."""
    found = []
    gl.glViewportArrayv(3, 2, np.arange(1, 9, dtype=np.float32) + 0.25)
    gl.glScissorArrayv(2, 1, np.array([1, 2, 3, 4], np.int32))
    gl.glDepthRangeArrayv(5, 1, np.array([0.125, 2.0]))
    gl.glEnablei(gl.GL_SCISSOR_TEST, 7)
    for number in range(VIEWPORTS):
        found += gl.glGetFloati_v(gl.GL_VIEWPORT, number).tolist()
        found += gl.glGetDoublei_v(gl.GL_DEPTH_RANGE, number).tolist()
        found += np.asarray(gl.glGetIntegeri_v(gl.GL_SCISSOR_BOX, number)).tolist()
        found.append(int(gl.glIsEnabledi(gl.GL_SCISSOR_TEST, number)))
    found += gl.glGetIntegerv(gl.GL_VIEWPORT).tolist()
    return found


def test_queries(mesa):
    found = []
    for where in (draw_on_mesa, draw_on_softgl):
        where(lambda gl: found.append(values(gl)), (8, 8))
    assert found[0] == found[1]
