"""Every face, layer, slice and level of a texture of any target can be drawn to."""

import numpy as np
import pytest

from softgl.gl import *
from softgl.texture.targets import TARGETS
from tests.gl.attachments import (
    LAYERS,
    SIDE,
    code,
    enum,
    framebuffer,
    places,
    read_back,
    status,
    texture_of,
)

RGBA = GL_RGBA, GL_UNSIGNED_BYTE
DEPTHS = [name for name, target in TARGETS.items() if target.depths]


def attach(target, point, name, level, face, layer):
    """Attach an image, or a slice of it, by the command for its target."""
    if target.layers is not None:
        glFramebufferTextureLayer(GL_FRAMEBUFFER, point, name, level, layer)
        return
    command = (glFramebufferTexture1D, glFramebufferTexture2D, glFramebufferTexture3D)
    which = (layer,) if target.axes == 3 else ()
    command[target.axes - 1](GL_FRAMEBUFFER, point, enum(target.images[face]), name, level, *which)


@pytest.mark.parametrize("target", TARGETS.values(), ids=repr)
def test_colors(context, target):
    """Cleared and drawn to, each place has its own colour, and no other one."""
    name, sizes = texture_of(target, GL_RGBA8, *RGBA)
    framebuffer()
    glEnable(GL_SCISSOR_TEST)
    colors = {}
    for number, (level, face, layer) in enumerate(places(target, sizes)):
        attach(target, GL_COLOR_ATTACHMENT0, name, level, face, layer)
        assert status() == GL_FRAMEBUFFER_COMPLETE
        width = sizes[level][0]
        height = 1 if target.axes == 1 or target.layers == 1 else sizes[level][1]
        glViewport(0, 0, width, height)
        # The left half by a clear, the right one by a draw.
        glScissor(0, 0, width // 2, height)
        glClearColor(number / 255, 0, 1, 1)
        glClear(GL_COLOR_BUFFER_BIT)
        glScissor(width // 2, 0, width, height)
        glColor4f(number / 255, 1, 0, 1)
        glRectf(-1, -1, 1, 1)
        row = [[number, 0, 255, 255]] * (width // 2) + [[number, 255, 0, 255]] * (width // 2)
        colors[level, face, layer] = np.array([row] * height, np.uint8).ravel()
    found = read_back(target, sizes, *RGBA)
    assert found.keys() == colors.keys()
    for place, color in colors.items():
        assert np.array_equal(found[place], color), place


@pytest.mark.parametrize("name", DEPTHS)
def test_depths(context, name):
    """Depth textures of every target that has them are depth buffers."""
    target = TARGETS[name]
    layout = GL_DEPTH_COMPONENT, GL_FLOAT
    texture, sizes = texture_of(target, GL_DEPTH_COMPONENT32F, *layout)
    framebuffer()
    glDrawBuffer(GL_NONE)
    glReadBuffer(GL_NONE)
    glEnable(GL_DEPTH_TEST)
    glDepthFunc(GL_LESS)
    depths = {}
    for number, (level, face, layer) in enumerate(places(target, sizes)):
        attach(target, GL_DEPTH_ATTACHMENT, texture, level, face, layer)
        assert status() == GL_FRAMEBUFFER_COMPLETE
        glViewport(0, 0, SIDE, SIDE)
        glClearDepth(1 - number / 64)
        glClear(GL_DEPTH_BUFFER_BIT)
        glBegin(GL_POINTS)
        glVertex3f(1 / SIDE - 1, 1 / SIDE - 1, -1)
        glEnd()
        depths[level, face, layer] = 1 - number / 64
    for place, values in read_back(target, sizes, *layout).items():
        assert values[0] == 0
        assert (values[1:] == depths[place]).all(), place


def test_faces_drawn_to_at_once(context):
    """Several faces are colour attachments, and one is copied to another."""
    target = TARGETS["CUBE"]
    name, sizes = texture_of(target, GL_RGBA8, *RGBA)
    framebuffer()
    points = [GL_COLOR_ATTACHMENT0 + number for number in range(3)]
    for number, point in enumerate(points):
        attach(target, point, name, 0, 2 * number, 0)
    glDrawBuffers(3, points)
    text = """!!ARBfp1.0
    OPTION ARB_draw_buffers;
    MOV result.color[0], {0, 0, 0, 1};
    MOV result.color[1], {0, 1, 0, 1};
    MOV result.color[2], {1, 0, 0, 1};
    END"""
    glProgramStringARB(
        GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, len(text), text.encode()
    )
    glEnable(GL_FRAGMENT_PROGRAM_ARB)
    glRectf(-1, -1, 1, 1)
    glReadBuffer(points[2])
    glCopyTexSubImage2D(GL_TEXTURE_CUBE_MAP_NEGATIVE_Z, 0, 0, 0, 0, 0, SIDE, SIDE // 2)
    # The level that is read is the one that is written: a copy to itself.
    glCopyTexSubImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_Z, 0, 1, 0, 0, 0, SIDE - 1, SIDE)
    found = read_back(target, sizes, *RGBA)
    expected = ((0, 0, 0, 255), (0, 0, 0, 0), (0, 255, 0, 255), (0, 0, 0, 0), (255, 0, 0, 255))
    for face, color in enumerate(expected):
        assert (found[0, face, 0].reshape(-1, 4) == color).all(), face
    last = found[0, 5, 0].reshape(SIDE, SIDE, 4)
    assert (last[: SIDE // 2] == (255, 0, 0, 255)).all()
    assert not last[SIDE // 2 :].any()


def test_attachments_that_are_not_there(context):
    """Levels, faces and layers without an image are not complete; impossible ones are refused."""
    cube, array = TARGETS["CUBE"], TARGETS["ARRAY2D"]
    name = glGenTextures(1)
    glBindTexture(GL_TEXTURE_CUBE_MAP, name)
    glTexImage2D(GL_TEXTURE_CUBE_MAP_NEGATIVE_X, 0, GL_RGBA, 4, 4, 0, *RGBA, None)
    layered, _ = texture_of(array, GL_RGBA8, *RGBA)
    framebuffer()
    for face in range(6):
        attach(cube, GL_COLOR_ATTACHMENT0, name, 0, face, 0)
        complete = status() == GL_FRAMEBUFFER_COMPLETE
        assert complete == (face == 1)
    for layer, expected in ((LAYERS - 1, True), (LAYERS, False)):
        attach(array, GL_COLOR_ATTACHMENT0, layered, 1, 0, layer)
        assert (status() == GL_FRAMEBUFFER_COMPLETE) == expected
    attach(array, GL_COLOR_ATTACHMENT0, layered, 2, 0, 0)
    assert status() == GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT
    command = glFramebufferTextureLayer, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0
    # ARB_direct_state_access: faces are layers of cube maps, for this command alone.
    command[0](*command[1:], name, 0, 1)
    assert status() == GL_FRAMEBUFFER_COMPLETE
    of_face = GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_CUBE_MAP_FACE
    attached = glGetFramebufferAttachmentParameteriv(*command[1:], of_face)
    assert int(attached) == GL_TEXTURE_CUBE_MAP_NEGATIVE_X
    assert code(*command, name, 0, 6) == GL_INVALID_VALUE
    old = glFramebufferTextureLayerEXT, *command[1:]
    assert code(*old, name, 0, 0) == GL_INVALID_OPERATION
    assert code(*command, layered, 0, -1) == GL_INVALID_VALUE
    assert code(*command, layered, 0, array.most_layers) == GL_INVALID_VALUE
    assert code(*command, layered, 99, 0) == GL_INVALID_VALUE
    other = glFramebufferTexture3D, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0
    assert code(*other, GL_TEXTURE_2D_ARRAY_EXT, layered, 0, 0) == GL_INVALID_OPERATION


def test_an_image_of_another_size_takes_the_place(context):
    """An attachment is a place, not an image: draws go to the image that is there now."""
    target = TARGETS["CUBE"]
    name, _ = texture_of(target, GL_RGBA8, *RGBA)
    framebuffer()
    attach(target, GL_COLOR_ATTACHMENT0, name, 0, 3, 0)
    glClearColor(1, 1, 1, 1)
    glClear(GL_COLOR_BUFFER_BIT)
    glTexImage2D(GL_TEXTURE_CUBE_MAP_NEGATIVE_Y, 0, GL_RGBA16, 2, 2, 0, *RGBA, None)
    assert glGetIntegerv(GL_RED_BITS) == 16
    assert not glReadPixels(0, 0, 2, 2, GL_RGBA, GL_FLOAT).any()
    glClear(GL_COLOR_BUFFER_BIT)
    assert glGetTexImage(GL_TEXTURE_CUBE_MAP_NEGATIVE_Y, 0, *RGBA) == b"\xff" * 16
