"""glBegin and glEnd: the streams of the pipeline."""

import numpy as np
import pytest

from softgl import GLError
from softgl.gl import *
from softgl.gl.vertices.attributes import ATTRIBS, COLOR, NORMAL, POSITION, TEXCOORDS


def drawn(draws):
    """The one thing drawn."""
    [(mode, stream)] = draws
    return mode, stream


def test_only_what_changes_varies(context, draws):
    glNormal3f(1, 0, 0)
    glTexCoord2f(5, 6)
    glBegin(GL_TRIANGLES)
    glColor3f(1, 0, 0)
    glVertex3f(1, 2, 3)
    glTexCoord2f(7, 8)
    glVertex2f(4, 5)
    glVertex4f(6, 7, 8, 9)
    glEnd()
    mode, stream = drawn(draws)
    assert (mode, stream.count, stream.indices) == (GL_TRIANGLES, 3, None)
    positions = [[1, 2, 3, 1], [4, 5, 0, 1], [6, 7, 8, 9]]
    assert stream.attributes[POSITION].tolist() == positions
    assert stream.attributes[ATTRIBS[0]].tolist() == positions
    assert stream.attributes[POSITION].dtype == np.float32
    texcoords = stream.attributes[TEXCOORDS[0]].tolist()
    assert texcoords == [[5, 6, 0, 1], [7, 8, 0, 1], [7, 8, 0, 1]]
    assert set(stream.attributes) == {POSITION, ATTRIBS[0], TEXCOORDS[0]}
    # Set once before the first vertex: the same for all of them.
    assert stream.constants[COLOR].tolist() == [1, 0, 0, 1]
    assert stream.constants[NORMAL].tolist() == [1, 0, 0, 1]


def test_the_last_of_several_changes_counts(context, draws):
    glBegin(GL_LINES)
    glColor3f(1, 0, 0)
    glColor3f(0, 1, 0)
    glVertex2f(0, 0)
    glColor3f(1, 1, 0)
    glColor3f(0, 0, 1)
    glVertex2f(1, 0)
    glColor3f(1, 1, 1)
    glEnd()
    _, stream = drawn(draws)
    assert stream.attributes[COLOR].tolist() == [[0, 1, 0, 1], [0, 0, 1, 1]]
    # The colour after the last vertex is current afterwards.
    assert glGetFloatv(GL_CURRENT_COLOR).tolist() == [1, 1, 1, 1]


def test_changes_after_the_last_vertex(context, draws):
    """They are the current values from then on, and no vertex has them."""
    glColor4f(0, 1, 0, 1)
    glBegin(GL_POINTS)
    glVertex2f(0, 0)
    glColor4f(0, 0, 1, 1)
    glEnd()
    glBegin(GL_POINTS)
    glColor4f(1, 0, 0, 1)
    glVertex2f(0, 0)
    glVertex2f(0, 0)
    glColor4f(0, 1, 1, 1)
    glEnd()
    colors = [stream.attributes[COLOR].tolist() for _, stream in draws]
    assert colors == [[[0, 1, 0, 1]], [[1, 0, 0, 1]] * 2]
    assert glGetFloatv(GL_CURRENT_COLOR).tolist() == [0, 1, 1, 1]


def test_primitives_do_not_share_vertices(context, draws):
    for x in (1, 2):
        glBegin(GL_POINTS)
        glVertex2f(x, 0)
        glEnd()
    assert [stream.attributes[POSITION].tolist() for _, stream in draws] == [
        [[1, 0, 0, 1]],
        [[2, 0, 0, 1]],
    ]


def test_a_vertex_outside_is_ignored(context, draws):
    glVertex3f(1, 2, 3)
    glVertexAttrib3f(0, 1, 2, 3)
    glBegin(GL_POINTS)
    glEnd()
    assert drawn(draws)[1].count == 0


def test_generic_attribute_zero_is_a_vertex(context, draws):
    glBegin(GL_POINTS)
    glVertexAttrib4f(3, 1, 2, 3, 4)
    glVertexAttrib2f(0, 5, 6)
    glVertexAttrib4fvARB(3, (4, 3, 2, 1))
    glVertexAttrib4Nub(0, 255, 0, 0, 255)
    glEnd()
    _, stream = drawn(draws)
    assert stream.attributes[POSITION].tolist() == [[5, 6, 0, 1], [1, 0, 0, 1]]
    assert stream.attributes[ATTRIBS[3]].tolist() == [[1, 2, 3, 4], [4, 3, 2, 1]]


@pytest.mark.parametrize(
    "mode",
    [
        GL_POINTS,
        GL_LINES,
        GL_LINE_LOOP,
        GL_LINE_STRIP,
        GL_TRIANGLES,
        GL_TRIANGLE_STRIP,
        GL_TRIANGLE_FAN,
        GL_QUADS,
        GL_QUAD_STRIP,
        GL_POLYGON,
    ],
)
def test_every_mode(context, draws, mode):
    glBegin(mode)
    glEnd()
    assert drawn(draws)[0] == mode


def test_a_wrong_mode_begins_nothing(context):
    with pytest.raises(GLError) as caught:
        glBegin(14)
    assert caught.value.code == GL_INVALID_ENUM
    assert not context.inside_begin


@pytest.mark.parametrize("target", [GL_VERTEX_PROGRAM_ARB, GL_FRAGMENT_PROGRAM_ARB])
def test_a_program_that_is_not_loaded(context, draws, target):
    glBindProgramARB(target, 7)
    glEnable(target)
    for function, arguments in (
        (glBegin, (GL_TRIANGLES,)),
        (glRectf, (0, 0, 1, 1)),
        (glDrawArrays, (GL_TRIANGLES, 0, 3)),
        (glDrawElements, (GL_TRIANGLES, 3, GL_UNSIGNED_BYTE, b"\0\1\2")),
    ):
        with pytest.raises(GLError, match="program 7 is not loaded") as caught:
            function(*arguments)
        assert caught.value.code == GL_INVALID_OPERATION
    assert not draws


def test_an_error_between_leaves_the_primitive(context, draws):
    glBegin(GL_TRIANGLES)
    glVertex2f(0, 0)
    with pytest.raises(GLError):
        glVertex2f("x", 0)
    with pytest.raises(GLError):
        glEnable(GL_BLEND)
    glVertex2f(1, 0)
    glEnd()
    assert drawn(draws)[1].count == 2


def test_many_changes(context, draws):
    glBegin(GL_POINTS)
    for number in range(1000):
        if number % 3 == 1:
            glColor3f(number, 0, 0)
        glVertex2f(number, 0)
    glEnd()
    _, stream = drawn(draws)
    reds = [1] + [1 + 3 * ((n - 1) // 3) for n in range(1, 1000)]
    assert stream.attributes[COLOR][:, 0].tolist() == reds


def test_changes_without_a_vertex_are_kept(context, draws):
    glBegin(GL_POINTS)
    glColor3f(1, 0, 0)
    glPrimitiveRestartNV()
    glVertex2f(0, 0)
    glNormal3f(1, 2, 3)
    glPrimitiveRestartNV()
    glVertex2f(1, 0)
    glEnd()
    (_, empty), (_, first), (_, second) = draws
    assert empty.count == 0
    assert first.values(COLOR).tolist() == second.values(COLOR).tolist() == [[1, 0, 0, 1]]
    assert first.values(NORMAL).tolist() == [[0, 0, 1, 1]]
    assert second.values(NORMAL).tolist() == [[1, 2, 3, 1]]
