"""Queries of vertex attributes and their arrays (OpenGL 2.1, 6.1.14 and 6.1.11)."""

from __future__ import annotations

from operator import attrgetter

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_enum, invalid_operation
from softgl.gl.api.command import command
from softgl.gl.api.memory import fill, return_pointer
from softgl.gl.api.numbers import nearest
from softgl.gl.api.signature import EnumSet
from softgl.gl.api.tables import Normalized, State
from softgl.gl.vertices.array_objects import ARRAYS
from softgl.gl.vertices.attributes import (
    ATTRIBS,
    COLOR,
    EDGE_FLAG,
    FOG_COORD,
    INDEX,
    MAX_TEXTURE_COORDS,
    MAX_VERTEX_ATTRIBS,
    NORMAL,
    SECONDARY_COLOR,
    TEXCOORDS,
    texture_coordinate_set,
)
from softgl.gl.vertices.client_array import ClientArray
from softgl.gl.vertices.families import to_attribute

ATTRIBUTE_PARAMETERS = {
    gl.GL_VERTEX_ATTRIB_ARRAY_ENABLED: "enabled",
    gl.GL_VERTEX_ATTRIB_ARRAY_SIZE: "ordered_size",
    gl.GL_VERTEX_ATTRIB_ARRAY_STRIDE: "stride",
    gl.GL_VERTEX_ATTRIB_ARRAY_TYPE: "type",
    gl.GL_VERTEX_ATTRIB_ARRAY_NORMALIZED: "is_normalized",
    gl.GL_VERTEX_ATTRIB_ARRAY_INTEGER_EXT: "integer",
    gl.GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING: "buffer_name",
    gl.GL_VERTEX_ATTRIB_ARRAY_DIVISOR_ARB: "divisor",
    gl.GL_VERTEX_ATTRIB_BINDING: "binding",
    gl.GL_VERTEX_ATTRIB_RELATIVE_OFFSET: "relative_offset",
}


# The conversion of a current value's four words, by the letters of the query. NV_vertex_program4,
# 6.1.14: "GetVertexAttribiv reads them as floating-point values and converts them to integer
# values; GetVertexAttribIivEXT reads and returns them a signed integers".
CURRENT = {
    "f": (np.float32, lambda values: values.copy()),
    "d": (np.float64, lambda values: values.astype(np.float64)),
    "i": (np.int32, nearest),
    "Ii": (np.int32, lambda values: values.view(np.int32).copy()),
    "Iui": (np.uint32, lambda values: values.view(np.uint32).copy()),
}


def _define_query(suffix):
    dtype, read = CURRENT[suffix]

    def get_vertex_attrib(ctx, index, pname, params):
        """Returns a parameter of a generic attribute's array, or its current value (4 numbers)."""
        if pname == gl.GL_CURRENT_VERTEX_ATTRIB:
            if not index and not ctx.lacks:
                raise invalid_operation("vertex attribute 0 has no current value")
            return fill(params, read(ctx.immediate.latest(ATTRIBS[index])))
        if pname not in ATTRIBUTE_PARAMETERS:
            raise invalid_enum(f"pname: {gl.name_of(pname)} is not a parameter of an attribute")
        value = getattr(ctx.vertex.arrays[ATTRIBS[index]], ATTRIBUTE_PARAMETERS[pname])
        return fill(params, dtype(value))

    extension = "EXT" if suffix.startswith("I") else ""
    name = f"glGetVertexAttrib{suffix}v{extension}"
    command(name, listed=False, index=to_attribute)(get_vertex_attrib)


for _suffix in CURRENT:
    _define_query(_suffix)


def query_of(array: int, suffix: str) -> int | None:
    """Returns the pname of an array's property, as GL_VERTEX_ARRAY_SIZE; None without one."""
    name = gl.name_of(array)
    vendor = "_ARB" if name.endswith("_ARB") else ""
    return getattr(gl, f"{name.removesuffix(vendor)}_{suffix}{vendor}", None)


# -- pointers --------------------------------------------------------------------------------------

POINTERS = {
    query_of(array, "POINTER"): array for array in ARRAYS
}  # GL_VERTEX_ARRAY_POINTER and the like


def get_pointer_of(array: ClientArray, out):
    """Returns the pointer of an array: its data, or the offset into a buffer object.

    An output array gets a number instead: the offset, or the address of the data; 0 without any.
    """
    if out is None:
        return array.pointer.value if array.is_endless else array.pointer
    # Of an array in a buffer object it is the offset that the pointer command got.
    address = (array.pointer or 0) if array.data is None else array.data.ctypes.data
    return return_pointer(address, out)


@command(
    "glGetVertexAttribPointerv",
    listed=False,
    index=to_attribute,
    pname=EnumSet("GL_VERTEX_ATTRIB_ARRAY_POINTER"),
)
def get_vertex_attrib_pointer(ctx, index, pname, pointer):
    """Returns the array, or the offset, of glVertexAttribPointer; None for none."""
    return get_pointer_of(ctx.vertex.arrays[ATTRIBS[index]], pointer)


# -- glGet -----------------------------------------------------------------------------------------


def current(binding, size=4):
    """Returns the query of a vertex attribute's current value."""

    def value(ctx):
        ctx.immediate.commit()
        return ctx.vertex.current[binding][:size]

    return value


def _array_values():
    """Yields GL_VERTEX_ARRAY_SIZE and the like, with their queries, for each client array."""
    suffixes = {
        "SIZE": "ordered_size", "TYPE": "type", "STRIDE": "stride", "BUFFER_BINDING": "buffer_name",
    }  # fmt: skip
    for array in ARRAYS:
        for suffix, attribute in suffixes.items():
            pname = query_of(array, suffix)
            if pname is not None:
                get = attrgetter(attribute)
                yield pname, lambda ctx, array=array, get=get: get(ctx.vertex.client_array(array))


STATE = State(
    values={
        gl.GL_CURRENT_COLOR: Normalized(current(COLOR)),
        gl.GL_CURRENT_SECONDARY_COLOR: Normalized(current(SECONDARY_COLOR)),
        gl.GL_CURRENT_NORMAL: Normalized(current(NORMAL, 3)),
        gl.GL_CURRENT_FOG_COORD: current(FOG_COORD, 1),
        gl.GL_EDGE_FLAG: current(EDGE_FLAG, 1),
        gl.GL_CURRENT_INDEX: current(INDEX, 1),
        gl.GL_CURRENT_TEXTURE_COORDS: lambda ctx: current(TEXCOORDS[texture_coordinate_set(ctx)])(
            ctx
        ),
        **dict(_array_values()),
    },
    limits={
        gl.GL_MAX_TEXTURE_COORDS: MAX_TEXTURE_COORDS,
        gl.GL_MAX_VERTEX_ATTRIBS: MAX_VERTEX_ATTRIBS,
    },
)
