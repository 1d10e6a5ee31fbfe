"""PyOpenGL's platform: its GL functions are those of softgl.gl."""

from __future__ import annotations

import ctypes
from functools import cache
from weakref import WeakKeyDictionary

from OpenGL.platform.baseplatform import BasePlatform

import softgl
from softgl import gl
from softgl.errors import SoftGLError
from softgl.gl.context import current_context
from softgl.running.missing import Missing
from softgl.running.window_systems import WHY

_numbers: WeakKeyDictionary = WeakKeyDictionary()


class Absent:
    """A missing library: its functions are false, and fail when they are called."""

    def __init__(self, name: str):
        self._name = name

    def __getattr__(self, function):
        if function.startswith("__"):
            raise AttributeError(function)
        return Missing(function, WHY.get(self._name, ""))


class Commands:
    """The functions of GL; PyOpenGL looks for OSMesa's there too."""

    def __getattr__(self, name):
        return getattr(library("osmesa") if name.startswith("OSMesa") else gl, name)


@cache
def library(kind: str):
    """Returns one of softgl's C libraries; an `Absent` one on systems without them."""
    from softgl import clib

    try:
        return clib.load(kind)[0]
    except SoftGLError:
        return Absent({"egl": "EGL"}.get(kind, kind))


class SoftGLPlatform(BasePlatform):
    """The source of functions and of the current context for PyOpenGL."""

    DEFAULT_FUNCTION_TYPE = staticmethod(ctypes.CFUNCTYPE)
    # A library is an object with functions; None stands for one without any.
    GL = Commands()
    GLU = GLUT = None
    GLE, GLX, WGL, AGL = Absent("GLE"), Absent("GLX"), Absent("WGL"), Absent("AGL")
    GLES1, GLES2, GLES3 = Absent("GLES1"), Absent("GLES2"), Absent("GLES3")
    EGL = property(lambda self: library("egl"))
    OSMesa = property(lambda self: library("osmesa"))

    def getExtensionProcedure(self, name):
        """Returns the address of a C function; 0 if there is none."""
        return softgl.get_proc_address(name)

    def GetCurrentContext(self):
        """Returns a number for the current context, under which PyOpenGL keeps arrays; 0: none."""
        context = current_context()
        return 0 if context is None else _numbers.setdefault(context, len(_numbers) + 1)

    CurrentContextIsValid = GetCurrentContext

    def getGLUTFontPointer(self, constant):
        """Raises AttributeError: only `OpenGL.GLUT` needs it, which is softgl's own."""
        raise AttributeError(constant)

    def constructFunction(
        self, functionName, dll, resultType=ctypes.c_int, argTypes=(), doc=None, argNames=(),
        extension=None, deprecated=False, module=None, force_extension=False, error_checker=None,
    ):  # fmt: skip
        """Returns a function for PyOpenGL from its C signature; AttributeError if it is missing."""
        if isinstance(dll, ctypes.CDLL):
            details = functionName, dll, resultType, argTypes, doc, argNames, extension, deprecated
            return super().constructFunction(*details, module, force_extension, error_checker)
        command = getattr(gl, functionName, None) if dll is self.GL else None
        if command is None or not callable(command):
            raise AttributeError(f"softgl has no {functionName}")
        # PyOpenGL's modules need the platform, so they are imported after it is made.
        from softgl.pyopengl.calls import guarded

        function = guarded(functionName, command)
        function.__name__, function.__doc__ = functionName, doc
        function.argNames, function.restype = list(argNames or ()), resultType
        function.argtypes = [self.finalArgType(each) for each in argTypes]
        function.DLL, function.extension, function.deprecated = dll, extension, deprecated
        function.errcheck = None
        return self.wrapLogging(self.wrapContextCheck(function, dll))
