"""Shaders in GLSL, translated to assembly languages, draw the same pictures."""

import numpy as np
import pytest

import softgl
from softgl import gl
from softgl.errors import TranslationError
from softgl.gl.shaders import compileProgram, compileShader
from softgl.translate import translate

HEAD = """#version 130
uniform vec4 k[3];
uniform mat2 m;
uniform sampler2D s;
"""
SHADERS = {
    "products": "gl_FragColor = k[1] * p.x + vec4(m * p.xy, p.zw * m) + mix(k[0], k[2], p.y);",
    "functions": "gl_FragColor = vec4(normalize(p.xyz), exp(-p.x)) + sin(9.0 * p) * sqrt(p.y);",
    "arcs": "gl_FragColor = vec4(atan(p.y - 0.4, p.x - 0.6), asin(p.x), acos(p.y), atan(p.x)) "
    "* 0.25;",
    "hyperbolic": "gl_FragColor = vec4(sinh(p.x), cosh(p.y), tanh(p.x), asinh(p.y)) * 0.4;",
    "choices": "gl_FragColor = p.x > 0.5 ? k[0] : p.y < 0.3 ? k[1] : "
    "vec4(p.x > p.y, p.x <= 0.1, 0, 1);",
    "textures": "gl_FragColor = texture(s, p.xy * 2.0) + texture(s, p.yx, 1.0) * k[0];",
    "loops": "vec4 t = vec4(0.0); for (int i = 0; i < 3; i++) { t += k[i] * fract(p.x * 5.0); } "
    "gl_FragColor = t;",
    "discards": "if (fract(p.x * 4.0) < 0.5) discard; gl_FragColor = vec4(p.xy, 0.5, 1.0);",
    "state": "gl_FragColor = vec4(gl_DepthRange.diff * p.x, gl_Fog.density * p.y, "
    "gl_LightSource[1].constantAttenuation * 0.5, gl_Fog.scale) + gl_Fog.color;",
    "facing": "gl_FragColor = gl_FrontFacing ? k[0] : k[1];",
}
INTEGERS = {
    "levels": "gl_FragColor = textureLod(s, p.xy, p.x * 2.) + texelFetch(s, ivec2(p.xy * 4.), 1);",
    "integers": "ivec2 n = ivec2(p.xy * 9.0); n = (n << 2) % 7 + n / 2 - min(n.yx, 3); "
    "gl_FragColor = vec4(n, float(n.x == n.y), 1.0) * 0.1;",
    "unsigned": "uint n = uint(p.x * 1000.0) * 2654435761u; n ^= n >> 13; "
    "gl_FragColor = vec4(float(n >> 24), float(n & 255u), 0.0, 255.0) / 255.0;",
    "counts": "vec4 t = vec4(0.0); for (int i = 0; i < int(p.x * 3.0); i++) { t += k[i]; "
    "if (t.x > 0.6) break; } gl_FragColor = t;",
    "bits": "gl_FragColor = vec4(bool(int(p.x * 5.0) & 1), !(p.x < p.y && p.y > 0.2), 0.0, 1.0);",
}
K = np.float32([[0.1, 0.5, 0.3, 1.0], [0.4, 0.1, 0.6, 0.7], [0.2, 0.3, 0.1, 0.5]])
M = np.float32([[0.5, 0.2], [0.1, 0.4]])


def text_of(body):
    return f"{HEAD}void main()\n{{ vec4 p = vec4(gl_TexCoord[0].xy, 0.25, 0.5); {body} }}"


@pytest.fixture
def square():
    softgl.Context(24, 24)
    texels = np.random.default_rng(4).integers(0, 256, (8, 8, 4), np.uint8)
    gl.glBindTexture(gl.GL_TEXTURE_2D, gl.glGenTextures(1))
    gl.glTexImage2D(
        gl.GL_TEXTURE_2D, 0, gl.GL_RGBA8, 8, 8, 0, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, texels
    )
    gl.glGenerateMipmap(gl.GL_TEXTURE_2D)

    def drawn():
        gl.glClear(gl.GL_COLOR_BUFFER_BIT)
        gl.glBegin(gl.GL_QUADS)
        for x, y in ((0, 0), (1, 0), (1, 1), (0, 1)):
            gl.glTexCoord2f(x, y)
            gl.glVertex2f(2 * x - 1, 2 * y - 1)
        gl.glEnd()
        return np.frombuffer(
            gl.glReadPixels(0, 0, 24, 24, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE), np.uint8
        )

    return drawn


