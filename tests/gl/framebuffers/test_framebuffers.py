"""Framebuffer objects: names, attachments, completeness, drawing to and reading from them."""

from __future__ import annotations

import numpy as np
import pytest

from softgl import Context
from softgl.gl import *
from tests.gl.attachments import (
    attach,
    attach_texture,
    code,
    framebuffer,
    pixel,
    renderbuffer,
    status,
    texture,
    use_program,
)

RED, GREEN = (1.0, 0.0, 0.0, 1.0), (0.0, 1.0, 0.0, 1.0)


def test_names(context):
    name = glGenFramebuffers(1)
    assert not glIsFramebuffer(name)
    glBindFramebuffer(GL_FRAMEBUFFER, name)
    assert glIsFramebuffer(name)
    assert glGetIntegerv(GL_FRAMEBUFFER_BINDING) == name
    assert glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING) == name
    glBindFramebuffer(GL_READ_FRAMEBUFFER, 0)
    assert glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING) == name
    assert glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING) == 0
    glDeleteFramebuffers(1, [name])
    assert glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING) == 0
    assert not glIsFramebuffer(name)
    assert code(glBindFramebuffer, GL_FRAMEBUFFER, 77) == GL_INVALID_OPERATION
    assert code(glBindFramebuffer, GL_TEXTURE_2D, 0) == GL_INVALID_ENUM
    glBindFramebufferEXT(GL_FRAMEBUFFER, 77)
    assert glIsFramebufferEXT(77)


def test_renderbuffer_names(context):
    name = glGenRenderbuffers(1)
    assert not glIsRenderbuffer(name)
    glBindRenderbuffer(GL_RENDERBUFFER, name)
    assert glIsRenderbuffer(name) and glGetIntegerv(GL_RENDERBUFFER_BINDING) == name
    glDeleteRenderbuffers(1, [name])
    assert glGetIntegerv(GL_RENDERBUFFER_BINDING) == 0
    assert code(glBindRenderbuffer, GL_RENDERBUFFER, 77) == GL_INVALID_OPERATION
    assert code(glBindRenderbuffer, GL_FRAMEBUFFER, 0) == GL_INVALID_ENUM


SIZES = {
    GL_RGBA8: (8, 8, 8, 8, 0, 0),
    GL_RGB8: (8, 8, 8, 0, 0, 0),
    GL_RGB565: (5, 6, 5, 0, 0, 0),
    GL_RGBA16: (16, 16, 16, 16, 0, 0),
    GL_RGBA16F_ARB: (16, 16, 16, 16, 0, 0),
    GL_RGB32F_ARB: (32, 32, 32, 0, 0, 0),
    GL_DEPTH_COMPONENT16: (0, 0, 0, 0, 16, 0),
    GL_DEPTH_COMPONENT32: (0, 0, 0, 0, 32, 0),
    GL_DEPTH_COMPONENT32F: (0, 0, 0, 0, 32, 0),
    GL_DEPTH24_STENCIL8: (0, 0, 0, 0, 24, 8),
    GL_STENCIL_INDEX8: (0, 0, 0, 0, 0, 8),
}


@pytest.mark.parametrize(("format_", "sizes"), SIZES.items())
def test_renderbuffer_queries(context, format_, sizes):
    renderbuffer(format_, 5, 3)

    def get(name):
        return glGetRenderbufferParameteriv(GL_RENDERBUFFER, globals()[f"GL_RENDERBUFFER_{name}"])

    names = ("RED", "GREEN", "BLUE", "ALPHA", "DEPTH", "STENCIL")
    assert tuple(get(f"{name}_SIZE") for name in names) == sizes
    assert (get("WIDTH"), get("HEIGHT"), get("INTERNAL_FORMAT")) == (5, 3, format_)
    framebuffer(color0=renderbuffer(GL_RGBA8))
    assert code(glGetRenderbufferParameteriv, GL_RENDERBUFFER, GL_TEXTURE_WIDTH) == GL_INVALID_ENUM


