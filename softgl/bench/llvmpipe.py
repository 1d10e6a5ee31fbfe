"""Mesa's llvmpipe behind EGL: a compatibility-profile context without a display, by ctypes alone.

Its commands are those of C, by the registry's signatures, with no checks but the driver's.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

import numpy as np

from softgl.gl.api import enums
from softgl.gl.api.signature import signature

PLATFORM_SURFACELESS_MESA = 0x31DD
OPENGL_API = 0x30A2
SURFACE_TYPE, PBUFFER_BIT, RENDERABLE_TYPE, OPENGL_BIT = 0x3033, 1, 0x3040, 8
RED_SIZE, GREEN_SIZE, BLUE_SIZE, ALPHA_SIZE = 0x3024, 0x3023, 0x3022, 0x3021
DEPTH_SIZE, STENCIL_SIZE, SAMPLES = 0x3025, 0x3026, 0x3031
WIDTH, HEIGHT, NONE = 0x3057, 0x3056, 0x3038

KINDS = {
    "enum": ctypes.c_uint, "bitfield": ctypes.c_uint, "uint": ctypes.c_uint,
    "int": ctypes.c_int, "sizei": ctypes.c_int, "short": ctypes.c_short, "byte": ctypes.c_byte,
    "boolean": ctypes.c_ubyte, "ubyte": ctypes.c_ubyte, "ushort": ctypes.c_ushort,
    "float": ctypes.c_float, "double": ctypes.c_double,
    "intptr": ctypes.c_ssize_t, "sizeiptr": ctypes.c_ssize_t, "void": None,
}  # fmt: skip


class LlvmpipeUnavailable(Exception):
    """This machine has no EGL, or no llvmpipe behind it; the message says what is missing."""


class _Pointer(ctypes.c_void_p):
    """A parameter that is a pointer: addresses, bytes, arrays of ctypes, None, numpy arrays."""

    @classmethod
    def from_param(cls, value):
        address = value.ctypes.data if isinstance(value, np.ndarray) else value
        return ctypes.c_void_p.from_param(address)


def choose_llvmpipe(threads: int | None = None) -> None:
    """Set the environment that makes EGL load llvmpipe; before the first context.

    threads : how many rasterise; None: as Mesa finds.
    """
    os.environ["LIBGL_ALWAYS_SOFTWARE"] = "1"
    os.environ["GALLIUM_DRIVER"] = "llvmpipe"
    if threads is not None:
        os.environ["LP_NUM_THREADS"] = str(threads)


class Driver:
    """The commands and enums of the current EGL context, by the names of OpenGL.GL."""

    def __getattr__(self, name):
        value = getattr(enums, name) if name.startswith("GL_") else driver_command(name)
        setattr(self, name, value)  # looked up once
        return value


@cache
def driver_command(name: str):
    """The command `name` as ctypes has it; AttributeError if the registry lacks it."""
    try:
        described = signature(name)
    except KeyError:
        raise AttributeError(f"the registry has no {name}") from None
    types = [_Pointer if p.pointer else KINDS[p.kind] for p in described.parameters]
    returned = ctypes.c_void_p if " " in described.returns else KINDS[described.returns]
    return ctypes.CFUNCTYPE(returned, *types)(_egl().eglGetProcAddress(name.encode()))


@cache
def _egl():
    """libEGL; each function returns and takes pointers or integers of the machine's width."""
    try:
        library = ctypes.CDLL("libEGL.so.1")
    except OSError as error:
        raise LlvmpipeUnavailable(f"libEGL cannot be loaded: {error}") from error
    for name in ("GetProcAddress", "CreateContext", "CreatePbufferSurface", "GetPlatformDisplay"):
        getattr(library, f"egl{name}").restype = ctypes.c_void_p
    return library


@cache
def _display():
    """(display, config) of the software renderer, initialised once."""
    egl = _egl()
    display = egl.eglGetPlatformDisplay(PLATFORM_SURFACELESS_MESA, None, None)
    if not display or not egl.eglInitialize(ctypes.c_void_p(display), None, None):
        raise LlvmpipeUnavailable("EGL has no surfaceless display")
    egl.eglBindAPI(OPENGL_API)
    wishes = {
        SURFACE_TYPE: PBUFFER_BIT, RENDERABLE_TYPE: OPENGL_BIT,
        RED_SIZE: 8, GREEN_SIZE: 8, BLUE_SIZE: 8, ALPHA_SIZE: 8,
        DEPTH_SIZE: 24, STENCIL_SIZE: 8, SAMPLES: 0,
    }  # fmt: skip
    display, config, count = ctypes.c_void_p(display), ctypes.c_void_p(), ctypes.c_int()
    egl.eglChooseConfig(display, _attributes(wishes), ctypes.byref(config), 1, ctypes.byref(count))
    if not count.value:
        raise LlvmpipeUnavailable("EGL offers no RGBA8 pbuffer with 24 bits of depth")
    return display, config


def _attributes(pairs):
    flat = [number for pair in pairs.items() for number in pair]
    return (ctypes.c_int * (len(flat) + 1))(*flat, NONE)


@contextmanager
def llvmpipe_context(width: int, height: int) -> Iterator[Driver]:
    """`with llvmpipe_context(w, h) as gl:` a new context over a pbuffer, current.

    Raises LlvmpipeUnavailable where there is no llvmpipe.
    """
    egl, (display, config) = _egl(), _display()
    context = ctypes.c_void_p(egl.eglCreateContext(display, config, None, None))
    size = _attributes({WIDTH: width, HEIGHT: height})
    surface = ctypes.c_void_p(egl.eglCreatePbufferSurface(display, config, size))
    egl.eglMakeCurrent(display, surface, surface, context)
    try:
        gl = Driver()
        renderer = ctypes.string_at(gl.glGetString(gl.GL_RENDERER)).decode()
        if "llvmpipe" not in renderer:
            raise LlvmpipeUnavailable(f"the software renderer is {renderer!r}, not llvmpipe")
        yield gl
    finally:
        egl.eglMakeCurrent(display, None, None, None)
        egl.eglDestroySurface(display, surface)
        egl.eglDestroyContext(display, context)


def description() -> str | None:
    """The renderer and its version; None where there is no llvmpipe."""
    try:
        with llvmpipe_context(1, 1) as gl:
            names = gl.GL_RENDERER, gl.GL_VERSION
            return ", ".join(ctypes.string_at(gl.glGetString(name)).decode() for name in names)
    except LlvmpipeUnavailable:
        return None
