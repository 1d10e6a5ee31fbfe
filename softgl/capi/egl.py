"""EGL 1.5 for programs in C: all its functions as entry points, which importing this registers.

What programs draw goes to pbuffers, or without a surface to framebuffer objects. The functions lie
in modules by what they are about; the errors are those of the EGL 1.5 Specification.
"""

from __future__ import annotations

from softgl.capi import (  # noqa: F401
    egl_configs,
    egl_contexts,
    egl_current,
    egl_displays,
    egl_surfaces,
    egl_sync,
)
from softgl.capi.egl_state import egl_function
from softgl.capi.entry_points import read_text


# Not locked, which would let other threads of Python run: MuJoCo holds a lock of its own while it
# asks, and Python's; a thread that took Python's then, and waited for MuJoCo's, would stop all.
@egl_function("eglGetProcAddress", locked=False)
def get_proc_address(procname):
    """The address of a function of EGL or OpenGL by its name, core or not; 0 for others."""
    from softgl.capi.calls import get_proc_address

    return get_proc_address(read_text(procname).decode("latin-1"))
