"""Texture objects, units, parameters, and the level-of-detail bias of a unit."""

import numpy as np
import pytest

from softgl import GLError
from softgl.gl import *
from softgl.gl.api.arguments import ArgumentError
from softgl.gl.textures.parameters import PARAMETERS


def code(function, *arguments):
    """The code of the GLError that a call raises."""
    with pytest.raises(GLError) as caught:
        function(*arguments)
    return caught.value.code


def test_names(context):
    one = glGenTextures(1)
    assert (type(one), one) == (np.uint32, 1)
    three = glGenTextures(3)
    assert (three.dtype, three.tolist()) == (np.uint32, [2, 3, 4])
    assert glIsTexture(one) == 0
    glBindTexture(GL_TEXTURE_2D, one)
    assert (glIsTexture(one), glIsTexture(0), glIsTexture(99)) == (1, 0, 0)
    glDeleteTextures([2, 3])
    glDeleteTextures(2, np.array([1, 77], np.uint32))
    glDeleteTextures(4)
    assert glIsTexture(one) == 0
    assert context.texturing.objects == {}
    assert code(glGenTextures, -1) == GL_INVALID_VALUE


def test_binding(context):
    assert glGetIntegerv(GL_TEXTURE_BINDING_2D) == 0
    # OpenGL 2.1 lets an application choose its names.
    glBindTexture(GL_TEXTURE_2D, 40)
    assert glGetIntegerv(GL_TEXTURE_BINDING_2D) == 40
    assert glGetIntegerv(GL_TEXTURE_BINDING_3D) == 0
    first = context.texturing.units[0].bound["2D"]
    glBindTexture(GL_TEXTURE_2D, 0)
    glBindTexture(GL_TEXTURE_2D, 40)
    assert context.texturing.units[0].bound["2D"] is first
    assert glGenTextures(1) != 40


def test_a_texture_keeps_its_target(context, snapshot):
    glBindTexture(GL_TEXTURE_2D, 5)
    before = snapshot(context)
    assert code(glBindTexture, GL_TEXTURE_3D, 5) == GL_INVALID_OPERATION
    assert code(glBindTexture, GL_RGBA, 6) == GL_INVALID_ENUM
    assert snapshot(context) == before


def test_units(context):
    assert glGetIntegerv(GL_ACTIVE_TEXTURE) == GL_TEXTURE0
    glBindTexture(GL_TEXTURE_2D, 1)
    glActiveTexture(GL_TEXTURE3)
    assert glGetIntegerv(GL_ACTIVE_TEXTURE) == GL_TEXTURE3
    assert glGetIntegerv(GL_TEXTURE_BINDING_2D) == 0
    glBindTexture(GL_TEXTURE_2D, 2)
    assert context.texturing.units[0].bound["2D"].name == 1
    assert context.texturing.units[3].bound["2D"].name == 2
    # Texture 0 is one object, in whatever unit.
    assert context.texturing.units[1].bound["2D"] is context.texturing.units[2].bound["2D"]
    glActiveTextureARB(GL_TEXTURE15)
    assert code(glActiveTexture, GL_TEXTURE0 + 48) == GL_INVALID_ENUM
    assert code(glActiveTexture, 3) == GL_INVALID_ENUM
    assert glGetIntegerv(GL_ACTIVE_TEXTURE) == GL_TEXTURE15


def test_units_that_are_created_late_are_as_the_first(context):
    """Creation changes nothing; their state counts, is saved and restored, and loses textures."""
    texturing = context.texturing
    before, created = (texturing.revision, texturing.fingerprint), len(texturing.units.created())
    late = texturing.units[30]
    assert (texturing.revision, texturing.compute_fingerprint()) == before
    assert len(texturing.units.created()) == created + 1
    assert late is texturing.units[30] is texturing.units[-18] is texturing.units[30:][0]
    glActiveTexture(GL_TEXTURE30)
    glTexEnvf(GL_TEXTURE_FILTER_CONTROL, GL_TEXTURE_LOD_BIAS, 1.0)
    assert texturing.revision > before[0] and texturing.fingerprint != before[1]
    glPushAttrib(GL_TEXTURE_BIT)
    glActiveTexture(GL_TEXTURE31)
    glBindTexture(GL_TEXTURE_2D, 1)
    glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_ADD)
    glPopAttrib()
    last = list(texturing.units)[31]
    assert (last.bound["2D"].name, last.environment.mode) == (0, GL_MODULATE)
    assert (late.lod_bias, late.owner, last.owner) == (1.0, texturing, texturing)
    glBindTexture(GL_TEXTURE_2D, 1)
    glDeleteTextures(1)
    assert late.bound["2D"].name == 0
    with pytest.raises(IndexError):
        texturing.units[48]


