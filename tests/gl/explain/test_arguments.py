"""Explanations of mistakes with data, switches and programs that leave a picture wrong."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

import softgl
from softgl.gl import *
from softgl.gl.explain.explainer import ExplainWarning
from softgl.glu import gluPerspective

TRIANGLE = np.array([[-1, -1, 0], [1, -1, 0], [-1, 1, 0]], np.float32)
FLOATS = np.array([[1, 0, 0], [0, 1, 0], [0, 0, 1]], np.float32)


@pytest.fixture
def explains():
    with softgl.Context(8, 8, machine="eager", explain=True) as context:
        yield context


def positions(array=TRIANGLE, stride=0):
    glEnableClientState(GL_VERTEX_ARRAY)
    glVertexPointer(3, GL_FLOAT, stride, array)


def triangle():
    glDrawArrays(GL_TRIANGLES, 0, 3)


def buffer(data, target=GL_ARRAY_BUFFER):
    name = glGenBuffers(1)
    glBindBuffer(target, name)
    glBufferData(target, data, GL_STATIC_DRAW)
    return name


def load(target, text):
    glBindProgramARB(target, 1 if target == GL_VERTEX_PROGRAM_ARB else 2)
    glProgramStringARB(target, GL_PROGRAM_FORMAT_ASCII_ARB, len(text), text)


def shaders(text, *varyings):
    program, shader = glCreateProgram(), glCreateShader(GL_VERTEX_SHADER)
    glShaderSource(shader, text)
    glCompileShader(shader)
    glAttachShader(program, shader)
    if varyings:
        glTransformFeedbackVaryings(program, 1, varyings, GL_INTERLEAVED_ATTRIBS)
    glLinkProgram(program)
    return program


def recorded(name):
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, name)
    glBeginTransformFeedback(GL_TRIANGLES)
    triangle()
    glEndTransformFeedback()


def image(pixels, format=GL_RGB):
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB, 4, 4, 0, format, GL_UNSIGNED_BYTE, pixels)


# -- mistakes, one function each -------------------------------------------------------------------


def float_colours():
    positions()
    glEnableClientState(GL_COLOR_ARRAY)
    glColorPointer(3, GL_UNSIGNED_BYTE, 0, FLOATS)
    triangle()


def float_colours_in_a_buffer():
    positions()
    buffer(FLOATS)
    glEnableClientState(GL_COLOR_ARRAY)
    glColorPointer(3, GL_UNSIGNED_BYTE, 12, None)
    triangle()


def float_pixels():
    image(np.linspace(0, 1, 48, dtype=np.float32).reshape(4, 4, 3))


def four_components():
    image(np.zeros((4, 4, 4), np.uint8))


def four_components_in_bytes():
    image(bytes(64))


def positions_disabled():
    glVertexPointer(3, GL_FLOAT, 0, TRIANGLE)
    triangle()


def attribute_disabled():
    glUseProgram(shaders("#version 120\nattribute vec4 p; void main() { gl_Position = p; }"))
    triangle()


def stride_of_elements():
    positions(np.zeros((3, 6), np.float32), stride=6)
    triangle()


def indices_beyond():
    positions()
    buffer(np.arange(3, dtype=np.uint16), GL_ELEMENT_ARRAY_BUFFER)
    glDrawElements(GL_TRIANGLES, 9, GL_UNSIGNED_SHORT, None)


def no_light():
    glEnable(GL_LIGHTING)
    glRectf(-1, -1, 1, 1)


def not_enabled():
    load(GL_FRAGMENT_PROGRAM_ARB, "!!ARBfp1.0\nMOV result.color, 1;\nEND")
    glRectf(-1, -1, 1, 1)
    glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE)


def not_in_use():
    shaders("#version 120\nvoid main() { gl_Position = gl_Vertex; }")
    glRectf(-1, -1, 1, 1)
    softgl.current_context().read_image()


def unwritten_varying():
    load(GL_VERTEX_PROGRAM_ARB, "!!ARBvp1.0\nMOV result.position, vertex.position;\nEND")
    load(GL_FRAGMENT_PROGRAM_ARB, "!!ARBfp1.0\nMOV result.color, fragment.texcoord[3];\nEND")
    glEnable(GL_VERTEX_PROGRAM_ARB)
    glEnable(GL_FRAGMENT_PROGRAM_ARB)
    glRectf(-1, -1, 1, 1)


FEEDBACK = "#version 120\nvarying vec3 o; void main() { gl_Position = gl_Vertex; %s }"


def unwritten_feedback():
    positions()
    name = buffer(TRIANGLE)
    glUseProgram(shaders(FEEDBACK % "", "o"))
    recorded(name)


def feedback_into_what_is_read():
    name = buffer(TRIANGLE)
    positions(None)
    glUseProgram(shaders(FEEDBACK % "o = gl_Vertex.xyz;", "o"))
    recorded(name)


def masked_green():
    glColorMask(GL_TRUE, GL_FALSE, GL_FALSE, GL_TRUE)
    glColor3f(0, 1, 0)
    glRectf(-1, -1, 1, 1)


def near_of_zero():
    glEnable(GL_DEPTH_TEST)
    glMatrixMode(GL_PROJECTION)
    gluPerspective(45, 1, 0, 10)
    glTranslatef(0, 0, -2)
    glRectf(-1, -1, 1, 1)


def near_of_zero_in_a_uniform():
    glEnable(GL_DEPTH_TEST)
    text = "#version 120\nuniform mat4 m; void main() { gl_Position = m * gl_Vertex; }"
    program = shaders(text)
    glUseProgram(program)
    matrix = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, -1, -1], [0, 0, 0, 0]]
    glUniformMatrix4fv(glGetUniformLocation(program, "m"), 1, False, matrix)
    glRectf(-1, -1, 1, 1)


MISTAKES = {
    float_colours: "the array of vertex.color.primary reads GL_UNSIGNED_BYTE from an array, which "
    "holds float32 from 0 to 1: pass GL_FLOAT, or integers up to 255",
    float_colours_in_a_buffer: "reads GL_UNSIGNED_BYTE from buffer 1, which holds float32 from",
    float_pixels: "the pixels are float32 from 0 to 1, and become whole numbers of GL_UNSIGNED",
    four_components: "there are 4 components for each of 16 pixels, and GL_RGB takes 3: GL_RGBA?",
    four_components_in_bytes: "there are 4 components for each of 16 pixels, and GL_RGB takes 3",
    positions_disabled: "no array of positions is enabled, so all vertices are one point",
    attribute_disabled: "the array of attribute 0 is not enabled, so all vertices have one value",
    stride_of_elements: "the stride of the array of vertex.position, 6 bytes, is less than an "
    "element, 12 bytes: strides count bytes; 6 numbers are 24",
    indices_beyond: "9 indices are drawn, and the element array buffer 1 has 3: the others are 0",
    no_light: "GL_LIGHTING is enabled, and no light is: see glEnable(GL_LIGHT0)",
    not_enabled: "fragment program 2 is loaded, and no draw had GL_FRAGMENT_PROGRAM_ARB enabled",
    not_in_use: "program 1 is linked, and no draw had one in use: see glUseProgram",
    unwritten_varying: "the fragment program reads fragment.texcoord[3], which the vertex program",
    unwritten_feedback: "transform feedback records o, which the vertex shader does not write",
    feedback_into_what_is_read: "transform feedback records into buffer 1, which the array of",
    masked_green: "no red, green or blue has changed, and glColorMask(GL_TRUE, GL_FALSE, GL_FALSE, "
    "GL_TRUE) keeps green and blue as they were",
    near_of_zero: "the projection matrix gives all points one depth, so the depth test",
    near_of_zero_in_a_uniform: "uniform m gives all points one depth",
}


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.__name__)
def test_a_mistake_is_named(explains, mistake):
    with pytest.warns(ExplainWarning) as caught:
        mistake()
    said = [str(each.message) for each in caught]
    assert [text for text in said if text.startswith(MISTAKES[mistake])] or any(
        MISTAKES[mistake] in text for text in said
    ), said
    assert all(each.filename == __file__ for each in caught)


def test_what_is_right_is_silent(explains):
    """Calls that resemble the mistakes above, and are none."""
    glColor3f(1, 1, 1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        positions()
        glEnableClientState(GL_COLOR_ARRAY)
        # Bytes that lie in an array of floats, as of a packed vertex.
        packed = np.array([[255, 1, 2, 255]] * 3, np.uint8).view(np.float32)
        buffer(packed)
        glColorPointer(4, GL_UNSIGNED_BYTE, 0, None)
        triangle()
        glDisableClientState(GL_COLOR_ARRAY)
        image(np.zeros((4, 4, 3), np.float32))
        image(np.full((4, 4, 3), 7, np.float32))
        # Bytes of numbers that have several.
        for kind, dtype in ((GL_FLOAT, np.float32), (GL_UNSIGNED_SHORT, np.uint16)):
            texels = np.ones((4, 4), dtype).tobytes()
            glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 0, GL_LUMINANCE, kind, texels)
        glTexImage2D(GL_TEXTURE_2D, 1, GL_RGBA, 0, 0, 0, GL_RED, GL_FLOAT, b"")
        many = np.zeros((8, 8, 1), np.uint8)
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB, 4, 4, 0, GL_RED, GL_UNSIGNED_BYTE, many)
        glPixelStorei(GL_UNPACK_ROW_LENGTH, 8)
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB, 4, 4, 0, GL_RED, GL_UNSIGNED_BYTE, bytes(64))
        glPixelStorei(GL_UNPACK_ROW_LENGTH, 0)
        glPixelStorei(GL_UNPACK_ALIGNMENT, 4)
        glTexImage2D(
            GL_TEXTURE_2D, 0, GL_RGB, 1, 4, 0, GL_LUMINANCE, GL_UNSIGNED_BYTE, bytes(16)
        )  # fmt: skip
        text = "!!ARBfp1.0\nMOV result.color, {1, 1, 0, 1};\nEND"
        load(GL_FRAGMENT_PROGRAM_ARB, text)
        glEnable(GL_FRAGMENT_PROGRAM_ARB)
        triangle()
        glDisable(GL_FRAGMENT_PROGRAM_ARB)
        triangle()
        glColorMask(GL_FALSE, GL_TRUE, GL_FALSE, GL_TRUE)
        glColor3f(1, 0, 0)
        triangle()
        glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE)
        glMatrixMode(GL_PROJECTION)
        glFrustum(-1, 1, -1, 1, 1, 10)
        glTranslatef(0, 0, -2)
        triangle()
