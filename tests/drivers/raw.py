"""The driver's commands as C has them, by the registry's signatures: no checks but the driver's."""

from __future__ import annotations

import ctypes
from functools import cache

import numpy as np

from softgl.gl.api.signature import signature

KINDS = {
    "enum": ctypes.c_uint, "bitfield": ctypes.c_uint, "uint": ctypes.c_uint,
    "int": ctypes.c_int, "sizei": ctypes.c_int, "short": ctypes.c_short, "byte": ctypes.c_byte,
    "boolean": ctypes.c_ubyte, "ubyte": ctypes.c_ubyte, "ushort": ctypes.c_ushort,
    "float": ctypes.c_float, "double": ctypes.c_double,
    "intptr": ctypes.c_ssize_t, "sizeiptr": ctypes.c_ssize_t, "void": None,
}  # fmt: skip


@cache
def raw_function(name: str):
    """The command `name` of the current EGL context: arrays and bytes are passed as pointers."""
    described = signature(name)
    library = ctypes.CDLL("libEGL.so.1")
    library.eglGetProcAddress.restype = ctypes.c_void_p
    types = [ctypes.c_void_p if p.pointer else KINDS[p.kind] for p in described.parameters]
    returned = ctypes.c_void_p if " " in described.returns else KINDS[described.returns]
    address = library.eglGetProcAddress(name.encode())
    function = ctypes.CFUNCTYPE(returned, *types)(address)

    def call(*arguments):
        return function(*(_as_pointer(argument) for argument in arguments))

    return call


def _as_pointer(argument):
    return argument.ctypes.data if isinstance(argument, np.ndarray) else argument
