"""Rules of OpenGL ES beside those of formats: buffers, framebuffers, vertices, state."""

from __future__ import annotations

import numpy as np
import pytest

from softgl import Context, GLError
from softgl.gl import *

PROGRAM = (
    "attribute vec4 p; void main() { gl_Position = p; gl_PointSize = 4.0; }",
    "precision mediump float; void main() { gl_FragColor = vec4(gl_PointCoord, 0.0, 1.0); }",
)


def code_of(call, *arguments) -> int:
    """The code of a call, 0 for none."""
    try:
        call(*arguments)
    except GLError as error:
        return error.code
    return 0


def use_program(vertex, fragment) -> int:
    program = glCreateProgram()
    for kind, text in ((GL_VERTEX_SHADER, vertex), (GL_FRAGMENT_SHADER, fragment)):
        shader = glCreateShader(kind)
        glShaderSource(shader, text)
        glCompileShader(shader)
        glAttachShader(program, shader)
    glBindAttribLocation(program, 0, "p")
    glLinkProgram(program)
    glUseProgram(program)
    return program


def test_draw_and_read_buffers(es3):
    """3.0, 4.2.1 and 4.3.1."""
    glDrawBuffers([GL_NONE])
    glDrawBuffers([GL_BACK])
    assert glGetIntegerv(GL_DRAW_BUFFER0) == GL_BACK
    for buffers, code in (
        ([GL_FRONT], GL_INVALID_ENUM),
        ([GL_COLOR_ATTACHMENT0], GL_INVALID_OPERATION),
        ([GL_BACK, GL_NONE], GL_INVALID_OPERATION),
        ([], GL_INVALID_OPERATION),
    ):
        assert code_of(glDrawBuffers, buffers) == code, buffers
    assert code_of(glReadBuffer, GL_FRONT) == GL_INVALID_ENUM
    assert code_of(glReadBuffer, GL_COLOR_ATTACHMENT0) == GL_INVALID_OPERATION
    glBindFramebuffer(GL_FRAMEBUFFER, 5)
    glDrawBuffers([GL_NONE, GL_COLOR_ATTACHMENT1])
    glReadBuffer(GL_COLOR_ATTACHMENT1)
    assert code_of(glDrawBuffers, [GL_COLOR_ATTACHMENT1]) == GL_INVALID_OPERATION
    assert code_of(glDrawBuffers, [GL_BACK]) == GL_INVALID_OPERATION
    assert code_of(glReadBuffer, GL_BACK) == GL_INVALID_OPERATION
    assert code_of(glReadBuffer, GL_COLOR_ATTACHMENT31) == GL_INVALID_OPERATION


def test_attachments_of_the_window(es):
    query = glGetFramebufferAttachmentParameteriv, GL_FRAMEBUFFER
    pname = GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE
    if es.api.version[0] == 2:
        assert code_of(*query, GL_COLOR_ATTACHMENT0, pname) == GL_INVALID_OPERATION
        glBindFramebuffer(GL_FRAMEBUFFER, 5)
        name = GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME
        assert code_of(*query, GL_COLOR_ATTACHMENT0, name) == GL_INVALID_ENUM
        return
    for attachment in (GL_BACK, GL_DEPTH, GL_STENCIL):
        assert query[0](GL_FRAMEBUFFER, attachment, pname) == GL_FRAMEBUFFER_DEFAULT
    assert query[0](GL_FRAMEBUFFER, GL_BACK, GL_FRAMEBUFFER_ATTACHMENT_RED_SIZE) == 8
    pname = GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE
    assert query[0](GL_FRAMEBUFFER, GL_STENCIL, pname) == GL_UNSIGNED_INT
    for attachment in (GL_FRONT_LEFT, GL_BACK_LEFT, GL_COLOR_ATTACHMENT0):
        assert code_of(*query, attachment, pname) == GL_INVALID_ENUM


