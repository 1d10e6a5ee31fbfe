"""Lets scripts import softgl's glfw, even if PyPI's is installed."""

from __future__ import annotations

import importlib.machinery

from softgl.glut.toolkit import current_toolkit
from softgl.running.glfw.callbacks import Events
from softgl.running.glfw.constants import CONSTANTS
from softgl.running.glfw.monitors import Monitors
from softgl.running.glfw.state import GLFWWindow, State
from softgl.running.glfw.windows import Windows
from softgl.running.stand_ins import modules
from softgl.running.stand_ins.modules import Contents, lacking, public
from softgl.running.stand_ins.screen import Screen

VERSION = "2.10.0"


class GLFWError(UserWarning):
    """An error of GLFW; never raised, but scripts name it."""


class StandIn(modules.StandIn):
    """Finds glfw and its modules for a script."""

    def __init__(self):
        state = State(Screen(current_toolkit()))
        functions = public(Windows(state)) | public(Events(state)) | public(Monitors(state))
        own = {
            **CONSTANTS, **functions, "GLFWError": GLFWError, "ERROR_REPORTING": True,
            "NORMALIZE_GAMMA_RAMPS": True, "__version__": VERSION, "_GLFWwindow": GLFWWindow,
        }  # fmt: skip
        c_names = {f"GLFW_{name}": value for name, value in CONSTANTS.items()}
        c_names |= {c_name(name): function for name, function in functions.items()}
        for contents, module in ((own, "glfw"), (c_names, "glfw.GLFW")):
            contents["__getattr__"] = lacking("glfw", module)
        self.modules = {"glfw": own, "glfw.GLFW": c_names}

    def find(self, fullname: str, path) -> importlib.machinery.ModuleSpec | None:
        """Returns the spec of a module; None for other names."""
        found = self.modules.get(fullname)
        if found is None:
            return None
        is_package = fullname == "glfw"
        return importlib.machinery.ModuleSpec(fullname, Contents(found), is_package=is_package)


def c_name(name: str) -> str:
    """Returns the name of a function in `glfw.GLFW`, as in C: get_time is glfwGetTime."""
    return "glfw" + "".join(word.capitalize() for word in name.split("_"))
