"""Draws whose arguments lie in memory, or whose count is that of transform feedback.

ARB_draw_indirect, ARB_multi_draw_indirect; ARB_transform_feedback2 and 3.

A command in memory is a row of uint32: count, number of instances, first element or first index,
[base vertex of indices,] base instance (ARB_base_instance).
"""

from __future__ import annotations

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_operation, invalid_value
from softgl.gl.api.command import command
from softgl.gl.api.kinds import Kind
from softgl.gl.api.memory import DTYPES, as_bytes, as_offset, as_typed_memory, buffer_offset
from softgl.gl.api.profiles import REMOVED
from softgl.gl.buffers.buffer_objects import unmapped
from softgl.gl.draw.checks import PRIMITIVES, check_drawing
from softgl.gl.draw.draw_arrays import INDEX_TYPES, draw_numbers, draw_parts, draw_range
from softgl.gl.draw.draw_indices import as_numbers, check_count, find_indices
from softgl.gl.draw.enabled_arrays import enabled_arrays
from softgl.gl.programs.transform_feedback import recorded_count

TARGET = gl.GL_DRAW_INDIRECT_BUFFER
ARRAYS_FIELDS, ELEMENTS_FIELDS = 4, 5
_KIND = Kind.ARRAYS | Kind.DRAW | Kind.INSTANCES


def extent_of(fields: int, number: int, stride: int) -> int:
    """Returns the number of bytes from the first command to the end of the last one."""
    return (number - 1) * (stride or 4 * fields) + 4 * fields if number else 0


