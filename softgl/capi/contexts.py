"""Contexts of GL that functions of C make: `new_context`."""

from __future__ import annotations

from softgl.context import Context
from softgl.gl.api.current import current
from softgl.gl.context import _make_current


def new_context(share: Context | None = None, **options) -> Context:
    """Makes a context that records errors, with a window of no pixels; does not make it current.

    share : a context to share objects with. options : of `softgl.Context`: version and the like.
    Raises GLError where there is too little memory.
    """
    before = current.called
    try:
        return Context(0, 0, errors="record", share=share, **options)
    finally:
        _make_current(before)