def test_attachment_points(es):
    """3.0, 4.4.2.3 and 4.4.2.4."""
    third = es.api.version[0] == 3
    beyond, unknown = GL_COLOR_ATTACHMENT0 + glGetIntegerv(GL_MAX_COLOR_ATTACHMENTS), GL_COLOR
    glBindFramebuffer(GL_FRAMEBUFFER, 5)
    pname = GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE
    for call, arguments in (
        (glFramebufferRenderbuffer, (GL_RENDERBUFFER, 0)),
        (glFramebufferTexture2D, (GL_TEXTURE_2D, 0, 0)),
        (glGetFramebufferAttachmentParameteriv, (pname,)),
        *([(glFramebufferTextureLayer, (0, 0, 0))] if third else ()),
    ):
        for point, code in (
            (beyond, GL_INVALID_OPERATION if third else GL_INVALID_ENUM),
            (GL_COLOR_ATTACHMENT31, GL_INVALID_OPERATION if third else GL_INVALID_ENUM),
            (unknown, GL_INVALID_ENUM),
        ):
            assert code_of(call, GL_FRAMEBUFFER, point, *arguments) == code, (call, hex(point))
    if third:
        glBindTexture(GL_TEXTURE_CUBE_MAP, 1)
        layer = GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, 1, 0, 0
        assert code_of(glFramebufferTextureLayer, *layer) == GL_INVALID_OPERATION


def test_clears_of_one_buffer(es3):
    """3.0, 4.2.3."""
    assert code_of(glClearBufferiv, GL_DEPTH, 0, [0]) == GL_INVALID_ENUM
    assert code_of(glClearBufferuiv, GL_STENCIL, 0, [0]) == GL_INVALID_ENUM
    assert code_of(glClearBufferfv, GL_STENCIL, 0, [0.0]) == GL_INVALID_ENUM
    glClearBufferfv(GL_COLOR, 0, [0.0, 1.0, 0.0, 1.0])
    glClearBufferiv(GL_STENCIL, 0, [3])
    assert glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE) == b"\0\xff\0\xff"


def test_blits(es3):
    """3.0, 4.3.3."""
    blit = glBlitFramebuffer, 0, 0, 4, 4, 0, 0, 4, 4, GL_COLOR_BUFFER_BIT, GL_NEAREST
    assert code_of(*blit) == GL_INVALID_OPERATION  # the buffers are identical
    for name, samples in ((1, 0), (2, 4)):
        glBindRenderbuffer(GL_RENDERBUFFER, name)
        glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, GL_RGBA8, 8, 8)
        glBindFramebuffer(GL_FRAMEBUFFER, name)
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, name)
    glBindFramebuffer(GL_READ_FRAMEBUFFER, 1)
    assert code_of(*blit) == GL_INVALID_OPERATION  # to several samples
    glBindFramebuffer(GL_READ_FRAMEBUFFER, 2)
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 1)
    assert code_of(*blit) == 0
    moved = glBlitFramebuffer, 0, 0, 4, 4, 1, 0, 5, 4, GL_COLOR_BUFFER_BIT, GL_NEAREST
    assert code_of(*moved) == GL_INVALID_OPERATION


def test_blits_of_other_formats(es3):
    """3.0, 4.3.3: formats are identical by their names, with samples; of both depth and stencil."""
    color, whole = GL_COLOR_BUFFER_BIT, (0, 0, 4, 4, 0, 0, 4, 4)
    for name, samples, internal in ((1, 4, GL_RGBA8), (2, 0, GL_RGBA4), (3, 0, GL_RGBA8)):
        glBindRenderbuffer(GL_RENDERBUFFER, name)
        glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, internal, 4, 4)
        glBindFramebuffer(GL_FRAMEBUFFER, name)
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, name)
    glBindFramebuffer(GL_READ_FRAMEBUFFER, 1)
    for name, code in ((2, GL_INVALID_OPERATION), (3, 0), (0, 0)):
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, name)
        assert code_of(glBlitFramebuffer, *whole, color, GL_NEAREST) == code


