"""glGetPointerv: the pointers of client arrays, selection and feedback, and the debug callback."""

from __future__ import annotations

from softgl.gl.api import enums as gl
from softgl.gl.api.addresses import Address
from softgl.gl.api.command import command
from softgl.gl.api.memory import return_pointer
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
    """Returns the array, or the offset, of glVertexPointer and the like; None for none.

    Also the callback of debug messages and its parameter. `params` gets an address instead; a
    Python object without one gives its identity.
    """
    if pname in POINTERS:
        return get_pointer_of(ctx.vertex.client_array(POINTERS[pname]), params)
    if pname in BUFFERS:
        buffer = getattr(ctx.selection, BUFFERS[pname])
        memory = None if buffer is None else buffer.memory
        if params is not None:
            return return_pointer(0 if memory is None else memory.ctypes.data, params)
        return memory
    pointer = getattr(ctx.debug, DEBUG[pname])
    if params is None:
        return pointer.value if isinstance(pointer, Address) else pointer
    return return_pointer(as_pointer(pointer) or 0, params)
