"""Mapped memory: the bytes that an application writes, from the first to the last change."""

import numpy as np
import pytest

import softgl
from softgl.debug.captures.mapped_memory import MappedMemory
from softgl.gl import *


@pytest.fixture
def context():
    with softgl.Context(16, 16) as context:
        yield context


@pytest.fixture
def buffer(context):
    glBindBuffer(GL_ARRAY_BUFFER, glGenBuffers(1))
    glBufferData(GL_ARRAY_BUFFER, np.arange(16, dtype=np.uint8), GL_STATIC_DRAW)
    return context.buffers.bound[GL_ARRAY_BUFFER]


def test_changes_are_told_once(context, buffer):
    memory = MappedMemory()
    glMapBufferRange(GL_ARRAY_BUFFER, 4, 8, GL_MAP_READ_BIT | GL_MAP_WRITE_BIT)
    memory.register(buffer)
    assert memory.written(buffer) is None
    buffer.data[[6, 9]] = 90, 91
    assert memory.written(buffer) == (2, bytes([90, 7, 8, 91]))
    assert memory.written(buffer) is None
    assert not memory.persistent


def test_only_writable_mappings_are_watched(context, buffer):
    memory = MappedMemory()
    glMapBuffer(GL_ARRAY_BUFFER, GL_READ_ONLY)
    memory.register(buffer)
    buffer.data[0] = 99
    assert memory.written(buffer) is None


def test_persistent_mappings_end_with_their_buffers(context):
    memory = MappedMemory()
    flags = GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT
    for name in glGenBuffers(2):
        glBindBuffer(GL_ARRAY_BUFFER, name)
        glBufferStorage(GL_ARRAY_BUFFER, 16, None, flags)
        glMapBufferRange(GL_ARRAY_BUFFER, 0, 16, flags)
        memory.register(context.buffers.bound[GL_ARRAY_BUFFER])
    assert len(memory.persistent) == 2
    glUnmapBuffer(GL_ARRAY_BUFFER)
    memory.forget_unmapped(context)
    assert [buffer.name for buffer in memory.persistent.values()] == [int(name) - 1]
    glDeleteBuffers([int(name) - 1])
    memory.forget_unmapped(context)
    assert not memory.persistent
