"""Finds out whether the frames of a scene go on from those before them.

A scene says so itself, by `SEQUENCE`. Without it, a few frames are drawn several times, in new
contexts, after other frames and after themselves. Where they differ, the scene keeps state
from frame to frame. They are small, since a scene that keeps state does so in any size.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from hashlib import blake2b

from softgl.drawer import Drawer
from softgl.scene import Scene, SceneError, load

FAILED = b""
"""The outcome of a frame that raises an error."""
MOST_PIXELS = 128
"""The longer side of the frames that are compared."""


def earlier(
    scene: Scene, size: tuple[int, int], times: Sequence[float], options: dict
) -> list[float]:
    """The times of the frames that are drawn before the last one of `times`: all others, or none.

    Warns where the scene does not say so, but comparing frames shows it.
    times : of all frames up to that one. options : of `softgl.Context`. Raises SceneError.
    """
    *before, wanted = times
    if not before or scene.sequence is False:
        return []
    if scene.sequence is None:
        if not goes_on(scene.source, size, [before[0], before[-1], wanted], options):
            return []
        warnings.warn(
            f"{scene.name} draws the same frame differently after other frames: those before it "
            "are drawn too (SEQUENCE = True in it says so, SEQUENCE = False that they need not)",
            stacklevel=2,
        )
    return before


def goes_on(source, size, times, options) -> bool:
    """True if frames of a scene, loaded from its `source`, differ after others; see `earlier`.

    times : of a few frames that are compared.
    """
    found = _outcomes(source, _small(size), times, options)
    if any(outcome == FAILED for _, outcome in found):  # the scene may need its size
        found = _outcomes(source, size, times, options)
    return len(found) > len({time for time, _ in found})


def few(times: Sequence[float]) -> list[float]:
    """Three of the times of an animation to compare: the first, the middle, the last."""
    return [times[0], times[len(times) // 2], times[-1]]


def _small(size):
    longer = max(size)
    return tuple(max(1, side * min(longer, MOST_PIXELS) // longer) for side in size)


def _outcomes(source, size, times, options) -> set[tuple[float, bytes]]:
    """Draws frames in a new context, after others and after themselves.

    Returns (time, outcome) pairs, one for each outcome that differs.
    """
    found = set()
    for order in ((*times, times[-1], times[0]), times[::-1]):
        try:
            drawer = Drawer(load(*source), *size, options)
        except SceneError:
            found.update((time, FAILED) for time in order)
            continue
        found.update((time, _outcome(drawer, time)) for time in order)
    return found


def _outcome(drawer, time) -> bytes:
    """Draws a frame; returns a digest of its pixels."""
    try:
        return blake2b(drawer.draw(time).tobytes()).digest()
    except SceneError:  # as one that earlier frames prepare for
        return FAILED
