"""The functions of pygame that are softgl's, by module, and the state that they share."""

from __future__ import annotations

from softgl.running.pygame.clock import Time
from softgl.running.pygame.display import Display
from softgl.running.pygame.events import Deliveries, Events
from softgl.running.pygame.keys import Keys, Mouse
from softgl.running.pygame.state import State
from softgl.running.stand_ins.modules import public


def make_state(screen, make_event, surface, pixels, error) -> State:
    """Returns the state of a pygame. surface : the type of surfaces; the others : see `State`."""

    def make_surface(size, flags):
        return surface(size, 0)

    return State(screen, make_event, make_surface, pixels, error)


def parts_of(state: State) -> dict[str, dict]:
    """Returns softgl's functions for each module."""
    deliveries = Deliveries(state)
    return {
        "display": public(Display(state)),
        "event": public(Events(state, deliveries)),
        "key": public(Keys(state)),
        "mouse": public(Mouse(state)),
        "time": public(Time(state)),
    }
