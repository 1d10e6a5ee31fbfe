"""Draws of several ranges, of instances, with primitive restart: the streams of the pipeline."""

import ctypes

import numpy as np
import pytest

from softgl import GLError
from softgl.gl import *
from softgl.gl.vertices.arrays import FORMATS
from softgl.gl.vertices.attributes import ATTRIBS, COLOR, NORMAL, POSITION, TEXCOORDS
from tests.tools import traced_memory

LINE = np.float32([[n, 10 * n] for n in range(10)])


@pytest.fixture
def line(context, draws):
    """An enabled array of ten positions (n, 10 n)."""
    glVertexPointer(2, GL_FLOAT, 0, LINE)
    glEnableClientState(GL_VERTEX_ARRAY)
    return draws


def xs(stream, instance=0):
    """The x of each vertex of an instance in the order of drawing."""
    positions = stream.values(POSITION).reshape(stream.instances, -1, 4)[instance, :, 0]
    return (positions if stream.indices is None else positions[stream.indices]).tolist()


def of_instances(stream, binding):
    """The x that an attribute has in each instance, for all its vertices."""
    rows = stream.values(binding).reshape(stream.instances, -1, 4)[:, :, 0]
    assert (rows == rows[:, :1]).all()
    return rows[:, 0].tolist()


def drawn(calls):
    """The x of each vertex, of each sequence, of each instance."""
    result = []
    for _, stream in calls:
        for instance in range(stream.instances):
            found, start = xs(stream, instance), 0
            for length in stream.runs or (len(found),):
                result.append(found[start : start + length])
                start += length
    return result


def code(function, *arguments):
    with pytest.raises(GLError) as caught:
        function(*arguments)
    return caught.value.code


# -- several ranges --------------------------------------------------------------------------------


@pytest.mark.parametrize("function", [glMultiDrawArrays, glMultiDrawArraysEXT])
def test_multi_draw_arrays(line, function):
    function(GL_LINES, [1, 5, 3], np.int32([2, 0, 3]), 3)
    assert drawn(line) == [[1, 2], [3, 4, 5]]
    assert len(line) == 1
    assert line[0][1].separate
    function(GL_LINES, (ctypes.c_int * 2)(7, 8), [-1, 1], 2)
    assert drawn(line)[2:] == [[8]]
    function(GL_LINES, [], [], 0)
    assert len(line) == 2


@pytest.mark.parametrize("function", [glMultiDrawElements, glMultiDrawElementsEXT])
def test_multi_draw_elements(line, function):
    function(GL_LINES, [2, 0, 3], GL_UNSIGNED_BYTE, [[4, 2], [], np.uint8([1, 1, 9])], 3)
    assert drawn(line) == [[4, 2], [1, 1, 9]]
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 1)
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, np.arange(8, dtype=np.uint16), GL_STATIC_DRAW)
    function(GL_LINES, [2, 1], GL_UNSIGNED_SHORT, (ctypes.c_void_p * 2)(6, 0), 2)
    function(GL_LINES, np.int32([2, 1]), GL_UNSIGNED_SHORT, np.array([4, 2]), 2)
    assert drawn(line)[2:] == [[3, 4], [0], [2, 3], [1]]


@pytest.mark.parametrize("in_buffer", [False, True])
def test_indices_of_several_draws_are_not_in_memory_at_once(context, in_buffer):
    """Neither are those of the application, or those beyond a buffer object's end, which are 0."""
    count, draws = 1 << 17, 60
    indices = np.full(count, 3, np.uint32)
    if in_buffer:
        glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 1)
        glBufferData(GL_ELEMENT_ARRAY_BUFFER, indices[:9], GL_STATIC_DRAW)
        indices = 0
    glEnable(GL_RASTERIZER_DISCARD_NV)
    with traced_memory() as peak:
        glMultiDrawElements(GL_POINTS, [count] * draws, GL_UNSIGNED_INT, [indices] * draws, draws)
    assert peak[0] < 32 * count  # of eight draws


