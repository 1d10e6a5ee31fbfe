"""Results of query objects, in memory or in a buffer object (ARB_query_buffer_object)."""

from __future__ import annotations

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_operation, invalid_value
from softgl.gl.api.command import command
from softgl.gl.api.memory import buffer_offset, fill
from softgl.gl.api.signature import EnumSet
from softgl.gl.buffers.buffer_objects import Buffer, unmapped
from softgl.gl.queries.query_objects import check_inactive

PARAMETERS = EnumSet(
    "GL_QUERY_RESULT GL_QUERY_RESULT_NO_WAIT GL_QUERY_RESULT_AVAILABLE GL_QUERY_TARGET"
)


def _value(ctx, id_, pname, dtype):
    """Returns a parameter of a query object, at most the largest number of a type."""
    query = ctx.queries.objects.get(id_)
    if query is None:
        raise invalid_operation(f"{id_} is not a query object")
    check_inactive(ctx.queries, query)
    value = query.result
    if pname == gl.GL_QUERY_TARGET:
        value = query.target
    elif pname == gl.GL_QUERY_RESULT_AVAILABLE:
        value = 1
    return dtype(min(value, np.iinfo(dtype).max))


def _store(buffer: Buffer, offset: int, value) -> None:
    """Stores a number in a buffer object, at a byte."""
    end, size = offset + value.nbytes, unmapped(buffer).data.size
    if end > size:
        raise invalid_operation(f"bytes {offset} to {end} lie outside the data store of {size}")
    buffer.data[offset:end] = np.frombuffer(value.tobytes(), np.uint8)


def _define(kind: str, dtype, *names: str) -> None:
    @command(*names, listed=False, pname=PARAMETERS)
    def get_query_object(ctx, id_, pname, params):
        """Returns the result of a query object, its target, or 1 for its availability.

        With a buffer object at GL_QUERY_BUFFER, `params` is the byte in it for the number.
        """
        value = _value(ctx, id_, pname, dtype)
        buffer = ctx.buffers.bound.get(gl.GL_QUERY_BUFFER)
        if buffer is None:
            return fill(params, value)
        _store(buffer, buffer_offset(params, buffer), value)
        return params

    @command(f"glGetQueryBufferObject{kind}v", listed=False, pname=PARAMETERS)
    def get_query_buffer_object(ctx, id_, buffer, pname, offset):
        """Stores the result of a query object in a buffer object by name, from a byte on."""
        value, found = _value(ctx, id_, pname, dtype), ctx.buffers.objects.get(buffer)
        if found is None:
            raise invalid_operation(f"{buffer} is not a buffer object")
        if offset < 0:
            raise invalid_value(f"offset: {offset} is negative")
        _store(found, offset, value)


_define("i", np.int32, "glGetQueryObjectiv", "glGetOcclusionQueryivNV")
_define("ui", np.uint32, "glGetQueryObjectuiv", "glGetOcclusionQueryuivNV")
_define("i64", np.int64, "glGetQueryObjecti64vEXT")
_define("ui64", np.uint64, "glGetQueryObjectui64vEXT")
