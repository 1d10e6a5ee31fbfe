"""The events of a frame, the commands that make pixels, as a list; the state at one of them."""

from __future__ import annotations

from collections.abc import Callable

from softgl.debug.captures.errors import CaptureError
from softgl.debug.descriptions import Draw, described
from softgl.debug.frames.watch import watch_frame
from softgl.debug.state import difference, state
from softgl.debug.watching import Event, Stop
from softgl.scene import Scene


def draws(scene: Scene, width: int, height: int, **options) -> list[Draw]:
    """The events of a frame of a scene; options : of `frames.watch_frame`."""
    found = []
    watch_frame(
        scene, _Before(lambda event: found.append(described(event))), width, height, **options
    )
    return found


class _Before:
    """A watcher that looks at events right before they happen."""

    def __init__(self, look: Callable[[Event], None]):
        self.before = look

    def after(self, event):
        """Nothing is looked at then."""


def at_draw(scene: Scene, draw: int | None, look: Callable, width: int, height: int, **options):
    """What `look(context)` gives right before an event of a frame; None: at the frame's end.

    options : of `frames.watch_frame`. Raises CaptureError for an event that is not there.
    """
    found = {}

    def before(event):
        if event.number == draw:
            found[draw] = look(event.context)
            raise Stop
        found[event.number] = None

    context = watch_frame(scene, _Before(before), width, height, **options)
    return look(context) if draw is None else _event(found, draw)


def changes_at_draw(
    scene: Scene, draw: int | None, width: int, height: int, **options
) -> dict[str, list]:
    """What differs between the state at an event and that at the one before it: `difference`.

    The one before the first is the frame's beginning, as far as that can be told: the state at the
    first event itself. For None: between the first event and the frame's end.
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
        raise CaptureError(f"there is no draw {draw}: the frame has {len(found)}, counted from 0")
    return found[draw]
