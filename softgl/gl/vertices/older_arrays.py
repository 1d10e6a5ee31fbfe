"""Arrays of OpenGL 1.0, and locked ones: EXT_vertex_array, EXT_compiled_vertex_array.

Elements that an application promises not to change are read at each draw like all others.
"""

from __future__ import annotations

from softgl.counts import counted
from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_operation, invalid_value
from softgl.gl.api.command import command
from softgl.gl.api.kinds import Kind
from softgl.gl.api.tables import State
from softgl.gl.vertices import arrays
from softgl.gl.vertices.array_formats import (
    ALL_TYPES,
    COLOR_INDEX_TYPES,
    NORMAL_TYPES,
    POSITION_TYPES,
)

POINTERS = {
    gl.GL_VERTEX_ARRAY: ("glVertexPointerEXT", arrays.vertex_pointer, POSITION_TYPES),
    gl.GL_NORMAL_ARRAY: ("glNormalPointerEXT", arrays.normal_pointer, NORMAL_TYPES),
    gl.GL_COLOR_ARRAY: ("glColorPointerEXT", arrays.color_pointer, ALL_TYPES),
    gl.GL_INDEX_ARRAY: ("glIndexPointerEXT", arrays.index_pointer, COLOR_INDEX_TYPES),
    gl.GL_TEXTURE_COORD_ARRAY: (
        "glTexCoordPointerEXT", arrays.texcoord_pointer, POSITION_TYPES,
    ),
    gl.GL_EDGE_FLAG_ARRAY: ("glEdgeFlagPointerEXT", arrays.edge_flag_pointer, None),
}  # fmt: skip
"""The command of EXT_vertex_array, its equivalent without count, and its types, by array."""


def _counts():
    for array in POINTERS:
        pname = getattr(gl, f"{gl.name_of(array)}_COUNT_EXT")
        yield pname, lambda ctx, array=array: ctx.vertex.client_array(array).static_count


STATE = State(
    values={
        gl.GL_ARRAY_ELEMENT_LOCK_FIRST_EXT: "vertex.lock_first",
        gl.GL_ARRAY_ELEMENT_LOCK_COUNT_EXT: "vertex.lock_count",
        **dict(_counts()),
    }
)


def _define(array, name, point, types):
    checks = {"type": types} if types else {}

    @command(name, listed=False, kind=Kind.POINTER, keeps_batch=True, **checks)
    def pointer_with_count(ctx, *arguments):
        """Sets an array; `count` : the number of elements, from the first, that will not change."""
        *described, count, pointer = arguments
        stored = point(ctx, *described, pointer)
        ctx.vertex.client_array(array).static_count = count
        return stored


for _array, _described in POINTERS.items():
    _define(_array, *_described)


@command("glLockArraysEXT", listed=False, kind=Kind.FLUSH, keeps_batch=True)
def lock_arrays(ctx, first, count):
    """Locks elements `first` to `first + count - 1` of the enabled arrays: they will not change."""
    if first < 0 or not count:
        raise invalid_value(f"{counted(count, 'element')} from {first} on cannot be locked")
    if ctx.vertex.lock_count:
        raise invalid_operation("arrays are locked already")
    ctx.vertex.lock_first, ctx.vertex.lock_count = first, count


@command("glUnlockArraysEXT", listed=False, keeps_batch=True)
def unlock_arrays(ctx):
    """Unlocks the arrays."""
    if not ctx.vertex.lock_count:
        raise invalid_operation("no arrays are locked")
    ctx.vertex.lock_first = ctx.vertex.lock_count = 0