def test_deleting_a_bound_texture_binds_texture_zero(context):
    glBindTexture(GL_TEXTURE_2D, 1)
    glActiveTexture(GL_TEXTURE1)
    glBindTexture(GL_TEXTURE_2D, 1)
    glDeleteTextures(1)
    assert glGetIntegerv(GL_TEXTURE_BINDING_2D) == 0
    glActiveTexture(GL_TEXTURE0)
    assert glGetIntegerv(GL_TEXTURE_BINDING_2D) == 0


def test_switches(context):
    unit = context.texturing.units[2]
    glActiveTexture(GL_TEXTURE2)
    assert unit.enabled is None
    glEnable(GL_TEXTURE_1D)
    assert unit.enabled == "1D"
    glEnable(GL_TEXTURE_2D)
    assert unit.enabled == "2D"
    assert glIsEnabled(GL_TEXTURE_2D) == 1
    # OpenGL 2.1, 3.8.16: of the enabled targets the one of most dimensions is used.
    glEnable(GL_TEXTURE_3D)
    assert unit.enabled == "3D"
    glActiveTexture(GL_TEXTURE0)
    assert glIsEnabled(GL_TEXTURE_2D) == 0


INITIAL = {
    GL_TEXTURE_MIN_FILTER: GL_NEAREST_MIPMAP_LINEAR,
    GL_TEXTURE_MAG_FILTER: GL_LINEAR,
    GL_TEXTURE_WRAP_S: GL_REPEAT,
    GL_TEXTURE_WRAP_T: GL_REPEAT,
    GL_TEXTURE_WRAP_R: GL_REPEAT,
    GL_TEXTURE_BORDER_COLOR: [0, 0, 0, 0],
    GL_TEXTURE_PRIORITY: 1,
    GL_TEXTURE_MIN_LOD: -1000,
    GL_TEXTURE_MAX_LOD: 1000,
    GL_TEXTURE_BASE_LEVEL: 0,
    GL_TEXTURE_MAX_LEVEL: 1000,
    GL_TEXTURE_LOD_BIAS: 0,
    GL_GENERATE_MIPMAP: 0,
    GL_DEPTH_TEXTURE_MODE: GL_LUMINANCE,
    GL_TEXTURE_COMPARE_MODE: GL_NONE,
    GL_TEXTURE_COMPARE_FUNC: GL_LEQUAL,
    GL_TEXTURE_MAX_ANISOTROPY_EXT: 1,
    GL_TEXTURE_UNSIGNED_REMAP_MODE_NV: GL_NONE,
    GL_TEXTURE_SWIZZLE_R: GL_RED,
    GL_TEXTURE_SWIZZLE_G: GL_GREEN,
    GL_TEXTURE_SWIZZLE_B: GL_BLUE,
    GL_TEXTURE_SWIZZLE_A: GL_ALPHA,
    GL_TEXTURE_SWIZZLE_RGBA: [GL_RED, GL_GREEN, GL_BLUE, GL_ALPHA],
    GL_TEXTURE_RESIDENT: 1,
    GL_TEXTURE_CUBE_MAP_SEAMLESS: 0,
    GL_DEPTH_STENCIL_TEXTURE_MODE: GL_DEPTH_COMPONENT,
}


