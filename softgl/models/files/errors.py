"""The error and the warning of model files."""

from __future__ import annotations

from softgl.errors import SoftGLError


class ModelError(SoftGLError):
    """A model file cannot be read; the message is the reason, in one line."""


class ModelWarning(UserWarning):
    """A model is not drawn as its file says; the message names the part and the reason."""
