"""Extensions of OpenGL ES with commands or formats of their own."""

from __future__ import annotations

import numpy as np
import pytest

from softgl import Context, GLError
from softgl.gl import *
from softgl.gl.api import es_names
from softgl.gl.api.declarations import COMMANDS
from softgl.gl.queries.strings import extensions_of
from tests.gl.es.test_rules import code_of, use_program

VERTEX = "attribute vec4 p; void main() { gl_Position = p; }"
TRIANGLE = np.array([[-1, -1], [3, -1], [-1, 3]], np.float32)


def test_commands_have_their_suffixes(es):
    """KHR_debug: entry points "must have a KHR suffix" in OpenGL ES, and none in OpenGL."""
    texts = {2: es_names.EXTENSION_COMMANDS_2, 3: es_names.EXTENSION_COMMANDS_3}
    assert set(texts[es.api.version[0]].split()) <= COMMANDS.keys()
    assert "GL_KHR_debug" in extensions_of(es.api)
    glEnable(GL_DEBUG_OUTPUT_KHR)
    glPushDebugGroupKHR(GL_DEBUG_SOURCE_APPLICATION_KHR, 1, -1, b"group")
    glPopDebugGroupKHR()
    assert glGetIntegerv(GL_DEBUG_LOGGED_MESSAGES_KHR) == 2
    assert code_of(glPushDebugGroup, GL_DEBUG_SOURCE_APPLICATION, 1, -1, b"group") == (
        GL_INVALID_OPERATION
    )
    buffer = glGenBuffers(1)
    glBindBuffer(GL_ARRAY_BUFFER, buffer)
    glObjectLabelKHR(GL_BUFFER_KHR, buffer, -1, b"vertices")
    assert glGetObjectLabelKHR(GL_BUFFER_KHR, buffer, 20) == b"vertices"
    # "In OpenGL ES versions prior to and including ES 3.1 there is no CONTEXT_FLAGS state".
    assert code_of(glGetIntegerv, GL_CONTEXT_FLAGS) == GL_INVALID_ENUM
    # 3.0 has these in its core too.
    plain = 0 if es.api.version[0] == 3 else GL_INVALID_OPERATION
    assert code_of(glGenVertexArrays, 1) == plain
    assert code_of(glDrawBuffers, [GL_BACK]) == plain
    assert code_of(glDrawBuffersEXT, 1, [GL_BACK]) == 0


def test_mapped_buffers(es):
    """OES_mapbuffer: "the <access> parameter to MapBufferOES must be WRITE_ONLY_OES"."""
    glBindBuffer(GL_ARRAY_BUFFER, glGenBuffers(1))
    glBufferData(GL_ARRAY_BUFFER, 16, None, GL_STATIC_DRAW)
    assert code_of(glMapBufferOES, GL_ARRAY_BUFFER, GL_READ_ONLY) == GL_INVALID_ENUM
    assert code_of(glMapBuffer, GL_ARRAY_BUFFER, GL_WRITE_ONLY) == GL_INVALID_OPERATION
    address = glMapBufferOES(GL_ARRAY_BUFFER, GL_WRITE_ONLY_OES)
    assert glGetBufferPointervOES(GL_ARRAY_BUFFER, GL_BUFFER_MAP_POINTER_OES) == address
    assert glGetBufferParameteriv(GL_ARRAY_BUFFER, GL_BUFFER_MAPPED_OES) == 1
    assert glUnmapBufferOES(GL_ARRAY_BUFFER) == 1
    # The initial value, where OpenGL has READ_WRITE.
    assert glGetBufferParameteriv(GL_ARRAY_BUFFER, GL_BUFFER_ACCESS_OES) == GL_WRITE_ONLY_OES
    assert glMapBufferRangeEXT(GL_ARRAY_BUFFER, 4, 8, GL_MAP_WRITE_BIT_EXT) == address + 4
    glUnmapBufferOES(GL_ARRAY_BUFFER)


