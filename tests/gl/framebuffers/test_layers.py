"""Layered framebuffers: attaching, completeness, queries, clears and commands that draw no layers.

NV_geometry_program4, 4.4.2.3 to 4.4.7.
"""

from __future__ import annotations

import numpy as np
import pytest

from softgl.gl import *
from softgl.texture.targets import TARGETS
from tests.gl.attachments import (
    LAYERS,
    SIDE,
    attach,
    attach_texture,
    code,
    enum,
    framebuffer,
    places,
    read_back,
    renderbuffer,
    status,
    texture,
    texture_of,
)

RGBA = GL_RGBA, GL_UNSIGNED_BYTE
DEPTHS = GL_DEPTH_COMPONENT, GL_FLOAT
PACKED = GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8
COLOR, DEPTH, BOTH = GL_COLOR_ATTACHMENT0, GL_DEPTH_ATTACHMENT, GL_DEPTH_STENCIL_ATTACHMENT
LAYERED = [name for name, t in TARGETS.items() if t.faces or t.sliced is not None]
TARGETS_DIFFER = GL_FRAMEBUFFER_INCOMPLETE_LAYER_TARGETS_EXT


def attach_level(name, level=0, point=COLOR, command=glFramebufferTextureEXT):
    command(GL_FRAMEBUFFER, point, name, level)


def array(layers, format_=GL_RGBA8, layout=RGBA, side=SIDE):
    """A 2D array texture of zeros."""
    name = glGenTextures(1)
    glBindTexture(GL_TEXTURE_2D_ARRAY_EXT, name)
    glTexImage3D(GL_TEXTURE_2D_ARRAY_EXT, 0, format_, side, side, layers, 0, *layout, None)
    return name


def cube(format_=GL_RGBA8, layout=RGBA):
    return texture_of(TARGETS["CUBE"], format_, *layout)[0]


def get(pname, point=COLOR):
    name = f"GL_FRAMEBUFFER_ATTACHMENT_{pname}"
    return int(glGetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, point, globals()[name]))


def found_state(point=COLOR):
    """The attachment by queries: texture, level, face, layer, layered or not."""
    names = "OBJECT_NAME", "TEXTURE_LEVEL", "TEXTURE_CUBE_MAP_FACE", "TEXTURE_LAYER", "LAYERED_EXT"
    return [get(name, point) for name in names]


@pytest.mark.parametrize("command", [glFramebufferTextureEXT, glFramebufferTextureARB])
def test_attached_levels(context, command):
    """Queries answer; every later command sets all of the state."""
    framebuffer()
    for name, target in TARGETS.items():
        made, _ = texture_of(target, GL_RGBA8, *RGBA)
        level, face = int(target.mipmapped), 0
        attach_level(made, level, command=command)
        assert status() == GL_FRAMEBUFFER_COMPLETE
        if target.faces:
            face = GL_TEXTURE_CUBE_MAP_POSITIVE_X
        assert found_state() == [made, level, face, 0, name in LAYERED]
        assert get("OBJECT_TYPE") == GL_TEXTURE
        attach_level(0, 99)
        assert get("OBJECT_TYPE") == GL_NONE
    volume, _ = texture_of(TARGETS["3D"], GL_RGBA8, *RGBA)
    attach_level(volume)
    glFramebufferTexture3D(GL_FRAMEBUFFER, COLOR, GL_TEXTURE_3D, volume, 0, 2)
    assert found_state() == [volume, 0, 0, 2, 0]
    attach_level(volume)
    for name in (glFramebufferTextureLayer, glFramebufferTextureLayerEXT):
        name(GL_FRAMEBUFFER, COLOR, volume, 1, 1)
        assert found_state() == [volume, 1, 0, 1, 0]
    made = cube()
    attach_level(made)
    glFramebufferTexture2D(GL_FRAMEBUFFER, COLOR, GL_TEXTURE_CUBE_MAP_NEGATIVE_Y, made, 0)
    assert found_state() == [made, 0, GL_TEXTURE_CUBE_MAP_NEGATIVE_Y, 0, 0]
    for name in (glFramebufferTextureFaceEXT, glFramebufferTextureFaceARB):
        attach_level(made)
        name(GL_FRAMEBUFFER, COLOR, made, 1, GL_TEXTURE_CUBE_MAP_POSITIVE_Z)
        assert found_state() == [made, 1, GL_TEXTURE_CUBE_MAP_POSITIVE_Z, 0, 0]
        assert status() == GL_FRAMEBUFFER_COMPLETE
    attach_level(made)
    attach_texture("color0", texture())
    assert get("LAYERED_EXT") == 0
    attach_level(made)
    glDeleteTextures([made])
    assert get("OBJECT_TYPE") == GL_NONE
    glFramebufferTextureFaceEXT(GL_FRAMEBUFFER, COLOR, 0, -1, GL_RGBA)
    assert get("OBJECT_TYPE") == GL_NONE


