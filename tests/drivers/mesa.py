"""Mesa llvmpipe behind EGL, with the functions of PyOpenGL."""

from __future__ import annotations

import importlib
import os
from contextlib import contextmanager
from functools import cache
from types import SimpleNamespace

from softgl.bench import egl

EXTENSIONS = (
    "ARB.color_buffer_float", "ARB.fragment_program", "ATI.texture_env_combine3",
    "NV.texture_env_combine4", "ARB.seamless_cube_map",
    "ARB.texture_float", "ARB.texture_rectangle", "ARB.vertex_program", "EXT.draw_buffers2",
    "EXT.framebuffer_sRGB", "EXT.stencil_two_side", "EXT.texture_array",
    "EXT.texture_filter_anisotropic", "EXT.texture_mirror_clamp", "EXT.texture_snorm",
)  # fmt: skip
"""Extensions whose functions and names the tests use, beside OpenGL.GL."""


def choose_llvmpipe(exact: bool) -> None:
    """Sets the environment that makes PyOpenGL load EGL, and EGL llvmpipe, when first used.

    exact : filter textures in floats and with a level of detail for each pixel; by itself llvmpipe
        takes 8-bit arithmetic and one level for a quad. Shaders are not optimised, which takes
        half the time where Mesa has none in its cache.
    """
    egl.choose_llvmpipe()
    os.environ["PYOPENGL_PLATFORM"] = "egl"
    os.environ["GALLIVM_PERF"] = "no_aos_sampling,no_quad_lod,nopt" if exact else ""


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
def mesa_context(width, height, core=False, es=0):
    """`with mesa_context(w, h) as gl:` a new context over a pbuffer, current; `gl` as softgl.gl.

    core : True for a core profile. es : the major version of a context of OpenGL ES. Raises
    LlvmpipeUnavailable where there is no llvmpipe.
    """
    with egl.egl_context(width, height, core, es):
        yield all_functions()