def test_errors_of_several_ranges_draw_nothing(line):
    assert code(glMultiDrawArrays, GL_BLEND, [0], [1], 1) == GL_INVALID_ENUM
    assert code(glMultiDrawArrays, GL_POINTS, [0, -1], [1, 1], 2) == GL_INVALID_VALUE
    assert code(glMultiDrawArrays, GL_POINTS, [0], [1], -1) == GL_INVALID_VALUE
    assert code(glMultiDrawArrays, GL_POINTS, [0], [1], 2) == GL_INVALID_VALUE
    assert code(glMultiDrawElements, GL_POINTS, [1], GL_FLOAT, [[0]], 1) == GL_INVALID_ENUM
    assert code(glMultiDrawElements, GL_POINTS, [1, 2], GL_UNSIGNED_INT, [[0], [1]], 2) == (
        GL_INVALID_VALUE
    )
    assert not line


def test_current_values_stay(line):
    glColorPointer(3, GL_FLOAT, 0, np.ones((10, 3)))
    glEnableClientState(GL_COLOR_ARRAY)
    glColor3f(0, 0.5, 0)
    glDrawArrays(GL_POINTS, 0, 2)
    glDrawElements(GL_POINTS, 1, GL_UNSIGNED_INT, [1])
    assert glGetFloatv(GL_CURRENT_COLOR).tolist() == [0, 0.5, 0, 1]


# -- instances -------------------------------------------------------------------------------------


@pytest.mark.parametrize("function", [glDrawArraysInstancedARB, glDrawArraysInstancedEXT])
def test_draw_arrays_instanced(line, function):
    function(GL_LINES, 3, 2, 3)
    assert drawn(line) == [[3, 4]] * 3
    [(_, stream)] = line
    assert (stream.instance, stream.instances, stream.first) == (0, 3, 3)
    function(GL_LINES, 3, 2, 0)
    assert len(line) == 1
    assert code(function, GL_LINES, -1, 2, 1) == GL_INVALID_VALUE
    assert code(function, GL_LINES, 0, 2, -1) == GL_INVALID_VALUE
    assert code(function, GL_LINES, 0, -2, 1) == GL_INVALID_VALUE
    assert code(function, GL_BLEND, 0, 2, 1) == GL_INVALID_ENUM


@pytest.mark.parametrize("function", [glDrawElementsInstancedARB, glDrawElementsInstancedEXT])
def test_draw_elements_instanced(line, function):
    assert function(GL_LINES, 2, GL_UNSIGNED_INT, [5, 2], 2) == [5, 2]
    assert drawn(line) == [[5, 2]] * 2
    assert len(line) == 1
    assert code(function, GL_LINES, 2, GL_INT, [5, 2], 2) == GL_INVALID_ENUM
    assert code(function, GL_LINES, 2, GL_UNSIGNED_INT, [5, 2], -1) == GL_INVALID_VALUE


INSTANCE_PROGRAM = b"""!!NVvp4.0
INT TEMP number;
TEMP moved;
MOV.S number.x, vertex.instance.x;
I2F.S moved.x, number.x;
MOV moved.yzw, {0, 0, 0, 0};
MAD result.position, moved, {0.5, 0, 0, 0}, vertex.position;
MOV result.color, vertex.color;
END"""


@pytest.mark.parametrize("indexed", [False, True])
def test_programs_see_the_instance(context, indexed):
    glProgramStringARB(
        GL_VERTEX_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, len(INSTANCE_PROGRAM), INSTANCE_PROGRAM
    )
    glEnable(GL_VERTEX_PROGRAM_ARB)
    # The first two columns of 8 pixels; each instance is two columns farther.
    glVertexPointer(2, GL_FLOAT, 0, [[-1, -1], [-0.75, -1], [-0.75, 1], [-1, 1]])
    glEnableClientState(GL_VERTEX_ARRAY)
    if indexed:
        glDrawElementsInstancedARB(GL_QUADS, 4, GL_UNSIGNED_BYTE, [0, 1, 2, 3], 3)
    else:
        glDrawArraysInstancedARB(GL_QUADS, 0, 4, 3)
    pixels = np.frombuffer(glReadPixels(0, 4, 8, 1, GL_RED, GL_UNSIGNED_BYTE), np.uint8)
    assert pixels.tolist() == [255, 0, 255, 0, 255, 0, 0, 0]


