"""Draws that read memory written meanwhile: by themselves, as they record, or by a thread.

Indices, elements, parameters, texels of buffer textures. None of it is an error. The results are
the same on all machines: docs/undefined.md lists them.
"""

from __future__ import annotations

import ctypes
import subprocess
import sys

import numpy as np
import pytest

from softgl import Context
from softgl.gl import *
from tests.gl.attachments import use_program

TARGET, ELEMENTS = GL_TRANSFORM_FEEDBACK_BUFFER_NV, GL_ELEMENT_ARRAY_BUFFER
PARAMETERS = GL_VERTEX_PROGRAM_PARAMETER_BUFFER_NV, GL_FRAGMENT_PROGRAM_PARAMETER_BUFFER_NV
MODES = {
    GL_POINTS: [GL_POINTS],
    GL_LINES: [GL_LINES, GL_LINE_LOOP, GL_LINE_STRIP],
    GL_TRIANGLES: [
        *(GL_TRIANGLES, GL_TRIANGLE_STRIP, GL_TRIANGLE_FAN),
        *(GL_QUADS, GL_QUAD_STRIP, GL_POLYGON),
    ],
}
VERTEX = """!!NVvp4.0 BUFFER4 b[] = { program.buffer[0] }; TEMP t; INT TEMP i;
MOV.S i.x, vertex.id.x; AND.S i.y, i.x, 15; MAD t, b[i.y], 0.1, vertex.position;
TXF result.color, i, texture[0], BUFFER; MOV t.w, 1; MOV result.position, t;
MOV result.attrib[0], vertex.attrib[1]; END"""
FRAGMENT = """!!NVfp4.0 BUFFER4 b[] = { program.buffer[0] }; TEMP c;
MAD c, b[3], 0.25, fragment.color; MAX result.color, c, fragment.attrib[0]; END"""
PLAIN = "!!NVvp4.0 MOV result.position, vertex.position; MOV result.color, vertex.attrib[1]; END"
PLAIN_FRAGMENT = "!!NVfp4.0 MOV result.color, fragment.color; END"
RECORDED = [GL_POSITION, 4, 0], [GL_PRIMARY_COLOR, 3, 0], [GL_GENERIC_ATTRIB_NV, 4, 0]
SIDE = 24


def contents(name):
    glBindBuffer(GL_ARRAY_BUFFER, name)
    size = glGetBufferParameteriv(GL_ARRAY_BUFFER, GL_BUFFER_SIZE)
    return glGetBufferSubData(GL_ARRAY_BUFFER, 0, size).tobytes()