def test_vertex_array_objects(es):
    assert code_of(glBindVertexArrayOES, 77) == GL_INVALID_OPERATION
    name = glGenVertexArraysOES(1)
    assert not glIsVertexArrayOES(name)
    glBindVertexArrayOES(name)
    assert glIsVertexArrayOES(name)
    assert glGetIntegerv(GL_VERTEX_ARRAY_BINDING_OES) == name
    # Client memory needs the vertex array object 0.
    assert code_of(glVertexAttribPointer, 0, 2, GL_FLOAT, 0, 0, TRIANGLE) == GL_INVALID_OPERATION
    glDeleteVertexArraysOES(1, [name])
    assert glGetIntegerv(GL_VERTEX_ARRAY_BINDING_OES) == 0


def test_discarded_attachments(es):
    glDiscardFramebufferEXT(GL_FRAMEBUFFER, 2, [GL_COLOR_EXT, GL_STENCIL_EXT])
    assert code_of(glDiscardFramebufferEXT, GL_FRAMEBUFFER, 1, [GL_COLOR_ATTACHMENT0]) == (
        GL_INVALID_ENUM
    )
    assert code_of(glDiscardFramebufferEXT, GL_READ_FRAMEBUFFER, 0, []) == GL_INVALID_ENUM
    assert code_of(glDiscardFramebufferEXT, GL_FRAMEBUFFER, -1, []) == GL_INVALID_VALUE
    glBindFramebuffer(GL_FRAMEBUFFER, 3)
    glDiscardFramebufferEXT(GL_FRAMEBUFFER, 2, [GL_COLOR_ATTACHMENT0, GL_DEPTH_ATTACHMENT])
    for name in (GL_COLOR_EXT, GL_COLOR_ATTACHMENT1):
        assert code_of(glDiscardFramebufferEXT, GL_FRAMEBUFFER, 1, [name]) == GL_INVALID_ENUM


def test_half_floats(es):
    """OES_texture_half_float: the type has its own value, and makes a texture of halves."""
    use_program(
        VERTEX,
        "precision mediump float; uniform sampler2D s;"
        "void main() { gl_FragColor = texture2D(s, vec2(0.5)) / 8.0; }",
    )
    glBindTexture(GL_TEXTURE_2D, glGenTextures(1))
    texels = np.full((4, 4), [1, 2, 4, 8], np.float16)
    arguments = GL_TEXTURE_2D, 0, GL_RGBA, 2, 2, 0, GL_RGBA
    glTexImage2D(*arguments, GL_HALF_FLOAT_OES, texels)
    part = GL_TEXTURE_2D, 0, 0, 0, 1, 1, GL_RGBA
    glTexSubImage2D(*part, GL_HALF_FLOAT_OES, texels)
    assert code_of(glTexSubImage2D, *part, GL_UNSIGNED_BYTE, bytes(4)) == GL_INVALID_OPERATION
    glGenerateMipmap(GL_TEXTURE_2D)
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, TRIANGLE)
    glEnableVertexAttribArray(0)
    glDrawArrays(GL_TRIANGLES, 0, 3)
    assert glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE) == b"\x20\x40\x80\xff"
    wanted = GL_INVALID_OPERATION if es.api.version[0] == 3 else GL_INVALID_ENUM
    assert code_of(glTexImage2D, *arguments, GL_HALF_FLOAT, texels) == wanted
    if es.api.version[0] == 2:
        glBindFramebuffer(GL_FRAMEBUFFER, 1)
        glFramebufferTexture2D(
            GL_FRAMEBUFFER,
            GL_COLOR_ATTACHMENT0,
            GL_TEXTURE_2D,
            glGetIntegerv(GL_TEXTURE_BINDING_2D),
            0,
        )
        assert glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT


