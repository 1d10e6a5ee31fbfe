"""EGL through ctypes: contexts of Mesa's llvmpipe without a display."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

PLATFORM_SURFACELESS_MESA = 0x31DD
OPENGL_API, OPENGL_ES_API = 0x30A2, 0x30A0
SURFACE_TYPE, PBUFFER_BIT, RENDERABLE_TYPE, OPENGL_BIT = 0x3033, 1, 0x3040, 8
RED_SIZE, GREEN_SIZE, BLUE_SIZE, ALPHA_SIZE = 0x3024, 0x3023, 0x3022, 0x3021
DEPTH_SIZE, STENCIL_SIZE, SAMPLES = 0x3025, 0x3026, 0x3031
WIDTH, HEIGHT, NONE = 0x3057, 0x3056, 0x3038
MAJOR_VERSION, MINOR_VERSION, PROFILE_MASK = 0x3098, 0x30FB, 0x30FD
GL_RENDERER, GL_VERSION = 0x1F01, 0x1F02


class LlvmpipeUnavailable(Exception):
    """EGL or llvmpipe is missing on this machine; the message names the missing part."""


def choose_llvmpipe(threads: int | None = None) -> None:
    """Sets the environment so that EGL loads llvmpipe; must precede the first context.

    threads : the number of llvmpipe's rasterisation threads; None for Mesa's default.
    """
    os.environ["LIBGL_ALWAYS_SOFTWARE"] = "1"
    os.environ["GALLIUM_DRIVER"] = "llvmpipe"
    if threads is not None:
        os.environ["LP_NUM_THREADS"] = str(threads)


@cache
def _egl():
    """Loads libEGL and declares the functions that return pointers."""
    try:
        library = ctypes.CDLL("libEGL.so.1")
    except OSError as error:
        raise LlvmpipeUnavailable(f"libEGL cannot be loaded: {error}") from error
    for name in ("GetProcAddress", "CreateContext", "CreatePbufferSurface", "GetPlatformDisplay"):
        getattr(library, f"egl{name}").restype = ctypes.c_void_p
    return library


@cache
def _display():
    """The (display, config) of the software renderer; initialises it at the first call."""
    egl = _egl()
    display = egl.eglGetPlatformDisplay(PLATFORM_SURFACELESS_MESA, None, None)
    if not display or not egl.eglInitialize(ctypes.c_void_p(display), None, None):
        raise LlvmpipeUnavailable("EGL has no surfaceless display")
    egl.eglBindAPI(OPENGL_API)
    attributes = {
        SURFACE_TYPE: PBUFFER_BIT, RENDERABLE_TYPE: OPENGL_BIT,
        RED_SIZE: 8, GREEN_SIZE: 8, BLUE_SIZE: 8, ALPHA_SIZE: 8,
        DEPTH_SIZE: 24, STENCIL_SIZE: 8, SAMPLES: 0,
    }  # fmt: skip
    display, config, count = ctypes.c_void_p(display), ctypes.c_void_p(), ctypes.c_int()
    egl.eglChooseConfig(
        display, _attributes(attributes), ctypes.byref(config), 1, ctypes.byref(count)
    )
    if not count.value:
        raise LlvmpipeUnavailable("EGL offers no RGBA8 pbuffer with 24 bits of depth")
    return display, config


def _attributes(pairs):
    flat = [number for pair in pairs.items() for number in pair]
    return (ctypes.c_int * (len(flat) + 1))(*flat, NONE)


@contextmanager
def egl_context(width: int, height: int, core: bool = False, es: int = 0) -> Iterator[None]:
    """`with egl_context(w, h):` makes a compatibility-profile context with a pbuffer current.

    core : True for one of the core profile of OpenGL 3.3. es : the major version of one of OpenGL
        ES; 0 for OpenGL. Raises LlvmpipeUnavailable.
    """
    egl, (display, config) = _egl(), _display()
    wishes = _attributes({MAJOR_VERSION: 3, MINOR_VERSION: 3, PROFILE_MASK: 1}) if core else None
    if es:
        wishes = _attributes({MAJOR_VERSION: es})
        egl.eglBindAPI(OPENGL_ES_API)
    context = ctypes.c_void_p(egl.eglCreateContext(display, config, None, wishes))
    egl.eglBindAPI(OPENGL_API)
    size = _attributes({WIDTH: width, HEIGHT: height})
    surface = ctypes.c_void_p(egl.eglCreatePbufferSurface(display, config, size))
    egl.eglMakeCurrent(display, surface, surface, context)
    try:
        if "llvmpipe" not in renderer():
            raise LlvmpipeUnavailable(f"the software renderer is {renderer()!r}, not llvmpipe")
        yield
    finally:
        egl.eglMakeCurrent(display, None, None, None)
        egl.eglDestroySurface(display, surface)
        egl.eglDestroyContext(display, context)


def command_address(name: str) -> int:
    """The address of a command of the current context."""
    return _egl().eglGetProcAddress(name.encode())


def renderer() -> str:
    """GL_RENDERER and GL_VERSION of the current context, as one text."""
    get_string = ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.c_uint)(command_address("glGetString"))
    return ", ".join(get_string(name).decode() for name in (GL_RENDERER, GL_VERSION))


def description() -> str | None:
    """`renderer` of a new context; None without llvmpipe."""
    try:
        with egl_context(1, 1):
            return renderer()
    except LlvmpipeUnavailable:
        return None