def test_targets_and_points(context):
    """Framebuffers that are read have layers too; depth and stencil together."""
    both = cube(GL_DEPTH24_STENCIL8, PACKED)
    draw, read = glGenFramebuffers(2)
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, draw)
    glBindFramebuffer(GL_READ_FRAMEBUFFER, read)
    glFramebufferTextureEXT(GL_READ_FRAMEBUFFER, BOTH, both, 0)
    assert get("OBJECT_TYPE", DEPTH) == GL_NONE
    glBindFramebuffer(GL_FRAMEBUFFER, read)
    for point in (DEPTH, GL_STENCIL_ATTACHMENT, BOTH):
        assert found_state(point) == [both, 0, GL_TEXTURE_CUBE_MAP_POSITIVE_X, 0, 1]
    assert get("DEPTH_SIZE", BOTH) == 24
    glFramebufferTextureEXT(GL_READ_FRAMEBUFFER, BOTH, 0, 0)
    assert get("OBJECT_TYPE", GL_STENCIL_ATTACHMENT) == GL_NONE


def test_completeness(context):
    """All attachments are layered or none is; colours of one target, layers of any number."""
    six, three = array(6), array(3)
    depth_cube = cube(GL_DEPTH_COMPONENT24, DEPTHS)
    volume, _ = texture_of(TARGETS["3D"], GL_RGBA8, *RGBA)  # 8 slices, 4 of level 1
    framebuffer()
    attach_level(six)
    assert status() == GL_FRAMEBUFFER_COMPLETE
    attach("depth", renderbuffer(GL_DEPTH_COMPONENT24))
    assert status() == TARGETS_DIFFER
    assert code(glClear, GL_COLOR_BUFFER_BIT) == GL_INVALID_FRAMEBUFFER_OPERATION
    # The depths' target may be another one: only those of colours are said to be the same.
    attach_level(depth_cube, point=DEPTH)
    assert status() == GL_FRAMEBUFFER_COMPLETE
    attach_level(three)
    assert status() == GL_FRAMEBUFFER_COMPLETE
    glFramebufferTextureLayerEXT(GL_FRAMEBUFFER, COLOR, six, 0, 5)
    assert status() == TARGETS_DIFFER
    attach_level(0, point=DEPTH)
    assert status() == GL_FRAMEBUFFER_COMPLETE
    attach_level(six)
    second = GL_COLOR_ATTACHMENT0 + 1
    attach_level(cube(), point=second)
    assert status() == TARGETS_DIFFER
    attach("color1", renderbuffer(GL_RGBA8))
    assert status() == TARGETS_DIFFER
    attach_level(six, point=second)
    assert status() == GL_FRAMEBUFFER_COMPLETE
    attach_level(three, point=second)
    assert status() == GL_FRAMEBUFFER_COMPLETE
    # Of a volume each level has a depth of its own.
    attach_level(volume)
    attach_level(volume, point=second)
    assert status() == GL_FRAMEBUFFER_COMPLETE
    attach_level(volume, 1)
    assert status() == GL_FRAMEBUFFER_COMPLETE
    # A point that is neither drawn to nor read counts too.
    attach_level(cube(), point=second)
    glDrawBuffer(COLOR)
    assert status() == TARGETS_DIFFER


