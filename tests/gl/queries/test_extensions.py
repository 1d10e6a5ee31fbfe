"""Every command of the extensions in GL_EXTENSIONS exists, under all of its names."""

from __future__ import annotations

import re

import numpy as np
import pytest

from softgl import GLError
from softgl.gl import *
from softgl.gl.api import registry
from softgl.gl.api.declarations import COMMANDS
from softgl.gl.api.signature import signature
from softgl.gl.queries.strings import EXTENSIONS

# NV_half_float: "glVertexWeighthNV [...] only if EXT_vertex_weighting is supported".
# NV_transform_feedback: "If neither ARB_shader_objects nor OpenGL 2.0 is supported, all references
# to shader and program objects, as well as varying variables, should be removed."
NOT_THERE = {
    *("glVertexWeighthNV", "glVertexWeighthvNV"),
    *("glTransformFeedbackVaryingsNV", "glGetTransformFeedbackVaryingNV", "glActiveVaryingNV"),
    *("glGetVaryingLocationNV", "glGetActiveVaryingNV"),
    # The specification does not have it; gl.xml does.
    "glTransformFeedbackStreamAttribsNV",
    # ARB_robustness: "If the ARB_imaging subset [...] is not supported, the commands
    # GetnColorTableARB, GetnConvolutionFilterARB [...] are not supported".
    *("glGetnColorTableARB", "glGetnConvolutionFilterARB", "glGetnSeparableFilterARB"),
    *("glGetnHistogramARB", "glGetnMinmaxARB"),
}
# EXT_direct_state_access: commands of extensions that are not there, which say in their own texts
# that they add to it: doubles in GLSL and in arrays, NV_explicit_multisample, sparse textures.
OF_OTHERS = r"glProgramUniform\w+dv?EXT|TexRenderbuffer|TextureRenderbuffer|AttribL|PageCommitment"


# Names of ARB_texture_rectangle, SGIS_texture_edge_clamp and EXT_packed_pixels that gl.xml lacks.
UNREGISTERED = {
    *("GL_EXT_texture_rectangle", "GL_EXT_texture_edge_clamp", "GL_APPLE_packed_pixels"),
}


def test_every_command_of_an_extension_is_there():
    for name in set(EXTENSIONS) - UNREGISTERED:
        missing = set(registry.EXTENSIONS[name].split()) - COMMANDS.keys() - NOT_THERE
        if name == "GL_EXT_direct_state_access":
            missing = {command for command in missing if not re.search(OF_OTHERS, command)}
        assert not missing, name


TAKEN_IN = {
    "1.2": """EXT_texture3D EXT_bgra EXT_packed_pixels EXT_rescale_normal SGIS_texture_lod
        EXT_separate_specular_color SGIS_texture_edge_clamp EXT_draw_range_elements""",
    "1.3": """ARB_texture_compression ARB_texture_cube_map ARB_multisample ARB_multitexture
        ARB_texture_env_add ARB_texture_env_combine ARB_texture_env_dot3 ARB_texture_border_clamp
        ARB_transpose_matrix""",
    "1.4": """SGIS_generate_mipmap NV_blend_square EXT_blend_color EXT_blend_minmax ARB_shadow
        EXT_blend_subtract ARB_depth_texture EXT_fog_coord EXT_multi_draw_arrays ARB_window_pos
        ARB_point_parameters EXT_secondary_color EXT_blend_func_separate EXT_stencil_wrap
        ARB_texture_env_crossbar EXT_texture_lod_bias ARB_texture_mirrored_repeat""",
    "1.5": "ARB_vertex_buffer_object ARB_occlusion_query EXT_shadow_funcs",
    "2.0": """ARB_shader_objects ARB_vertex_shader ARB_fragment_shader ARB_shading_language_100
        ARB_draw_buffers ARB_texture_non_power_of_two ARB_point_sprite ATI_separate_stencil
        EXT_blend_equation_separate""",
    "2.1": "ARB_pixel_buffer_object EXT_texture_sRGB",
}
"""Extensions that each version adopted, without the imaging subset."""


@pytest.mark.parametrize("version", TAKEN_IN)
def test_what_versions_took_from_extensions_is_there(version):
    assert {f"GL_{name}" for name in TAKEN_IN[version].split()} <= set(EXTENSIONS)


@pytest.mark.parametrize("version", registry.VERSIONS)
def test_every_command_of_a_version_is_there(version):
    assert not set(registry.VERSIONS[version].split()) - COMMANDS.keys()


def test_every_core_command_is_there():
    """The names of extensions and of later versions aside, all commands are there."""
    core = {name for name in registry.COMMANDS if not name.endswith(("ARB", "EXT", "NV", "ATI"))}
    extended = {name for names in registry.EXTENSIONS.values() for name in names.split()}
    assert not core - extended - COMMANDS.keys()
    # Of later versions all that extensions have under other names.
    missing = registry.COMMANDS.keys() - COMMANDS.keys()
    assert not missing & {registry.ALIASES.get(name, name) for name in COMMANDS}