def test_divisors(line):
    # ARB_instanced_arrays: "the floor(<instance>/<divisor>)'th element".
    glVertexAttribPointer(3, 1, GL_FLOAT, False, 0, np.float32([7, 8, 9]))
    glEnableVertexAttribArray(3)
    glVertexAttribDivisorARB(3, 2)
    assert glGetVertexAttribiv(3, GL_VERTEX_ATTRIB_ARRAY_DIVISOR_ARB) == 2
    glDrawArraysInstancedARB(GL_LINES, 0, 2, 5)
    assert of_instances(line.pop()[1], ATTRIBS[3]) == [7, 7, 8, 8, 9]
    glDrawElements(GL_LINES, 2, GL_UNSIGNED_BYTE, [4, 5])
    [(_, stream)] = line
    assert stream.constant(ATTRIBS[3]).tolist() == [7, 0, 0, 1]
    assert code(glVertexAttribDivisorARB, 16, 1) == GL_INVALID_VALUE


def test_a_divisor_of_the_position(line):
    glVertexAttribPointer(0, 2, GL_FLOAT, False, 0, LINE[4:])
    glEnableVertexAttribArray(0)
    glVertexAttribDivisorARB(0, 1)
    glDrawArraysInstancedARB(GL_POINTS, 5, 3, 2)
    assert drawn(line) == [[4, 4, 4], [5, 5, 5]]


def test_array_element_takes_the_first_instance(line):
    glVertexAttribPointer(3, 1, GL_FLOAT, False, 0, np.float32([7, 8, 9]))
    glEnableVertexAttribArray(3)
    glVertexAttribDivisorARB(3, 1)
    glBegin(GL_POINTS)
    glArrayElement(2)
    glEnd()
    assert drawn(line) == [[2]]
    assert glGetVertexAttribfv(3, GL_CURRENT_VERTEX_ATTRIB).tolist() == [7, 0, 0, 1]


# -- primitive restart -----------------------------------------------------------------------------


@pytest.fixture(params=["NV", "core"])
def restart(request, line):
    if request.param == "NV":
        glEnableClientState(GL_PRIMITIVE_RESTART_NV)
        glPrimitiveRestartIndexNV(3)
    else:
        glEnable(GL_PRIMITIVE_RESTART)
        glPrimitiveRestartIndex(3)
    return line


def test_restart_is_state(context):
    assert glIsEnabled(GL_PRIMITIVE_RESTART_NV) == 0
    assert glGetIntegerv(GL_PRIMITIVE_RESTART_INDEX_NV) == 0
    glEnableClientState(GL_PRIMITIVE_RESTART_NV)
    glPrimitiveRestartIndexNV(0xFFFF)
    assert glIsEnabled(GL_PRIMITIVE_RESTART_NV) == 1
    assert glGetBooleanv(GL_PRIMITIVE_RESTART_NV) == 1
    assert glGetIntegerv(GL_PRIMITIVE_RESTART_INDEX_NV) == 0xFFFF
    # It has no sign, but where there is no room for it without.
    glPrimitiveRestartIndexNV(0xFFFFFFFF)
    assert glGetIntegerv(GL_PRIMITIVE_RESTART_INDEX_NV) == -1
    for query in (glGetInteger64v, glGetDoublev):
        assert query(GL_PRIMITIVE_RESTART_INDEX_NV) == 0xFFFFFFFF
    glDisableClientState(GL_PRIMITIVE_RESTART_NV)
    assert glIsEnabled(GL_PRIMITIVE_RESTART_NV) == 0


def test_restart_in_elements(restart):
    glDrawElements(GL_LINE_STRIP, 8, GL_UNSIGNED_BYTE, [3, 0, 1, 3, 3, 2, 5, 3])
    assert drawn(restart) == [[0, 1], [2, 5]]
    assert len(restart) == 1
    restart.clear()
    glDrawElements(GL_LINE_STRIP, 1, GL_UNSIGNED_BYTE, [3])
    glMultiDrawElements(GL_LINE_STRIP, [3, 2], GL_UNSIGNED_BYTE, [[1, 3, 2], [4, 5]], 2)
    assert drawn(restart) == [[1], [2], [4, 5]]


def test_restart_with_the_largest_index(restart):
    glPrimitiveRestartIndexNV(0xFFFFFFFF)
    glDrawElements(GL_LINE_STRIP, 3, GL_UNSIGNED_INT, [1, 0xFFFFFFFF, 2])
    glDrawElements(GL_LINE_STRIP, 3, GL_UNSIGNED_BYTE, [1, 0xFF, 2])
    assert drawn(restart) == [[1], [2], [1, 0, 2]]