def test_feedback_refuses_draws(es3):
    """3.0, 2.15.2: the recorded mode alone, no indices, nothing beyond the ranges."""
    program = use_program("attribute vec4 p; void main() { gl_Position = p; }", PROGRAM[1])
    glTransformFeedbackVaryings(program, 1, ["gl_Position"], GL_INTERLEAVED_ATTRIBS)
    glLinkProgram(program)
    buffer = glGenBuffers(1)
    glBindBuffer(GL_TRANSFORM_FEEDBACK_BUFFER, buffer)
    glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, 7 * 16, None, GL_STATIC_READ)
    glBindBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer, 0, 6 * 16)
    glBeginTransformFeedback(GL_TRIANGLES)
    indices = GL_UNSIGNED_BYTE, bytes(3)
    refused = (
        (glDrawElements, GL_TRIANGLES, 3, *indices),
        (glDrawElementsInstanced, GL_TRIANGLES, 3, *indices, 1),
        (glDrawRangeElements, GL_TRIANGLES, 0, 2, 3, *indices),
        (glDrawArrays, GL_TRIANGLE_STRIP, 0, 3), (glDrawArrays, GL_POINTS, 0, 3),
        (glDrawArrays, GL_TRIANGLES, 0, 9), (glDrawArraysInstanced, GL_TRIANGLES, 0, 3, 3),
    )  # fmt: skip
    for call in refused:
        assert code_of(*call) == GL_INVALID_OPERATION, call[0].__name__
    glDrawArraysInstanced(GL_TRIANGLES, 0, 4, 2)
    assert code_of(glDrawArrays, GL_TRIANGLES, 0, 3) == GL_INVALID_OPERATION
    glDrawArrays(GL_TRIANGLES, 0, 2)
    glPauseTransformFeedback()
    assert [code_of(*call) for call in refused] == [0] * len(refused)
    glEndTransformFeedback()


def test_ranges_and_attachment_points(es3):
    """Ranges end anywhere, and 0 has none; all 32 colour attachments are known."""
    target, buffer = GL_UNIFORM_BUFFER, glGenBuffers(1)
    glBindBufferRange(target, 0, 0, 0, 0)
    glBindBuffer(target, buffer)
    glBufferData(target, 16, None, GL_STATIC_DRAW)
    glBindBufferRange(target, 0, buffer, 0, 4096)
    assert glGetInteger64i_v(GL_UNIFORM_BUFFER_SIZE, 0) == 4096
    for offset, size in ((0, 0), (-256, 4), (1, 4)):
        assert code_of(glBindBufferRange, target, 0, buffer, offset, size) == GL_INVALID_VALUE
    glBindFramebuffer(GL_FRAMEBUFFER, 1)
    beyond = GL_COLOR_ATTACHMENT0 + glGetIntegerv(GL_MAX_COLOR_ATTACHMENTS)
    kind = GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE
    for point, code in ((beyond, GL_INVALID_OPERATION), (GL_BACK, GL_INVALID_ENUM)):
        for call in (
            (glFramebufferRenderbuffer, GL_FRAMEBUFFER, point, GL_RENDERBUFFER, 0),
            (glFramebufferTexture2D, GL_FRAMEBUFFER, point, GL_TEXTURE_2D, 0, 0),
            (glFramebufferTextureLayer, GL_FRAMEBUFFER, point, 0, 0, 0),
            (glGetFramebufferAttachmentParameteriv, GL_FRAMEBUFFER, point, kind),
        ):
            assert code_of(*call) == code, call[0].__name__


def test_blits_of_packed_depths(es3):
    """3.0, 4.3.3: formats match as wholes."""
    depths = GL_DEPTH24_STENCIL8, GL_DEPTH32F_STENCIL8, GL_STENCIL_INDEX8
    for name, format_ in enumerate(depths, 1):
        glBindRenderbuffer(GL_RENDERBUFFER, name)
        glRenderbufferStorage(GL_RENDERBUFFER, format_, 4, 4)
        glBindFramebuffer(GL_FRAMEBUFFER, name)
        for point in (GL_DEPTH_ATTACHMENT, GL_STENCIL_ATTACHMENT)[name > 2 :]:
            glFramebufferRenderbuffer(GL_FRAMEBUFFER, point, GL_RENDERBUFFER, name)
    blit = glBlitFramebuffer, 0, 0, 4, 4, 0, 0, 4, 4
    for read, draw in ((0, 2), (1, 2), (2, 1), (1, 3), (3, 2), (0, 3), (0, 1)):
        glBindFramebuffer(GL_READ_FRAMEBUFFER, read)
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, draw)
        code = GL_INVALID_OPERATION if (read, draw) in ((0, 2), (1, 2), (2, 1)) else 0
        assert code_of(*blit, GL_STENCIL_BUFFER_BIT, GL_NEAREST) == code, (read, draw)


