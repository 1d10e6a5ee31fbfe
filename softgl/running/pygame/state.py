"""The state of pygame: the window, the queue of events, keys and the mouse."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field

from softgl.glut.windows import Window
from softgl.records import dataclass
from softgl.running.pygame.constants import EVENTS
from softgl.running.stand_ins.screen import Screen


@dataclass(eq=False)
class State:
    """The state of pygame.

    make_event : (type, attributes) -> an event of pygame, the real one's or softgl's.
    make_surface : (size, flags) -> the surface that set_mode returns.
    pixels : surface -> (height, width, 3) uint8, for windows without GL; None: not supported.
    error : the exception for wrong calls.
    numbers : the numbers of event types, which differ between versions of pygame.
    events : the queue.
    blocked : the event types that the program has blocked.
    keys : the codes of pressed keys. modifiers : KMOD_SHIFT bits and the like.
    pressed, released : the codes of keys pressed and released since the last read of events.
    moved : the movement of the mouse since the program's last query.
    timers : [due, period, event, number of times], in nanoseconds.
    attributes : of gl_set_attribute.
    """

    screen: Screen
    make_event: Callable
    make_surface: Callable
    pixels: Callable | None
    error: type[Exception]
    numbers: dict[str, int] = field(default_factory=lambda: dict(EVENTS))
    window: Window | None = None
    surface: object = None
    flags: int = 0
    caption: tuple[str, str] = ("pygame window", "pygame window")
    events: list = field(default_factory=list)
    blocked: set[int] = field(default_factory=set)
    keys: set[int] = field(default_factory=set)
    pressed: set[int] = field(default_factory=set)
    released: set[int] = field(default_factory=set)
    held: set[str] = field(default_factory=set)
    modifiers: int = 0
    moved: tuple[int, int] = (0, 0)
    visible: bool = True
    grabbed: bool = False
    repeat: tuple[int, int] = (0, 0)
    timers: list[list] = field(default_factory=list)
    attributes: dict[int, int] = field(default_factory=dict)
    started: bool = False
    announced: bool = False
    custom: int = 0

    def post(self, name: str, **attributes) -> None:
        """Appends an event to the queue, unless its type is blocked."""
        kind = self.numbers[name]
        if kind not in self.blocked:
            self.events.append(self.make_event(kind, attributes))
