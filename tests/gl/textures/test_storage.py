"""Immutable textures: what is specified, kept and refused, and the levels that are sampled."""

from __future__ import annotations

import numpy as np
import pytest

from softgl.gl import *
from tests.gl.attachments import code

TARGETS = {
    GL_TEXTURE_1D: (glTexStorage1D, (4,), 3),
    GL_TEXTURE_2D: (glTexStorage2D, (4, 8), 4),
    GL_TEXTURE_RECTANGLE: (glTexStorage2D, (4, 8), 1),
    GL_TEXTURE_CUBE_MAP: (glTexStorage2D, (4, 4), 3),
    GL_TEXTURE_1D_ARRAY: (glTexStorage2D, (4, 8), 3),
    GL_TEXTURE_3D: (glTexStorage3D, (4, 2, 8), 4),
    GL_TEXTURE_2D_ARRAY: (glTexStorage3D, (4, 2, 8), 3),
}
COMPRESSED = GL_TEXTURE_2D, GL_TEXTURE_CUBE_MAP, GL_TEXTURE_2D_ARRAY
LAYERED = {GL_TEXTURE_1D_ARRAY: 1, GL_TEXTURE_2D_ARRAY: 2}


def bind(target):
    name = glGenTextures(1)
    glBindTexture(target, name)
    return name


def size(target, level):
    pnames = GL_TEXTURE_WIDTH, GL_TEXTURE_HEIGHT, GL_TEXTURE_DEPTH
    return tuple(int(glGetTexLevelParameteriv(target, level, pname)) for pname in pnames)


def is_immutable(target):
    return int(glGetTexParameteriv(target, GL_TEXTURE_IMMUTABLE_FORMAT))


@pytest.mark.parametrize("target", TARGETS)
def test_all_levels_are_specified(context, snapshot, target):
    command, lengths, most = TARGETS[target]
    before = snapshot(context)
    assert code(command, target, 1, GL_RGBA8, *lengths) == GL_INVALID_OPERATION  # texture 0
    assert snapshot(context) == before
    bind(target)
    of_level = GL_TEXTURE_CUBE_MAP_NEGATIVE_Z if target == GL_TEXTURE_CUBE_MAP else target
    before = snapshot(context)
    # ARB_texture_rectangle has no levels but 0 for the command of a level.
    too_many = GL_INVALID_VALUE if target == GL_TEXTURE_RECTANGLE else GL_INVALID_OPERATION
    for error, levels, format_, extent in (
        (too_many, most + 1, GL_RGBA8, lengths),
        (GL_INVALID_OPERATION, 20, GL_RGBA8, lengths),
        (GL_INVALID_VALUE, 0, GL_RGBA8, lengths),
        (GL_INVALID_VALUE, 1, GL_RGBA8, (0, *lengths[1:])),
        (GL_INVALID_VALUE, 1, GL_RGBA8, (1 << 20, *lengths[1:])),
        (GL_INVALID_ENUM, 1, GL_RGBA, lengths),
        (GL_INVALID_ENUM, 1, GL_DEPTH_COMPONENT, lengths),
        (GL_INVALID_ENUM, 1, GL_SRGB, lengths),
        (GL_INVALID_ENUM, 1, GL_RED_SNORM, lengths),
        (GL_INVALID_ENUM, 1, GL_COMPRESSED_RGB, lengths),
        (GL_INVALID_ENUM, 1, GL_FLOAT, lengths),
        (GL_INVALID_ENUM, 1, GL_COMPRESSED_RED_RGTC1, lengths),
    ):
        if format_ != GL_COMPRESSED_RED_RGTC1 or target not in COMPRESSED:
            assert code(command, target, levels, format_, *extent) == error
    assert is_immutable(target) == 0 and snapshot(context) == before
    command(target, most, GL_RG16, *lengths)
    assert is_immutable(target) == 1
    for level in range(most):
        expected = tuple(
            length if axis == LAYERED.get(target) else max(1, length >> level)
            for axis, length in enumerate((*lengths, 1, 1)[:3])
        )
        assert size(of_level, level) == expected
    if target != GL_TEXTURE_RECTANGLE:
        assert size(of_level, most) == (0, 0, 0)
    before = snapshot(context)
    assert code(command, target, 1, GL_RGBA8, *lengths) == GL_INVALID_OPERATION
    assert snapshot(context) == before


def test_images_of_immutable_textures_are_not_specified(context, snapshot):
    bind(GL_TEXTURE_2D)
    glTexStorage2D(GL_TEXTURE_2D, 2, GL_RGBA8, 4, 4)
    before = snapshot(context)
    texels = np.arange(64, dtype=np.uint8)
    dxt5 = GL_COMPRESSED_RGBA_S3TC_DXT5_EXT
    for command, *arguments in (
        (glTexImage2D, 0, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels),
        (glCompressedTexImage2D, 0, dxt5, 4, 4, 0, 16, texels[:16]),
        (glCopyTexImage2D, 0, GL_RGBA8, 0, 0, 4, 4, 0),
    ):
        assert code(command, GL_TEXTURE_2D, *arguments) == GL_INVALID_OPERATION
    assert snapshot(context) == before
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE, texels)
    glCopyTexSubImage2D(GL_TEXTURE_2D, 1, 0, 0, 0, 0, 2, 2)
    glGenerateMipmap(GL_TEXTURE_2D)
    assert size(GL_TEXTURE_2D, 1) == (2, 2, 1) and size(GL_TEXTURE_2D, 2) == (0, 0, 0)
    read = glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE)
    assert np.frombuffer(read, np.uint8).tolist() == texels.tolist()


