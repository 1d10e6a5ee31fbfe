"""The errors and the warning of model files."""

from __future__ import annotations

from softgl.errors import SoftGLError


class ModelError(SoftGLError):
    """A model file cannot be read; the message is the reason, in one line."""


class ModelWarning(UserWarning):
    """A model is not drawn as its file says; the message names the part and the reason."""


def text_error(path, line: int, reason: str) -> ModelError:
    """Returns the error of a line of a text file, the first is 1; reason : found and expected."""
    return ModelError(f"{path}, line {line}: {reason}")


def byte_error(path, offset: int, reason: str) -> ModelError:
    """Returns the error of a byte of a binary file, the first is 0; reason : found and expected."""
    return ModelError(f"{path}, byte {offset}: {reason}")
