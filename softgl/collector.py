"""Pauses Python's cyclic garbage collector where it only costs time."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_own = False


def own_process() -> None:
    """Marks this process as one that runs a command of softgl.

    Objects made under `uncollected(stays=True)` then stay frozen: the collection at the end of the
    process, 0.08 seconds, skips them.
    """
    global _own
    _own = True


@contextmanager
def uncollected(*, stays: bool = False) -> Iterator[None]:
    """A context without garbage collection.

    For code that makes many long-lived objects, or none in reference cycles: the collector would
    traverse all of them again and again.

    stays : True if the new objects are long-lived; they move to the oldest generation at the end.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if stays and not gc.get_freeze_count():
            # Freezing and unfreezing moves all objects to the oldest generation.
            gc.freeze()
            if not _own:
                gc.unfreeze()
        if enabled:
            gc.enable()