def test_levels_clamp_to_those_of_the_storage(context):
    name = bind(GL_TEXTURE_2D)
    glTexImage2D(GL_TEXTURE_2D, 5, GL_RGBA8, 1, 1, 0, GL_RGBA, GL_FLOAT, None)
    glTexStorage2D(GL_TEXTURE_2D, 2, GL_RGBA8, 4, 4)
    assert size(GL_TEXTURE_2D, 5) == (0, 0, 0)  # "reset to their initial state"
    texture = context.texturing.objects[name]
    for base, last, expected in ((0, 1000, (0, 1)), (7, 0, (1, 1)), (1, 0, (1, 1)), (0, 0, (0, 0))):
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_BASE_LEVEL, base)
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, last)
        assert (texture.base_level, texture.last_level(texture.sampler)) == expected
        assert int(glGetTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_BASE_LEVEL)) == base


def test_proxies(context):
    proxy = GL_PROXY_TEXTURE_2D
    glTexStorage2D(proxy, 2, GL_RGBA8, 4, 4)
    assert [size(proxy, level)[0] for level in range(3)] == [4, 2, 0]
    glTexStorage2D(proxy, 1, GL_RGBA8, 8, 8)  # not immutable
    assert [size(proxy, level)[0] for level in range(3)] == [8, 0, 0]
    glTexStorage2D(proxy, 1, GL_RGBA8, 1 << 20, 8)
    assert size(proxy, 0) == (0, 0, 0)
    assert code(glTexStorage2D, proxy, 9, GL_RGBA8, 8, 8) == GL_INVALID_OPERATION


def test_storage_by_name(context):
    glTextureStorage2DEXT(7, GL_TEXTURE_2D, 2, GL_RGBA8, 4, 4)
    assert int(glGetTextureParameterivEXT(7, GL_TEXTURE_2D, GL_TEXTURE_IMMUTABLE_FORMAT)) == 1
    assert glGetIntegerv(GL_TEXTURE_BINDING_2D) == 0
    assert code(glTextureStorage2DEXT, 0, GL_TEXTURE_2D, 2, GL_RGBA8, 4, 4) == GL_INVALID_VALUE
    flat = GL_TEXTURE_2D_MULTISAMPLE
    glTextureStorage2DMultisampleEXT(8, flat, 4, GL_RGBA8, 4, 4, True)
    arguments = 7, flat, 4, GL_RGBA8, 4, 4, True
    assert code(glTextureStorage2DMultisampleEXT, *arguments) == GL_INVALID_OPERATION


def test_multisample_storage(context, snapshot):
    flat, array = GL_TEXTURE_2D_MULTISAMPLE, GL_TEXTURE_2D_MULTISAMPLE_ARRAY
    for command, target, lengths in (
        (glTexStorage2DMultisample, flat, (3, 2)),
        (glTexStorage3DMultisample, array, (3, 2, 2)),
    ):
        assert code(command, target, 4, GL_RGBA8, *lengths, True) == GL_INVALID_OPERATION
        bind(target)
        before = snapshot(context)
        for error, samples, format_, extent in (
            (GL_INVALID_OPERATION, 99, GL_RGBA8, lengths),
            (GL_INVALID_VALUE, 0, GL_RGBA8, lengths),
            (GL_INVALID_VALUE, 4, GL_RGBA8, (0, *lengths[1:])),
            (GL_INVALID_VALUE, 4, GL_RGBA8, (9999, *lengths[1:])),
            (GL_INVALID_ENUM, 4, GL_RGB9_E5, lengths),
        ):
            assert code(command, target, samples, format_, *extent, True) == error
        assert snapshot(context) == before
        command(target, 4, GL_RGBA8, *lengths, True)
        assert is_immutable(target) == 1 and size(target, 0) == (*lengths, 1)[:3]
        image = glTexImage2DMultisample if target == flat else glTexImage3DMultisample
        before = snapshot(context)
        for again in (command, image):
            arguments = target, 4, GL_RGBA8, *lengths, True
            assert code(again, *arguments) == GL_INVALID_OPERATION
        for pname, value in (
            (GL_TEXTURE_MIN_FILTER, GL_NEAREST),
            (GL_TEXTURE_MIN_LOD, 1),
            (GL_TEXTURE_BASE_LEVEL, 1),
        ):
            assert code(glTexParameteri, target, pname, value) == GL_INVALID_OPERATION
        assert snapshot(context) == before
        glTexParameteri(target, GL_TEXTURE_SWIZZLE_R, GL_ONE)
        assert int(glGetTexParameteriv(target, GL_TEXTURE_SWIZZLE_R)) == GL_ONE
    glTexStorage2DMultisample(GL_PROXY_TEXTURE_2D_MULTISAMPLE, 4, GL_RGBA8, 3, 2, True)
    assert size(GL_PROXY_TEXTURE_2D_MULTISAMPLE, 0) == (3, 2, 1)
