"""Draws with edited programs: values by name, locations, errors, and the frame afterwards."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from softgl import Context
from softgl.debug.edits.draws import Edit, EditedDraws
from softgl.debug.edits.texts import texts
from softgl.debug.watching import watching
from softgl.gl import *
from softgl.image import load_png

POSITIONS = np.array([[-1, -1], [3, -1], [-1, 3]], np.float32)
VERTEX = """\
attribute vec3 colour;
attribute vec4 place;
varying vec3 shade;
void main() { shade = colour; gl_Position = place; }
"""
FRAGMENT = """\
varying vec3 shade;
uniform vec3 tints[2];
uniform sampler2D image;
void main() { gl_FragColor = vec4(shade * tints[1], 1) + 0.25 * texture2D(image, vec2(0.5)); }
"""
ASSEMBLY = b"""!!NVfp4.0
PARAM tint = program.local[1];
MOV result.color, tint;
END"""


def shaders():
    """Makes and uses program 3, of shaders 1 and 2; its second tint is (1, 0.5, 0)."""
    for kind, text in ((GL_VERTEX_SHADER, VERTEX), (GL_FRAGMENT_SHADER, FRAGMENT)):
        shader = glCreateShader(kind)
        glShaderSource(shader, text)
        glCompileShader(shader)
    program = glCreateProgram()
    for shader in (1, 2):
        glAttachShader(program, shader)
    glLinkProgram(program)
    glUseProgram(program)
    glUniform3fv(glGetUniformLocation(program, "tints"), 2, [9, 9, 9, 1, 0.5, 0])
    glUniform1i(glGetUniformLocation(program, "image"), 3)
    glActiveTexture(GL_TEXTURE3)
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST)
    blue = bytes([0, 0, 255, 0])
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, blue)
    for name, values in (("place", POSITIONS), ("colour", np.ones((3, 3), np.float32))):
        place = glGetAttribLocation(program, name)
        glVertexAttribPointer(place, values.shape[1], GL_FLOAT, False, 0, values)
        glEnableVertexAttribArray(place)


def draw():
    glDrawArrays(GL_TRIANGLES, 0, 3)


@pytest.fixture
def drawn():
    """`drawn(edits, event)` draws two triangles, each over all pixels: (watcher, both colours)."""
    context = Context(4, 4, machine="eager")

    def draw_both(edits, event=None):
        found = []
        watcher = EditedDraws(Edit(edits, event))
        with watching(watcher):
            for _ in range(2):
                draw()
                found.append(np.asarray(context.read_image())[0, 0].tolist()[:3])
        return watcher, found

    context.make_current()
    return draw_both


def present():
    from softgl.gl.api.current import current

    return {text.stage.value: text for text in texts(current.called)}


BEFORE = [255, 128, 64]


def test_an_edited_shader_keeps_uniforms_units_and_locations_by_name(drawn):
    shaders()
    there = present()
    assert [text.title for text in there.values()] == [
        "vertex shader of program 3",
        "fragment shader of program 3",
    ]
    edits = {
        there["vertex"].key: VERTEX.replace(
            "attribute vec3 colour;\n", "uniform float first; attribute vec3 unused, colour;\n"
        ).replace("= colour", "= colour + first + unused.x"),
        # Another order of uniforms, and a new one, whose value is 0.
        there["fragment"].key: "uniform sampler2D none, image; uniform vec3 more, tints[3];\n"
        "varying vec3 shade; void main() { gl_FragColor = 0.25 * texture2D(image, vec2(0.5))"
        "+ vec4(more + tints[2] + shade * tints[1].gbr, 1) + 0.0 * texture2D(none, vec2(0)); }",
    }
    before = glGetUniformLocation(3, "tints")
    assert drawn({})[1] == [BEFORE] * 2
    watcher, found = drawn(edits, 1)
    assert (watcher.count, found) == (1, [BEFORE, [128, 0, 255]])
    watcher, found = drawn(edits)
    assert (watcher.count, found) == (2, [[128, 0, 255]] * 2)
    assert drawn({})[1] == [BEFORE] * 2
    assert glGetUniformLocation(3, "tints") == before
    glUniform3f(before + 1, 0, 0, 0)
    assert drawn({})[1] == [[0, 0, 64]] * 2


def test_an_edited_assembly_program_keeps_its_parameters(drawn):
    glVertexPointer(2, GL_FLOAT, 0, POSITIONS)
    glEnableClientState(GL_VERTEX_ARRAY)
    glEnable(GL_FRAGMENT_PROGRAM_ARB)
    glBindProgramARB(GL_FRAGMENT_PROGRAM_ARB, 7)
    target = GL_FRAGMENT_PROGRAM_ARB
    glProgramStringARB(target, GL_PROGRAM_FORMAT_ASCII_ARB, len(ASSEMBLY), ASSEMBLY)
    glProgramLocalParameter4fARB(target, 1, 1, 0.5, 0.25, 1)
    [text] = present().values()
    assert (text.title, text.language) == ("fragment program 7", "NVfp4.0")
    tgsi = "FRAG\nDCL OUT[0], COLOR\nIMM[0] FLT32 { 0.0, 1.0, 0.0, 1.0 }\nMOV OUT[0], IMM[0]\nEND\n"
    for edited, colour in ((text.text.replace("tint;", "tint.zyxw;"), [64, 128, 255]),
                           (tgsi, [0, 255, 0])):  # fmt: skip
        assert drawn({text.key: edited}, 0)[1] == [colour, BEFORE]
    [problem] = drawn({text.key: text.text.replace("tint;", "tin;")})[0].error.problems
    assert (problem.key, problem.line, problem.column) == (text.key, 3, 19)
    assert problem.words.splitlines()[1:3] == ["  MOV result.color, tin;", " " * 20 + "^^^"]


def test_errors_of_shaders_end_the_frame_and_leave_the_program(drawn):
    shaders()
    key = present()["fragment"].key
    for edited, words, place in (
        ("void main() {\n  gl_FragColor = shade;\n}", "'shade' is not declared", (key, 2)),
        ("varying vec4 shade; void main() { gl_FragColor = shade; }", "program 3: err", ("", 0)),
        ("void f() {}", "main", ("", 0)),
    ):  # fmt: skip
        watcher, found = drawn({key: edited})
        [problem] = watcher.error.problems
        assert words in problem.words and (problem.key, problem.line) == place and not found
        assert drawn({})[1] == [BEFORE] * 2
    assert drawn({key: FRAGMENT, "fragment-9-0-00": "x"})[0].count == 0


SCENE = """\
from tests.debug.edits import test_edits

