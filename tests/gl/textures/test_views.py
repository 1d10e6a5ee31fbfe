"""Views of textures: what they have of the original, changes on either side, what is refused."""

from __future__ import annotations

import numpy as np
import pytest

from softgl.gl import *
from softgl.gl.api import enums as gl_enums
from tests.gl.attachments import code

RGBA = GL_RGBA, GL_UNSIGNED_BYTE
FLAT, CUBE, ARRAY = GL_TEXTURE_2D, GL_TEXTURE_CUBE_MAP, GL_TEXTURE_2D_ARRAY
CUBES = GL_TEXTURE_CUBE_MAP_ARRAY


def original(target=ARRAY, format_=GL_RGBA8, size=(4, 4, 12), levels=3):
    """An immutable texture with random bits in each image: its name."""
    name = glGenTextures(1)
    glBindTexture(target, name)
    (glTexStorage1D, glTexStorage2D, glTexStorage3D)[len(size) - 1](target, levels, format_, *size)
    return name


def fill(context, name):
    rng = np.random.default_rng(name)
    texture = context.texturing.objects[name]
    for (level, face), image in list(texture.images.items()):
        bits = rng.integers(0, 256, image.texels.shape[:3] + (4,), np.uint8)
        texture.update_image(level, (0, 0, 0), image.format.from_pixels(bits), face)


def view(name, target, format_=GL_RGBA8, levels=(0, 9), layers=(0, 1)):
    """A view: its name."""
    made = glGenTextures(1)
    glTextureView(made, target, name, format_, *levels, *layers)
    return made


def texels(context, name, level=0, face=0):
    return context.texturing.objects[name].image(level, face).texels


def parameters(target, name):
    glBindTexture(target, name)
    words = "MIN_LEVEL", "NUM_LEVELS", "MIN_LAYER", "NUM_LAYERS"
    pnames = [getattr(gl_enums, f"GL_TEXTURE_VIEW_{word}") for word in words]
    pnames.append(GL_TEXTURE_IMMUTABLE_LEVELS)
    return [int(glGetTexParameteriv(target, pname)) for pname in pnames]


def test_parts_of_the_original(context):
    name = original()
    fill(context, name)
    assert parameters(ARRAY, name) == [0, 3, 0, 12, 3]
    flat = view(name, FLAT, levels=(1, 1), layers=(5, 1))
    assert parameters(FLAT, flat) == [1, 1, 5, 1, 3]
    assert np.array_equal(texels(context, flat)[0], texels(context, name, 1)[5])
    faces = view(name, CUBE, layers=(3, 6))
    assert parameters(CUBE, faces) == [0, 3, 3, 6, 3]
    for face in range(6):
        assert np.array_equal(
            texels(context, faces, 2, face)[0], texels(context, name, 2)[3 + face]
        )
    inner = view(faces, FLAT, levels=(1, 9), layers=(4, 1))
    assert parameters(FLAT, inner) == [1, 2, 7, 1, 3]
    assert np.array_equal(texels(context, inner, 1)[0], texels(context, name, 2)[7])
    both = view(name, CUBES, layers=(0, 99))
    assert parameters(CUBES, both) == [0, 3, 0, 12, 3]
    assert np.array_equal(texels(context, both), texels(context, name))


def test_changes_on_either_side(context):
    name = original(FLAT, size=(4, 4), levels=2)
    fill(context, name)
    one, two = view(name, FLAT, GL_RGBA8UI), view(name, ARRAY, GL_R32UI)
    red = np.uint8([1, 2, 3, 4])
    glBindTexture(FLAT, one)
    glTexSubImage2D(FLAT, 0, 1, 2, 1, 1, GL_RGBA_INTEGER, GL_UNSIGNED_BYTE, red)
    assert texels(context, name)[0, 2, 1, 0] == red.view("<u4")[0]
    assert texels(context, two)[0, 2, 1, 0] == red.view("<u4")[0]
    glBindTexture(ARRAY, two)
    words = np.uint32([0xFFEEDDCC])
    glTexSubImage3D(ARRAY, 1, 0, 0, 0, 1, 1, 1, GL_RED_INTEGER, GL_UNSIGNED_INT, words)
    assert texels(context, one, 1)[0, 0, 0, 0] == words[0]
    glClearTexImage(name, 0, *RGBA, red)
    assert (texels(context, one) == red.view("<u4")[0]).all()
    assert texels(context, two, 1)[0, 0, 0, 0] == words[0]


