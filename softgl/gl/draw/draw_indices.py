"""The indices of a draw: read from client memory or a buffer object, as uint32; restarts."""

from __future__ import annotations

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_operation, invalid_value, out_of_memory
from softgl.gl.api.memory import DTYPES, as_offset, as_typed_memory, buffer_offset
from softgl.gl.api.profiles import REMOVED
from softgl.gl.buffers.buffer_objects import Buffer, unmapped
from softgl.gl.vertices.array_objects import FIXED_RESTART
from softgl.tuning import limits

MAX_DRAW_VERTICES = 2**26  # in one draw: bounds its time, not its memory


def check_count(count: int) -> None:
    """Refuses a draw of more than MAX_DRAW_VERTICES vertices."""
    if count > MAX_DRAW_VERTICES:
        raise out_of_memory(f"{count} vertices at once are too many")


def read_indices(ctx, count, type, indices) -> np.ndarray:
    """Returns indices as uint32, from the bound element array buffer or from the application."""
    return as_numbers(ctx, count, find_indices(ctx, count, type, indices))


def find_indices(ctx, count, type, indices) -> np.ndarray:
    """Finds the first `count` indices, in memory that others may write to.

    A buffer object may have fewer of them.
    """
    dtype = DTYPES[type]
    size, buffer = count * dtype.itemsize, ctx.buffers.bound.get(gl.GL_ELEMENT_ARRAY_BUFFER)
    if buffer is not None:
        return indices_in(ctx, buffer, count, type, buffer_offset(indices, buffer))
    if ctx.core:
        # OpenGL 3.3, E.2.2: "all vertex array attribute and element array index pointers must refer
        # to buffer objects".
        raise invalid_operation(
            f"no element array buffer is bound, and other indices are {REMOVED}"
        )
    if indices is None and not count:
        return np.zeros(0, dtype)
    if as_offset(indices) is not None:
        raise invalid_value("indices is an address or NULL, and no element array buffer is bound")
    data, _ = as_typed_memory(indices, dtype, count)
    if data.size < size:
        there = data.size // dtype.itemsize
        raise invalid_value(f"indices holds {there} elements, not {count}")
    check_count(count)
    return data[:size].view(dtype)


def indices_in(ctx, buffer: Buffer, count: int, type: int, offset: int) -> np.ndarray:
    """Finds the first `count` indices of a buffer object from `offset` on; perhaps fewer."""
    dtype = DTYPES[type]
    size = count * dtype.itemsize
    data = unmapped(buffer).data[offset : offset + size]
    if data.size < size:
        there = data.size // dtype.itemsize
        data = data[: there * dtype.itemsize]
        if ctx.explainer is not None:
            ctx.explainer.indices = count, there, buffer
    check_count(count)
    return data.view(dtype)


def as_numbers(ctx, count, indices) -> np.ndarray:
    """Converts indices to uint32; those beyond the end of a buffer object are 0.

    Copies few of them, since a draw may record over its indices, and another thread may write to
    them between a check and their use. `chunks.compact` and `mesh_parts.begin_part` copy many
    indices chunk by chunk: here these stay in place, unless the draw records.
    """
    if ctx.vertex.restart_fixed and indices.itemsize < 4:
        indices = _with_fixed_restart(indices)
    if indices.size < count:
        result = np.zeros(count, np.uint32)
        result[: indices.size] = indices
        return result
    if count <= limits.MAX_BATCHED_VERTICES or ctx.feedback.mode is not None:
        return indices.astype(np.uint32)
    return indices.astype(np.uint32, copy=False)


def _with_fixed_restart(indices) -> np.ndarray:
    """Converts indices to uint32, the largest one of their type to FIXED_RESTART.

    ARB_ES3_compatibility, 2.8: "the primitive restart index is equal to 2^N-1, where N is 8, 16 or
    32 if the type is UNSIGNED_BYTE, UNSIGNED_SHORT, or UNSIGNED_INT".
    """
    restarts = indices == np.iinfo(indices.dtype).max
    return np.where(restarts, np.uint32(FIXED_RESTART), indices.astype(np.uint32))


def extremes(numbers) -> tuple[int, int]:
    """Returns the least and the greatest number; Python is faster for up to a hundred."""
    if len(numbers) > 100:
        return int(numbers.min()), int(numbers.max())
    listed = numbers.tolist()
    return min(listed), max(listed)


def split_at_restarts(numbers, restart):
    """Returns the numbers between restarts, and the length of each run of them."""
    places = np.flatnonzero(numbers == restart)
    if not len(places):
        return numbers, ()
    lengths = np.diff(places, prepend=-1, append=len(numbers)) - 1
    return np.delete(numbers, places), tuple(lengths[lengths > 0].tolist())
