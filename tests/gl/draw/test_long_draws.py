"""Draws of very many vertices: their memory is bounded, and they end when they are interrupted."""

from itertools import cycle
from time import sleep

import numpy as np
import pytest

from softgl.gl import *
from softgl.gl import Context
from softgl.gl.api.current import current
from softgl.pipeline.draws import draw as draw_stages
from softgl.pipeline.draws import stages
from softgl.tuning import limits
from tests.tools import traced_memory

MODES = [
    *(GL_POINTS, GL_LINES, GL_LINE_LOOP, GL_LINE_STRIP, GL_TRIANGLES),
    *(GL_TRIANGLE_STRIP, GL_TRIANGLE_FAN, GL_QUADS, GL_QUAD_STRIP, GL_POLYGON),
]
MOST = 2**26
SHORTS = np.int16([[0, 0], [1, 0]])


@pytest.fixture(autouse=True)
def none_in_one_call(tuned):
    """Short draws go through chunks, too."""
    tuned(MAX_FEW_TRIANGLES=-1)


def mesh(mode, *ranges):
    glMap2f(GL_MAP2_VERTEX_3, 0, 1, 0, 1, np.zeros((2, 2, 3)))
    glEnable(GL_MAP2_VERTEX_3)
    glMap1f(GL_MAP1_VERTEX_3, 0, 1, np.zeros((2, 3)))
    glEnable(GL_MAP1_VERTEX_3)
    (glEvalMesh2 if len(ranges) == 4 else glEvalMesh1)(mode, *ranges)


def several_ranges():
    glMultiDrawArrays(GL_LINE_STRIP, [0] * 60, [MOST] * 60, 60)


def far_indices():
    """The first and the last of 2^32 elements in turn, with two of them in memory."""
    indices = np.zeros(limits.MAX_SHARED_CHUNKS * limits.CHUNK_INDICES + 10, np.uint32)
    indices[1::2] = 2**32 - 1
    glDrawElements(GL_TRIANGLE_STRIP, len(indices), GL_UNSIGNED_INT, indices)


