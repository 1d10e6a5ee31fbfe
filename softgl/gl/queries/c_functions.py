"""C functions passed to commands: glDebugMessageCallback's."""

from __future__ import annotations

import ctypes

from softgl.gl.api.addresses import Address

_DEBUG_CALLBACK = ctypes.CFUNCTYPE(
    None, *[ctypes.c_uint] * 4, ctypes.c_int, ctypes.c_char_p, ctypes.c_void_p
)


class DebugCallback:
    """A GLDEBUGPROC at an address, called like a Python callback."""

    def __init__(self, address: Address):
        self.value = address.value
        self._function = _DEBUG_CALLBACK(address.value)

    def __call__(self, source, type, id, severity, length, message, user_parameter):
        parameter = as_pointer(user_parameter)
        self._function(source, type, id, severity, length, message, parameter)


def as_pointer(thing) -> int | None:
    """Returns the address that C has for a pointer argument; a Python object's identity."""
    if thing is None or isinstance(thing, int):
        return thing
    if isinstance(thing, (Address, DebugCallback, ctypes.c_void_p)):
        return thing.value
    if isinstance(thing, ctypes._CFuncPtr):
        return ctypes.cast(thing, ctypes.c_void_p).value
    return id(thing)
