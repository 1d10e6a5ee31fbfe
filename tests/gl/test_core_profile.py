"""Core contexts refuse removed commands and draw as compatibility contexts do (OpenGL 3.3, E.2)."""

from __future__ import annotations

import re

import numpy as np
import pytest

import softgl.gl
from softgl import Context, GLError
from softgl.gl import *
from softgl.gl.api import enums, registry, removed
from softgl.gl.api.arguments import Refused
from softgl.gl.api.declarations import COMMANDS, declaration_of
from softgl.gl.api.profiles import OF_EXTENSIONS, REMOVED, refusal_of, refused_enums
from softgl.gl.api.signature import signature
from softgl.gl.api.tables import CAPABILITIES, LIMITS, VALUES
from softgl.gl.api.versions import CORE
from softgl.gl.explain.explainer import ExplainWarning
from softgl.gl.shaders import compileProgram, compileShader
from tests.core_calls import TAKEN, calls, prepare
from tests.gl.conftest import frozen


@pytest.fixture
def core():
    """A core context on the eager machine, current during the test."""
    return Context(8, 8, machine="eager", profile="core")


def core_refused(refused):
    """The values that core contexts refuse, among the refused values of all."""
    return frozenset(value for value, kinds in refused.items() if kinds & CORE)


def error_of(call, *arguments) -> GLError:
    with pytest.raises(GLError) as caught:
        call(*arguments)
    return caught.value


# -- the tables ------------------------------------------------------------------------------------


def test_the_list_of_gl_xml():
    """Samples by hand."""
    gone = "glBegin glEnd glVertex3f glColor4ub glMatrixMode glNewList glCallList glTexEnvi glAccum"
    gone += " glVertexPointer glEnableClientState glPushAttrib glMultiTexCoord2fARB glVertexP2ui"
    gone += " glLoadTransposeMatrixfARB glFogCoordfEXT glDrawPixels glBitmap glWindowPos2iARB"
    kept = "glDrawArrays glVertexAttrib4f glVertexAttrib4fARB glBindBufferARB glGetPointerv glClear"
    kept += " glBindVertexArray glUniform4f glTexBuffer glVertexAttribP4ui glBlendEquationEXT"
    kept += " glUseProgramObjectARB glBindFramebufferEXT glTextureParameteriEXT glFogCoordFormatNV"
    lost = "glBindProgramARB glProgramStringARB glBindProgramNV glWeightPointerARB glVertex2hNV"
    lost += " glMatrixLoadfEXT glMultiTexEnviEXT glClientAttribDefaultEXT glNamedProgramStringEXT"
    assert {refusal_of(name) for name in gone.split()} == {REMOVED}
    assert {refusal_of(name) for name in kept.split()} == {""}
    assert {refusal_of(name) for name in lost.split()} == {OF_EXTENSIONS}
    own = "glVertex glColor glNormal glTexCoord glRotate glTranslate glScale glRasterPos"
    own += " glVertexPointerf glColorPointerub glDrawPixelsub glLight glMaterial glEdgeFlagPointerb"
    assert {refusal_of(name) for name in own.split()} == {REMOVED}
    own = "glReadPixelsub glTexImage2Dub glGetTexImagef glDrawElementsui glGetFloat glTexParameter"
    assert {refusal_of(name) for name in own.split()} == {""}
    gone = {"GL_QUADS", "GL_LIGHTING", "GL_CLAMP", "GL_LUMINANCE", "GL_ALPHA8", "GL_RED_BITS"}
    assert gone <= {*removed.ENUMS.split()}
    kept = (
        "GL_ALPHA GL_TEXTURE_2D GL_CLIP_PLANE0 GL_VERTEX_PROGRAM_POINT_SIZE GL_BGRA GL_SRC1_ALPHA"
    )
    kept += " GL_STACK_OVERFLOW GL_TEXTURE_LOD_BIAS GL_MAX_CLIP_PLANES GL_COMPARE_R_TO_TEXTURE"
    assert not {getattr(enums, name) for name in kept.split()} & refused_enums().keys()


