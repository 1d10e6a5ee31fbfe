"""Draws to the layers of an array beside a geometry shader that writes gl_Layer, on llvmpipe."""

from __future__ import annotations

import numpy as np
import pytest

import softgl
from softgl import gl
from tests.drivers.glsl import glsl_context
from tests.gl.attachments import use_program

pytestmark = pytest.mark.driver

SIZE, LAYERS, COUNT = 70, 5, 60
GLSL_VERTEX = """
in vec4 position, shade; out vec4 given;
void main() { gl_Position = position; given = shade; }
"""
GLSL_GEOMETRY = """
layout(triangles) in; layout(MADE, max_vertices = 6) out;
in vec4 given[]; flat out vec4 constant; out vec4 smoothed;
void main() {
    for (int i = 0; i < 6; i++) {
        gl_Position = gl_in[i % 3].gl_Position + vec4(i < 3 ? 0.0 : 0.25, 0.0, 0.0, 0.0);
        smoothed = given[i % 3]; constant = given[i % 3].wzyx;
        gl_Layer = int(given[i % 3].x * 5.0);
        EmitVertex();
    }
}
"""
GLSL_FRAGMENT = """
flat in vec4 constant; in vec4 smoothed; out vec4 result;
void main() { result = constant * 0.25 + smoothed * 0.75; }
"""
VERTEX = (
    "!!NVvp4.0 MOV result.position, vertex.position; MOV result.attrib[0], vertex.attrib[1]; END"
)
EMIT = """ADD result.position, vertex[{n}].position, {{{moved}, 0, 0, 0}};
MOV result.attrib[1], vertex[{n}].attrib[0].wzyx; MOV result.attrib[2], vertex[{n}].attrib[0];
MUL t.x, vertex[{n}].attrib[0].x, 5; TRUNC.S layer.x, t.x; MOV.S result.layer.x, layer.x; EMIT;"""
FRAGMENT = """!!NVfp4.0 FLAT ATTRIB constant = fragment.attrib[1]; TEMP t;
MUL t, constant, 0.25; MAD result.color, fragment.attrib[2], 0.75, t; END"""


def program(made):
    body = "".join(EMIT.format(n=n % 3, moved=0.25 * (n > 2)) for n in range(6))
    head = f"PRIMITIVE_IN TRIANGLES; PRIMITIVE_OUT {made}; VERTICES_OUT 6;"
    return f"!!NVgp4.0 {head} TEMP t; INT TEMP layer; {body} END"


def layers(vertices, made):
    """The layers (LAYERS, SIZE, SIZE, 4) uint8 as softgl draws them."""
    softgl.Context(8, 8)
    gl.glBindTexture(gl.GL_TEXTURE_2D_ARRAY_EXT, 1)
    size = SIZE, SIZE, LAYERS
    rgba = gl.GL_RGBA, gl.GL_UNSIGNED_BYTE
    gl.glTexImage3D(gl.GL_TEXTURE_2D_ARRAY_EXT, 0, gl.GL_RGBA8, *size, 0, *rgba, None)
    gl.glBindFramebufferEXT(gl.GL_FRAMEBUFFER, 1)
    gl.glFramebufferTextureEXT(gl.GL_FRAMEBUFFER, gl.GL_COLOR_ATTACHMENT0, 1, 0)
    gl.glViewport(0, 0, SIZE, SIZE)
    use_program(VERTEX, gl.GL_VERTEX_PROGRAM_ARB)
    use_program(program(made), gl.GL_GEOMETRY_PROGRAM_NV)
    use_program(FRAGMENT)
    gl.glVertexPointer(4, gl.GL_FLOAT, 0, vertices[0])
    gl.glVertexAttribPointer(1, 4, gl.GL_FLOAT, False, 0, vertices[1])
    gl.glEnableClientState(gl.GL_VERTEX_ARRAY)
    gl.glEnableVertexAttribArray(1)
    gl.glClearColor(0.25, 0.5, 0.75, 1)
    gl.glClear(gl.GL_COLOR_BUFFER_BIT)
    gl.glDrawArrays(gl.GL_TRIANGLES, 0, COUNT)
    data = gl.glGetTexImage(gl.GL_TEXTURE_2D_ARRAY_EXT, 0, *rgba, outputType=bytes)
    return np.frombuffer(data, np.uint8).reshape(LAYERS, SIZE, SIZE, 4)


def twin_layers(vertices, made):
    """The same as llvmpipe draws them."""
    with glsl_context((8, 8)) as glsl:
        texture = glsl.context.texture_array((SIZE, SIZE, LAYERS), 4)
        framebuffer = glsl.context.framebuffer(color_attachments=[texture])
        framebuffer.use()
        framebuffer.clear(0.25, 0.5, 0.75, 1)
        shader = GLSL_GEOMETRY.replace("MADE", made.lower())
        twin = glsl.program(GLSL_VERTEX, GLSL_FRAGMENT, shader)
        glsl.draw(twin, dict(zip(("position", "shade"), vertices, strict=True)))
        return np.frombuffer(texture.read(), np.uint8).reshape(LAYERS, SIZE, SIZE, 4)


@pytest.mark.parametrize("made", ["POINTS", "LINE_STRIP", "TRIANGLE_STRIP"])
def test_layers(mesa, made):
    """The provoking vertex decides, of every segment and triangle; all layers are cleared."""
    rng = np.random.default_rng(20261123)
    positions = rng.uniform(-1, 1, (COUNT, 4)).astype(np.float32)
    positions[:, 3] = 1
    vertices = positions, rng.uniform(0, 1, (COUNT, 4)).astype(np.float32)
    found, expected = layers(vertices, made), twin_layers(vertices, made)
    assert (expected != expected[:, :1, :1]).any(axis=(1, 2, 3)).all()
    alike = (np.abs(found.astype(int) - expected) <= 2).all(axis=3)
    assert (alike.mean(axis=(1, 2)) > 0.995).all(), alike.mean(axis=(1, 2))
