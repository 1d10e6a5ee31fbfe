"""Lets scripts import pygame: the real one with softgl's window, or softgl's own."""

from __future__ import annotations

import importlib.machinery
import os
from importlib import import_module
from types import ModuleType

from softgl.glut.toolkit import current_toolkit
from softgl.running.pygame.constants import EVENTS, FLAGS
from softgl.running.pygame.parts import parts_of
from softgl.running.pygame.state import State
from softgl.running.stand_ins import modules
from softgl.running.stand_ins.modules import Contents, NotCovered, Patched
from softgl.running.stand_ins.screen import Screen

DRIVERS = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}


def installed(path) -> importlib.machinery.ModuleSpec | None:
    """Returns the spec of the real pygame; None if it is not installed."""
    return importlib.machinery.PathFinder.find_spec("pygame", path)


class StandIn(modules.StandIn):
    """Finds pygame and its modules for a script."""

    def __init__(self):
        self.own: dict[str, dict] | None = None
        self.real: bool | None = None
        self.changed: list[tuple[ModuleType, str, object]] = []

    @property
    def stays(self):
        """True for the real pygame, which imports its modules again at exit."""
        return self.real

    def end(self):
        """Restores the functions of the real pygame."""
        for module, name, function in self.changed:
            setattr(module, name, function)

    def find(self, fullname: str, path) -> importlib.machinery.ModuleSpec | None:
        """Returns the spec of a module; None for modules that Python finds itself."""
        if fullname == "pygame":
            spec = installed(path)
            self.real = spec is not None
            if self.real:
                os.environ.update(DRIVERS)
                spec.loader = Patched(spec.loader, self.patch)
                return spec
            module = import_module("softgl.running.pygame.module")
            self.own = module.own_modules(Screen(current_toolkit()))
            loader = Contents(
                self.own[fullname], lambda made: module.add_submodules(made, self.own)
            )
            return importlib.machinery.ModuleSpec(fullname, loader, is_package=True)
        if self.real:
            return None
        if fullname not in self.own:
            raise NotCovered(
                f"softgl's stand-in of pygame has no {fullname}; pip install pygame, and softgl "
                "runs it with the real one",
                name=fullname,
            )
        return importlib.machinery.ModuleSpec(fullname, Contents(self.own[fullname]))

    def patch(self, pygame: ModuleType) -> None:
        """Replaces functions of the real pygame; its surfaces, fonts and images stay."""
        real_mode, display = pygame.display.set_mode, pygame.display
        begin, end = display.init, display.quit

        def make_surface(size, flags):
            begin()
            hidden = FLAGS["OPENGL"] | FLAGS["FULLSCREEN"] | FLAGS["SCALED"] | FLAGS["DOUBLEBUF"]
            return real_mode(size, flags & ~hidden)

        def pixels(surface):
            import numpy as np

            width, height = surface.get_size()
            as_bytes = getattr(pygame.image, "tobytes", pygame.image.tostring)
            data = as_bytes(surface, "RGB")
            return np.frombuffer(data, np.uint8).reshape(height, width, 3)

        screen = Screen(current_toolkit())
        state = State(screen, pygame.event.Event, make_surface, pixels, pygame.error)
        state.numbers |= {name: getattr(pygame, name, EVENTS[name]) for name in EVENTS}
        parts = parts_of(state)
        ours = parts["display"].copy()
        parts["display"]["init"] = lambda: (begin(), ours["init"]())[1]
        parts["display"]["quit"] = lambda: (ours["quit"](), end())[1]
        for name, functions in parts.items():
            module = getattr(pygame, name)
            for word, function in functions.items():
                if hasattr(module, word):
                    self.changed.append((module, word, getattr(module, word)))
                    setattr(module, word, function)