def test_names_are_refused_or_another_name_is_there():
    refused = {name for name in registry.COMMANDS if refusal_of(name)}
    assert len(refused) == len(removed.COMMANDS.split() + removed.EXTENSION_COMMANDS.split()) > 700
    by_original = {}
    for name in registry.COMMANDS:
        by_original.setdefault(registry.ALIASES.get(name, name), set()).add(name in refused)
    assert all(len(answers) == 1 for answers in by_original.values())


# -- refusals --------------------------------------------------------------------------------------


def test_removed_commands_are_refused(core):
    before, count = frozen(core), 0
    for name in COMMANDS:
        if reason := refusal_of(name):
            declared = len(declaration_of(name).parameters)
            for number in {declared, 0}:
                error = error_of(COMMANDS[name], *[1] * number)
                assert (error.code, error.description) == (GL_INVALID_OPERATION, reason), name
            count += 1
    assert count > 600
    assert frozen(core) == before
    assert "removed from the core profile of 3.1" in str(error_of(glBegin, GL_TRIANGLES))


def test_calls_that_core_contexts_refuse(core):
    names = vars(softgl.gl) | prepare(softgl.gl)
    before = frozen(core)
    for call, code in calls():
        with pytest.raises(GLError) as caught:
            eval(call, names)
        assert caught.value.code == names[code], call
    assert frozen(core) == before


@pytest.mark.parametrize("profile", ["core", "compatibility"])
def test_calls_that_contexts_take(profile):
    Context(8, 8, machine="eager", profile=profile)
    names = vars(softgl.gl) | prepare(softgl.gl)
    for call in TAKEN.split():
        eval(call, names)


def test_compatibility_contexts_take_them(context):
    names = vars(softgl.gl) | prepare(softgl.gl)
    for call, _ in calls():
        glBindTexture(GL_TEXTURE_2D, 1)
        eval(call, names)
        for match in re.findall(r"glEnable\((\w+)\)", call):
            glDisable(names[match])


def test_removed_values_are_refused_wherever_they_are_legal(core):
    """Each enum that a command of core takes in compatibility contexts only."""
    count = 0
    for name in COMMANDS:
        if refusal_of(name) or COMMANDS[name].__module__ == "softgl.gl.direct.named":
            continue
        declaration = declaration_of(name)
        columns = zip(declaration.checks, declaration.refused_values, strict=True)
        for number, (check, refused) in enumerate(columns):
            for value in check & core_refused(refused) if isinstance(check, frozenset) else ():
                with pytest.raises(Refused) as caught:
                    declaration.converters[number](value)
                assert caught.value.code == GL_INVALID_ENUM, (name, value)
                assert re.search("removed|of an extension", caught.value.description), name
                count += 1
    assert count > 400


@pytest.mark.parametrize("table", [VALUES, LIMITS, CAPABILITIES], ids=["VALUES", "LIMITS", "CAPS"])
def test_state_that_core_contexts_lack(core, table):
    own = {getattr(enums, name) for name in "GL_TEXTURE_1D GL_TEXTURE_2D GL_TEXTURE_3D".split()}
    own |= {GL_TEXTURE_CUBE_MAP, GL_TEXTURE_RECTANGLE}
    for pname in table:
        if pname in refused_enums() or pname in own:
            assert error_of(glGetIntegerv, pname).code == GL_INVALID_ENUM, hex(pname)
        else:
            glGetFloatv(pname)
            if table is CAPABILITIES:
                glIsEnabled(pname)


def test_a_level_without_an_image_has_the_format_rgba(core):
    """E.2.2: "The initial internal format of a texel array is RGBA instead of 1"."""
    glBindTexture(GL_TEXTURE_2D, glGenTextures(1))
    for target in (GL_TEXTURE_2D, GL_PROXY_TEXTURE_3D, GL_TEXTURE_CUBE_MAP_POSITIVE_Y):
        assert glGetTexLevelParameteriv(target, 3, GL_TEXTURE_INTERNAL_FORMAT) == GL_RGBA


