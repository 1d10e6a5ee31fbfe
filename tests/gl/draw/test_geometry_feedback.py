"""Inputs and outputs of geometry programs in draws of every kind, by transform feedback."""

from __future__ import annotations

import numpy as np
import pytest

from softgl import Context
from softgl.gl import *
from tests.gl.attachments import use_program

GEOMETRY = GL_GEOMETRY_PROGRAM_NV
TARGET = GL_TRANSFORM_FEEDBACK_BUFFER_NV
GENERATED, WRITTEN = GL_PRIMITIVES_GENERATED_NV, GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN_NV
TAKEN = {"POINTS": 1, "LINES": 2, "TRIANGLES": 3, "LINES_ADJACENCY": 4, "TRIANGLES_ADJACENCY": 6}
MODES = {
    GL_POINTS: "POINTS",
    **dict.fromkeys([GL_LINES, GL_LINE_STRIP, GL_LINE_LOOP], "LINES"),
    **dict.fromkeys(
        [GL_TRIANGLES, GL_TRIANGLE_STRIP, GL_TRIANGLE_FAN, GL_QUADS, GL_QUAD_STRIP, GL_POLYGON],
        "TRIANGLES",
    ),
    **dict.fromkeys([GL_LINES_ADJACENCY_EXT, GL_LINE_STRIP_ADJACENCY_EXT], "LINES_ADJACENCY"),
    **dict.fromkeys(
        [GL_TRIANGLES_ADJACENCY_EXT, GL_TRIANGLE_STRIP_ADJACENCY_EXT], "TRIANGLES_ADJACENCY"
    ),
}
VERTEX = "!!NVvp4.0 MOV result.position, vertex.position; MOV.S result.attrib[3], vertex.id; END"


def numbers_of(taken):
    """A program that emits for each primitive a point with the numbers of all of its vertices."""
    body = "".join(
        f"MOV.S result.attrib[{n // 4}].{'xyzw'[n % 4]}, vertex[{n}].attrib[3].x;"
        for n in range(TAKEN[taken])
    )
    return (
        f"!!NVgp4.0 PRIMITIVE_IN {taken}; PRIMITIVE_OUT POINTS; VERTICES_OUT 1; {body}"
        "MOV.S result.primid.x, primitive.id; EMIT; END"
    )


def strip_with_adjacency(n):
    """NV_geometry_program4, table X.1, where vertices begin with 1."""
    count, found = max(0, n - 4) // 2, []
    for i in range(count):
        far = 2 * i + (6 if i == count - 1 else 7)
        before = 2 * i - 1 if i else 2
        if i % 2:
            each = 2 * i + 3, before, 2 * i + 1, 2 * i + 4, 2 * i + 5, far
        else:
            each = 2 * i + 1, before, 2 * i + 3, far, 2 * i + 5, 2 * i + 4
        found.append(tuple(vertex - 1 for vertex in each))
    return found


