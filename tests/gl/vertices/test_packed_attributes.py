"""Attributes of one word (OpenGL 3.3, 2.7 and 2.8): commands and arrays; GL_BGRA."""

import re

import numpy as np
import pytest

from softgl import Context
from softgl.gl import *
from softgl.gl.api.declarations import COMMANDS
from softgl.gl.vertices.attributes import (
    ATTRIBS,
    COLOR,
    NORMAL,
    POSITION,
    SECONDARY_COLOR,
    TEXCOORDS,
)
from softgl.gl.vertices.packed_attributes import FAMILIES
from tests.gl.attachments import code

MEMBERS = sorted(
    name for name in COMMANDS if any(re.fullmatch(family.pattern, name) for family in FAMILIES)
)
WORD = 0b10_1000000000_0111111111_1111111110
SIGNED = {True: [-3 / 1023, 1.0, -1.0, -1.0], False: [-2, 511, -512, -2]}
UNSIGNED = {True: [1022 / 1023, 511 / 1023, 512 / 1023, 2 / 3], False: [1022, 511, 512, 2]}
FLOATS = 0b0111110000_10000000000_01111000000  # 1.5, 2.0 and 1.0
NORMALIZED = re.compile("glColor|glSecondaryColor|glNormal")


def test_the_families_are_whole():
    assert len(MEMBERS) == 38


def current(context, binding):
    context.immediate.commit()
    return context.vertex.current[binding].tolist()


def logged(context, name):
    """The value that a call has set."""
    if name.startswith("glVertexP"):
        glEnd()
        return None
    binding = {
        "glVertexAttribP": ATTRIBS[3], "glColorP": COLOR, "glSecondaryColorP": SECONDARY_COLOR,
        "glNormalP": NORMAL, "glTexCoordP": TEXCOORDS[0], "glMultiTexCoordP": TEXCOORDS[2],
    }[re.match("[a-zA-Z]+P", name)[0]]  # fmt: skip
    return current(context, binding)


def calls_of(name, word, type_, normalized=False):
    """The call of a member with a word."""
    first = (3,) if "Attrib" in name else (GL_TEXTURE2,) if "Multi" in name else ()
    flag = (normalized,) if "Attrib" in name else ()
    value = np.uint32([word]) if name.endswith("v") else word
    COMMANDS[name](*first, type_, *flag, value)


@pytest.mark.parametrize("name", [name for name in MEMBERS if "VertexP" not in name])
def test_members(context, name):
    size = int(re.search(r"P(\d)", name)[1])
    for type_, values in (
        (GL_INT_2_10_10_10_REV, SIGNED),
        (GL_UNSIGNED_INT_2_10_10_10_REV, UNSIGNED),
    ):
        flags = (False, True) if "Attrib" in name else (bool(NORMALIZED.match(name)),)
        for flag in flags:
            calls_of(name, WORD, type_, flag)
            expected = [*values[flag][:size], *(0, 0, 0, 1)[size:]]
            assert logged(context, name) == pytest.approx(expected, rel=1e-7)
    for wrong in (GL_UNSIGNED_INT, GL_UNSIGNED_INT_10F_11F_11F_REV):
        if "Attrib" not in name or wrong == GL_UNSIGNED_INT or size == 4:
            with pytest.raises(Exception) as caught:
                calls_of(name, WORD, wrong)
            assert caught.value.code == GL_INVALID_ENUM
        else:
            calls_of(name, FLOATS, wrong, True)
            assert logged(context, name)[:size] == [1.0, 2.0, 1.5][:size]


