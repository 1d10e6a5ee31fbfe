"""Deleted objects that others still hold are captured with these."""

from __future__ import annotations

import numpy as np
import pytest

from softgl import Context, gl
from tests.debug.captures.test_capture import SIZE, pixels
from tests.debug.captures.test_restore import restored


@pytest.fixture
def context():
    with Context(SIZE, SIZE, machine="eager") as made:
        yield made


def show_framebuffer():
    gl.glBindFramebuffer(gl.GL_READ_FRAMEBUFFER, 1)
    area = gl.GL_COLOR_BUFFER_BIT, gl.GL_NEAREST
    gl.glBlitFramebuffer(0, 0, 4, 4, 0, 0, SIZE, SIZE, *area)


@pytest.mark.parametrize("again", ["free", "reserved", "made again"])
@pytest.mark.parametrize("kind", ["texture", "renderbuffer"])
def test_what_framebuffers_hold(context, tmp_path, kind, again):
    """It stays attached to framebuffers that are not bound when it is deleted."""
    gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, gl.glGenFramebuffers(1))
    where = gl.GL_FRAMEBUFFER, gl.GL_COLOR_ATTACHMENT0
    if kind == "texture":
        gl.glBindTexture(gl.GL_TEXTURE_2D, gl.glGenTextures(1))
        form = gl.GL_RGBA, gl.GL_UNSIGNED_BYTE
        gl.glTexImage2D(gl.GL_TEXTURE_2D, 0, gl.GL_RGBA8, 4, 4, 0, *form, None)
        gl.glFramebufferTexture2D(*where, gl.GL_TEXTURE_2D, 1, 0)
    else:
        gl.glBindRenderbuffer(gl.GL_RENDERBUFFER, gl.glGenRenderbuffers(1))
        gl.glRenderbufferStorage(gl.GL_RENDERBUFFER, gl.GL_RGBA8, 4, 4)
        gl.glFramebufferRenderbuffer(*where, gl.GL_RENDERBUFFER, 1)
    gl.glClearColor(0.5, 0.25, 1, 1)
    gl.glClear(gl.GL_COLOR_BUFFER_BIT)
    gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, 0)
    textures = kind == "texture"
    (gl.glDeleteTextures if textures else gl.glDeleteRenderbuffers)(1, [1])
    if again != "free":
        (gl.glGenTextures if textures else gl.glGenRenderbuffers)(1)
    if again == "made again" and textures:
        gl.glBindTexture(gl.GL_TEXTURE_2D, 1)
    elif again == "made again":
        gl.glBindRenderbuffer(gl.GL_RENDERBUFFER, 1)
    same_name = again == "free"
    restored(
        context, tmp_path / "frame.softgl", show_framebuffer, () if same_name else ("framebuff",)
    )
    assert pixels(context)[0, 0].tolist() == [128, 64, 255, 255]


def test_what_vertex_array_objects_hold(context, tmp_path):
    gl.glBindVertexArray(gl.glGenVertexArrays(1))
    for target, data in (
        (gl.GL_ARRAY_BUFFER, np.float32([-1, -1, 1, -1, 0, 1])),
        (gl.GL_ELEMENT_ARRAY_BUFFER, np.uint8([2, 0, 1])),
    ):
        gl.glBindBuffer(target, gl.glGenBuffers(1))
        gl.glBufferData(target, data, gl.GL_STATIC_DRAW)
    gl.glVertexPointer(2, gl.GL_FLOAT, 0, None)
    gl.glEnableClientState(gl.GL_VERTEX_ARRAY)
    gl.glBindVertexArray(0)
    gl.glDeleteBuffers(2, [1, 2])
    gl.glBindVertexArray(1)

    def calls():
        assert gl.glGenVertexArrays(1) == 2 and gl.glGenBuffers(1) == 1
        gl.glDrawElements(gl.GL_TRIANGLES, 3, gl.GL_UNSIGNED_BYTE, None)

    restored(context, tmp_path / "frame.softgl", calls)
    assert pixels(context)[SIZE - 1, SIZE // 2, 0] == 255


def test_what_buffer_textures_hold(context, tmp_path):
    gl.glBindBuffer(gl.GL_TEXTURE_BUFFER_EXT, 1)
    gl.glBufferData(gl.GL_TEXTURE_BUFFER_EXT, np.float32([1, 0.5, 0, 1]), gl.GL_STATIC_DRAW)
    gl.glBindTexture(gl.GL_TEXTURE_BUFFER_EXT, 1)
    gl.glTexBufferEXT(gl.GL_TEXTURE_BUFFER_EXT, gl.GL_RGBA32F_ARB, 1)
    gl.glDeleteBuffers(1, [1])
    text = b"""!!NVfp4.0
TEMP t;
TXF t, { 0, 0, 0, 0 }, texture[0], BUFFER;
MOV result.color, t;
END"""
    gl.glBindProgramARB(gl.GL_FRAGMENT_PROGRAM_ARB, 1)
    form = gl.GL_PROGRAM_FORMAT_ASCII_ARB
    gl.glProgramStringARB(gl.GL_FRAGMENT_PROGRAM_ARB, form, len(text), text)
    gl.glEnable(gl.GL_FRAGMENT_PROGRAM_ARB)
    restored(context, tmp_path / "frame.softgl", lambda: gl.glRectf(-1, -1, 1, 1))
    assert pixels(context)[0, 0].tolist() == [255, 128, 0, 255]
