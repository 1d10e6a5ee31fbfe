"""Traces played in contexts of softgl, and `softgl replay` and its like on them."""

from __future__ import annotations

import json

import numpy as np
import pytest
from PIL import Image

from softgl.debug.apitrace import frames
from softgl.debug.apitrace.parser import Opaque
from softgl.errors import UsageError
from softgl.gl.api import enums as gl
from tests.debug.apitrace.builder import CONTEXT, WINDOW, Builder

RED, GREEN, BLACK = [255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 0, 255]
VERTEX = "#version 150\nin vec4 place; void main() { gl_Position = place; }"
FRAGMENT = "#version 150\nuniform vec4 a, b; out vec4 c; void main() { c = a + b; }"


def play(builder, tmp_path, **options):
    """The pictures of a trace by number, and the summary."""
    found = {}
    path = builder.write(tmp_path / "t.trace")
    options = {"machine": "eager", **options}
    text = frames.replay_trace(
        path, lambda n: True, None, found.__setitem__, lambda words: None, **options
    )
    return found, text


def test_frames_and_a_window_that_grows(tmp_path):
    builder = Builder().window(4, 2).frame(1, 0, 0)
    builder.call("glViewport", 0, 0, 6, 5).frame(0, 1, 0).call("glClear", 0x4000)
    found, text = play(builder, tmp_path)
    assert [each.shape for each in found.values()] == [(2, 4, 4), (5, 6, 4), (5, 6, 4)]
    assert found[0][0, 0].tolist() == RED and found[1][4, 5].tolist() == GREEN
    assert text == "3 frames"  # the last one has no end


def test_names_that_softgl_gives_otherwise(tmp_path):
    """The trace has texture 7 where softgl gives 1, and chooses 1 itself."""
    builder = Builder().window(2, 1)
    for name, color in ((7, RED), (1, GREEN)):
        if name == 7:
            builder.call("glGenTextures", 1, None, written={1: [7]})
        builder.call("glBindTexture", gl.GL_TEXTURE_2D, name)
        builder.call("glTexImage2D", gl.GL_TEXTURE_2D, 0, gl.GL_RGBA, 1, 1, 0, gl.GL_RGBA,
                     gl.GL_UNSIGNED_BYTE, bytes(color))  # fmt: skip
        builder.call("glTexParameteri", gl.GL_TEXTURE_2D, gl.GL_TEXTURE_MIN_FILTER, gl.GL_NEAREST)
    builder.call("glEnable", gl.GL_TEXTURE_2D)
    for name in (7, 1):
        builder.call("glBindTexture", gl.GL_TEXTURE_2D, name).call("glRectf", -1.0, -1.0, 1.0, 1.0)
        builder.swap()
    builder.call("glDeleteTextures", 1, [7]).call("glIsTexture", 7, result=False)
    found, text = play(builder, tmp_path)
    assert [found[n][0, 0].tolist() for n in (0, 1)] == [RED, GREEN] and text == "2 frames"


def program(builder):
    """A program, 30, of the shaders 31 and 32, with the uniforms a at 8 and b at 4."""
    for shader, kind, text in ((31, gl.GL_VERTEX_SHADER, VERTEX),
                               (32, gl.GL_FRAGMENT_SHADER, FRAGMENT)):  # fmt: skip
        builder.call("glCreateShader", kind, result=shader)
        builder.call("glShaderSource", shader, 1, [text], None).call("glCompileShader", shader)
    builder.call("glCreateProgram", result=30)
    for shader in (31, 32):
        builder.call("glAttachShader", 30, shader)
    builder.call("glBindAttribLocation", 30, 3, "place", fake=True)
    builder.call("glLinkProgram", 30).call("glUseProgram", 30)
    for name, location in (("a", 8), ("b", 4)):
        builder.call("glGetUniformLocation", 30, name, result=location)
    return builder.call("glUniform4fv", 8, 1, np.float32([1, 0, 0, 1]))


TRIANGLE = np.float32([-1, -1, 3, -1, -1, 3]).tobytes()


def draw(builder, green):
    """Draws a triangle over all, red and green."""
    return builder.call("glUniform4f", 4, 0.0, float(green), 0.0, 0.0).call("glDrawArrays", 4, 0, 3)


