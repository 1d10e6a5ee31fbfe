"""Integers that stay integers: glVertexAttribI*, integer arrays, and numbers made by the pipeline.

The programs compare words exactly and show a white pixel where all four are as expected.
"""

import ctypes
import re

import numpy as np
import pytest

from softgl import Context, GLError
from softgl.gl import *
from softgl.gl.api.declarations import COMMANDS
from softgl.gl.vertices.attributes import ATTRIBS
from softgl.gl.vertices.families import FAMILIES

(FAMILY,) = (family for family in FAMILIES if family.words)
MEMBERS = sorted(name for name in COMMANDS if re.fullmatch(FAMILY.pattern, name))
# Words that are not floats, or whose floats are NaNs with a payload or denormal.
WORDS = [0x7F800001, 0xFFFFFFFF, 0x00000001, 0x80000000]
LIMITS = {
    "b": (-128, 127), "ub": (0, 255), "s": (-32768, 32767), "us": (0, 65535),
    "i": (-(2**31), 2**31 - 1), "ui": (0, 2**32 - 1),
}  # fmt: skip

VERTEX = """!!NVvp4.0
MOV result.position, vertex.position;
MOV.U result.attrib[0], {attribute};
END"""
FRAGMENT = """!!NVfp4.0
FLAT ATTRIB a = fragment.attrib[0];
TEMP t;
SEQ.S t, a, {{ {words} }};
I2F result.color, -t;
END"""


def load(target, text):
    glProgramStringARB(target, GL_PROGRAM_FORMAT_ASCII_ARB, len(text), text)
    glEnable(target)


def expect(attribute, words):
    """Programs that compare an attribute with four words."""
    load(GL_VERTEX_PROGRAM_ARB, VERTEX.format(attribute=attribute))
    signed = np.array(words, np.uint32).view(np.int32).tolist()
    load(GL_FRAGMENT_PROGRAM_ARB, FRAGMENT.format(words=", ".join(map(str, signed))))


def pixels(count=1):
    """True for each white pixel of the lowest row."""
    data = glReadPixels(0, 0, count, 1, GL_RGBA, GL_UNSIGNED_BYTE)
    return [data[4 * x : 4 * x + 4] == b"\xff" * 4 for x in range(count)]


def square(x=0, width=2):
    """Two triangles over a part of the view, as six positions."""
    low, high = x / width * 2 - 1, (x + 1) / width * 2 - 1
    corners = [(low, -1), (high, -1), (high, 1), (low, 1)]
    return [corners[i] for i in (0, 1, 2, 0, 2, 3)]


@pytest.fixture(params=["eager", "llvm"])
def machine(request, context):
    return Context(4, 1, machine=request.param)


def test_the_family_is_whole():
    # NV_vertex_program4, "New Procedures and Functions"; OpenGL 3.0 has the same without EXT.
    assert len(MEMBERS) == 2 * (4 * 2 * 2 + 4)


@pytest.mark.parametrize("name", MEMBERS)
def test_member(context, name):
    match = re.fullmatch(FAMILY.pattern, name)
    size, kind = int(match["size"]), match["type"]
    for value in LIMITS[kind]:
        values = [value, 1, 2, 3][:size]
        COMMANDS[name](5, *([values] if match["v"] else values))
        expected = values + [0, 0, 0, 1][size:]
        query = glGetVertexAttribIuivEXT if kind.startswith("u") else glGetVertexAttribIivEXT
        found = query(5, GL_CURRENT_VERTEX_ATTRIB)
        assert found.dtype == (np.uint32 if kind.startswith("u") else np.int32)
        assert found.tolist() == expected
    before = context.immediate.latest(ATTRIBS[5]).tobytes()
    for wrong in (LIMITS[kind][0] - 1, LIMITS[kind][1] + 1):
        if kind in ("i", "ui") and -(2**31) <= wrong < 2**32:
            continue  # the same word
        with pytest.raises(GLError):
            COMMANDS[name](5, *([[wrong] * size] if match["v"] else [wrong] * size))
    with pytest.raises(GLError) as caught:
        COMMANDS[name](16, *([[0] * size] if match["v"] else [0] * size))
    assert caught.value.code == GL_INVALID_VALUE
    assert context.immediate.latest(ATTRIBS[5]).tobytes() == before


def test_current_values_reach_programs(machine):
    expect("vertex.attrib[3]", WORDS)
    glVertexAttribI4uivEXT(3, WORDS)
    glRectf(-1, -1, 1, 1)
    assert pixels() == [True]
    glVertexAttribI4uivEXT(3, [*WORDS[:3], 0])
    glRectf(-1, -1, 1, 1)
    assert pixels() == [False]


def test_values_that_vary_reach_programs(machine):
    expect("vertex.attrib[3]", WORDS)
    glBegin(GL_TRIANGLES)
    for x in range(2):
        for position in square(x):
            if x:
                glVertexAttrib4f(3, *WORDS)
            else:
                glVertexAttribI4uivEXT(3, WORDS)
            glVertex2f(*position)
    glEnd()
    assert pixels(4) == [True, True, False, False]