def test_renderbuffer_errors(context):
    storage = (glRenderbufferStorage, GL_RENDERBUFFER)
    assert code(*storage, GL_RGBA8, 1, 1) == GL_INVALID_OPERATION
    renderbuffer(GL_RGBA8)
    assert code(*storage, GL_RGBA8, 8193, 1) == GL_INVALID_VALUE
    assert code(*storage, GL_RGBA8, -1, 1) == GL_INVALID_VALUE
    assert code(*storage, GL_TEXTURE_2D, 1, 1) == GL_INVALID_ENUM
    assert code(*storage, GL_COMPRESSED_RGB, 1, 1) == GL_INVALID_ENUM
    assert glGetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_WIDTH) == 8


def test_completeness(context):
    framebuffer()
    assert status() == GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT
    depth = renderbuffer(GL_DEPTH_COMPONENT)
    attach("depth", depth)
    # ARB_ES2_compatibility: buffers without an image do not affect it.
    assert status() == GL_FRAMEBUFFER_COMPLETE
    glDrawBuffer(GL_NONE)
    glReadBuffer(GL_NONE)
    assert status() == GL_FRAMEBUFFER_COMPLETE
    attach("stencil", depth)
    assert status() == GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT
    attach("depth_stencil", renderbuffer(GL_DEPTH24_STENCIL8))
    assert status() == GL_FRAMEBUFFER_COMPLETE
    attach("color3", renderbuffer(GL_RGBA8, 0, 4))
    assert status() == GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT
    attach("color3", renderbuffer(GL_DEPTH_COMPONENT))
    assert status() == GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT
    attach("color3", 0)
    assert status() == GL_FRAMEBUFFER_COMPLETE


def test_completeness_of_textures(context):
    framebuffer()
    empty = glGenTextures(1)
    glBindTexture(GL_TEXTURE_2D, empty)
    attach_texture("color0", empty)
    assert status() == GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, None)
    assert status() == GL_FRAMEBUFFER_COMPLETE
    attach_texture("depth", empty)
    assert status() == GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT
    attach_texture("depth", 0)
    attach_texture("color0", empty, 1)
    assert status() == GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT
    volume = glGenTextures(1)
    glBindTexture(GL_TEXTURE_3D, volume)
    glTexImage3D(GL_TEXTURE_3D, 0, GL_RGBA, 4, 4, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, None)
    for layer, expected in ((1, "COMPLETE"), (2, "INCOMPLETE_ATTACHMENT")):
        glFramebufferTexture3D(
            GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_3D, volume, 0, layer
        )
        assert status() == globals()[f"GL_FRAMEBUFFER_{expected}"]


def test_buffers_without_an_image(context):
    """ARB_ES2_compatibility: they are not written, and glReadPixels refuses them."""
    copied = texture()
    framebuffer(color1=renderbuffer(GL_RGBA8), depth=renderbuffer(GL_DEPTH_COMPONENT))
    assert glGetIntegerv(GL_DRAW_BUFFER) == GL_COLOR_ATTACHMENT0
    assert status() == GL_FRAMEBUFFER_COMPLETE
    glEnable(GL_DEPTH_TEST)
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT)
    glColor4f(*GREEN)
    glRectf(-1, -1, 1, 1)
    assert glReadPixels(3, 3, 1, 1, GL_DEPTH_COMPONENT, GL_FLOAT) == pytest.approx(0.5)
    glBindTexture(GL_TEXTURE_2D, copied)
    for call in (
        (glReadPixels, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE),
        (glCopyTexSubImage2D, GL_TEXTURE_2D, 0, 0, 0, 0, 0, 4, 4),
        (glCopyPixels, 0, 0, 1, 1, GL_COLOR),
    ):
        assert code(*call) == GL_INVALID_OPERATION
    glBlitFramebuffer(0, 0, 8, 8, 0, 0, 8, 8, GL_COLOR_BUFFER_BIT, GL_NEAREST)
    glReadBuffer(GL_COLOR_ATTACHMENT1)
    assert pixel() == [0.0] * 4
    glDrawBuffers(2, [GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1])
    glClearColor(*RED)
    glClear(GL_COLOR_BUFFER_BIT)
    assert pixel() == [*RED]
    glDepthFunc(GL_ALWAYS)
    glRectf(-1, -1, 1, 1)
    assert pixel() == [*GREEN]