def test_shaders_client_arrays_and_mapped_buffers(tmp_path):
    builder = program(Builder().window(2, 1)).call("glEnableVertexAttribArray", 3)
    pointer = (3, 2, gl.GL_FLOAT, False, 0)
    draw(builder.call("glVertexAttribPointer", *pointer, TRIANGLE, fake=True), 0).swap()
    # A buffer object, written while it is mapped at 0x9000.
    builder.call("glGenBuffers", 1, None, written={1: [5]})
    builder.call("glBindBuffer", gl.GL_ARRAY_BUFFER, 5)
    builder.call("glBufferData", gl.GL_ARRAY_BUFFER, 32, None, gl.GL_STATIC_DRAW)
    builder.call("glMapBufferRange", gl.GL_ARRAY_BUFFER, 8, 24, 2, result=Opaque(0x9000))
    for start in (0, 12):
        data = TRIANGLE[start : start + 12]
        builder.call("memcpy", Opaque(0x9000 + start), data, 12, fake=True)
    builder.call("memcpy", Opaque(0x9000 + 20), bytes(8), 0, fake=True)  # reaches over the end
    builder.call("memcpy", Opaque(0x9000 + 20), TRIANGLE[20:], 4, fake=True)
    builder.call("glUnmapBuffer", gl.GL_ARRAY_BUFFER, result=True)
    draw(builder.call("glVertexAttribPointer", *pointer, Opaque(8)), 1).swap()
    found, text = play(builder, tmp_path)
    assert [found[n][0, 1].tolist() for n in (0, 1)] == [RED, [255, 255, 0, 255]]
    assert text == "2 frames"


def test_calls_that_are_not_made_are_counted_and_named(tmp_path):
    builder = Builder().call("glFlush").window(2, 1).frame(1, 0, 0)
    builder.call("glWonderNV", 1).call("glWonderNV", 2).call("glXBindSwapBarrierNV", 1, 2)
    builder.call("glEnable", 1).call("glGetWonderNV", 1).call("glXIsDirect", 1, result=1)
    _, text = play(builder, tmp_path)
    one, unknown, refused, dropped = text.splitlines()
    assert one == "1 frame" and dropped == "1 call without a context: glFlush (1)"
    assert unknown == "3 calls unknown to softgl: glWonderNV (2), glXBindSwapBarrierNV (1)"
    assert refused.startswith("1 call refused: glEnable (1, first call 10: cap: ")


@pytest.mark.parametrize(
    ("name", "arguments", "why"),
    [
        ("glEnable", (b"x",), "call 3, glEnable: cap is 1 bytes, not a number"),
        ("glEnable", (), "call 3, glEnable: 0 arguments, not 1"),
        ("glUniform4fv", (0, 1, 5), "value is 5, not an array"),
        ("glLightfv", (0x4000, 0x1203, ["x"]), "params is not an array of float"),
        ("glShaderSource", (1, 1, [2], None), "string is not an array of texts"),
        ("glSelectBuffer", (1 << 40, None), "size is 1099511627776, not from 0 to"),
        ("glXMakeCurrent", ("a", "b", "c"), "argument 2 is 1 bytes, not an integer"),
    ],
)
def test_arguments_without_sense(tmp_path, name, arguments, why):
    builder = Builder().window(1, 1)
    names = [f"p{place}" for place in range(len(arguments))]
    builder._writer.call(name, names, arguments)
    with pytest.raises(UsageError) as raised:
        play(builder, tmp_path)
    assert why in str(raised.value)


def test_contexts_that_share_and_threads(tmp_path):
    """EGL: two contexts of one group, one without a window that reads its framebuffer object."""
    builder = Builder().call("eglBindAPI", 0x30A2, result=1)
    attributes = [0x3098, 3, 0x30FB, 3, 0x30FD, 2, 0x3038]
    builder.call("eglCreateContext", 1, 2, None, attributes, result=Opaque(50))
    builder.call("eglCreateContext", 1, 2, Opaque(50), attributes, result=Opaque(51))
    builder.call("eglCreatePbufferSurface", 1, 2, [0x3057, 3, 0x3056, 2, 0x3038], result=Opaque(60))
    builder.call("eglMakeCurrent", 1, Opaque(60), Opaque(60), Opaque(50), result=1)
    builder.call("glClearColor", 1.0, 0.0, 0.0, 1.0).call("glClear", 0x4000)
    builder.call("glReadPixels", 0, 0, 3, 2, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, None)
    builder.call("glGenTextures", 1, None, written={1: [9]})
    builder.call("glBindTexture", gl.GL_TEXTURE_2D, 9)
    image = (0, gl.GL_RGBA8, 2, 2, 0, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, None)
    builder.call("glTexImage2D", gl.GL_TEXTURE_2D, *image)
    builder.call("eglMakeCurrent", 1, None, None, Opaque(51), result=1)
    builder.call("glGenFramebuffers", 1, None, written={1: [4]})
    builder.call("glBindFramebuffer", gl.GL_FRAMEBUFFER, 4)
    builder.call("glFramebufferTexture2D", gl.GL_FRAMEBUFFER, gl.GL_COLOR_ATTACHMENT0,
                 gl.GL_TEXTURE_2D, 9, 0)  # fmt: skip
    builder.call("glClearColor", 0.0, 1.0, 0.0, 1.0).call("glClear", 0x4000)
    builder.call("eglMakeCurrent", 1, None, None, None, result=1)
    found, text = play(builder, tmp_path)
    assert [(each.shape[:2], each[0, 0].tolist()) for each in found.values()] == [
        ((2, 3), RED),
        ((2, 2), GREEN),
    ]
    assert text == "2 frames"


