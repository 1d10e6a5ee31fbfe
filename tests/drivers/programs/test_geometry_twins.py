"""Geometry programs beside GLSL's geometry shaders that say the same, on llvmpipe."""

from __future__ import annotations

import moderngl
import numpy as np
import pytest

import softgl
from softgl import gl
from tests.drivers.glsl import glsl_context
from tests.gl.attachments import use_program

pytestmark = pytest.mark.driver

# Of what programs take: how many vertices, GLSL's word, and the modes.
TAKEN = {
    "POINTS": (1, "points", ["POINTS"]),
    "LINES": (2, "lines", ["LINES", "LINE_STRIP", "LINE_LOOP"]),
    "TRIANGLES": (3, "triangles", ["TRIANGLES", "TRIANGLE_STRIP", "TRIANGLE_FAN"]),
    "LINES_ADJACENCY": (4, "lines_adjacency", ["LINES_ADJACENCY", "LINE_STRIP_ADJACENCY"]),
    "TRIANGLES_ADJACENCY": (
        *(6, "triangles_adjacency"),
        ["TRIANGLES_ADJACENCY", "TRIANGLE_STRIP_ADJACENCY"],
    ),
}
MADE = {"POINTS": gl.GL_POINTS, "LINE_STRIP": gl.GL_LINES, "TRIANGLE_STRIP": gl.GL_TRIANGLES}
MODES = [(taken, mode) for taken, (_, _, modes) in TAKEN.items() for mode in modes]
TARGET = gl.GL_TRANSFORM_FEEDBACK_BUFFER_NV
COUNT = 13

GLSL_VERTEX = """
in vec4 position, shade; out vec4 given;
void main() { gl_Position = position; given = shade; }
"""
GLSL_GEOMETRY = """
layout({taken}) in; layout({made}, max_vertices = 24) out;
in vec4 given[]; flat out vec4 constant; out vec4 smoothed;
void emit(int i, vec4 place) {{
    gl_Position = place; constant = given[i].wzyx; smoothed = given[i];
    gl_PrimitiveID = gl_PrimitiveIDIn; EmitVertex();
}}
void main() {{
    for (int i = 0; i < {vertices}; i++) emit(i, gl_in[i].gl_Position);
    EndPrimitive();
    for (int i = {vertices} - 1; i >= 0; i--)
        emit(i, (gl_in[i].gl_Position + gl_in[0].gl_Position) * 0.5 + vec4(0.125, 0.0, 0.0, 0.0));
    for (int i = 0; i < 2; i++) emit(0, vec4(0.75 * i + 0.0078125, 0.515625, 0.0, 1.0));
}}
"""
GLSL_FRAGMENT = """
flat in vec4 constant; in vec4 smoothed; out vec4 result;
void main() {
    result = constant * 0.25 + smoothed * 0.25 + vec4(0.0, 0.0, float(gl_PrimitiveID) * 0.03, 0.5);
}
"""
VERTEX = (
    "!!NVvp4.0 MOV result.position, vertex.position; MOV result.attrib[0], vertex.attrib[1]; END"
)
EMIT = """MOV result.attrib[1], vertex[{i}].attrib[0].wzyx;
MOV result.attrib[2], vertex[{i}].attrib[0]; MOV.S result.primid.x, primitive.id; EMIT;"""
FRAGMENT = """!!NVfp4.0 FLAT ATTRIB constant = fragment.attrib[1]; TEMP t, id;
I2F id.x, primitive.id.x; MUL t, constant, 0.25; MAD t, fragment.attrib[2], 0.25, t;
MAD t.z, id.x, 0.03, t.z; ADD t.w, t.w, 0.5; MOV result.color, t; END"""


def geometry_program(taken, made):
    vertices, body = TAKEN[taken][0], ""
    for i in range(vertices):
        body += f"MOV result.position, vertex[{i}].position; {EMIT.format(i=i)}"
    body += "ENDPRIM;"
    for i in reversed(range(vertices)):
        body += f"ADD t, vertex[{i}].position, vertex[0].position;"
        body += f"MAD result.position, t, 0.5, {{0.125, 0, 0, 0}}; {EMIT.format(i=i)}"
    for i in range(2):
        body += (
            f"MOV result.position, {{{0.75 * i + 0.0078125}, 0.515625, 0, 1}}; {EMIT.format(i=0)}"
        )
    head = f"PRIMITIVE_IN {taken}; PRIMITIVE_OUT {made}; VERTICES_OUT 24; TEMP t;"
    return f"!!NVgp4.0 {head} {body} END"


