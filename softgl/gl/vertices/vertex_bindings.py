"""Formats and memory of generic attributes apart from each other (ARB_vertex_attrib_binding)."""

from __future__ import annotations

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_value
from softgl.gl.api.command import command
from softgl.gl.api.core_names import IndexRefused
from softgl.gl.api.names import check_generated
from softgl.gl.api.profiles import check_array_object
from softgl.gl.api.signature import EnumSet
from softgl.gl.api.tables import State
from softgl.gl.buffers.buffer_objects import Buffer
from softgl.gl.vertices.array_formats import (
    GENERIC_SIZES,
    GENERIC_TYPES,
    INTEGER_TYPES,
    SIZES,
    check_format,
    check_size,
)
from softgl.gl.vertices.array_objects import VertexArray
from softgl.gl.vertices.attributes import ATTRIBS, MAX_VERTEX_ATTRIBS
from softgl.gl.vertices.families import to_attribute

MAX_BINDINGS = MAX_VERTEX_ATTRIBS
MAX_RELATIVE_OFFSET = 2047


def to_binding(value) -> int:
    """Converts the number of a vertex buffer binding; GL_INVALID_VALUE if there is none."""
    value = to_attribute(value)
    if value >= MAX_BINDINGS:
        raise invalid_value(f"{value} is not below GL_MAX_VERTEX_ATTRIB_BINDINGS, {MAX_BINDINGS}")
    return value


def _bound(ctx) -> VertexArray:
    """Returns the bound vertex array object; GL_INVALID_OPERATION for 0 in core contexts."""
    check_array_object(ctx)
    return ctx.vertex.bound


def _set_format(ctx, index, size, type, offset, normalized=False, integer=False):
    """Sets the format of a generic attribute's elements, and their offset in a vertex."""
    if offset > MAX_RELATIVE_OFFSET:
        raise invalid_value(
            f"relativeoffset: {offset} is larger than GL_MAX_VERTEX_ATTRIB_RELATIVE_OFFSET"
        )
    bound = _bound(ctx)
    array = bound.arrays[ATTRIBS[index]]
    bgra = size == gl.GL_BGRA
    array.assign(
        size=4 if bgra else size, type=type, normalized=normalized, integer=integer, bgra=bgra,
        relative_offset=offset,
    )  # fmt: skip
    bound.follow(array)


_TRAITS = {"listed": False, "keeps_batch": True, "attribindex": to_attribute}


@command("glVertexAttribFormat", type=GENERIC_TYPES, **_TRAITS)
def vertex_attrib_format(ctx, index, size, type, normalized, offset):
    """Sets the format of a generic attribute; its memory is that of a vertex buffer binding."""
    check_format(size, GENERIC_SIZES, type, normalized)
    _set_format(ctx, index, size, type, offset, normalized=normalized)


@command("glVertexAttribIFormat", type=INTEGER_TYPES, **_TRAITS)
def vertex_attrib_integer_format(ctx, index, size, type, offset):
    """Sets the format of a generic attribute whose integers stay integers."""
    check_size(size, SIZES)
    _set_format(ctx, index, size, type, offset, integer=True)


@command("glVertexAttribLFormat", type=EnumSet("GL_DOUBLE"), **_TRAITS)
def vertex_attrib_long_format(ctx, index, size, type, offset):
    """Sets the format of a generic attribute of doubles, which become floats here."""
    check_size(size, SIZES)
    _set_format(ctx, index, size, type, offset)


@command("glVertexAttribBinding", bindingindex=to_binding, **_TRAITS)
def vertex_attrib_binding(ctx, index, binding):
    """Sets the vertex buffer binding that a generic attribute uses."""
    bound = _bound(ctx)
    array = bound.arrays[ATTRIBS[index]]
    array.binding = binding
    bound.follow(array)


@command("glBindVertexBuffer", listed=False, keeps_batch=True, bindingindex=to_binding)
def bind_vertex_buffer(ctx, binding, buffer, offset, stride):
    """Binds a buffer object to a vertex buffer binding; it is created if the name is new.

    offset : of the first element. stride : between elements; 0: all lie at the same place. Both in
    bytes.
    """
    if offset < 0:
        raise invalid_value(f"offset: {offset} is negative")
    bound, objects, found = _bound(ctx), ctx.buffers.objects, None
    if buffer:
        found = objects.get(buffer)
        if found is None:
            check_generated(ctx, objects, buffer, "glGenBuffers")
            found = objects[buffer] = Buffer(buffer)
    bound.bindings[binding].assign(buffer=found, offset=offset, stride=stride)
    bound.follow_all(binding)


@command("glVertexBindingDivisor", listed=False, keeps_batch=True, bindingindex=to_binding)
def vertex_binding_divisor(ctx, binding, divisor):
    """Sets the number of instances that share an element of the attributes of a binding."""
    bound = _bound(ctx)
    bound.bindings[binding].divisor = divisor
    bound.follow_all(binding)


PARAMETERS = {
    gl.GL_VERTEX_BINDING_BUFFER: "buffer_name",
    gl.GL_VERTEX_BINDING_OFFSET: "offset",
    gl.GL_VERTEX_BINDING_STRIDE: "stride",
    gl.GL_VERTEX_BINDING_DIVISOR: "divisor",
}
"""The properties of a vertex buffer binding, by the enum of their query."""


def binding_value(ctx, pname, index):
    """Returns a property of a vertex buffer binding of the bound vertex array object."""
    if index >= MAX_BINDINGS:
        raise IndexRefused(f"index: {index} is not below GL_MAX_VERTEX_ATTRIB_BINDINGS")
    return getattr(ctx.vertex.bound.bindings[index], PARAMETERS[pname])


STATE = State(
    limits={
        gl.GL_MAX_VERTEX_ATTRIB_BINDINGS: MAX_BINDINGS,
        gl.GL_MAX_VERTEX_ATTRIB_RELATIVE_OFFSET: MAX_RELATIVE_OFFSET,
    },
    indexed=dict.fromkeys(PARAMETERS, binding_value),
)
