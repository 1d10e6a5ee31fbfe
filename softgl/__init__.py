"""softgl: a software OpenGL that executes the GPU assembly languages of the 2000s.

    import softgl
    from softgl.gl import *

    ctx = softgl.Context(640, 480)
    ...                              # GL calls, in PyOpenGL's forms
    ctx.save("picture.png")

The main packages; each imports only packages after it. `gl` holds GL's functions and state; `asm`
parses program texts; `pipeline` draws; `texture` samples; `ir` executes programs; `isa` is the
table of instructions; `lanes` computes on vectors, interpreted or compiled, with equal bits.
"""

import sys

if (
    sys.argv[:1] == ["-m"]
    and {"softgl", "-msoftgl"} & set(sys.orig_argv)
    and not getattr(sys.flags, "safe_path", sys.flags.isolated)
):
    # `python -m softgl` searches the current folder first, where a queue.py would hide Python's;
    # the command `softgl` does not. sys.argv[0] is "-m" until Python has found the module.
    sys.path.append(sys.path.pop(0))

from importlib import import_module
from typing import TYPE_CHECKING

from softgl.bits_version import BITS
from softgl.errors import ProgramError, SoftGLError, TranslationError

if TYPE_CHECKING:
    from softgl import (
        asm,
        check,
        clib,
        dump,
        gl,
        hostmath,
        image,
        models,
        render,
        scene,
        studio,
        testing,
        translate,
    )
    from softgl.capi.calls import get_proc_address
    from softgl.capi.gl_context import GLContext
    from softgl.context import Context, current_context
    from softgl.debug.captures.capture import capture
    from softgl.gl.api.errors import GLError
    from softgl.renderer import Renderer

__all__ = [
    "BITS",
    "Context",
    "GLContext",
    "GLError",
    "ProgramError",
    "Renderer",
    "SoftGLError",
    "TranslationError",
    "__version__",
    "asm",
    "capture",
    "check",
    "clib",
    "current_context",
    "dump",
    "get_proc_address",
    "gl",
    "hostmath",
    "image",
    "models",
    "render",
    "scene",
    "studio",
    "testing",
    "translate",
]
__version__ = "0.1.0"
_ELSEWHERE = {
    "Context": "softgl.context",
    "GLContext": "softgl.capi.gl_context",
    "GLError": "softgl.gl.api.errors",
    "Renderer": "softgl.renderer",
    "capture": "softgl.debug.captures.capture",
    "current_context": "softgl.context",
    "get_proc_address": "softgl.capi.calls",
}
"""Public names that are not modules -> the modules that define them."""


def __getattr__(name: str):
    # Imported on demand: the command line answers --help without loading a compiler.
    if name in _ELSEWHERE:
        return getattr(import_module(_ELSEWHERE[name]), name)
    if name in __all__:
        return import_module(f"softgl.{name}")
    raise AttributeError(f"module 'softgl' has no attribute {name!r}")


def __dir__():
    return sorted(__all__)