def test_restart_with_the_largest_index_of_a_type(restart):
    """ARB_ES3_compatibility, 2.8: the other index "is ignored"; arrays have no restart."""
    glEnable(GL_PRIMITIVE_RESTART_FIXED_INDEX)
    for type_, dtype in (
        (GL_UNSIGNED_BYTE, np.uint8), (GL_UNSIGNED_SHORT, np.uint16), (GL_UNSIGNED_INT, np.uint32),
    ):  # fmt: skip
        last = np.iinfo(dtype).max
        glDrawElements(GL_LINE_STRIP, 5, type_, np.array([2, 3, last, 4, 5], dtype))
        assert drawn(restart) == [[2, 3], [4, 5]]
        restart.clear()
        lists = [np.array(each, dtype) for each in ([1, last, 3], [6, 7])]
        glMultiDrawElements(GL_LINE_STRIP, [3, 2], type_, lists, 2)
        assert drawn(restart) == [[1], [3], [6, 7]]
        restart.clear()
    glDisable(GL_PRIMITIVE_RESTART)
    glDrawElements(GL_LINE_STRIP, 3, GL_UNSIGNED_BYTE, [1, 255, 3])
    glDrawElementsBaseVertex(GL_LINE_STRIP, 3, GL_UNSIGNED_BYTE, [1, 255, 3], 2)
    glEnable(GL_PRIMITIVE_RESTART)
    glDrawArrays(GL_LINE_STRIP, 2, 3)
    assert drawn(restart) == [[1], [3], [3], [5], [2, 3, 4]]
    assert glIsEnabled(GL_PRIMITIVE_RESTART_FIXED_INDEX)
    assert glGetInteger64v(GL_MAX_ELEMENT_INDEX) == 2**32 - 1


def test_restart_in_arrays(restart):
    glDrawArrays(GL_LINE_STRIP, 1, 6)
    assert drawn(restart) == [[1, 2], [4, 5, 6]]
    restart.clear()
    glDrawArrays(GL_LINE_STRIP, 4, 2)
    assert drawn(restart) == [[4, 5]]
    restart.clear()
    glPrimitiveRestartIndexNV(2**31 - 5)
    glDrawArrays(GL_LINE_STRIP, 2**31 - 7, 6)
    assert drawn(restart) == [[0, 0], [0, 0, 0]]
    restart.clear()
    with pytest.raises(GLError) as caught:
        glDrawArrays(GL_LINE_STRIP, 0, 2**26 + 1)
    assert caught.value.code == GL_OUT_OF_MEMORY and not restart


def test_restart_of_array_element(restart):
    glBegin(GL_LINE_STRIP)
    for number in (1, 2, 3, 4):
        glArrayElement(number)
    glEnd()
    assert drawn(restart) == [[1, 2], [4]]
    assert code(glArrayElement, 3) == GL_INVALID_OPERATION


def test_restart_command(context, draws):
    assert code(glPrimitiveRestartNV) == GL_INVALID_OPERATION
    glBegin(GL_TRIANGLE_FAN)
    glColor3f(1, 0, 0)
    glVertex2f(1, 1)
    assert code(glPrimitiveRestartIndexNV, 1) == GL_INVALID_OPERATION
    glPrimitiveRestartNV()
    glVertex2f(2, 2)
    glEnd()
    assert [mode for mode, _ in draws] == [GL_TRIANGLE_FAN] * 2
    assert drawn(draws) == [[1], [2]]
    assert draws[1][1].constants[COLOR].tolist() == [1, 0, 0, 1]


# -- types -----------------------------------------------------------------------------------------


def test_half_floats(context, draws):
    glVertexPointer(2, GL_HALF_FLOAT, 0, np.float16([[0.5, 65504], [-1, np.inf]]))
    glEnableClientState(GL_VERTEX_ARRAY)
    glNormalPointer(GL_HALF_FLOAT, 0, np.float16([[0.5, 1, 2]] * 2))
    glEnableClientState(GL_NORMAL_ARRAY)
    glDrawArrays(GL_POINTS, 0, 2)
    [(_, stream)] = draws
    assert stream.attributes[POSITION].tolist() == [[0.5, 65504, 0, 1], [-1, np.inf, 0, 1]]
    assert stream.attributes[NORMAL][0].tolist() == [0.5, 1, 2, 1]
    assert glGetIntegerv(GL_VERTEX_ARRAY_TYPE) == GL_HALF_FLOAT
    assert code(glIndexPointer, GL_HALF_FLOAT, 0, None) == GL_INVALID_ENUM