LONG = {
    **{f"mode {mode}": (glDrawArrays, mode, 0, MOST) for mode in MODES},
    "instances": (glDrawArraysInstancedARB, GL_TRIANGLES, 0, 3, 2**30 // 3),
    "long instances": (glDrawArraysInstancedARB, GL_TRIANGLE_STRIP, 0, MOST, 16),
    "several ranges": (several_ranges,),
    "indices": (far_indices,),
    "mesh": (mesh, GL_FILL, 0, 4000, 0, 4000),
    "mesh of lines": (mesh, GL_LINE, 0, 1, 0, MOST // 2 - 1),
    "mesh of points": (mesh, GL_POINT, 0, 0, 0, MOST - 1),
    "curve": (mesh, GL_LINE, 0, MOST - 1),
}


@pytest.mark.parametrize("name", LONG)
def test_a_long_draw_is_interrupted(name, context, snapshot, monkeypatch):
    """Ctrl-C in the second piece: as many vertices as the documentation says were there at once."""
    glVertexPointer(2, GL_SHORT, 0, SHORTS)
    glEnableClientState(GL_VERTEX_ARRAY)
    counts = []

    def run(engine, key, stream, *_):
        counts.append((stream.count, 0 if stream.indices is None else len(stream.indices)))
        if len(counts) == 2:
            raise KeyboardInterrupt
        raise Empty

    class Empty(Exception):
        """A generator whose first chunk draws nothing."""

    prepared = draw_stages.chunk_steps

    def nothing_prepared(*arguments):
        try:
            return prepared(*arguments)
        except Empty:
            return ()

    monkeypatch.setattr(stages, "run_vertex_program", run)
    monkeypatch.setattr(draw_stages, "chunk_steps", nothing_prepared)
    command, *arguments = LONG[name]
    with traced_memory() as peak, pytest.raises(KeyboardInterrupt):
        command(*arguments)
    indexed = "indices" in name
    assert all(count <= 2 * limits.CHUNK_VERTICES for count, _ in counts), counts
    assert all(
        count <= limits.MAX_SHARED_CHUNKS * limits.CHUNK_INDICES + 2 for _, count in counts
    ), counts
    assert peak[0] < (300e6 if indexed else 100e6)


def test_threads_that_make_pieces_count_every_sample(monkeypatch, tuned):
    """Triangles on top of each other, numbered out of order; by pieces and threads the same."""
    seed = 31
    print("seed", seed)
    rng = np.random.default_rng(seed)
    corners = rng.uniform(-1.2, 1.2, (300, 3)).astype(np.float32)
    indices = rng.permutation(300).astype(np.uint32)
    before, found, made = current.context, [], []
    tuned(MAX_BATCHED_VERTICES=-1, MAX_SHARED_CHUNKS=1)
    compact = draw_stages.compact
    monkeypatch.setattr(
        draw_stages, "compact", lambda *given, **how: made.append(1) or compact(*given, **how)
    )
    for machine, threads, piece in (("eager", 1, 300), ("llvm", 1, 30), ("llvm", 3, 30)):
        tuned(CHUNK_INDICES=piece)
        frame = Context(40, 40, machine=machine, threads=threads)
        glEnable(GL_DEPTH_TEST)
        glVertexPointer(3, GL_FLOAT, 0, corners)
        glEnableClientState(GL_VERTEX_ARRAY)
        query = glGenQueries(1)
        glBeginQuery(GL_SAMPLES_PASSED, query)
        for shade in (0.5, 1.0):
            glColor3f(shade, 0, 0)
            glDrawElements(GL_TRIANGLES, 300, GL_UNSIGNED_INT, indices)
        glEndQuery(GL_SAMPLES_PASSED)
        samples = int(glGetQueryObjectuiv(query, GL_QUERY_RESULT))
        found.append((samples, frame.read_image().tobytes()))
    if before is not None:
        before.make_current()
    assert found[0][0] > 1600 and found[1:] == found[:1] * 2 and len(made) == 42


PIECES = {
    "points": (GL_POINTS, False, False),
    "lines": (GL_LINES, False, False),
    "stippled strip": (GL_LINE_STRIP, True, False),
    "quads": (GL_QUADS, False, False),
    "outlined quads": (GL_QUADS, False, True),
    "stippled quads": (GL_QUADS, True, True),
}


@pytest.mark.parametrize(("mode", "stippled", "outlined"), PIECES.values(), ids=PIECES)
def test_threads_make_pieces_of_any_shapes(mode, stippled, outlined, monkeypatch, tuned):
    """Indices may begin far from 0; a stipple counter continues from chunk to chunk."""
    seed = 32
    print("seed", seed)
    rng = np.random.default_rng(seed)
    corners = rng.uniform(-0.9, 0.9, (900, 3)).astype(np.float32)
    indices = 500 + rng.permutation(320).astype(np.uint32)
    before, found, waits = current.context, [], cycle([0.002, 0])  # so that pieces overtake
    compact = draw_stages.compact
    monkeypatch.setattr(
        draw_stages, "compact", lambda *given, **how: sleep(next(waits)) or compact(*given, **how)
    )
    tuned(MAX_BATCHED_VERTICES=-1, MAX_SHARED_CHUNKS=1)
    for machine, threads, piece in (("eager", 1, 320), ("llvm", 1, 32), ("llvm", 3, 32)):
        tuned(CHUNK_INDICES=piece)
        frame = Context(40, 40, machine=machine, threads=threads)
        glEnable(GL_DEPTH_TEST)
        glEnable(GL_BLEND)
        glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA)
        if stippled:
            glEnable(GL_LINE_STIPPLE)
            glLineStipple(3, 0x5A3C)
        if outlined:
            glPolygonMode(GL_FRONT, GL_LINE)
            glPolygonMode(GL_BACK, GL_POINT)
        glVertexPointer(3, GL_FLOAT, 0, corners)
        glColorPointer(4, GL_FLOAT, 0, np.tile(np.abs(corners), (1, 2))[:, :4].copy())
        glEnableClientState(GL_VERTEX_ARRAY)
        glEnableClientState(GL_COLOR_ARRAY)
        glDrawElements(mode, 320, GL_UNSIGNED_INT, indices)
        found.append(frame.read_image().tobytes())
    if before is not None:
        before.make_current()
    assert found[1:] == found[:1] * 2 and len(set(found[0])) > 20


def test_after_an_interrupted_draw_the_next_one_is_whole(context, monkeypatch, tuned):
    """Nothing of the primitive, and of the counter of its stipple, goes on in the next one."""
    tuned(CHUNK_VERTICES=4)
    glEnable(GL_LINE_STIPPLE)
    glLineStipple(1, 0x0F0F)

    def line():
        glClear(GL_COLOR_BUFFER_BIT)
        glBegin(GL_LINE_STRIP)
        for n in range(17):
            glVertex2f(n / 8 - 1, 0.1)
        glEnd()
        return context.read_image().tobytes()

    expected = line()
    projection, calls = stages.placed_in_window, []

    def interrupted(*arguments):
        calls.append(1)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return projection(*arguments)

    with monkeypatch.context() as patch:
        patch.setattr(stages, "placed_in_window", interrupted)
        with pytest.raises(KeyboardInterrupt):
            line()
    assert line() == expected


def test_the_cache_decides_where_pieces_end_unless_that_is_seen(context, monkeypatch, tuned):
    """Recorded results that programs read, and the visible face of polygons, fix the chunks."""
    counts, run = [], stages.run_vertex_program

    def counted(engine, key, stream, *arguments):
        counts.append(stream.count)
        return run(engine, key, stream, *arguments)

    monkeypatch.setattr(stages, "run_vertex_program", counted)
    tuned(
        MAX_BATCHED_VERTICES=-1,
        CHUNK_VERTICES=24,
        CHUNK_INDICES=24,
        CACHED_CHUNK_VERTICES=6,
        COMBINED_DRAW_VERTICES=24,
    )
    glVertexPointer(2, GL_SHORT, 0, np.zeros((48, 2), np.int16))
    glEnableClientState(GL_VERTEX_ARRAY)

    def shaded(command, *arguments):
        counts.clear()
        command(*arguments)
        glFinish()
        return counts.copy()

    def drawn():
        return (
            shaded(glDrawArrays, GL_TRIANGLES, 0, 48),
            shaded(glDrawArraysInstancedARB, GL_TRIANGLES, 0, 3, 8),
        )

    numbers = np.arange(48, dtype=np.uint32)
    assert drawn() == ([6] * 8, [12, 12])
    assert shaded(glDrawElements, GL_TRIANGLES, 48, GL_UNSIGNED_INT, numbers) == [24, 24]
    assert shaded(glDrawArrays, GL_POLYGON, 0, 48) == [26, 24]
    glEnable(GL_LINE_STIPPLE)
    assert shaded(glDrawArrays, GL_LINES, 0, 48) == [24, 24]
    glDisable(GL_LINE_STIPPLE)
    glBindBufferBaseNV(GL_TRANSFORM_FEEDBACK_BUFFER_NV, 0, glGenBuffers(1))
    glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER_NV, 4096, None, GL_STREAM_DRAW)
    glTransformFeedbackAttribsNV(1, [GL_POSITION, 4, 0], GL_INTERLEAVED_ATTRIBS_NV)
    glBeginTransformFeedbackNV(GL_TRIANGLES)
    assert drawn() == ([24, 24], [24])
    glEndTransformFeedbackNV()
    assert drawn() == ([6] * 8, [12, 12])