def test_attribute_zero_makes_vertices(machine):
    expect("vertex.position", [0x3F800000, 0x3F800000, 0, 0x3F800000])
    glBegin(GL_TRIANGLES)
    for x, y in ((-1.0, -1.0), (3.0, -1.0), (1.0, 1.0)):
        bits = np.float32([x, y, 0, 1]).view(np.int32).tolist()
        glVertexAttribI4iEXT(0, *bits)
    glEnd()
    assert pixels(4)[2]


@pytest.mark.parametrize(("type", "dtype"), [
    (GL_BYTE, np.int8), (GL_UNSIGNED_BYTE, np.uint8), (GL_SHORT, np.int16),
    (GL_UNSIGNED_SHORT, np.uint16), (GL_INT, np.int32), (GL_UNSIGNED_INT, np.uint32),
])  # fmt: skip
def test_arrays(machine, type, dtype):
    limits = np.iinfo(dtype)
    rows = np.array([[limits.max, 3, limits.min]] * 6, dtype)
    expect("vertex.attrib[3]", [int(limits.max), 3, int(limits.min) & 0xFFFFFFFF, 1])
    glVertexPointer(2, GL_FLOAT, 0, np.float32(square(0, 1)))
    glEnableClientState(GL_VERTEX_ARRAY)
    glVertexAttribIPointerEXT(3, 3, type, 0, rows)
    glEnableVertexAttribArray(3)
    glDrawArrays(GL_TRIANGLES, 0, 6)
    assert pixels(4) == [True] * 4
    glClear(GL_COLOR_BUFFER_BIT)
    glBegin(GL_TRIANGLES)
    for i in range(6):
        glArrayElement(i)
    glEnd()
    assert pixels(4) == [True] * 4
    glVertexAttribPointer(3, 3, type, False, 0, rows)
    glDrawArrays(GL_TRIANGLES, 0, 6)
    assert pixels(4) == [False] * 4


def test_array_state(context):
    pname = GL_VERTEX_ATTRIB_ARRAY_INTEGER_EXT
    assert glGetVertexAttribiv(2, pname) == 0
    data = np.zeros(4, np.int16)
    glVertexAttribPointer(2, 2, GL_FLOAT, True, 0, np.zeros(4, np.float32))
    assert glVertexAttribIPointerEXT(2, 2, GL_SHORT, 0, data) is None
    for query in (glGetVertexAttribiv, glGetVertexAttribfv, glGetVertexAttribdv):
        assert query(2, pname) == 1
        assert query(2, GL_VERTEX_ATTRIB_ARRAY_NORMALIZED) == 0
        assert query(2, GL_VERTEX_ATTRIB_ARRAY_TYPE) == GL_SHORT
    assert glGetVertexAttribIivEXT(2, pname) == glGetVertexAttribIuivEXT(2, pname) == 1
    glVertexAttribPointer(2, 2, GL_SHORT, False, 0, data)
    assert glGetVertexAttribiv(2, pname) == 0


@pytest.mark.parametrize("indexed", [False, True])
def test_vertex_numbers(machine, indexed):
    """vertex.id is the index of the vertex, whichever is the first that is drawn."""
    positions = np.float32([(9, 9)] * 5 + square(0) + square(1))
    buffer = glGenBuffers(1)
    glBindBuffer(GL_ARRAY_BUFFER, buffer)
    glBufferData(GL_ARRAY_BUFFER, positions, GL_STATIC_DRAW)
    glVertexPointer(2, GL_FLOAT, 0, None)
    glEnableClientState(GL_VERTEX_ARRAY)
    # The provoking vertices, the last ones, are 7 and 10, 13 and 16.
    for number, expected in ((10, [True, False]), (13, [False, True])):
        expect("vertex.id", [number, 0, 0, 0])
        glClear(GL_COLOR_BUFFER_BIT)
        if indexed:
            glDrawElementsui(GL_TRIANGLES, np.arange(5, 17))
        else:
            glDrawArrays(GL_TRIANGLES, 5, 12)
        found = pixels(4)
        assert [any(found[:2]), any(found[2:])] == expected


def test_vertex_numbers_without_arrays(machine):
    expect("vertex.id", [5, 0, 0, 0])
    glBegin(GL_TRIANGLES)
    for position in square(0) + square(1):
        glVertex2f(*position)
    glEnd()
    assert any(pixels(4)[:2]) and not any(pixels(4)[2:])


def test_the_instance_is_0(machine):
    expect("vertex.instance", [0, 0, 0, 0])
    glRectf(-1, -1, 1, 1)
    assert pixels(4) == [True] * 4


def spans():
    """The left and the right side of each of four pixels."""
    return [(x / 2 - 1, x / 2 - 0.5) for x in range(4)]


