"""Mesa llvmpipe behind EGL: a compatibility-profile context without a display."""

from __future__ import annotations

import ctypes
import importlib
import os
from contextlib import contextmanager
from functools import cache
from types import SimpleNamespace

EGL_PLATFORM_SURFACELESS_MESA = 0x31DD
EXTENSIONS = (
    "ARB.color_buffer_float", "ARB.fragment_program", "ARB.seamless_cube_map",
    "ARB.texture_float", "ARB.texture_rectangle", "ARB.vertex_program", "EXT.draw_buffers2",
    "EXT.framebuffer_sRGB", "EXT.stencil_two_side", "EXT.texture_array",
    "EXT.texture_filter_anisotropic", "EXT.texture_mirror_clamp", "EXT.texture_snorm",
)  # fmt: skip
"""Extensions whose functions and names the tests use, beside OpenGL.GL."""


class MesaUnavailable(Exception):
    """This machine has no EGL, or no llvmpipe behind it; the message says what is missing."""


def choose_llvmpipe(exact: bool) -> None:
    """Set the environment that makes PyOpenGL load EGL, and EGL llvmpipe, when first used.

    exact : filter textures in floats and with a level of detail for each pixel; by itself llvmpipe
        takes 8-bit arithmetic and one level for a quad.
    """
    os.environ["PYOPENGL_PLATFORM"] = "egl"
    os.environ["LIBGL_ALWAYS_SOFTWARE"] = "1"
    os.environ["GALLIUM_DRIVER"] = "llvmpipe"
    os.environ["GALLIVM_PERF"] = "no_aos_sampling,no_quad_lod" if exact else ""


@cache
def _display():
    """(EGL module, display, config) of the software renderer, initialised once."""
    try:
        # PyOpenGL loads libEGL on import, and fails in ways of its own where there is none.
        from OpenGL import EGL
        from OpenGL.EGL.EXT.platform_base import eglGetPlatformDisplayEXT
    except (ImportError, AttributeError, TypeError) as error:
        raise MesaUnavailable(f"libEGL cannot be loaded: {error}") from error
    try:
        display = eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, None, None)
        EGL.eglInitialize(display, ctypes.c_int(), ctypes.c_int())
        EGL.eglBindAPI(EGL.EGL_OPENGL_API)
        config = _choose_config(EGL, display)
    except EGL.EGLError as error:
        raise MesaUnavailable(f"EGL has no surfaceless display: {error}") from error
    return EGL, display, config


def _choose_config(EGL, display):
    wishes = {
        EGL.EGL_SURFACE_TYPE: EGL.EGL_PBUFFER_BIT,
        EGL.EGL_RENDERABLE_TYPE: EGL.EGL_OPENGL_BIT,
        EGL.EGL_RED_SIZE: 8,
        EGL.EGL_GREEN_SIZE: 8,
        EGL.EGL_BLUE_SIZE: 8,
        EGL.EGL_ALPHA_SIZE: 8,
        EGL.EGL_DEPTH_SIZE: 24,
        EGL.EGL_STENCIL_SIZE: 8,
        EGL.EGL_SAMPLES: 0,
    }
    configs, count = (EGL.EGLConfig * 1)(), ctypes.c_int()
    EGL.eglChooseConfig(display, _attributes(EGL, wishes), configs, 1, count)
    if not count.value:
        raise MesaUnavailable("EGL offers no RGBA8 pbuffer with 24 bits of depth")
    return configs[0]


def _attributes(EGL, pairs):
    flat = [number for pair in pairs.items() for number in pair]
    return (ctypes.c_int * (len(flat) + 1))(*flat, EGL.EGL_NONE)


@cache
def all_functions():
    """All of OpenGL.GL and of some extensions in one namespace, as softgl.gl has them."""
    from OpenGL import GL

    extensions = (importlib.import_module(f"OpenGL.GL.{path}") for path in EXTENSIONS)
    names = {}
    for module in (*extensions, GL):
        names |= {n: v for n, v in vars(module).items() if n.startswith(("gl", "GL_"))}
    return SimpleNamespace(**names)


@contextmanager
def mesa_context(width, height):
    """`with mesa_context(w, h) as gl:` a new context over a pbuffer, current; `gl` as softgl.gl.

    Raises MesaUnavailable where there is no llvmpipe.
    """
    EGL, display, config = _display()
    size = _attributes(EGL, {EGL.EGL_WIDTH: width, EGL.EGL_HEIGHT: height})
    context = EGL.eglCreateContext(display, config, EGL.EGL_NO_CONTEXT, None)
    surface = EGL.eglCreatePbufferSurface(display, config, size)
    EGL.eglMakeCurrent(display, surface, surface, context)
    try:
        gl = all_functions()
        renderer = gl.glGetString(gl.GL_RENDERER).decode()
        if "llvmpipe" not in renderer:
            raise MesaUnavailable(f"the software renderer here is {renderer!r}, not llvmpipe")
        yield gl
    finally:
        none = EGL.EGL_NO_SURFACE
        EGL.eglMakeCurrent(display, none, none, EGL.EGL_NO_CONTEXT)
        EGL.eglDestroySurface(display, surface)
        EGL.eglDestroyContext(display, context)