def test_indirect_commands_refuse_too(core):
    texture = glGenTextures(1)
    glTextureImage2DEXT(
        texture, GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, None
    )
    calls = (
        (glTextureParameteriEXT, (texture, GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP)),
        (glTextureParameteriEXT, (texture, GL_TEXTURE_2D, GL_GENERATE_MIPMAP, 1)),
        (glMultiTexParameteriEXT, (GL_TEXTURE0, GL_TEXTURE_2D, GL_GENERATE_MIPMAP, 1)),
        (glEnablei, (GL_TEXTURE_2D, 0)),
        (glIsEnabledi, (GL_TEXTURE_2D, 0)),
        (glEnableIndexedEXT, (GL_TEXTURE_GEN_S, 0)),
        (glGetIntegeri_v, (GL_TEXTURE_2D, 0)),
        (glGetFloat, (GL_TEXTURE_2D,)),
    )
    for call, arguments in calls:
        assert error_of(call, *arguments).code == GL_INVALID_ENUM, arguments
    image = (texture, GL_TEXTURE_2D, 0, GL_LUMINANCE, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, None)
    assert error_of(glTextureImage2DEXT, *image).code == GL_INVALID_VALUE
    parameter = (77, GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_REPEAT)
    assert error_of(glTextureParameteriEXT, *parameter).code == GL_INVALID_OPERATION
    assert error_of(glNamedBufferDataEXT, 77, 4, None, GL_STATIC_DRAW).code == GL_INVALID_OPERATION
    assert not glIsTexture(77) and not glIsBuffer(77)


def test_names_must_be_generated(core):
    for call, arguments in (
        (glBindTexture, (GL_TEXTURE_2D, 7)),
        (glBindBuffer, (GL_ARRAY_BUFFER, 7)),
        (glBindBufferBase, (GL_UNIFORM_BUFFER, 0, 7)),
        (glBindBufferRange, (GL_UNIFORM_BUFFER, 0, 7, 0, 4)),
        (glBindVertexArray, (7,)),
        (glBindFramebuffer, (GL_FRAMEBUFFER, 7)),
        (glBindFramebufferEXT, (GL_FRAMEBUFFER, 7)),
        (glBindRenderbuffer, (GL_RENDERBUFFER, 7)),
        (glBindRenderbufferEXT, (GL_RENDERBUFFER, 7)),
        (glBeginQuery, (GL_SAMPLES_PASSED, 7)),
        (glBindSampler, (0, 7)),
    ):
        assert error_of(call, *arguments).code == GL_INVALID_OPERATION, call
    for generate, bind, target in (
        (glGenTextures, glBindTexture, GL_TEXTURE_2D),
        (glGenBuffers, glBindBuffer, GL_ARRAY_BUFFER),
        (glGenFramebuffers, glBindFramebufferEXT, GL_FRAMEBUFFER),
    ):
        bind(target, generate(1))
        bind(target, 0)


def test_errors_are_recorded():
    context = Context(4, 4, machine="eager", profile="core", errors="record")
    glVertex3f(0, 0, 0)
    assert glGetError() == GL_INVALID_OPERATION
    glEnable(GL_LIGHTING)
    assert glGetError() == GL_INVALID_ENUM
    assert context.error == GL_NO_ERROR


def test_wide_lines_are_refused_in_forward_compatible_contexts_only(core):
    """E.2 lists them twice; E.2.1 says that they are "still present in the core profile"."""
    glLineWidth(2)
    Context(4, 4, machine="eager", forward_compatible=True)
    assert error_of(glLineWidth, 2).code == GL_INVALID_VALUE
    glLineWidth(1)
    glLineWidth(0.5)
    for pname in (GL_MAX_VARYING_FLOATS, GL_MAX_VARYING_COMPONENTS):
        assert error_of(glGetIntegerv, pname).code == GL_INVALID_ENUM
    Context(4, 4, machine="eager", version=(3, 1), forward_compatible=True)
    assert glGetIntegerv(GL_MAX_VARYING_COMPONENTS) >= 60  # 3.1 has no limits of single stages