@pytest.mark.parametrize(("pname", "value"), INITIAL.items())
def test_initial_parameters(context, pname, value):
    # OpenGL 2.1, table 6.17.
    assert PARAMETERS.keys() == INITIAL.keys() - {GL_TEXTURE_RESIDENT}
    floats = glGetTexParameterfv(GL_TEXTURE_2D, pname)
    assert floats.dtype == np.float32
    assert floats.tolist() == value
    if not isinstance(value, list):
        integer = glGetTexParameteriv(GL_TEXTURE_2D, pname)
        assert (type(integer), integer) == (np.int32, value)


@pytest.mark.parametrize(
    ("pname", "value", "stored"),
    [
        (GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_NEAREST, None),
        (GL_TEXTURE_MAG_FILTER, GL_NEAREST, None),
        (GL_TEXTURE_WRAP_S, GL_CLAMP, None),
        (GL_TEXTURE_WRAP_T, GL_CLAMP_TO_BORDER, None),
        (GL_TEXTURE_WRAP_R, GL_MIRRORED_REPEAT, None),
        (GL_TEXTURE_WRAP_S, GL_MIRROR_CLAMP_EXT, None),
        (GL_TEXTURE_MIN_LOD, -2, None),
        (GL_TEXTURE_MAX_LEVEL, 3, None),
        (GL_GENERATE_MIPMAP, 1, None),
        (GL_DEPTH_TEXTURE_MODE, GL_ALPHA, None),
        (GL_DEPTH_TEXTURE_MODE, GL_INTENSITY, None),
        (GL_TEXTURE_COMPARE_MODE, GL_COMPARE_R_TO_TEXTURE, None),
        (GL_TEXTURE_COMPARE_FUNC, GL_NOTEQUAL, None),
        (GL_TEXTURE_SWIZZLE_G, GL_ALPHA, None),
        (GL_TEXTURE_UNSIGNED_REMAP_MODE_NV, GL_EXPAND_NORMAL_NV, None),
        (GL_TEXTURE_MAX_ANISOTROPY_EXT, 4, None),
        (GL_TEXTURE_SWIZZLE_A, GL_ONE, None),
    ],
)
def test_every_form_sets_a_parameter(context, pname, value, stored):
    stored = value if stored is None else stored
    for number, (function, argument) in enumerate(
        [
            (glTexParameteri, value),
            (glTexParameterf, float(value)),
            (glTexParameteriv, [value]),
            (glTexParameterfv, [value]),
            (glTexParameterfv, value),
            (glTexParameterfv, np.array([value], np.float64)),
        ]
    ):
        glBindTexture(GL_TEXTURE_2D, 10 + number)
        function(GL_TEXTURE_2D, pname, argument)
        assert glGetTexParameteriv(GL_TEXTURE_2D, pname) == stored
        assert glGetTexParameterfv(GL_TEXTURE_2D, pname) == stored


def test_levels_given_as_floats_are_rounded(context):
    glTexParameterf(GL_TEXTURE_2D, GL_TEXTURE_BASE_LEVEL, 1.6)
    glTexParameterf(GL_TEXTURE_2D, GL_TEXTURE_MIN_LOD, 1.6)
    assert glGetTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_BASE_LEVEL) == 2
    assert glGetTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_MIN_LOD) == np.float32(1.6)
    assert glGetTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_MIN_LOD) == 2


def test_border_color(context):
    glTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, (0.25, 0.5, 1, 0))
    assert glGetTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR).tolist() == [0.25, 0.5, 1, 0]
    # ARB_color_buffer_float, 6.1.2: clamped as fragments are.
    glTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, (-1, 0.5, 2, 0))
    assert glGetTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR).tolist() == [0, 0.5, 1, 0]
    glClampColorARB(GL_CLAMP_FRAGMENT_COLOR_ARB, GL_FALSE)
    assert glGetTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR).tolist() == [-1, 0.5, 2, 0]
    # OpenGL 2.1, table 2.9: integers span [-1, 1].
    glTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, [2**31 - 1, -(2**31), 0, 2**30])
    color = glGetTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR)
    assert np.allclose(color, [1, -1, 0, 0.5], atol=1e-8)
    # 2^30 is a little more than 0.5, which is what a float32 keeps of it.
    assert glGetTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR).tolist() == [
        2**31 - 1, -(2**31), 0, 2**30 - 1,
    ]  # fmt: skip


