"""The end of a refused command: a GLError, or a code in the context."""

from __future__ import annotations

from softgl.gl.api.arguments import ArgumentError, BadArgument, Refused, out_of_memory
from softgl.gl.api.current import current
from softgl.gl.api.errors import GLError

OUT_OF_MEMORY = out_of_memory("there is not enough memory for it")


def refuse(refused: Refused, name: str, arguments: tuple) -> None:
    """Raises the GLError of a refused command, or records its code, by the context's error mode."""
    error = refusal(refused, name, arguments)
    if error is not None:
        raise error


def refusal(refused: Refused, name: str, arguments: tuple) -> GLError | None:
    """Returns the GLError of a refused command to raise; None if its code has been recorded."""
    context = current.context
    if isinstance(refused, BadArgument):
        error = ArgumentError(refused.description, name, arguments)
        error.__cause__ = refused.__cause__
        return error
    error = GLError(refused.code, refused.description, name, arguments)
    error.__cause__ = refused.__cause__
    if context is not None and context.debug.output:
        context.debug.say_error(error)
    if context is None or context.errors == "raise":
        return error
    # OpenGL 2.1, 2.5: "When an error is detected, a flag is set and the code is recorded. Further
    # errors, if they occur, do not affect this recorded code."
    context.error = context.error or refused.code
    if context.refused is not None:
        context.refused(error)
    return None
