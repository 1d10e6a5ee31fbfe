"""The error of a refused GL command."""

from __future__ import annotations

from softgl.errors import SoftGLError
from softgl.gl.api import enums
from softgl.gl.api.spelling import spelled_call


class GLError(SoftGLError):
    """A GL command was refused; the state is as it was before the call.

    Attributes follow PyOpenGL: `err` (the GL error code), `description` (what is wrong, in words),
    `baseOperation` (the function's name), `cArguments`, `cArgs` and `pyArgs` (its arguments),
    `result` (None: a refused command has none).
    """

    __module__ = "softgl"
    result = None

    def __init__(self, err, description, function="", arguments=()):
        self.err = int(err)
        self.description = description
        self.baseOperation = function
        self.cArguments = self.cArgs = self.pyArgs = tuple(arguments)
        super().__init__(err, description, function, arguments)

    @property
    def code(self) -> int:
        """The GL error code, e.g. `GL_INVALID_VALUE`."""
        return self.err

    def __str__(self):
        call = spelled_call(self.baseOperation, self.cArguments)
        name = enums.ERROR_NAMES.get(self.err, hex(self.err))
        return f"{call}: {name}: {self.description}"

    def __repr__(self):
        try:
            return super().__repr__()
        except Exception:  # of an argument that Python cannot spell
            return f"{type(self).__name__}({str(self)!r})"
