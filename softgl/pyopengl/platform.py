"""The platform of PyOpenGL: its functions of GL are those of softgl.gl."""

from __future__ import annotations

import ctypes
from weakref import WeakKeyDictionary

from OpenGL.platform.baseplatform import BasePlatform

from softgl import gl
from softgl.gl.context import current_context

_numbers: WeakKeyDictionary = WeakKeyDictionary()


class SoftGLPlatform(BasePlatform):
    """What PyOpenGL asks for functions and for the current context."""

    DEFAULT_FUNCTION_TYPE = staticmethod(ctypes.CFUNCTYPE)
    # A library is an object with functions; of those that are None nothing is there.
    GL = gl
    GLU = GLUT = GLE = GLES1 = GLES2 = GLES3 = EGL = OSMesa = None

    def GetCurrentContext(self):
        """A number of the current context, 0 for none. PyOpenGL keeps arrays by it."""
        context = current_context()
        return 0 if context is None else _numbers.setdefault(context, len(_numbers) + 1)

    CurrentContextIsValid = GetCurrentContext

    def getGLUTFontPointer(self, constant):
        """Of `OpenGL.GLUT`, which is softgl's own."""
        raise AttributeError(constant)

    def constructFunction(
        self, functionName, dll, resultType=ctypes.c_int, argTypes=(), doc=None, argNames=(),
        extension=None, deprecated=False, module=None, force_extension=False, error_checker=None,
    ):  # fmt: skip
        """A function of PyOpenGL, by what it says of the one of C; AttributeError for none."""
        command = getattr(gl, functionName, None) if dll is gl else None
        if command is None or not callable(command):
            raise AttributeError(f"softgl has no {functionName}")
        # PyOpenGL's modules want the platform, so that none can be imported before that is made.
        from softgl.pyopengl.calls import guarded

        function = guarded(functionName, command)
        function.__name__, function.__doc__ = functionName, doc
        function.argNames, function.restype = list(argNames or ()), resultType
        function.argtypes = [self.finalArgType(each) for each in argTypes]
        function.DLL, function.extension, function.deprecated = dll, extension, deprecated
        function.errcheck = None
        return self.wrapLogging(self.wrapContextCheck(function, dll))
