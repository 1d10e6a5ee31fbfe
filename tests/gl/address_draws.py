"""Draws from vertex arrays at addresses beside those from arrays; see `address_calls`."""

from __future__ import annotations

import itertools
import tempfile
from pathlib import Path

import numpy as np

from softgl import Context
from softgl.debug.captures.file import load
from softgl.debug.captures.replay import drawn
from softgl.gl import *
from softgl.gl.api.addresses import Address
from tests.gl.guarded_memory import Guarded

COUNT = 9
RANDOM = np.random.default_rng(7)
CORNERS = RANDOM.uniform(-1, 1, (COUNT, 3)).astype(np.float32)
COLORS = RANDOM.integers(0, 256, (COUNT, 4), dtype=np.uint8)
INDICES = np.array([0, 8, 3, 4, 4, 7, 2, 6, 1], np.uint32)
MANY = 1 << 17


class Memory:
    """Makes arguments of arrays: these themselves, or addresses of guarded copies."""

    def __init__(self, guarded: bool):
        self.guarded, self.kept = guarded, []

    def __call__(self, array):
        if not self.guarded:
            return array.tobytes() if array.dtype == np.uint8 else array
        self.kept.append(Guarded(array))
        return self.kept[-1].address

    def several(self, arrays):
        """An array of pointers to arrays."""
        if not self.guarded:
            return arrays
        return self(np.array([self(array).value for array in arrays], np.uintp))

    def take_away(self):
        """Free all of it, as a program in C may after a call."""
        for memory in self.kept:
            memory.take_away()


def conventional(memory, dtype=np.float32, count=COUNT, stride=0, size=3):
    """Describes positions of a type, and colours of `count` vertices."""
    types = {np.float32: GL_FLOAT, np.float64: GL_DOUBLE, np.int16: GL_SHORT}
    positions = np.rint(CORNERS) if dtype is np.int16 else CORNERS
    positions = positions[:count, :size].astype(dtype)
    data = positions
    if stride:
        rows = np.zeros((count, stride), np.uint8)
        rows[:, : positions[0].nbytes] = positions.view(np.uint8).reshape(count, -1)
        data = rows.reshape(-1)[: (count - 1) * stride + positions[0].nbytes]
    glVertexPointer(size, types[dtype], stride, memory(np.ascontiguousarray(data)))
    glColorPointer(3, GL_UNSIGNED_BYTE, 4, memory(COLORS[:count].reshape(-1)[: 4 * count - 1]))
    glEnableClientState(GL_VERTEX_ARRAY)
    glEnableClientState(GL_COLOR_ARRAY)


def ranges(memory):
    conventional(memory)
    glDrawArrays(GL_TRIANGLES, 0, COUNT)


def parts_of_ranges(memory):
    """Elements before the first one are not there."""
    conventional(memory, stride=16)
    glDrawArrays(GL_TRIANGLES, 3, 6)
    glDrawArrays(GL_POINTS, 8, 1)


def elements(memory):
    conventional(memory, np.float64)
    glDrawElements(GL_TRIANGLES, COUNT, GL_UNSIGNED_INT, memory(INDICES))
    glDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_BYTE, memory(np.uint8([5, 1, 6])))
    glDrawRangeElements(GL_LINES, 0, 8, 4, GL_UNSIGNED_SHORT, memory(np.uint16([0, 1, 2, 3])))


def several(memory):
    conventional(memory, np.int16)
    firsts, counts = np.int32([0, 3, 6]), np.int32([3, 0, 3])
    glMultiDrawArrays(GL_TRIANGLES, memory(firsts), memory(counts), 3)
    lists = [INDICES[:3], INDICES[6:]]
    glMultiDrawElements(
        GL_TRIANGLES, memory(np.int32([3, 3])), GL_UNSIGNED_INT, memory.several(lists), 2
    )


def instances(memory):
    """Arrays with an element per instance."""
    glVertexAttribPointer(0, 3, GL_FLOAT, False, 0, memory(CORNERS[:3]))
    glVertexAttribPointer(3, 4, GL_UNSIGNED_BYTE, True, 0, memory(COLORS[:2]))
    glVertexAttribDivisorARB(3, 2)
    glEnableVertexAttribArray(0)
    glEnableVertexAttribArray(3)
    glDrawArraysInstancedARB(GL_TRIANGLES, 0, 3, 4)


def indirect(memory):
    """Commands at addresses; arrays per instance from the second element on."""
    glVertexAttribPointer(0, 3, GL_FLOAT, False, 0, memory(CORNERS[:6]))
    glVertexAttribPointer(3, 4, GL_UNSIGNED_BYTE, True, 0, memory(COLORS[:3]))
    glVertexAttribDivisorARB(3, 1)
    glEnableVertexAttribArray(0)
    glEnableVertexAttribArray(3)
    glDrawArraysIndirect(GL_TRIANGLES, memory(np.uint32([3, 2, 1, 1])))
    commands = np.uint32([[3, 1, 0, 0, 9], [3, 1, 3, 2, 9]]).reshape(-1)[:9]
    glMultiDrawArraysIndirect(GL_TRIANGLES, memory(commands), 2, 20)
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 1)
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, np.uint8([9, 0, 1, 2]), GL_STATIC_DRAW)
    glDrawElementsIndirect(GL_TRIANGLES, GL_UNSIGNED_BYTE, memory(np.uint32([3, 1, 1, 3, 2])))
    glDrawArraysInstancedBaseInstance(GL_TRIANGLES, 0, 3, 2, 1)


