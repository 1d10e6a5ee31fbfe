"""Textures filled with one value: every target and kind of format, regions, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

from softgl.gl import *
from tests.gl.attachments import code
from tests.gl.target_textures import ENUMS, FACES

RED = np.array([255, 0, 51, 102], np.uint8)


def texture(target=GL_TEXTURE_2D, format_=GL_RGBA8, size=(4, 4)):
    """A texture of one level without contents; its name."""
    name = glGenTextures(1)
    glBindTexture(target, name)
    (glTexStorage1D, glTexStorage2D, glTexStorage3D)[len(size) - 1](target, 1, format_, *size)
    return name


def texels(target=GL_TEXTURE_2D, format_=GL_RGBA, type_=GL_UNSIGNED_BYTE):
    return np.asarray(glGetTexImage(target, 0, format_, type_, outputType=None))


@pytest.mark.parametrize("name", ENUMS)
def test_targets(context, name):
    target, command, _ = ENUMS[name]
    axes = {glTexImage1D: 1, glTexImage2D: 2, glTexImage3D: 3}[command]
    size = (4, 4, 4)[:axes]
    made = texture(target, size=size)
    glClearTexImage(made, 0, GL_RGBA, GL_UNSIGNED_BYTE, RED)
    first = FACES[0] if name == "CUBE" else target
    for image in FACES if name == "CUBE" else [target]:
        assert (texels(image) == RED).all()
    depth = 6 if name == "CUBE" else 4 if axes == 3 else 1
    place = (1, int(axes > 1), depth // 2, 2, 2 if axes > 1 else 1, depth - depth // 2)
    glClearTexSubImage(made, 0, *place, GL_RGBA, GL_UNSIGNED_BYTE, None)
    found = texels(FACES[5] if name == "CUBE" else target)
    inside = found[(slice(2, 4), slice(1, 3), slice(1, 3))[3 - axes :]]
    assert not inside.any() and (found.sum(axis=-1) == 0).sum() == inside.size // 4
    assert name != "CUBE" or (texels(first) == RED).all()


@pytest.mark.parametrize(
    ("format_", "words", "data", "expected"),
    [
        (GL_RGB8, (GL_RGBA, GL_FLOAT), np.float32([1, 0.2, 0, 0]), [1, 0.2, 0, 1]),
        (GL_RG16_SNORM, (GL_RG, GL_SHORT), np.int16([-32767, 32767]), [-1, 1, 0, 1]),
        (GL_RGBA32F, (GL_RGBA, GL_FLOAT), np.float32([2, -3, 0, 9]), [2, -3, 0, 9]),
        (GL_RGBA8I, (GL_RGBA_INTEGER, GL_INT), np.int32([1, -2, 999, 4]), [1, -2, 127, 4]),
        (GL_R8, (GL_RED, GL_UNSIGNED_BYTE), np.uint8([51]), [0.2, 0, 0, 1]),
        (GL_DEPTH_COMPONENT24, (GL_DEPTH_COMPONENT, GL_FLOAT), np.float32([0.5]), 0.5),
        (
            GL_DEPTH24_STENCIL8,
            (GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8),
            np.uint32([0xFFFFFF07]),
            0xFFFFFF07,
        ),
    ],
)
def test_formats(context, format_, words, data, expected):
    name = texture(format_=format_)
    glClearTexImage(name, 0, *words, data)
    if format_ == GL_DEPTH24_STENCIL8:
        assert (texels(format_=GL_DEPTH_STENCIL, type_=GL_UNSIGNED_INT_24_8) == expected).all()
    elif words[0] == GL_DEPTH_COMPONENT:
        assert np.allclose(texels(format_=words[0], type_=GL_FLOAT), expected)
    elif words[0] == GL_RGBA_INTEGER:
        assert (texels(format_=words[0], type_=GL_INT) == expected).all()
    else:
        assert np.allclose(texels(type_=GL_FLOAT), expected, atol=1e-3)
    # Pixel modes and a buffer object do not count.
    glPixelStorei(GL_UNPACK_SKIP_PIXELS, 3)
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 1)
    glClearTexImage(name, 0, *words, data)
    glClearTexImage(name, 0, *words, None)
    kind = words[0] if words[0] != GL_RG and words[0] != GL_RED else GL_RGBA
    type_ = words[1] if kind == words[0] else GL_FLOAT
    found = texels(format_=kind, type_=type_)
    assert not (found[..., :1] if found.ndim == 3 else found).any()


def test_samples(context):
    flat = GL_TEXTURE_2D_MULTISAMPLE
    name = glGenTextures(1)
    glBindTexture(flat, name)
    glTexImage2DMultisample(flat, 4, GL_RGBA8, 4, 4, True)
    glClearTexImage(name, 0, GL_RGBA, GL_UNSIGNED_BYTE, RED)
    glClearTexSubImage(name, 0, 1, 1, 0, 2, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, None)
    words = context.texturing.objects[name].planes(0)["color"].read(0, 0, 4, 4)
    expected = np.full((4, 4), RED.view("<u4")[0])
    expected[1, 1:3] = 0
    assert (words == expected).all() and len(words) == 4


def test_refused(context, snapshot):
    name = texture()
    depth = texture(format_=GL_DEPTH_COMPONENT16)
    both = texture(format_=GL_DEPTH24_STENCIL8)
    whole = texture(format_=GL_RGBA8UI)
    blocks = texture(format_=GL_COMPRESSED_RGBA_S3TC_DXT5_EXT)
    glBindTexture(GL_TEXTURE_BUFFER, 77)
    rgba = GL_RGBA, GL_UNSIGNED_BYTE, RED
    glClearTexImage(whole, 0, GL_RGBA_INTEGER, GL_INT, np.int32([1, 2, 3, 4]))
    for made in (depth, both, name):
        context.texturing.objects[made].image(0).format.storage.integer  # noqa: B018  (cached)
    before = snapshot(context)
    for made, level, *words in (
        (0, 0, *rgba), (99, 0, *rgba), (77, 0, *rgba), (name, 1, *rgba), (name, -1, *rgba),
        (blocks, 0, *rgba), (depth, 0, *rgba), (both, 0, *rgba), (whole, 0, *rgba),
        (both, 0, GL_DEPTH_COMPONENT, GL_FLOAT, np.float32([1])),
        (depth, 0, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, np.uint32([1])),
        (name, 0, GL_RGBA_INTEGER, GL_INT, np.int32([1] * 4)),
        (name, 0, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, RED),
        (name, 0, GL_RGB, GL_UNSIGNED_SHORT_4_4_4_4, RED), (name, 0, GL_RED, GL_FLOAT, b"a"),
    ):  # fmt: skip
        assert code(glClearTexImage, made, level, *words) == GL_INVALID_OPERATION
    for place in ((0, 0, 0, 5, 4, 1), (-1, 0, 0, 1, 1, 1), (0, 0, 1, 1, 1, 1), (0, 0, 0, 1, 1, 2)):
        assert code(glClearTexSubImage, name, 0, *place, *rgba) == GL_INVALID_OPERATION
    assert code(glClearTexSubImage, name, 0, 0, 0, 0, -1, 1, 1, *rgba) == GL_INVALID_VALUE
    assert code(glClearTexImage, name, 0, GL_VIEWPORT, GL_FLOAT, RED) == GL_INVALID_ENUM
    assert snapshot(context) == before
