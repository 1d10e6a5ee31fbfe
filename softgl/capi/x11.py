"""A display for clients that make their contexts by GLX alone: the default of moderngl and zengl.

Their loader, glcontext, opens an X display, makes a window of one pixel and a context of GLX. It
takes the X library of its variable GLCONTEXT_LINUX_LIBX11: `softgl with` sets it to a library of
these functions. No X server is behind them: the display, its windows and contexts exist in this
process alone. GLX with any other display reports that there is none (`softgl.capi.glx`).
"""

from __future__ import annotations

import ctypes
import itertools
import threading

from softgl.capi.contexts import granted_version, new_context, refusal
from softgl.capi.egl_contexts import MINORS
from softgl.capi.entry_points import entry_point, read_attributes, write_int
from softgl.capi.report import report
from softgl.gl.api.current import current
from softgl.gl.api.errors import GLError
from softgl.gl.api.versions import window_options
from softgl.gl.context import BaseContext, _make_current
from softgl.gl.framebuffers.windows import MAX_FRAMEBUFFER_SIZE, Window, make_window

MAJOR_VERSION, MINOR_VERSION, FLAGS, PROFILE_MASK = 0x2091, 0x2092, 0x2094, 0x9126
"""GLX_CONTEXT_MAJOR_VERSION_ARB and the other attributes of GLX_ARB_create_context_profile."""
DEBUG_BIT, FORWARD_COMPATIBLE_BIT, CORE_BIT, COMPATIBILITY_BIT = 1, 2, 1, 2
TRUE_COLOR, DEPTH = 4, 24
ROOT_WINDOW, COLORMAP = 1, 2


class _VisualInfo(ctypes.Structure):
    """XVisualInfo of Xutil.h."""

    _fields_ = [
        ("visual", ctypes.c_void_p), ("visualid", ctypes.c_ulong), ("screen", ctypes.c_int),
        ("depth", ctypes.c_int), ("class_", ctypes.c_int), ("red_mask", ctypes.c_ulong),
        ("green_mask", ctypes.c_ulong), ("blue_mask", ctypes.c_ulong),
        ("colormap_size", ctypes.c_int), ("bits_per_rgb", ctypes.c_int),
    ]  # fmt: skip


# Memory behind the handles, for clients that read a field of Xlib's structures by its macros.
_memory = ctypes.create_string_buffer(4096)
DISPLAY = ctypes.addressof(_memory)
_visual = _VisualInfo(DISPLAY, 1, 0, DEPTH, TRUE_COLOR, 0xFF0000, 0xFF00, 0xFF, 256, 8)
_configs = (ctypes.c_void_p * 1)(DISPLAY)

_handles = itertools.count(16, 16)
_windows: dict[int, Window] = {}
_contexts: dict[int, BaseContext] = {}
_fresh: set[int] = set()
"""The contexts that were never current."""


class _Binding(threading.local):
    """The context and the window that GLX has made current in this thread, by their handles."""

    context = drawable = 0


_binding = _Binding()


def _is_called() -> bool:
    """True if the thread's commands go to the context that GLX has made current."""
    return bool(_binding.context) and current.called is _contexts.get(_binding.context)


# -- X ---------------------------------------------------------------------------------------------


@entry_point("XOpenDisplay", "out void|display_name:in char")
def open_display(_):
    """Returns the display, whatever its name."""
    return DISPLAY


@entry_point("XCreateWindow", "out void|display:in void|parent:uint64|x:int|y:int|width:uint|"
    "height:uint|border_width:uint|depth:int|class:uint|visual:in void|valuemask:uint64|"
    "attributes:in void")  # fmt: skip
def create_window(display, parent, x, y, width, height, *_):
    """Makes a window, which is never shown; returns its handle, 0 without memory for it."""
    if max(width, height) > MAX_FRAMEBUFFER_SIZE:
        return 0
    handle = next(_handles)
    try:
        _windows[handle] = make_window(width, height)
    except MemoryError:
        return 0
    return handle


@entry_point("XDestroyWindow", "int|display:in void|window:uint64")
def destroy_window(_, window):
    """Destroys a window; a context that draws to it keeps its pixels until it is released."""
    _windows.pop(window, None)
    return 1


for _name, _text, _value in (
    ("XDefaultScreen", "int|display:in void", 0),
    ("XRootWindow", "out void|display:in void|screen_number:int", ROOT_WINDOW),
    (
        "XCreateColormap",
        "out void|display:in void|window:uint64|visual:in void|alloc:int",
        COLORMAP,
    ),
    ("XCloseDisplay", "int|display:in void", 0),
    ("XFree", "int|data:in void", 1),
    ("XSetErrorHandler", "out void|handler:in void", 0),
):
    entry_point(_name, _text)(lambda *_, value=_value: value)


