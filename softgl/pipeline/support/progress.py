"""Progress of long draws, reported to a listener."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

Listener = Callable[[int, int, str], None]

_listeners: list[Listener] = []


@contextmanager
def listening(listener: Listener) -> Iterator[None]:
    """While this lasts, `listener(done, total, unit)` is called while draws of any context go on.

    unit : what is counted, "vertices", "tiles" or "quads". Any thread may call it, and often;
    short draws tell nothing.
    """
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)


def anybody_listens() -> bool:
    """True if there is a listener."""
    return bool(_listeners)


def tell(done: int, total: int, unit: str) -> None:
    """Reports that `done` of `total` are drawn."""
    for listener in _listeners:
        listener(done, total, unit)