def test_format_and_type_of_reads(context):
    def read_as():
        names = GL_IMPLEMENTATION_COLOR_READ_FORMAT, GL_IMPLEMENTATION_COLOR_READ_TYPE
        return [glGetIntegerv(name) for name in names]

    assert read_as() == [GL_RGBA, GL_UNSIGNED_BYTE]
    framebuffer()
    assert read_as() == [GL_RGBA, GL_UNSIGNED_BYTE]
    attach("color0", renderbuffer(GL_RGB565))
    assert read_as() == [GL_RGBA, GL_UNSIGNED_BYTE]
    attach("color1", renderbuffer(GL_RGBA8UI))
    glReadBuffer(GL_COLOR_ATTACHMENT1)
    assert code(read_as) == GL_INVALID_OPERATION
    attach("color1", renderbuffer(GL_RGBA16F))
    assert code(read_as) == GL_INVALID_OPERATION
    glReadBuffer(GL_NONE)
    assert read_as() == [GL_RGBA, GL_UNSIGNED_BYTE]


def test_incomplete_framebuffers_refuse(context):
    framebuffer()
    rows = np.zeros((8, 8, 4), np.uint8)
    glBindTexture(GL_TEXTURE_2D, texture())
    calls = (
        (glClear, GL_COLOR_BUFFER_BIT),
        (glReadPixels, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE),
        (glCopyTexImage2D, GL_TEXTURE_2D, 0, GL_RGBA, 0, 0, 4, 4, 0),
        (glCopyTexSubImage2D, GL_TEXTURE_2D, 0, 0, 0, 0, 0, 4, 4),
        (glBlitFramebuffer, 0, 0, 1, 1, 0, 0, 1, 1, GL_COLOR_BUFFER_BIT, GL_NEAREST),
        (glRectf, -1, -1, 1, 1),
    )
    for call in calls:
        assert code(*call) == GL_INVALID_FRAMEBUFFER_OPERATION, call
    glBindFramebuffer(GL_FRAMEBUFFER, 0)
    assert glReadPixels(0, 0, 8, 8, GL_RGBA, GL_UNSIGNED_BYTE) == rows.tobytes()


def test_attaching_errors(context):
    target, color = GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0
    name, image = texture(), renderbuffer(GL_RGBA8)
    attach_ = glFramebufferRenderbuffer
    assert code(attach_, target, color, GL_RENDERBUFFER, image) == GL_INVALID_OPERATION
    assert code(glFramebufferTexture2D, target, color, GL_TEXTURE_2D, name, 0) == (
        GL_INVALID_OPERATION
    )
    framebuffer()
    assert code(attach_, target, color, GL_RENDERBUFFER, 99) == GL_INVALID_OPERATION
    assert code(attach_, target, color, GL_TEXTURE_2D, image) == GL_INVALID_ENUM
    assert code(attach_, target, GL_FRONT, GL_RENDERBUFFER, image) == GL_INVALID_ENUM
    assert code(attach_, target, color + 8, GL_RENDERBUFFER, image) == GL_INVALID_ENUM
    two = glFramebufferTexture2D, target, color, GL_TEXTURE_2D
    assert code(*two, 99, 0) == GL_INVALID_OPERATION
    assert code(*two, name, -1) == GL_INVALID_VALUE
    assert code(*two, name, 14) == GL_INVALID_VALUE
    assert code(glFramebufferTexture1D, target, color, GL_TEXTURE_1D, name, 0) == (
        GL_INVALID_OPERATION
    )
    three = glFramebufferTexture3D, target, color, GL_TEXTURE_3D
    assert code(*three, name, 0, 0) == GL_INVALID_OPERATION
    assert status() == GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT


def get(attachment, name, target=GL_FRAMEBUFFER):
    pname = globals()[f"GL_FRAMEBUFFER_ATTACHMENT_{name}"]
    return glGetFramebufferAttachmentParameteriv(target, attachment, pname)


def test_attachment_queries(context):
    name = texture(GL_RGB16F_ARB, level=2)
    both = renderbuffer(GL_DEPTH24_STENCIL8)
    framebuffer(depth_stencil=both)
    attach_texture("color1", name, 2)
    first, second = GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT0 + 1
    assert get(first, "OBJECT_TYPE") == GL_NONE
    assert get(first, "OBJECT_NAME") == 0
    assert code(get, first, "RED_SIZE") == GL_INVALID_OPERATION
    assert get(second, "OBJECT_TYPE") == GL_TEXTURE
    assert get(second, "OBJECT_NAME") == name
    assert get(second, "TEXTURE_LEVEL") == 2
    assert get(second, "TEXTURE_LAYER") == 0
    assert (get(second, "RED_SIZE"), get(second, "ALPHA_SIZE")) == (16, 0)
    assert get(second, "COMPONENT_TYPE") == GL_FLOAT
    assert get(second, "COLOR_ENCODING") == GL_LINEAR
    assert get(GL_DEPTH_STENCIL_ATTACHMENT, "OBJECT_NAME") == both
    assert code(get, GL_DEPTH_STENCIL_ATTACHMENT, "COMPONENT_TYPE") == GL_INVALID_OPERATION
    assert get(GL_DEPTH_ATTACHMENT, "DEPTH_SIZE") == 24
    assert get(GL_STENCIL_ATTACHMENT, "STENCIL_SIZE") == 8
    assert code(get, GL_DEPTH_ATTACHMENT, "TEXTURE_LEVEL") == GL_INVALID_ENUM
    attach("stencil", renderbuffer(GL_STENCIL_INDEX8))
    assert code(get, GL_DEPTH_STENCIL_ATTACHMENT, "OBJECT_NAME") == GL_INVALID_OPERATION
    assert code(get, GL_FRONT_LEFT, "OBJECT_TYPE") == GL_INVALID_ENUM
    glBindFramebuffer(GL_FRAMEBUFFER, 0)
    assert get(GL_FRONT_LEFT, "OBJECT_TYPE") == GL_FRAMEBUFFER_DEFAULT
    assert get(GL_DEPTH, "DEPTH_SIZE") == 24
    assert code(get, first, "OBJECT_TYPE") == GL_INVALID_ENUM


def test_deleting_detaches_from_what_is_bound(context):
    image, other = renderbuffer(GL_RGBA8), texture()
    kept = framebuffer(color0=image)
    framebuffer(color0=image)
    attach_texture("color1", other)
    glDeleteRenderbuffers(1, [image])
    glDeleteTextures([other])
    assert get(GL_COLOR_ATTACHMENT0, "OBJECT_TYPE") == GL_NONE
    assert get(GL_COLOR_ATTACHMENT0 + 1, "OBJECT_TYPE") == GL_NONE
    glBindFramebuffer(GL_FRAMEBUFFER, kept)
    assert get(GL_COLOR_ATTACHMENT0, "OBJECT_TYPE") == GL_RENDERBUFFER