FIXED = [0x18000, -0x8000, 1, -(2**31), 2**31 - 1, 0x01000001]
# In units of 2^-16; float32 rounds the last two to the nearest.
FIXED_NUMBERS = [1.5, -0.5, 2.0**-16, -32768.0, 32768.0, 256.0]


@pytest.mark.parametrize("normalized", [False, True])
@pytest.mark.parametrize("in_buffer", [False, True])
def test_fixed_point_numbers(context, draws, in_buffer, normalized):
    """ARB_ES2_compatibility, with a stride; `normalized` does not apply to them."""
    words = np.zeros((3, 3), np.int32)
    words[:, 1:] = np.reshape(FIXED, (3, 2))
    pointer = words.tobytes()[4:]
    if in_buffer:
        glBindBuffer(GL_ARRAY_BUFFER, glGenBuffers(1))
        glBufferData(GL_ARRAY_BUFFER, words, GL_STATIC_DRAW)
        pointer = 4
    glVertexAttribPointer(0, 2, GL_FIXED, normalized, 12, pointer)
    glEnableVertexAttribArray(0)
    expected = [[*pair, 0, 1] for pair in np.reshape(FIXED_NUMBERS, (3, 2)).tolist()]
    glDrawArrays(GL_POINTS, 0, 3)
    glDrawElements(GL_POINTS, 2, GL_UNSIGNED_BYTE, np.uint8([2, 0]))
    glBegin(GL_POINTS)
    glArrayElement(1)
    glArrayElement(2)
    glEnd()
    (_, whole), (_, indexed), (_, single) = draws
    assert whole.values(ATTRIBS[0]).tolist() == expected
    assert xs(indexed) == [32768.0, 1.5]
    assert single.values(ATTRIBS[0]).tolist() == expected[1:]


def test_fixed_point_types(context, draws):
    """Other pointer commands do not take them; numbers that are not memory are their words."""
    glVertexAttribPointer(3, 1, GL_FIXED, False, 0, [0x8000, 0x30000])
    assert glGetVertexAttribiv(3, GL_VERTEX_ATTRIB_ARRAY_TYPE) == GL_FIXED
    glEnableVertexAttribArray(3)
    glDrawArrays(GL_POINTS, 0, 2)
    assert draws[0][1].values(ATTRIBS[3])[:, 0].tolist() == [0.5, 3.0]
    assert code(glVertexPointer, 2, GL_FIXED, 0, None) == GL_INVALID_ENUM
    assert code(glColorPointer, 4, GL_FIXED, 0, None) == GL_INVALID_ENUM
    assert code(glVertexAttribIPointerEXT, 0, 4, GL_FIXED, 0, None) == GL_INVALID_ENUM
    assert code(glDrawElements, GL_POINTS, 1, GL_FIXED, [0]) == GL_INVALID_ENUM


@pytest.mark.parametrize("in_buffer", [False, True])
@pytest.mark.parametrize("format_", sorted(FORMATS))
def test_interleaved_arrays(context, draws, format_, in_buffer):
    name = FORMATS.names[format_][3:]
    parts = [(part[0], int(part[1]), part[2:]) for part in name.split("_")]
    fields = [(letter, np.uint8 if kind == "UB" else np.float32, n) for letter, n, kind in parts]
    memory = np.zeros(3, np.dtype(fields))
    for number, (letter, dtype, _) in enumerate(fields):
        memory[letter] = [[51 * (number + 1)], [102], [0]] if dtype == np.uint8 else number + 0.5
    for array in (GL_EDGE_FLAG_ARRAY, GL_INDEX_ARRAY, GL_NORMAL_ARRAY, GL_FOG_COORD_ARRAY):
        glEnableClientState(array)
    glEnableVertexAttribArray(5)
    if in_buffer:
        glBindBuffer(GL_ARRAY_BUFFER, 1)
        glBufferData(GL_ARRAY_BUFFER, bytes(8) + memory.tobytes(), GL_STATIC_DRAW)
    glInterleavedArrays(format_, 0, 8 if in_buffer else memory)
    arrays = {"V": GL_VERTEX_ARRAY, "C": GL_COLOR_ARRAY, "N": GL_NORMAL_ARRAY}
    arrays["T"] = GL_TEXTURE_COORD_ARRAY
    for letter, array in arrays.items():
        assert glIsEnabled(array) == (letter in dict.fromkeys(memory.dtype.names))
    for array in (GL_EDGE_FLAG_ARRAY, GL_INDEX_ARRAY, GL_FOG_COORD_ARRAY):
        assert not glIsEnabled(array)
    # OpenGL 2.1, table 2.5: the stride of a format without gaps is its size.
    assert glGetIntegerv(GL_VERTEX_ARRAY_STRIDE) == memory.dtype.itemsize
    glDisableVertexAttribArray(5)
    glDrawArrays(GL_POINTS, 1, 2)
    [(_, stream)] = draws
    bindings = {"V": POSITION, "C": COLOR, "N": NORMAL, "T": TEXCOORDS[0]}
    for letter, dtype, n in fields:
        expected = memory[letter][1:].astype(np.float32)
        if dtype == np.uint8:
            expected /= 255
        assert np.array_equal(stream.attributes[bindings[letter]][:, :n], expected)