def test_every_name_of_a_command_that_is_there_is_there():
    originals = {registry.ALIASES.get(name, name) for name in COMMANDS}
    others = {name for name, original in registry.ALIASES.items() if original in originals}
    assert len(others) > 250
    assert others <= COMMANDS.keys()


def test_an_alias_has_the_parameters_of_its_original():
    for name, original in registry.ALIASES.items():
        if original in registry.COMMANDS:
            mine, its = ([p.pointer for p in signature(n).parameters] for n in (name, original))
            assert mine == its, name


def test_aliases_do_the_same(context):
    glPointParameterfARB(GL_POINT_SIZE_MIN_ARB, 2)
    assert glGetFloatv(GL_POINT_SIZE_MIN) == 2
    glPointParameterfvEXT(GL_DISTANCE_ATTENUATION_EXT, [1, 2, 3])
    assert glGetFloatv(GL_POINT_DISTANCE_ATTENUATION).tolist() == [1, 2, 3]
    glSampleCoverageARB(0.25, True)
    assert glGetFloatv(GL_SAMPLE_COVERAGE_VALUE_ARB) == 0.25
    glBindTextureEXT(GL_TEXTURE_2D, 3)
    assert glGetIntegerv(GL_TEXTURE_2D_BINDING_EXT) == 3
    glActiveTextureARB(GL_TEXTURE1_ARB)
    assert glGetIntegerv(GL_ACTIVE_TEXTURE) == GL_TEXTURE1
    # PyOpenGL's other call forms, and the alias's own parameter names.
    glBindBufferARB(GL_ARRAY_BUFFER_ARB, 1)
    glBufferDataARB(GL_ARRAY_BUFFER_ARB, b"1234", GL_STATIC_DRAW_ARB)
    glDeleteBuffersARB([1])
    glMultiDrawArraysEXT(mode=GL_POINTS, first=[], count=[], primcount=0)


def test_errors_have_the_name_that_was_called(context):
    for call in (glSampleCoverageARB, glPointParameterfEXT, glBlendEquationEXT):
        with pytest.raises(GLError) as caught:
            call(*[GL_VIEWPORT] * len(signature(call.__name__).parameters), 1)
        assert caught.value.baseOperation == call.__name__
    with pytest.raises(GLError) as caught:
        glDrawBuffersATI([GL_VIEWPORT])
    assert (caught.value.baseOperation, caught.value.err) == ("glDrawBuffersATI", GL_INVALID_ENUM)


# -- residence -------------------------------------------------------------------------------------


def test_every_texture_is_resident(context):
    glBindTexture(GL_TEXTURE_2D, 4)
    glBindTexture(GL_TEXTURE_3D, 5)
    assert glAreTexturesResident(2, [4, 5]).tolist() == [1, 1]
    assert glAreTexturesResident([4, 5]).tolist() == [1, 1]  # PyOpenGL's own form
    residences = np.full(2, 7, np.uint8)
    # OpenGL 2.1, 3.8.12: if all are, "the contents of residences are not changed".
    assert glAreTexturesResidentEXT(2, [4, 5], residences) == 1
    assert residences.tolist() == [7, 7]
    assert glGetTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_RESIDENT) == 1
    reserved = glGenTextures(1)
    for names in ([4, 0], [4, 6], [reserved, 4]):
        with pytest.raises(GLError) as caught:
            glAreTexturesResident(2, names)
        assert caught.value.err == GL_INVALID_VALUE


def test_priorities(context):
    glBindTexture(GL_TEXTURE_2D, 4)
    glBindTexture(GL_TEXTURE_3D, 5)
    glPrioritizeTextures(4, [4, 5, 0, 9], [0.25, 3, 1, 1])
    assert glGetTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_PRIORITY) == 0.25
    assert glGetTexParameterfv(GL_TEXTURE_3D, GL_TEXTURE_PRIORITY) == 1
    assert not glIsTexture(9)


# -- proxies ---------------------------------------------------------------------------------------


def proxy(pname, level=0, target=GL_PROXY_TEXTURE_2D):
    return glGetTexLevelParameteriv(target, level, pname)


