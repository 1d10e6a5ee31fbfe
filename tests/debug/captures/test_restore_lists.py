"""Draws in display lists that a capture finds made: the same draws, and the same current values."""

from __future__ import annotations

import numpy as np
import pytest

from softgl import Context, gl
from softgl.debug.captures import file as capture_file
from softgl.debug.captures import replay, restore_lists
from softgl.debug.captures.capture import capture
from softgl.debug.captures.errors import CaptureError
from softgl.gl.lists.entries import Draws
from softgl.pipeline.vertices.elements import as_elements
from tests.debug.captures.test_capture import SIZE, pixels
from tests.debug.captures.test_restore import restored

PLACES = np.float32([[-1, -1], [0.9, -1], [0.3, 0.9], [0.1, 0.1], [-0.5, 0.7], [0.6, -0.2]])
INDICES = bytes([0, 1, 3, 2, 4, 1, 5])
IDS = b"""!!NVvp4.0
TEMP t;
I2F t.x, vertex.id.x;
MOV result.position, vertex.position;
MUL result.color, t.x, { 0.001, 0.002, 0.003, 1 };
END"""


@pytest.fixture
def context():
    with Context(SIZE, SIZE, machine="eager") as made:
        gl.glVertexPointer(2, gl.GL_FLOAT, 0, PLACES)
        gl.glEnableClientState(gl.GL_VERTEX_ARRAY)
        yield made


def made_list(*draws):
    gl.glNewList(1, gl.GL_COMPILE)
    for draw in draws:
        draw()
    gl.glEndList()


def contents(context):
    """Yields the contents of the draws in the first list."""
    for entry in context.lists.objects[1].entries:
        assert isinstance(entry, Draws)
        for count, fetched, more in entry.parts:
            rows = {str(b): as_elements(each).rows(count) for b, each in fetched.items()}
            rows = {name: values.tobytes() for name, values in rows.items()}
            per_instance = more.get("per_instance", {}).items()
            rows |= {f"each {name}": values.tobytes() for name, values in per_instance}
            indices = more.get("indices")
            numbers = None if indices is None else indices.tolist()
            first, runs = more.get("first", 0), tuple(more.get("runs") or ())
            yield entry.mode, count, first, runs, bool(more.get("separate")), numbers, rows


def enable_all():
    """Draws from every array, with other types than the list holds."""
    for command, enum in (
        (gl.glNormalPointer, gl.GL_NORMAL_ARRAY),
        (gl.glFogCoordPointer, gl.GL_FOG_COORD_ARRAY),
        (gl.glIndexPointer, gl.GL_INDEX_ARRAY),
    ):
        command(gl.GL_FLOAT, 0, np.linspace(0, 1, 15, dtype=np.float32))
        gl.glEnableClientState(enum)
    gl.glColorPointer(4, gl.GL_UNSIGNED_BYTE, 0, np.arange(24, dtype=np.uint8) * 9)
    gl.glSecondaryColorPointer(3, gl.GL_BYTE, 0, np.arange(18, dtype=np.int8))
    gl.glEdgeFlagPointer(0, np.uint8([1, 0, 255, 1, 0, 1]))
    gl.glWeightPointerARB(2, gl.GL_FLOAT, 0, np.full((6, 2), 0.25, np.float32))
    for enum in (gl.GL_COLOR_ARRAY, gl.GL_SECONDARY_COLOR_ARRAY, gl.GL_EDGE_FLAG_ARRAY,
                 gl.GL_WEIGHT_ARRAY_ARB):  # fmt: skip
        gl.glEnableClientState(enum)
    for unit in (0, 5):
        gl.glClientActiveTexture(gl.GL_TEXTURE0 + unit)
        gl.glTexCoordPointer(2, gl.GL_SHORT, 0, np.arange(12, dtype=np.int16) + unit)
        gl.glEnableClientState(gl.GL_TEXTURE_COORD_ARRAY)
    gl.glVertexAttribIPointerEXT(6, 2, gl.GL_INT, 0, np.arange(12, dtype=np.int32) - 6)
    gl.glVertexAttribPointer(9, 3, gl.GL_FLOAT, False, 0, np.full((6, 3), np.nan, np.float32))
    gl.glVertexAttribPointer(10, 4, gl.GL_FLOAT, False, 0, np.eye(4, dtype=np.float32))
    gl.glVertexAttribDivisorARB(10, 3)
    for number in (6, 9, 10):
        gl.glEnableVertexAttribArray(number)