def test_the_least_number_of_layers(context):
    """OpenGL 3.3, 4.4: draws are "limited to the smallest number of layers", clears are not."""
    five, three = array(5), array(3)
    framebuffer()
    attach_level(five)
    attach_level(three, point=COLOR + 1)
    glDrawBuffers([COLOR, COLOR + 1])
    glClearColor(1, 1, 1, 1)
    glClear(GL_COLOR_BUFFER_BIT)
    for name, layers in ((five, 5), (three, 3)):
        glBindTexture(GL_TEXTURE_2D_ARRAY_EXT, name)
        read = np.array(glGetTexImage(GL_TEXTURE_2D_ARRAY_EXT, 0, *RGBA, outputType=None))
        assert read.size == layers * SIDE * SIDE * 4 and (read == 255).all()
    glClearBufferfv(GL_COLOR, 1, [0, 0, 0, 0])
    assert context.framebuffers.planned().layers.count == 3


def test_levels_that_are_no_layers(context):
    """Without images, or faces of several forms, an attachment is not complete."""
    name = glGenTextures(1)
    glBindTexture(GL_TEXTURE_CUBE_MAP, name)
    framebuffer()
    attach_level(name)
    for target in TARGETS["CUBE"].images:
        assert status() == GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT
        glTexImage2D(enum(target), 0, GL_RGBA8, 4, 4, 0, *RGBA, None)
    assert status() == GL_FRAMEBUFFER_COMPLETE
    for format_, side in ((GL_RGBA8, 8), (GL_RGBA16, 4)):
        glTexImage2D(GL_TEXTURE_CUBE_MAP_NEGATIVE_Y, 0, format_, side, side, 0, *RGBA, None)
        assert status() == GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT
    attach_level(array(3), 1)
    assert status() == GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT
    attach_level(array(2, GL_DEPTH_COMPONENT24, DEPTHS))
    assert status() == GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT


@pytest.mark.parametrize("name", LAYERED)
def test_clears(context, name):
    """Every layer of the level is cleared within the scissor box, and no other level."""
    target = TARGETS[name]
    made, sizes = texture_of(target, GL_RGBA8, *RGBA)
    framebuffer()
    glClearColor(1, 0, 1, 1)
    glColorMask(True, True, False, True)
    glEnable(GL_SCISSOR_TEST)
    glScissor(1, 0, 2, 1)
    attach_level(made, 1)
    glClear(GL_COLOR_BUFFER_BIT)
    found = read_back(target, sizes, *RGBA)
    for place in places(target, sizes):
        changed = found[place].reshape(-1, 4)
        whole = np.zeros_like(changed)
        if place[0] == 1:
            whole[1:3] = 255, 0, 0, 255
        assert np.array_equal(changed, whole), place


def test_clears_of_depth_and_stencil(context):
    """All faces, with masks; of buffers of several sizes the part that all have."""
    colors, both = array(6, side=5), cube(GL_DEPTH24_STENCIL8, PACKED)
    framebuffer()
    attach_level(colors)
    attach_level(both, point=BOTH)
    glClearColor(0, 1, 0, 1)
    glClearDepth(0.5)
    glClearStencil(0xFF)
    glStencilMask(0x0F)
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT)
    for face in TARGETS["CUBE"].images:
        words = np.frombuffer(glGetTexImage(enum(face), 0, *PACKED, outputType=bytes), np.uint32)
        assert (words == (0x80000000 | 0x0F)).all(), face
    assert glGetTexImage(GL_TEXTURE_2D_ARRAY_EXT, 0, *RGBA) == b"\0\xff\0\xff" * 150