def read_commands(ctx, fields: int, indirect, number: int, stride: int) -> list[list[int]]:
    """Returns the fields of commands in the bound buffer object, or in client memory."""
    size, buffer = extent_of(fields, number, stride), ctx.buffers.bound.get(TARGET)
    if buffer is not None:
        start = buffer_offset(indirect, buffer)
        # ARB_draw_indirect, "Errors": INVALID_OPERATION "if commands source data beyond the end of
        # a buffer object or if <indirect> is not word aligned", but revision 3 "Added INVALID_VALUE
        # error when <indirect> is not a multiple of GLuint", which OpenGL 4 and drivers have.
        if start % 4:
            raise invalid_value(f"indirect: {start} is not a multiple of 4 bytes")
        data = unmapped(buffer).data[start : start + size]
        if data.size < size:
            raise invalid_operation(
                f"indirect: {size} bytes from {start} on exceed the store of {buffer.data.size}"
            )
    elif ctx.core:
        # ARB_draw_indirect, 2.9.9: "In the core profile, an INVALID_OPERATION error is generated if
        # zero is bound to DRAW_INDIRECT_BUFFER".
        raise invalid_operation(f"no indirect buffer is bound, and client memory is {REMOVED}")
    elif as_offset(indirect) is not None:
        raise invalid_value("indirect is an address or NULL, and no indirect buffer is bound")
    else:
        if isinstance(indirect, np.ndarray) and indirect.dtype.itemsize == 1:
            data = as_bytes(indirect)  # memory, not numbers
        else:
            data, _ = as_typed_memory(indirect, np.dtype(np.uint32), size // 4)
        if data.size < size:
            raise invalid_value(f"indirect holds {data.size} bytes, not {size}")
    if not number:
        return []
    rows = np.ndarray((number, 4 * fields), np.uint8, data.tobytes(), 0, (stride or 4 * fields, 1))
    return np.ascontiguousarray(rows).view(np.uint32).tolist()


def _check_stride(stride):
    if stride % 4:
        raise invalid_value(f"stride: {stride} is not a multiple of 4 bytes")


def _draw_ranges(ctx, mode, indirect, number=1, stride=0):
    check_drawing(ctx, mode)
    arrays = enabled_arrays(ctx)
    commands = read_commands(ctx, ARRAYS_FIELDS, indirect, number, stride)
    for count, _, _, _ in commands:
        check_count(count)
    if all(each[1] == 1 for each in commands) and not arrays.instances:
        parts = [(count, range(first, first + count)) for count, _, first, _ in commands if count]
        draw_parts(ctx, mode, arrays, parts)
        return
    for count, instances, first, base_instance in commands:
        draw_range(ctx, mode, arrays, first, count, instances, base_instance)


def _draw_elements(ctx, mode, type, indirect, number=1, stride=0):
    check_drawing(ctx, mode)
    arrays = enabled_arrays(ctx)
    if gl.GL_ELEMENT_ARRAY_BUFFER not in ctx.buffers.bound:
        # "the indices may not come from a client array and must come from an index buffer."
        raise invalid_operation("no buffer object is bound to GL_ELEMENT_ARRAY_BUFFER")
    draws, bases = [], []
    for count, instances, first, base, base_instance in read_commands(
        ctx, ELEMENTS_FIELDS, indirect, number, stride
    ):
        indices = find_indices(ctx, count, type, first * DTYPES[type].itemsize)
        draws.append((count, indices, instances, base_instance))
        bases.append(base - (base >> 31 << 32))  # a signed number
    if all(each[2] == 1 for each in draws) and not arrays.instances:
        draw_parts(ctx, mode, arrays, [(count, indices) for count, indices, *_ in draws], bases)
        return
    for (count, indices, instances, base_instance), base in zip(draws, bases, strict=True):
        numbers = as_numbers(ctx, count, indices)
        draw_numbers(ctx, mode, arrays, numbers, instances, base=base, base_instance=base_instance)


@command("glDrawArraysIndirect", kind=_KIND, keeps_batch=True, mode=PRIMITIVES)
def draw_arrays_indirect(ctx, mode, indirect):
    """glDrawArraysInstancedBaseInstance with four numbers in memory.

    indirect : an offset into the buffer object bound to GL_DRAW_INDIRECT_BUFFER, or an array if
        none is bound: count, number of instances, first element, base instance.
    """
    _draw_ranges(ctx, mode, indirect)


@command("glDrawElementsIndirect", kind=_KIND, keeps_batch=True, mode=PRIMITIVES, type=INDEX_TYPES)
def draw_elements_indirect(ctx, mode, type, indirect):
    """glDrawElementsInstancedBaseVertexBaseInstance with five numbers in memory.

    indirect : as of glDrawArraysIndirect: count, number of instances, first index, base vertex,
        base instance.
    """
    _draw_elements(ctx, mode, type, indirect)


@command("glMultiDrawArraysIndirect", kind=_KIND, keeps_batch=True, mode=PRIMITIVES)
def multi_draw_arrays_indirect(ctx, mode, indirect, drawcount, stride):
    """glDrawArraysIndirect for `drawcount` commands, `stride` bytes apart; 0: side by side."""
    _check_stride(stride)
    _draw_ranges(ctx, mode, indirect, drawcount, stride)


@command(
    "glMultiDrawElementsIndirect", kind=_KIND, keeps_batch=True, mode=PRIMITIVES, type=INDEX_TYPES
)
def multi_draw_elements_indirect(ctx, mode, type, indirect, drawcount, stride):
    """glDrawElementsIndirect for `drawcount` commands, `stride` bytes apart; 0: side by side."""
    _check_stride(stride)
    _draw_elements(ctx, mode, type, indirect, drawcount, stride)


@command("glDrawTransformFeedbackStream", kind=Kind.ARRAYS | Kind.DRAW, mode=PRIMITIVES)
def draw_transform_feedback_stream(ctx, mode, id_, stream):
    """glDrawArrays of the vertices that the latest feedback of an object recorded of a stream."""
    count = recorded_count(ctx, id_, stream)
    check_drawing(ctx, mode)
    draw_range(ctx, mode, enabled_arrays(ctx), 0, count)


@command("glDrawTransformFeedback", kind=Kind.ARRAYS | Kind.DRAW, mode=PRIMITIVES)
def draw_transform_feedback(ctx, mode, id_):
    """glDrawArrays of the vertices that the latest feedback of an object recorded."""
    draw_transform_feedback_stream(ctx, mode, id_, 0)
