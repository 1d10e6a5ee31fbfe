"""The C commands of Mesa's llvmpipe through ctypes, with the registry's signatures.

Only the driver checks their arguments: a call costs no more than ctypes itself.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

import numpy as np

from softgl.bench.egl import command_address, egl_context
from softgl.gl.api import enums
from softgl.gl.api.signature import signature

KINDS = {
    "enum": ctypes.c_uint, "bitfield": ctypes.c_uint, "uint": ctypes.c_uint,
    "int": ctypes.c_int, "sizei": ctypes.c_int, "short": ctypes.c_short, "byte": ctypes.c_byte,
    "boolean": ctypes.c_ubyte, "ubyte": ctypes.c_ubyte, "ushort": ctypes.c_ushort,
    "float": ctypes.c_float, "double": ctypes.c_double,
    "intptr": ctypes.c_ssize_t, "sizeiptr": ctypes.c_ssize_t, "void": None,
}  # fmt: skip


class _Pointer(ctypes.c_void_p):
    """A parameter that is a pointer: addresses, bytes, arrays of ctypes, None, numpy arrays."""

    @classmethod
    def from_param(cls, value):
        address = value.ctypes.data if isinstance(value, np.ndarray) else value
        return ctypes.c_void_p.from_param(address)


class Driver:
    """The commands and enums of the current EGL context, by the names of OpenGL.GL."""

    def __getattr__(self, name):
        value = getattr(enums, name) if name.startswith("GL_") else driver_command(name)
        setattr(self, name, value)  # the next access finds the attribute
        return value


@cache
def driver_command(name: str):
    """The command `name` as a ctypes function. Raises AttributeError if the registry lacks it."""
    try:
        described = signature(name)
    except KeyError:
        raise AttributeError(f"the registry has no {name}") from None
    types = [_Pointer if p.pointer else KINDS[p.kind] for p in described.parameters]
    returned = ctypes.c_void_p if " " in described.returns else KINDS[described.returns]
    return ctypes.CFUNCTYPE(returned, *types)(command_address(name))


@contextmanager
def llvmpipe_context(width: int, height: int) -> Iterator[Driver]:
    """`with llvmpipe_context(w, h) as gl:` makes a context with a pbuffer current.

    Raises LlvmpipeUnavailable.
    """
    with egl_context(width, height):
        yield Driver()
