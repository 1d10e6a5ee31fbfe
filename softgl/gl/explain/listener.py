"""The calls that a context makes to its explainer."""

from __future__ import annotations

from contextlib import AbstractContextManager


class Listener:
    """Hears of the draws and the data of a context; does nothing.

    indices : of the next draw, as in `Facts`.
    """

    indices: tuple | None = None

    def drawing(self, ctx, mode: int, drawing, call) -> AbstractContextManager[None]:
        """Surrounds the execution of a draw."""
        raise NotImplementedError

    def uploaded(self, buffer, data) -> None:
        """Hears of new data in a buffer object."""

    def points(self, array, data) -> None:
        """Hears of the data of a client array."""

    def unpacks(self, ctx, data, format_: str, type_: str, size) -> None:
        """Hears of pixels in client memory."""

    def reads(self, ctx) -> None:
        """Hears that pixels are read."""

    def failed(self, ctx, text: str) -> None:
        """Hears of a shader or a program that failed."""
