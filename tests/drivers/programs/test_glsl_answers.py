"""The shaders of `tests/glsl/check/answers` compile, or do not, as with Mesa's compiler.

In cases marked "!" we follow the specification and Mesa does not: it lets shaders assign to values
that no variable holds, construct `void`, leave out sizes of arrays in structures, repeat members,
and give structures to draw buffers. It does not know the names of built-in structures, nor
GL_ARB_geometry_shader4. It wants names of all parameters, which the grammar does not.
"""

import pytest

from tests.drivers.mesa import mesa_context
from tests.glsl.check.cases import compiled, read_sections, shader_text, shaders

SECTIONS = read_sections()
STAGES = {"v": "GL_VERTEX_SHADER", "f": "GL_FRAGMENT_SHADER", "g": "GL_GEOMETRY_SHADER"}


def compiles(gl, version, stage, text):
    shader = gl.glCreateShader(getattr(gl, STAGES[stage]))
    # Mesa's cache of shaders looks at the text alone, and not at the stage.
    gl.glShaderSource(shader, f"{shader_text(version, stage, text)}\n// {stage}\n")
    gl.glCompileShader(shader)
    result = bool(gl.glGetShaderiv(shader, gl.GL_COMPILE_STATUS))
    gl.glDeleteShader(shader)
    return result


@pytest.mark.parametrize("section", SECTIONS)
def test_mesa_gives_the_same_answers(mesa, section):
    wrong = []
    with mesa_context(1, 1) as gl:
        for where, answer, text in SECTIONS[section]:
            versions, stage = shaders(where)
            other = [
                version
                for version in versions
                if compiles(gl, version, stage, text) != compiled(version, stage, text).compiled
            ]
            if bool(other) != where.endswith("!"):
                wrong.append(f"{other} {stage} {answer}: {text}")
    assert not wrong