def test_arrays_lie_in_buffer_objects_of_vertex_array_objects(core):
    data = np.zeros((3, 4), np.float32)
    glBindBuffer(GL_ARRAY_BUFFER, glGenBuffers(1))
    glBufferData(GL_ARRAY_BUFFER, data, GL_STATIC_DRAW)
    pointer = 0, 4, GL_FLOAT, False, 0
    assert error_of(glVertexAttribPointer, *pointer, None).code == GL_INVALID_OPERATION
    for draw in ((glDrawArrays, 0, 3), (glDrawElements, 3, GL_UNSIGNED_INT, None)):
        assert error_of(draw[0], GL_TRIANGLES, *draw[1:]).code == GL_INVALID_OPERATION
    for call, arguments in (
        (glVertexAttribIPointer, (0, 4, GL_INT, 0, None)),
        (glVertexAttribFormat, (0, 4, GL_FLOAT, False, 0)),
        (glVertexAttribIFormat, (0, 4, GL_INT, 0)),
        (glVertexAttribBinding, (0, 0)),
        (glVertexBindingDivisor, (0, 1)),
        (glBindVertexBuffer, (0, 1, 0, 16)),
        (glDrawArraysIndirect, (GL_TRIANGLES, None)),
    ):
        assert error_of(call, *arguments).code == GL_INVALID_OPERATION, call
    glEnableVertexAttribArray(0)  # E.2.2 refuses pointers and draws alone
    glDisableVertexAttribArray(0)
    glVertexAttribDivisor(0, 0)
    glBindVertexArray(glGenVertexArrays(1))
    assert error_of(glBindVertexBuffer, 0, 99, 0, 16).code == GL_INVALID_OPERATION
    glVertexAttribPointer(*pointer, None)
    glBindBuffer(GL_ARRAY_BUFFER, 0)
    assert error_of(glVertexAttribPointer, *pointer, data).code == GL_INVALID_OPERATION
    indices = np.arange(3, dtype=np.uint32)
    for given in (indices, None):
        refused = error_of(glDrawElements, GL_TRIANGLES, 3, GL_UNSIGNED_INT, given)
        assert refused.code == GL_INVALID_OPERATION
    assert error_of(glDrawElementsui, GL_TRIANGLES, indices).code == GL_INVALID_OPERATION
    # Without a vertex shader nothing is drawn: E.2.2 has no error for it.
    glDrawArrays(GL_TRIANGLES, 0, 3)
    glBindVertexArray(0)
    assert error_of(glDrawArrays, GL_TRIANGLES, 0, 3).code == GL_INVALID_OPERATION


def test_current_values_of_generic_attributes(core):
    # E.2.2: "VertexAttrib* and the current vertex attribute state are retained".
    assert glGetVertexAttribfv(0, GL_CURRENT_VERTEX_ATTRIB).tolist() == [0, 0, 0, 1]
    for index in (0, 3):
        glVertexAttrib3f(index, 1, 2, 3)
        assert glGetVertexAttribfv(index, GL_CURRENT_VERTEX_ATTRIB).tolist() == [1, 2, 3, 1]
        glVertexAttrib4Nub(index, 255, 0, 0, 0)
        assert glGetVertexAttribfv(index, GL_CURRENT_VERTEX_ATTRIB).tolist() == [1, 0, 0, 0]
        glVertexAttribI2i(index, -1, 2)
        assert glGetVertexAttribIiv(index, GL_CURRENT_VERTEX_ATTRIB).tolist() == [-1, 2, 0, 1]


# -- drawing ---------------------------------------------------------------------------------------

VERTEX = """#version 330 core
layout(location = 0) in vec2 corner; layout(location = 1) in vec4 tint;
layout(location = 2) in vec2 place;
uniform Block { vec4 scale; };
out vec4 color;
void main() {
    gl_Position = vec4(corner * scale.xy + place, 0., 1.); color = tint; gl_PointSize = 5.;
}"""
FRAGMENT = """#version 330 core
in vec4 color; uniform int sprite; layout(location = 0) out vec4 result;
void main() { result = sprite == 1 ? vec4(gl_PointCoord, 0., 1.) : color; }"""


