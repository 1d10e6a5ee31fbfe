"""Lets scripts import the real pyglet 1.5, and changes it on loading."""

from __future__ import annotations

import importlib.machinery
from functools import partial

from softgl.errors import SoftGLError
from softgl.glut.toolkit import current_toolkit
from softgl.running.pyglet.glu import change_libraries
from softgl.running.pyglet.loop import change_clock, change_loop
from softgl.running.pyglet.windows import Windows, change_configs, change_screens, change_window
from softgl.running.stand_ins import modules
from softgl.running.stand_ins.modules import NotCovered, Patched
from softgl.running.stand_ins.screen import Screen


class StandIn(modules.StandIn):
    """Finds the modules of pyglet to change for a script."""

    def __init__(self):
        self.windows = Windows(Screen(current_toolkit()))
        self.changes = {
            "pyglet": self.begin,
            "pyglet.app.base": partial(change_loop, windows=self.windows),
            "pyglet.canvas.headless": change_screens,
            "pyglet.clock": partial(change_clock, windows=self.windows),
            "pyglet.gl.headless": partial(change_configs, windows=self.windows),
            "pyglet.lib": change_libraries,
            "pyglet.window.headless": partial(change_window, windows=self.windows),
        }

    def find(self, fullname: str, path) -> importlib.machinery.ModuleSpec | None:
        """Returns the spec of a module to change; None for others."""
        if fullname not in self.changes:
            return None
        spec = importlib.machinery.PathFinder.find_spec(fullname, path)
        if spec is None:
            if fullname == "pyglet":
                raise NotCovered("pyglet is not installed: pip install 'pyglet<2'", name=fullname)
            return None
        spec.loader = Patched(spec.loader, self.changes[fullname])
        return spec

    def begin(self, pyglet):
        """Selects pyglet's headless mode, and loads the libraries that it draws with."""
        if not pyglet.version.startswith("1.5."):
            raise NotCovered(
                f"pyglet {pyglet.version} is not covered: version 1.5 is, which needs no GLSL; "
                "pip install 'pyglet<2'",
                name="pyglet",
            )
        load_libraries()
        self.windows.pyglet = pyglet
        pyglet.options["headless"] = True
        pyglet.options["audio"] = ("silent",)


def load_libraries():
    """Loads softgl's EGL and GL into the process, where pyglet finds them by name."""
    from softgl import clib

    try:
        clib.load("egl", "gl")
    except SoftGLError as error:
        raise NotCovered(f"pyglet draws through C libraries: {error}", name="pyglet") from None
