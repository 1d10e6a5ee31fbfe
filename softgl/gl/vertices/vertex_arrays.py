"""Vertex array objects (ARB_vertex_array_object)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_operation
from softgl.gl.api.command import command
from softgl.gl.api.groups import clock
from softgl.gl.api.kinds import Kind
from softgl.gl.api.names import delete_names, only_count, reserve_names
from softgl.gl.vertices.array_objects import VertexArray


def use(ctx, array: VertexArray) -> None:
    """Binds a vertex array object, with its binding of GL_ELEMENT_ARRAY_BUFFER."""
    vertex, bound, before = ctx.vertex, ctx.buffers.bound, clock.latest
    vertex.bound.elements = bound.get(gl.GL_ELEMENT_ARRAY_BUFFER)
    vertex.bound = array
    if array.elements is not None:
        bound[gl.GL_ELEMENT_ARRAY_BUFFER] = array.elements
    elif gl.GL_ELEMENT_ARRAY_BUFFER in bound:
        del bound[gl.GL_ELEMENT_ARRAY_BUFFER]
    if clock.latest != before:
        vertex.run.note(before, clock.latest)


@contextmanager
def using(ctx, array: VertexArray) -> Iterator[None]:
    """Binds a vertex array object meanwhile; the bindings of buffer objects stay as they were."""
    before, bound = ctx.vertex.bound, ctx.buffers.bound
    if array is before:
        yield
        return
    elements, bindings = before.elements, list(bound.items())
    use(ctx, array)
    try:
        yield
    finally:
        use(ctx, before)
        before.elements = elements
        for target in [*bound]:
            del bound[target]
        bound.update(bindings)


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


def find_vertex_array(ctx, name: int) -> VertexArray:
    """Returns the object of a name, which is created if the name is new; 0 is the default one."""
    objects = ctx.vertex.objects
    if name and name not in objects:
        raise invalid_operation(f"{name} is not a name from glGenVertexArrays")
    if name and objects[name] is None:
        objects[name] = VertexArray(name)
    return objects[name] if name else ctx.vertex.default


@command("glBindVertexArray", listed=False, keeps_batch=True)
def bind_vertex_array(ctx, array):
    """Binds a vertex array object, which is created if the name is new; 0 is the default one."""
    use(ctx, find_vertex_array(ctx, array))
