"""Vertex arrays of every layout and type, and every way to draw from them."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest

from tests.drivers.drawing import PASS_FRAGMENT, clear, use_program, use_programs

pytestmark = pytest.mark.driver

TYPES = {
    "GL_BYTE": np.int8,
    "GL_UNSIGNED_BYTE": np.uint8,
    "GL_SHORT": np.int16,
    "GL_UNSIGNED_SHORT": np.uint16,
    "GL_INT": np.int32,
    "GL_UNSIGNED_INT": np.uint32,
    "GL_FLOAT": np.float32,
    "GL_DOUBLE": np.float64,
    "GL_HALF_FLOAT": np.float16,
}
CORNERS = np.float32([[-0.9, -0.8], [0.85, -0.9], [0.9, 0.85], [-0.8, 0.9]])

# Values of attribute 5 as a colour: with 1/4 of each, and a half added, to see signs.
ATTRIBUTE_VERTEX = """!!ARBvp1.0
PARAM scale = {{ {scale}, {scale}, {scale}, {scale} }};
PARAM half = {{ 0.5, 0.5, 0.5, 0.5 }};
MOV result.position, vertex.position;
MAD result.color, vertex.attrib[5], scale, half;
END
"""


@pytest.mark.parametrize("normalized", [False, True])
@pytest.mark.parametrize("size", [1, 2, 3, 4])
@pytest.mark.parametrize("type_", TYPES)
def test_types(same_as_mesa, type_, size, normalized):
    """Whole, and as it lies in a buffer with gaps."""
    dtype = np.dtype(TYPES[type_])
    integer = dtype.kind in "iu"
    largest = float(np.iinfo(dtype).max) if integer else 1.0
    rows = [[-0.3, 0.25, 1.0, 0.5], [0.75, 0.0, -0.5, 1.0], [1.0, -1.0, 0.125, 0.25], [0.5] * 4]
    values = (np.array(rows)[:, :size] * largest).clip(
        np.iinfo(dtype).min if integer else -1, largest
    )
    memory = np.zeros(4, [("pad", np.uint8, 8), ("value", dtype, size), ("end", np.uint8, 8)])
    memory["value"] = values if not integer else values.astype(dtype)
    scale = 0.25 if normalized or not integer else 0.25 / largest

    def picture(gl):
        clear(gl)
        use_program(gl, ATTRIBUTE_VERTEX.format(scale=scale))
        use_program(gl, PASS_FRAGMENT)
        gl.glEnableClientState(gl.GL_VERTEX_ARRAY)
        gl.glVertexPointer(2, gl.GL_FLOAT, 0, CORNERS)
        gl.glBindBuffer(gl.GL_ARRAY_BUFFER, gl.glGenBuffers(1))
        data = memory.tobytes()
        gl.glBufferData(gl.GL_ARRAY_BUFFER, len(data), data, gl.GL_STATIC_DRAW)
        gl.glEnableVertexAttribArray(5)
        gl.glVertexAttribPointer(
            5, size, getattr(gl, type_), normalized, memory.itemsize, ctypes.c_void_p(8)
        )
        gl.glDrawArrays(gl.GL_QUADS, 0, 4)

    same_as_mesa(picture)


PACKED = np.uint32([0x9FF803FF, 0x40180000, 0xFFFFFFFF, 0x780F03C0])
# 1, 0.5 and 1.5; 1.5, 1 and 0.75; 0; 0.25, 1.25 and 1.
FLOATS = np.uint32([
    0x1F0 << 22 | 0x380 << 11 | 0x3C0, 0x1D0 << 22 | 0x3C0 << 11 | 0x3E0, 0,
    0x1E0 << 22 | 0x3D0 << 11 | 0x340,
])  # fmt: skip
PACKED_FORMATS = [
    ("GL_UNSIGNED_INT_2_10_10_10_REV", 4, True, 0.5),
    ("GL_UNSIGNED_INT_2_10_10_10_REV", 4, False, 1 / 4096),
    # Signed normalized ones differ: OpenGL 4.2 has another equation.
    ("GL_INT_2_10_10_10_REV", 4, False, 1 / 2048),
    ("GL_UNSIGNED_INT_10F_11F_11F_REV", 3, False, 0.25),
    ("GL_UNSIGNED_INT_2_10_10_10_REV", "GL_BGRA", True, 0.5),
    ("GL_UNSIGNED_BYTE", "GL_BGRA", True, 0.5),
]


@pytest.mark.parametrize(("type_", "size", "normalized", "scale"), PACKED_FORMATS)
def test_packed_types(same_as_mesa, type_, size, normalized, scale):
    """From arrays, and where there is a command, from the current value too."""
    words = FLOATS if "10F" in type_ else PACKED

    def picture(gl):
        clear(gl)
        use_program(gl, ATTRIBUTE_VERTEX.format(scale=scale))
        use_program(gl, PASS_FRAGMENT)
        gl.glBindBuffer(gl.GL_ARRAY_BUFFER, gl.glGenBuffers(1))
        gl.glBufferData(gl.GL_ARRAY_BUFFER, words.nbytes, words.tobytes(), gl.GL_STATIC_DRAW)
        gl.glEnableVertexAttribArray(5)
        components = size if isinstance(size, int) else gl.GL_BGRA
        kind = getattr(gl, type_)
        gl.glVertexAttribPointer(5, components, kind, normalized, 0, ctypes.c_void_p(0))
        gl.glBindBuffer(gl.GL_ARRAY_BUFFER, 0)
        gl.glEnableClientState(gl.GL_VERTEX_ARRAY)
        gl.glVertexPointer(2, gl.GL_FLOAT, 0, CORNERS)
        gl.glDrawArrays(gl.GL_QUADS, 0, 4)
        if components != gl.GL_BGRA:
            gl.glDisableVertexAttribArray(5)
            gl.glVertexAttribP3ui(5, kind, normalized, int(words[3]))
            gl.glVertexPointer(2, gl.GL_FLOAT, 0, CORNERS / 2)
            gl.glDrawArrays(gl.GL_QUADS, 0, 4)

    same_as_mesa(picture)


@pytest.mark.parametrize("format_", ["GL_C4UB_V2F", "GL_C3F_V3F", "GL_C4F_N3F_V3F"])
def test_interleaved_arrays(same_as_mesa, format_):
    fields = {
        "GL_C4UB_V2F": [("c", np.uint8, 4), ("v", np.float32, 2)],
        "GL_C3F_V3F": [("c", np.float32, 3), ("v", np.float32, 3)],
        "GL_C4F_N3F_V3F": [("c", np.float32, 4), ("n", np.float32, 3), ("v", np.float32, 3)],
    }[format_]
    memory = np.zeros(4, fields)
    memory["v"][:, :2] = CORNERS
    memory["c"] = 200 if fields[0][1] == np.uint8 else 0.75
    memory["c"][1] = 0
    data = memory.tobytes()

    def picture(gl):
        clear(gl)
        use_programs(gl)
        gl.glBindBuffer(gl.GL_ARRAY_BUFFER, gl.glGenBuffers(1))
        gl.glBufferData(gl.GL_ARRAY_BUFFER, len(data), data, gl.GL_STATIC_DRAW)
        gl.glInterleavedArrays(getattr(gl, format_), 0, ctypes.c_void_p(0))
        gl.glDrawArrays(gl.GL_TRIANGLE_FAN, 0, 4)

    same_as_mesa(picture)


def strips():
    """Positions of strips side by side, and their indices with 0xFFFF between them."""
    columns = np.linspace(-0.95, 0.95, 9)
    rows = np.linspace(-0.9, 0.9, 6)
    position = np.float32([[x, y] for y in rows for x in columns])
    indices = []
    for row in range(5):
        for column in range(9):
            indices += [row * 9 + column, row * 9 + column + 9]
        indices.append(0xFFFF)
    return position, np.uint16(indices[:-1])


def colors(count):
    return np.random.default_rng(3).random((count, 4), np.float32) * np.float32([1, 1, 1, 0]) + (
        np.float32([0, 0, 0, 1])
    )


def set_buffers(gl, position, indices):
    data = np.concatenate([position.reshape(-1), colors(len(position)).reshape(-1)]).tobytes()
    gl.glBindBuffer(gl.GL_ARRAY_BUFFER, gl.glGenBuffers(1))
    gl.glBufferData(gl.GL_ARRAY_BUFFER, len(data), data, gl.GL_STATIC_DRAW)
    gl.glBindBuffer(gl.GL_ELEMENT_ARRAY_BUFFER, gl.glGenBuffers(1))
    gl.glBufferData(gl.GL_ELEMENT_ARRAY_BUFFER, indices.nbytes, indices, gl.GL_STATIC_DRAW)
    gl.glEnableClientState(gl.GL_VERTEX_ARRAY)
    gl.glVertexPointer(2, gl.GL_FLOAT, 0, ctypes.c_void_p(0))
    gl.glEnableClientState(gl.GL_COLOR_ARRAY)
    gl.glColorPointer(4, gl.GL_FLOAT, 0, ctypes.c_void_p(position.nbytes))


@pytest.mark.parametrize("shading", ["GL_FLAT", "GL_SMOOTH"])
@pytest.mark.parametrize("mode", ["GL_TRIANGLE_STRIP", "GL_TRIANGLES", "GL_TRIANGLE_FAN"])
def test_primitive_restart(same_as_mesa, mode, shading):
    from OpenGL.GL.NV.primitive_restart import glPrimitiveRestartIndexNV

    position, indices = strips()

    def picture(gl):
        clear(gl)
        # Without a fragment program, with which Mesa does not shade flat.
        set_buffers(gl, position, indices)
        gl.glShadeModel(getattr(gl, shading))
        gl.glEnableClientState(0x8558)  # GL_PRIMITIVE_RESTART_NV
        getattr(gl, "glPrimitiveRestartIndexNV", glPrimitiveRestartIndexNV)(0xFFFF)
        gl.glDrawElements(getattr(gl, mode), len(indices), gl.GL_UNSIGNED_SHORT, ctypes.c_void_p(0))

    same_as_mesa(picture)


def test_multi_draw(same_as_mesa):
    position, indices = strips()
    numbers = indices[indices != 0xFFFF]

    def picture(gl):
        clear(gl)
        use_programs(gl)
        set_buffers(gl, position, numbers)
        offsets = (ctypes.c_void_p * 2)(36, 108)
        gl.glMultiDrawElements(
            gl.GL_TRIANGLE_STRIP, np.int32([18, 11]), gl.GL_UNSIGNED_SHORT, offsets, 2
        )
        gl.glMultiDrawArrays(gl.GL_TRIANGLES, np.int32([0, 8]), np.int32([3, 3]), 2)

    same_as_mesa(picture)


INSTANCE_VERTEX = """!!ARBvp1.0
ADD result.position, vertex.position, vertex.attrib[6];
MOV result.color, vertex.attrib[7];
END
"""


@pytest.mark.parametrize("indexed", [False, True])
def test_instances(same_as_mesa, indexed):
    from OpenGL.GL.ARB import draw_instanced, instanced_arrays

    offsets = np.float32(
        [[-0.5, -0.5, 0, 0], [0.5, -0.5, 0, 0], [-0.5, 0.5, 0, 0], [0.5, 0.5, 0, 0]]
    )
    data = np.concatenate([(CORNERS * 0.4).reshape(-1), offsets.reshape(-1), colors(2).reshape(-1)])

    def picture(gl):
        clear(gl)
        use_programs(gl, vertex=INSTANCE_VERTEX)
        gl.glBindBuffer(gl.GL_ARRAY_BUFFER, gl.glGenBuffers(1))
        gl.glBufferData(gl.GL_ARRAY_BUFFER, data.nbytes, data, gl.GL_STATIC_DRAW)
        gl.glEnableClientState(gl.GL_VERTEX_ARRAY)
        gl.glVertexPointer(2, gl.GL_FLOAT, 0, ctypes.c_void_p(0))
        divide = getattr(gl, "glVertexAttribDivisorARB", instanced_arrays.glVertexAttribDivisorARB)
        for index, offset, divisor in ((6, 32, 1), (7, 96, 2)):
            gl.glEnableVertexAttribArray(index)
            gl.glVertexAttribPointer(index, 4, gl.GL_FLOAT, False, 0, ctypes.c_void_p(offset))
            divide(index, divisor)
        if indexed:
            name = "glDrawElementsInstancedARB"
            numbers = np.uint8([0, 1, 2, 0, 2, 3])
            gl.glBindBuffer(gl.GL_ELEMENT_ARRAY_BUFFER, gl.glGenBuffers(1))
            gl.glBufferData(gl.GL_ELEMENT_ARRAY_BUFFER, 6, numbers, gl.GL_STATIC_DRAW)
            arguments = gl.GL_TRIANGLES, 6, gl.GL_UNSIGNED_BYTE, ctypes.c_void_p(0), 4
        else:
            name, arguments = "glDrawArraysInstancedARB", (gl.GL_QUADS, 0, 4, 4)
        getattr(gl, name, getattr(draw_instanced, name))(*arguments)

    same_as_mesa(picture)


# Position and colour from generic attributes, or from the conventional ones.
OTHER_POSITION = """!!ARBvp1.0
MOV result.position, vertex.attrib[6];
MOV result.color, vertex.attrib[3];
END
"""


@pytest.mark.parametrize("how", ["arrays", "elements", "array element", "no array"])
@pytest.mark.parametrize("program", ["attrib[6]", "position", "clip plane"])
def test_neither_vertex_array_nor_attribute_zero(same_as_mesa, program, how):
    """Draws without a vertex array: another attribute's array makes vertices, or none does."""
    indices = np.uint8([0, 1, 2, 0, 2, 3])
    corners = np.insert(CORNERS, [2, 2], [0, 1], axis=1)[:, [0, 1, 2, 3]]

    def picture(gl):
        clear(gl)
        if program == "attrib[6]":
            use_programs(gl, OTHER_POSITION, PASS_FRAGMENT)
        elif program == "position":
            use_programs(gl)
        else:  # by the position that is not there
            gl.glEnable(gl.GL_CLIP_PLANE0)
            gl.glClipPlane(gl.GL_CLIP_PLANE0, [0.0, 0.0, 0.0, 1.0])
        gl.glPointSize(9)
        gl.glColor4f(0, 0, 1, 1)
        gl.glVertexAttrib4f(3, 0, 1, 0, 1)
        gl.glVertexAttrib4f(6, 0.25, 0.25, 0, 1)
        gl.glVertexAttribPointer(6, 4, gl.GL_FLOAT, False, 0, corners)
        if how != "no array":
            gl.glEnableVertexAttribArray(6)
        for mode in (gl.GL_POINTS, gl.GL_TRIANGLES):
            if how == "elements":
                gl.glDrawElements(mode, 6, gl.GL_UNSIGNED_BYTE, indices)
            elif how == "array element":
                gl.glBegin(mode)
                for number in (0, 1, 2):
                    gl.glArrayElement(number)
                gl.glEnd()
            else:
                gl.glDrawArrays(mode, 0, 4)
        # Pixels outside of the drawing are compared too.
        gl.glDisableVertexAttribArray(6)
        gl.glBegin(gl.GL_POINTS)
        gl.glVertexAttrib4f(6, -0.9, -0.9, 0, 1)
        gl.glVertex2f(-0.9, -0.9)
        gl.glEnd()

    same_as_mesa(picture)