# -- GLX -------------------------------------------------------------------------------------------


@entry_point(
    "glXChooseFBConfig", "out void|dpy:in void|screen:int|attrib_list:in int|nelements:out int"
)
def choose_fb_config(dpy, screen, attrib_list, nelements):
    """Returns an array of the one configuration, whatever is requested."""
    found = dpy == DISPLAY
    write_int(nelements, int(found))
    return ctypes.addressof(_configs) if found else 0


@entry_point("glXChooseVisual", "out void|dpy:in void|screen:int|attribList:in int")
def choose_visual(dpy, screen, attributes):
    """Returns the one visual, of 24 bits, whatever is requested."""
    return ctypes.addressof(_visual) if dpy == DISPLAY else 0


@entry_point("glXCreateContext", "out void|dpy:in void|vis:in void|shareList:in void|direct:int")
def create_context(dpy, visual, share, direct):
    """Makes a context of the latest compatibility profile."""
    return _new_context(dpy, share, window_options((1, 0)))


@entry_point(
    "glXCreateContextAttribsARB",
    "out void|dpy:in void|config:in void|share_context:in void|direct:int|attrib_list:in int",
)
def create_context_attribs(dpy, config, share, direct, attrib_list):
    """Makes a context of the requested version and profile; returns 0 if softgl lacks it."""
    requested = {MAJOR_VERSION: 1, MINOR_VERSION: 0, FLAGS: 0, PROFILE_MASK: CORE_BIT}
    for attribute, value in read_attributes(attrib_list, 0):
        if attribute not in requested:
            return 0
        requested[attribute] = value
    version = requested[MAJOR_VERSION], requested[MINOR_VERSION]
    flags, profile = requested[FLAGS], requested[PROFILE_MASK]
    defined = 0 <= version[1] <= MINORS.get(version[0], -1)
    granted = granted_version(version) if defined else None
    if granted is None:
        report(f"glXCreateContextAttribsARB: {refusal('OpenGL', version)}")
        return 0
    forward = bool(flags & FORWARD_COMPATIBLE_BIT)
    if (
        flags & ~(DEBUG_BIT | FORWARD_COMPATIBLE_BIT)
        or profile not in (CORE_BIT, COMPATIBILITY_BIT)
        or (forward and granted < (3, 0))
    ):
        return 0
    options = window_options(granted, profile == CORE_BIT, forward)
    return _new_context(dpy, share, options | {"debug": bool(flags & DEBUG_BIT)})


def _new_context(dpy, share, options) -> int:
    """Makes a context of some options of `softgl.Context`; returns its handle, or 0."""
    if dpy != DISPLAY or (share and share not in _contexts):
        return 0
    try:
        made = new_context(_contexts.get(share), **options)
    except GLError:
        return 0
    made.use_window(None, fit=True)
    handle = next(_handles)
    _contexts[handle] = made
    _fresh.add(handle)
    return handle


@entry_point("glXDestroyContext", "void|dpy:in void|ctx:in void")
def destroy_context(dpy, ctx):
    """Makes a context's handle invalid; the context lives as long as it is current."""
    _contexts.pop(ctx, None)
    _fresh.discard(ctx)


@entry_point("glXMakeCurrent", "int|dpy:in void|drawable:uint64|ctx:in void")
def make_current(dpy, drawable, ctx):
    """Makes a context current in the thread with a window; without a context, releases it."""
    context, window = _contexts.get(ctx), _windows.get(drawable)
    if ctx and (dpy != DISPLAY or context is None or window is None):
        return 0
    if context is None:
        if _is_called():
            _make_current(None)
        _binding.context = _binding.drawable = 0
        return 1
    # GLX 1.4, 3.3.7: "If ctx is being made current to a drawable for the first time, the initial
    # viewport and scissor are set to the drawable's width and height."
    context.use_window(window, fit=ctx in _fresh)
    _fresh.discard(ctx)
    context.make_current()
    _binding.context, _binding.drawable = ctx, drawable
    return 1


@entry_point("glXGetCurrentContext", "out void")
def get_current_context():
    """The handle of the current context, or 0."""
    return _binding.context if _is_called() else 0


@entry_point("glXGetCurrentDrawable", "out void")
def get_current_drawable():
    """The handle of the window of the current context, or 0."""
    return _binding.drawable if _is_called() else 0


@entry_point("glXGetCurrentDisplay", "out void")
def get_current_display():
    """The display of the current context, or 0."""
    return DISPLAY if _is_called() else 0