def test_views_are_drawn_to_and_sampled(either):
    name = original(FLAT, size=(4, 4), levels=1)
    other = view(name, FLAT, GL_SRGB8_ALPHA8)
    glBindFramebuffer(GL_FRAMEBUFFER, glGenFramebuffers(1))
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, FLAT, name, 0)
    glViewport(0, 0, 4, 4)
    glEnable(FLAT)
    glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE)
    for pname in (GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER):
        glBindTexture(FLAT, other)
        glTexParameteri(FLAT, pname, GL_NEAREST)
    for color in ([0, 128, 255, 255], [188, 0, 64, 255]):
        glBindFramebuffer(GL_FRAMEBUFFER, 1)
        glDisable(FLAT)
        glColor4ub(*color)
        glRectf(-1, -1, 1, 1)
        glBindFramebuffer(GL_FRAMEBUFFER, 0)
        glEnable(FLAT)
        glRectf(-1, -1, 1, 1)  # the view
        linear = [
            (c / 255 / 12.92 if c < 11 else ((c / 255 + 0.055) / 1.055) ** 2.4) for c in color
        ]
        linear[3] = color[3] / 255
        found = np.asarray(glReadPixels(0, 0, 1, 1, GL_RGBA, GL_FLOAT)).reshape(-1)
        assert np.allclose(found, linear, atol=1 / 255)


def test_samples_and_blocks(context):
    flat = GL_TEXTURE_2D_MULTISAMPLE
    name = glGenTextures(1)
    glBindTexture(flat, name)
    glTexStorage2DMultisample(flat, 4, GL_RGBA8, 4, 4, True)
    layers = view(name, GL_TEXTURE_2D_MULTISAMPLE_ARRAY, GL_RGBA8UI)
    red = np.uint8([9, 8, 7, 6])
    glClearTexImage(layers, 0, GL_RGBA_INTEGER, GL_UNSIGNED_BYTE, red)
    plane = context.texturing.objects[name].planes(0)["color"]
    assert (plane.read(0, 0, 4, 4) == red.view("<u4")[0]).all()
    dxt5, srgb = (
        GL_COMPRESSED_RGBA_S3TC_DXT5_EXT, GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT
    )  # fmt: skip
    blocks = original(FLAT, dxt5, (8, 8), 1)
    other = view(blocks, FLAT, srgb)
    data = np.random.default_rng(1).integers(0, 256, 64, np.uint8)
    glBindTexture(FLAT, other)
    glCompressedTexSubImage2D(FLAT, 0, 0, 0, 8, 8, srgb, 64, data)
    found = context.texturing.objects[blocks].image(0).blocks
    assert np.array_equal(found.reshape(-1), data)


def test_the_store_outlives_names(context):
    name = original(FLAT, size=(4, 4), levels=1)
    fill(context, name)
    expected = texels(context, name).copy()
    other = view(name, FLAT)
    third = view(name, FLAT, GL_R32UI)
    glDeleteTextures([name])
    assert np.array_equal(texels(context, other), expected)
    glClearTexImage(other, 0, *RGBA, None)
    assert not texels(context, third)[..., 0].any()


