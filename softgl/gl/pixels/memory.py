"""The memory of a command's pixels: the client's, or a pixel buffer object (OpenGL 2.1, 3.6.1).

Every command that takes or returns pixels, bitmaps or pixel maps gets the elements here.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from softgl.counts import counted
from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_operation, invalid_value
from softgl.gl.api.memory import (
    as_elements,
    as_offset,
    as_typed_memory,
    buffer_offset,
    check_fits,
    destination,
    shared,
)
from softgl.gl.api.tables import State
from softgl.gl.buffers.buffer_objects import unmapped

UNPACK, PACK = gl.GL_PIXEL_UNPACK_BUFFER, gl.GL_PIXEL_PACK_BUFFER
STATE = State(
    values={
        gl.GL_PIXEL_UNPACK_BUFFER_BINDING: lambda ctx: ctx.buffers.name(UNPACK),
        gl.GL_PIXEL_PACK_BUFFER_BINDING: lambda ctx: ctx.buffers.name(PACK),
    }
)


def is_missing(ctx, data) -> bool:
    """True if a command has no pixels to read: no data, and no buffer object is bound."""
    return UNPACK not in ctx.buffers.bound and as_offset(data) == 0


def source(ctx, data, dtype, count: int, hint: str = "") -> np.ndarray:
    """Returns at least `count` elements of `dtype` for a command to read; they are not copied.

    data : client memory, or an offset into the buffer object bound for unpacking.
    hint : a remark on the number of elements for the error message.
    """
    dtype = np.dtype(dtype)
    buffer = ctx.buffers.bound.get(UNPACK)
    if buffer is not None:
        return _elements(_part(buffer, data, dtype), dtype, count, hint)
    _refuse_address(data)
    return _elements(as_typed_memory(data, dtype, count)[0], dtype, count, hint)


def makes_array(ctx, out) -> bool:
    """True if a command returns its pixels in a new array: no output, and no buffer is bound."""
    return out is None and PACK not in ctx.buffers.bound


def check_packed(ctx, needed: int, limit: int | None) -> None:
    """Raises GL_INVALID_OPERATION if pixels need more bytes than a command may write.

    limit : None if there is none. ARB_robustness, 6.1.4: "if a pixel pack buffer object is bound
    and packing a texture image into buffer memory would exceed <bufSize> but not the size of the
    buffer, no error results."
    """
    if PACK not in ctx.buffers.bound:
        check_fits(needed, limit)


def target(ctx, out, dtype, count: int, hint: str = "", places: Callable | None = None):
    """Returns at least `count` elements of `dtype` to write, and a function to call afterwards.

    out : client memory, or an offset into the buffer object bound for packing. An array of another
        type or with gaps gets the elements from that function.
    places : () -> the indices of the elements written; None: all.
    """
    dtype = np.dtype(dtype)
    buffer = ctx.buffers.bound.get(PACK)
    if buffer is not None:
        return _elements(_part(buffer, out, dtype), dtype, count, hint), _nothing
    _refuse_address(out)
    memory = shared(out, dtype, count)
    if memory is not None:
        return _elements(memory.view(np.uint8), dtype, count, hint), _nothing
    array = destination(out, dtype)
    if array.size < count:
        raise invalid_operation(f"{counted(count, 'element')} needed, not {array.size}{hint}")
    with np.errstate(all="ignore"):
        elements = array.reshape(-1)[:count].astype(dtype)

    def write_back():
        written = slice(0, count) if places is None else places()
        array.flat[written] = as_elements(elements[written], array.dtype)

    return elements, write_back


def _nothing():
    pass


def _refuse_address(pointer):
    offset = as_offset(pointer)
    if offset is not None:
        raise invalid_value(
            f"{offset} is an address, which softgl never follows" if offset else "there is no data"
        )


def _part(buffer, pointer, dtype):
    """Returns the bytes of a buffer object after an offset; checks of OpenGL 2.1, 3.6.4, 4.3.2."""
    offset = buffer_offset(pointer, unmapped(buffer))
    if offset % dtype.itemsize:
        raise invalid_operation(f"the offset {offset} is not a multiple of {dtype.itemsize} bytes")
    return buffer.data[offset:]


def _elements(memory, dtype, count, hint):
    elements = memory[: memory.size // dtype.itemsize * dtype.itemsize].view(dtype)
    if elements.size < count:
        raise invalid_operation(
            f"{counted(count * dtype.itemsize, 'byte')} needed, not {memory.size}{hint}"
        )
    return elements
