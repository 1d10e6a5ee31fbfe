"""Allocations that fail: GL_OUT_OF_MEMORY, and a state that still works."""

import numpy as np
import pytest

import softgl.gl.context
from softgl import GLError
from softgl.gl import *
from softgl.gl.api.current import current
from softgl.gl.framebuffers import windows
from softgl.gl.vertices import immediate
from softgl.gl.vertices.attributes import COLOR
from softgl.pipeline.draws import stages


def no_memory(*arguments, **keywords):
    raise MemoryError


def out_of_memory(command, *arguments):
    with pytest.raises(GLError, match="not enough memory") as caught:
        command(*arguments)
    assert caught.value.err == GL_OUT_OF_MEMORY


def test_no_memory_for_a_window(context, monkeypatch):
    monkeypatch.setattr(windows, "Framebuffer", no_memory)
    out_of_memory(softgl.Context, 8192, 8192)
    assert current.context is context


def triangle():
    glBegin(GL_TRIANGLES)
    for n, corner in enumerate(((-1, -1), (1, -1), (-1, 1))):
        glColor3f(n, 0.5, 0.25)
        glVertex2f(*corner)
    glEnd()


@pytest.mark.parametrize("where", ["glEnd", "draw"])
def test_no_memory_for_a_primitive(context, where, monkeypatch):
    with monkeypatch.context() as patch:
        if where == "glEnd":
            calls = []
            unpacked = immediate.unpacked
            patch.setattr(
                immediate, "unpacked",
                lambda values: unpacked(values) if calls else calls.append(1) or no_memory(),
            )  # fmt: skip
        else:
            patch.setattr(stages, "run_vertex_program", no_memory)
        # A draw may wait: then it is a later command that finds no memory.
        out_of_memory(lambda: (triangle(), glFinish()))
    assert not context.inside_begin and context.immediate.mode is None
    assert not context.immediate.vertices
    assert context.vertex.current[COLOR].tolist() == [2, 0.5, 0.25, 1]
    assert not np.asarray(context.read_image()).any()
    triangle()
    assert np.asarray(context.read_image())[7, 0, 1:].tolist() == [128, 64, 255]


def test_offsets_that_no_pointer_has(context):
    glBindBuffer(GL_ARRAY_BUFFER, 1)
    glBufferData(GL_ARRAY_BUFFER, bytes(64), GL_STATIC_DRAW)
    for offset in (2**63, 2**64, -1):
        with pytest.raises(GLError, match="offset"):
            glVertexPointer(2, GL_FLOAT, 0, offset)
    with pytest.raises(GLError, match="the result 1000 does not fit into int8"):
        glVertexPointer(2, GL_FLOAT, 0, 1000)
        glGetPointerv(GL_VERTEX_ARRAY_POINTER, np.zeros(1, np.int8))
