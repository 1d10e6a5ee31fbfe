"""Rectangles, cube maps and arrays, as commands, framebuffer objects and programs see them."""

import numpy as np
import pytest

from softgl.gl import *
from softgl.texture.targets import TARGETS
from tests.gl.attachments import code, framebuffer

RGBA = GL_RGBA, GL_UNSIGNED_BYTE
GREEN = [0, 255, 0, 255]
FACES = range(GL_TEXTURE_CUBE_MAP_POSITIVE_X, GL_TEXTURE_CUBE_MAP_POSITIVE_X + 6)
# What the third component of a direction is on each face, and the swizzles of the first two.
TOWARDS = ("1,-y,-x", "-1,-y,x", "x,1,y", "x,-1,-y", "x,-y,1", "-x,-y,-1")


@pytest.fixture
def texels(context):
    """Random texels of six 4x4 images; a texture of each kind is bound, sampled unfiltered."""
    for target in (
        GL_TEXTURE_RECTANGLE_ARB, GL_TEXTURE_CUBE_MAP, GL_TEXTURE_2D_ARRAY_EXT,
        GL_TEXTURE_1D_ARRAY_EXT,
    ):  # fmt: skip
        glBindTexture(target, glGenTextures(1))
        glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST)
        glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST)
    return np.random.default_rng(1).integers(0, 256, (6, 4, 4, 4), dtype=np.uint8)


def drawn(target, coordinates):
    """A 4x4 picture of a texture.

    coordinates : s, t and r, where x and y go from -1 to 1, s and t from 0 to 1, u and v to 4.
    """
    words = dict(zip("xystuv", ("c.x", "c.y", "q.x", "q.y", "p.x", "p.y"), strict=True))
    moves = [
        f"MOV r.{place}, {'-' * part.startswith('-')}{words.get(part[-1], part.lstrip('-'))};"
        for place, part in zip("xyz", coordinates.split(","), strict=True)
    ]
    text = f"""!!NVfp4.0
    TEMP c, p, q, r;
    MOV p, fragment.position;
    MUL q, p, 0.25;
    MAD c, p, 0.5, -1.0;
    {" ".join(moves)}
    TEX result.color, r, texture[0], {target};
    END"""
    glProgramStringARB(
        GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, len(text), text.encode()
    )
    glEnable(GL_FRAGMENT_PROGRAM_ARB)
    glViewport(0, 0, 4, 4)
    glRectf(-1, -1, 1, 1)
    return glReadPixels(0, 0, 4, 4, *RGBA, outputType=None).reshape(4, 4, 4)


def cleared(attach, *arguments):
    """Clears an image through a framebuffer object; the face and layer that queries give."""
    name = framebuffer()
    attach(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, *arguments)
    assert glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE
    place = [
        glGetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, pname)
        for pname in (
            GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_CUBE_MAP_FACE,
            GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LAYER,
        )
    ]
    glClearColor(0, 1, 0, 1)
    glClear(GL_COLOR_BUFFER_BIT)
    glBindFramebuffer(GL_FRAMEBUFFER, 0)
    glDeleteFramebuffers(1, [name])
    return place


def bound(pname):
    return int(glGetIntegerv(pname))


def test_rectangles(texels, context):
    """They count texels; they have one level, no border, and no modes that repeat."""
    rect = GL_TEXTURE_RECTANGLE_ARB
    assert glGetIntegerv(GL_MAX_RECTANGLE_TEXTURE_SIZE_ARB) == TARGETS["RECT"].largest
    glTexImage2D(rect, 0, GL_RGBA, 4, 4, 0, *RGBA, texels[0])
    assert (drawn("RECT", "u,v,u") == texels[0]).all()
    image = (GL_RGBA, 4, 4, 0, *RGBA, None)
    assert code(glTexImage2D, rect, 1, *image) == GL_INVALID_VALUE
    assert code(glTexImage2D, GL_PROXY_TEXTURE_RECTANGLE_ARB, 1, *image) == GL_INVALID_VALUE
    assert code(glTexImage2D, rect, 0, GL_RGBA, 6, 6, 1, *RGBA, None) == GL_INVALID_VALUE
    assert code(glTexSubImage2D, rect, 1, 0, 0, 1, 1, *RGBA, b"abcd") == GL_INVALID_VALUE
    assert code(glCopyTexImage2D, rect, 1, GL_RGBA, 0, 0, 4, 4, 0) == GL_INVALID_VALUE
    for pname, value in (
        (GL_TEXTURE_WRAP_T, GL_REPEAT), (GL_TEXTURE_WRAP_R, GL_MIRRORED_REPEAT),
        (GL_TEXTURE_WRAP_S, GL_MIRROR_CLAMP_TO_EDGE_EXT),
        (GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR),
    ):  # fmt: skip
        assert code(glTexParameteri, rect, pname, value) == GL_INVALID_ENUM
    assert code(glTexParameteri, rect, GL_TEXTURE_BASE_LEVEL, 1) == GL_INVALID_OPERATION
    assert cleared(glFramebufferTexture2D, rect, bound(GL_TEXTURE_BINDING_RECTANGLE_ARB), 0) == [
        0, 0,
    ]  # fmt: skip
    assert (drawn("RECT", "u,v,u") == GREEN).all()
    glEnable(rect)
    assert context.texturing.units[0].enabled == "RECT"


