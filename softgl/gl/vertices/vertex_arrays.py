"""Vertex array objects (ARB_vertex_array_object)."""

from __future__ import annotations

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_operation
from softgl.gl.api.command import command
from softgl.gl.api.kinds import Kind
from softgl.gl.api.names import delete_names, only_count, reserve_names
from softgl.gl.vertices.array_objects import VertexArray


def use(ctx, array: VertexArray) -> None:
    """Binds a vertex array object, with its binding of GL_ELEMENT_ARRAY_BUFFER."""
    vertex, bound = ctx.vertex, ctx.buffers.bound
    vertex.bound.elements = bound.get(gl.GL_ELEMENT_ARRAY_BUFFER)
    vertex.bound = array
    if array.elements is not None:
        bound[gl.GL_ELEMENT_ARRAY_BUFFER] = array.elements
    elif gl.GL_ELEMENT_ARRAY_BUFFER in bound:
        del bound[gl.GL_ELEMENT_ARRAY_BUFFER]


@command("glGenVertexArrays", listed=False, kind=Kind.NAMES)
def gen_vertex_arrays(ctx, n, arrays):
    """Reserves n names; returns a number for n = 1, else an array."""
    return reserve_names(ctx.vertex.objects, n, arrays)


@command("glDeleteVertexArrays", listed=False, forms=only_count)
def delete_vertex_arrays(ctx, n, arrays):
    """Deletes vertex array objects; if one is bound, the default one replaces it."""
    for array in delete_names(ctx.vertex.objects, n, arrays):
        if array is ctx.vertex.bound:
            use(ctx, ctx.vertex.default)


@command("glIsVertexArray", listed=False)
def is_vertex_array(ctx, array):
    """Returns 1 for the name of a vertex array object that has been bound, else 0."""
    return int(ctx.vertex.objects.get(array) is not None)


@command("glBindVertexArray", listed=False, keeps_batch=True)
def bind_vertex_array(ctx, array):
    """Binds a vertex array object, which is created if the name is new; 0 is the default one."""
    vertex = ctx.vertex
    if array and array not in vertex.objects:
        raise invalid_operation(f"{array} is not a name from glGenVertexArrays")
    if array and vertex.objects[array] is None:
        vertex.objects[array] = VertexArray(array)
    use(ctx, vertex.objects[array] if array else vertex.default)
