"""One event of a frame with something around it: it is explained, or traced."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from softgl.debug.watching import Stop
from softgl.gl.explain.explainer import Explainer


class Around:
    """Watches a frame up to one event, which happens inside a `with` statement.

    number : of the event. manager : context -> what the statement gets. found : what it gives.
    """

    def __init__(self, number: int, manager: Callable):
        self._number, self._manager = number, manager
        self.found = None

    def before(self, event):
        """The event is about to happen."""
        if event.number == self._number:
            self._open = ExitStack()
            self.found = self._open.enter_context(self._manager(event.context))

    def after(self, event):
        """It has happened, or was refused; nothing that comes later is of interest."""
        if event.number == self._number:
            self._open.close()
        if event.number >= self._number and sys.exc_info()[1] is None:
            raise Stop


@contextmanager
def explained(context) -> Iterator[Explainer]:
    """Explain the draws of the block, saying nothing."""
    usual, context.explainer = context.explainer, Explainer()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield context.explainer
    finally:
        context.explainer = usual
