"""Calls of GLX, WGL, EGL and CGL: the table of the calls that a replay carries out."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

from softgl.debug.apitrace.arguments import integer, integers
from softgl.debug.apitrace.contexts import Desktop
from softgl.debug.apitrace.parser import Call, Structure
from softgl.records import dataclass

IGNORED = re.compile(
    r"egl(Get|Query|Initialize|Terminate|SwapInterval|Wait|CreateSync|DestroySync|ClientWaitSync"
    r"|SurfaceAttrib|DebugMessageControl|LabelObject|CreateImage|DestroyImage)\w*"
    r"|glX(Get|Query|Is|Wait|SwapInterval|SelectEvent|DestroyWindow|CreatePixmap|CreateGLXPixmap"
    r"|DestroyPixmap|DestroyGLXPixmap)\w*"
    r"|wgl(Get|Query|Describe|Set|Choose|SwapInterval|Release|Realize|DestroyPbuffer|DeleteBuffer)"
    r"\w*|CGL(Get|Describe|Retain|ChoosePixelFormat|DestroyPixelFormat|SetParameter|Enable"
    r"|LockContext|UnlockContext|RetainPixelFormat|ReleasePixelFormat)\w*"
)
"""The calls without an effect on pictures."""
WINDOW_SYSTEM = re.compile(r"(egl|glX|wgl|CGL)[A-Z]")
SAMPLES = {"egl": 0x3031, "glX": 100001}
CORE, ES = 1, 4  # bits of the profile masks of GLX and WGL; EGL has CORE too
FORWARD = 2  # the bit of the flags, in all three
MAJOR, MINOR, FLAGS = (0x2091, 0x3098), (0x2092, 0x30FB), (0x2094, 0x30FC)
PROFILE = (0x9126, 0x30FD)
WIDTH, HEIGHT = (0x8041, 0x3057), (0x8040, 0x3056)  # of pbuffers, in GLX and EGL


@dataclass(frozen=True)
class Request:
    """A call of a window system, with its arguments as integers.

    end_frame : ends the frame; called before a swap. release : called before a thread releases its
        context.
    """

    call: Call
    desktop: Desktop
    end_frame: Callable[[], None]
    release: Callable[[], None]

    def __getitem__(self, place: int) -> int:
        values = self.call.arguments
        value = values[place] if place < len(values) else None
        if isinstance(value, list):  # a pointer to a structure, as to a visual
            value = _handle(value)
        return integer(value, f"argument {place}")

    @property
    def result(self) -> int:
        value = self.call.result
        return integer(value if value is not None else 0, "the result")

    def attributes(self, place: int) -> dict[int, int]:
        """The pairs of an attribute list."""
        values = self.call.arguments
        listed = integers(values[place] if place < len(values) else None, f"argument {place}")
        return dict(list(pairwise(listed))[::2])

    def make(self, share: int, attributes: dict[int, int] | None = None) -> None:
        """Makes the context that the call returned."""
        found = attributes or {}
        version = _first(found, MAJOR, 1), _first(found, MINOR, 0)
        mask = _first(found, PROFILE, CORE)
        core = version >= (3, 2) and bool(mask & CORE)
        forward = bool(_first(found, FLAGS, 0) & FORWARD)
        es = bool(mask & ES and not mask & CORE) and version >= (2, 0)
        self.desktop.make_context(self.result, share, version, core, forward, es)

    def bind(self, context: int, drawable: int) -> None:
        """Makes a context and a drawable current in the thread of the call."""
        if not context:
            self.release()
        self.desktop.make_current(self.call.thread, context, drawable)


def _handle(value) -> int:
    """The address that stands for a structure in memory: its first member that is one."""
    first = value[0] if value else 0
    if isinstance(first, Structure):
        first = first[0] if first else 0
    return first if isinstance(first, int) else 0


def _first(found: dict[int, int], keys, default: int) -> int:
    return next((found[key] for key in keys if key in found), default)


def _egl_context(request: Request) -> None:
    thread = request.desktop.thread(request.call.thread)
    attributes = request.attributes(3)
    if thread.es and _first(attributes, MAJOR, 1) >= 2:
        request.desktop.make_context(request.result, request[2], es=True)
    elif thread.es:  # OpenGL ES 1 is part of compatibility contexts but for numbers of fixed point
        request.desktop.make_context(request.result, request[2])
    else:
        request.make(request[2], attributes)


def _egl_api(request: Request) -> None:
    if request.result:
        request.desktop.thread(request.call.thread).es = request[0] == 0x30A0


def _pbuffer(place: int):
    def make(request: Request) -> None:
        size = request.attributes(place)
        width, height = _first(size, WIDTH, 0), _first(size, HEIGHT, 0)
        request.desktop.make_drawable(request.result, request[1], False, width, height)

    return make


def _wgl_pbuffer(request: Request) -> None:
    request.desktop.make_drawable(request.result, 0, False, request[2], request[3])


def _wgl_pbuffer_dc(request: Request) -> None:
    drawable = request.desktop.drawable(request[0])
    if request.result and drawable is not None:
        request.desktop.drawables[request.result] = drawable


def _share_lists(request: Request) -> None:
    """wglShareLists: the second context shares the objects of the first one from now on."""
    one, other = (request.desktop.contexts.get(request[place]) for place in (0, 1))
    if request.result and one and other and one.gl.share_group is not other.gl.share_group:
        one.gl.share_group.add(other.gl, one.gl)
        other.shared, other.locations, other.syncs = one.shared, one.locations, one.syncs


def _configs(attributes: int, found: int | None):
    """Notes the samples of the configurations that a program has chosen.

    attributes, found : places of arguments; None for the result.
    """

    def note(request: Request) -> None:
        listed = request.call.arguments[attributes]
        values = integers(listed, "the attributes")
        key = SAMPLES[request.call.name[:3]]
        wanted = next((two for one, two in pairwise(values) if one == key), 0)
        configs = request.call.result if found is None else request.call.arguments[found]
        if wanted > 1 and isinstance(configs, list):
            handles = map(_handle, ([each] for each in configs))
            request.desktop.samples.update(dict.fromkeys(handles, wanted))

    return note


def _cgl_context(request: Request) -> None:
    made = integers(request.call.arguments[2], "the context")
    if made and made[0]:
        request.desktop.make_context(made[0], request[1])


def _swap(request: Request) -> None:
    request.end_frame()


def _released(request: Request) -> None:
    request.bind(0, 0)


HANDLERS: dict[str, Callable[[Request], None]] = {
    "eglBindAPI": _egl_api,
    "eglChooseConfig": _configs(1, 2),
    "eglCreateContext": _egl_context,
    "eglDestroyContext": lambda request: request.desktop.destroy_context(request[1]),
    "eglCreatePbufferSurface": _pbuffer(2),
    "eglDestroySurface": lambda request: request.desktop.destroy_drawable(request[1]),
    "eglMakeCurrent": lambda request: request.result and request.bind(request[3], request[1]),
    "eglReleaseThread": _released,
    "glXChooseVisual": lambda request: None,
    "glXChooseFBConfig": _configs(2, None),
    "glXChooseFBConfigSGIX": _configs(2, None),
    "glXCreateContext": lambda request: request.make(request[2]),
    "glXCreateContextAttribsARB": lambda request: request.make(request[2], request.attributes(4)),
    "glXCreateContextWithConfigSGIX": lambda request: request.make(request[3]),
    "glXCreateNewContext": lambda request: request.make(request[3]),
    "glXCreatePbuffer": _pbuffer(2),
    "glXCreateWindow": lambda request: request.desktop.make_drawable(request.result, request[1]),
    "glXDestroyContext": lambda request: request.desktop.destroy_context(request[1]),
    "glXDestroyPbuffer": lambda request: request.desktop.destroy_drawable(request[1]),
    "glXMakeCurrent": lambda request: request.bind(request[2], request[1]),
    "glXMakeContextCurrent": lambda request: request.bind(request[3], request[1]),
    "glXMakeCurrentReadSGI": lambda request: request.bind(request[3], request[1]),
    "wglCreateContext": lambda request: request.make(0),
    "wglCreateLayerContext": lambda request: request.make(0),
    "wglCreateContextAttribsARB": lambda request: request.make(request[1], request.attributes(2)),
    "wglCreatePbufferARB": _wgl_pbuffer,
    "wglGetPbufferDCARB": _wgl_pbuffer_dc,
    "wglDeleteContext": lambda request: request.desktop.destroy_context(request[0]),
    "wglMakeCurrent": lambda request: request.bind(request[1], request[0]),
    "wglMakeContextCurrentARB": lambda request: request.bind(request[2], request[0]),
    "wglShareLists": _share_lists,
    "CGLCreateContext": _cgl_context,
    "CGLDestroyContext": lambda request: request.desktop.destroy_context(request[0]),
    "CGLReleaseContext": lambda request: request.desktop.destroy_context(request[0]),
    "CGLSetCurrentContext": lambda request: request.bind(request[0], request[0]),
    **dict.fromkeys(
        """eglSwapBuffers eglSwapBuffersWithDamageEXT eglSwapBuffersWithDamageKHR glXSwapBuffers
        glXSwapBuffersMscOML wglSwapBuffers wglSwapLayerBuffers CGLFlushDrawable""".split(),
        _swap,
    ),
    **dict.fromkeys(
        """eglCreateWindowSurface eglCreatePlatformWindowSurface
        eglCreatePlatformWindowSurfaceEXT eglCreatePixmapSurface""".split(),
        lambda request: request.desktop.make_drawable(request.result, request[1]),
    ),
}
"""Name of a call -> the function that carries it out. Results tell the handles of new objects."""
