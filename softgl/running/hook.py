"""Lets scripts import softgl's stand-ins for the modules of PyOpenGL: `standing_in`."""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import sys
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType

from softgl.running import names
from softgl.running.stand_ins.modules import NotCovered, StandIn

ROOTS = "OpenGL", "OpenGL_accelerate"
STAND_INS = {
    "glfw": "softgl.running.glfw.stand_in",
    "pygame": "softgl.running.pygame.stand_in",
    "pyglet": "softgl.running.pyglet.stand_in",
}
"""Toolkit that softgl stands in for -> module of its class `StandIn`."""
TOOLKITS = """sdl2 wx PyQt4 PyQt5 PyQt6 PySide PySide2 PySide6 gi kivy
    moderngl_window""".split()
"""Toolkits that open windows of their own."""


class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds the modules of PyOpenGL, or some of them.

    wanted : prefixes of their names; None for all.
    """

    def __init__(self, wanted=None):
        self.wanted = wanted
        self.stand_ins: dict[str, StandIn] = {}

    def find_spec(self, fullname, path=None, target=None):
        root = fullname.partition(".")[0]
        if self.wanted is None and root in STAND_INS:
            if root not in self.stand_ins:
                self.stand_ins[root] = import_module(STAND_INS[root]).StandIn()
            return self.stand_ins[root].find(fullname, path)
        if self.wanted is None and root in TOOLKITS:
            raise NotCovered(
                f"{root} is not covered, as it opens windows of its own: draw with GLUT, or to a "
                "softgl.Context(width, height) whose pictures are saved",
                name=fullname,
            )
        if root not in ROOTS or (self.wanted and not fullname.startswith(self.wanted)):
            return None
        found = names.contents(fullname)
        if found is None:
            return None
        # Every module is a package, since modules of extensions lie in it.
        return importlib.machinery.ModuleSpec(
            fullname, self, origin="softgl", loader_state=found, is_package=True
        )

    def create_module(self, spec):
        return None

    def exec_module(self, module: ModuleType):
        found = module.__spec__.loader_state
        vars(module).update(found)
        if module.__name__ != "OpenGL":
            module.__all__ = [name for name in found if not name.startswith("_")]
        if "glClear" in found and "__getattr__" not in found:
            module.__getattr__ = names.missing


@contextmanager
def standing_in():
    """Lets the block import softgl's stand-ins for PyOpenGL, installed or not.

    Modules of PyOpenGL that are imported already are removed meanwhile.
    """
    before = _removed()
    finder = Finder()
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        after = _removed()
        for root, stand_in in finder.stand_ins.items():
            stand_in.end()
            if stand_in.stays and root not in before:
                before |= {name: after[name] for name in after if name.partition(".")[0] == root}
        sys.modules.update(before)


def _removed() -> dict[str, ModuleType]:
    """Removes the imported modules of PyOpenGL from `sys.modules`; returns them."""
    roots = (*ROOTS, *TOOLKITS, *STAND_INS)
    found = [name for name in sys.modules if name.partition(".")[0] in roots]
    return {name: sys.modules.pop(name) for name in found}


def checks_errors() -> bool:
    """True if GL errors raise exceptions: OpenGL.ERROR_CHECKING."""
    module = sys.modules.get("OpenGL")
    return bool(getattr(module, "ERROR_CHECKING", True))
