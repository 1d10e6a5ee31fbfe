"""The state of GLUT: windows, menus, timers, the clock, and the frames to draw."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import field

import numpy as np

from softgl.glut.clock import Clock
from softgl.glut.constants import CONSTANTS
from softgl.glut.user import User, parse_keys
from softgl.glut.windows import Window
from softgl.records import dataclass

SCREEN = 1280, 1024
EXIT = CONSTANTS["GLUT_ACTION_EXIT"]


class Closed(SystemExit):
    """Raised where GLUT would end the process: all frames are drawn, and the windows closed."""


@dataclass(eq=False)
class Menu:
    """A menu. entries : (label, value or the number of a submenu, True for a submenu)."""

    number: int
    callback: Callable
    entries: list[tuple[str, int, bool]] = field(default_factory=list)
    destroyed: Callable | None = None
    data: object = None


@dataclass(eq=False)
class Toolkit:
    """The state of GLUT.

    frames : the number of frames, after which the user closes the windows. None: no end.
    size : width and height of all windows; None: as requested.
    show : gets each frame, (height, width, 3) uint8.
    user : the input events.
    options : returns the options of `softgl.Context` for each window.
    drawn : the number of frames drawn.
    timers : (time in nanoseconds; number; callback; value).
    depth : the number of running callbacks.
    otherwise : returns the picture of a window that is not GLUT's, or None.
    """

    frames: int | None
    size: tuple[int, int] | None
    show: Callable[[np.ndarray], None]
    user: User
    clock: Clock
    options: Callable[[], dict]
    drawn: int = 0
    windows: dict[int, Window] = field(default_factory=dict)
    window: Window | None = None
    menus: dict[int, Menu] = field(default_factory=dict)
    menu: Menu | None = None
    idle: Callable | None = None
    menu_callbacks: dict[str, Callable | None] = field(default_factory=dict)
    timers: list[tuple[int, int, Callable, object]] = field(default_factory=list)
    numbers: int = 0
    settings: dict[str, int] = field(default_factory=dict)
    game_mode: dict[str, int] = field(default_factory=dict)
    game: Window | None = None
    started: bool = False
    leaving: bool = False
    closed: bool = False
    depth: int = 0
    modifiers: int | None = None
    otherwise: Callable[[], np.ndarray | None] | None = None

    def number(self) -> int:
        """Returns a new number."""
        self.numbers += 1
        return self.numbers

    def make_current(self, window: Window | None) -> None:
        """Makes a window, and its context, current."""
        self.window = window
        if window is not None:
            window.context.make_current()

    def call(self, window: Window | None, callback: Callable | None, *arguments):
        """Calls a callback, if there is one, with a window current, if it still exists."""
        if callback is None or (window is not None and window.number not in self.windows):
            return
        if window is not None:
            self.make_current(window)
        for each in self.windows.values():
            each.swaps = 0
        self.depth += 1
        try:
            callback(*arguments)
        finally:
            self.depth -= 1

    def tell(self, window: Window, name: str, *arguments) -> None:
        """Calls a window's callback of a name, if it has one."""
        self.call(window, window.callbacks.get(name), *arguments)

    @property
    def main(self) -> Window | None:
        """The window that frames show: the first visible one, or the first."""
        tops = [each for each in self.windows.values() if each.parent is None]
        return self.game or min(tops, key=lambda window: not window.visible, default=None)

    def end_frame(self) -> None:
        """Shows the main window as a frame; raises Closed if all frames are drawn."""
        if self.finished:
            raise Closed(0)
        if self.main is not None:
            self.show(self.main.image())
        self.drawn += 1

    @property
    def finished(self) -> bool:
        """True if all requested frames are drawn."""
        return self.frames is not None and self.drawn >= self.frames


def new_toolkit(
    frames=None, size=None, fps=60, keys="", show=None, options: Callable[[], dict] = dict
) -> Toolkit:
    """Returns a toolkit without windows; `softgl.glut.user.KeysError` for wrong `keys`."""
    return Toolkit(frames, size, show or _unseen, User(parse_keys(keys)), Clock(fps), options)


def _unseen(frame):
    """Ignores a frame."""


_current: list[Toolkit] = []


def current_toolkit() -> Toolkit:
    """Returns the toolkit of the commands; outside `using`, one that draws one frame."""
    if not _current:
        _current.append(new_toolkit(frames=1))
    return _current[-1]


@contextmanager
def using(toolkit: Toolkit):
    """Makes a toolkit that of the commands within the block; `Closed` ends the block."""
    _current.append(toolkit)
    try:
        yield toolkit
    except Closed:
        pass
    finally:
        _current.remove(toolkit)


@contextmanager
def shown(frames=1, size=None, fps=60, keys="", **options):
    """Draws `frames` frames of a GLUT program in the block; yields the list of the pictures.

        with glut.shown(frames=10, keys="3:q") as pictures:
            main()

    pictures : (height, width, 3) uint8 each, top row first, of the first window.
    size : (width, height) of all windows; None: as requested.
    fps : frames per second of the virtual clock.
    keys : input events, as for `softgl run --keys`.
    options : of `softgl.Context`.
    """
    pictures: list[np.ndarray] = []
    with using(new_toolkit(frames, size, fps, keys, pictures.append, lambda: dict(options))):
        yield pictures
