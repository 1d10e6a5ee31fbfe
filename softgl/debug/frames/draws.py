"""The events of a frame, the commands that make pixels, as a list; the state at one of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, field

import numpy as np

from softgl.debug.captures.errors import CaptureError
from softgl.debug.frames.watch import watch_frame
from softgl.debug.plain import MODES, enum_name
from softgl.debug.state import difference, state
from softgl.debug.watching import Event, Stop
from softgl.gl.api.spelling import spelled_call
from softgl.records import dataclass
from softgl.scene import Scene


@dataclass(frozen=True)
class Draw:
    """An event of a frame.

    number : from 0. kind : of `watching.KINDS`. command, arguments : as they may stand in a
    program. mode : of primitives; None where there are none. count : of vertices; None where none
    are counted. programs : the names of those enabled by stage, 0 for the default object.
    framebuffer : the name of what is drawn to. textures : names by unit and target.
    """

    number: int
    kind: str
    command: str
    arguments: str
    mode: str | None = None
    count: int | None = None
    programs: dict[str, int] = field(default_factory=dict)
    framebuffer: int = 0
    textures: dict[str, dict[str, int]] = field(default_factory=dict)

    @property
    def call(self) -> str:
        """The call as it may stand in a program."""
        return f"{self.command}({self.arguments})"


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


def described(event: Event) -> Draw:
    """An event as it is about to happen."""
    ctx = event.context
    call = spelled_call(event.command, tuple(map(_brief, event.arguments)))
    return Draw(
        event.number, event.kind, event.command, call[len(event.command) + 1 : -1],
        None if event.mode is None else enum_name(event.mode, MODES), event.count,
        {t.stage.value: t.bound.name for t in ctx.programs.targets if t.enabled},
        ctx.framebuffers.draw.name,
        {
            f"GL_TEXTURE{unit}": bound
            for unit, each in enumerate(ctx.texturing.units)
            if (bound := {f"GL_{t.target.enum}": t.name for t in each.bound.values() if t.name})
        },
    )  # fmt: skip


class _Shown(str):
    """What stands for itself in a call."""

    __slots__ = ()
    __repr__ = str.__str__


def _brief(value):
    """An array as its type and shape."""
    if not isinstance(value, np.ndarray):
        return value
    return _Shown(f"{value.dtype}[{', '.join(map(str, value.shape))}]")


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


def as_json(found: list[Draw]) -> list[dict]:
    """Events as JSON has them."""
    return [asdict(each) for each in found]
