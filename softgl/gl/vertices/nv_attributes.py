"""The vertex attribute commands of NV_vertex_program, 2.14.1.1 and 2.14.3, except single values.

glVertexAttrib{1234}{sfd}[v]NV and 4ub[v] are a family of `softgl.gl.vertices.families`.
"""

from __future__ import annotations

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_operation, invalid_value, vector
from softgl.gl.api.command import command
from softgl.gl.api.kinds import Kind
from softgl.gl.api.memory import fill
from softgl.gl.api.signature import EnumSet, commands_like
from softgl.gl.vertices.array_formats import SIZES, check_size
from softgl.gl.vertices.arrays import set_pointer
from softgl.gl.vertices.attribute_queries import ATTRIBUTE_PARAMETERS, CURRENT, get_pointer_of
from softgl.gl.vertices.attributes import ATTRIBS, DEFAULT, MAX_VERTEX_ATTRIBS
from softgl.gl.vertices.families import DTYPES, MEMORY_DTYPES, normalize, to_attribute
from softgl.gl.vertices.immediate import pack

# NV_half_float adds its type.
TYPES = EnumSet("GL_UNSIGNED_BYTE GL_SHORT GL_FLOAT GL_HALF_FLOAT GL_DOUBLE")


def _define_many(name, size, kind):
    """Registers glVertexAttribs{1234}{sfdh}vNV or glVertexAttribs4ubvNV."""

    def set_attributes(ctx, index, count, v):
        """Sets consecutive attributes, the last one first, so that attribute 0 comes last."""
        if index + count > MAX_VERTEX_ATTRIBS:
            raise invalid_value(f"attribute {index + count - 1} is not below {MAX_VERTEX_ATTRIBS}")
        source = MEMORY_DTYPES[kind]
        values = vector(v, size * count, DTYPES[kind], more=True, source=source)
        values = values.reshape(count, size)
        rows = (values.view(np.float16) if kind == "h" else values).tolist()
        if kind == "ub":
            rows = [[normalize(component, kind) for component in row] for row in rows]
        immediate = ctx.immediate
        for number in reversed(range(count)):
            value = pack(*rows[number], *DEFAULT[size:])
            immediate.aliased_attribs[index + number][immediate.count] = value

    command(name, between=True, index=to_attribute)(set_attributes)


for _match in commands_like(r"glVertexAttribs([1234])(s|f|d|h|ub)vNV"):
    _define_many(_match[0], int(_match[1]), _match[2])


@command("glVertexAttribPointerNV", listed=False, kind=Kind.POINTER, index=to_attribute, type=TYPES)
def vertex_attrib_pointer(ctx, index, fsize, type, stride, pointer):
    """Sets the array of a generic attribute; only unsigned bytes are normalized."""
    check_size(fsize, SIZES)
    normalized = type == gl.GL_UNSIGNED_BYTE
    if normalized and fsize != 4:
        raise invalid_operation(f"fsize: {fsize} is not 4, as unsigned bytes need")
    set_pointer(ctx, ctx.vertex.arrays[ATTRIBS[index]], fsize, type, stride, pointer, normalized)


# -- queries ---------------------------------------------------------------------------------------

PARAMETERS = EnumSet(
    "GL_ATTRIB_ARRAY_SIZE_NV GL_ATTRIB_ARRAY_STRIDE_NV GL_ATTRIB_ARRAY_TYPE_NV GL_CURRENT_ATTRIB_NV"
)


def _define_query(name, kind):
    dtype, read = CURRENT[kind]

    def get_vertex_attrib(ctx, index, pname, params):
        """Returns a parameter of a generic attribute's array, or its current value (4 numbers)."""
        if pname != gl.GL_CURRENT_ATTRIB_NV:
            array = ctx.vertex.arrays[ATTRIBS[index]]
            return fill(params, dtype(getattr(array, ATTRIBUTE_PARAMETERS[pname])))
        if not index:
            raise invalid_value("vertex attribute 0 has no current value")
        values = read(ctx.immediate.latest_aliased(ATTRIBS[index]))
        # PyOpenGL's own buffers hold one number.
        single = isinstance(params, np.ndarray) and params.size == 1
        return fill(params, values[:1] if single else values)

    command(name, listed=False, index=to_attribute, pname=PARAMETERS)(get_vertex_attrib)


for _kind in "fdi":
    _define_query(f"glGetVertexAttrib{_kind}vNV", _kind)


@command(
    "glGetVertexAttribPointervNV",
    listed=False,
    index=to_attribute,
    pname=EnumSet("GL_ATTRIB_ARRAY_POINTER_NV"),
)
def get_vertex_attrib_pointer(ctx, index, pname, pointer):
    """Returns the array, or the offset, of glVertexAttribPointerNV; None for none."""
    return get_pointer_of(ctx.vertex.arrays[ATTRIBS[index]], pointer)
