"""Errors of captures."""

from __future__ import annotations

from softgl.errors import SoftGLError


class CaptureError(SoftGLError):
    """A capture cannot be made, read or drawn; the message is the reason, in one line."""


def one_line(error: BaseException) -> str:
    """Returns the message of an exception in one line."""
    return " ".join(str(error).split())[:200] or type(error).__name__
