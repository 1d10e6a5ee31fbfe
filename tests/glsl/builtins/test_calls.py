"""Calls of built-in functions in the texts of shaders: versions, stages, constant arguments."""

from __future__ import annotations

import pytest

from softgl.glsl.builtins import lookup
from softgl.glsl.compiling import compile_shader
from softgl.ir.program import Stage

SAMPLED = "#version 330\nuniform sampler2D s; out vec4 o; void main() {{ {} }}"
BIASED = SAMPLED.replace("out vec4 o;", "").format("gl_Position = texture(s, vec2(0), 1.0);")
CONSTANT = "#version 330\nconst float a[int(sqrt(9.0))] = float[](1., 2., 3.); void main() {}"
FRAGMENT, VERTEX = Stage.FRAGMENT, Stage.VERTEX
CASES = [
    (FRAGMENT, SAMPLED.format("o = textureOffset(s, vec2(0), ivec2(7, -8));"), ""),
    (
        FRAGMENT,
        SAMPLED.format("o = textureOffset(s, vec2(0), ivec2(8, 0));"),
        "the texel offset 8 is out of range, expected -8 to 7",
    ),
    (
        FRAGMENT,
        SAMPLED.format("int i = 1; o = textureOffset(s, vec2(0), ivec2(i));"),
        "argument 3 of 'textureOffset' is not constant",
    ),
    (FRAGMENT, SAMPLED.format("o = texture(s, vec2(0), 1.0);"), ""),
    (VERTEX, BIASED, "no overload fits"),
    (VERTEX, "#version 140\nvoid main() { gl_Position = inverse(mat4(1))[0]; }", ""),
    (VERTEX, "#version 130\nvoid main() { gl_Position = inverse(mat4(1))[0]; }", "GLSL 1.40"),
    (VERTEX, "void main() { gl_Position = ftransform(); }", ""),
    (VERTEX, "#version 150\nvoid main() { gl_Position = ftransform(); }", "'ftransform'"),
    (FRAGMENT, "void main() { gl_FragColor = vec4(dFdx(1.0) + noise1(1.0)); }", ""),
    (VERTEX, "void main() { gl_Position = vec4(dFdx(1.0)); }", "'dFdx'"),
    (FRAGMENT, CONSTANT, ""),
]


@pytest.mark.parametrize(("stage", "text", "message"), CASES)
def test_calls(stage, text, message):
    found = compile_shader([text], stage)
    assert found.compiled == (not message)
    assert message in found.info_log


def test_names_of_shaders_are_not_stored():
    text = "#version 330\nfloat a_global;\nvoid main() { unknown(); gl_Position; sin(1.0); }"
    shader = compile_shader([text], VERTEX)
    key = shader.language, VERTEX, shader.extensions
    names = [*lookup.functions(*key)._found, *lookup.variables(*key)._found]
    assert {"sin", "gl_Position"} <= set(names)
    assert not {"unknown", "a_global"} & set(names)
    assert not lookup.overloads("texture_of_mine")