def test_arrays(es):
    """Types and sizes of arrays; client memory, and attribute 0 with a current value."""
    third = es.api.version[0] == 3
    point = glVertexAttribPointer, 0
    assert code_of(*point, GL_BGRA, GL_UNSIGNED_BYTE, 1, 0, None) == GL_INVALID_VALUE
    assert code_of(*point, 4, GL_INT, 0, 0, None) == (0 if third else GL_INVALID_ENUM)
    for type_ in (GL_DOUBLE, GL_UNSIGNED_INT_10F_11F_11F_REV):
        assert code_of(*point, 3, type_, 0, 0, None) == GL_INVALID_ENUM
    assert code_of(*point, 4, GL_FIXED, 0, 0, None) == 0
    glVertexAttrib4f(0, 1, 2, 3, 4)
    assert glGetVertexAttribfv(0, GL_CURRENT_VERTEX_ATTRIB).tolist() == [1, 2, 3, 4]
    if third:
        glBindVertexArray(glGenVertexArrays(1))
        memory = np.zeros(4, np.float32)
        assert code_of(*point, 4, GL_FLOAT, 0, 0, memory) == GL_INVALID_OPERATION


def test_signed_fractions_of_arrays(es):
    """3.0, 2.1.6.1; 2.0, 2.1.2: a signed fraction of 0 is 0, or (2c + 1) / (2^b - 1)."""
    use_program(
        "attribute vec4 p; varying vec4 v; void main() { v = 0.5 * p + 0.5; gl_PointSize = 8.0;"
        " gl_Position = vec4(0.0, 0.0, 0.0, 1.0); }",
        "precision highp float; varying vec4 v; void main() { gl_FragColor = v; }",
    )
    shorts, signed_bytes = np.int16([0, -0x8000, 0x7FFF, -0x7FFF]), np.int8([0, -128, 127, -127])
    glBindBuffer(GL_ARRAY_BUFFER, glGenBuffers(1))
    glEnableVertexAttribArray(0)
    exact = glGetString(GL_VERSION).startswith(b"OpenGL ES 3")
    for data, type_ in ((shorts, GL_SHORT), (signed_bytes, GL_BYTE)):
        glBufferData(GL_ARRAY_BUFFER, data, GL_STATIC_DRAW)
        glVertexAttribPointer(0, 4, type_, GL_TRUE, 0, None)
        assert glGetVertexAttribiv(0, GL_VERTEX_ATTRIB_ARRAY_NORMALIZED) == 1
        glDrawArrays(GL_POINTS, 0, 1)
        found = list(glReadPixels(4, 4, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE))
        assert found == [128, 0, 255, 0 if exact or type_ == GL_SHORT else 1]


@pytest.mark.parametrize("version", [(2, 0), (3, 0)])
def test_points_have_their_size_from_the_shader(version):
    """Arrays in client memory; the size and the coordinates of points need no switch."""
    with Context(8, 8, machine="eager", profile="es", version=version):
        use_program(*PROGRAM)
        glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, np.zeros((1, 2), np.float32))
        glEnableVertexAttribArray(0)
        glDrawElements(GL_POINTS, 1, GL_UNSIGNED_BYTE, np.zeros(1, np.uint8))
        read = np.frombuffer(glReadPixels(0, 0, 8, 8, GL_RGBA, GL_UNSIGNED_BYTE), np.uint8)
    pixels = read.reshape(8, 8, 4)
    assert (pixels[..., 3] == 255).sum() == 16
    # gl_PointCoord runs from the upper left corner: 1/8 and 7/8 at the pixels' centres.
    assert pixels[5, 2].tolist() == [32, 32, 0, 255] and pixels[2, 5].tolist() == [223, 223, 0, 255]


@pytest.mark.parametrize("machine", ["eager", "llvm"])
@pytest.mark.parametrize("version", [(2, 0), (3, 0)])
def test_sides_clip_neither_points_nor_lines(version, machine):
    """3.0, 2.18; 2.0, 2.13: depths clip them. The viewport limits their pixels."""
    with Context(8, 8, machine=machine, profile="es", version=version):
        use_program(*PROGRAM)
        glEnableVertexAttribArray(0)
        glViewport(2, 2, 4, 4)
        for mode, vertices, shown in (
            (GL_POINTS, [[-1.25, 0, 0, 1]], (slice(2, 6), slice(2, 4))),
            (GL_POINTS, [[-1.25, 0, 1.5, 1]], None),
            (GL_POINTS, [[np.nan, 0, 0, 1]], None),
            (GL_POINTS, [[-1e30, 0, 0, 1]], None),
            (GL_LINES, [[-3, -1.25, 0, 1], [3, -1.25, 0, 1]], (slice(2, 3), slice(2, 6))),
            (GL_LINES, [[-3, 0, 2, 1], [3, 0, 2, 1]], None),
        ):
            glClear(GL_COLOR_BUFFER_BIT)
            glLineWidth(3)
            array = np.array(vertices, np.float32)
            glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, array)
            glDrawArrays(mode, 0, len(array))
            read = np.frombuffer(glReadPixels(0, 0, 8, 8, GL_RGBA, GL_UNSIGNED_BYTE), np.uint8)
            expected = np.zeros((8, 8), bool)
            if shown is not None:
                expected[shown] = True
            assert ((read.reshape(8, 8, 4)[..., 3] == 255) == expected).all(), (mode, vertices)


