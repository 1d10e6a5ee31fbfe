"""What a context that explains does beside each draw."""

from __future__ import annotations

import contextlib
import os
import sys
import warnings
import weakref
from collections.abc import Iterator

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.explain.counting import copied, count
from softgl.gl.explain.facts import Facts
from softgl.gl.explain.reasons import REASONS
from softgl.gl.explain.words import explained
from softgl.gl.queries.debug_output import Message

HERE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))) + os.sep


class ExplainWarning(UserWarning):
    """Something in a draw that looks like a mistake; the message says what."""


class Explainer:
    """Looks at each draw of a context, and tells what looks like a mistake.

    last : the facts of the last draw, or None. _found : the mistakes in it, a sentence each, as
    found when it was done: facts read the state, which goes on changing.
    given : what buffer objects were filled with, a dtype each.
    """

    def __init__(self):
        self.last: Facts | None = None
        self._found: list[str] = []
        self.given: weakref.WeakKeyDictionary = weakref.WeakKeyDictionary()

    def uploaded(self, buffer, data) -> None:
        """A buffer object has got data."""
        dtype = getattr(data, "dtype", None)
        if isinstance(data, np.ndarray) and dtype.kind in "iuf":
            self.given[buffer] = dtype
        elif data is not None:
            self.given.pop(buffer, None)

    @contextlib.contextmanager
    def drawing(self, ctx, mode: int, drawing, call) -> Iterator[None]:
        """Look at a draw, which is done in the block.

        drawing : the `Drawing`, of which the framebuffer is drawn to. call : the DrawCall.
        """
        before = copied(drawing.frame)
        counts = count(drawing.engine.unobserved, drawing.frame, call, drawing.threads)
        yield
        self.last = facts = Facts(ctx, mode, call, counts, _place(), before, drawing.frame)
        found = [(each, text) for each in REASONS for text in each.find(facts)]
        self._found = [text for _, text in found]
        for each, text in found:
            self._say(ctx, each, text)

    def _say(self, ctx, found, text):
        """Give a message to debug output, and to Python's warnings if no callback gets it."""
        file, line = self.last.place
        place = f"{os.path.basename(file)}:{line}: "
        message = Message(
            gl.GL_DEBUG_SOURCE_API, found.type, found.code, found.severity, (place + text).encode()
        )
        ctx.debug.say(message)
        if ctx.debug.callback is None and ctx.debug.groups[-1].wants(message):
            warnings.warn_explicit(text, ExplainWarning, file, line)

    def explanation(self) -> str:
        """What the last draw did, stage by stage, and what looks like a mistake in it."""
        if self.last is None:
            return "nothing has been drawn yet"
        return explained(self.last, self._found)


def _place():
    """The file and the line outside softgl that made the call."""
    frame = sys._getframe(1)
    while frame.f_back is not None and _is_own(frame):
        frame = frame.f_back
    return frame.f_code.co_filename, frame.f_lineno


def _is_own(frame):
    """Whether a frame is softgl's, or what it needs to call itself."""
    file = frame.f_code.co_filename
    # Public functions are compiled in the name of a module.
    return file.startswith((HERE, "softgl.")) or file == contextlib.__file__
