"""Reduces a capture to the calls that a pixel needs, by delta debugging.

Calls are removed as long as the bytes of the pixel stay the same, in units: first draws (glBegin to
glEnd is one), then the other calls of the frame, then calls before it. Larger sets of units are
tried before smaller ones.

If draws cover the pixel, trials clear to another colour than the capture does. So the draw that
made a pixel black is needed, though the clear makes it black, too.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from softgl.debug.captures.errors import CaptureError
from softgl.debug.captures.file import FRAME, Call, Capture
from softgl.debug.captures.replay import drawn
from softgl.debug.watching import kind_of
from softgl.gl.api import enums as gl

MAX_REPLAYS = 2000
_BEGIN, _END = "glBegin", "glEnd"
_TINT = Call("glClearColor", (0.25, 0.5, 0.75, 0.5))
"""A clear colour that few pictures have."""


def minimised(
    capture: Capture,
    pixel: tuple[int, int],
    progress: Callable[[str], None] = lambda words: None,
    **options,
) -> Capture:
    """Removes all calls of a capture that the bytes of a pixel of the window do not need.

    pixel : (x, y) from the left and the top. progress : called with messages.
    options : of `softgl.Context`. Raises CaptureError for a pixel outside the window.
    """
    header = capture.header
    x, y = pixel
    if not (0 <= x < header.width and 0 <= y < header.height):
        size = f"{header.width}x{header.height}"
        raise CaptureError(f"no pixel {x},{y} in {size} pixels, counted from 0")
    trials = _Trials(capture, pixel, progress, options)
    before = [[call] for call in capture.calls[: capture.first]]
    frame = units(capture.calls[capture.first :])
    frame = trials.needed(frame, _is_draw, lambda units_: [*before, *units_])
    frame = trials.needed(frame, _is_other, lambda units_: [*before, *units_])
    before = trials.needed(before, _is_other, lambda units_: [*units_, *frame])
    return capture.with_calls(_calls([*before, *frame]))


def units(calls) -> list[list[Call]]:
    """Groups calls to units: glBegin to glEnd is one."""
    found, inside = [], False
    for call in calls:
        if inside:
            found[-1].append(call)
        else:
            found.append([call])
        if call.name in (_BEGIN, _END) and not (call.error and call.name == _BEGIN):
            inside = call.name == _BEGIN
    return found


def _is_draw(unit) -> bool:
    return kind_of(unit[-1].name) is not None


def _is_other(unit) -> bool:
    return not _is_draw(unit) and unit[0].name != FRAME


def _calls(units_) -> list[Call]:
    return [call for unit in units_ for call in unit]


class _Trials:
    """Draws a capture with subsets of its calls, and compares a pixel."""

    def __init__(self, capture, pixel, progress, options):
        self.capture, self.progress, self.options = capture, progress, options
        self.pixel, self.count = pixel, 0
        self.tinted = False
        self.wanted = self._bytes(capture.calls)
        self.tinted = True
        self.tinted = self._same(capture.calls)

    def _bytes(self, calls) -> bytes:
        x, y = self.pixel
        calls = _tinted(calls) if self.tinted else calls
        picture = drawn(self.capture.with_calls(calls), **self.options).read_image()
        return np.asarray(picture)[y, x].tobytes()

    def _same(self, calls) -> bool:
        self.count += 1
        try:
            return self._bytes(calls) == self.wanted
        except CaptureError:  # a call needs a removed one
            return False

    def needed(self, units_: list, wanted: Callable, around: Callable) -> list:
        """Removes units that are not needed, among those for which `wanted` is True.

        around : completes some units to all units that a trial draws.
        """
        places = [number for number, unit in enumerate(units_) if wanted(unit)]
        needed, size = places, len(places)
        while size:
            start = len(needed)
            while start > 0:  # from the end: earlier calls need later ones least
                if self.count >= MAX_REPLAYS:
                    return _without(units_, places, needed)
                start = max(0, start - size)
                fewer = needed[:start] + needed[start + size :]
                if self._same(_calls(around(_without(units_, places, fewer)))):
                    needed = fewer
                self.progress(f"{self.count} trials, {len(needed)} of {len(places)} calls left")
            size //= 2
        return _without(units_, places, needed)


def _tinted(calls) -> list[Call]:
    """Clears the window, and each time that the calls clear, to another colour."""
    first = Call("glClear", (gl.GL_COLOR_BUFFER_BIT,)), Call("glClearColor", (0.0, 0.0, 0.0, 0.0))
    found = [_TINT, *first]
    for call in calls:
        found += [_TINT, call] if call.name == "glClear" else [call]
    return found


def _without(units_, places, needed) -> list:
    """The units without those of `places` that are not in `needed`."""
    dropped = set(places) - set(needed)
    return [unit for number, unit in enumerate(units_) if number not in dropped]