def test_draw_buffers(context):
    assert glGetIntegerv(GL_DRAW_BUFFER) == glGetIntegerv(GL_READ_BUFFER) == GL_BACK
    assert glGetBooleanv(GL_DOUBLEBUFFER)
    assert glGetIntegerv(GL_MAX_DRAW_BUFFERS) == glGetIntegerv(GL_MAX_COLOR_ATTACHMENTS) == 8
    color = GL_COLOR_ATTACHMENT0
    for call in (glDrawBuffer, glReadBuffer):
        for name in (GL_FRONT, GL_BACK_LEFT, GL_LEFT, GL_FRONT_LEFT, GL_BACK):
            call(name)
        assert code(call, GL_RIGHT) == code(call, GL_BACK_RIGHT) == GL_INVALID_OPERATION
        assert code(call, GL_AUX0) == GL_INVALID_OPERATION
        assert code(call, color) == GL_INVALID_OPERATION
        assert code(call, GL_TEXTURE_2D) == GL_INVALID_ENUM
    glDrawBuffer(GL_FRONT_AND_BACK)
    assert code(glDrawBuffers, 1, [GL_FRONT]) == GL_INVALID_ENUM
    assert code(glDrawBuffers, 2, [GL_FRONT_LEFT, GL_BACK_LEFT]) == GL_INVALID_OPERATION
    glDrawBuffers(2, [GL_NONE, GL_FRONT_LEFT])
    assert glGetIntegerv(GL_DRAW_BUFFER0) == GL_NONE
    assert glGetIntegerv(GL_DRAW_BUFFER1) == GL_FRONT_LEFT
    glDrawBuffer(GL_FRONT)
    framebuffer(color0=renderbuffer(GL_RGBA8), color1=renderbuffer(GL_RGBA8))
    assert glGetIntegerv(GL_DRAW_BUFFER) == glGetIntegerv(GL_READ_BUFFER) == color
    assert code(glDrawBuffer, GL_FRONT) == GL_INVALID_OPERATION
    assert code(glDrawBuffer, color + 8) == GL_INVALID_VALUE
    assert code(glReadBuffer, GL_BACK) == GL_INVALID_OPERATION
    assert code(glDrawBuffers, 2, [color, color]) == GL_INVALID_OPERATION
    assert code(glDrawBuffers, 1, [color + 8]) == GL_INVALID_OPERATION
    assert code(glDrawBuffers, 9, [GL_NONE] * 9) == GL_INVALID_VALUE
    glDrawBuffers(2, [color + 1, color])
    assert glGetIntegerv(GL_DRAW_BUFFER1) == color
    glDrawBuffer(color + 1)
    assert glGetIntegerv(GL_DRAW_BUFFER1) == GL_NONE
    glBindFramebuffer(GL_FRAMEBUFFER, 0)
    assert glGetIntegerv(GL_DRAW_BUFFER) == GL_FRONT


def test_front_and_back_are_one_image(context):
    glDrawBuffer(GL_BACK)
    glClearColor(1.0, 0.0, 0.0, 1.0)
    glClear(GL_COLOR_BUFFER_BIT)
    glReadBuffer(GL_FRONT)
    assert glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE) == b"\xff\0\0\xff"
    glDrawBuffer(GL_FRONT)
    glClearColor(0.0, 1.0, 0.0, 1.0)
    glClear(GL_COLOR_BUFFER_BIT)
    glReadBuffer(GL_BACK)
    assert glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE) == b"\0\xff\0\xff"


def test_clear_and_read_buffers(context):
    framebuffer(color0=renderbuffer(GL_RGBA8), color1=renderbuffer(GL_RGB8))
    color = GL_COLOR_ATTACHMENT0
    glClearColor(*GREEN)
    glDrawBuffer(color + 1)
    glClear(GL_COLOR_BUFFER_BIT)
    assert pixel() == [0, 0, 0, 0]
    glReadBuffer(color + 1)
    assert pixel() == [0, 1, 0, 1]
    glClearColor(1, 0, 0, 0)
    glColorMask(False, True, False, True)
    glDrawBuffers(2, [color, color + 1])
    glClear(GL_COLOR_BUFFER_BIT)
    # No alpha is kept: it is 1 whatever is written.
    assert pixel() == [0, 0, 0, 1]
    glReadBuffer(GL_NONE)
    assert code(pixel) == GL_INVALID_OPERATION
    read = glReadPixels, 0, 0, 1, 1
    assert code(*read, GL_DEPTH_COMPONENT, GL_FLOAT) == GL_INVALID_OPERATION
    assert code(*read, GL_STENCIL_INDEX, GL_INT) == GL_INVALID_OPERATION


