"""Arrays of cube maps: specified, attached by layer-faces, drawn to, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

from softgl.gl import *
from softgl.gl.shaders import compileProgram, compileShader
from tests.gl.attachments import code

ARRAY = GL_TEXTURE_CUBE_MAP_ARRAY
TEXELS = np.random.default_rng(3).integers(0, 256, (12, 4, 4, 4), np.uint8)
RGBA = GL_RGBA, GL_UNSIGNED_BYTE


def test_images(context):
    assert glGetIntegerv(GL_TEXTURE_BINDING_CUBE_MAP_ARRAY) == 0
    glBindTexture(ARRAY, 5)
    assert glGetIntegerv(GL_TEXTURE_BINDING_CUBE_MAP_ARRAY) == 5
    glTexImage3D(ARRAY, 0, GL_RGBA8, 4, 4, 12, 0, *RGBA, TEXELS)
    glTexSubImage3D(ARRAY, 0, 1, 2, 7, 2, 1, 2, *RGBA, TEXELS[:2, 0, :2])
    expected = TEXELS.copy()
    expected[7:9, 2, 1:3] = TEXELS[:2, 0, :2]
    found = np.frombuffer(glGetTexImage(ARRAY, 0, *RGBA), np.uint8)
    assert np.array_equal(found.reshape(TEXELS.shape), expected)
    glGenerateMipmap(ARRAY)
    sizes = [
        [int(glGetTexLevelParameteriv(ARRAY, level, pname)) for level in range(3)]
        for pname in (GL_TEXTURE_WIDTH, GL_TEXTURE_DEPTH)
    ]
    assert sizes == [[4, 2, 1], [12, 12, 12]]
    glTexImage3D(GL_PROXY_TEXTURE_CUBE_MAP_ARRAY, 0, GL_RGBA8, 4, 4, 6, 0, *RGBA, None)
    assert glGetTexLevelParameteriv(GL_PROXY_TEXTURE_CUBE_MAP_ARRAY, 0, GL_TEXTURE_DEPTH) == 6
    glDeleteTextures([5])
    assert glGetIntegerv(GL_TEXTURE_BINDING_CUBE_MAP_ARRAY) == 0


def test_refused(context, snapshot):
    glBindTexture(ARRAY, 5)
    glTexStorage3D(ARRAY, 1, GL_RGBA8, 4, 4, 6)
    glBindTexture(ARRAY, 6)
    before = snapshot(context)
    for size in ((4, 4, 7), (4, 2, 6), (4, 4, 4)):
        arguments = ARRAY, 0, GL_RGBA8, *size, 0, *RGBA, None
        assert code(glTexImage3D, *arguments) == GL_INVALID_VALUE
        assert code(glTexStorage3D, ARRAY, 1, GL_RGBA8, *size) == GL_INVALID_VALUE
    assert code(glTexStorage3D, ARRAY, 4, GL_RGBA8, 4, 4, 6) == GL_INVALID_OPERATION
    assert code(glEnable, ARRAY) == GL_INVALID_ENUM
    assert code(glBindTexture, GL_TEXTURE_2D_ARRAY, 5) == GL_INVALID_OPERATION
    assert snapshot(context) == before


def test_attached_layer_faces(context):
    glBindTexture(ARRAY, 5)
    glTexImage3D(ARRAY, 0, GL_RGBA8, 4, 4, 12, 0, *RGBA, TEXELS)
    glBindFramebuffer(GL_FRAMEBUFFER, glGenFramebuffers(1))
    point = GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0
    glFramebufferTextureLayer(*point, 5, 0, 8)
    assert glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE
    pixels = np.asarray(glReadPixels(0, 0, 4, 4, *RGBA, outputType=int)).reshape(4, 4, 4)
    assert np.array_equal(pixels, TEXELS[8])
    glClearColor(1, 0, 0, 1)
    glClear(GL_COLOR_BUFFER_BIT)
    glFramebufferTextureEXT(*point, 5, 0)  # all of them
    assert glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE
    found = np.frombuffer(glGetTexImage(ARRAY, 0, *RGBA), np.uint8).reshape(TEXELS.shape)
    assert (found[8] == [255, 0, 0, 255]).all() and np.array_equal(found[7], TEXELS[7])
    glClear(GL_COLOR_BUFFER_BIT)
    found = np.frombuffer(glGetTexImage(ARRAY, 0, *RGBA), np.uint8).reshape(TEXELS.shape)
    assert (found == [255, 0, 0, 255]).all()
    glFramebufferTextureLayer(*point, 5, 0, 12)
    assert glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT


@pytest.mark.parametrize("version", [330, 110])
def test_uniforms(context, version):
    """Samplers of the extension, in every version of GLSL."""
    text = f"""#version {version}
    #extension GL_ARB_texture_cube_map_array : enable
    uniform samplerCubeArray a; uniform isamplerCubeArray i; uniform usamplerCubeArray u;
    uniform samplerCubeArrayShadow s;
    void main() {{ gl_FragColor = texture(a, vec4(1)) + vec4(texture(i, vec4(1)))
        + vec4(texture(u, vec4(1))) + texture(s, vec4(1), .5); }}"""
    shader, program = glCreateShader(GL_FRAGMENT_SHADER), glCreateProgram()
    glShaderSource(shader, text)
    glCompileShader(shader)
    glAttachShader(program, shader)
    glLinkProgram(program)
    assert glGetProgramiv(program, GL_LINK_STATUS), glGetProgramInfoLog(program)
    found = {glGetActiveUniform(program, n)[0]: glGetActiveUniform(program, n)[2] for n in range(4)}
    assert found == {
        b"a": GL_SAMPLER_CUBE_MAP_ARRAY,
        b"i": GL_INT_SAMPLER_CUBE_MAP_ARRAY,
        b"u": GL_UNSIGNED_INT_SAMPLER_CUBE_MAP_ARRAY,
        b"s": GL_SAMPLER_CUBE_MAP_ARRAY_SHADOW,
    }


def test_levels_of_detail(context):
    """ARB_texture_query_lod has arrays of cube maps too, with and without comparisons."""
    vertices = compileShader("void main() { gl_Position = gl_Vertex; }", GL_VERTEX_SHADER)
    text = """#version 330
    #extension GL_ARB_texture_cube_map_array : require
    #extension GL_ARB_texture_query_lod : require
    uniform samplerCubeArray a; uniform samplerCubeArrayShadow s; out vec4 o;
    void main() {
        vec3 p = vec3(1, gl_FragCoord.xy / 16);
        o = vec4(textureQueryLOD(a, p), textureQueryLOD(s, p)) / 5;
    }"""
    fragments = compileShader(text, GL_FRAGMENT_SHADER)
    program = compileProgram(vertices, fragments, validate=False)
    glUseProgram(program)
    for unit, (name, format) in enumerate((("a", GL_RGBA8), ("s", GL_DEPTH_COMPONENT24))):
        texture = glCreateTextures(ARRAY, 1)
        glTextureStorage3D(texture, 4, format, 64, 64, 6)
        glBindTextureUnit(unit, texture)
        glUniform1i(glGetUniformLocation(program, name), unit)
    glTextureParameteri(texture, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE)
    glRectf(-1, -1, 1, 1)
    assert list(glReadPixels(0, 0, 1, 1, *RGBA)) == [51] * 4
