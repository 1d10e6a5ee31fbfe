"""Formats in OpenGL ES: images, copies, reads, renderbuffers and completeness."""

from __future__ import annotations

import numpy as np
import pytest

from softgl import GLError
from softgl.gl import *
from softgl.gl.textures.es_images import BLOCKS

BYTES = GL_UNSIGNED_BYTE


def code_of(call, *arguments) -> int:
    """The code of a call, 0 for none."""
    try:
        call(*arguments)
    except GLError as error:
        return error.code
    return 0


def image(internal, format_, type_=BYTES, size=4):
    glTexImage2D(GL_TEXTURE_2D, 0, internal, size, size, 0, format_, type_, None)


def texture(internal, format_, type_=BYTES, size=4):
    """Binds a new texture with an image; returns its name."""
    name = glGenTextures(1)
    glBindTexture(GL_TEXTURE_2D, name)
    image(internal, format_, type_, size)
    return name


def attach(name, point=GL_COLOR_ATTACHMENT0) -> int:
    """Attaches a texture to a new framebuffer object; returns its status."""
    glBindFramebuffer(GL_FRAMEBUFFER, glGenFramebuffers(1))
    glFramebufferTexture2D(GL_FRAMEBUFFER, point, GL_TEXTURE_2D, name, 0)
    return glCheckFramebufferStatus(GL_FRAMEBUFFER)


def test_images(es):
    """3.0, tables 3.2 and 3.3; 2.0, table 3.4."""
    third = es.api.version[0] == 3
    for internal, format_, type_ in (
        (GL_RGBA, GL_RGBA, GL_UNSIGNED_SHORT_4_4_4_4),
        (GL_RGB, GL_RGB, GL_UNSIGNED_SHORT_5_6_5),
        (GL_LUMINANCE, GL_LUMINANCE, BYTES),
        (GL_BGRA, GL_BGRA, BYTES),
        (GL_DEPTH_COMPONENT, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT),
        (GL_DEPTH_STENCIL, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8),
    ):
        image(internal, format_, type_)
    refused = GL_INVALID_OPERATION if third else GL_INVALID_VALUE
    for internal, format_, type_, in_2, in_3 in (
        (GL_RGBA8, GL_RGBA, BYTES, GL_INVALID_VALUE, 0),
        (GL_R16F, GL_RED, GL_HALF_FLOAT, GL_INVALID_VALUE, 0),
        (GL_RGB, GL_RGBA, BYTES, GL_INVALID_OPERATION, GL_INVALID_OPERATION),
        (GL_RGBA, GL_RGB, BYTES, GL_INVALID_OPERATION, GL_INVALID_OPERATION),
        (GL_RGB, GL_RGB, GL_UNSIGNED_SHORT_4_4_4_4, *[GL_INVALID_OPERATION] * 2),
        (GL_RGBA8, GL_RGBA, GL_UNSIGNED_SHORT_4_4_4_4, refused, GL_INVALID_OPERATION),
        (GL_RGBA16, GL_RGBA, GL_UNSIGNED_SHORT, *[GL_INVALID_VALUE] * 2),
        (GL_RGBA, GL_RGBA, GL_UNSIGNED_BYTE_3_3_2, *[GL_INVALID_ENUM] * 2),
        (GL_RGBA, GL_GREEN, BYTES, *[GL_INVALID_ENUM] * 2),
        (4, GL_RGBA, BYTES, *[GL_INVALID_VALUE] * 2),
    ):
        code = code_of(image, internal, format_, type_)
        assert code == (in_3 if third else in_2), (hex(internal), hex(format_))


def test_parts(es3):
    texture(GL_RGB565, GL_RGB)
    part = GL_TEXTURE_2D, 0, 0, 0, 1, 1
    glTexSubImage2D(*part, GL_RGB, BYTES, b"abc")
    glTexSubImage2D(*part, GL_RGB, GL_UNSIGNED_SHORT_5_6_5, b"ab")
    for pair in ((GL_RGBA, BYTES), (GL_RGB, GL_FLOAT)):
        assert code_of(glTexSubImage2D, *part, *pair, bytes(16)) == GL_INVALID_OPERATION


