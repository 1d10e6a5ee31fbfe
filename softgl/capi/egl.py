"""EGL 1.5 for programs in C: all its functions as entry points, which importing this registers.

Programs draw to pbuffers, or without a surface to framebuffer objects. The functions lie in modules
by subject; the errors are those of the EGL 1.5 Specification.
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