def by_shader(drawn, text):
    program = compileProgram(compileShader(text, gl.GL_FRAGMENT_SHADER))
    gl.glUseProgram(program)
    for name, values, command in (("k", K, gl.glUniform4fv), ("m", M, gl.glUniformMatrix2fv)):
        place = gl.glGetUniformLocation(program, name)
        if place >= 0:
            command(place, *((3,) if name == "k" else (1, False)), values)
    picture = drawn()
    gl.glUseProgram(0)
    return picture


def by_program(drawn, translation):
    """Draws with a translated text, whose comments name the parameters."""
    text = translation.text
    gl.glBindProgramARB(gl.GL_FRAGMENT_PROGRAM_ARB, gl.glGenProgramsARB(1))
    gl.glProgramStringARB(
        gl.GL_FRAGMENT_PROGRAM_ARB, gl.GL_PROGRAM_FORMAT_ASCII_ARB, len(text), text
    )
    for name, rows in (("vec4 k[", K), ("mat2 m", M)):
        line = next((line for line in text.split("\n") if line.startswith(f"# {name}")), None)
        if line is not None:
            first = int(line.partition("program.local[")[2].split(".")[0].rstrip("]"))
            for number, row in enumerate(rows):
                gl.glProgramLocalParameter4fARB(
                    gl.GL_FRAGMENT_PROGRAM_ARB, first + number, *row, *(0.0,) * (4 - len(row))
                )
    gl.glEnable(gl.GL_FRAGMENT_PROGRAM_ARB)
    picture = drawn()
    gl.glDisable(gl.GL_FRAGMENT_PROGRAM_ARB)
    return picture


def differences(drawn, bodies, to):
    found = []
    for name, body in bodies.items():
        text = text_of(body)
        translation = translate(text, to=to, stage="fragment")
        expected, actual = by_shader(drawn, text), by_program(drawn, translation)
        assert len(np.unique(expected)) > 1, name
        worst = np.abs(expected.astype(int) - actual).max()
        # Expanded functions are within some units in the last place.
        if worst > (1 if name in ("arcs", "hyperbolic", "functions") else 0):
            found.append((name, worst))
    return found


def test_programs_of_nv4_draw_the_same(square):
    assert not differences(square, SHADERS | INTEGERS, "nv4")


def test_programs_of_arb_draw_the_same(square):
    bodies = {name: body for name, body in SHADERS.items() if name != "facing"}  # it has none
    assert not differences(square, bodies, "arb")


def test_what_a_language_lacks_is_refused_with_the_line():
    text = "#version 130\nvoid main()\n{\n    gl_FragColor = vec4(noise1(gl_FragCoord.x));\n}"
    with pytest.raises(TranslationError, match="line 4"):
        translate(text, to="nv4", stage="fragment")
    with pytest.raises(TranslationError, match=r"line 6, column .* arb cannot express F2U"):
        translate(text_of(INTEGERS["unsigned"]), to="arb", stage="fragment")
    for name in ("gl_LightSource[1].spotCutoff", "gl_NormalScale"):
        with pytest.raises(TranslationError, match="nv4 cannot express gl_"):
            translate(text_of(f"gl_FragColor = vec4({name});"), to="nv4", stage="fragment")


@pytest.mark.parametrize("to", ["tgsi", "glsl130", "glsl330"])
def test_other_languages_take_shaders(to):
    for body in (SHADERS | INTEGERS).values():
        assert translate(text_of(body), to=to, stage="fragment").text


def test_depths_are_in_another_component(square):
    text = (
        "#version 120\nvoid main() { gl_FragColor = vec4(1.0); gl_FragDepth = gl_TexCoord[0].x; }"
    )
    translation = translate(text, to="arb", stage="fragment")
    gl.glEnable(gl.GL_DEPTH_TEST)
    depths = []
    for draw, program in ((by_shader, text), (by_program, translation)):
        gl.glClear(gl.GL_DEPTH_BUFFER_BIT)
        draw(square, program)
        depths.append(gl.glReadPixels(0, 0, 24, 24, gl.GL_DEPTH_COMPONENT, gl.GL_FLOAT))
    assert np.array_equal(*depths) and len(np.unique(depths[0])) > 20