@pytest.mark.parametrize("machine", ["eager", "llvm"])
def test_depths_of_float_buffers_are_clamped(machine):
    """3.0, 3.6.2 and 3.9.2.3."""
    vertex = "#version 300 es\nin vec4 p; void main() { gl_Position = p; }"
    fragment = "#version 300 es\nprecision highp float; uniform float d; out vec4 color;"
    fragment += "void main() { color = vec4(d); %s }"
    square = np.float32([[-1, -1], [1, -1], [-1, 1], [1, 1]])
    with Context(4, 4, machine=machine, profile="es"):
        glBindFramebuffer(GL_FRAMEBUFFER, 1)
        for name, format_ in ((1, GL_RGBA8), (2, GL_DEPTH_COMPONENT32F)):
            point = GL_COLOR_ATTACHMENT0 if name == 1 else GL_DEPTH_ATTACHMENT
            glBindRenderbuffer(GL_RENDERBUFFER, name)
            glRenderbufferStorage(GL_RENDERBUFFER, format_, 4, 4)
            glFramebufferRenderbuffer(GL_FRAMEBUFFER, point, GL_RENDERBUFFER, name)
        glEnable(GL_DEPTH_TEST)
        glEnableVertexAttribArray(0)
        for change, first, second, z in (
            ("gl_FragDepth = 2.0 * d - 1.0;", 2.0, 1.0, 0),
            ("gl_FragDepth = 2.0 * d - 1.0;", -3.0, 0.5, 0),
            ("", 2.0**28, 0.0, 1),
        ):
            place = glGetUniformLocation(use_program(vertex, fragment % change), "d")
            vertices = np.insert(square, 2, z, axis=1)
            glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 0, vertices)
            (glDisable if change else glEnable)(GL_POLYGON_OFFSET_FILL)
            glClear(GL_COLOR_BUFFER_BIT)
            for value, compare, shown in ((first, GL_ALWAYS, 0.0), (second, GL_EQUAL, 1.0)):
                glDepthFunc(compare)
                glUniform1f(place, value if change else shown)
                glPolygonOffset(0, value)
                glColorMask(*[shown] * 4)
                glDrawArrays(GL_TRIANGLE_STRIP, 0, 4)
            assert glReadPixels(1, 1, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE) != bytes(4), (change, first)


def test_state_without_switches(es):
    """sRGB is written; GL_MAX_CLIP_DISTANCES is 0; a shader must be there to draw."""
    assert glGetIntegerv(GL_MAX_CLIP_DISTANCES) == 0
    assert code_of(glDrawArrays, GL_POINTS, 0, 1) == 0
    if es.api.version[0] == 3:
        glBindRenderbuffer(GL_RENDERBUFFER, 1)
        glRenderbufferStorage(GL_RENDERBUFFER, GL_SRGB8_ALPHA8, 1, 1)
        glBindFramebuffer(GL_FRAMEBUFFER, 1)
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, 1)
        glClearColor(0.5, 0.5, 0.5, 1)
        glClear(GL_COLOR_BUFFER_BIT)
        assert glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE) == b"\xbc\xbc\xbc\xff"


def test_depths_of_unsized_formats_are_luminance(es3):
    """OES_depth_texture; the sized formats of 3.0 are red components."""
    use_program(
        "attribute vec4 p; void main() { gl_Position = p; gl_PointSize = 2.0; }",
        "uniform mediump sampler2D s; void main() { gl_FragColor = texture2D(s, vec2(0.5)); }",
    )
    for internal, expected in (
        (GL_DEPTH_COMPONENT, b"\xff\xff\xff\xff"),
        (GL_DEPTH_COMPONENT16, b"\xff\0\0\xff"),
    ):
        glBindTexture(GL_TEXTURE_2D, glGenTextures(1))
        pixel = GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT, b"\xff\xff"
        glTexImage2D(GL_TEXTURE_2D, 0, internal, 1, 1, 0, *pixel)
        for pname in (GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER):
            glTexParameteri(GL_TEXTURE_2D, pname, GL_NEAREST)
        glVertexAttrib4f(0, 0, 0, 0, 1)
        glDrawArrays(GL_POINTS, 0, 1)
        assert glReadPixels(4, 4, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE) == expected
    assert code_of(glDrawArrays, GL_POINTS, -1, 1) == GL_INVALID_VALUE