def drawn(profile, machine="eager"):
    """Draws instances of a triangle with a vertex array and a uniform block, and a point."""
    context = Context(16, 16, machine=machine, threads=1, profile=profile)
    shaders = compileShader(VERTEX, GL_VERTEX_SHADER), compileShader(FRAGMENT, GL_FRAGMENT_SHADER)
    program = compileProgram(*shaders)
    glUseProgram(program)
    glBindVertexArray(glGenVertexArrays(1))
    arrays = [(-1, -1), (1, -1), (0, 1)], [(-0.5, -0.5), (0.5, 0.5), (0, 0.25)]
    for index, values in zip((0, 2), arrays, strict=True):
        glBindBuffer(GL_ARRAY_BUFFER, glGenBuffers(1))
        glBufferData(GL_ARRAY_BUFFER, np.array(values, np.float32), GL_STATIC_DRAW)
        glVertexAttribPointer(index, 2, GL_FLOAT, False, 0, None)
        glEnableVertexAttribArray(index)
    glVertexAttribDivisor(2, 1)
    glVertexAttrib4f(1, 0.25, 0.5, 0.75, 1)
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, glGenBuffers(1))
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, np.arange(3, dtype=np.uint16), GL_STATIC_DRAW)
    block = glGenBuffers(1)
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, block)
    glBufferData(GL_UNIFORM_BUFFER, np.full(4, 0.25, np.float32), GL_STATIC_DRAW)
    glUniformBlockBinding(program, glGetUniformBlockIndex(program, "Block"), 0)
    glDrawElementsInstanced(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, None, 3)
    glVertexAttrib4f(1, 1, 0, 0, 1)
    glDrawArrays(GL_TRIANGLES, 0, 3)
    if profile == "compatibility":
        glEnable(GL_POINT_SPRITE)
    glEnable(GL_PROGRAM_POINT_SIZE)
    glUniform1i(glGetUniformLocation(program, "sprite"), 1)
    glDrawArrays(GL_POINTS, 0, 1)
    return np.asarray(context.read_image())


@pytest.mark.parametrize("machine", ["eager", "llvm"])
def test_core_contexts_draw_as_others_do(machine):
    image = drawn("core", machine)
    assert len(np.unique(image.reshape(-1, 4), axis=0)) > 4
    assert (image == drawn("compatibility", machine)).all()


def test_attribute_0_may_have_no_array(core):
    """E.2.2: current values are "default attribute values for disabled attribute arrays"."""
    text = VERTEX.replace("uniform Block { vec4 scale; };", "const vec4 scale = vec4(1.);")
    glUseProgram(
        compileProgram(
            compileShader(text, GL_VERTEX_SHADER), compileShader(FRAGMENT, GL_FRAGMENT_SHADER)
        )
    )
    glBindVertexArray(glGenVertexArrays(1))
    glVertexAttrib2f(0, -0.875, -0.875)
    glVertexAttrib4f(1, 0, 1, 0, 1)
    glDrawArrays(GL_POINTS, 0, 1)
    assert core.read_image().getpixel((0, 7)) == (0, 255, 0, 255)
    glVertexAttrib2f(0, 0.875, -0.875)
    glDrawArrays(GL_POINTS, 0, 1)
    assert core.read_image().getpixel((7, 7)) == (0, 255, 0, 255)


def test_an_array_whose_buffer_is_deleted_matters_if_it_is_read(core):
    vertex = "#version 330 core\nlayout(location = {}) in vec4 place;"
    vertex += "void main() {{ gl_Position = place; }}"
    fragment = "#version 330 core\nout vec4 color; void main() { color = vec4(1, 0, 0, 1); }"
    programs = [
        compileProgram(
            compileShader(vertex.format(number), GL_VERTEX_SHADER),
            compileShader(fragment, GL_FRAGMENT_SHADER),
        )
        for number in (0, 1)
    ]
    glBindVertexArray(glGenVertexArrays(1))
    for number in (1, 0):
        buffer = glGenBuffers(1)
        glBindBuffer(GL_ARRAY_BUFFER, buffer)
        glBufferData(GL_ARRAY_BUFFER, np.float32([-0.875, -0.875, 0, 1]), GL_STATIC_DRAW)
        glVertexAttribPointer(number, 4, GL_FLOAT, False, 0, None)
        glEnableVertexAttribArray(number)
        if number:
            glDeleteBuffers(1, [buffer])
    glUseProgram(programs[0])
    glDrawArrays(GL_POINTS, 0, 1)
    assert core.read_image().getpixel((0, 7)) == (255, 0, 0, 255)
    glUseProgram(programs[1])
    assert error_of(glDrawArrays, GL_POINTS, 0, 1).code == GL_INVALID_OPERATION
    glUseProgram(programs[0])
    glDrawArrays(GL_POINTS, 0, 1)


