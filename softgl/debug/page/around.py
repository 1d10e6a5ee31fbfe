"""Runs one event of a frame inside a context manager, to explain or trace it."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from softgl.debug.watching import Stop
from softgl.gl.explain.explainer import Explainer


class Around:
    """A watcher of a frame up to one event, which runs inside a `with` statement.

    number : of the event. manager : function (context) -> context manager. found : its value.
    """

    def __init__(self, number: int, manager: Callable):
        self._number, self._manager = number, manager
        self.found = None

    def before(self, event):
        """Enters the context manager before the event."""
        if event.number == self._number:
            self._open = ExitStack()
            self.found = self._open.enter_context(self._manager(event.context))

    def after(self, event):
        """Leaves the context manager after the event, and ends the frame."""
        if event.number == self._number:
            self._open.close()
        if event.number >= self._number and sys.exc_info()[1] is None:
            raise Stop


@contextmanager
def explained(context) -> Iterator[Explainer]:
    """Explains the draws of the block without warnings."""
    usual, context.explainer = context.explainer, Explainer()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield context.explainer
    finally:
        context.explainer = usual
