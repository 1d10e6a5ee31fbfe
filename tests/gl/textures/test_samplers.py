"""Sampler objects: names, bindings, parameters, and samples of a unit with one."""

from __future__ import annotations

import numpy as np
import pytest

from softgl import Context
from softgl.gl import *
from softgl.gl.textures.samplers import NAMES
from tests.gl.attachments import code, use_program

# ARB_sampler_objects, table 6.23.
INITIAL = {
    GL_TEXTURE_BORDER_COLOR: [0, 0, 0, 0],
    GL_TEXTURE_MIN_FILTER: GL_NEAREST_MIPMAP_LINEAR,
    GL_TEXTURE_MAG_FILTER: GL_LINEAR,
    GL_TEXTURE_WRAP_S: GL_REPEAT,
    GL_TEXTURE_WRAP_T: GL_REPEAT,
    GL_TEXTURE_WRAP_R: GL_REPEAT,
    GL_TEXTURE_MIN_LOD: -1000,
    GL_TEXTURE_MAX_LOD: 1000,
    GL_TEXTURE_LOD_BIAS: 0,
    GL_TEXTURE_MAX_ANISOTROPY_EXT: 1,
    GL_TEXTURE_COMPARE_MODE: GL_NONE,
    GL_TEXTURE_COMPARE_FUNC: GL_LEQUAL,
    GL_TEXTURE_CUBE_MAP_SEAMLESS: 0,
}


def test_seamless_cube_maps_by_texture_and_sampler(context):
    # ARB_seamless_cubemap_per_texture, 8.13.1.
    glBindTexture(GL_TEXTURE_CUBE_MAP, 1)
    for face in range(6):
        target = GL_TEXTURE_CUBE_MAP_POSITIVE_X + face
        glTexImage2D(target, 0, GL_RGBA8, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, None)
    glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MIN_FILTER, GL_LINEAR)

    def seamless():
        return context.texturing.sampled(0, "CUBE")[0].seamless

    assert not seamless()
    assert int(glGetTexParameteriv(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_CUBE_MAP_SEAMLESS)) == 0
    glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_CUBE_MAP_SEAMLESS, True)
    assert int(glGetTexParameteriv(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_CUBE_MAP_SEAMLESS)) == 1
    assert seamless() and not glIsEnabled(GL_TEXTURE_CUBE_MAP_SEAMLESS)
    name = glGenSamplers(1)
    glBindSampler(0, name)
    glSamplerParameteri(name, GL_TEXTURE_MIN_FILTER, GL_LINEAR)
    assert not seamless()
    glSamplerParameteri(name, GL_TEXTURE_CUBE_MAP_SEAMLESS, True)
    assert seamless() and int(glGetSamplerParameteriv(name, GL_TEXTURE_CUBE_MAP_SEAMLESS)) == 1
    glSamplerParameteri(name, GL_TEXTURE_CUBE_MAP_SEAMLESS, False)
    glEnable(GL_TEXTURE_CUBE_MAP_SEAMLESS)
    assert seamless()


def test_names_and_bindings(context):
    one, *more = glGenSamplers(3)
    assert (one, glIsSampler(one), glIsSampler(0), glIsSampler(9)) == (1, 1, 0, 0)
    glActiveTexture(GL_TEXTURE3)
    assert glGetIntegerv(GL_SAMPLER_BINDING) == 0
    glBindSampler(3, one)
    glBindSampler(5, one)
    assert glGetIntegerv(GL_SAMPLER_BINDING) == one
    glDeleteSamplers([one, 77, 0])
    assert {unit.sampler for unit in context.texturing.units} == {None}
    assert (glIsSampler(one), glGetIntegerv(GL_SAMPLER_BINDING)) == (0, 0)
    glBindSampler(3, more[0])
    glBindSampler(3, 0)
    assert glGetIntegerv(GL_SAMPLER_BINDING) == 0
    assert code(glBindSampler, 0, one) == GL_INVALID_OPERATION
    assert code(glBindSampler, glGetIntegerv(GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS), 0) == (
        GL_INVALID_VALUE
    )


def test_parameters(context):
    name = glGenSamplers(1)
    assert INITIAL.keys() == set(NAMES)
    for pname, value in INITIAL.items():
        for get in (glGetSamplerParameteriv, glGetSamplerParameterfv, glGetSamplerParameterIiv):
            assert np.array_equal(get(name, pname), value), pname
    glSamplerParameteri(name, GL_TEXTURE_WRAP_S, GL_MIRROR_CLAMP_EXT)
    glSamplerParameterf(name, GL_TEXTURE_WRAP_T, float(GL_CLAMP))
    glSamplerParameteriv(name, GL_TEXTURE_MAG_FILTER, [GL_NEAREST])
    glSamplerParameterfv(name, GL_TEXTURE_MIN_LOD, [-1.5])
    glSamplerParameterIiv(name, GL_TEXTURE_MAX_LOD, [-7])
    glSamplerParameterIuiv(name, GL_TEXTURE_MIN_FILTER, np.array([GL_LINEAR], np.uint32))
    got = [
        int(glGetSamplerParameteriv(name, pname))
        for pname in (
            GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T, GL_TEXTURE_MAG_FILTER, GL_TEXTURE_MIN_FILTER,
            GL_TEXTURE_MIN_LOD,
        )
    ]  # fmt: skip
    assert got == [GL_MIRROR_CLAMP_EXT, GL_CLAMP, GL_NEAREST, GL_LINEAR, -2]
    unsigned = glGetSamplerParameterIuiv(name, GL_TEXTURE_MAX_LOD)
    assert (unsigned.dtype, unsigned) == (np.uint32, 2**32 - 7)
    # The texture's own parameters are others.
    assert glGetTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S) == GL_REPEAT