setup = test_edits.shaders


def draw(time, width, height):
    test_edits.draw()
    test_edits.draw()
"""


def test_replay_with_another_program(tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    Path("two.py").write_text(SCENE)
    Path("new.frag").write_text("void main() { gl_FragColor = vec4(0, 1, 0, 1); }\n")
    Path("bad.frag").write_text("void main() { gl_FragColor = green; }\n")
    Path("new.txt").write_text("void main() { gl_FragColor = vec4(0, 1, 0, 1); }\n")
    assert command("capture two.py -o two.softgl --size 4x4 --machine eager")[0] == 0
    before = Path("two.softgl").read_bytes()
    status, out, _ = command("replay two.softgl -o a.png --program 3=new.frag --machine eager")
    assert status == 0 and out.endswith(", 2 draws with other programs\n")
    assert load_png("a.png")[0, 0].tolist() == [0, 255, 0, 255]
    assert Path("two.softgl").read_bytes() == before
    for words, wanted, said in (
        ("-o b.png --program 3=bad.frag", 1, "program 3:1:30: error: 'green' is not declared"),
        ("-o b.png --program 4=new.frag", 1, "no draw changes; the programs of draws are 3"),
        ("-o b.png --program 3=new.txt", 1, "no draw changes"),
        ("-o b.png --program 3=new.frag --program 9=new.frag", 1, "9=new.frag: no draw changes"),
        ("-o b.png --program 3=none.frag", 1, "none.frag"),
        ("-o b.png --program new.frag", 2, "is not of the form N=FILE"),
        ("-o b.softgl --program 3=new.frag", 2, "--program is for pictures"),
    ):
        status, _, error = command(f"replay two.softgl --machine eager {words}")
        assert status == wanted and said in error, (words, error)
    assert not Path("b.png").exists()
