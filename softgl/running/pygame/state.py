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

    make_event : (type, attributes) -> an event of pygame, the real one's or our own.
    make_surface : (size, flags) -> the surface that set_mode returns.
    pixels : of a surface, (height, width, 3) uint8, for windows without GL; None: there are none.
    error : the exception of wrong calls.
    numbers : of the types of events; the versions of pygame have different ones.
    events : in the order in which the program gets them.
    blocked : the types of events that the program refuses.
    keys : the codes of pressed keys. modifiers : KMOD_SHIFT and so on.
    pressed, released : the codes of keys that went down and up at the last look for events.
    moved : the mouse's way since the program asked.
    timers : [due, period, event, number of times], nanoseconds.
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
    told: bool = False
    custom: int = 0

    def post(self, name: str, **attributes) -> None:
        """Appends an event to the queue, unless its type is blocked."""
        kind = self.numbers[name]
        if kind not in self.blocked:
            self.events.append(self.make_event(kind, attributes))
