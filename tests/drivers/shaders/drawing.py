"""Pictures with shaders, for softgl.gl and for PyOpenGL."""

from __future__ import annotations

import numpy as np

from tests.drivers.drawing import clear

STAGES = {
    "vertex": "GL_VERTEX_SHADER", "fragment": "GL_FRAGMENT_SHADER",
    "geometry": "GL_GEOMETRY_SHADER",
}  # fmt: skip
CORNERS = np.array([(-1, -1), (1, -1), (-1, 1), (1, 1)], np.float32)
PLAIN = "void main() { gl_Position = gl_Vertex; }"
"""A vertex shader without varyings."""
PASSING = """
void main() {
    gl_Position = gl_Vertex;
    gl_FrontColor = gl_Color;
    gl_TexCoord[0] = gl_MultiTexCoord0;
}
"""
COLORED = "void main() { gl_FragColor = gl_Color; }"


def use_shaders(gl, *, before=lambda program: None, **shaders) -> int:
    """Clears, and puts a program of shaders to use; by the names of STAGES.

    before : called with the program before it is linked.
    """
    clear(gl)
    program = linked_program(gl, before=before, **shaders)
    gl.glUseProgram(program)
    return program


def linked_program(gl, *, before=lambda program: None, **shaders) -> int:
    """Returns a new program of shaders; by the names of STAGES. before : as in `use_shaders`."""
    program = gl.glCreateProgram()
    for stage, text in shaders.items():
        shader = gl.glCreateShader(getattr(gl, STAGES[stage]))
        gl.glShaderSource(shader, text)
        gl.glCompileShader(shader)
        assert gl.glGetShaderiv(shader, gl.GL_COMPILE_STATUS), gl.glGetShaderInfoLog(shader)
        gl.glAttachShader(program, shader)
    before(program)
    gl.glLinkProgram(program)
    assert gl.glGetProgramiv(program, gl.GL_LINK_STATUS), gl.glGetProgramInfoLog(program)
    return program


def location(gl, program, name) -> int:
    return gl.glGetUniformLocation(program, name)


def corners(gl, mode, vertices, colors=None) -> None:
    """Draws vertices of immediate mode, each with a colour if there are some."""
    gl.glBegin(mode)
    for number, vertex in enumerate(vertices):
        if colors is not None:
            gl.glColor4f(*colors[number])
        getattr(gl, f"glVertex{len(vertex)}f")(*vertex)
    gl.glEnd()


def square(gl, depth=0.0, w=1.0) -> None:
    """Covers the window; texture coordinates run from 0 to 1."""
    gl.glBegin(gl.GL_TRIANGLE_STRIP)
    for x, y in CORNERS.tolist():
        gl.glTexCoord2f(x / 2 + 0.5, y / 2 + 0.5)
        gl.glVertex4f(x * w, y * w, depth, w)
    gl.glEnd()


def buffer(gl, target, values) -> int:
    """Returns a new buffer object with values, bound to a target."""
    name = gl.glGenBuffers(1)
    gl.glBindBuffer(target, name)
    gl.glBufferData(target, values.nbytes, values, gl.GL_STATIC_DRAW)
    return name


def attribute(gl, number, values, *, normalized=False, integer=False, divisor=0) -> None:
    """Enables a generic array: (n, size) numbers in a buffer object."""
    values = np.ascontiguousarray(values)
    buffer(gl, gl.GL_ARRAY_BUFFER, values)
    types = {"f4": "FLOAT", "i4": "INT", "u4": "UNSIGNED_INT", "u1": "UNSIGNED_BYTE"}
    types |= {"i2": "SHORT", "i1": "BYTE"}
    type_ = getattr(gl, f"GL_{types[values.dtype.str[1:]]}")
    gl.glEnableVertexAttribArray(number)
    if integer:
        gl.glVertexAttribIPointer(number, values.shape[1], type_, 0, None)
    else:
        gl.glVertexAttribPointer(number, values.shape[1], type_, normalized, 0, None)
    if divisor:
        gl.glVertexAttribDivisor(number, divisor)


def framebuffer(gl, formats) -> int:
    """Binds a framebuffer of renderbuffers with internal formats, and draws to all of them."""
    name = gl.glGenFramebuffers(1)
    gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, name)
    numbers = [gl.GL_COLOR_ATTACHMENT0 + number for number in range(len(formats))]
    for attachment, format in zip(numbers, formats, strict=True):
        renderbuffer = gl.glGenRenderbuffers(1)
        gl.glBindRenderbuffer(gl.GL_RENDERBUFFER, renderbuffer)
        gl.glRenderbufferStorage(gl.GL_RENDERBUFFER, format, 64, 64)
        gl.glFramebufferRenderbuffer(
            gl.GL_FRAMEBUFFER, attachment, gl.GL_RENDERBUFFER, renderbuffer
        )
    gl.glDrawBuffers(len(formats), numbers)
    return name


def show(gl, name, attachments) -> None:
    """Copies the attachments of a framebuffer to quarters of the window."""
    gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, name)
    gl.glBindFramebuffer(gl.GL_DRAW_FRAMEBUFFER, 0)
    for number in range(attachments):
        gl.glReadBuffer(gl.GL_COLOR_ATTACHMENT0 + number)
        x, y = 32 * (number % 2), 32 * (number // 2)
        gl.glBlitFramebuffer(
            0, 0, 64, 64, x, y, x + 32, y + 32, gl.GL_COLOR_BUFFER_BIT, gl.GL_NEAREST
        )
    gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, 0)


def draw_words(gl, words) -> None:
    """Shows words, (n, 16) or fewer columns, as pixels: four bytes each."""
    gl.glUseProgram(0)
    gl.glWindowPos2i(0, 0)
    pixels = np.ascontiguousarray(words).view(np.uint8)
    rows, columns = pixels.shape[0], pixels.shape[1] // 4
    gl.glPixelZoom(3, 3)
    gl.glDrawPixels(columns, rows, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, pixels)
