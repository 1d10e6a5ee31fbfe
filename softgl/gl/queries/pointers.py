"""glGetPointerv: the arrays that pointers were given, and what gets debug messages."""

from __future__ import annotations

from softgl.gl.api import enums as gl
from softgl.gl.api.addresses import Address
from softgl.gl.api.command import command
from softgl.gl.api.memory import give_pointer
from softgl.gl.api.signature import EnumSet
from softgl.gl.queries.c_functions import as_pointer
from softgl.gl.vertices.attribute_queries import POINTERS, get_pointer_of

DEBUG = {
    gl.GL_DEBUG_CALLBACK_FUNCTION: "callback",
    gl.GL_DEBUG_CALLBACK_USER_PARAM: "user_parameter",
}


BUFFERS = {gl.GL_SELECTION_BUFFER_POINTER: "hits", gl.GL_FEEDBACK_BUFFER_POINTER: "feedback"}


@command("glGetPointerv", listed=False, pname=EnumSet.of([*POINTERS, *DEBUG, *BUFFERS]))
def get_pointer(ctx, pname, params):
    """The array, or the offset, that glVertexPointer and the like were given; None for none.

    Also the callback of debug messages and its parameter. `params` gets an address instead: of a
    Python object, which has none that others could use, its identity.
    """
    if pname in POINTERS:
        return get_pointer_of(ctx.vertex.client_array(POINTERS[pname]), params)
    if pname in BUFFERS:
        buffer = getattr(ctx.selection, BUFFERS[pname])
        given = None if buffer is None else buffer.memory
        if params is not None:
            return give_pointer(0 if given is None else given.ctypes.data, params)
        return given
    given = getattr(ctx.debug, DEBUG[pname])
    if params is None:
        return given.value if isinstance(given, Address) else given
    return give_pointer(as_pointer(given) or 0, params)
