"""Texts of shaders are refused as Mesa refuses them: preprocessor, tokens, syntax."""

from __future__ import annotations

import pytest

from softgl.glsl.compiling import compile_shader
from softgl.glsl.text.keywords import WORDS
from softgl.ir.program import Stage
from tests.drivers.mesa import mesa_context
from tests.glsl.syntax import test_errors, test_statements
from tests.glsl.text import test_preprocess

pytestmark = pytest.mark.driver
MAIN = "\nvoid main() {}\n"
VERSIONS = ("110", "120", "130", "140", "150", "330", "100", "300 es")
DIFFERENT = {
    "#version 310 es": "Mesa has it",
    "#version 300 es\n#define __LINE__ 3": "Mesa defines it again",
    "#version 130\n#define A ## b": "Mesa looks for the operands when it expands the macro",
    "#version 130\n#define A a ##": "Mesa looks for the operands when it expands the macro",
    "#if 99999999999999999999\n#endif": "Mesa does not look at the size of the integer",
    "#if 1 || 1 / 0": "Mesa evaluates both operands",
    "#if !(0 && 1 / 0)": "Mesa evaluates both operands",
    "#if defined __LINE__": "Mesa says that it is not defined",
    "double": "Mesa does not reserve the word in 1.10 and 1.20",
    "": "the empty shader is compared with a main",
    "// nothing": "the empty shader is compared with a main",
}
"""Texts, or words, about which Mesa differs from the specification."""


def texts():
    """(the part that names the case, shader) of each text to compare."""
    for text, _ in test_preprocess.ERRORS:
        yield text, text + MAIN
    for text in test_errors.ERRORS:
        yield text, f"#version 330\n{text}{MAIN}"
    for text in test_errors.STATEMENTS:
        yield text, f"#version 330\nint a, b, c;\nvoid main() {{ {text} }}\n"
    for text in test_preprocess.TRUE.replace("\n", " ; ").split(" ; "):
        for version in ("110", "330", "300 es"):
            condition = f"#if {text}"
            rest = f"{MAIN}#else\nvoid foo( {{}}\n#endif\n"
            yield condition, f"#version {version}\n{condition}{rest}"
    for text in test_statements.DECLARATIONS:
        if "S" not in text and "vec3 v" not in text:  # names that the text does not declare
            yield text, f"#version 330\n{text}{MAIN}"
    for number, word in enumerate(WORDS):
        for version in (VERSIONS[number % 8], VERSIONS[(number + 3) % 8]):
            precision = "precision mediump float;\n" * (version in ("100", "300 es"))
            yield word, f"#version {version}\n{precision}void main() {{ int {word} = 1; }}\n"


def compiles(gl, text) -> bool:
    """True if Mesa compiles a fragment shader."""
    shader = gl.glCreateShader(gl.GL_FRAGMENT_SHADER)
    gl.glShaderSource(shader, text)
    gl.glCompileShader(shader)
    status = gl.glGetShaderiv(shader, gl.GL_COMPILE_STATUS)
    gl.glDeleteShader(shader)
    return bool(status)


def test_the_same_texts_compile(mesa):
    wrong, count = [], 0
    with mesa_context(16, 16) as gl:
        for name, text in texts():
            count += 1
            ours = compile_shader([text], Stage.FRAGMENT)
            if name not in DIFFERENT and compiles(gl, text) != ours.compiled:
                wrong.append((text, ours.info_log))
    assert not wrong
    assert count > 600
