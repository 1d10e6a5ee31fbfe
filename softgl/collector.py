"""Python's collector of circles, where it is only in the way."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected() -> Iterator[None]:
    """While this lasts nothing looks for circles of objects that nobody holds.

    For what makes many objects that stay, or has no circles: the collector looks at all of them
    again and again.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
