"""Framebuffer objects, renderbuffers and textures for tests, in the current context."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from softgl import GLError
from softgl.gl import *

SIDE, LAYERS = 8, 3  # of the textures of any target


def code(function, *arguments):
    """The error code that a call raises."""
    with pytest.raises(GLError) as caught:
        function(*arguments)
    return caught.value.code


def renderbuffer(format_, width=8, height=8):
    """A renderbuffer of a format."""
    name = glGenRenderbuffers(1)
    glBindRenderbuffer(GL_RENDERBUFFER, name)
    glRenderbufferStorage(GL_RENDERBUFFER, format_, width, height)
    return name


def texture(format_=GL_RGBA8, width=8, height=8, level=0):
    """A 2D texture with one image of zeros."""
    name = glGenTextures(1)
    glBindTexture(GL_TEXTURE_2D, name)
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST)
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST)
    glTexImage2D(GL_TEXTURE_2D, level, format_, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, None)
    return name


def framebuffer(**attachments):
    """A bound framebuffer object; attachments by "color0", "depth": names of renderbuffers."""
    name = glGenFramebuffers(1)
    glBindFramebuffer(GL_FRAMEBUFFER, name)
    for point, image in attachments.items():
        attach(point, image)
    return name


def point_enum(point):
    number = point.removeprefix("color")
    if number.isdigit():
        return GL_COLOR_ATTACHMENT0 + int(number)
    return globals()[f"GL_{point.upper()}_ATTACHMENT"]


def attach(point, image):
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, point_enum(point), GL_RENDERBUFFER, image)


def attach_texture(point, name, level=0):
    glFramebufferTexture2D(GL_FRAMEBUFFER, point_enum(point), GL_TEXTURE_2D, name, level)


def status():
    return glCheckFramebufferStatus(GL_FRAMEBUFFER)


def pixel(x=0, y=0):
    return glReadPixels(x, y, 1, 1, GL_RGBA, GL_FLOAT).reshape(-1).tolist()


def use_program(text, target=GL_FRAGMENT_PROGRAM_ARB):
    """Loads a program, and runs it from now on."""
    glBindProgramARB(target, glGenProgramsARB(1))
    glProgramStringARB(target, GL_PROGRAM_FORMAT_ASCII_ARB, len(text), text.encode())
    glEnable(target)


# -- textures of any target, whose places are what can be attached ---------------------------------


def enum(name):
    return globals()[f"GL_{name}"]


def texture_of(target, format_, layout, type_):
    """A texture of a target with two levels, or one, of zeros: its name, and the size of each."""
    name, sizes = glGenTextures(1), {}
    glBindTexture(enum(target.enum), name)
    for pname in (GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER):
        glTexParameteri(enum(target.enum), pname, GL_NEAREST)
    specify = (glTexImage1D, glTexImage2D, glTexImage3D)[target.axes - 1]
    for level in range(1 + target.mipmapped):
        layers = 6 if target.directed else LAYERS
        size = [layers if axis == target.layers else SIDE >> level for axis in range(target.axes)]
        for image in target.images:
            specify(enum(image), level, format_, *size, 0, layout, type_, None)
        sizes[level] = size
    return name, sizes


def places(target, sizes):
    """(level, face, layer) of all that can be attached."""
    for level, size in sizes.items():
        slices = 1 if target.sliced is None else size[target.sliced]
        yield from product([level], range(len(target.images)), range(slices))


def read_back(target, sizes, layout, type_):
    """The texels of every attached image by glGetTexImage: (pixels, n)."""
    found = {}
    for level, face, layer in places(target, sizes):
        values = glGetTexImage(enum(target.images[face]), level, layout, type_, outputType=bytes)
        slices = 1 if target.sliced is None else sizes[level][target.sliced]
        kind = np.uint8 if type_ == GL_UNSIGNED_BYTE else np.float32
        found[level, face, layer] = np.frombuffer(values, kind).reshape(slices, -1)[layer]
    return found
