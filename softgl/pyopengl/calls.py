"""Functions for PyOpenGL: they take the arguments of C functions, and raise PyOpenGL's errors."""

from __future__ import annotations

import ctypes

from OpenGL import _configflags, error

from softgl.gl.api.addresses import Address
from softgl.gl.api.arguments import ArgumentError
from softgl.gl.api.errors import GLError
from softgl.gl.api.signature import signature
from softgl.gl.context import current_context
from softgl.gl.selection.selection import HitRecord
from softgl.pyopengl.pointers import as_arrays


class PyOpenGLError(error.GLError, GLError):
    """A refused command, for handlers of PyOpenGL's error and of softgl's."""

    def __init__(self, cause: GLError):
        details = cause.description, cause.baseOperation, cause.cArguments
        GLError.__init__(self, cause.err, *details)
        self.result = self.pyArgs = self.cArgs = None
        self.err, (self.description, self.baseOperation, self.cArguments) = cause.err, details

    def __str__(self):
        return GLError.__str__(self)


def ended(result) -> int:
    """Returns glRenderMode's result in C: the number of hits, or of values."""
    if not isinstance(result, list):
        return result
    if result and isinstance(result[0], HitRecord):
        return len(result)
    feedback = current_context().selection.feedback
    return feedback.ended if feedback else 0


def guarded(name, command):
    """Returns a command that takes PyOpenGL's arguments for C, and raises PyOpenGL's errors."""
    parameters = signature(name).parameters
    pointers = [place for place, each in enumerate(parameters) if each.pointer]

    def function(*arguments):
        if pointers:
            arguments = as_arrays(parameters, pointers, arguments)
        try:
            result = command(*arguments)
            if type(result) is Address:
                return None
            return ended(result) if name == "glRenderMode" else result
        except ArgumentError as refused:
            raise ctypes.ArgumentError(str(refused)) from refused
        except GLError as refused:
            if _configflags.ERROR_CHECKING:
                raise PyOpenGLError(refused) from refused.__cause__
            context = current_context()
            if context is not None:
                context.error = context.error or refused.err
            return None

    return function
