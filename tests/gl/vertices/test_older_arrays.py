"""EXT_vertex_array and EXT_compiled_vertex_array draw as OpenGL 1.1 does."""

import numpy as np
import pytest

from softgl.gl import *
from tests.gl.window_buffers import colors

CORNERS = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], np.float32)
COLORS = np.full((4, 4), 200, np.uint8)
NAMES = "VERTEX NORMAL COLOR INDEX TEXTURE_COORD EDGE_FLAG".split()


def test_arrays_with_counts(context):
    assert glVertexPointerEXT(2, GL_FLOAT, 0, 4, CORNERS) is CORNERS
    glColorPointerEXT(4, GL_UNSIGNED_BYTE, 0, 3, COLORS)
    glNormalPointerEXT(GL_BYTE, 4, 2, COLORS)
    glIndexPointerEXT(GL_SHORT, 2, 1, np.zeros(4, np.int16))
    glTexCoordPointerEXT(1, GL_DOUBLE, 8, 5, np.zeros(4))
    glEdgeFlagPointerEXT(1, 6, np.ones(6, np.uint8))
    counts = [glGetIntegerv(globals()[f"GL_{name}_ARRAY_COUNT_EXT"]) for name in NAMES]
    assert counts == [4, 2, 3, 1, 5, 6]
    assert glGetIntegerv(GL_TEXTURE_COORD_ARRAY_TYPE_EXT) == GL_DOUBLE
    assert glGetPointervEXT(GL_COLOR_ARRAY_POINTER_EXT) is COLORS
    # EXT_vertex_array enables arrays as all else.
    for array in (GL_VERTEX_ARRAY_EXT, GL_COLOR_ARRAY_EXT):
        glEnable(array)
        assert glIsEnabled(array)
    glDrawArraysEXT(GL_QUADS, 0, 4)
    assert (colors() == 200).all()
    glDisable(GL_COLOR_ARRAY_EXT)
    assert not glIsEnabled(GL_COLOR_ARRAY)
    glBegin(GL_QUADS)
    for number in range(4):
        glArrayElementEXT(number)
    glEnd()
    assert (colors() == 255).all()


@pytest.mark.parametrize("locked", [False, True])
def test_locked_arrays(context, locked):
    glVertexPointer(2, GL_FLOAT, 0, CORNERS)
    glEnableClientState(GL_VERTEX_ARRAY)
    if locked:
        glLockArraysEXT(1, 3)
        assert glGetIntegerv(GL_ARRAY_ELEMENT_LOCK_FIRST_EXT) == 1
        assert glGetIntegerv(GL_ARRAY_ELEMENT_LOCK_COUNT_EXT) == 3
    glDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_BYTE, bytes([1, 2, 3]))
    if locked:
        glUnlockArraysEXT()
    assert glGetIntegerv(GL_ARRAY_ELEMENT_LOCK_COUNT_EXT) == 0
    drawn = colors()[..., 0] == 255
    assert drawn[7, 7]
    assert not drawn[0, 0]
    assert drawn.sum() == 36


def test_what_is_locked_is_read_at_each_draw(context):
    corners = CORNERS / 2
    glVertexPointer(2, GL_FLOAT, 0, corners)
    glEnableClientState(GL_VERTEX_ARRAY)
    glLockArraysEXT(0, 1)
    corners *= 2
    glDrawArrays(GL_QUADS, 0, 4)
    assert (colors() == 255).all()