def test_a_proxy_shows_what_there_can_be(context, snapshot):
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, bytes(16))
    image = context.texturing.current.bound["2D"]
    before = snapshot(image)
    arguments = (16, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, None)
    glTexImage2D(GL_PROXY_TEXTURE_2D, 2, GL_LUMINANCE16, *arguments)
    assert [proxy(p, 2) for p in (GL_TEXTURE_WIDTH, GL_TEXTURE_HEIGHT)] == [16, 8]
    assert proxy(GL_TEXTURE_INTERNAL_FORMAT, 2) == GL_LUMINANCE16
    assert proxy(GL_TEXTURE_LUMINANCE_SIZE, 2) == 16
    assert proxy(GL_TEXTURE_WIDTH, 0) == 0
    assert snapshot(image) == before
    size = glGetIntegerv(GL_MAX_TEXTURE_SIZE)
    for width, height in ((2 * size, 1), (1, 2**31 - 1), (size + 1, size)):
        glTexImage2D(
            GL_PROXY_TEXTURE_2D, 2, GL_RGBA, width, height, 0, GL_RGBA, GL_FLOAT, None
        )  # fmt: skip
        for pname in (GL_TEXTURE_WIDTH, GL_TEXTURE_HEIGHT, GL_TEXTURE_RED_SIZE):
            assert proxy(pname, 2) == 0
        assert proxy(GL_TEXTURE_INTERNAL_FORMAT, 2) == 1
    glTexImage3D(GL_PROXY_TEXTURE_3D, 0, 4, 2048, 2048, 2048, 0, GL_RGBA, GL_BYTE, None)
    assert proxy(GL_TEXTURE_DEPTH, 0, GL_PROXY_TEXTURE_3D) == 0
    glTexImage1D(GL_PROXY_TEXTURE_1D, 0, GL_RGB, 6, 1, GL_RGBA, GL_BYTE, None)
    assert proxy(GL_TEXTURE_BORDER, 0, GL_PROXY_TEXTURE_1D) == 1


@pytest.mark.parametrize(
    ("call", "arguments", "code"),
    [
        (glTexImage2D, (0, GL_RGBA, -1, 1, 0, GL_RGBA, GL_BYTE, None), GL_INVALID_VALUE),
        (glTexImage2D, (-1, GL_RGBA, 1, 1, 0, GL_RGBA, GL_BYTE, None), GL_INVALID_VALUE),
        (glTexImage2D, (0, GL_RGBA, 1, 1, 2, GL_RGBA, GL_BYTE, None), GL_INVALID_VALUE),
        (glTexImage2D, (0, GL_RGBA, 1, 1, 0, GL_RGBA8, GL_BYTE, None), GL_INVALID_ENUM),
        (glTexImage2D, (0, GL_VIEWPORT, 1, 1, 0, GL_RGBA, GL_BYTE, None), GL_INVALID_VALUE),
        (glTexImage1D, (0, GL_RGBA, 1, 0, GL_RGBA, GL_BYTE, None), GL_INVALID_ENUM),
        (glTexSubImage2D, (0, 0, 0, 1, 1, GL_RGBA, GL_BYTE, bytes(4)), GL_INVALID_ENUM),
        (glCopyTexImage2D, (0, GL_RGBA, 0, 0, 1, 1, 0), GL_INVALID_ENUM),
        (glGetTexImage, (0, GL_RGBA, GL_BYTE), GL_INVALID_ENUM),
        (glGetTexParameteriv, (GL_TEXTURE_WRAP_S,), GL_INVALID_ENUM),
        (glTexParameteri, (GL_TEXTURE_WRAP_S, GL_CLAMP), GL_INVALID_ENUM),
        (glBindTexture, (1,), GL_INVALID_ENUM),
        (glEnable, (), GL_INVALID_ENUM),
        (glGetTexLevelParameteriv, (99, GL_TEXTURE_WIDTH), GL_INVALID_VALUE),
    ],
)
def test_what_a_proxy_refuses(context, snapshot, call, arguments, code):
    before = snapshot(context)
    with pytest.raises(GLError) as caught:
        call(GL_PROXY_TEXTURE_2D, *arguments)
    assert caught.value.err == code
    assert snapshot(context) == before


def test_types_of_components(context):
    # ARB_texture_float, "New State".
    assert glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_RED_TYPE_ARB) == GL_NONE
    for format_, type_ in ((GL_RGBA16F_ARB, GL_FLOAT), (GL_RGB8, GL_UNSIGNED_NORMALIZED_ARB)):
        glTexImage2D(GL_TEXTURE_2D, 0, format_, 1, 1, 0, GL_RGBA, GL_FLOAT, None)
        for pname in (GL_TEXTURE_RED_TYPE_ARB, GL_TEXTURE_BLUE_TYPE_ARB):
            assert glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, pname) == type_
        for pname in (GL_TEXTURE_LUMINANCE_TYPE_ARB, GL_TEXTURE_DEPTH_TYPE_ARB):
            assert glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, pname) == GL_NONE
    with pytest.raises(GLError) as caught:
        glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_COMPRESSED_IMAGE_SIZE)
    assert caught.value.err == GL_INVALID_OPERATION


def test_many_attributes_of_half_floats(context):
    halves = np.array([[1, 2], [3, 0.5]], np.float16).view(np.uint16)
    glVertexAttribs2hvNV(4, 2, halves)
    assert glGetVertexAttribfvARB(4, GL_CURRENT_VERTEX_ATTRIB).tolist() == [1, 2, 0, 1]
    assert glGetVertexAttribfvARB(5, GL_CURRENT_VERTEX_ATTRIB).tolist() == [3, 0.5, 0, 1]
