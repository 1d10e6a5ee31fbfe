"""Warnings of commands: one line each on the standard error."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def warnings_as_lines() -> Iterator[None]:
    """Prints every UserWarning of the block as `softgl: ` and its message."""
    with warnings.catch_warnings():
        warnings.showwarning = lambda message, *_: print(f"softgl: {message}", file=sys.stderr)
        warnings.simplefilter("always", UserWarning)
        yield
