"""The state of glfw: windows, callbacks, hints, keys."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field

from softgl.glut.windows import Window
from softgl.records import dataclass
from softgl.running.glfw.constants import CONSTANTS, DEFAULTS
from softgl.running.stand_ins.screen import Screen


@dataclass(eq=False)
class GLFWWindow:
    """A window. callbacks : by the words between set_ and _callback."""

    window: Window
    hints: dict[int, int]
    monitor: object = None
    callbacks: dict[str, Callable] = field(default_factory=dict)
    modes: dict[int, int] = field(default_factory=dict)
    pointer: object = None
    place: tuple[int, int] = (0, 0)
    opacity: float = 1.0
    closing: bool = False
    keys: set[int] = field(default_factory=set)
    buttons: set[int] = field(default_factory=set)


@dataclass(eq=False)
class State:
    """The state of glfw.

    current : the window of the current context. begun : the origin of `get_time`, in nanoseconds.
    """

    screen: Screen
    windows: list[GLFWWindow] = field(default_factory=list)
    current: GLFWWindow | None = None
    hints: dict[int, int] = field(default_factory=dict)
    held: set[str] = field(default_factory=set)
    begun: int = 0
    posted: bool = False
    initialised: bool = False
    clipboard: bytes = b""
    error_callback: Callable | None = None

    @property
    def main(self) -> GLFWWindow | None:
        """The window whose picture frames show."""
        main = self.screen.toolkit.main
        return next((each for each in self.windows if each.window is main), None)


def default_hints() -> dict[int, int]:
    """Returns the default window hints."""
    return {CONSTANTS[name]: value for name, value in DEFAULTS.items()}


def tell(window: GLFWWindow, name: str, *arguments) -> None:
    """Calls a window's callback of a name, if it has one."""
    callback = window.callbacks.get(name)
    if callback is not None:
        callback(window, *arguments)
