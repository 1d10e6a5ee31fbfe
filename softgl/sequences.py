"""Detects scenes whose frames depend on the frames before them.

A scene declares that by `SEQUENCE`. Without it, a few frames are drawn several times, in new
contexts, after other frames and after themselves. If the pictures differ, the scene carries state
from frame to frame. The frames are small, since such a scene carries state at any size.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from hashlib import blake2b

from softgl.drawer import Drawer
from softgl.scene import Scene, SceneError, load

FAILED = b""
"""The outcome of a frame that raises an error."""
MAX_PREVIEW_SIDE = 128
"""Pixels of the longer side of the compared frames."""


def earlier(
    scene: Scene, size: tuple[int, int], times: Sequence[float], options: dict
) -> list[float]:
    """The times of the frames to draw before the last one of `times`: all others, or none.

    times : the times of all frames up to that one. options : of `softgl.Context`.

    Warns if only the comparison of frames shows that they are needed. Raises SceneError.
    """
    *before, wanted = times
    if not before or scene.sequence is False:
        return []
    if scene.sequence is None:
        if not goes_on(scene.source, size, [before[0], before[-1], wanted], options):
            return []
        warnings.warn(
            f"{scene.name} draws the same frame differently after other frames: earlier frames "
            "are drawn too (SEQUENCE = True or False in the scene decides it without a warning)",
            stacklevel=2,
        )
    return before


def goes_on(source, size, times, options) -> bool:
    """True if frames of the scene of `source` differ when drawn after other frames.

    times : the times of a few frames to compare.
    """
    found = _outcomes(source, _small(size), times, options)
    if any(outcome == FAILED for _, outcome in found):  # the scene may need its size
        found = _outcomes(source, size, times, options)
    return len(found) > len({time for time, _ in found})


def few(times: Sequence[float]) -> list[float]:
    """Selects the first, the middle and the last time of an animation for the comparison."""
    return [times[0], times[len(times) // 2], times[-1]]


def _small(size):
    longer = max(size)
    return tuple(max(1, side * min(longer, MAX_PREVIEW_SIDE) // longer) for side in size)


def _outcomes(source, size, times, options) -> set[tuple[float, bytes]]:
    """Draws frames in a new context, after others and after themselves.

    Returns the set of their (time, outcome) pairs.
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
    except SceneError:  # for example a frame that needs the preparation of earlier ones
        return FAILED