def test_layer_zero(context):
    """glReadPixels and copies read it; images, bitmaps, blits and draws change it."""
    target = TARGETS["CUBE"]
    made, sizes = texture_of(target, GL_RGBA8, *RGBA)
    for number, face in enumerate(target.images):
        texels = np.full((SIDE, SIDE, 4), 10 * number + 10, np.uint8)
        glTexImage2D(enum(face), 0, GL_RGBA8, SIDE, SIDE, 0, *RGBA, texels)
    layered = framebuffer()
    attach_level(made)
    data = glReadPixels(0, 0, 1, 1, *RGBA)
    assert data == bytes([10] * 4)
    copy = texture()
    glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 0, 0, 4, 4, 0)
    assert glGetTexImage(GL_TEXTURE_2D, 0, *RGBA) == bytes([10] * 64)
    glCopyTexSubImage2D(GL_TEXTURE_CUBE_MAP_NEGATIVE_Z, 0, 0, 7, 0, 0, 8, 1)
    glWindowPos2i(0, 0)
    glDrawPixels(1, 1, *RGBA, bytes([1, 2, 3, 4]))
    glWindowPos2i(2, 0)
    glCopyPixels(0, 0, 1, 1, GL_COLOR)
    glColor4f(1, 1, 1, 1)
    glWindowPos2i(1, 0)
    glBitmap(1, 1, 0, 0, 0, 0, b"\x80")
    glRecti(-1, 0, 1, 1)
    # From a plain framebuffer, and from layer 0 of another layered one.
    glBindFramebuffer(GL_READ_FRAMEBUFFER, glGenFramebuffers(1))
    glFramebufferTexture2D(GL_READ_FRAMEBUFFER, COLOR, GL_TEXTURE_2D, copy, 0)
    glBlitFramebuffer(0, 0, 1, 1, 3, 0, 4, 1, GL_COLOR_BUFFER_BIT, GL_NEAREST)
    other = array(3)
    glTexImage3D(GL_TEXTURE_2D_ARRAY_EXT, 0, GL_RGBA8, 8, 8, 3, 0, *RGBA, b"\x09" * 768)
    glFramebufferTextureEXT(GL_READ_FRAMEBUFFER, COLOR, other, 0)
    glBlitFramebuffer(0, 0, 1, 1, 4, 0, 5, 1, GL_COLOR_BUFFER_BIT, GL_NEAREST)
    found = read_back(target, {0: sizes[0]}, *RGBA)
    whole = np.full((SIDE, SIDE, 4), 10, np.uint8)
    whole[SIDE // 2 :] = 255
    whole[0, :5] = [[1, 2, 3, 4], [255] * 4, [1, 2, 3, 4], [10] * 4, [9] * 4]
    for face in range(6):
        expected = whole if face == 0 else np.full_like(whole, 10 * face + 10)
        if face == 5:
            expected[7] = 10
        assert np.array_equal(found[0, face, 0].reshape(SIDE, SIDE, 4), expected), face
    # A blit to and from the same: layer zero only.
    glBindFramebuffer(GL_FRAMEBUFFER, layered)
    glBlitFramebuffer(0, 0, 1, 1, 7, 7, 8, 8, GL_COLOR_BUFFER_BIT, GL_NEAREST)
    again = read_back(target, {0: sizes[0]}, *RGBA)
    assert again[0, 0, 0][-4:].tolist() == [1, 2, 3, 4]
    assert all(np.array_equal(found[0, n, 0], again[0, n, 0]) for n in range(1, 6))


def test_one_layer_at_a_time(context):
    """A layer that is attached alone afterwards has the colour of the clear of all."""
    made = array(LAYERS)
    framebuffer()
    attach_level(made)
    glClearColor(1, 1, 1, 1)
    glClear(GL_COLOR_BUFFER_BIT)
    glFramebufferTextureLayer(GL_FRAMEBUFFER, COLOR, made, 0, 1)
    glClearColor(0, 0, 0, 0)
    glClear(GL_COLOR_BUFFER_BIT)
    attach_level(made)
    assert glReadPixels(0, 0, 1, 1, *RGBA) == b"\xff" * 4
    found = np.frombuffer(glGetTexImage(GL_TEXTURE_2D_ARRAY_EXT, 0, *RGBA), np.uint8)
    assert found.reshape(LAYERS, -1).min(axis=1).tolist() == [255, 0, 255]
