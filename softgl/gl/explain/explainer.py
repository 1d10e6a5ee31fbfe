"""Counts each draw of an explaining context, and reports likely mistakes."""

from __future__ import annotations

import contextlib
import os
import sys
import warnings
import weakref
from collections.abc import Iterator

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.explain import array_reasons, reasons
from softgl.gl.explain.counting import copied, count
from softgl.gl.explain.facts import Facts
from softgl.gl.explain.listener import Listener
from softgl.gl.explain.pixel_reasons import PIXELS, are_fractions, mistaken_pixels
from softgl.gl.explain.program_reasons import NEVER_USED, never_used, note_used
from softgl.gl.explain.reason import REASONS
from softgl.gl.explain.words import explained
from softgl.gl.queries.debug_output import Message

# Each fills the table with its own.
assert array_reasons and reasons
HERE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))) + os.sep


class ExplainWarning(UserWarning):
    """A likely mistake in a draw, named by the message."""


class Explainer(Listener):
    """Counts each draw of a context, and reports likely mistakes.

    last : the facts of the last draw, or None. _found : its mistakes, a sentence each, as found
        right after the draw, since facts read the state, which changes later.
    dtypes : by buffer object, the dtype of the array that filled it.
    pointed : by the id of a client array, the dtype of the array that it was given.
    indices : of the next draw, as in `Facts`. used : as from `note_used`, of all draws.
    _told : the sentences about programs without use that have been told.
    """

    def __init__(self):
        self.last: Facts | None = None
        self._found: list[str] = []
        self.dtypes: weakref.WeakKeyDictionary = weakref.WeakKeyDictionary()
        self.pointed: dict[int, np.dtype | None] = {}
        self.used: set = set()
        self._told: set[str] = set()

    def uploaded(self, buffer, data) -> None:
        """Notes the dtype of new data in a buffer object."""
        dtype = getattr(data, "dtype", None)
        if isinstance(data, np.ndarray) and dtype.kind in "iuf":
            self.dtypes[buffer] = dtype
        elif data is not None:
            self.dtypes.pop(buffer, None)

    def points(self, array, data) -> None:
        """Notes the dtype of the data of a client array, if these are floats from 0 to 1."""
        found = isinstance(data, np.ndarray) and are_fractions(data, array.is_normalized)
        self.pointed[id(array)] = data.dtype if found else None

    def unpacks(self, ctx, data, format_: str, type_: str, size) -> None:
        """Warns of pixels in client memory that have other types or components than is said.

        format_, type_ : names without "GL_". size : of the image, one number per axis.
        """
        store = ctx.pixels.unpack
        if store.row_length or store.image_height:  # a part of a larger image
            return
        for text in mistaken_pixels(data, format_, type_, size):
            self._tell(ctx, PIXELS, text, _place())

    def reads(self, ctx) -> None:
        """Warns, before pixels are read, of programs that no draw has used."""
        for text in never_used(ctx, self.used) if self.last else ():
            if text not in self._told:
                self._told.add(text)
                self._tell(ctx, NEVER_USED, text, _place())

    @contextlib.contextmanager
    def drawing(self, ctx, mode: int, drawing, call) -> Iterator[None]:
        """Counts a draw before, and looks for mistakes after, the block that executes it.

        drawing : the `Drawing` with the framebuffer. call : the DrawCall.
        """
        before, indices, self.indices = copied(drawing.frame), self.indices, None
        note_used(ctx, self.used)
        counts = count(drawing.engine.unobserved, drawing.frame, call, drawing.threads)
        yield
        self.last = facts = Facts(ctx, mode, call, counts, _place(), before, drawing.frame, indices)
        found = [(each, text) for each in REASONS for text in each.find(facts)]
        self._found = [text for _, text in found]
        for each, text in found:
            self._tell(ctx, each, text, facts.place)

    def _tell(self, ctx, found, text, at):
        """Sends a message to debug output, and as a Python warning unless a callback gets it."""
        file, line = at
        place = f"{os.path.basename(file)}:{line}: "
        message = Message(
            gl.GL_DEBUG_SOURCE_API, found.type, found.code, found.severity, (place + text).encode()
        )
        ctx.debug.say(message)
        if ctx.debug.callback is None and ctx.debug.groups[-1].wants(message):
            warnings.warn_explicit(text, ExplainWarning, file, line)

    def failed(self, ctx, text: str) -> None:
        """Warns of a shader or a program that failed, unless a callback gets messages."""
        if ctx.debug.callback is None:
            warnings.warn_explicit(text, ExplainWarning, *_place())

    def explanation(self) -> str:
        """Returns the last draw's counts, stage by stage, and its likely mistakes."""
        if self.last is None:
            return "nothing has been drawn yet"
        return explained(self.last, [*self._found, *never_used(self.last.ctx, self.used)])


def _place():
    """Returns the file and line outside softgl of the call."""
    frame = sys._getframe(1)
    while frame.f_back is not None and _is_own(frame):
        frame = frame.f_back
    return frame.f_code.co_filename, frame.f_lineno


def _is_own(frame):
    """True if a frame is softgl's, or contextlib's inside a call of softgl."""
    file = frame.f_code.co_filename
    # Public functions are compiled under the name of a module.
    return file.startswith((HERE, "softgl.")) or file == contextlib.__file__