@pytest.mark.parametrize(
    ("source", "targets"),
    [
        (GL_TEXTURE_1D, {GL_TEXTURE_1D, GL_TEXTURE_1D_ARRAY}),
        (GL_TEXTURE_1D_ARRAY, {GL_TEXTURE_1D, GL_TEXTURE_1D_ARRAY}),
        (FLAT, {FLAT, ARRAY}),
        (GL_TEXTURE_3D, {GL_TEXTURE_3D}),
        (GL_TEXTURE_RECTANGLE, {GL_TEXTURE_RECTANGLE}),
        (CUBE, {FLAT, ARRAY, CUBE, CUBES}),
        (ARRAY, {FLAT, ARRAY, CUBE, CUBES}),
        (CUBES, {FLAT, ARRAY, CUBE, CUBES}),
    ],
)
def test_targets(context, source, targets):
    # ARB_texture_view, table 3.X.1.
    size = {GL_TEXTURE_1D: (4,), GL_TEXTURE_3D: (4, 4, 4), ARRAY: (4, 4, 6), CUBES: (4, 4, 6)}
    lengths = size.get(source, (4, 6) if source == GL_TEXTURE_1D_ARRAY else (4, 4))
    name = original(source, size=lengths, levels=1)
    for target in {*targets, FLAT, ARRAY, CUBE, CUBES, GL_TEXTURE_3D, GL_TEXTURE_1D}:
        layers = 6 if target in (CUBE, CUBES) else 1
        made = glGenTextures(1)
        call = made, target, name, GL_RGBA8, 0, 1, 0, layers
        if target in targets:
            glTextureView(*call)
        else:
            assert code(glTextureView, *call) == GL_INVALID_OPERATION


def test_refused(context, snapshot):
    name, wide = original(), original(size=(8, 4, 6), levels=1)
    mutable, free = glGenTextures(1), glGenTextures(1)
    glBindTexture(FLAT, mutable)
    good = FLAT, name, GL_RGBA8, 0, 1, 0, 1
    snapshot(context)
    before = snapshot(context)
    for error, *call in (
        (GL_INVALID_VALUE, 0, *good),
        (GL_INVALID_OPERATION, 99, *good),
        (GL_INVALID_OPERATION, mutable, *good),
        (GL_INVALID_ENUM, free, GL_TEXTURE_BUFFER, *good[1:]),
        (GL_INVALID_ENUM, free, GL_PROXY_TEXTURE_2D, *good[1:]),
        (GL_INVALID_VALUE, free, FLAT, 99, *good[2:]),
        (GL_INVALID_OPERATION, free, FLAT, mutable, *good[2:]),
        (GL_INVALID_OPERATION, free, GL_TEXTURE_1D, *good[1:]),
        (GL_INVALID_OPERATION, free, FLAT, name, GL_RGBA16, 0, 1, 0, 1),
        (GL_INVALID_OPERATION, free, FLAT, name, GL_DEPTH_COMPONENT24, 0, 1, 0, 1),
        (GL_INVALID_OPERATION, free, FLAT, name, GL_ALPHA, 0, 1, 0, 1),
        (GL_INVALID_OPERATION, free, FLAT, name, GL_COMPRESSED_RGB, 0, 1, 0, 1),
        (GL_INVALID_ENUM, free, FLAT, name, GL_FLOAT, 0, 1, 0, 1),
        (GL_INVALID_VALUE, free, FLAT, name, GL_RGBA8, 3, 1, 0, 1),
        (GL_INVALID_VALUE, free, FLAT, name, GL_RGBA8, 0, 1, 12, 1),
        (GL_INVALID_VALUE, free, FLAT, name, GL_RGBA8, 0, 0, 0, 1),
        (GL_INVALID_VALUE, free, FLAT, name, GL_RGBA8, 0, 1, 0, 2),
        (GL_INVALID_VALUE, free, CUBE, name, GL_RGBA8, 0, 1, 0, 5),
        (GL_INVALID_VALUE, free, CUBE, name, GL_RGBA8, 0, 1, 8, 6),
        (GL_INVALID_VALUE, free, CUBES, name, GL_RGBA8, 0, 1, 0, 7),
        (GL_INVALID_OPERATION, free, CUBE, wide, GL_RGBA8, 0, 1, 0, 6),
    ):
        assert code(glTextureView, *call) == error, call
    assert snapshot(context) == before