def test_bits_follow_the_draw_framebuffer(context):
    names = [globals()[f"GL_{n}_BITS"] for n in ("RED", "ALPHA", "DEPTH", "STENCIL")]
    assert [glGetIntegerv(name) for name in names] == [8, 8, 24, 8]
    framebuffer(color0=renderbuffer(GL_RGB16F_ARB), depth=renderbuffer(GL_DEPTH_COMPONENT16))
    assert [glGetIntegerv(name) for name in names] == [16, 0, 16, 0]


FORMATS = {
    GL_RGBA8: (0.2, 0.4, 1.0, 0.0),
    GL_RGB8: (0.2, 0.4, 1.0, 1.0),
    GL_RGBA16: (0.2, 0.4, 1.0, 0.0),
    GL_RGBA16F_ARB: (0.2, 0.4, 1.5, -2.0),
    GL_RGBA32F_ARB: (0.2, 0.4, 1.5, -2.0),
    GL_LUMINANCE8: (0.2, 0.0, 0.0, 1.0),
    GL_ALPHA32F_ARB: (0.0, 0.0, 0.0, -2.0),
}
CONSTANT = """!!ARBfp1.0
MOV result.color, { 0.2, 0.4, 1.5, -2.0 };
END
"""


@pytest.mark.parametrize("kind", ["renderbuffer", "texture"])
@pytest.mark.parametrize(("format_", "expected"), FORMATS.items())
def test_formats(context, kind, format_, expected):
    """Fixed-point buffers clamp; floats keep their range; components without storage are 0 or 1."""
    framebuffer()
    if kind == "texture":
        attach_texture("color0", texture(format_))
    else:
        attach("color0", renderbuffer(format_))
    use_program(CONSTANT)
    glRectf(-1, -1, 0, 1)
    assert np.allclose(pixel(), expected, atol=1 / 510)
    assert pixel(7, 7)[:3] == [0, 0, 0]
    glEnable(GL_BLEND)
    glBlendFunc(GL_ONE, GL_ONE)
    glRectf(-1, -1, 0, 1)
    doubled = 2 * np.array(expected)
    if "F" not in str(format_) and format_ in (GL_RGBA8, GL_RGB8, GL_RGBA16, GL_LUMINANCE8):
        doubled = np.minimum(doubled, 1)
    kept = {GL_LUMINANCE8: 1, GL_ALPHA32F_ARB: 0}.get(format_, 3)
    assert np.allclose(pixel()[:kept], doubled[:kept], atol=2 / 255)


def test_what_is_drawn_to_a_texture_is_sampled(context):
    name = texture(width=4, height=4)
    framebuffer()
    attach_texture("color0", name)
    glViewport(0, 0, 4, 4)
    glClearColor(*RED)
    glClear(GL_COLOR_BUFFER_BIT)
    glBindFramebuffer(GL_FRAMEBUFFER, 0)
    glViewport(0, 0, 8, 8)
    use_program("!!ARBfp1.0\nTEX result.color, { 0.5, 0.5 }, texture[0], 2D;\nEND\n")
    glRectf(-1, -1, 1, 1)
    assert pixel() == [1, 0, 0, 1]
    # Changed by the other way, the image is what is drawn over.
    pixels = np.full((4, 4, 4), 51, np.uint8)
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE, pixels)
    framebuffer()
    attach_texture("color0", name)
    assert np.allclose(pixel(), 0.2)
    glEnable(GL_SCISSOR_TEST)
    glScissor(0, 0, 1, 1)
    glClear(GL_COLOR_BUFFER_BIT)
    image = np.frombuffer(glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE), np.uint8)
    assert image.reshape(4, 4, 4)[0, 0].tolist() == [255, 0, 0, 255]
    assert (image.reshape(-1, 4)[1:] == 51).all()


