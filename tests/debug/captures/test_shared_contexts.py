"""Tools that follow calls, where contexts share objects: each call is one of the right context."""

from __future__ import annotations

import numpy as np
import pytest

from softgl import Context, gl
from softgl.debug.captures import file as capture_file
from softgl.debug.captures import replay
from softgl.debug.captures.capture import capture
from softgl.debug.captures.errors import CaptureError
from softgl.debug.state import difference, state
from softgl.debug.watching import watching
from softgl.gl.api.current import current
from tests.debug.captures.test_capture import SIZE, assert_same


@pytest.fixture
def pair():
    """Two contexts that share objects; the first is current, with a texture bound."""
    with Context(SIZE, SIZE, machine="eager") as first:
        second = Context(SIZE, SIZE, machine="eager", share=first)
        first.make_current()
        make_texture(100)
        yield first, second


def make_texture(grey):
    gl.glBindTexture(gl.GL_TEXTURE_2D, 1)
    gl.glTexParameteri(gl.GL_TEXTURE_2D, gl.GL_TEXTURE_MIN_FILTER, gl.GL_NEAREST)
    texels = np.full((2, 2, 4), grey, np.uint8)
    form = gl.GL_RGBA, 2, 2, 0, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE
    gl.glTexImage2D(gl.GL_TEXTURE_2D, 0, *form, texels)


def draw():
    gl.glEnable(gl.GL_TEXTURE_2D)
    gl.glBegin(gl.GL_TRIANGLES)
    for x, y in ((-1, -1), (1, -1), (0, 1)):
        gl.glTexCoord2f(x, y)
        gl.glVertex2f(x, y)
    gl.glEnd()


def test_captures(pair, tmp_path):
    first, second = pair
    path = tmp_path / "frame.softgl"
    second.make_current()
    gl.glObjectLabel(gl.GL_TEXTURE, 1, -1, b"grey")
    with capture(path, first):
        gl.glClearColor(1, 0, 0, 1)
        gl.glClear(gl.GL_COLOR_BUFFER_BIT)
        first.make_current()
        draw()
        gl.glNewList(1, gl.GL_COMPILE)
        gl.glRectf(0, 0, 0.5, 0.5)
        gl.glEndList()
        gl.glCallList(1)
    assert_same(first, path)
    names = [call.name for call in capture_file.load(path).calls]
    assert [names.count(f"gl{name}") for name in ("Clear", "Begin", "CallList", "NewList")] == [
        0, 1, 1, 1,
    ]  # fmt: skip


def test_what_another_context_has_deleted(pair, tmp_path):
    """It is refused while it is bound, and made again where framebuffers hold it."""
    first, second = pair
    path = tmp_path / "frame.softgl"
    made = {
        "textures": (gl.glGenTextures, lambda n: gl.glBindTexture(gl.GL_TEXTURE_3D, n)),
        "samplers": (gl.glGenSamplers, lambda n: gl.glBindSampler(3, n)),
        "buffers": (gl.glGenBuffers, lambda n: gl.glBindBuffer(gl.GL_ARRAY_BUFFER, n)),
        "programs": (
            gl.glGenProgramsARB, lambda n: gl.glBindProgramARB(gl.GL_VERTEX_PROGRAM_ARB, n),
        ),
        "renderbuffers": (
            gl.glGenRenderbuffers, lambda n: gl.glBindRenderbuffer(gl.GL_RENDERBUFFER, n),
        ),
    }  # fmt: skip
    deletes = {
        "textures": gl.glDeleteTextures, "samplers": gl.glDeleteSamplers,
        "buffers": gl.glDeleteBuffers, "programs": gl.glDeleteProgramsARB,
        "renderbuffers": gl.glDeleteRenderbuffers,
    }  # fmt: skip
    for kind, (generate, bind) in made.items():
        name = int(np.ravel(generate(1))[0])
        bind(name)
        second.make_current()
        deletes[kind](1, [name])
        first.make_current()
        why = f"has deleted: {kind[:-1]} {name}"
        with pytest.raises(CaptureError, match=why), capture(path, first):
            pass
        bind(0)
    gl.glBindFramebufferEXT(gl.GL_FRAMEBUFFER, 1)
    where = gl.GL_FRAMEBUFFER, gl.GL_COLOR_ATTACHMENT0, gl.GL_TEXTURE_2D
    gl.glFramebufferTexture2D(*where, 1, 0)
    gl.glBindTexture(gl.GL_TEXTURE_2D, 0)
    second.make_current()
    gl.glDeleteTextures(1, [1])
    first.make_current()
    with capture(path, first):
        gl.glClearColor(1, 0, 0, 1)
        gl.glClear(gl.GL_COLOR_BUFFER_BIT)
    other = replay.drawn(capture_file.load(path), machine="eager")
    seen = [np.asarray(each.read_image("framebuffer"))[0, 0].tolist() for each in (first, other)]
    assert seen == [[255, 0, 0, 255]] * 2
    assert difference(state(first), state(other)) == {}


def test_events(pair):
    """Events of every context of the thread are seen once each; none while a list is made."""
    first, second = pair
    told = []

    class Notes:
        def before(self, event):
            told.append((event.context, event.command))

        def after(self, event):
            told.append(None)

    with watching(Notes()):
        draw()
        gl.glNewList(1, gl.GL_COMPILE)
        gl.glRectf(-1, -1, 1, 1)
        gl.glEndList()
        second.make_current()
        gl.glClear(gl.GL_COLOR_BUFFER_BIT)
        gl.glCallList(1)
    calls = (first, "glEnd"), (second, "glClear"), (second, "glCallList")
    assert told == [each for call in calls for each in (call, None)]
    assert current.executing is second