def test_vertices(draws):
    """VertexP and attribute 0 make vertices, in glBegin and in lists."""
    glNewList(1, GL_COMPILE)
    glBegin(GL_POINTS)
    glColorP3ui(GL_UNSIGNED_INT_2_10_10_10_REV, 1023)
    for name in ("glVertexP2ui", "glVertexP3uiv", "glVertexP4ui"):
        calls_of(name, WORD, GL_INT_2_10_10_10_REV)
    glVertexAttribP2ui(0, GL_INT_2_10_10_10_REV, False, WORD)
    glEnd()
    glEndList()
    glCallList(1)
    [(_, stream)] = draws
    x, y, z, w = SIGNED[False]
    assert stream.attributes[POSITION].tolist() == [
        [x, y, 0, 1], [x, y, z, 1], [x, y, z, w], [x, y, 0, 1],
    ]  # fmt: skip
    assert stream.values(COLOR)[0].tolist() == [1, 0, 0, 1]
    with pytest.raises(Exception) as caught:
        glVertexAttribP1ui(16, GL_INT_2_10_10_10_REV, False, 0)
    assert caught.value.code == GL_INVALID_VALUE


# -- arrays ----------------------------------------------------------------------------------------

WORDS = np.array([WORD, FLOATS, 0], np.uint32)


def pointed(context):
    """Arrays of packed words, in client memory and in a buffer object."""
    glVertexPointer(4, GL_INT_2_10_10_10_REV, 0, WORDS)
    glNormalPointer(GL_INT_2_10_10_10_REV, 0, WORDS)
    glColorPointer(GL_BGRA, GL_UNSIGNED_BYTE, 0, np.arange(12, dtype=np.uint8))
    glSecondaryColorPointer(GL_BGRA, GL_UNSIGNED_INT_2_10_10_10_REV, 0, WORDS)
    glBindBuffer(GL_ARRAY_BUFFER, 1)
    glBufferData(GL_ARRAY_BUFFER, np.repeat(WORDS, 2), GL_STATIC_DRAW)
    glVertexAttribPointer(5, 4, GL_UNSIGNED_INT_2_10_10_10_REV, False, 8, 4)
    glVertexAttribPointer(6, 3, GL_UNSIGNED_INT_10F_11F_11F_REV, True, 8, 8)
    glVertexAttribPointer(7, GL_BGRA, GL_INT_2_10_10_10_REV, True, 8, 0)
    glBindBuffer(GL_ARRAY_BUFFER, 0)
    for array in (GL_VERTEX_ARRAY, GL_NORMAL_ARRAY, GL_COLOR_ARRAY, GL_SECONDARY_COLOR_ARRAY):
        glEnableClientState(array)
    for number in (5, 6, 7):
        glEnableVertexAttribArray(number)


def expected_values():
    swapped = [SIGNED[True][place] for place in (2, 1, 0, 3)]
    return {
        POSITION: SIGNED[False],
        NORMAL: [*SIGNED[True][:3], 1],
        COLOR: [2 / 255, 1 / 255, 0, 3 / 255],
        SECONDARY_COLOR: [UNSIGNED[True][place] for place in (2, 1, 0, 3)],
        ATTRIBS[5]: UNSIGNED[False],
        ATTRIBS[7]: swapped,
    }


@pytest.mark.parametrize("count", [1, 3, 40000])
def test_arrays(draws, context, count):
    """As few elements as wait together, all, and elements that lie beyond the arrays."""
    pointed(context)
    if count <= 3:
        glDrawArrays(GL_POINTS, 0, count)
    else:
        glDrawElements(GL_POINTS, count, GL_UNSIGNED_SHORT, np.zeros(count, np.uint16))
    [(_, stream)] = draws
    for binding, values in expected_values().items():
        assert stream.attributes[binding][0].tolist() == pytest.approx(values, rel=1e-6)
    if count == 3:
        assert stream.attributes[ATTRIBS[6]][0].tolist() == [1.0, 2.0, 1.5, 1.0]


