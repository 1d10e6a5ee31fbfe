"""Scenes and captures written as traces: replayed, they draw the same bytes."""

from __future__ import annotations

import numpy as np
import pytest

from softgl.debug.apitrace import frames
from softgl.debug.apitrace.exports import written_arguments
from softgl.debug.apitrace.parser import Trace
from softgl.errors import UsageError

SCENE = '''"""Arrays in memory, a mapped buffer, uniforms, a list and a program of NV."""
import ctypes
import numpy as np
from softgl.gl import *

VERTEX = """#version 150 compatibility
uniform vec4 shift[2]; in vec2 place;
void main() { gl_Position = vec4(place, 0.0, 1.0) + shift[1]; }"""
FRAGMENT = """#version 150 compatibility
uniform Colors { vec4 color; };
void main() { gl_FragColor = color; }"""
CORNERS = [[-1, -1], [0, -1], [-1, 1], [0, 1]]


def setup():
    glLoadProgramNV(GL_VERTEX_PROGRAM_NV, 9, "!!VP1.0 MOV o[HPOS], v[OPOS]; END")
    program = glCreateProgram()
    for kind, text in ((GL_VERTEX_SHADER, VERTEX), (GL_FRAGMENT_SHADER, FRAGMENT)):
        shader = glCreateShader(kind)
        glShaderSource(shader, text)
        glCompileShader(shader)
        glAttachShader(program, shader)
    glLinkProgram(program)
    glUseProgram(program)
    glUniformBlockBinding(program, glGetUniformBlockIndex(program, "Colors"), 2)
    glUniform4f(glGetUniformLocation(program, "shift[1]"), 1, 0, 0, 0)
    glBindBufferBase(GL_UNIFORM_BUFFER, 2, glGenBuffers(1))
    glBufferData(GL_UNIFORM_BUFFER, 16, None, GL_STATIC_DRAW)
    address = glMapBuffer(GL_UNIFORM_BUFFER, GL_WRITE_ONLY)
    (ctypes.c_float * 4).from_address(address)[:] = [0, 1, 0, 1]
    glUnmapBuffer(GL_UNIFORM_BUFFER)
    glEnableVertexAttribArray(glGetAttribLocation(program, "place"))
    glVertexAttribPointer(glGetAttribLocation(program, "place"), 2, GL_FLOAT, GL_FALSE, 0, CORNERS)
    glNewList(7, GL_COMPILE)
    glDrawElements(GL_TRIANGLE_STRIP, 3, GL_UNSIGNED_BYTE, bytes([1, 2, 3]))
    glEndList()


def draw(time, width, height):
    glClearColor(time, 0, 0, 1)
    glClear(GL_COLOR_BUFFER_BIT)
    glCallList(7)
    glGetIntegerv(GL_VIEWPORT)
'''


@pytest.fixture
def run(tmp_path, monkeypatch, command):
    """Runs the command with these words: (exit status, standard output, standard error)."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "all.py").write_text(SCENE)

    return lambda words: command(f"{words} --machine eager")


def pixels(name):
    from PIL import Image

    return np.asarray(Image.open(name).convert("RGBA"))


def test_a_scene_and_its_capture_become_traces(run):
    words = "--size 6x4 --frame 50"
    status, text, _ = run(f"capture all.py -o all.trace {words}")
    assert status == 0 and text.startswith("all.trace: 6x4 pixels, 1 frame, ")
    run(f"capture all.py -o all.softgl {words}")
    assert run("capture all.softgl -o again --format apitrace")[0] == 0
    run("replay all.softgl -o a.png")
    expected = pixels("a.png")
    assert expected[1, 5].tolist() == [0, 255, 0, 255] and expected[1, 0, 0] == 128
    assert run("replay all.trace -o b.png --frames 0")[:2] == (0, "1 frame\n")
    assert (pixels("b.png") == expected).all()
    found = {}
    frames.replay_trace("again", lambda n: True, None, found.__setitem__, print, machine="eager")
    assert (found[0] == expected).all()


def test_calls_are_those_of_a_c_program(run):
    run("capture all.py -o all.trace --size 6x4")
    trace = Trace("all.trace")
    calls = list(trace.calls())
    trace.close()
    by_name = {each.name: each for each in calls}
    assert trace.properties == {"process.name": "all"}
    assert by_name["glXCreatePbuffer"].arguments[2] == [0x8041, 6, 0x8040, 4, 0]
    assert by_name["glGenBuffers"].arguments == [1, [1]]
    assert by_name["glShaderSource"].arguments[1:] == [1, [SCENE.split('"""')[5].encode()], None]
    assert by_name["glDrawElements"].arguments == [5, 3, 0x1401, bytes([1, 2, 3])]
    assert by_name["memcpy"].arguments[1:] == [np.float32([0, 1, 0, 1]).tobytes(), 16]
    pointer = by_name["glVertexAttribPointer"]
    assert pointer.flags == 1 and len(pointer.arguments[5]) == 32
    assert "glGetIntegerv" not in by_name and calls[-1].name == "glXSwapBuffers"


def test_names_of_files(run):
    assert "must end in .softgl" in run("capture all.py -o all.png")[2]
    with pytest.raises(UsageError, match="no such file"):
        Trace("missing.trace")


def test_arguments_without_a_form_in_c():
    with pytest.raises(UsageError, match="glCallList: list has no form in a trace"):
        written_arguments("glCallList", [object()])
    assert written_arguments("glFogfv", [0xB66, [1, 2.5]])[1].tolist() == [1.0, 2.5]
    assert written_arguments("glTexParameteri", [0xDE1, 0x2800, np.int32(0x2600)])[2] == 0x2600
