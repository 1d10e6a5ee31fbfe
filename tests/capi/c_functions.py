"""GL's commands as C calls them, through ctypes: `C().glEnable(gl.GL_BLEND)`."""

from __future__ import annotations

import ctypes
import platform
import sys
from functools import cache

import pytest

import softgl
from softgl.gl.api.signature import signature

needs_native_code = pytest.mark.skipif(
    not sys.platform.startswith("linux") or platform.machine() not in ("x86_64", "aarch64"),
    reason="there are functions for C on Linux, x86-64 and ARM64, only",
)
TYPES = {
    "void": None, "boolean": ctypes.c_ubyte, "float": ctypes.c_float, "double": ctypes.c_double,
    "enum": ctypes.c_uint, "uint": ctypes.c_uint, "bitfield": ctypes.c_uint, "int": ctypes.c_int,
    "sizei": ctypes.c_int, "clampf": ctypes.c_float, "clampd": ctypes.c_double,
    "byte": ctypes.c_byte, "ubyte": ctypes.c_ubyte, "short": ctypes.c_short,
    "ushort": ctypes.c_ushort, "halfnv": ctypes.c_ushort, "intptr": ctypes.c_ssize_t,
    "sizeiptr": ctypes.c_ssize_t, "intptrarb": ctypes.c_ssize_t, "sizeiptrarb": ctypes.c_ssize_t,
    "int64": ctypes.c_int64, "uint64": ctypes.c_uint64, "sync": ctypes.c_void_p,
    "debugproc": ctypes.c_void_p, "debugprocarb": ctypes.c_void_p,
}  # fmt: skip


@cache
def c_function(name):
    """The function of C for a command of GL."""
    declared = signature(name)
    returns = ctypes.c_void_p if " " in declared.returns else TYPES[declared.returns]
    kinds = [ctypes.c_void_p if p.pointer else TYPES[p.kind] for p in declared.parameters]
    return ctypes.CFUNCTYPE(returns, *kinds)(softgl.get_proc_address(name))


class C:
    """Functions by name."""

    def __getattr__(self, name):
        return c_function(name)