def test_swizzle(context):
    glTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_RGBA, [GL_ONE, GL_RED, GL_ZERO, GL_GREEN])
    assert glGetTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_A) == GL_GREEN
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_B, GL_ALPHA)
    found = glGetTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_RGBA)
    assert found.tolist() == [GL_ONE, GL_RED, GL_ALPHA, GL_GREEN]
    texture = context.texturing.units[0].bound["2D"]
    assert texture.parameters.swizzle == ("ONE", "RED", "ALPHA", "GREEN")


def test_priority(context):
    glTexParameterf(GL_TEXTURE_2D, GL_TEXTURE_PRIORITY, 3)
    assert glGetTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_PRIORITY) == 1
    # OpenGL 2.1, 3.8.4: integers by table 2.9, clamped to [0, 1].
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_PRIORITY, 2**30)
    assert glGetTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_PRIORITY) == 0.5
    glTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_PRIORITY, [-(2**31)])
    assert glGetTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_PRIORITY) == 0


MIPMAP = GL_LINEAR_MIPMAP_LINEAR


@pytest.mark.parametrize(
    ("function", "arguments", "expected"),
    [
        (glTexParameteri, (GL_RGBA, GL_TEXTURE_WRAP_S, GL_REPEAT), GL_INVALID_ENUM),
        (glTexParameteri, (GL_TEXTURE_2D, GL_REPEAT, GL_REPEAT), GL_INVALID_ENUM),
        (glTexParameteri, (GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_LINEAR), GL_INVALID_ENUM),
        (glTexParameterf, (GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, float("nan")), GL_INVALID_ENUM),
        (glTexParameteri, (GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, MIPMAP), GL_INVALID_ENUM),
        (glTexParameteri, (GL_TEXTURE_2D, GL_TEXTURE_BASE_LEVEL, -1), GL_INVALID_VALUE),
        (glTexParameteri, (GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, -1), GL_INVALID_VALUE),
        (glTexParameterf, (GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, 1.0), GL_INVALID_ENUM),
        (glTexParameterfv, (GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, [1, 2]), GL_INVALID_VALUE),
        (glTexParameteriv, (GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, []), GL_INVALID_VALUE),
        (glTexParameteri, (GL_TEXTURE_2D, GL_TEXTURE_RESIDENT, 1), GL_INVALID_ENUM),
        # EXT_texture_filter_anisotropic, Errors.
        (glTexParameterf, (GL_TEXTURE_2D, GL_TEXTURE_MAX_ANISOTROPY_EXT, 0.99), GL_INVALID_VALUE),
        (glTexParameteri, (GL_TEXTURE_2D, GL_TEXTURE_MAX_ANISOTROPY_EXT, 0), GL_INVALID_VALUE),
        (
            glTexParameteri,
            (GL_TEXTURE_2D, GL_TEXTURE_UNSIGNED_REMAP_MODE_NV, GL_LINEAR),
            GL_INVALID_ENUM,
        ),
        # OpenGL 3.3, 3.9.8.
        (glTexParameteri, (GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_R, GL_RGBA), GL_INVALID_ENUM),
        (glTexParameterf, (GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_A, 0.5), GL_INVALID_ENUM),
        (
            glTexParameteriv,
            (GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_RGBA, [GL_RED, GL_ONE, GL_RED, GL_CLAMP]),
            GL_INVALID_ENUM,
        ),
        (glTexParameteri, (GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_RGBA, GL_RED), GL_INVALID_ENUM),
        (glTexParameteriv, (GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_RGBA, [1, 1, 1]), GL_INVALID_VALUE),
        (glGetTexParameteriv, (GL_TEXTURE_2D, GL_REPEAT), GL_INVALID_ENUM),
        (glTexEnvf, (GL_TEXTURE_FILTER_CONTROL, GL_REPEAT, 1.0), GL_INVALID_ENUM),
        (glTexEnvfv, (GL_TEXTURE_FILTER_CONTROL, GL_TEXTURE_LOD_BIAS, []), GL_INVALID_VALUE),
    ],
)  # fmt: skip
def test_refused_parameters(context, snapshot, function, arguments, expected):
    before = snapshot(context)
    assert code(function, *arguments) == expected
    assert snapshot(context) == before