def test_floats_of_unsized_formats(es):
    """OES_texture_float: the type of the pixels makes a texture of floats, for floats alone.

    They are not renderable: EXT_color_buffer_float has sized formats.
    """
    major = es.api.version[0]
    pixels = np.float32([2.5, -1.0]).tobytes()
    for format_ in (GL_RGBA, GL_RGB, GL_LUMINANCE_ALPHA, GL_LUMINANCE, GL_ALPHA):
        texture(format_, format_, GL_FLOAT)
        part = GL_TEXTURE_2D, 0, 0, 0, 1, 1, format_
        assert code_of(glTexSubImage2D, *part, GL_FLOAT, pixels * 2) == 0
        assert code_of(glTexSubImage2D, *part, BYTES, pixels) == GL_INVALID_OPERATION
        assert code_of(glGenerateMipmap, GL_TEXTURE_2D) == 0
        texture(format_, format_)
        assert code_of(glTexSubImage2D, *part, GL_FLOAT, pixels * 2) == GL_INVALID_OPERATION
    for type_ in (GL_FLOAT, GL_HALF_FLOAT_OES):
        status = attach(texture(GL_RGBA, GL_RGBA, type_))
        assert status == GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT
    if major == 3:
        assert attach(texture(GL_RGBA32F, GL_RGBA, GL_FLOAT)) == GL_FRAMEBUFFER_COMPLETE


def test_bgra_pixels_are_swapped(es):
    """EXT_texture_format_BGRA8888, EXT_read_format_bgra."""
    name = texture(GL_BGRA, GL_BGRA)
    pixels = np.arange(64, dtype=np.uint8)
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 4, 4, GL_BGRA, BYTES, pixels)
    assert attach(name) == GL_FRAMEBUFFER_COMPLETE
    read = np.frombuffer(glReadPixels(0, 0, 4, 4, GL_RGBA, BYTES), np.uint8)
    assert (read.reshape(16, 4)[:, [2, 1, 0, 3]] == pixels.reshape(16, 4)).all()
    assert glReadPixels(0, 0, 4, 4, GL_BGRA, BYTES) == pixels.tobytes()


def test_reads(es3):
    """4.3.2: a combination for each kind of buffers, and one that softgl chooses."""
    for internal, format_, type_, kind, chosen in (
        (GL_RGBA8, GL_RGBA, BYTES, (GL_RGBA, BYTES), (GL_RGBA, BYTES)),
        (GL_R8, GL_RED, BYTES, (GL_RGBA, BYTES), (GL_RED, BYTES)),
        (GL_RG16F, GL_RG, GL_HALF_FLOAT, (GL_RGBA, GL_FLOAT), (GL_RG, GL_HALF_FLOAT)),
        (
            *(GL_RGBA8UI, GL_RGBA_INTEGER, BYTES),
            *((GL_RGBA_INTEGER, GL_UNSIGNED_INT), (GL_RGBA_INTEGER, BYTES)),
        ),
        (
            *(GL_R16I, GL_RED_INTEGER, GL_SHORT),
            *((GL_RGBA_INTEGER, GL_INT), (GL_RED_INTEGER, GL_SHORT)),
        ),
    ):
        assert attach(texture(internal, format_, type_)) == GL_FRAMEBUFFER_COMPLETE
        names = GL_IMPLEMENTATION_COLOR_READ_FORMAT, GL_IMPLEMENTATION_COLOR_READ_TYPE
        assert tuple(map(glGetIntegerv, names)) == chosen
        for pair in (kind, chosen):
            glReadPixels(0, 0, 1, 1, *pair)
        for pair in ((GL_RGB, BYTES), (GL_RGBA, GL_HALF_FLOAT), (GL_DEPTH_COMPONENT, GL_FLOAT)):
            assert code_of(glReadPixels, 0, 0, 1, 1, *pair) == GL_INVALID_OPERATION
    glBindFramebuffer(GL_FRAMEBUFFER, glGenFramebuffers(1))
    assert code_of(glGetIntegerv, names[0]) == GL_INVALID_OPERATION


def test_copies(es3):
    """3.8.5: components can be dropped, and sized formats have the sizes of the source."""

    def copy(internal):
        glBindTexture(GL_TEXTURE_2D, glGenTextures(1))
        return code_of(glCopyTexImage2D, GL_TEXTURE_2D, 0, internal, 0, 0, 2, 2, 0)

    for internal in (GL_RGBA, GL_RGB, GL_LUMINANCE_ALPHA, GL_ALPHA, GL_RGBA8, GL_R8):
        assert copy(internal) == 0
    for internal in (GL_RGBA4, GL_RGB10_A2, GL_RGBA8UI, GL_RGBA16F, GL_SRGB8_ALPHA8, GL_RGB9_E5):
        assert copy(internal) == GL_INVALID_OPERATION
    assert copy(GL_RGBA16) == copy(GL_QUADS) == GL_INVALID_ENUM
    attach(texture(GL_RGB8, GL_RGB))
    assert (copy(GL_RGB), copy(GL_RGBA), copy(GL_ALPHA)) == (0, *[GL_INVALID_OPERATION] * 2)
    attach(texture(GL_RGBA4, GL_RGBA))
    assert (copy(GL_RGBA4), copy(GL_RGBA8)) == (0, GL_INVALID_OPERATION)


