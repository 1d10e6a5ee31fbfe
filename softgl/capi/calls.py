"""The C functions of softgl by name: `get_proc_address`; every entry point is registered here.

The modules below declare the functions of EGL, GLX and OSMesa; the lookups of these interfaces,
which need the addresses of all functions, are declared here, above them.
"""

from __future__ import annotations

import softgl.gl  # noqa: F401  (registers every command)
from softgl.capi import core as native_core
from softgl.capi import egl, glx, osmesa, x11  # noqa: F401  (register their entry points)
from softgl.capi.core import core, functions, source
from softgl.capi.egl_state import egl_function
from softgl.capi.entry_points import entry_point, read_text

__all__ = ["core", "functions", "get_proc_address", "source"]


def get_proc_address(name: str | bytes) -> int:
    """Returns the address of a C function: a command of GL, or of OSMesa, EGL or GLX; else 0.

    An unknown name that begins as commands of GL gets a function that reports the call and does
    nothing. The functions act on the current context of the calling thread, made current by C or by
    `softgl.Context`. Raises UsageError on a machine without native code.
    """
    return native_core.address(name.decode("latin-1") if isinstance(name, bytes) else name)


# Not locked, which would let other threads of Python run: MuJoCo holds a lock of its own while it
# asks, and Python's; a thread that took Python's then, and waited for MuJoCo's, would stop all.
@egl_function("eglGetProcAddress", locked=False)
def _of_egl(procname):
    """Returns the address of a function of EGL or OpenGL, core or not; 0 for others."""
    return get_proc_address(read_text(procname))


@entry_point("glXGetProcAddress", "out void|procName:in ubyte")
@entry_point("glXGetProcAddressARB", "out void|procName:in ubyte")
def _of_glx(name):
    """Returns the address of a function by its name."""
    return get_proc_address(read_text(name))


@entry_point("OSMesaGetProcAddress", "out void|funcName:in char")
def _of_osmesa(name):
    """Returns the address of a function by its name."""
    return get_proc_address(read_text(name))