def test_slices_and_levels(context):
    name = glGenTextures(1)
    glBindTexture(GL_TEXTURE_3D, name)
    for level, size in enumerate((4, 2)):
        glTexImage3D(
            GL_TEXTURE_3D, level, GL_RGBA, size, size, size, 0, GL_RGBA, GL_UNSIGNED_BYTE, None
        )
    framebuffer()
    glClearColor(*GREEN)
    for level, layer in ((0, 2), (1, 1)):
        glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, name, level, layer)
        glClear(GL_COLOR_BUFFER_BIT)
    for level, layer, size in ((0, 2, 4), (1, 1, 2)):
        data = glGetTexImage(GL_TEXTURE_3D, level, GL_RGBA, GL_UNSIGNED_BYTE)
        image = np.frombuffer(data, np.uint8).reshape(size, size, size, 4)
        assert (image[layer] == [0, 255, 0, 255]).all()
        assert not np.delete(image, layer, axis=0).any()


def test_several_outputs(context):
    formats = (GL_RGBA8, GL_RGBA32F_ARB, GL_RGBA16)
    images = {f"color{n}": renderbuffer(format_) for n, format_ in enumerate(formats)}
    framebuffer(**images)
    color = GL_COLOR_ATTACHMENT0
    glDrawBuffers(3, [color + 2, GL_NONE, color + 1])
    use_program(
        "!!ARBfp1.0\nOPTION ARB_draw_buffers;\n"
        "MOV result.color[0], 0.2;\nMOV result.color[1], 0.4;\n"
        "MOV result.color[2], 3.5;\nEND\n"
    )
    glRectf(-1, -1, 1, 1)
    for number, expected in ((0, 0), (1, 3.5), (2, 0.2)):
        glReadBuffer(color + number)
        assert np.allclose(pixel(5, 3), expected, atol=1e-5)
    use_program("!!ARBfp1.0\nMOV result.color, 0.6;\nEND\n")
    glRectf(-1, -1, 1, 1)
    for number, expected in ((0, 0), (1, 0.6), (2, 0.6)):
        glReadBuffer(color + number)
        assert np.allclose(pixel(5, 3), expected, atol=1e-5)


@pytest.mark.parametrize("format_", [
    GL_DEPTH_COMPONENT16, GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT32, GL_DEPTH_COMPONENT32F,
])  # fmt: skip
def test_depth_formats(context, format_):
    framebuffer(color0=renderbuffer(GL_RGBA8), depth=renderbuffer(format_))
    glEnable(GL_DEPTH_TEST)
    glClear(GL_DEPTH_BUFFER_BIT)
    for depth, color, kept in ((0.25, RED, RED), (0.5, GREEN, RED), (-1.0, GREEN, GREEN)):
        glColor4f(*color)
        glBegin(GL_QUADS)
        for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
            glVertex3f(x, y, depth)
        glEnd()
        assert pixel() == list(kept)
        window = glReadPixels(0, 0, 1, 1, GL_DEPTH_COMPONENT, GL_FLOAT).reshape(-1)[0]
        assert abs(window - (min(depth, 0.25) + 1) / 2) < 2**-16
    glClearDepth(1.0)
    glClear(GL_DEPTH_BUFFER_BIT)
    assert glReadPixels(0, 0, 1, 1, GL_DEPTH_COMPONENT, GL_FLOAT).reshape(-1)[0] == 1.0


def test_without_a_depth_buffer_the_test_passes(context):
    framebuffer(color0=renderbuffer(GL_RGBA8))
    glEnable(GL_DEPTH_TEST)
    glDepthFunc(GL_NEVER)
    glColor4f(*RED)
    glRectf(-1, -1, 1, 1)
    assert pixel() == list(RED)