def primitives(mode, n):
    """The vertices that programs have of n vertices, and the numbers of the primitives."""
    quads = range(0, n - 3, 4)
    strip = range(0, n - 3, 2)
    found = {
        GL_POINTS: [(i,) for i in range(n)],
        GL_LINES: [(i, i + 1) for i in range(0, n - 1, 2)],
        GL_LINE_STRIP: [(i, i + 1) for i in range(n - 1)],
        GL_LINE_LOOP: [(i, (i + 1) % n) for i in range(n)] if n > 1 else [],
        GL_TRIANGLES: [(i, i + 1, i + 2) for i in range(0, n - 2, 3)],
        GL_TRIANGLE_STRIP: [(i + i % 2, i + 1 - i % 2, i + 2) for i in range(n - 2)],
        GL_TRIANGLE_FAN: [(0, i, i + 1) for i in range(1, n - 1)],
        GL_QUADS: [t for a in quads for t in ((a, a + 1, a + 2), (a, a + 2, a + 3))],
        GL_QUAD_STRIP: [t for a in strip for t in ((a, a + 1, a + 3), (a + 2, a, a + 3))],
        GL_POLYGON: [(i, i + 1, 0) for i in range(1, n - 1)],
        GL_LINES_ADJACENCY_EXT: [tuple(range(i, i + 4)) for i in range(0, n - 3, 4)],
        GL_LINE_STRIP_ADJACENCY_EXT: [tuple(range(i, i + 4)) for i in range(n - 3)],
        GL_TRIANGLES_ADJACENCY_EXT: [tuple(range(i, i + 6)) for i in range(0, n - 5, 6)],
        GL_TRIANGLE_STRIP_ADJACENCY_EXT: strip_with_adjacency(n),
    }[mode]
    if mode == GL_POLYGON:
        return found, [0] * len(found)
    each = 2 if mode in (GL_QUADS, GL_QUAD_STRIP) else 1
    return found, [i // each for i in range(len(found))]


def several(mode, draws, together=False):
    """The same for several sequences of numbers; together : True if numbers go on between them."""
    vertices, numbers, before = [], [], 0
    for draw in draws:
        found, own = primitives(mode, len(draw))
        vertices += [tuple(draw[place] for place in one) for one in found]
        numbers += [number + before for number in own]
        before += max(own, default=-1) + 1 if together and mode != GL_POLYGON else 0
    return vertices, numbers


def arrays(count):
    glVertexPointer(4, GL_FLOAT, 0, np.zeros((count, 4), np.float32))
    glEnableClientState(GL_VERTEX_ARRAY)


def feedback(kind, attributes, words, draw):
    """Records primitives of a kind: uint32 words, and both counts."""
    glTransformFeedbackAttribsNV(attributes, GL_INTERLEAVED_ATTRIBS_NV)
    glBindBufferBaseNV(TARGET, 0, 1)
    glBufferData(TARGET, np.full(words, 0xABCDABCD, np.uint32), GL_STREAM_READ)
    for name, target in ((1, GENERATED), (2, WRITTEN)):
        glBeginQuery(target, name)
    glBeginTransformFeedbackNV(kind)
    draw()
    glEndTransformFeedbackNV()
    for target in (GENERATED, WRITTEN):
        glEndQuery(target)
    counts = [int(glGetQueryObjectuiv(name, GL_QUERY_RESULT)) for name in (1, 2)]
    return glGetBufferSubData(TARGET, 0, 4 * words).view(np.uint32), counts


ALL = [GL_PRIMITIVE_ID_NV, 1, 0, GL_GENERIC_ATTRIB_NV, 4, 0, GL_GENERIC_ATTRIB_NV, 4, 1]


def taken_by(mode, draw, most=300):
    """The vertices of each primitive that a program runs for, and its number."""
    found, (generated, written) = feedback(GL_POINTS, ALL, 9 * most, draw)
    assert generated == written
    rows = found[: 9 * written].reshape(-1, 9).astype(np.int64)
    assert (found[9 * written :] == 0xABCDABCD).all()
    size = TAKEN[MODES[mode]]
    return list(map(tuple, rows[:, 1 : 1 + size].tolist())), rows[:, 0].tolist()


@pytest.mark.parametrize("mode", MODES)
def test_what_programs_take(context, mode):
    """In glDrawArrays, glBegin, of elements, instances, several draws, and with restarts."""
    use_program(VERTEX, GL_VERTEX_PROGRAM_ARB)
    use_program(numbers_of(MODES[mode]), GEOMETRY)
    arrays(40)
    for count in (0, 1, 3, 4, 6, 7, 9, 14, 15):
        wanted = several(mode, [range(5, 5 + count)])
        assert taken_by(mode, lambda n=count: glDrawArrays(mode, 5, n)) == wanted
    elements = np.random.default_rng(3).integers(0, 40, 31).astype(np.uint16)
    listed = elements.tolist()
    assert taken_by(mode, lambda: glDrawElements(mode, 31, GL_UNSIGNED_SHORT, elements)) == several(
        mode, [listed]
    )
    assert taken_by(
        mode, lambda: glDrawRangeElements(mode, 0, 40, 31, GL_UNSIGNED_SHORT, elements)
    ) == several(mode, [listed])
    assert taken_by(
        mode,
        lambda: glDrawElementsInstancedARB(mode, 17, GL_UNSIGNED_SHORT, elements, 3),
    ) == several(mode, [listed[:17]] * 3)
    assert taken_by(mode, lambda: glMultiDrawArrays(mode, [3, 20], [11, 13], 2)) == several(
        mode, [range(3, 14), range(20, 33)]
    )
    # "Restarting a primitive topology using the primitive restart index has no effect on the
    # primitive ID counter."
    glEnableClientState(GL_PRIMITIVE_RESTART_NV)
    glPrimitiveRestartIndexNV(99)
    elements[[9, 10, 20]] = 99
    parts = listed[:9], listed[11:20], listed[21:]
    assert taken_by(mode, lambda: glDrawElements(mode, 31, GL_UNSIGNED_SHORT, elements)) == several(
        mode, parts, together=True
    )

    def begun():
        glBegin(mode)
        for _ in range(12):
            glVertex2f(0, 0)
        glPrimitiveRestartNV()
        for _ in range(9):
            glVertex2f(0, 0)
        glEnd()

    assert taken_by(mode, begun) == several(mode, [range(12), range(9)])


@pytest.mark.parametrize("mode", MODES)
def test_long_draws(tuned, mode):
    """In pieces of any size, of draws and of what is emitted at a time; by every machine."""
    for machine, size, words in (("eager", 6, 100), ("llvm", 14, 1000), ("llvm", 40, 1 << 23)):
        tuned(CHUNK_VERTICES=size, CHUNK_INDICES=size, GEOMETRY_CHUNK_WORDS=words)
        Context(8, 8, machine=machine, threads=2)
        use_program(VERTEX, GL_VERTEX_PROGRAM_ARB)
        use_program(numbers_of(MODES[mode]), GEOMETRY)
        arrays(91)
        for count in (30, 31) if machine == "eager" else (90, 91):
            wanted = several(mode, [range(count)])
            assert taken_by(mode, lambda n=count: glDrawArrays(mode, 0, n)) == wanted
            backwards = np.arange(count, dtype=np.uint32)[::-1].copy()
            assert taken_by(
                mode, lambda n=backwards: glDrawElements(mode, len(n), GL_UNSIGNED_INT, n)
            ) == several(mode, [range(count - 1, -1, -1)])


STRIP = """!!NVgp4.0 PRIMITIVE_IN POINTS; PRIMITIVE_OUT {made}; VERTICES_OUT 9; TEMP t; INT TEMP n;
MOV.S n.x, primitive.id; REP.S 9; I2F t, n.x; ADD result.attrib[0].x, t, 0.5;
MUL result.position, t, 100; MUL result.color, t, {{0.25, -1, 2, 0.5}};
ADD.S n.x, n.x, 10; MOV.S result.layer.x, n.x; EMIT;
MUL.S n.y, n.x, 13107; AND.S.CC n.y, n.y, 16384; IF NE.y; ENDPRIM; ENDIF; ENDREP; END"""
KINDS = {"POINTS": (GL_POINTS, 1), "LINE_STRIP": (GL_LINES, 2), "TRIANGLE_STRIP": (GL_TRIANGLES, 3)}


def strips(first):
    """The vertices that STRIP emits for a primitive, in its strips."""
    found = [[]]
    for number in range(first, first + 90, 10):
        found[-1].append(number)
        if (number + 10) * 13107 & 16384:
            found.append([])
    return found


def emitted(made, first):
    """The vertices of the shapes of STRIP, in order."""
    size = KINDS[made][1]
    found = []
    for strip in strips(first):
        for at in range(len(strip) - size + 1):
            shape = strip[at : at + size]
            found += [shape[1], shape[0], shape[2]] if size == 3 and at % 2 else shape
    return found


@pytest.mark.parametrize("made", KINDS)
def test_what_programs_emit(either, made):
    """Strips become independent primitives; counts, colours that are clamped, integers as bits."""
    use_program(STRIP.format(made=made), GEOMETRY)
    arrays(5)
    kind, size = KINDS[made]
    listed = [*(GL_GENERIC_ATTRIB_NV, 1, 0), *(GL_LAYER_NV, 1, 0), *(GL_PRIMARY_COLOR, 3, 0)]
    wanted = [number for first in range(5) for number in emitted(made, first)]
    words = 5 * len(wanted)
    for room in (words, words - 1, 5 * size, 0):
        found, counts = feedback(kind, listed, room, lambda: glDrawArrays(GL_POINTS, 0, 5))
        fitting = room // (5 * size)
        assert counts == [len(wanted) // size, fitting]
        rows = found[: 5 * size * fitting].reshape(-1, 5)
        numbers = np.array(wanted[: size * fitting], np.float32)
        assert (rows[:, 0].view(np.float32) == numbers + 0.5).all()
        assert (rows[:, 1].view(np.int32) == numbers + 10).all()
        colors = np.clip(numbers[:, None] * np.float32([0.25, -1, 2]), 0, 1)
        assert (rows[:, 2:].copy().view(np.float32) == colors).all()
    # Nothing is drawn, but all of it is recorded and counted.
    glEnable(GL_RASTERIZER_DISCARD_NV)
    again, counts = feedback(kind, listed, words, lambda: glDrawArrays(GL_POINTS, 0, 5))
    assert counts == [len(wanted) // size] * 2
    assert (again[::5].view(np.float32) == np.float32(wanted) + 0.5).all()


def test_queries(either):
    """PRIMITIVES_GENERATED without feedback, and samples of the drawn primitives."""
    body = "".join(
        f"MOV result.position, {{{x}, {y}, 0, 1}}; EMIT;" for x, y in ((-1, -1), (0, -1), (-1, 1))
    )
    head = "!!NVgp4.0 PRIMITIVE_IN POINTS; PRIMITIVE_OUT TRIANGLE_STRIP; VERTICES_OUT 7;"
    fourth = "MOV result.position, {0, 1, 0, 1}; EMIT; ENDPRIM;"
    use_program(f"{head} {body} {fourth} {body} END", GEOMETRY)
    arrays(2)
    for name, target in ((1, GENERATED), (2, GL_SAMPLES_PASSED)):
        glBeginQuery(target, name)
    glDrawArrays(GL_POINTS, 0, 2)
    for target in (GENERATED, GL_SAMPLES_PASSED):
        glEndQuery(target)
    half = 8 * 4
    passed = int(glGetQueryObjectuiv(2, GL_QUERY_RESULT))
    assert glGetQueryObjectuiv(1, GL_QUERY_RESULT) == 6
    assert 2 * half < passed < 2 * (half + 24)


def test_feedback_into_what_is_drawn_from(either):
    """Recording into the array that is drawn from is harmless, and the same on every machine."""
    use_program(STRIP.format(made="POINTS"), GEOMETRY)
    glBindBuffer(GL_ARRAY_BUFFER, 1)
    glBufferData(GL_ARRAY_BUFFER, np.zeros(16, np.float32), GL_STREAM_DRAW)
    glVertexPointer(4, GL_FLOAT, 0, None)
    glEnableClientState(GL_VERTEX_ARRAY)
    glTransformFeedbackAttribsNV([GL_GENERIC_ATTRIB_NV, 1, 0], GL_INTERLEAVED_ATTRIBS_NV)
    glBindBufferBaseNV(TARGET, 0, 1)
    glBeginTransformFeedbackNV(GL_POINTS)
    glDrawArrays(GL_POINTS, 0, 4)
    glEndTransformFeedbackNV()
    found = glGetBufferSubData(TARGET, 0, 64).view(np.float32).tolist()
    assert (
        found == [number + 0.5 for first in (0, 1) for number in range(first, first + 90, 10)][:16]
    )
