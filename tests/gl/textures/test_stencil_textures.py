"""Textures of stencil indices alone: ARB_texture_stencil8."""

from __future__ import annotations

import numpy as np

from softgl.debug.page import textures as page
from softgl.gl import *
from softgl.gl.pictures import picture
from softgl.gl.shaders import compileProgram, compileShader
from tests.gl.attachments import attach_texture, code, framebuffer, status

TEXTURE = GL_TEXTURE_2D
INDICES = GL_STENCIL_INDEX, GL_UNSIGNED_BYTE
ROWS = np.array([[1, 2, 3, 4], [250, 251, 252, 253]], np.uint8)


def stencil_texture(values=ROWS):
    """The bound texture 1 of stencil indices (height, width)."""
    glBindTexture(TEXTURE, 1)
    for pname in (GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER):
        glTexParameteri(TEXTURE, pname, GL_NEAREST)
    size = values.shape[::-1]
    glTexImage2D(TEXTURE, 0, GL_STENCIL_INDEX8, *size, 0, *INDICES, values)


def image(level=0, type_=GL_UNSIGNED_SHORT):
    return glGetTexImage(TEXTURE, level, GL_STENCIL_INDEX, type_).reshape(-1).tolist()


def test_images(context):
    """Images take indices of any type, after pixel transfer and masked, and nothing else."""
    stencil_texture()
    assert image() == ROWS.reshape(-1).tolist()
    assert image(type_=GL_FLOAT) == ROWS.reshape(-1).tolist()
    glPixelTransferi(GL_INDEX_OFFSET, 6)
    glTexSubImage2D(TEXTURE, 0, 1, 0, 2, 1, GL_STENCIL_INDEX, GL_INT, np.int32([9, 250]))
    glPixelTransferi(GL_INDEX_OFFSET, 0)
    assert image()[:4] == [1, 15, 0, 4]
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1)
    glTexSubImage2D(TEXTURE, 0, 0, 1, 4, 1, GL_STENCIL_INDEX, GL_BITMAP, b"\xa0")
    assert image()[4:] == [1, 0, 1, 0]
    sizes = [glGetTexLevelParameteriv(TEXTURE, 0, pname) for pname in (
        GL_TEXTURE_STENCIL_SIZE, GL_TEXTURE_DEPTH_SIZE, GL_TEXTURE_RED_SIZE,
        GL_TEXTURE_INTERNAL_FORMAT,
    )]  # fmt: skip
    assert [int(each) for each in sizes] == [8, 0, 0, GL_STENCIL_INDEX8]
    for words in (
        (GL_RGBA, GL_UNSIGNED_BYTE), (GL_RED_INTEGER, GL_INT), (GL_DEPTH_COMPONENT, GL_FLOAT),
        (GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8), (GL_COLOR_INDEX, GL_UNSIGNED_BYTE),
    ):  # fmt: skip
        arguments = TEXTURE, 0, GL_STENCIL_INDEX8, 1, 1, 0, *words, None
        assert code(glTexImage2D, *arguments) == GL_INVALID_OPERATION, words
    assert code(glGetTexImage, TEXTURE, 0, GL_DEPTH_COMPONENT, GL_FLOAT) == GL_INVALID_OPERATION
    assert code(glGetTexImage, TEXTURE, 0, GL_STENCIL_INDEX, GL_BITMAP) == GL_INVALID_ENUM
    assert image()[4:] == [1, 0, 1, 0]


def test_indices_beside_depths(context):
    """The stencil indices of other textures are returned, and never specified alone."""
    glBindTexture(TEXTURE, 1)
    words = np.array([0x80000007, 0xFF], np.uint32)
    packed = GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8
    glTexImage2D(TEXTURE, 0, GL_DEPTH24_STENCIL8, 2, 1, 0, *packed, words)
    assert image() == [7, 255]
    one = TEXTURE, 0, 0, 0, 1, 1, *INDICES, b"\1"
    assert code(glTexSubImage2D, *one) == GL_INVALID_OPERATION
    glTexImage2D(TEXTURE, 0, GL_RGBA8, 2, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, None)
    assert code(glTexSubImage2D, *one) == GL_INVALID_OPERATION
    assert code(glGetTexImage, TEXTURE, 0, *INDICES) == GL_INVALID_OPERATION


def test_targets_and_formats(context):
    """All targets but 3D; no other format of indices, and none without a size."""
    for target, depth in ((GL_TEXTURE_2D_ARRAY, 2), (GL_TEXTURE_CUBE_MAP_ARRAY, 6)):
        glBindTexture(target, depth)
        glTexImage3D(target, 0, GL_STENCIL_INDEX8, 2, 2, depth, 0, *INDICES, None)
        glTexStorage3D(target, 1, GL_STENCIL_INDEX8, 2, 2, depth)
    arguments = GL_TEXTURE_3D, 0, GL_STENCIL_INDEX8, 2, 2, 2, 0, *INDICES, None
    assert code(glTexImage3D, *arguments) == GL_INVALID_OPERATION
    glBindTexture(GL_TEXTURE_3D, 1)
    arguments = GL_TEXTURE_3D, 1, GL_STENCIL_INDEX8, 2, 2, 2
    assert code(glTexStorage3D, *arguments) == GL_INVALID_OPERATION
    for format_ in (GL_STENCIL_INDEX, GL_STENCIL_INDEX1, GL_STENCIL_INDEX16):
        arguments = TEXTURE, 0, format_, 2, 2, 0, *INDICES, None
        assert code(glTexImage2D, *arguments) == GL_INVALID_VALUE
        assert code(glTexStorage2D, TEXTURE, 1, format_, 2, 2) == GL_INVALID_ENUM