def test_images_of_several_sizes(context):
    """Drawing is limited to the pixels of all attachments."""
    framebuffer(color0=renderbuffer(GL_RGBA8, 8, 8), depth=renderbuffer(GL_DEPTH_COMPONENT, 4, 6))
    assert status() == GL_FRAMEBUFFER_COMPLETE
    glColor4f(*RED)
    glEnable(GL_DEPTH_TEST)
    glClear(GL_DEPTH_BUFFER_BIT)
    glRectf(-1, -1, 1, 1)
    attach("depth", 0)
    rows = np.frombuffer(glReadPixels(0, 0, 8, 8, GL_RED, GL_UNSIGNED_BYTE), np.uint8)
    expected = np.zeros((8, 8), np.uint8)
    expected[:6, :4] = 255
    assert np.array_equal(rows.reshape(8, 8), expected)


def test_only_depth(context):
    framebuffer(depth=renderbuffer(GL_DEPTH_COMPONENT, 8, 8))
    glDrawBuffer(GL_NONE)
    glReadBuffer(GL_NONE)
    glEnable(GL_DEPTH_TEST)
    glClear(GL_DEPTH_BUFFER_BIT | GL_COLOR_BUFFER_BIT)
    glRectf(-1, -1, 0, 1)
    depths = glReadPixels(0, 0, 8, 8, GL_DEPTH_COMPONENT, GL_FLOAT).reshape(8, 8)
    assert np.allclose(depths[:, :4], 0.5) and (depths[:, 4:] == 1).all()


def test_copies_come_from_the_read_buffer(context):
    framebuffer(color0=renderbuffer(GL_RGBA8), color1=renderbuffer(GL_RGBA32F_ARB))
    glReadBuffer(GL_COLOR_ATTACHMENT0 + 1)
    glDrawBuffer(GL_COLOR_ATTACHMENT0 + 1)
    glClearColor(*GREEN)
    glClear(GL_COLOR_BUFFER_BIT)
    texture(width=1, height=1)
    glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 0, 0, 8, 8, 0)
    image = np.frombuffer(glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE), np.uint8)
    assert (image.reshape(-1, 4) == [0, 255, 0, 255]).all()


@pytest.mark.parametrize("size", [(0, 0), (0, 5), (7, 0)])
@pytest.mark.parametrize("machine", ["eager", "llvm"])
def test_a_window_without_pixels(context, size, machine):
    empty = Context(*size, machine=machine)
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT)
    glViewport(0, 0, 9, 9)
    glRectf(-1, -1, 1, 1)
    assert not any(glReadPixels(0, 0, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE))
    assert empty.read_image().size == size


def test_large_targets(context):
    Context(8, 8)
    framebuffer(color0=renderbuffer(GL_RGBA8, 4096, 4096))
    glViewport(0, 0, 4096, 4096)
    glColor4f(*RED)
    glRectf(-1, -1, 1, 1)
    for x, y in ((0, 0), (4095, 0), (2047, 3000), (4095, 4095)):
        assert pixel(x, y) == list(RED)


def test_one_dimensional_textures(context):
    name = glGenTextures(1)
    glBindTexture(GL_TEXTURE_1D, name)
    glTexImage1D(GL_TEXTURE_1D, 0, GL_RGBA8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, None)
    framebuffer()
    glFramebufferTexture1D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_1D, name, 0)
    assert status() == GL_FRAMEBUFFER_COMPLETE
    glColor4f(*GREEN)
    glRectf(-1, -1, 0, 1)
    image = np.frombuffer(glGetTexImage(GL_TEXTURE_1D, 0, GL_GREEN, GL_UNSIGNED_BYTE), np.uint8)
    # The viewport is 8x8, the image 8x1.
    assert image.tolist() == [255] * 4 + [0] * 4