def test_cube_maps(texels):
    """Commands name one of six images, which are square."""
    cube = GL_TEXTURE_CUBE_MAP
    for number, face in enumerate(FACES):
        glTexImage2D(face, 0, GL_RGBA, 4, 4, 0, *RGBA, texels[number])
    glTexSubImage2D(FACES[4], 0, 1, 2, 1, 1, *RGBA, b"abcd")
    texels[4, 2, 1] = list(b"abcd")
    for number, face in enumerate(FACES):
        assert (drawn("CUBE", TOWARDS[number]) == texels[number]).all()
        assert glGetTexImage(face, 0, *RGBA) == texels[number].tobytes()
    assert code(glTexImage2D, cube, 0, GL_RGBA, 4, 4, 0, *RGBA, None) == GL_INVALID_ENUM
    assert code(glGetTexImage, cube, 0, *RGBA) == GL_INVALID_ENUM
    assert code(glTexImage2D, FACES[2], 0, GL_RGBA, 4, 2, 0, *RGBA, None) == GL_INVALID_VALUE
    assert code(glCopyTexImage2D, FACES[2], 0, GL_RGBA, 0, 0, 4, 2, 0) == GL_INVALID_VALUE
    proxy = GL_PROXY_TEXTURE_CUBE_MAP
    glTexImage2D(proxy, 0, GL_RGBA, 4, 4, 0, *RGBA, None)
    assert glGetTexLevelParameteriv(proxy, 0, GL_TEXTURE_WIDTH) == 4
    glTexImage2D(proxy, 0, GL_RGBA, 4, 2, 0, *RGBA, None)
    assert glGetTexLevelParameteriv(proxy, 0, GL_TEXTURE_WIDTH) == 0
    name = bound(GL_TEXTURE_BINDING_CUBE_MAP)
    other = bound(GL_TEXTURE_BINDING_RECTANGLE_ARB)
    framebuffer()
    attach = glFramebufferTexture2D, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0
    assert code(*attach, FACES[1], other, 0) == GL_INVALID_OPERATION
    assert code(*attach, cube, name, 0) == GL_INVALID_OPERATION
    glBindFramebuffer(GL_FRAMEBUFFER, 0)
    assert cleared(glFramebufferTexture2D, FACES[1], name, 0) == [FACES[1], 0]
    assert (drawn("CUBE", TOWARDS[1]) == GREEN).all()
    assert (drawn("CUBE", TOWARDS[2]) == texels[2]).all()


def test_layers(texels):
    """They are an axis of the images."""
    assert glGetIntegerv(GL_MAX_ARRAY_TEXTURE_LAYERS_EXT) == TARGETS["ARRAY1D"].most_layers
    array, layers = GL_TEXTURE_2D_ARRAY_EXT, TARGETS["ARRAY2D"].most_layers
    glTexImage3D(array, 0, GL_RGBA, 4, 4, 6, 0, *RGBA, texels)
    assert (drawn("ARRAY2D", "s,t,3") == texels[3]).all()
    assert glGetTexImage(array, 0, *RGBA) == texels.tobytes()
    name = bound(GL_TEXTURE_BINDING_2D_ARRAY_EXT)
    assert cleared(glFramebufferTextureLayer, name, 0, 5) == [0, 5]
    assert (drawn("ARRAY2D", "s,t,5") == GREEN).all()
    texels[5] = GREEN
    assert glGetTexImage(array, 0, *RGBA) == texels.tobytes()
    image = GL_RGBA, 1, 1, layers + 1, 0, *RGBA, None
    assert code(glTexImage3D, array, 0, *image) == GL_INVALID_VALUE
    assert code(glEnable, array) == GL_INVALID_ENUM
    line = GL_TEXTURE_1D_ARRAY_EXT
    glTexImage2D(line, 0, GL_RGBA, 4, 6, 0, *RGBA, texels[:, 0])
    shown = drawn("ARRAY2D", "s,t,0")
    glCopyTexSubImage2D(line, 0, 1, 2, 0, 0, 2, 1)
    texels[2, 0, 1:3] = shown[0, :2]
    assert glGetTexImage(line, 0, *RGBA) == texels[:, 0].tobytes()
    cleared(glFramebufferTextureLayer, bound(GL_TEXTURE_BINDING_1D_ARRAY_EXT), 0, 3)
    texels[3, 0] = GREEN
    assert glGetTexImage(line, 0, *RGBA) == texels[:, 0].tobytes()
