"""Records of transform feedback, beside those of an equal GLSL program on llvmpipe."""

from __future__ import annotations

import moderngl
import numpy as np
import pytest

import softgl
from softgl import gl
from tests.drivers.glsl import glsl_context
from tests.gl.attachments import use_program

pytestmark = pytest.mark.driver

TWIN = """#version 330
in vec4 position; in vec2 number; out vec4 moved; out vec2 shown;
void main() { gl_Position = position; moved = position.wzyx * 2.0; shown = number; }
"""
PROGRAM = """!!ARBvp1.0
MOV result.position, vertex.position;
MUL result.texcoord[0], vertex.position.wzyx, 2;
MOV result.texcoord[1], vertex.attrib[1];
END"""
TARGET = gl.GL_TRANSFORM_FEEDBACK_BUFFER_NV
# Quads and polygons are for each driver to cut. How triangles of strips and fans begin is Mesa's.
MODES = {
    gl.GL_POINTS: moderngl.POINTS,
    gl.GL_LINES: moderngl.LINES,
    gl.GL_LINE_STRIP: moderngl.LINE_STRIP,
    gl.GL_LINE_LOOP: moderngl.LINE_LOOP,
    gl.GL_TRIANGLES: moderngl.TRIANGLES,
    gl.GL_TRIANGLE_STRIP: moderngl.TRIANGLE_STRIP,
    gl.GL_TRIANGLE_FAN: moderngl.TRIANGLE_FAN,
}
RECORDED = {
    gl.GL_POINTS: gl.GL_POINTS,
    **dict.fromkeys([gl.GL_LINES, gl.GL_LINE_STRIP, gl.GL_LINE_LOOP], gl.GL_LINES),
    **dict.fromkeys([gl.GL_TRIANGLES, gl.GL_TRIANGLE_STRIP, gl.GL_TRIANGLE_FAN], gl.GL_TRIANGLES),
}
ROOM = 256  # bytes


@pytest.fixture(scope="module")
def vertices():
    """Positions (11, 4) and two numbers for each, (11, 2) float32."""
    rng = np.random.default_rng(20261123)
    numbers = np.stack([np.arange(11), -np.arange(11) / 8], axis=1)
    return rng.uniform(-1, 1, (11, 4)).astype(np.float32), numbers.astype(np.float32)


def on_mesa(vertices, mode, counts):
    """The first ROOM bytes that a driver records of draws of these numbers of vertices."""
    with glsl_context((8, 8)) as glsl:
        context, found = glsl.context, []
        program = context.program(vertex_shader=TWIN, varyings=["moved", "shown"])
        positions, numbers = map(context.buffer, vertices)
        parts = [(positions, "4f", "position"), (numbers, "2f", "number")]
        array = context.vertex_array(program, parts)
        for count in counts:
            buffer = context.buffer(bytes(ROOM))
            array.transform(buffer, MODES[mode], vertices=count)
            found.append(buffer.read())
        return found


def on_softgl(vertices, mode, counts):
    softgl.Context(8, 8)
    use_program(PROGRAM, gl.GL_VERTEX_PROGRAM_ARB)
    gl.glVertexPointer(4, gl.GL_FLOAT, 0, vertices[0])
    gl.glVertexAttribPointer(1, 2, gl.GL_FLOAT, False, 0, vertices[1])
    gl.glEnableClientState(gl.GL_VERTEX_ARRAY)
    gl.glEnableVertexAttribArray(1)
    listed = [gl.GL_TEXTURE_COORD_NV, 4, 0, gl.GL_TEXTURE_COORD_NV, 2, 1]
    gl.glTransformFeedbackAttribsNV(listed, gl.GL_INTERLEAVED_ATTRIBS_NV)
    found = []
    for count in counts:
        gl.glBindBufferBaseNV(TARGET, 0, 1)
        gl.glBufferData(TARGET, bytes(ROOM), gl.GL_STREAM_READ)
        gl.glBeginTransformFeedbackNV(RECORDED[mode])
        gl.glDrawArrays(mode, 0, count)
        gl.glEndTransformFeedbackNV()
        found.append(gl.glGetBufferSubData(TARGET, 0, ROOM).tobytes())
    return found


@pytest.mark.parametrize("mode", MODES)
def test_primitives(mesa, vertices, mode):
    """Both record the same vertices in the same order, and no part of one that does not fit."""
    counts = (1, 2, 3, 4, 5, 7, 8, 11)
    expected, found = on_mesa(vertices, mode, counts), on_softgl(vertices, mode, counts)
    assert any(any(recorded) for recorded in expected)
    for count, one, other in zip(counts, expected, found, strict=True):
        words = [np.frombuffer(part, np.float32).reshape(-1, 2) for part in (one, other)]
        np.testing.assert_array_equal(words[1], words[0], f"{count} vertices")