def test_copies_of_the_second_version(es2):
    copy = glCopyTexImage2D, GL_TEXTURE_2D, 0
    assert code_of(*copy, GL_LUMINANCE, 0, 0, 2, 2, 0) == 0
    assert code_of(*copy, GL_RGBA8, 0, 0, 2, 2, 0) == GL_INVALID_ENUM


def test_mipmaps(es3):
    """3.8.10.5: of unsized formats, and of filterable and renderable ones."""
    for internal, format_, type_, code in (
        (GL_LUMINANCE, GL_LUMINANCE, BYTES, 0),
        (GL_RGBA16F, GL_RGBA, GL_FLOAT, 0),
        (GL_SRGB8, GL_RGB, BYTES, GL_INVALID_OPERATION),
        (GL_R8I, GL_RED_INTEGER, GL_BYTE, GL_INVALID_OPERATION),
        (GL_DEPTH_COMPONENT16, GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT, GL_INVALID_OPERATION),
    ):
        texture(internal, format_, type_)
        assert code_of(glGenerateMipmap, GL_TEXTURE_2D) == code, hex(internal)
    glBindTexture(GL_TEXTURE_2D, glGenTextures(1))
    assert code_of(glGenerateMipmap, GL_TEXTURE_2D) == GL_INVALID_OPERATION


def test_immutable_images_of_blocks(es3):
    """3.8.4, as CompressedTexImage3D in 3.8.6: layers have them, 3D images do not."""
    for target, code in ((GL_TEXTURE_2D_ARRAY, 0), (GL_TEXTURE_3D, GL_INVALID_OPERATION)):
        glBindTexture(target, glGenTextures(1))
        storage = target, 1, GL_COMPRESSED_RGB8_ETC2, 4, 4, 4
        assert code_of(glTexStorage3D, *storage) == code


def test_completeness(es):
    """Renderable formats; equal sizes in 2.0; one image of depth and stencil in 3.0."""
    third = es.api.version[0] == 3
    assert attach(texture(GL_LUMINANCE, GL_LUMINANCE)) == GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT
    assert attach(texture(GL_RGB, GL_RGB)) == GL_FRAMEBUFFER_COMPLETE
    glBindRenderbuffer(GL_RENDERBUFFER, 77)  # any name will do
    glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT16, 2, 2)
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, 77)
    status = glCheckFramebufferStatus(GL_FRAMEBUFFER)
    assert status == (GL_FRAMEBUFFER_COMPLETE if third else 0x8CD9)  # INCOMPLETE_DIMENSIONS
    glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT16, 4, 4)
    glBindRenderbuffer(GL_RENDERBUFFER, 78)
    glRenderbufferStorage(GL_RENDERBUFFER, GL_STENCIL_INDEX8, 4, 4)
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_STENCIL_ATTACHMENT, GL_RENDERBUFFER, 78)
    status = glCheckFramebufferStatus(GL_FRAMEBUFFER)
    assert status == (GL_FRAMEBUFFER_UNSUPPORTED if third else GL_FRAMEBUFFER_COMPLETE)
    for internal in (GL_RGBA, GL_RGBA16, GL_LUMINANCE8_ALPHA8):
        code = code_of(glRenderbufferStorage, GL_RENDERBUFFER, internal, 4, 4)
        assert code == GL_INVALID_ENUM


def test_multisample_renderbuffers_and_immutable_textures(es3):
    glBindRenderbuffer(GL_RENDERBUFFER, 1)
    store = glRenderbufferStorageMultisample, GL_RENDERBUFFER
    assert code_of(*store, 4, GL_RGBA8, 4, 4) == 0
    assert code_of(*store, 4, GL_RGBA8UI, 4, 4) == GL_INVALID_OPERATION
    glBindFramebuffer(GL_FRAMEBUFFER, 1)
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, 1)
    assert glGetIntegerv(GL_IMPLEMENTATION_COLOR_READ_FORMAT) == GL_RGBA
    assert code_of(glReadPixels, 0, 0, 1, 1, GL_RGBA, BYTES) == GL_INVALID_OPERATION
    query = glGetInternalformativ, GL_RENDERBUFFER
    assert query[0](GL_RENDERBUFFER, GL_RGBA8UI, GL_NUM_SAMPLE_COUNTS, 1)[0] == 0
    assert query[0](GL_RENDERBUFFER, GL_RGBA8, GL_NUM_SAMPLE_COUNTS, 1)[0] > 0
    assert code_of(*query, GL_RGBA, GL_NUM_SAMPLE_COUNTS, 1) == GL_INVALID_ENUM
    for internal, code in (
        (GL_RGBA8, 0), (GL_COMPRESSED_RGB8_ETC2, 0), (GL_RGBA, GL_INVALID_ENUM),
        (GL_RGBA16, GL_INVALID_ENUM),
    ):  # fmt: skip
        glBindTexture(GL_TEXTURE_2D, glGenTextures(1))
        assert code_of(glTexStorage2D, GL_TEXTURE_2D, 1, internal, 4, 4) == code
    # 3.8.6: an ETC2 or EAC format with a target other than TEXTURE_2D_ARRAY is an
    # INVALID_OPERATION of CompressedTexImage3D, which glTexStorage3D stands for.
    for target, code in ((GL_TEXTURE_3D, GL_INVALID_OPERATION), (GL_TEXTURE_2D_ARRAY, 0)):
        glBindTexture(target, glGenTextures(1))
        assert code_of(glTexStorage3D, target, 1, GL_COMPRESSED_RGB8_ETC2, 4, 4, 2) == code