def test_the_color_of_version_100_goes_to_all_draw_buffers(es3):
    use_program(
        "attribute vec4 p; void main() { gl_Position = p; gl_PointSize = 2.0; }",
        "void main() { gl_FragColor = vec4(0.0, 1.0, 0.0, 1.0); }",
    )
    glBindFramebuffer(GL_FRAMEBUFFER, 1)
    buffers = [GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1]
    for name, point in enumerate(buffers, 1):
        glBindRenderbuffer(GL_RENDERBUFFER, name)
        glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 8, 8)
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, point, GL_RENDERBUFFER, name)
    glDrawBuffers(buffers)
    glVertexAttrib4f(0, 0, 0, 0, 1)
    glDrawArrays(GL_POINTS, 0, 1)
    for buffer in buffers:
        glReadBuffer(buffer)
        assert glReadPixels(4, 4, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE) == b"\0\xff\0\xff"


def test_transposed_matrices(es):
    """Not in OpenGL ES 2.0."""
    program = use_program(
        "uniform mat2 m; attribute vec4 p; void main() { gl_Position = p + vec4(m[0], m[1]); }",
        "void main() { gl_FragColor = vec4(1.0); }",
    )
    place = glGetUniformLocation(program, "m")
    code = code_of(glUniformMatrix2fv, place, 1, GL_TRUE, np.arange(4, dtype=np.float32))
    if es.api.version[0] == 2:
        assert code == GL_INVALID_VALUE
    else:
        assert glGetUniformfv(program, place).reshape(-1).tolist() == [0, 2, 1, 3]


def test_queries_of_state(es):
    """Masks are unsigned; a new renderbuffer is of GL_RGBA4 (3.0, table 6.16; 2.0, 6.23)."""
    glBindRenderbuffer(GL_RENDERBUFFER, 1)
    query = glGetRenderbufferParameteriv, GL_RENDERBUFFER, GL_RENDERBUFFER_INTERNAL_FORMAT
    assert query[0](*query[1:]) == GL_RGBA4
    assert glGetIntegerv(GL_STENCIL_WRITEMASK) == -1
    assert glGetFloatv(GL_STENCIL_BACK_VALUE_MASK) == 2.0**32
    glClearColor(-2.0, 0.5, 3.0, 1.0)
    third = es.api.version[0] == 3
    colors = [-2.0, 0.5, 3.0, 1.0] if third else [0.0, 0.5, 1.0, 1.0]
    assert glGetFloatv(GL_COLOR_CLEAR_VALUE).tolist() == colors
    if third:
        assert glGetInteger64v(GL_STENCIL_WRITEMASK) == 2**32 - 1
        for target in (GL_VIEWPORT, GL_BLEND, GL_COLOR_WRITEMASK):
            assert code_of(glGetIntegeri_v, target, 0) == GL_INVALID_ENUM
            assert code_of(glGetInteger64i_v, target, 0) == GL_INVALID_ENUM


def test_names_and_factors(es):
    """Names of most objects need no glGen*; queries do. A factor of 2.0 is of sources alone."""
    glBindTexture(GL_TEXTURE_2D, 7)
    glBindBuffer(GL_ARRAY_BUFFER, 7)
    code = code_of(glBlendFunc, GL_ONE, GL_SRC_ALPHA_SATURATE)
    assert code == (0 if es.api.version[0] == 3 else GL_INVALID_ENUM)
    if es.api.version[0] == 3:
        assert code_of(glBeginQuery, GL_ANY_SAMPLES_PASSED, 7) == GL_INVALID_OPERATION
        assert code_of(glBindSampler, 0, 7) == GL_INVALID_OPERATION
        glBufferData(GL_ARRAY_BUFFER, 4, None, GL_STATIC_DRAW)
        map_range = glMapBufferRange, GL_ARRAY_BUFFER, 0
        assert code_of(*map_range, 0, GL_MAP_READ_BIT) == GL_INVALID_OPERATION
