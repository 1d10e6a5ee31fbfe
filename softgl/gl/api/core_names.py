"""Commands that OpenGL 3.0 to 3.3 adopted from extensions with other errors."""

from __future__ import annotations

from collections.abc import Callable

from softgl.gl.api import enums
from softgl.gl.api.arguments import Refused, invalid_value


class IndexRefused(Refused):
    """Raised inside a command for an index out of range: extensions say GL_INVALID_OPERATION."""

    def __init__(self, description: str):
        super().__init__(enums.GL_INVALID_OPERATION, description)


def with_core_errors(implementation: Callable) -> Callable:
    """Returns an extension command's implementation with the errors of its OpenGL 3.0 name.

    OpenGL 3.3, 6.1.1: "An INVALID_VALUE error is generated if index is outside the valid range for
    the indexed state target." 2.9.1 and 4.1.8 say the same of binding points and draw buffers.
    """

    def core(ctx, *arguments):
        try:
            return implementation(ctx, *arguments)
        except IndexRefused as refused:
            raise invalid_value(refused.description) from refused.__cause__

    core.__doc__, core.__module__ = implementation.__doc__, implementation.__module__
    return core
