"""Copies between images of textures and renderbuffers, bit for bit, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

from softgl.formats.internal_formats import INTERNAL_FORMATS
from softgl.formats.views import VIEW_CLASSES, from_raw, raw
from softgl.gl import *
from softgl.gl.api import enums as gl_enums
from tests.gl.attachments import code

NEAREST = (
    (GL_TEXTURE_MIN_FILTER, GL_NEAREST), (GL_TEXTURE_MAG_FILTER, GL_NEAREST)
)  # fmt: skip
SEED = 5


def texture(target, format_, *size, levels=1):
    name = glGenTextures(1)
    glBindTexture(target, name)
    (glTexStorage1D, glTexStorage2D, glTexStorage3D)[len(size) - 1](target, levels, format_, *size)
    if target not in (GL_TEXTURE_2D_MULTISAMPLE,):
        for pname, value in NEAREST:
            glTexParameteri(target, pname, value)
    return name


def filled(context, name):
    """Fills every image of a texture with random bits; returns them by place."""
    rng = np.random.default_rng(SEED)
    found, made = {}, context.texturing.objects[name]
    for (level, face), image in made.images.items():
        values = rng.integers(0, 256, image.texels.shape[:3] + (4,), np.uint8)
        texels = image.format.from_pixels(values)
        made.update_image(level, (0, 0, 0), texels, face)
        found[level, face] = texels
    return found


def image(context, name, level=0, face=0):
    return context.texturing.objects[name].image(level, face).texels


def test_slices_of_every_target(context):
    # Each has four slices or faces of 4x1 texels, or more.
    shapes = {
        GL_TEXTURE_1D_ARRAY: (4, 4),
        GL_TEXTURE_2D_ARRAY: (4, 4, 5),
        GL_TEXTURE_3D: (4, 4, 4),
        GL_TEXTURE_CUBE_MAP: (4, 4),
    }

    def row(name, target, slice_, y):
        if target == GL_TEXTURE_1D_ARRAY:
            return image(context, name)[0, slice_]
        if target == GL_TEXTURE_CUBE_MAP:
            return image(context, name, 0, slice_)[0, y]
        return image(context, name)[slice_, y]

    for source, size in shapes.items():
        for target, other in shapes.items():
            first, second = texture(source, GL_RGBA8, *size), texture(target, GL_RGBA8, *other)
            filled(context, first)
            y = 0 if target == GL_TEXTURE_1D_ARRAY else 2
            glCopyImageSubData(first, source, 0, 1, 0, 1, second, target, 0, 0, y, 0, 3, 1, 2)
            for slice_ in (0, 1):
                found = row(second, target, slice_, y)
                expected = row(first, source, slice_ + 1, 0)
                assert np.array_equal(found[:3], expected[1:4]) and not found[3].any()


def test_flat_textures_and_renderbuffers(context):
    first = texture(GL_TEXTURE_2D, GL_RGBA8, 8, 8)
    texels = filled(context, first)[0, 0]
    glBindRenderbufferEXT(GL_RENDERBUFFER, 1)
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 8, 8)
    flat, held = GL_TEXTURE_2D, GL_RENDERBUFFER
    glCopyImageSubData(first, flat, 0, 1, 2, 0, 1, held, 0, 3, 1, 0, 4, 5, 1)
    second = texture(flat, GL_RGBA8UI, 8, 8)
    glCopyImageSubData(1, held, 0, 3, 1, 0, second, flat, 0, 0, 0, 0, 4, 5, 1)
    assert np.array_equal(image(context, second)[0, :5, :4], texels[0, 2:7, 1:5])
    # Depths with stencil indices, and within one image.
    both = texture(flat, GL_DEPTH24_STENCIL8, 8, 8)
    value = np.uint32([0x12345678])
    place = 0, 0, 0, 2, 2, 1
    glClearTexSubImage(both, 0, *place, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, value)
    glCopyImageSubData(both, flat, 0, 0, 0, 0, both, flat, 0, 5, 5, 0, 2, 2, 1)
    found = glGetTexImage(flat, 0, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8)
    assert (np.asarray(found)[5:7, 5:7] == value).all() and found[7, 7] == 0


def test_samples(context):
    flat = GL_TEXTURE_2D_MULTISAMPLE
    names = glGenTextures(2)
    for name in names:
        glBindTexture(flat, name)
        glTexImage2DMultisample(flat, 4, GL_RGBA8, 4, 4, True)
    red = np.uint8([255, 0, 0, 255])
    glClearTexSubImage(names[0], 0, 1, 1, 0, 2, 2, 1, GL_RGBA, GL_UNSIGNED_BYTE, red)
    glCopyImageSubData(names[0], flat, 0, 0, 0, 0, names[1], flat, 0, 0, 0, 0, 3, 3, 1)
    planes = [context.texturing.objects[name].planes(0)["color"] for name in names]
    words = [plane.read(0, 0, 4, 4) for plane in planes]
    assert np.array_equal(*words) and words[0].any()
    glBindRenderbufferEXT(GL_RENDERBUFFER, 1)
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, 2, GL_RGBA8, 4, 4)
    call = names[0], flat, 0, 0, 0, 0, 1, GL_RENDERBUFFER, 0, 0, 0, 0, 1, 1, 1
    assert code(glCopyImageSubData, *call) == GL_INVALID_OPERATION


def test_blocks(context):
    flat, dxt5, dxt1 = (
        GL_TEXTURE_2D,
        *(getattr(gl_enums, f"GL_COMPRESSED_RGBA_S3TC_DXT{n}_EXT") for n in (5, 1)),
    )
    blocks = np.random.default_rng(SEED).integers(0, 256, (4, 16), np.uint8)
    first = texture(flat, dxt5, 8, 8)
    glCompressedTexSubImage2D(flat, 0, 0, 0, 8, 8, dxt5, 64, blocks)
    second = texture(flat, dxt5, 6, 8)
    glCopyImageSubData(first, flat, 0, 4, 0, 0, second, flat, 0, 0, 4, 0, 4, 4, 1)
    found = context.texturing.objects[second].image(0).blocks
    assert found[0, 1, 0].tolist() == blocks[1].tolist()
    texels = texture(flat, GL_RGBA32UI, 4, 4)
    glCopyImageSubData(first, flat, 0, 0, 0, 0, texels, flat, 0, 1, 1, 0, 8, 8, 1)
    words = image(context, texels)[0, 1:3, 1:3].reshape(4, 4)
    assert np.array_equal(words, blocks.view("<u4"))
    # The last column of blocks lies across the edge.
    glCopyImageSubData(texels, flat, 0, 1, 1, 0, second, flat, 0, 0, 0, 0, 2, 2, 1)
    found = context.texturing.objects[second].image(0).blocks
    assert np.array_equal(found.reshape(4, 16), blocks)
    for call in (
        (first, flat, 0, 1, 0, 0, second, flat, 0, 0, 0, 0, 4, 4, 1),
        (first, flat, 0, 0, 0, 0, second, flat, 0, 0, 0, 0, 3, 4, 1),
        (texels, flat, 0, 0, 0, 0, second, flat, 0, 4, 0, 0, 2, 2, 1),
    ):
        assert code(glCopyImageSubData, *call) == GL_INVALID_VALUE
    other = texture(flat, dxt1, 8, 8)
    call = texels, flat, 0, 0, 0, 0, other, flat, 0, 0, 0, 0, 1, 1, 1
    assert code(glCopyImageSubData, *call) == GL_INVALID_OPERATION


def test_formats_keep_their_bits(context):
    """Bits of each format of a class become those of its others, and back."""
    rng = np.random.default_rng(SEED)
    seen = {}
    for format_, class_ in VIEW_CLASSES.items():
        if format_.codec or class_ in seen:
            continue
        seen[class_] = rng.integers(0, 256, (8, int(class_) // 8), np.uint8)
    assert len(seen) == 8
    for format_, class_ in VIEW_CLASSES.items():
        if not format_.codec:
            texels = from_raw(format_, seen[class_])
            assert texels.shape == (8, format_.storage.words)
            assert np.array_equal(raw(format_, texels), seen[class_]), format_.name


@pytest.mark.parametrize(
    ("format_", "words", "dtype"),
    [
        ("RGB10_A2", (GL_RGBA, GL_UNSIGNED_INT_2_10_10_10_REV), np.uint32),
        ("R11F_G11F_B10F", (GL_RGB, GL_UNSIGNED_INT_10F_11F_11F_REV), np.uint32),
        ("RGB9_E5", (GL_RGB, GL_UNSIGNED_INT_5_9_9_9_REV), np.uint32),
        ("RG16", (GL_RG, GL_UNSIGNED_SHORT), np.uint16),
        ("RGBA8_SNORM", (GL_RGBA, GL_BYTE), np.int8),
        ("SRGB8_ALPHA8", (GL_RGBA, GL_UNSIGNED_BYTE), np.uint8),
    ],
)
def test_bits_are_those_of_uploads(context, format_, words, dtype):
    # No NaN, and a shared exponent that is normalized.
    data = np.uint32([[0x0BADCAFE, 0x40302010, 0xC83FF7FF & 0x7BFFFFFF, 0xF8FF01FF]]).view(dtype)
    data = data.reshape(-1)
    glBindTexture(GL_TEXTURE_2D, 1)
    enum = getattr(gl_enums, f"GL_{format_}")
    glTexImage2D(GL_TEXTURE_2D, 0, enum, 2, 2, 0, *words, data)
    for pname, value in NEAREST:
        glTexParameteri(GL_TEXTURE_2D, pname, value)
    expected = raw(INTERNAL_FORMATS[format_], image(context, 1)).reshape(-1)
    if format_ not in ("R11F_G11F_B10F", "RGB9_E5"):  # of several codes for one number
        assert np.array_equal(expected, data.view(np.uint8))
    words = texture(GL_TEXTURE_2D, GL_R32UI, 2, 2)
    glCopyImageSubData(1, GL_TEXTURE_2D, 0, 0, 0, 0, words, GL_TEXTURE_2D, 0, 0, 0, 0, 2, 2, 1)
    found = np.asarray(glGetTexImage(GL_TEXTURE_2D, 0, GL_RED_INTEGER, GL_UNSIGNED_INT))
    assert np.array_equal(found.reshape(-1).view(np.uint8), expected)


def test_refused(context, snapshot):
    flat = GL_TEXTURE_2D
    first, second = (texture(flat, GL_RGBA8, 4, 4) for _ in range(2))
    other, wide = texture(flat, GL_RGBA16, 4, 4), texture(GL_TEXTURE_3D, GL_RGBA8, 4, 4, 4)
    incomplete = glGenTextures(1)
    glBindTexture(flat, incomplete)
    glTexImage2D(flat, 0, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_FLOAT, None)  # its filter needs levels
    glBindTexture(GL_TEXTURE_BUFFER, 77)
    place, size = (0, 0, 0), (1, 1, 1)
    good = (first, flat, 0, *place), (second, flat, 0, *place), size
    glCopyImageSubData(*good[0], *good[1], *size)
    calls = (
        (GL_INVALID_ENUM, (first, GL_PROXY_TEXTURE_2D, 0, *place), good[1], size),
        (GL_INVALID_ENUM, (first, GL_TEXTURE_CUBE_MAP_POSITIVE_X, 0, *place), good[1], size),
        (GL_INVALID_ENUM, (77, GL_TEXTURE_BUFFER, 0, *place), good[1], size),
        (GL_INVALID_ENUM, good[0], (wide, flat, 0, *place), size),
        (GL_INVALID_VALUE, (99, flat, 0, *place), good[1], size),
        (GL_INVALID_VALUE, (0, flat, 0, *place), good[1], size),
        (GL_INVALID_VALUE, (5, GL_RENDERBUFFER, 0, *place), good[1], size),
        (GL_INVALID_OPERATION, (incomplete, flat, 0, *place), good[1], size),
        (GL_INVALID_OPERATION, good[0], (other, flat, 0, *place), size),
        (GL_INVALID_VALUE, (first, flat, 1, *place), good[1], size),
        (GL_INVALID_VALUE, (first, flat, -1, *place), good[1], size),
        (GL_INVALID_VALUE, good[0], (second, flat, 0, 4, 0, 0), size),
        (GL_INVALID_VALUE, (first, flat, 0, 0, -1, 0), good[1], size),
        (GL_INVALID_VALUE, good[0], good[1], (1, 1, 2)),
        (GL_INVALID_VALUE, good[0], good[1], (1, -1, 1)),
    )
    found = []
    for _ in range(2):  # the second time nothing is cached any more
        for error, *parts in calls:
            call = [value for part in parts for value in part]
            assert code(glCopyImageSubData, *call) == error, call
        found.append(snapshot(context))
    assert found[0] == found[1]


def test_invalidation(context, snapshot):
    """Contents stay; errors are those of the text."""
    name = texture(GL_TEXTURE_2D, GL_RGBA8, 4, 4, levels=2)
    cube = texture(GL_TEXTURE_CUBE_MAP, GL_RGBA8, 4, 4)
    filled(context, name)
    glBindFramebuffer(GL_FRAMEBUFFER, glGenFramebuffers(1))
    before = snapshot(context)
    glInvalidateTexImage(name, 1)
    glInvalidateTexSubImage(name, 0, 1, 1, 0, 3, 3, 1)
    glInvalidateTexSubImage(cube, 0, 0, 0, 2, 4, 4, 4)
    glInvalidateFramebuffer(GL_FRAMEBUFFER, 2, [GL_COLOR_ATTACHMENT0, GL_DEPTH_ATTACHMENT])
    glInvalidateSubFramebuffer(GL_READ_FRAMEBUFFER, 1, [GL_STENCIL_ATTACHMENT], -5, 0, 9, 9)
    glBindFramebuffer(GL_READ_FRAMEBUFFER, 0)
    glInvalidateFramebuffer(GL_READ_FRAMEBUFFER, 2, np.uint32([GL_COLOR, GL_DEPTH]))
    window = GL_READ_FRAMEBUFFER
    for error, command, *arguments in (
        (GL_INVALID_VALUE, glInvalidateTexImage, 0, 0),
        (GL_INVALID_VALUE, glInvalidateTexImage, 99, 0),
        (GL_INVALID_VALUE, glInvalidateTexImage, name, -1),
        (GL_INVALID_VALUE, glInvalidateTexImage, name, 40),
        (GL_INVALID_VALUE, glInvalidateTexSubImage, name, 0, 0, 0, 0, 5, 4, 1),
        (GL_INVALID_VALUE, glInvalidateTexSubImage, cube, 0, 0, 0, 5, 4, 4, 2),
        (GL_INVALID_VALUE, glInvalidateTexSubImage, name, 0, 0, 0, 0, -1, 4, 1),
        (GL_INVALID_ENUM, glInvalidateFramebuffer, GL_RENDERBUFFER, 0, []),
        (GL_INVALID_ENUM, glInvalidateFramebuffer, GL_FRAMEBUFFER, 1, [GL_COLOR]),
        (GL_INVALID_OPERATION, glInvalidateFramebuffer, GL_FRAMEBUFFER, 1, [0x8CE0 + 30]),
        (GL_INVALID_ENUM, glInvalidateFramebuffer, window, 1, [GL_COLOR_ATTACHMENT0]),
        (GL_INVALID_VALUE, glInvalidateFramebuffer, window, -1, [GL_COLOR]),
        (GL_INVALID_VALUE, glInvalidateSubFramebuffer, window, 1, [GL_COLOR], 0, 0, -1, 1),
    ):
        assert code(command, *arguments) == error, arguments
    glBindFramebuffer(GL_READ_FRAMEBUFFER, 1)
    assert snapshot(context) == before
