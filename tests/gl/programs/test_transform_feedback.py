"""Transform feedback: records of draws, beside a model of it in Python."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest

from softgl import Context, GLError
from softgl.gl import *
from tests.gl.attachments import use_program

TARGET = GL_TRANSFORM_FEEDBACK_BUFFER_NV
INTERLEAVED, SEPARATE = GL_INTERLEAVED_ATTRIBS_NV, GL_SEPARATE_ATTRIBS_NV
GENERATED, WRITTEN = GL_PRIMITIVES_GENERATED_NV, GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN_NV
# What each vertex is: its number in attribute 1, and another position.
PROGRAM = """!!ARBvp1.0
ADD result.position, vertex.position, {1, 2, 3, 0};
MOV result.texcoord[2], vertex.attrib[1];
MUL result.color, vertex.attrib[1], {2, -1, 0.25, 0.5};
MOV result.fogcoord.x, vertex.attrib[1].y;
END"""
TEXCOORD = [GL_TEXTURE_COORD_NV, 1, 2]


def split(mode, n):
    """The points, lines or triangles of n vertices: OpenGL 2.1, 2.6.1."""
    lines = [(i, i + 1) for i in range(n - 1)]
    fan = [(0, i, i + 1) for i in range(1, n - 1)]
    quads = [[(a, a + 1, a + 2), (a, a + 2, a + 3)] for a in range(0, n - 3, 4)]
    # Quad i of a strip is 2i, 2i + 1, 2i + 3, 2i + 2.
    strips = [[(a, a + 1, a + 3), (a, a + 3, a + 2)] for a in range(0, n - 3, 2)]
    return {
        GL_POINTS: [(i,) for i in range(n)],
        GL_LINES: lines[::2] if n % 2 == 0 else lines[: n - 1 : 2],
        GL_LINE_STRIP: lines,
        GL_LINE_LOOP: [*lines, (n - 1, 0)] if n > 1 else [],
        GL_TRIANGLES: [(i, i + 1, i + 2) for i in range(0, n - 2, 3)],
        GL_TRIANGLE_STRIP: [(i + i % 2, i + 1 - i % 2, i + 2) for i in range(n - 2)],
        GL_TRIANGLE_FAN: fan,
        GL_QUADS: [triangle for pair in quads for triangle in pair],
        GL_QUAD_STRIP: [triangle for pair in strips for triangle in pair],
        GL_POLYGON: fan,
    }[mode]


MODES = {
    **dict.fromkeys([GL_POINTS], GL_POINTS),
    **dict.fromkeys([GL_LINES, GL_LINE_STRIP, GL_LINE_LOOP], GL_LINES),
    **dict.fromkeys(
        [GL_TRIANGLES, GL_TRIANGLE_STRIP, GL_TRIANGLE_FAN, GL_QUADS, GL_QUAD_STRIP, GL_POLYGON],
        GL_TRIANGLES,
    ),
}


def store(name, words):
    glBindBuffer(TARGET, name)
    glBufferData(TARGET, np.full(words, 0xABCDABCD, np.uint32), GL_STREAM_READ)


def content(name, dtype=np.float32):
    glBindBuffer(TARGET, name)
    size = glGetBufferParameteriv(TARGET, GL_BUFFER_SIZE)
    return glGetBufferSubData(TARGET, 0, size).view(dtype)


UNTOUCHED = np.array(0xABCDABCD, np.uint32).view(np.float32)[()]


def arrays(count):
    """Positions of `count` vertices, and their numbers in attribute 1; both float32."""
    rng = np.random.default_rng(count)
    positions = rng.uniform(-1, 1, (count, 4)).astype(np.float32)
    numbers = np.zeros((count, 4), np.float32)
    numbers[:, 0], numbers[:, 1] = np.arange(count), 0.5
    glVertexPointer(4, GL_FLOAT, 0, positions)
    glVertexAttribPointerARB(1, 4, GL_FLOAT, False, 0, numbers)
    glEnableClientState(GL_VERTEX_ARRAY)
    glEnableVertexAttribArrayARB(1)
    return positions


def record(mode, draw, attributes=TEXCOORD, words=256, buffer_mode=INTERLEAVED):
    """The words that `draw` records into a buffer, and both counts."""
    glTransformFeedbackAttribsNV(attributes, buffer_mode)
    store(1, words)
    glBindBufferBaseNV(TARGET, 0, 1)
    for name, target in ((1, GENERATED), (2, WRITTEN)):
        glBeginQuery(target, name)
    glBeginTransformFeedbackNV(mode)
    draw()
    glEndTransformFeedbackNV()
    for target in (GENERATED, WRITTEN):
        glEndQuery(target)
    counts = [int(glGetQueryObjectuiv(name, GL_QUERY_RESULT)) for name in (1, 2)]
    return content(1), counts


@pytest.mark.parametrize("mode", MODES)
def test_modes(either, mode):
    """Strips, fans, loops, quads and polygons become independent primitives, whole ones only."""
    use_program(PROGRAM, GL_VERTEX_PROGRAM_ARB)
    arrays(11)
    for count in (0, 1, 2, 3, 4, 5, 8, 11):
        wanted = split(mode, count)
        found, counts = record(MODES[mode], lambda n=count: glDrawArrays(mode, 0, n))
        flat = [number for primitive in wanted for number in primitive]
        assert found[: len(flat)].tolist() == flat
        assert (found[len(flat) :] == UNTOUCHED).all()
        assert counts == [len(wanted)] * 2


def test_ways_to_draw(either):
    """Elements, instances, several draws, primitive restart, glBegin: one after the other."""
    use_program(PROGRAM, GL_VERTEX_PROGRAM_ARB)
    arrays(6)

    def draw():
        glDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_BYTE, np.uint8([5, 1, 3]))
        glDrawArraysInstancedARB(GL_TRIANGLES, 0, 3, 2)
        glMultiDrawArrays(GL_TRIANGLE_STRIP, [0, 2], [3, 4], 2)
        glEnableClientState(GL_PRIMITIVE_RESTART_NV)
        glPrimitiveRestartIndexNV(9)
        glDrawElements(GL_TRIANGLE_FAN, 8, GL_UNSIGNED_INT, np.uint32([0, 1, 2, 3, 9, 3, 4, 5]))
        glBegin(GL_TRIANGLES)
        for number in (7, 8, 9, 10, 11):
            glVertexAttrib4fARB(1, number, 0, 0, 0)
            glVertex2f(0, 0)
        glEnd()

    found, counts = record(GL_TRIANGLES, draw)
    wanted = [5, 1, 3, 0, 1, 2, 0, 1, 2, 0, 1, 2, 2, 3, 4, 4, 3, 5]
    wanted += [0, 1, 2, 0, 2, 3, 3, 4, 5, 7, 8, 9]
    assert found[: len(wanted)].tolist() == wanted
    assert counts == [len(wanted) // 3] * 2


def test_components_of_many_attributes(either):
    """Interleaved in the order of the array; colours clamped; (0, 0, 0, 1) of absent attributes."""
    use_program(PROGRAM, GL_VERTEX_PROGRAM_ARB)
    positions = arrays(4)
    listed = [
        *(GL_PRIMARY_COLOR, 3, 0), *(GL_FOG_COORDINATE, 1, 0), *(GL_TEXTURE_COORD_NV, 2, 2),
        *(GL_POSITION, 4, 0), *(GL_SECONDARY_COLOR_NV, 4, 0), *(GL_POINT_SIZE, 1, 0),
    ]  # fmt: skip
    found, _ = record(GL_POINTS, lambda: glDrawArrays(GL_POINTS, 1, 3), listed, 3 * 15)
    rows = found.reshape(3, 15)
    wanted = positions[1:] + np.float32([1, 2, 3, 0])
    np.testing.assert_array_equal(rows[:, 6:10], wanted)
    for row, number in zip(rows, (1, 2, 3), strict=True):
        assert row[:6].tolist() == [1, 0, 0, 0.5, number, 0.5]
        assert row[10:].tolist() == [0, 0, 0, 1, 0]


def test_separate_buffers(either):
    use_program(PROGRAM, GL_VERTEX_PROGRAM_ARB)
    positions = arrays(3)
    store(2, 64)
    glBindBufferOffsetNV(TARGET, 1, 2, 8)
    listed = [*TEXCOORD, GL_POSITION, 3, 0]
    found, counts = record(
        GL_TRIANGLES, lambda: glDrawArrays(GL_TRIANGLES, 0, 3), listed, buffer_mode=SEPARATE
    )
    assert found[:4].tolist() == [0, 1, 2, UNTOUCHED]
    other = content(2)
    assert (other[:2] == UNTOUCHED).all() and (other[11:] == UNTOUCHED).all()
    np.testing.assert_array_equal(
        other[2:11].reshape(3, 3), positions[:, :3] + np.float32([1, 2, 3])
    )
    assert counts == [1, 1]


@pytest.mark.parametrize(("words", "fitting"), [(0, 0), (5, 0), (6, 1), (17, 2), (18, 3)])
def test_a_primitive_that_does_not_fit_is_not_recorded(either, words, fitting):
    """None of its vertices; and none of a later one that is drawn by another command."""
    use_program(PROGRAM, GL_VERTEX_PROGRAM_ARB)
    arrays(6)

    def draw():
        glDrawArrays(GL_TRIANGLES, 0, 6)
        glDrawArrays(GL_TRIANGLES, 3, 3)

    listed = [GL_TEXTURE_COORD_NV, 2, 2]
    found, counts = record(GL_TRIANGLES, draw, listed, words)
    assert counts == [3, fitting]
    numbers = [0, 1, 2, 3, 4, 5, 3, 4, 5][: 3 * fitting]
    assert found[: 6 * fitting : 2].tolist() == numbers
    assert (found[6 * fitting :] == UNTOUCHED).all()


def test_a_range_ends_it(either):
    """All buffers get the same primitives: as many as fit into the one with least room."""
    use_program(PROGRAM, GL_VERTEX_PROGRAM_ARB)
    arrays(9)
    store(2, 64)
    glBindBufferRangeNV(TARGET, 1, 2, 4, 28)
    listed = [*TEXCOORD, *TEXCOORD[:2], 1]
    found, counts = record(
        GL_TRIANGLES, lambda: glDrawArrays(GL_TRIANGLES, 0, 9), listed, buffer_mode=SEPARATE
    )
    assert counts == [3, 2]
    assert found[:7].tolist() == [0, 1, 2, 3, 4, 5, UNTOUCHED]
    assert (content(2)[7:] == UNTOUCHED).all()
    # A range that goes beyond the data store ends there.
    glTransformFeedbackBufferRange(0, 1, 2, 4, 4096)
    store(2, 8)
    found, counts = record(
        GL_TRIANGLES, lambda: glDrawArrays(GL_TRIANGLES, 0, 9), listed, buffer_mode=SEPARATE
    )
    assert counts == [3, 2]


def test_integers_are_kept_as_bits(either):
    use_program(
        """!!NVvp4.0
        INT TEMP n;
        MOV result.position, vertex.position;
        ADD.S n, vertex.id.x, program.local[0];
        MOV.S result.attrib[3], n;
        MOV result.id, vertex.id;
        END""",
        GL_VERTEX_PROGRAM_ARB,
    )
    arrays(3)
    # A signalling NaN with its sign, a denormal number, and integers.
    glProgramLocalParameterI4iNV(GL_VERTEX_PROGRAM_ARB, 0, -0x5FFFFF, 1, -1, 7)
    listed = [GL_GENERIC_ATTRIB_NV, 4, 3, GL_VERTEX_ID_NV, 1, 0]
    record(GL_POINTS, lambda: glDrawArrays(GL_POINTS, 0, 3), listed, 15)
    rows = content(1, np.int32).reshape(3, 5)
    assert rows.tolist() == [[n - 0x5FFFFF, n + 1, n - 1, n + 7, n] for n in range(3)]


def test_fixed_function(either):
    """It records all outputs asked for, even if no fragment reads them."""
    glMatrixMode(GL_TEXTURE)
    glScalef(2, 3, 4)
    glPointSize(5)
    glFogi(GL_FOG_COORDINATE_SOURCE, GL_FOG_COORDINATE)
    names = GL_POSITION, GL_PRIMARY_COLOR, GL_SECONDARY_COLOR_NV, GL_TEXTURE_COORD_NV
    listed = [number for name in names for number in (name, 4, 0)]
    listed += [GL_FOG_COORDINATE, 1, 0, GL_POINT_SIZE, 1, 0]

    def draw():
        glBegin(GL_POINTS)
        glColor4f(0.25, 2, -1, 0.5)
        glSecondaryColor3f(0.5, 0.75, 1)
        glTexCoord3f(1, 2, 3)
        glFogCoordf(0.625)
        glVertex3f(0.5, 0.25, -0.5)
        glEnd()

    found, _ = record(GL_POINTS, draw, listed, 18)
    wanted = [[0.5, 0.25, -0.5, 1], [0.25, 1, 0, 0.5], [0.5, 0.75, 1], [2, 6, 12, 1], [0.625, 5]]
    place = 0
    for values in wanted:
        assert found[place : place + len(values)].tolist() == values
        place += 4


@pytest.mark.parametrize("machine", ["eager", "llvm"])
def test_long_draws_go_on_from_piece_to_piece(tuned, machine):
    tuned(CHUNK_VERTICES=12, CHUNK_INDICES=12)
    Context(8, 8, machine=machine, threads=2)
    use_program(PROGRAM, GL_VERTEX_PROGRAM_ARB)
    arrays(40)
    for mode in (GL_TRIANGLE_STRIP, GL_POLYGON, GL_LINE_LOOP, GL_QUADS):
        wanted = split(mode, 40)
        found, counts = record(MODES[mode], lambda mode=mode: glDrawArrays(mode, 0, 40))
        flat = [number for primitive in wanted for number in primitive]
        assert found[: len(flat)].tolist() == flat[:256]
        assert counts == [len(wanted)] * 2


def test_recorded_vertices_can_be_drawn(either):
    """At once, with the buffer as an array; and into itself, which is harmless."""
    use_program(
        "!!ARBvp1.0\nMOV result.position, vertex.position;\nMOV result.color, vertex.color;\nEND",
        GL_VERTEX_PROGRAM_ARB,
    )
    glTransformFeedbackAttribsNV([GL_POSITION, 4, 0, GL_PRIMARY_COLOR, 4, 0], INTERLEAVED)
    store(1, 8 * 6)
    glBindBufferBaseNV(TARGET, 0, 1)
    glEnable(GL_RASTERIZER_DISCARD_NV)
    glBeginTransformFeedbackNV(GL_TRIANGLES)
    glColor4f(0, 1, 0, 1)
    glRectf(-1, -1, 1, 0)
    glEndTransformFeedbackNV()
    glDisable(GL_RASTERIZER_DISCARD_NV)
    assert not np.frombuffer(glReadPixels(0, 0, 8, 8, GL_RGB, GL_UNSIGNED_BYTE), np.uint8).any()
    glBindBuffer(GL_ARRAY_BUFFER, 1)
    glInterleavedArrays(GL_C4F_N3F_V3F, 0, ctypes.c_void_p(0))
    glDisableClientState(GL_NORMAL_ARRAY)
    glVertexPointer(4, GL_FLOAT, 32, ctypes.c_void_p(0))
    glColorPointer(4, GL_FLOAT, 32, ctypes.c_void_p(16))
    glDrawArrays(GL_TRIANGLES, 0, 6)
    rows = np.frombuffer(glReadPixels(0, 0, 8, 8, GL_GREEN, GL_UNSIGNED_BYTE), np.uint8)
    assert rows.reshape(8, 8)[:, 0].tolist() == [255] * 4 + [0] * 4
    before = content(1)
    glBeginTransformFeedbackNV(GL_TRIANGLES)
    glDrawArrays(GL_TRIANGLES, 0, 6)
    glEndTransformFeedbackNV()
    np.testing.assert_array_equal(content(1), before)


def test_nothing_is_drawn(context):
    """RASTERIZER_DISCARD: clears, images and bitmaps are dropped too; primitives are counted."""
    glEnable(GL_RASTERIZER_DISCARD_NV)
    glClearColor(1, 1, 1, 1)
    glClear(GL_COLOR_BUFFER_BIT)
    glRasterPos2f(-1, -1)
    glDrawPixels(2, 2, GL_RGBA, GL_UNSIGNED_BYTE, np.full(16, 255, np.uint8))
    glBitmap(8, 1, 0, 0, 2, 0, b"\xff\0\0\0")
    glBeginQuery(GENERATED, 1)
    glBeginQuery(GL_SAMPLES_PASSED, 2)
    glRectf(-1, -1, 1, 1)
    glEndQuery(GL_SAMPLES_PASSED)
    glEndQuery(GENERATED)
    glRectf(-1, -1, 1, 1)
    assert glGetQueryObjectiv(1, GL_QUERY_RESULT) == 2
    assert glGetQueryObjectiv(2, GL_QUERY_RESULT) == 0
    assert not context.framebuffer.read_color(0, 0, 8, 8).any()
    glDisable(GL_RASTERIZER_DISCARD_NV)
    glRectf(-1, -1, 1, 1)
    assert context.framebuffer.read_color(0, 0, 8, 8).all()


def test_modes_that_are_refused(context, snapshot):
    """Table X.1, where glBegin stands, explicit or implied; the ones that fit draw."""
    arrays(4)
    draws = {
        "glBegin": lambda mode: glBegin(mode),
        "glDrawArrays": lambda mode: glDrawArrays(mode, 0, 0),
        "glDrawElements": lambda mode: glDrawElements(mode, 1, GL_UNSIGNED_BYTE, b"\0"),
        "glMultiDrawArrays": lambda mode: glMultiDrawArrays(mode, [0], [1], 1),
    }
    glTransformFeedbackAttribsNV([GL_POSITION, 4, 0], INTERLEAVED)
    store(1, 64)
    glBindBufferBaseNV(TARGET, 0, 1)
    for recorded in (GL_POINTS, GL_LINES, GL_TRIANGLES):
        glBeginTransformFeedbackNV(recorded)
        for mode, kind in MODES.items():
            for name, draw in draws.items():
                if kind == recorded:
                    draw(mode)
                    if name == "glBegin":
                        glEnd()
                    continue
                before = snapshot(context)
                with pytest.raises(GLError) as caught:
                    draw(mode)
                assert caught.value.code == GL_INVALID_OPERATION
                assert snapshot(context) == before
        if recorded != GL_TRIANGLES:
            with pytest.raises(GLError):
                glRectf(0, 0, 1, 1)
        glEndTransformFeedbackNV()


def test_a_mapped_buffer_is_not_recorded_to(context):
    glTransformFeedbackAttribsNV([GL_POSITION, 4, 0], INTERLEAVED)
    store(1, 64)
    glBindBufferBaseNV(TARGET, 0, 1)
    glBeginTransformFeedbackNV(GL_TRIANGLES)
    glMapBuffer(TARGET, GL_READ_ONLY)
    with pytest.raises(GLError) as caught:
        glRectf(0, 0, 1, 1)
    assert caught.value.code == GL_INVALID_OPERATION
    glUnmapBuffer(TARGET)
    glRectf(0, 0, 1, 1)


def test_buffers_that_are_deleted_or_get_new_data_while_feedback_is_active(context):
    """Issue 8: deletion waits for the end; of a smaller store there is less room."""
    use_program(PROGRAM, GL_VERTEX_PROGRAM_ARB)
    arrays(4)
    glTransformFeedbackAttribsNV(TEXCOORD, INTERLEAVED)
    store(1, 64)
    glBindBufferBaseNV(TARGET, 0, 1)
    kept = context.buffers.objects[1]
    glBeginTransformFeedbackNV(GL_POINTS)
    glDrawArrays(GL_POINTS, 0, 2)
    glBufferData(TARGET, 12, None, GL_STREAM_READ)
    glDrawArrays(GL_POINTS, 2, 2)
    glDeleteBuffers([1])
    glDrawArrays(GL_POINTS, 2, 2)
    glEndTransformFeedbackNV()
    assert kept.data.view(np.float32).tolist() == [0, 0, 2]
    with pytest.raises(GLError):
        glBeginTransformFeedbackNV(GL_POINTS)


def test_the_picture_is_the_same(either):
    """While vertices are recorded, and of draws that had waited before."""

    def picture(recorded):
        glClear(GL_COLOR_BUFFER_BIT)
        glRectf(-1, -1, 0, 0)
        if recorded:
            glTransformFeedbackAttribsNV([GL_TEXTURE_COORD_NV, 4, 3], INTERLEAVED)
            store(1, 64)
            glBindBufferBaseNV(TARGET, 0, 1)
            glBeginTransformFeedbackNV(GL_TRIANGLES)
        glColor3f(0.25, 0.5, 1)
        glRectf(-0.5, -0.5, 1, 1)
        if recorded:
            glEndTransformFeedbackNV()
        glColor3f(1, 1, 1)
        return glReadPixels(0, 0, 8, 8, GL_RGBA, GL_UNSIGNED_BYTE)

    assert picture(False) == picture(True) == picture(False)