@pytest.mark.parametrize("system", ["wgl", "CGL", "glX", "egl ES"])
def test_window_systems(tmp_path, system):
    builder = Builder()
    if system == "wgl":
        builder.call("wglCreateContext", 1, result=CONTEXT).call("wglMakeCurrent", 1, CONTEXT)
    elif system == "CGL":
        builder.call("CGLCreateContext", 1, None, None, written={2: [CONTEXT]})
        builder.call("CGLSetCurrentContext", CONTEXT)
    elif system == "glX":
        attributes = [0x2091, 4, 0x2092, 6, 0x9126, 1, 0]
        builder.call("glXCreateContextAttribsARB", 1, 2, None, 1, attributes, result=CONTEXT)
        builder.call("glXMakeContextCurrent", 1, WINDOW, WINDOW, CONTEXT, result=1)
    else:
        builder.call("eglCreateContext", 1, 2, None, [0x3098, 2, 0x3038], result=CONTEXT)
        builder.call("eglCreateWindowSurface", 1, 2, 3, None, result=Opaque(8))
        builder.call("eglMakeCurrent", 1, Opaque(8), Opaque(8), CONTEXT, result=1)
    builder.call("glViewport", 0, 0, 2, 2).call("glClearColor", 1.0, 0.0, 0.0, 1.0)
    builder.call("glClear", 0x4000)
    swap = {"wgl": "wglSwapBuffers", "CGL": "CGLFlushDrawable", "glX": "glXSwapBuffers"}
    builder.call(swap.get(system, "eglSwapBuffers"), 1, WINDOW)
    found, text = play(builder, tmp_path)
    assert found[0][1, 1].tolist() == RED and text == "1 frame"


def test_commands_of_extensions_of_es(tmp_path):
    """Vertex arrays and mapped buffers under the names of OES."""
    builder = Builder().call("eglCreateContext", 1, 2, None, [0x3098, 2, 0x3038], result=CONTEXT)
    builder.call("eglCreatePbufferSurface", 1, 2, [0x3057, 2, 0x3056, 1, 0x3038], result=Opaque(8))
    builder.call("eglMakeCurrent", 1, Opaque(8), Opaque(8), CONTEXT, result=1)
    for shader, kind, text in (
        (2, gl.GL_VERTEX_SHADER, "attribute vec2 p; void main() { gl_Position = vec4(p, 0, 1); }"),
        (3, gl.GL_FRAGMENT_SHADER, "void main() { gl_FragColor = vec4(0, 1, 0, 1); }"),
    ):
        builder.call("glCreateShader", kind, result=shader)
        builder.call("glShaderSource", shader, 1, [text], None).call("glCompileShader", shader)
    builder.call("glCreateProgram", result=4).call("glAttachShader", 4, 2)
    builder.call("glAttachShader", 4, 3).call("glLinkProgram", 4).call("glUseProgram", 4)
    builder.call("glGenVertexArraysOES", 1, None, written={1: [6]})
    builder.call("glBindVertexArrayOES", 6).call("glGenBuffers", 1, None, written={1: [5]})
    builder.call("glBindBuffer", gl.GL_ARRAY_BUFFER, 5)
    builder.call("glBufferData", gl.GL_ARRAY_BUFFER, 24, None, gl.GL_STATIC_DRAW)
    builder.call("glMapBufferOES", gl.GL_ARRAY_BUFFER, 0x88B9, result=Opaque(0x9000))
    builder.call("memcpy", Opaque(0x9000), TRIANGLE, 24, fake=True)
    builder.call("glUnmapBufferOES", gl.GL_ARRAY_BUFFER, result=True)
    builder.call("glVertexAttribPointer", 0, 2, gl.GL_FLOAT, False, 0, None)
    builder.call("glEnableVertexAttribArray", 0).call("glDrawArrays", 4, 0, 3)
    builder.call("eglSwapBuffers", 1, Opaque(8)).call("glDeleteVertexArraysOES", 1, [6])
    found, text = play(builder, tmp_path)
    assert text == "1 frame"
    assert found[0][0, 1].tolist() == GREEN