def test_etc1(es):
    """OES_compressed_ETC1_RGB8_texture: a block in its individual mode; no parts."""
    use_program(
        VERTEX,
        "precision mediump float; uniform sampler2D s;"
        "void main() { gl_FragColor = texture2D(s, gl_FragCoord.xy / 8.0); }",
    )
    glBindTexture(GL_TEXTURE_2D, glGenTextures(1))
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST)
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST)
    # Base colours 0xEE, 0x33, 0x88 and 0x11, 0x22, 0x33; the modifier 2 of the table 0.
    block = bytes((0xE1, 0x32, 0x83, 0x00, 0, 0, 0, 0))
    glCompressedTexImage2D(GL_TEXTURE_2D, 0, GL_ETC1_RGB8_OES, 4, 4, 0, 8, block)
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, TRIANGLE)
    glEnableVertexAttribArray(0)
    glDrawArrays(GL_TRIANGLES, 0, 3)
    assert glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE) == b"\xf0\x35\x8a\xff"
    assert glReadPixels(7, 7, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE) == b"\x13\x24\x35\xff"
    part = GL_TEXTURE_2D, 0, 0, 0, 4, 4
    refused = GL_INVALID_OPERATION
    assert code_of(glCompressedTexSubImage2D, *part, GL_ETC1_RGB8_OES, 8, block) == refused
    assert code_of(glTexSubImage2D, *part, GL_RGB, GL_UNSIGNED_BYTE, bytes(64)) == refused
    assert code_of(glCopyTexSubImage2D, *part, 4, 4) == refused
    if es.api.version[0] == 3:
        layers = GL_TEXTURE_2D_ARRAY, 0, GL_ETC1_RGB8_OES, 4, 4, 1, 0, 8, block
        glBindTexture(GL_TEXTURE_2D_ARRAY, 9)
        assert code_of(glCompressedTexImage3D, *layers) == GL_INVALID_ENUM


def test_draw_buffers(es2):
    """EXT_draw_buffers: a shader of 1.00 writes two attachments."""
    use_program(
        VERTEX,
        "#extension GL_EXT_draw_buffers : require\nprecision mediump float;"
        "void main() { gl_FragData[0] = vec4(1.0); gl_FragData[1] = vec4(0.2); }",
    )
    glBindFramebuffer(GL_FRAMEBUFFER, 1)
    buffers = [GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1_EXT]
    for point in buffers:
        name = glGenTextures(1)
        glBindTexture(GL_TEXTURE_2D, name)
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, None)
        glFramebufferTexture2D(GL_FRAMEBUFFER, point, GL_TEXTURE_2D, name, 0)
    glDrawBuffersEXT(2, buffers)
    assert glGetIntegerv(GL_DRAW_BUFFER1_EXT) == GL_COLOR_ATTACHMENT1_EXT
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, TRIANGLE)
    glEnableVertexAttribArray(0)
    glVertexAttribDivisorEXT(0, 0)
    glDrawArrays(GL_TRIANGLES, 0, 3)
    glBindFramebuffer(GL_FRAMEBUFFER, 2)
    glFramebufferTexture2D(GL_FRAMEBUFFER, buffers[0], GL_TEXTURE_2D, name, 0)
    assert glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE) == b"\x33" * 4


def test_other_contexts_refuse_the_formats():
    for profile in ("compatibility", "core"):
        with Context(8, 8, machine="eager", profile=profile):
            glBindTexture(GL_TEXTURE_2D, glGenTextures(1))
            image = GL_TEXTURE_2D, 0, GL_RGBA, 2, 2, 0, GL_RGBA, GL_HALF_FLOAT_OES, None
            blocks = GL_TEXTURE_2D, 0, GL_ETC1_RGB8_OES, 4, 4, 0, 8, bytes(8)
            for call, arguments in ((glTexImage2D, image), (glCompressedTexImage2D, blocks)):
                with pytest.raises(GLError) as caught:
                    call(*arguments)
                assert caught.value.code == GL_INVALID_ENUM