DRAWS = {
    "arrays": lambda: gl.glDrawArrays(gl.GL_TRIANGLES, 0, 6),
    "some arrays": lambda: gl.glDrawArrays(gl.GL_TRIANGLES, 2, 3),
    "beyond the end": lambda: gl.glDrawArrays(gl.GL_LINE_STRIP, 3, 9),
    "nothing": lambda: gl.glDrawArrays(gl.GL_POINTS, 0, 0),
    "elements": lambda: gl.glDrawElements(gl.GL_POLYGON, 7, gl.GL_UNSIGNED_BYTE, INDICES),
    "several": lambda: gl.glMultiDrawArrays(gl.GL_LINES, [0, 2, 1], [2, 4, 0], 3),
    "elements of several": lambda: gl.glMultiDrawElements(
        gl.GL_LINE_STRIP, [3, 4], gl.GL_UNSIGNED_BYTE, [INDICES, INDICES[2:]], 2
    ),
}


@pytest.mark.parametrize("restart", [False, True])
@pytest.mark.parametrize("name", DRAWS)
def test_every_draw_with_every_array(context, tmp_path, name, restart):
    """The list holds the same elements again; current values stay as they are."""
    enable_all()
    if restart:
        gl.glEnableClientState(gl.GL_PRIMITIVE_RESTART_NV)
        gl.glPrimitiveRestartIndexNV(3)
    made_list(DRAWS[name])
    gl.glDisableClientState(gl.GL_PRIMITIVE_RESTART_NV)
    gl.glColor3f(0, 0.5, 1)
    other = restored(context, tmp_path / "frame.softgl", lambda: gl.glCallList(1))
    assert list(contents(other)) == list(contents(context))
    assert gl.glGetFloatv(gl.GL_CURRENT_COLOR).tolist() == [0, 0.5, 1, 1]


def test_what_is_drawn_after_the_list(context, tmp_path):
    gl.glColorPointer(3, gl.GL_FLOAT, 0, np.float32([[1, 0, 0]] * 6))
    gl.glEnableClientState(gl.GL_COLOR_ARRAY)
    made_list(DRAWS["arrays"])

    def calls():
        gl.glCallList(1)
        gl.glRectf(-0.5, -0.5, 0.5, 0.5)

    other = restored(context, tmp_path / "frame.softgl", calls)
    assert pixels(other)[SIZE // 2, SIZE // 2].tolist() == [255] * 4


def test_the_numbers_of_vertices(context, tmp_path):
    """Programs read which vertices of the arrays they are, however far they lie."""
    far = np.zeros((400, 2), np.float32)
    far[200:206] = PLACES
    gl.glVertexPointer(2, gl.GL_FLOAT, 0, far)
    made_list(
        lambda: gl.glDrawArrays(gl.GL_TRIANGLES, 200, 6),
        lambda: gl.glDrawElementsus(gl.GL_LINE_LOOP, np.uint16([205, 399, 201, 203])),
    )
    gl.glBindProgramARB(gl.GL_VERTEX_PROGRAM_ARB, 1)
    form = gl.GL_PROGRAM_FORMAT_ASCII_ARB
    gl.glProgramStringARB(gl.GL_VERTEX_PROGRAM_ARB, form, len(IDS), IDS)
    gl.glEnable(gl.GL_VERTEX_PROGRAM_ARB)
    restored(context, tmp_path / "frame.softgl", lambda: gl.glCallList(1))
    assert pixels(context)[SIZE - 2, 1, 0] > 40


def test_a_list_between_begin_and_end(context, tmp_path):
    """There draws are refused, and are so in the list that was made again."""
    made_list(DRAWS["arrays"])
    context.errors = "record"

    def calls():
        gl.glBegin(gl.GL_TRIANGLES)
        gl.glCallList(1)
        for place in PLACES[:3]:
            gl.glVertex2fv(place)
        gl.glEnd()

    restored(context, tmp_path / "frame.softgl", calls)
    assert context.error == gl.GL_INVALID_OPERATION


def test_what_is_in_lists_and_no_data(context, tmp_path):
    """A call that a list refuses, with an object that no file can have."""
    made_list(lambda: gl.glEdgeFlag(object()), lambda: gl.glDepthFunc(object()))
    with capture(tmp_path / "frame.softgl", context):
        pass
    other = replay.drawn(capture_file.load(tmp_path / "frame.softgl"), machine="eager")
    assert len(other.lists.objects[1].entries) == len(context.lists.objects[1].entries)


def test_elements_that_lie_too_far(context, tmp_path, monkeypatch):
    gl.glVertexPointer(2, gl.GL_FLOAT, 0, np.ones((300, 2), np.float32))
    made_list(lambda: gl.glDrawArrays(gl.GL_POINTS, 290, 2))
    monkeypatch.setattr(restore_lists, "MAX_MEMORY_BYTES", 16 * 291)
    refused = pytest.raises(CaptureError, match="a display list draws from element 291 of arrays")
    with refused, capture(tmp_path / "frame.softgl", context):
        pass