def test_pixel_buffers_selection_and_lists(tmp_path):
    builder = Builder().window(2, 1).call("glGenLists", 2, result=40)
    builder.call("glNewList", 41, gl.GL_COMPILE).call("glColor3f", 0.0, 1.0, 0.0)
    builder.call("glRectf", -1.0, -1.0, 1.0, 1.0).call("glEndList")
    builder.call("glSelectBuffer", 8, None).call("glRenderMode", gl.GL_SELECT, result=0)
    builder.call("glCallList", 41).call("glRenderMode", gl.GL_RENDER, result=1).swap()
    builder.call("glListBase", 40).call("glCallLists", 1, gl.GL_UNSIGNED_BYTE, bytes([1]))
    # Pixels through a buffer object: they come back half a window to the right.
    builder.call("glGenBuffers", 1, None, written={1: [3]})
    builder.call("glBindBuffer", gl.GL_PIXEL_PACK_BUFFER, 3)
    builder.call("glBufferData", gl.GL_PIXEL_PACK_BUFFER, 8, None, gl.GL_STREAM_READ)
    builder.call("glReadPixels", 0, 0, 1, 1, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, Opaque(4))
    builder.call("glBindBuffer", gl.GL_PIXEL_UNPACK_BUFFER, 3).swap()
    builder.call("glClear", 0x4000).call("glRasterPos2f", 0.0, -1.0)
    builder.call("glDrawPixels", 1, 1, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, Opaque(4)).swap()
    found, text = play(builder, tmp_path)
    assert [found[n][0, 1].tolist() for n in range(3)] == [[0, 0, 0, 0], GREEN, GREEN]
    assert found[2][0, 0].tolist() == [0, 0, 0, 0] and text == "3 frames"


@pytest.fixture
def run(tmp_path, monkeypatch, command):
    """Runs the command with these words beside a trace of three frames."""
    monkeypatch.chdir(tmp_path)
    builder = program(Builder().window(4, 3)).call("glEnableVertexAttribArray", 3)
    pointer = (3, 2, gl.GL_FLOAT, False, 0)
    builder.call("glVertexAttribPointer", *pointer, TRIANGLE, fake=True)
    for green in (0, 1, 0):
        draw(builder, green).swap()
    builder.write(tmp_path / "t.trace")

    return command


def test_replay_draws_frames(run, tmp_path):
    words = "--machine eager"
    assert run(f"replay t.trace --frames 1-2 -o f-%d.png {words}") == (0, "3 frames\n", "")
    assert sorted(each.name for each in tmp_path.glob("*.png")) == ["f-1.png", "f-2.png"]
    assert np.asarray(Image.open("f-1.png"))[0, 0].tolist() == [255, 255, 0, 255]
    assert run(f"replay t.trace --frames 0 -o one.png {words}")[:2] == (0, "1 frame\n")
    for arguments, why in (
        ("-o f.png", "several frames need a number in the name, as in f-%d.png"),
        ("-o f-%d.gif", "frames of a trace are pictures"),
        ("--frames 3-1", "--frames 3-1: 1 is before 3"),
        ("--frames x", "--frames 'x' is not of the form A, A-B or A-"),
        ("--until 1", "--frames N is missing"),
        ("--frames 9 --script s.py", "t.trace has 3 frames, so there is no frame 9"),
    ):
        status, _, error = run(f"replay t.trace {arguments} {words}")
        assert status == 2 and why in error, error


def test_a_frame_is_a_capture_for_every_tool(run):
    words = "--frame 1 --machine eager"
    status, text, _ = run(f"capture t.trace -o f.softgl {words}")
    assert status == 0 and text.startswith("f.softgl: 4x3 pixels, 1 draw in ")
    assert run("replay f.softgl -o f.png --machine eager")[0] == 0
    assert np.asarray(Image.open("f.png"))[2, 3].tolist() == [255, 255, 0, 255]
    draws = json.loads(run(f"draws t.trace --json {words}")[1])
    assert [each["command"] for each in draws] == ["glDrawArrays"]
    assert "= x 1  y 1  z 0  w 1" in run(f"trace t.trace --pixel 1,1 {words}")[1]
    status, text, _ = run("replay t.trace --frames 0 --minimise 1,1 -o s.softgl --machine eager")
    assert (status, text.partition(":")[0]) == (0, "s.softgl")
    assert (
        "--size is for scenes, not for traces"
        in run(f"capture t.trace -o f.softgl --size 2x2 {words}")[2]
    )
    assert "softgl replay draws its frames" in run("render t.trace -o a.png")[2]
    assert "--frames is for traces" in run("replay f.softgl --frames 1")[2]