def test_border_colors_keep_their_type(context):
    name, pname = glGenSamplers(1), GL_TEXTURE_BORDER_COLOR

    def state():
        return context.texturing.samplers[name].state.border_color

    glSamplerParameteriv(name, pname, [2**31 - 1, -(2**31), 0, 0])
    assert np.allclose(state(), [1, -1, 0, 0], atol=1e-9)
    glSamplerParameterIiv(name, pname, [2**31 - 1, -(2**31), -3, 0])
    assert state() == (2**31 - 1, -(2**31), -3, 0)
    assert glGetSamplerParameterIiv(name, pname).tolist() == [2**31 - 1, -(2**31), -3, 0]
    glSamplerParameterIuiv(name, pname, np.array([2**32 - 1, 1, 2, 3], np.uint32))
    assert state() == (2**32 - 1, 1, 2, 3)
    assert glGetSamplerParameterIuiv(name, pname).tolist() == [2**32 - 1, 1, 2, 3]
    glSamplerParameterfv(name, pname, [0.25, 0.5, 0.75, 1.0])
    assert glGetSamplerParameterfv(name, pname).tolist() == [0.25, 0.5, 0.75, 1.0]
    # With another type: documented in docs/undefined.md.
    assert glGetSamplerParameterIiv(name, pname).tolist() == [0, 1, 1, 1]


SHOW = "!!ARBfp1.0\nTEX result.color, fragment.texcoord[0], texture[0], {};\nEND\n"


def bottom_row(s=(0.0, 1.0)):
    """The red values of the window's bottom row, with s from one end of it to the other."""
    glBegin(GL_QUADS)
    for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        glTexCoord2f(s[(x + 1) // 2], 0.5)
        glVertex2f(x, y)
    glEnd()
    return list(glReadPixels(0, 0, 8, 1, GL_RED, GL_UNSIGNED_BYTE))


@pytest.fixture
def striped():
    """A context that draws a 2D texture of two texels, without mipmaps, by a fragment program."""
    context = Context(8, 8, machine="eager")
    use_program(SHOW.format("2D"))
    pixels = np.array([[0, 200]], np.uint8)
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 2, 1, 0, GL_RED, GL_UNSIGNED_BYTE, pixels)
    yield context


NEAREST, BLACK = [0] * 4 + [200] * 4, [0] * 8


def test_a_draw_samples_by_the_sampler_object(striped):
    """With SOFTGL_CHECK_PLANS every draw is derived anew too, and compared."""
    assert bottom_row() == BLACK  # not complete
    name = glGenSamplers(1)
    glBindSampler(0, name)
    assert bottom_row() == BLACK
    for pname in (GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER):
        glSamplerParameteri(name, pname, GL_NEAREST)
    assert bottom_row() == NEAREST
    assert bottom_row((1.0, 3.0)) == [0, 0, 200, 200] * 2
    glSamplerParameteri(name, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER)
    glSamplerParameterfv(name, GL_TEXTURE_BORDER_COLOR, [0.2, 0, 0, 0])
    assert bottom_row((1.0, 3.0)) == [51] * 8
    # Of the texture's own parameters none counts, nor do sampler objects of other units.
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR)
    glBindSampler(1, glGenSamplers(1))
    assert bottom_row() == NEAREST
    # "The bindings and state for sampler objects are not pushed or popped."
    glPushAttrib(GL_ALL_ATTRIB_BITS)
    glBindSampler(0, 0)
    assert bottom_row() == BLACK
    glPopAttrib()
    assert glGetIntegerv(GL_SAMPLER_BINDING) == 0
    assert bottom_row() == BLACK
    glBindSampler(0, name)
    assert bottom_row() == NEAREST
    glDeleteSamplers(name)
    assert bottom_row() == BLACK


def test_without_programs_too(striped):
    glDisable(GL_FRAGMENT_PROGRAM_ARB)
    glEnable(GL_TEXTURE_2D)
    white = [255] * 8
    assert bottom_row() == white
    name = glGenSamplers(1)
    for pname in (GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER):
        glSamplerParameteri(name, pname, GL_NEAREST)
    assert bottom_row() == white
    glBindSampler(0, name)
    assert bottom_row() == NEAREST
    glSamplerParameteri(name, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR)
    assert bottom_row() == white


def test_what_a_rectangle_cannot_have(striped):
    """ARB_sampler_objects, 3.9.2: it is as if the texture were incomplete."""
    use_program(SHOW.format("RECT"))
    pixels, target = np.array([[0, 200]], np.uint8), GL_TEXTURE_RECTANGLE_ARB
    glTexImage2D(target, 0, GL_RGBA, 2, 1, 0, GL_RED, GL_UNSIGNED_BYTE, pixels)
    glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST)
    glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST)
    assert bottom_row((0.0, 2.0)) == NEAREST
    name = glGenSamplers(1)
    glBindSampler(0, name)
    glSamplerParameteri(name, GL_TEXTURE_MAG_FILTER, GL_NEAREST)
    for pname, value in (
        (GL_TEXTURE_MIN_FILTER, GL_NEAREST),
        (GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE),
        (GL_TEXTURE_WRAP_T, GL_CLAMP),
        (GL_TEXTURE_WRAP_R, GL_CLAMP_TO_BORDER),
    ):
        assert bottom_row((0.0, 2.0)) == BLACK
        glSamplerParameteri(name, pname, value)
    assert bottom_row((0.0, 2.0)) == NEAREST
    glSamplerParameteri(name, GL_TEXTURE_WRAP_S, GL_MIRRORED_REPEAT)
    assert bottom_row((0.0, 2.0)) == BLACK
