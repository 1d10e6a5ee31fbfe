"""Lists the events of a frame, and reads the state at one of them."""

from __future__ import annotations

from collections.abc import Callable

from softgl.debug.captures.errors import CaptureError
from softgl.debug.descriptions import Draw, described
from softgl.debug.frames.watch import watch_frame
from softgl.debug.state import difference, state
from softgl.debug.watching import Event, Stop
from softgl.errors import SoftGLError
from softgl.scene import Scene


def draws(scene: Scene, width: int, height: int, **options) -> list[Draw]:
    """Lists the events of a frame; options : of `watch_frame`."""
    found = []
    watch_frame(
        scene, _Before(lambda event: found.append(described(event))), width, height, **options
    )
    return found


class _Before:
    """A watcher that calls a function right before each event."""

    def __init__(self, before: Callable[[Event], None]):
        self.before = before

    def after(self, event):
        """Does nothing."""


def at_draw(scene: Scene, draw: int | None, read: Callable, width: int, height: int, **options):
    """Returns `read(context)` right before an event of a frame; without one, at the frame's end.

    options : of `watch_frame`. Raises CaptureError if the frame has no such event.
    """
    return at_event(scene, draw, lambda ctx, _: read(ctx), width, height, **options)


def at_event(scene: Scene, draw: int | None, read: Callable, width: int, height: int, **options):
    """Returns `read(context, event)` as `at_draw` does; event : None at the frame's end."""
    found: dict = {}
    refused: list[SoftGLError] = []

    def before(event):
        found[event.number] = None
        if event.number == draw:
            try:
                found[draw] = read(event.context, event)
            except SoftGLError as error:  # not an error of the scene's line
                refused.append(error)
            raise Stop

    context = watch_frame(scene, _Before(before), width, height, **options)
    for error in refused:
        raise error
    return read(context, None) if draw is None else _event(found, draw)


def changes_at_draw(
    scene: Scene, draw: int | None, width: int, height: int, **options
) -> dict[str, list]:
    """The `difference` of the state at an event from the state at the event before.

    Before the first event, the state at that event itself stands for the frame's beginning. Without
    a draw: from the first event to the frame's end.
    """
    states = {}

    def before(event):
        wanted = (0,) if draw is None else (draw - 1, draw)
        states[event.number] = state(event.context) if event.number in wanted else None
        if event.number == draw:
            raise Stop

    context = watch_frame(scene, _Before(before), width, height, **options)
    now = state(context) if draw is None else _event(states, draw)
    return difference(states.get(max(0, (draw or 0) - 1), now), now)


def _event(found: dict, draw: int):
    if draw not in found:
        raise CaptureError(f"no draw {draw}: the frame has {len(found)}, counted from 0")
    return found[draw]
