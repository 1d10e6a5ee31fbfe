"""Contexts of OpenGL ES: their strings, their commands and enums, and their shaders."""

from __future__ import annotations

import pytest

from softgl import GLError
from softgl.gl import *
from softgl.gl.api import es_names
from softgl.gl.api.declarations import COMMANDS, declaration_of
from softgl.gl.api.profiles import refusals_of
from tests.gl.conftest import frozen


def code_of(call, *arguments) -> int:
    """The code of a call that must be refused."""
    with pytest.raises(GLError) as caught:
        call(*arguments)
    return caught.value.code


def test_strings(es):
    major = es.api.version[0]
    version, language = glGetString(GL_VERSION), glGetString(GL_SHADING_LANGUAGE_VERSION)
    assert version.startswith(f"OpenGL ES {major}.0 ".encode())
    assert language == {2: b"OpenGL ES GLSL ES 1.00", 3: b"OpenGL ES GLSL ES 3.00"}[major]
    names = glGetString(GL_EXTENSIONS).split()
    assert b"GL_OES_element_index_uint" in names and b"GL_ARB_sync" not in names
    assert (b"GL_OES_standard_derivatives" in names) == (major == 2)
    if major == 3:
        assert glGetIntegerv(GL_NUM_EXTENSIONS) == len(names)
        assert (glGetIntegerv(GL_MAJOR_VERSION), glGetIntegerv(GL_MINOR_VERSION)) == (3, 0)
    else:
        assert code_of(glGetIntegerv, GL_MAJOR_VERSION) == GL_INVALID_ENUM
    assert "es, eager" in repr(es)


def test_missing_commands_are_refused(es):
    there = {2: es_names.COMMANDS_2, 3: es_names.COMMANDS_3}[es.api.version[0]].split()
    before, count = frozen(es), 0
    for name in COMMANDS:
        if name.startswith("gl") and es.lacks in refusals_of(name):
            assert name not in there
            # All commands of current attributes, which native code may write.
            if count % 20 == 0 or name.startswith("glVertexAttrib"):
                assert code_of(COMMANDS[name], *[1] * len(declaration_of(name).parameters)) == (
                    GL_INVALID_OPERATION
                )
            count += 1
    assert count > 1400 and set(there) <= COMMANDS.keys()
    assert not any(es.lacks in refusals_of(name) for name in there)
    assert frozen(es) == before


def test_enums(es):
    for cap in (GL_LIGHTING, GL_TEXTURE_2D, GL_MULTISAMPLE, GL_PROGRAM_POINT_SIZE):
        assert code_of(glEnable, cap) == GL_INVALID_ENUM
    assert code_of(glBindTexture, GL_TEXTURE_1D, 1) == GL_INVALID_ENUM
    number = "{}.{}".format(*es.api.version)
    with pytest.raises(GLError, match=f"GL_FOG is not part of OpenGL ES {number}$"):
        glEnable(GL_FOG)
    with pytest.raises(GLError, match=f"of OpenGL ES {number}, for this command$"):
        glEnable(GL_TEXTURE_2D)
    assert code_of(glGetIntegerv, GL_MATRIX_MODE) == GL_INVALID_ENUM
    glEnable(GL_DITHER)
    if es.api.version[0] == 2:
        assert code_of(glBindTexture, GL_TEXTURE_3D, 1) == GL_INVALID_ENUM
        assert code_of(glBindBuffer, GL_UNIFORM_BUFFER, 1) == GL_INVALID_ENUM
    else:
        glEnable(GL_PRIMITIVE_RESTART_FIXED_INDEX)
        glBindTexture(GL_TEXTURE_3D, 1)


def compiles(text: str) -> bool:
    shader = glCreateShader(GL_FRAGMENT_SHADER)
    glShaderSource(shader, text)
    glCompileShader(shader)
    return bool(glGetShaderiv(shader, GL_COMPILE_STATUS))


def test_shading_languages(es):
    """Versions 100 and 300 es alone; a shader without #version is of 100."""
    third = es.api.version[0] == 3
    body = "void main() { gl_FragColor = vec4(__VERSION__ / 300); }"
    assert compiles(body) and compiles(f"#version 100\n{body}")
    text = "#version 300 es\nout mediump vec4 c; void main() { c = vec4(1); }"
    assert compiles(text) == third
    for version in ("110", "120", "130", "330", "330 core", "310 es"):
        assert not compiles(f"#version {version}\n{body}")
    assert not compiles("varying vec2 v; void main() { gl_FragColor = v.xyxy; }")


def links(vertex: str, fragment: str) -> bool:
    program = glCreateProgram()
    for kind, text in ((GL_VERTEX_SHADER, vertex), (GL_FRAGMENT_SHADER, fragment)):
        shader = glCreateShader(kind)
        glShaderSource(shader, text)
        glCompileShader(shader)
        assert glGetShaderiv(shader, GL_COMPILE_STATUS), glGetShaderInfoLog(shader)
        glAttachShader(program, shader)
    glLinkProgram(program)
    return bool(glGetProgramiv(program, GL_LINK_STATUS))


def test_invariance_of_fragment_coordinates(es2):
    """GLSL ES 1.00, 4.6.4: gl_FragCoord is invariant only if gl_Position is."""
    vertex = "void main() { gl_Position = vec4(0); }"
    fragment = "invariant gl_FragCoord;\nvoid main() { gl_FragColor = gl_FragCoord; }"
    fragment = f"precision mediump float;\n{fragment}"
    assert not links(vertex, fragment)
    assert links(f"invariant gl_Position;\n{vertex}", fragment)


def test_programs_have_one_shader_of_a_type(es):
    program, shaders = glCreateProgram(), [glCreateShader(GL_VERTEX_SHADER) for _ in range(2)]
    glAttachShader(program, shaders[0])
    assert code_of(glAttachShader, program, shaders[1]) == GL_INVALID_OPERATION