def test_queries_and_array_elements(context):
    pointed(context)
    assert glGetVertexAttribiv(7, GL_VERTEX_ATTRIB_ARRAY_SIZE) == GL_BGRA
    assert glGetVertexAttribiv(7, GL_VERTEX_ATTRIB_ARRAY_TYPE) == GL_INT_2_10_10_10_REV
    assert glGetIntegerv(GL_COLOR_ARRAY_SIZE) == glGetIntegerv(GL_SECONDARY_COLOR_ARRAY_SIZE)
    assert glGetIntegerv(GL_COLOR_ARRAY_SIZE) == GL_BGRA
    glBegin(GL_POINTS)
    glArrayElement(0)
    glEnd()
    for binding in (NORMAL, COLOR, ATTRIBS[5], ATTRIBS[7]):
        values = expected_values()[binding]
        assert current(context, binding) == pytest.approx(values, rel=1e-6)


@pytest.mark.parametrize("machine", ["eager", "llvm"])
def test_pictures(machine):
    """Packed colours and positions draw what bytes and floats draw."""
    pictures = []
    for packed in (False, True):
        context = Context(8, 8, machine=machine, threads=1)
        places = np.float32([[-1, -1], [1, -1], [-1, 1]])
        colors = np.uint8([[255, 0, 51, 255], [0, 255, 0, 255], [51, 51, 255, 255]])
        if packed:
            words = np.uint32([0x3FF | 0x3FF << 10, 1 | 0x3FF << 10, 0x3FF | 1 << 10])
            glVertexPointer(4, GL_INT_2_10_10_10_REV, 0, words | 1 << 30)
            glColorPointer(GL_BGRA, GL_UNSIGNED_BYTE, 0, colors[:, [2, 1, 0, 3]].copy())
        else:
            glVertexPointer(2, GL_FLOAT, 0, places)
            glColorPointer(4, GL_UNSIGNED_BYTE, 0, colors)
        glEnableClientState(GL_VERTEX_ARRAY)
        glEnableClientState(GL_COLOR_ARRAY)
        glDrawArrays(GL_TRIANGLES, 0, 3)
        pictures.append(context.framebuffer.read_color(0, 0, 8, 8).copy())
    assert pictures[0].any() and np.array_equal(*pictures)


@pytest.mark.parametrize(
    ("function", "arguments", "expected"),
    [
        (glColorPointer, (GL_BGRA, GL_FLOAT), GL_INVALID_OPERATION),
        (glColorPointer, (3, GL_INT_2_10_10_10_REV), GL_INVALID_OPERATION),
        (glSecondaryColorPointer, (3, GL_INT_2_10_10_10_REV), GL_INVALID_OPERATION),
        (glSecondaryColorPointer, (4, GL_FLOAT), GL_INVALID_VALUE),
        (glVertexPointer, (GL_BGRA, GL_INT), GL_INVALID_VALUE),
        (glVertexPointer, (2, GL_UNSIGNED_INT_2_10_10_10_REV), GL_INVALID_OPERATION),
        (glTexCoordPointer, (4, GL_UNSIGNED_INT_10F_11F_11F_REV), GL_INVALID_ENUM),
    ],
)
def test_formats_of_arrays_that_are_refused(context, snapshot, function, arguments, expected):
    before = snapshot(context)
    assert code(function, *arguments, 0, np.zeros(4, np.uint32)) == expected
    assert snapshot(context) == before


@pytest.mark.parametrize(
    ("size", "type_", "normalized", "expected"),
    [
        (GL_BGRA, GL_UNSIGNED_BYTE, False, GL_INVALID_OPERATION),
        (GL_BGRA, GL_SHORT, True, GL_INVALID_OPERATION),
        (3, GL_INT_2_10_10_10_REV, True, GL_INVALID_OPERATION),
        (4, GL_UNSIGNED_INT_10F_11F_11F_REV, True, GL_INVALID_OPERATION),
        (5, GL_INT_2_10_10_10_REV, True, GL_INVALID_VALUE),
    ],
)
def test_formats_of_attributes_that_are_refused(context, size, type_, normalized, expected):
    words = np.zeros(4, np.uint32)
    assert code(glVertexAttribPointer, 1, size, type_, normalized, 0, words) == expected
    assert code(glVertexAttribIPointer, 1, 4, GL_INT_2_10_10_10_REV, 0, words) == GL_INVALID_ENUM