TRIANGLES = [p for a, b in spans() for p in ((a, -1), (b, -1), ((a + b) / 2, 3))]
QUADS = [p for a, b in spans() for p in ((a, -1), (b, -1), (b, 1), (a, 1))]
STRIP = [(x / 2 - 1, y) for x in range(5) for y in (1, -1)]
WHOLE = [(-1, -1), (1, -1), (1, 1), (-1, 1)]


@pytest.mark.parametrize(
    ("mode", "positions", "expected"),
    [
        (GL_TRIANGLES, TRIANGLES, [0, 1, 2, 3]),
        (GL_QUADS, QUADS, [0, 1, 2, 3]),
        (GL_QUAD_STRIP, STRIP, [0, 1, 2, 3]),
        (GL_POLYGON, WHOLE, [0, 0, 0, 0]),
        # A triangle that is cut into pieces remains one primitive.
        (GL_TRIANGLES, [(9, 9)] * 3 + [(-9, -9), (9, -9), (0, 9)], [1, 1, 1, 1]),
    ],
)
def test_primitive_numbers(machine, mode, positions, expected):
    load(GL_VERTEX_PROGRAM_ARB, "!!NVvp4.0 MOV result.position, vertex.position; END")
    for number in sorted({*expected, 9}):
        test = f"SEQ.S t, primitive.id.x, {number}; I2F result.color, -t;"
        load(GL_FRAGMENT_PROGRAM_ARB, f"!!NVfp4.0 TEMP t; {test} END")
        glClear(GL_COLOR_BUFFER_BIT)
        glBegin(mode)
        for position in positions:
            glVertex2f(*position)
        glEnd()
        assert pixels(4) == [e == number for e in expected]


@pytest.mark.parametrize(
    ("function", "arguments", "code"),
    [
        (glVertexAttribIPointerEXT, (16, 4, GL_INT, 0, np.zeros(4, np.int32)), GL_INVALID_VALUE),
        (glVertexAttribIPointerEXT, (1, 4, GL_FLOAT, 0, np.zeros(4, np.int32)), GL_INVALID_ENUM),
        (glVertexAttribIPointerEXT, (1, 5, GL_INT, 0, np.zeros(5, np.int32)), GL_INVALID_VALUE),
        (glVertexAttribIPointerEXT, (1, 4, GL_INT, -1, np.zeros(4, np.int32)), GL_INVALID_VALUE),
        (glGetVertexAttribIivEXT, (0, GL_CURRENT_VERTEX_ATTRIB), GL_INVALID_OPERATION),
        (glGetVertexAttribIivEXT, (16, GL_CURRENT_VERTEX_ATTRIB), GL_INVALID_VALUE),
        (glGetVertexAttribIuivEXT, (1, GL_FOG), GL_INVALID_ENUM),
        (glGetVertexAttribPointerv, (16, GL_VERTEX_ATTRIB_ARRAY_POINTER), GL_INVALID_VALUE),
        (glGetVertexAttribPointerv, (1, GL_VERTEX_ATTRIB_ARRAY_SIZE), GL_INVALID_ENUM),
        (glGetPointerv, (GL_VERTEX_ATTRIB_ARRAY_POINTER,), GL_INVALID_ENUM),
    ],
)
def test_errors(context, snapshot, function, arguments, code):
    before = snapshot(context)
    with pytest.raises(GLError) as caught:
        function(*arguments)
    assert caught.value.code == code
    assert snapshot(context) == before


def test_pointers(context):
    assert glGetVertexAttribPointerv(3, GL_VERTEX_ATTRIB_ARRAY_POINTER) is None
    data = np.zeros((3, 2), np.float32)
    glVertexAttribPointer(3, 2, GL_FLOAT, False, 0, data)
    assert glGetVertexAttribPointervARB(3, GL_VERTEX_ATTRIB_ARRAY_POINTER) is data
    out = np.zeros(1, np.uint64)
    assert glGetVertexAttribPointerv(3, GL_VERTEX_ATTRIB_ARRAY_POINTER, out) is out
    assert out[0] == data.ctypes.data
    glBindBuffer(GL_ARRAY_BUFFER, 1)
    glVertexAttribPointer(3, 2, GL_FLOAT, False, 0, ctypes.c_void_p(24))
    assert glGetVertexAttribPointerv(3, GL_VERTEX_ATTRIB_ARRAY_POINTER) == 24
    glGetVertexAttribPointerv(3, GL_VERTEX_ATTRIB_ARRAY_POINTER, out)
    assert out[0] == 24
    glBindBuffer(GL_ARRAY_BUFFER, 0)
    glClientActiveTexture(GL_TEXTURE2)
    glTexCoordPointer(2, GL_FLOAT, 0, data)
    assert glGetPointerv(GL_TEXTURE_COORD_ARRAY_POINTER) is data
    glClientActiveTexture(GL_TEXTURE0)
    assert glGetPointerv(GL_TEXTURE_COORD_ARRAY_POINTER) is None
