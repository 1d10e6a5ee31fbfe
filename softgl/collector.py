"""Python's collector of circles, where it is only in the way."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_own = False


def own_process() -> None:
    """Say that this process runs a command of softgl.

    What softgl is made of then stays out of the collector's sight to the end, when it would look
    for circles once more: 0.08 seconds.
    """
    global _own
    _own = True


@contextmanager
def uncollected(*, stays: bool = False) -> Iterator[None]:
    """While this lasts nothing looks for circles of objects that nobody holds.

    For what makes many objects that stay, or has no circles: the collector looks at all of them
    again and again. It looks at them once more when this is over, but not if what is made `stays`.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if stays and not gc.get_freeze_count():
            # All that is there goes to the oldest generation, through the one of what is frozen.
            gc.freeze()
            if not _own:
                gc.unfreeze()
        if enabled:
            gc.enable()