INSTANCED = """!!ARBvp1.0
ADD result.position, vertex.position, vertex.attrib[3];
MOV result.color, vertex.attrib[3];
END
"""


@pytest.mark.parametrize("indexed", [False, True])
def test_chunks_of_instances_draw_the_same(tuned, indexed):
    """Seven instances in chunks of two and three, in order, by two threads."""
    Context(16, 16, machine="llvm", threads=2)
    glBindProgramARB(GL_VERTEX_PROGRAM_ARB, 1)
    glProgramStringARB(
        GL_VERTEX_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, len(INSTANCED), INSTANCED.encode()
    )
    glEnable(GL_VERTEX_PROGRAM_ARB)
    places = np.random.default_rng(3).uniform(-0.5, 0.8, (7, 3)).astype(np.float32)
    glVertexAttribPointer(3, 3, GL_FLOAT, False, 0, places)
    glVertexAttribDivisorARB(3, 1)
    glEnableVertexAttribArray(3)
    glVertexPointer(2, GL_FLOAT, 0, np.float32([(-0.5, -0.5), (0.7, -0.2), (0, 0.6)]))
    glEnableClientState(GL_VERTEX_ARRAY)
    pictures = []
    for vertices in (None, 3):
        tuned(CACHED_CHUNK_VERTICES=vertices)
        glClear(GL_COLOR_BUFFER_BIT)
        if indexed:
            numbers = np.uint16([2, 0, 1])
            glDrawElementsInstanced(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, numbers, 7)
        else:
            glDrawArraysInstanced(GL_TRIANGLES, 0, 3, 7)
        pictures.append(glReadPixels(0, 0, 16, 16, GL_RGBA, GL_UNSIGNED_BYTE))
    assert pictures[0] == pictures[1] and len(set(pictures[0])) > 5
