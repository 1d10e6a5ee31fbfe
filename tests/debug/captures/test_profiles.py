"""Captures of core contexts, whose replays restore their state and refuse what they refused."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from softgl import Context, GLError
from softgl.debug.captures.errors import CaptureError
from softgl.debug.captures.file import Header, load, save
from softgl.debug.captures.replay import drawn
from softgl.debug.captures.script import write_script
from softgl.debug.frames.command import capture_scene
from softgl.gl import *
from softgl.gl.shaders import compileProgram, compileShader
from softgl.image import load_png

VERTEX = """#version 150
in vec4 corner; void main() { gl_Position = corner; }"""
FRAGMENT = """#version 150
uniform vec4 tint; out vec4 color; void main() { color = tint; }"""

RECORDED = GL_TRANSFORM_FEEDBACK_BUFFER, 0, 48


@pytest.fixture
def context():
    """A core context with a drawn window, textures and framebuffers, and a vertex array."""
    context = Context(8, 8, machine="eager", version=(3, 2), profile="core", debug=True)
    glBindTexture(GL_TEXTURE_2D, glGenTextures(3)[1])
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, bytes(range(16)))
    glBindFramebuffer(GL_FRAMEBUFFER, glGenFramebuffers(1))
    glBindRenderbuffer(GL_RENDERBUFFER, glGenRenderbuffers(1))
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 4, 4)
    attached = GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, 1
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, *attached)
    glClearColor(0, 1, 0, 1)
    glClear(GL_COLOR_BUFFER_BIT)
    glBindFramebuffer(GL_FRAMEBUFFER, 0)
    glClearColor(0, 0, 1, 1)
    glClearStencil(3)
    glClear(GL_COLOR_BUFFER_BIT | GL_STENCIL_BUFFER_BIT)
    shaders = compileShader(VERTEX, GL_VERTEX_SHADER), compileShader(FRAGMENT, GL_FRAGMENT_SHADER)
    program = compileProgram(*shaders)
    glUseProgram(program)
    glUniform4f(glGetUniformLocation(program, "tint"), 1, 0.5, 0, 1)
    glBindVertexArray(glGenVertexArrays(1))
    glBindBuffer(GL_ARRAY_BUFFER, glGenBuffers(1))
    corners = np.array([(-1, -1), (1, -1), (-1, 1)], np.float32)
    glBufferData(GL_ARRAY_BUFFER, corners, GL_STATIC_DRAW)
    index = glGetAttribLocation(program, "corner")
    glVertexAttribPointer(index, 2, GL_FLOAT, False, 0, None)
    glEnableVertexAttribArray(index)
    glVertexAttrib4f(0, 0.25, 0.5, 0.75, 1)
    return context


def frame():
    """Draws; some calls are refused."""
    glDrawArrays(GL_TRIANGLES, 0, 3)
    for call in (lambda: glBegin(GL_TRIANGLES), lambda: glEnable(GL_FOG)):
        with pytest.raises(GLError):
            call()


def test_a_capture_of_a_core_context(context, tmp_path):
    with context.capture(tmp_path / "it.softgl"):
        frame()
    picture = np.asarray(context.read_image())
    capture = load(tmp_path / "it.softgl")
    assert [call.error for call in capture.calls[-2:]] == [GL_INVALID_OPERATION, GL_INVALID_ENUM]
    again = drawn(capture, machine="eager")
    assert again.api == context.api and again.core
    assert (np.asarray(again.read_image()) == picture).all()
    assert glGetVertexAttribfv(0, GL_CURRENT_VERTEX_ATTRIB).tolist() == [0.25, 0.5, 0.75, 1]
    assert glReadPixels(0, 0, 1, 1, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE)[0] == 3
    assert glIsTexture(2)
    glBindFramebuffer(GL_FRAMEBUFFER, 1)
    assert list(glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE)) == [0, 255, 0, 255]
    script, image = tmp_path / "it.py", tmp_path / "it.png"
    write_script(script, capture)
    assert "version=(3, 2), profile='core', debug=True" in script.read_text()
    subprocess.run([sys.executable, script, image], check=True)
    assert (load_png(image)[..., :3] == picture[..., :3]).all()


def test_a_capture_of_a_capture(context, tmp_path):
    """It has the profile of the first one, not of the context that a scene gets."""
    first, second = tmp_path / "one.softgl", tmp_path / "two.softgl"
    with context.capture(first):
        frame()
    capture_scene(str(first), str(second), None, (0, 1), machine="eager")
    again = load(second)
    assert again.header.api == context.api
    errors = [call.error for call in again.calls[again.first :]]
    assert errors == [0, GL_INVALID_OPERATION, GL_INVALID_ENUM]
    drawn_again = np.asarray(drawn(again, machine="eager").read_image())
    assert (drawn_again == np.asarray(context.read_image())).all()


def test_a_capture_after_transform_feedback(context, tmp_path):
    """The number of recorded vertices is restored; draws take it from there."""
    program = glGetIntegerv(GL_CURRENT_PROGRAM)
    glTransformFeedbackVaryings(program, 1, ["gl_Position"], GL_INTERLEAVED_ATTRIBS)
    glLinkProgram(program)
    glUniform4f(glGetUniformLocation(program, "tint"), 1, 0.5, 0, 1)
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, glGenBuffers(1))
    glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, 48, None, GL_STATIC_DRAW)
    glBeginTransformFeedback(GL_TRIANGLES)
    frame()
    glEndTransformFeedback()
    glClear(GL_COLOR_BUFFER_BIT)
    with context.capture(tmp_path / "it.softgl"):
        glDrawTransformFeedback(GL_TRIANGLES, 0)
    picture, recorded = np.asarray(context.read_image()), glGetBufferSubData(*RECORDED)
    again = drawn(load(tmp_path / "it.softgl"), machine="eager")
    assert (np.asarray(again.read_image()) == picture).all() and picture[..., 0].any()
    assert bytes(glGetBufferSubData(*RECORDED)) == bytes(recorded)


@pytest.mark.parametrize("fields", [{"major": 4}, {"minor": 7}, {"minor": 0, "core": True}])
def test_headers_of_other_versions(fields, tmp_path):
    path = tmp_path / "it.softgl"
    save(path, Header(4, 4, **fields), [], [])
    with pytest.raises(CaptureError, match="its context cannot be made"):
        load(path)


@pytest.mark.parametrize("version", [(2, 0), (3, 0)])
def test_opengl_es(version, tmp_path):
    """A context of OpenGL ES is captured with its version and its objects."""
    path = tmp_path / "es.softgl"
    es = Context(8, 8, machine="eager", errors="record", profile="es", version=version)
    glBindTexture(GL_TEXTURE_2D, 3)
    glTexImage2D(GL_TEXTURE_2D, 0, GL_BGRA, 1, 1, 0, GL_BGRA, GL_UNSIGNED_BYTE, b"\xff\0\0\xff")
    glBindFramebuffer(GL_FRAMEBUFFER, 5)
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 3, 0)
    glBindFramebuffer(GL_FRAMEBUFFER, 0)
    glClearColor(0, 1, 0, 1)
    with es.capture(path):
        glClear(GL_COLOR_BUFFER_BIT)
    capture = load(path)
    assert capture.header.context_options["profile"] == "es"
    assert capture.header.api == es.api
    assert drawn(capture, machine="eager").read_image().getpixel((0, 0)) == (0, 255, 0, 255)