def geometry_shader(taken, made):
    vertices, word, _ = TAKEN[taken]
    return GLSL_GEOMETRY.format(taken=word, made=made.lower(), vertices=vertices)


@pytest.fixture(scope="module")
def vertices():
    """Positions and outputs, (COUNT, 4) float32 each."""
    rng = np.random.default_rng(20261123)
    # Away from where the bounds of points are rounded.
    positions = (rng.integers(4, 59, (COUNT, 4)) + 0.3) / 32 - 1
    positions[:, 3] = 1
    return positions.astype(np.float32), rng.uniform(0, 1, (COUNT, 4)).astype(np.float32)


def prepare(vertices, taken, made):
    use_program(VERTEX, gl.GL_VERTEX_PROGRAM_ARB)
    use_program(geometry_program(taken, made), gl.GL_GEOMETRY_PROGRAM_NV)
    use_program(FRAGMENT)
    gl.glVertexPointer(4, gl.GL_FLOAT, 0, vertices[0])
    gl.glVertexAttribPointer(1, 4, gl.GL_FLOAT, False, 0, vertices[1])
    gl.glEnableClientState(gl.GL_VERTEX_ARRAY)
    gl.glEnableVertexAttribArray(1)


@pytest.mark.parametrize(("taken", "mode"), MODES)
def test_pictures(same_as_twin, vertices, taken, mode):
    """Strips, flat and smooth values, numbers of primitives; which pixels are covered."""
    made = list(MADE)[MODES.index((taken, mode)) % 3]

    def picture(_):
        prepare(vertices, taken, made)
        gl.glPointSize(3)
        gl.glDrawArrays(getattr(gl, f"GL_{mode}"), 0, COUNT)

    def twin(glsl):
        program = glsl.program(GLSL_VERTEX, GLSL_FRAGMENT, geometry_shader(taken, made))
        glsl.context.point_size = 3
        attributes = dict(zip(("position", "shade"), vertices, strict=True))
        glsl.draw(program, attributes, mode=getattr(moderngl, mode))

    # What a driver's lines cover along seams of strips is its own.
    same_as_twin(picture, twin, share=0.995, worst=255 if made == "LINE_STRIP" else 2)


@pytest.mark.parametrize(("taken", "mode"), MODES)
def test_feedback(mesa, vertices, taken, mode):
    """The same primitives in the same order, to the last bit."""
    counts, room = (1, 2, 3, 4, 5, 6, 7, 8, 9, COUNT), 1 << 14
    made = list(MADE)[(MODES.index((taken, mode)) + 1) % 3]
    with glsl_context((8, 8)) as glsl:
        program = glsl.context.program(
            vertex_shader=f"#version 330\n{GLSL_VERTEX}",
            geometry_shader=f"#version 330\n{geometry_shader(taken, made)}",
            varyings=["gl_Position", "constant"],
        )
        buffers = [glsl.context.buffer(values) for values in vertices]
        parts = [(buffers[0], "4f", "position"), (buffers[1], "4f", "shade")]
        array, expected = glsl.context.vertex_array(program, parts), []
        for count in counts:
            buffer = glsl.context.buffer(bytes(room))
            array.transform(buffer, getattr(moderngl, mode), vertices=count)
            expected.append(np.frombuffer(buffer.read(), np.float32).reshape(-1, 8))
    softgl.Context(8, 8)
    prepare(vertices, taken, made)
    listed = [gl.GL_POSITION, 4, 0, gl.GL_GENERIC_ATTRIB_NV, 4, 1]
    gl.glTransformFeedbackAttribsNV(listed, gl.GL_INTERLEAVED_ATTRIBS_NV)
    assert expected[-1].any()
    for count, wanted in zip(counts, expected, strict=True):
        gl.glBindBufferBaseNV(TARGET, 0, 1)
        gl.glBufferData(TARGET, bytes(room), gl.GL_STREAM_READ)
        gl.glBeginTransformFeedbackNV(MADE[made])
        gl.glDrawArrays(getattr(gl, f"GL_{mode}"), 0, count)
        gl.glEndTransformFeedbackNV()
        found = gl.glGetBufferSubData(TARGET, 0, room).view(np.float32).reshape(-1, 8)
        np.testing.assert_array_equal(found, wanted, f"{count} vertices")
