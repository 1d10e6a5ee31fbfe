"""What can be wrong with a capture."""

from __future__ import annotations

from softgl.errors import SoftGLError


class CaptureError(SoftGLError):
    """A capture cannot be made, read or drawn; the message says why in one line."""


def one_line(error: BaseException) -> str:
    """What an exception says, in one line of a message."""
    return " ".join(str(error).split())[:200] or type(error).__name__