def test_samples(context):
    """Samples are unsigned integers; the mode of depths and indices is ignored."""
    stencil_texture()
    texture = context.texturing.objects[1]
    key, arrays = texture.sampled()
    assert (key.storage, key.compare) == ("indices", None)
    assert arrays["texels"][:8].tolist() == ROWS.reshape(-1).tolist()
    glTexParameteri(TEXTURE, GL_DEPTH_STENCIL_TEXTURE_MODE, GL_DEPTH_COMPONENT)
    assert texture.sampled()[0] == key
    shaders = (
        ("#version 130\nin vec2 p; void main() { gl_Position = vec4(p, 0, 1); }", GL_VERTEX_SHADER),
        ("#version 130\nuniform usampler2D t; void main() { gl_FragColor = vec4(1, 0, 0, 1) *"
         " float(texelFetch(t, ivec2(gl_FragCoord.xy), 0).r) / 255.; }", GL_FRAGMENT_SHADER),
    )  # fmt: skip
    glUseProgram(compileProgram(*(compileShader(*each) for each in shaders)))
    glVertexAttribPointer(0, 2, GL_BYTE, False, 0, np.int8([-1, -1, 3, -1, -1, 3]))
    glEnableVertexAttribArray(0)
    glDrawArrays(GL_TRIANGLES, 0, 3)
    red = np.frombuffer(glReadPixels(0, 0, 4, 2, GL_RED, GL_UNSIGNED_BYTE), np.uint8)
    assert red.tolist() == ROWS.reshape(-1).tolist()
    glTexParameteri(TEXTURE, GL_TEXTURE_MAG_FILTER, GL_LINEAR)
    assert texture.sampled() is None


def test_attachments(context):
    """Drawn to, cleared, read and copied, as renderbuffers of indices are."""
    stencil_texture()
    framebuffer()
    attach_texture("depth", 1)
    glDrawBuffer(GL_NONE)
    glReadBuffer(GL_NONE)
    assert status() == GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT
    attach_texture("depth", 0)
    attach_texture("stencil", 1)
    assert status() == GL_FRAMEBUFFER_COMPLETE
    glEnable(GL_SCISSOR_TEST)
    glScissor(1, 0, 2, 1)
    glClearStencil(0x177)
    glClear(GL_STENCIL_BUFFER_BIT)
    assert image() == [1, 0x77, 0x77, 4, 250, 251, 252, 253]
    glEnable(GL_STENCIL_TEST)
    glStencilOp(GL_INCR, GL_INCR, GL_INCR)
    glRectf(-1, -1, 1, 1)
    assert glReadPixels(0, 0, 4, 1, GL_STENCIL_INDEX, GL_UNSIGNED_SHORT).reshape(-1).tolist() == [
        1, 0x78, 0x78, 4,
    ]  # fmt: skip
    glBindTexture(TEXTURE, 2)
    glCopyTexImage2D(TEXTURE, 0, GL_STENCIL_INDEX8, 0, 0, 4, 2, 0)
    glCopyTexSubImage2D(TEXTURE, 0, 0, 0, 3, 1, 1, 1)
    assert image() == [253, 0x78, 0x78, 4, 250, 251, 252, 253]
    glGenerateMipmap(TEXTURE)
    assert image(1) == [253, 0x78]
    glBindFramebuffer(GL_FRAMEBUFFER, 0)
    assert picture(context, None, 2, 0, 0)[1].tolist() == [253, 0x78, 0x78, 4]
    assert page.texel(context, 2, 0, 0, 0, 0) == {"stencil": 253}


def test_copies_clears_and_views(context):
    stencil_texture()
    glBindTexture(TEXTURE, 2)
    glTexStorage2D(TEXTURE, 1, GL_STENCIL_INDEX8, 4, 2)
    for pname in (GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER):
        glTexParameteri(TEXTURE, pname, GL_NEAREST)
    glCopyImageSubData(1, TEXTURE, 0, 0, 0, 0, 2, TEXTURE, 0, 1, 0, 0, 3, 2, 1)
    assert image() == [0, 1, 2, 3, 0, 250, 251, 252]
    glClearTexSubImage(2, 0, 0, 0, 0, 2, 1, 1, *INDICES, b"\x55")
    assert image()[:3] == [0x55, 0x55, 2]
    view = glGenTextures(1)
    glTextureView(view, TEXTURE, 2, GL_STENCIL_INDEX8, 0, 1, 0, 1)
    glBindTexture(TEXTURE, view)
    assert image() == [0x55, 0x55, 2, 3, 0, 250, 251, 252]
    renderbuffer = glGenRenderbuffers(1)
    glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer)
    glRenderbufferStorage(GL_RENDERBUFFER, GL_STENCIL_INDEX8, 2, 1)
    framebuffer(stencil=renderbuffer)
    both = 1, TEXTURE, 0, 2, 1, 0, renderbuffer, GL_RENDERBUFFER, 0, 0, 0, 0, 2, 1, 1
    glCopyImageSubData(*both)
    glDrawBuffer(GL_NONE)
    glReadBuffer(GL_NONE)
    assert glReadPixels(0, 0, 2, 1, GL_STENCIL_INDEX, GL_INT).reshape(-1).tolist() == [252, 253]
