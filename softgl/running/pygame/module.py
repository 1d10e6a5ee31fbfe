"""A small pygame of softgl's own, without the real one: `own_modules`."""

from __future__ import annotations

from types import ModuleType

from softgl.running.pygame.constants import CONSTANTS
from softgl.running.pygame.keys import KeyNames
from softgl.running.pygame.parts import make_state, parts_of
from softgl.running.pygame.surfaces import Image, Surface, Transform
from softgl.running.stand_ins.modules import lacking, public
from softgl.running.stand_ins.screen import Screen

VERSION = 2, 6, 1
ADVICE = "; pip install pygame, and softgl runs it with the real one"


class error(RuntimeError):
    """A refused call of pygame."""


class Event:
    """An event: its type, and attributes."""

    def __init__(self, type, dict=None, **attributes):
        self.__dict__.update(dict or {}, **attributes)
        self.type = int(type)

    @property
    def dict(self):
        """The attributes of the event."""
        return {name: value for name, value in vars(self).items() if name != "type"}

    def __eq__(self, other):
        return isinstance(other, Event) and vars(self) == vars(other)

    __hash__ = None

    def __repr__(self):
        return f"<Event({self.type}, {self.dict})>"


class _NoJoysticks:
    """The functions of `pygame.joystick`."""

    def init(self):
        """Does nothing."""

    quit = init

    def get_init(self):
        """Returns True."""
        return True

    def get_count(self):
        """Returns 0."""
        return 0


def own_modules(screen: Screen) -> dict[str, dict]:
    """Returns the contents of softgl's own pygame modules, by name."""
    state = make_state(screen, Event, Surface, None, error)
    parts = parts_of(state)
    parts["key"] |= public(KeyNames())
    parts["event"] |= {"Event": Event, "EventType": Event}
    parts["image"] = public(Image(error))
    parts["transform"] = public(Transform())
    parts["joystick"] = public(_NoJoysticks())
    parts["surface"] = {"Surface": Surface, "SurfaceType": Surface}
    parts["locals"] = dict(CONSTANTS)
    parts["version"] = {"ver": ".".join(map(str, VERSION)), "vernum": VERSION, "rev": ""}
    display = parts["display"]

    def init():
        """Initialises all modules; returns the numbers of successes and failures."""
        display["init"]()
        return 5, 0

    whole = {
        **CONSTANTS, "init": init, "quit": display["quit"], "get_init": display["get_init"],
        "error": error, "get_error": lambda: "", "Surface": Surface, "ver": parts["version"]["ver"],
        "get_sdl_version": lambda linked=True: (2, 28, 4), "register_quit": lambda function: None,
        "__version__": parts["version"]["ver"], "__getattr__": lacking("pygame", "pygame", ADVICE),
    }  # fmt: skip
    for name, contents in parts.items():
        contents["__getattr__"] = lacking("pygame", f"pygame.{name}", ADVICE)
    return {"pygame": whole, **{f"pygame.{name}": contents for name, contents in parts.items()}}


def add_submodules(module: ModuleType, names) -> None:
    """Imports the submodules as `import pygame` does."""
    from importlib import import_module

    for name in names:
        if name.startswith("pygame."):
            setattr(module, name.partition(".")[2], import_module(name))