class Scene:
    """Some draws that record over their own input, by a seed."""

    def __init__(self, seed):
        self.rng = rng = np.random.default_rng(seed)
        self.count = n = int(rng.choice([3, 60, 300]))
        self.words = rng.integers(0, n, 4 * n).astype(np.uint32)
        self.words[:: int(rng.choice([7, 4 * n]))] = 0
        floats = rng.random(4 * n) < rng.choice([0, 0, 0.5])
        self.words[floats] = rng.uniform(-1, 1, int(floats.sum())).astype(np.float32).view("u4")
        self.positions = rng.uniform(-1, 1, (n, 4)).astype(np.float32)
        self.positions[:, 3] = 1
        self.kind = int(rng.choice(list(MODES)))
        self.mode = int(rng.choice(MODES[self.kind]))
        # No numbers of vertices are read, so that small draws before these wait for one another.
        self.plain, self.waits = (rng.random(2) < 0.5).tolist()
        self.listed = [RECORDED[each] for each in rng.permutation(3 - self.plain)]
        self.listed = self.listed[: rng.integers(1, len(self.listed) + 1)]
        self.separate, self.outlined, self.restarts = (rng.random(3) < 0.25).tolist()
        self.starts = (4 * rng.integers(0, 2 * n, 3) * (rng.random(3) < 0.5)).tolist()
        types = [*[(GL_UNSIGNED_INT, 4)] * 3, (GL_UNSIGNED_SHORT, 2), (GL_UNSIGNED_BYTE, 1)]
        self.type, self.size = types[rng.integers(5)]
        self.draws = [
            (rng.integers(3), int(rng.integers(1, n + 1)), int(rng.choice([0, 0, 4, 3, 16 * n])))
            for _ in range(rng.integers(1, 4))
        ]

    def draw(self, machine, threads, apart=False):
        """Returns the record and the picture; apart : indices come from a copy of the buffer."""
        before = Context(SIDE, SIDE, machine=machine, threads=threads)
        elements = 2 if apart else 1
        for name in {1, elements}:
            glBindBuffer(GL_ARRAY_BUFFER, name)
            glBufferData(GL_ARRAY_BUFFER, self.words, GL_DYNAMIC_DRAW)
        glBindBuffer(GL_ARRAY_BUFFER, 1)
        glVertexAttribPointerARB(1, 3, GL_SHORT, True, 8, ctypes.c_void_p(4))
        glEnableVertexAttribArrayARB(1)
        glBindBuffer(GL_ARRAY_BUFFER, 0)
        glVertexPointer(4, GL_FLOAT, 0, self.positions)
        glEnableClientState(GL_VERTEX_ARRAY)
        glTexBufferEXT(GL_TEXTURE_BUFFER_EXT, GL_RGBA32F_ARB, 1)
        use_program(PLAIN if self.plain else VERTEX, GL_VERTEX_PROGRAM_ARB)
        use_program(PLAIN_FRAGMENT if self.plain else FRAGMENT)
        for target in PARAMETERS:
            glBindBufferBaseNV(target, 0, 1)
        if self.outlined:
            glPolygonMode(GL_FRONT_AND_BACK, GL_LINE)
        if self.restarts:
            glEnableClientState(GL_PRIMITIVE_RESTART_NV)
            glPrimitiveRestartIndexNV(self.count // 2)
        if self.waits:
            glDrawArrays(self.mode, 0, self.count)
        modes = GL_INTERLEAVED_ATTRIBS_NV, GL_SEPARATE_ATTRIBS_NV
        listed = [number for each in self.listed for number in each]
        glTransformFeedbackAttribsNV(listed, modes[self.separate])
        for point, start in enumerate(self.starts):
            glBindBufferOffsetNV(TARGET, point, 1, start)
        glBindBuffer(ELEMENTS, elements)
        glBeginTransformFeedbackNV(self.kind)
        for how, count, offset in self.draws:
            if apart:
                glCopyBufferSubData(TARGET, ELEMENTS, 0, 0, self.words.nbytes)
            if how == 0:
                glDrawElementsInstancedARB(self.mode, count, self.type, offset, 2)
            elif how == 1 and not self.outlined:
                glMultiDrawElements(self.mode, [count, count // 2], self.type, [offset, 0], 2)
            else:
                glDrawElements(self.mode, count, self.type, offset)
        glEndTransformFeedbackNV()
        picture = glReadPixels(0, 0, SIDE, SIDE, GL_RGBA, GL_UNSIGNED_BYTE)
        del before
        return contents(1), bytes(picture)


def test_random_draws():
    """Indices are those from before the command: as if another buffer object had them."""
    seed = 45
    print("seed", seed)
    rng, pictures = np.random.default_rng(seed), set()
    for own in rng.integers(0, 1 << 30, 16).tolist():
        print("scene", own)
        scene = Scene(own)
        found = scene.draw("eager", 1)
        assert scene.draw("eager", 1, apart=True) == found
        assert scene.draw("llvm", 2) == found
        pictures.add(found[1])
    assert len(pictures) > 8


@pytest.mark.parametrize(("machine", "count"), [("eager", 300), ("llvm", 300), ("llvm", 40_000)])
def test_indices_of_a_draw_that_records_over_them(machine, count):
    """Lists of triangles with the indices as corners; few and many."""
    Context(SIDE, SIDE, machine=machine, threads=2)
    count -= count % 3
    rng = np.random.default_rng(7)
    positions = rng.uniform(-1, 1, (300, 4)).astype(np.float32)
    positions[:, 3] = 1
    indices = rng.integers(0, 300, count).astype(np.uint32)
    indices[::9] = 0
    glVertexPointer(4, GL_FLOAT, 0, positions)
    glEnableClientState(GL_VERTEX_ARRAY)
    glBindBuffer(ELEMENTS, 1)
    use_program(
        "!!NVvp4.0 MOV result.position, vertex.position; MOV result.color, 1; END",
        GL_VERTEX_PROGRAM_ARB,
    )
    glTransformFeedbackAttribsNV([GL_POSITION, 4, 0], GL_INTERLEAVED_ATTRIBS_NV)
    pictures = []
    for recorded in (2, 1):
        glClear(GL_COLOR_BUFFER_BIT)
        for name in (1, 2):
            glBindBuffer(GL_ARRAY_BUFFER, name)
            glBufferData(GL_ARRAY_BUFFER, 16 * count, None, GL_DYNAMIC_DRAW)
            glBufferSubData(GL_ARRAY_BUFFER, 0, indices)
        glBindBufferBaseNV(TARGET, 0, recorded)
        glBeginTransformFeedbackNV(GL_TRIANGLES)
        glDrawElements(GL_TRIANGLES, count, GL_UNSIGNED_INT, None)
        glEndTransformFeedbackNV()
        pictures.append((contents(recorded), glReadPixels(0, 0, SIDE, SIDE, GL_RGB, GL_FLOAT)))
    assert pictures[0][0] == pictures[1][0] == positions[indices].tobytes()
    assert np.array_equal(pictures[0][1], pictures[1][1]) and pictures[0][1].any()


WRITES = """
import ctypes, sys, threading, time
import numpy as np
from softgl.gl import *
from softgl import Context
context = Context(64, 64, threads=2)
rng = np.random.default_rng(3)
positions = rng.uniform(-1, 1, (8000, 4)).astype(np.float32)
positions[:, :2] = rng.uniform(-0.9, 0.9, (80, 2)).repeat(100, 0) + 0.02 * positions[:, :2]
positions[:, 3] = 1
glVertexPointer(4, GL_FLOAT, 0, positions)
glEnableClientState(GL_VERTEX_ARRAY)
indices = (np.arange(240_000) // 30).astype(np.uint32) + rng.integers(0, 60, 240_000, np.uint32)
indices[::5000] = 0
wrong = rng.integers(0, 1 << 32, len(indices), np.uint32)
glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 1)
glBufferData(GL_ELEMENT_ARRAY_BUFFER, indices, GL_DYNAMIC_DRAW)
address = glMapBuffer(GL_ELEMENT_ARRAY_BUFFER, GL_WRITE_ONLY)
memory = np.frombuffer((ctypes.c_uint8 * indices.nbytes).from_address(address), np.uint32)
glUnmapBuffer(GL_ELEMENT_ARRAY_BUFFER)
ended, written = False, 0

def write():
    global written
    while not ended:
        for values in (wrong, indices):
            memory[::7] = values[::7]
            time.sleep(0.0003 * (written % 8))
            written += 1

thread = threading.Thread(target=write)
thread.start()
drawn = 0
for mode, count in ((GL_TRIANGLES, 240_000), (GL_LINES, 90_000), (GL_POINTS, 30_000)):
    end = time.monotonic() + 0.7
    while time.monotonic() < end:
        glDrawElements(mode, count, GL_UNSIGNED_INT, None)
        glMultiDrawElements(mode, [count // 3] * 3, GL_UNSIGNED_INT, [0, 4, 8], 3)
        glDrawElementsInstancedARB(mode, count // 4, GL_UNSIGNED_INT, None, 2)
        glFinish()
        drawn += 1
ended = True
thread.join()
assert drawn >= 3 and written >= 3
"""


def test_a_thread_that_writes_to_indices():
    """Writes by the address of a buffer object that was mapped; a process of its own may crash."""
    done = subprocess.run([sys.executable, "-c", WRITES], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