def test_interleaved_arrays_with_a_stride_and_errors(context, snapshot):
    data = np.zeros(40, np.float32)
    glInterleavedArrays(GL_T2F_C4UB_V3F, 40, data)
    assert glGetIntegerv(GL_COLOR_ARRAY_STRIDE) == 40
    assert glGetIntegerv(GL_COLOR_ARRAY_TYPE) == GL_UNSIGNED_BYTE
    address = np.zeros(1, np.uint64)
    glGetPointerv(GL_COLOR_ARRAY_POINTER, address)
    assert address[0] == data.ctypes.data + 8
    before = snapshot(context)
    assert code(glInterleavedArrays, GL_FLOAT, 0, data) == GL_INVALID_ENUM
    assert code(glInterleavedArrays, GL_V2F, -1, data) == GL_INVALID_VALUE
    assert code(glInterleavedArrays, GL_V2F, 0, 0x1000) == GL_INVALID_VALUE
    assert snapshot(context) == before
    glInterleavedArrays(GL_C3F_V3F, 0, None)
    assert glGetPointerv(GL_VERTEX_ARRAY_POINTER) is None


# -- mapped buffers --------------------------------------------------------------------------------


def test_draws_from_mapped_buffers_are_refused(context, draws):
    glBindBuffer(GL_ARRAY_BUFFER, 1)
    glBufferData(GL_ARRAY_BUFFER, LINE, GL_STATIC_DRAW)
    glVertexPointer(2, GL_FLOAT, 0, None)
    glEnableClientState(GL_VERTEX_ARRAY)
    assert glGetBufferPointerv(GL_ARRAY_BUFFER, GL_BUFFER_MAP_POINTER) is None
    address = glMapBuffer(GL_ARRAY_BUFFER, GL_READ_WRITE)
    assert glGetBufferPointerv(GL_ARRAY_BUFFER, GL_BUFFER_MAP_POINTER) == address
    out = (ctypes.c_void_p * 1)()
    assert glGetBufferPointerv(GL_ARRAY_BUFFER, GL_BUFFER_MAP_POINTER, out)[0] == address
    referred = ctypes.c_void_p()
    glGetBufferPointerv(GL_ARRAY_BUFFER, GL_BUFFER_MAP_POINTER, ctypes.byref(referred))
    assert referred.value == address
    for function, arguments in (
        (glDrawArrays, (GL_POINTS, 0, 1)),
        (glDrawElements, (GL_POINTS, 1, GL_UNSIGNED_INT, [0])),
        (glMultiDrawArrays, (GL_POINTS, [0], [1], 1)),
        (glDrawArraysInstancedARB, (GL_POINTS, 0, 1, 1)),
        (glArrayElement, (0,)),
        (glBufferSubData, (GL_ARRAY_BUFFER, 0, 1, b"1")),
        (glGetBufferSubData, (GL_ARRAY_BUFFER, 0, 1)),
        (glMapBuffer, (GL_ARRAY_BUFFER, GL_READ_ONLY)),
    ):
        assert code(function, *arguments) == GL_INVALID_OPERATION
    assert glUnmapBuffer(GL_ARRAY_BUFFER)
    assert glGetBufferPointerv(GL_ARRAY_BUFFER, GL_BUFFER_MAP_POINTER) is None
    glDrawArrays(GL_POINTS, 0, 1)
    assert len(draws) == 1
    assert code(glGetBufferPointerv, GL_ARRAY_BUFFER, GL_BUFFER_SIZE) == GL_INVALID_ENUM
    assert code(glGetBufferPointerv, GL_ELEMENT_ARRAY_BUFFER, GL_BUFFER_MAP_POINTER) == (
        GL_INVALID_OPERATION
    )
    # BufferData replaces a store that is mapped, which ends the mapping.
    glMapBuffer(GL_ARRAY_BUFFER, GL_READ_WRITE)
    glBufferData(GL_ARRAY_BUFFER, 8, None, GL_STATIC_DRAW)
    assert not glGetBufferParameteriv(GL_ARRAY_BUFFER, GL_BUFFER_MAPPED)