def test_what_is_no_number(context):
    with pytest.raises(ArgumentError):
        glTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_MIN_LOD, "high")
    with pytest.raises(ArgumentError):
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_LOD, 1.5)


def test_the_bias_of_a_unit(context):
    glActiveTexture(GL_TEXTURE1)
    glTexEnvf(GL_TEXTURE_FILTER_CONTROL, GL_TEXTURE_LOD_BIAS, 1.5)
    assert glGetTexEnvfv(GL_TEXTURE_FILTER_CONTROL, GL_TEXTURE_LOD_BIAS) == 1.5
    assert context.texturing.units[1].lod_bias == 1.5
    assert context.texturing.units[0].lod_bias == 0.0
    glTexEnviv(GL_TEXTURE_FILTER_CONTROL, GL_TEXTURE_LOD_BIAS, [-3])
    assert glGetTexEnviv(GL_TEXTURE_FILTER_CONTROL, GL_TEXTURE_LOD_BIAS) == -3


def test_the_names_of_the_comparison_mode(context):
    assert GL_COMPARE_REF_TO_TEXTURE == GL_COMPARE_R_TO_TEXTURE
    assert GL_COMPARE_REF_DEPTH_TO_TEXTURE_EXT == GL_COMPARE_R_TO_TEXTURE


def test_seamless_cube_maps(context):
    """Every draw looks: with SOFTGL_CHECK_PLANS it is derived anew, and compared."""
    glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MIN_FILTER, GL_LINEAR)
    glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE)
    for face in range(6):
        target = GL_TEXTURE_CUBE_MAP_POSITIVE_X + face
        pixel = np.full((1, 1, 3), 51 * face, np.uint8)
        glTexImage2D(target, 0, GL_RGB, 1, 1, 0, GL_RGB, GL_UNSIGNED_BYTE, pixel)
    glEnable(GL_TEXTURE_CUBE_MAP)

    def red():
        glBegin(GL_QUADS)
        # Half-way between +Y and +Z, on the side of +Z.
        glTexCoord3f(0, 1, 1)
        for corner in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
            glVertex2f(*corner)
        glEnd()
        return glReadPixels(0, 0, 1, 1, GL_RED, GL_UNSIGNED_BYTE)[0]

    assert (glIsEnabled(GL_TEXTURE_CUBE_MAP_SEAMLESS), red()) == (0, 204)
    glEnable(GL_TEXTURE_CUBE_MAP_SEAMLESS)
    assert (glGetBooleanv(GL_TEXTURE_CUBE_MAP_SEAMLESS), red()) == (1, 153)
    # ARB_seamless_cube_map, New State: it is in no attribute group.
    glPushAttrib(GL_ALL_ATTRIB_BITS)
    glDisable(GL_TEXTURE_CUBE_MAP_SEAMLESS)
    glPopAttrib()
    assert red() == 204


def test_record_mode(record):
    glBindTexture(GL_RGBA, 1)
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_BASE_LEVEL, -1)
    assert glGetError() == GL_INVALID_ENUM
    assert glGetError() == GL_NO_ERROR


def test_a_unit_counts_its_bindings(context):
    unit, other = context.texturing.units[:2]
    untouched = other.revision

    def counted(function, *arguments):
        before = unit.revision
        function(*arguments)
        return unit.revision != before

    assert counted(glBindTexture, GL_TEXTURE_2D, 1)
    assert not counted(glBindTexture, GL_TEXTURE_2D, 1)
    assert not counted(glPushAttrib, GL_TEXTURE_BIT)
    assert counted(glBindTexture, GL_TEXTURE_2D, 0)
    assert counted(glPopAttrib)
    assert counted(glTexEnvf, GL_TEXTURE_FILTER_CONTROL, GL_TEXTURE_LOD_BIAS, 1.0)
    assert not counted(glTexParameteri, GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 3)
    assert counted(glDeleteTextures, 1)
    assert unit.bound["2D"].name == 0
    assert other.revision == untouched