def test_blocks(es):
    """Table 3.19: ETC2 and EAC in 3.0; S3TC by its extension."""
    major = es.api.version[0]
    names = glGetIntegerv(GL_COMPRESSED_TEXTURE_FORMATS)
    assert len(names) == glGetIntegerv(GL_NUM_COMPRESSED_TEXTURE_FORMATS) == len(BLOCKS[major])
    glBindTexture(GL_TEXTURE_2D, 1)
    load = glCompressedTexImage2D, GL_TEXTURE_2D, 0
    assert code_of(*load, GL_COMPRESSED_RGB_S3TC_DXT1_EXT, 4, 4, 0, 8, bytes(8)) == 0
    code = code_of(*load, GL_COMPRESSED_RGB8_ETC2, 4, 4, 0, 8, bytes(8))
    assert code == (0 if major == 3 else GL_INVALID_ENUM)
    assert code_of(*load, GL_RGBA, 4, 4, 0, 8, bytes(8)) == GL_INVALID_ENUM
    # EXT_texture_compression_s3tc encodes RGB and RGBA.
    s3tc = GL_COMPRESSED_RGBA_S3TC_DXT5_EXT
    assert code_of(image, s3tc, GL_RGBA) == 0
    assert code_of(image, s3tc, GL_LUMINANCE) == GL_INVALID_OPERATION


@pytest.mark.parametrize("pname", [GL_CURRENT_QUERY, GL_TRANSFORM_FEEDBACK_BUFFER_MODE])
def test_enums_of_other_queries(es3, pname):
    assert code_of(glGetIntegerv, pname) == GL_INVALID_ENUM


def test_levels_of_attachments(es3):
    """4.4.4.1: other levels than the base level need a texture with all its levels."""
    name = texture(GL_RGBA8, GL_RGBA)
    glTexImage2D(GL_TEXTURE_2D, 1, GL_RGBA8, 2, 2, 0, GL_RGBA, BYTES, None)
    glBindFramebuffer(GL_FRAMEBUFFER, glGenFramebuffers(1))
    attachment = GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, name
    glFramebufferTexture2D(*attachment, 1)
    assert glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 1)
    assert glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_BASE_LEVEL, 1)
    assert glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE
    glFramebufferTexture2D(*attachment, 0)
    assert glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT


def test_types_of_attachments(es3):
    """6.1.13: indices are unsigned integers; depths with indices have no single type."""
    glBindRenderbuffer(GL_RENDERBUFFER, 1)
    glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH24_STENCIL8, 4, 4)
    glBindFramebuffer(GL_FRAMEBUFFER, 1)
    both = GL_DEPTH_STENCIL_ATTACHMENT
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, both, GL_RENDERBUFFER, 1)
    query = glGetFramebufferAttachmentParameteriv, GL_FRAMEBUFFER
    pname = GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE
    assert query[0](GL_FRAMEBUFFER, GL_STENCIL_ATTACHMENT, pname) == GL_UNSIGNED_INT
    assert query[0](GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, pname) == GL_UNSIGNED_NORMALIZED
    assert code_of(*query, both, pname) == GL_INVALID_OPERATION
    glBindRenderbuffer(GL_RENDERBUFFER, 2)  # without storage
    for point in (GL_COLOR_ATTACHMENT0, GL_DEPTH_ATTACHMENT, GL_STENCIL_ATTACHMENT):
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, point, GL_RENDERBUFFER, 2)
        assert query[0](GL_FRAMEBUFFER, point, pname) == GL_NONE