def test_base_vertices(draws):
    """OpenGL 3.3, 2.8.2: a base is added to each index but the restart index."""
    places = np.arange(24, dtype=np.float32).reshape(12, 2)
    glVertexPointer(2, GL_FLOAT, 0, places)
    glEnableClientState(GL_VERTEX_ARRAY)
    glEnable(GL_PRIMITIVE_RESTART)
    glPrimitiveRestartIndex(255)
    assert glIsEnabled(GL_PRIMITIVE_RESTART)
    assert glGetIntegerv(GL_PRIMITIVE_RESTART_INDEX) == 255
    indices = np.array([0, 1, 255, 2], np.uint8)
    shape = GL_POINTS, 4, GL_UNSIGNED_BYTE, indices
    for draw in (
        lambda: glDrawElementsBaseVertex(*shape, 5),
        lambda: glDrawRangeElementsBaseVertex(GL_POINTS, 0, 2, *shape[1:], 5),
        lambda: glDrawElementsInstancedBaseVertex(*shape, 1, 5),
    ):
        draws.clear()
        draw()
        [(mode, stream)] = draws
        rows = stream.attributes[POSITION]
        assert mode == GL_POINTS and rows[stream.without_base().indices][:, 0].tolist() == [
            10,
            12,
            14,
        ]
        assert stream.runs == (2, 1)
    draws.clear()
    glDrawElementsBaseVertex(*shape, -1)  # undefined below 0
    [(_, stream)] = draws
    rows = stream.attributes[POSITION][stream.without_base().indices]
    assert rows[:, 0].tolist() == [0, 0, 2]
    draws.clear()
    glDrawElementsBaseVertex(GL_POINTS, 1, GL_UNSIGNED_INT, np.uint32([2**32 - 3]), 6)
    [(_, stream)] = draws
    assert stream.attributes[POSITION][:, 0].tolist() == [6]  # "with wrapping on overflow"


@pytest.mark.parametrize("restart", [False, True])
def test_base_vertices_of_several_draws(draws, restart):
    """OpenGL 3.3, 2.8.2: each draw has a base of its own."""
    glVertexPointer(2, GL_FLOAT, 0, np.arange(24, dtype=np.float32).reshape(12, 2))
    glEnableClientState(GL_VERTEX_ARRAY)
    if restart:
        glEnable(GL_PRIMITIVE_RESTART)
        glPrimitiveRestartIndex(2)
    parts = [np.uint8([0, 1]), [9], np.uint8([3, 2, 0])]

    def drawn():
        return [
            int(x) // 2
            for _, stream in draws
            for x in stream.attributes[POSITION][stream.without_base().indices][:, 0]
        ]

    shape = GL_LINES, [2, 0, 3], GL_UNSIGNED_BYTE, parts, 3
    glMultiDrawElementsBaseVertex(*shape, [5, 1, 2])
    assert drawn() == [5, 6, *([5, 2] if restart else [5, 4, 2])]
    draws.clear()
    glMultiDrawElementsBaseVertex(*shape, [0, 0, 0])
    assert drawn() == [0, 1, *([3, 0] if restart else [3, 2, 0])]
    for arguments in ((*shape, [1, 2]), (*shape[:4], -1, [1, 2, 3])):
        assert code(glMultiDrawElementsBaseVertex, *arguments) == GL_INVALID_VALUE
    assert code(glMultiDrawElementsBaseVertex, *shape[:3], [[0], [1]], 2, [1, 2]) == (
        GL_INVALID_VALUE
    )