def test_shading_languages(core):
    def log(version, body="gl_Position = vec4(0.);"):
        shader = glCreateShader(GL_VERTEX_SHADER)
        glShaderSource(shader, f"{version}\nvoid main() {{ {body} }}")
        glCompileShader(shader)
        return "" if glGetShaderiv(shader, GL_COMPILE_STATUS) else glGetShaderInfoLog(shader)

    for version in ("", "#version 110", "#version 120", "#version 150 compatibility"):
        assert "core profile" in str(log(version)), version
    # OpenGL 3.3, E.2.2, removes versions 1.10 and 1.20 of the language; 1.30 stays.
    for number in ("130", "140", "150", "330", "330 core"):
        version = f"#version {number}"
        assert not log(version), version
        assert log(version, "gl_Position = gl_Vertex;")
        assert log(version, "gl_Position = ftransform();")


def test_profiles_share_objects(core):
    texture = glGenTextures(1)
    glBindTexture(GL_TEXTURE_2D, texture)
    other = Context(8, 8, machine="eager", share=core)
    glBindTexture(GL_TEXTURE_2D, texture)
    glBindTexture(GL_TEXTURE_2D, 77)
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP)
    glBegin(GL_TRIANGLES)
    glEnd()
    core.make_current()
    glBindTexture(GL_TEXTURE_2D, 77)
    assert error_of(glBegin, GL_TRIANGLES).code == GL_INVALID_OPERATION
    assert error_of(glVertex3f, 0, 0, 0).code == GL_INVALID_OPERATION
    other.make_current()
    glBegin(GL_POINTS)
    glVertex3f(0, 0, 0)
    glEnd()
    core.make_current()
    assert error_of(glColor3f, 0, 0, 0).code == GL_INVALID_OPERATION


def test_signatures_of_the_refused_are_those_of_others():
    assert signature("glBegin").parameters == declaration_of("glBegin").parameters


def test_depth_textures(core):
    """Depths are red components, as drivers have it: (r, 0, 0, 1)."""
    glBindTexture(GL_TEXTURE_2D, glGenTextures(1))
    depths = np.float32([0.5])
    glTexImage2D(
        GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, 1, 1, 0, GL_DEPTH_COMPONENT, GL_FLOAT, depths
    )
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST)
    text = """#version 330 core
    uniform sampler2D depth; out vec4 color; void main() { color = texture(depth, vec2(0.5)); }"""
    vertex = "#version 330 core\nin vec4 place; void main() { gl_Position = place; }"
    shaders = compileShader(vertex, GL_VERTEX_SHADER), compileShader(text, GL_FRAGMENT_SHADER)
    glUseProgram(compileProgram(*shaders))
    glBindVertexArray(glGenVertexArrays(1))
    glVertexAttrib2f(0, 0, 0)
    glPointSize(8)
    glDrawArrays(GL_POINTS, 0, 1)
    assert core.read_image().getpixel((4, 4)) in ((127, 0, 0, 255), (128, 0, 0, 255))


def test_colors_are_queried_as_they_were_set(core):
    """OpenGL 3.3, E.2.2, removes CLAMP_FRAGMENT_COLOR, which clamps queries in other contexts."""
    glBlendColor(-2, 0.5, 3, 1)
    glClearColor(-2, 0.5, 3, 1)
    for pname in (GL_BLEND_COLOR, GL_COLOR_CLEAR_VALUE):
        assert glGetFloatv(pname).tolist() == [-2, 0.5, 3, 1]


def test_explain_tells_why_nothing_is_drawn():
    Context(4, 4, machine="eager", profile="core", explain=True)
    glBindVertexArray(glGenVertexArrays(1))
    with pytest.warns(ExplainWarning, match="a core context draws with a vertex shader only"):
        glDrawArrays(GL_TRIANGLES, 0, 3)
