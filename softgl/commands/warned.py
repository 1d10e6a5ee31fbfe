"""Warnings as a command shows them: a line of the standard error each."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def warnings_as_lines() -> Iterator[None]:
    """Show every UserWarning of the block, as `softgl: ` and its message."""
    with warnings.catch_warnings():
        warnings.showwarning = lambda message, *_: print(f"softgl: {message}", file=sys.stderr)
        warnings.simplefilter("always", UserWarning)
        yield