def interleaved(memory):
    data = np.zeros((COUNT, 6), np.float32)
    data[:, 3:], data[:, :3] = CORNERS, COLORS[:, :3] / np.float32(255)
    glInterleavedArrays(GL_C3F_V3F, 0, memory(data))
    glDrawArrays(GL_TRIANGLES, 0, COUNT)
    glBegin(GL_TRIANGLES)
    for number in (8, 2, 5):
        glArrayElement(number)
    glEnd()


def restarted(memory):
    """The element with the restart index is not there."""
    conventional(memory)
    glPrimitiveRestartIndexNV(100000)
    glEnableClientState(GL_PRIMITIVE_RESTART_NV)
    indices = np.insert(INDICES, 3, 100000).astype(np.uint32)
    glDrawElements(GL_TRIANGLE_STRIP, len(indices), GL_UNSIGNED_INT, memory(indices))


def far_apart(memory):
    """More than wait, and few elements among many."""
    conventional(memory)
    indices = np.tile(INDICES, MANY // COUNT)[: 3 * (MANY // 27)]
    glDrawElements(GL_POINTS, len(indices), GL_UNSIGNED_INT, memory(indices))
    spread = np.zeros((100001, 3), np.float32)
    spread[::12500] = CORNERS
    glVertexPointer(3, GL_FLOAT, 0, memory(spread))
    glDisableClientState(GL_COLOR_ARRAY)
    glDrawElements(
        GL_TRIANGLES, COUNT, GL_UNSIGNED_INT, memory(np.arange(COUNT, dtype=np.uint32) * 12500)
    )
    glDrawArrays(GL_POINTS, 0, len(spread))


def listed(memory):
    conventional(memory)
    glNewList(1, GL_COMPILE)
    glDrawElements(GL_TRIANGLES, COUNT, GL_UNSIGNED_INT, memory(INDICES))
    glDrawArrays(GL_LINE_STRIP, 2, 7)
    glMultiDrawElements(
        GL_POINTS, memory(np.int32([2])), GL_UNSIGNED_INT, memory.several([INDICES[:2]]), 1
    )
    glCallLists(2, GL_UNSIGNED_SHORT, memory(np.uint16([2, 3])))
    glEndList()
    memory.take_away()
    glDisableClientState(GL_VERTEX_ARRAY)
    glDisableClientState(GL_COLOR_ARRAY)
    glCallList(1)


def in_buffers(memory):
    """An address is an offset while a buffer object is bound, and NULL is the offset 0."""
    glBindBuffer(GL_ARRAY_BUFFER, 1)
    glBufferData(GL_ARRAY_BUFFER, CORNERS.nbytes, memory(CORNERS), GL_STATIC_DRAW)
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 2)
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, INDICES.nbytes, memory(INDICES), GL_STATIC_DRAW)
    offset = Address if memory.guarded else int
    glVertexPointer(3, GL_FLOAT, 0, offset(12))
    glEnableClientState(GL_VERTEX_ARRAY)
    glDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_INT, offset(12))
    glVertexPointer(3, GL_FLOAT, 0, None)
    glDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_INT, None)
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1)
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 1)
    glDrawPixels(2, 2, GL_RED, GL_UNSIGNED_BYTE, offset(7))
    glNewList(1, GL_COMPILE)
    glDrawPixels(3, 1, GL_RGB, GL_UNSIGNED_BYTE, offset(5))
    glEndList()
    glCallList(1)


DRAWS = [
    ranges, parts_of_ranges, elements, several, instances, indirect, interleaved, restarted,
    far_apart,
    listed, in_buffers,
]  # fmt: skip


def check_draws():
    """Draws read the elements that they draw, before they return."""
    for draw, (machine, threads) in itertools.product(DRAWS, [("eager", 1), ("llvm", 2)]):
        if machine == "eager" and draw is far_apart:
            continue
        pictures = []
        for guarded in (False, True):
            memory = Memory(guarded)
            context = Context(32, 32, machine=machine, threads=threads)
            draw(memory)
            memory.take_away()
            pictures.append(np.asarray(context.read_image()))
        assert pictures[0][..., :3].any(), draw.__name__
        assert np.array_equal(*pictures), draw.__name__


def results(memory):
    """Names, results and pixels, that later calls rely on."""
    names = memory(np.zeros(2, np.uint32))
    glGenTextures(2, names)
    if memory.guarded:
        names = names.elements(np.uint32, 2)
    glBindTexture(GL_TEXTURE_2D, int(names[1]))
    texels = np.arange(48, dtype=np.uint8)
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB, 4, 4, 0, GL_RGB, GL_UNSIGNED_BYTE, memory(texels))
    out = memory(np.zeros(64, np.uint8)) if memory.guarded else np.zeros(64, np.uint8)
    glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, out)
    glGetFloatv(GL_MODELVIEW_MATRIX, memory(np.zeros(16, np.float32)))
    glGetIntegerv(GL_PACK_ALIGNMENT, memory(np.zeros(1, np.int32)))
    glFogfv(GL_FOG_COLOR, memory(np.float32([1, 0, 1, 1])))
    glEnable(GL_FOG)
    glEnable(GL_TEXTURE_2D)
    glRectf(-0.5, -0.5, 0.5, 0.5)


def check_captures():
    """Captures have the bytes that were at the addresses."""
    with tempfile.TemporaryDirectory() as folder:
        for draw in (*DRAWS, results):
            if draw is far_apart:
                continue
            context = Context(16, 16, machine="eager")
            memory = Memory(True)
            path = Path(folder) / draw.__name__
            with context.capture(path):
                draw(memory)
            memory.take_away()
            again = drawn(load(path), machine="eager")
            pictures = [np.asarray(each.read_image()) for each in (context, again)]
            assert pictures[0][..., :3].any() and np.array_equal(*pictures), draw.__name__
