"""What GLUT knows: windows, menus, timers, the clock; how many frames are wanted, and for whom."""

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
    """Raised where GLUT would end the process, as all frames are drawn and windows are closed."""


@dataclass(eq=False)
class Menu:
    """A menu. entries : (label, value or the number of a submenu, whether it is one)."""

    number: int
    callback: Callable
    entries: list[tuple[str, int, bool]] = field(default_factory=list)
    destroyed: Callable | None = None
    data: object = None


@dataclass(eq=False)
class Toolkit:
    """The state of GLUT.

    frames : how many are drawn; the user closes the windows then. None: no end.
    size : width and height of windows, whatever is asked for; None: as asked for.
    show : is given each frame, (height, width, 3) uint8.
    user : what is done with keys and mouse.
    options : of `softgl.Context`, or what returns them for each window.
    drawn : how many frames there were.
    timers : (when, in nanoseconds; number; callback; value).
    depth : how many callbacks are running.
    otherwise : returns the picture of a window that is none of GLUT's, or None.
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
        """A number that nothing had before."""
        self.numbers += 1
        return self.numbers

    def make_current(self, window: Window | None) -> None:
        """Make a window that of the commands of GL and GLUT."""
        self.window = window
        if window is not None:
            window.context.make_current()

    def call(self, window: Window | None, callback: Callable | None, *arguments):
        """Call a callback, if there is one, with a window being current, if it is still there."""
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
        """Call a callback of a window, if it has one of that name."""
        self.call(window, window.callbacks.get(name), *arguments)

    @property
    def main(self) -> Window | None:
        """The window that frames show: the first one of those that can be seen, or of all."""
        tops = [each for each in self.windows.values() if each.parent is None]
        return self.game or min(tops, key=lambda window: not window.visible, default=None)

    def end_frame(self) -> None:
        """Show what the main window shows; raises Closed if there are frames enough."""
        if self.finished:
            raise Closed(0)
        if self.main is not None:
            self.show(self.main.image())
        self.drawn += 1

    @property
    def finished(self) -> bool:
        """Whether all frames are drawn that were wanted."""
        return self.frames is not None and self.drawn >= self.frames


def new_toolkit(
    frames=None, size=None, fps=60, keys="", show=None, options: Callable[[], dict] = dict
) -> Toolkit:
    """A toolkit without windows; raises `softgl.glut.user.KeysError` for `keys` that are wrong."""
    return Toolkit(frames, size, show or _unseen, User(parse_keys(keys)), Clock(fps), options)


def _unseen(frame):
    """Frames that nobody looks at."""


_current: list[Toolkit] = []


def current_toolkit() -> Toolkit:
    """That of the commands; outside of `using` one that draws one frame."""
    if not _current:
        _current.append(new_toolkit(frames=1))
    return _current[-1]


@contextmanager
def using(toolkit: Toolkit):
    """Let the commands of the block be those of a toolkit; `Closed` ends it."""
    _current.append(toolkit)
    try:
        yield toolkit
    except Closed:
        pass
    finally:
        _current.remove(toolkit)


@contextmanager
def shown(frames=1, size=None, fps=60, keys="", **options):
    """Draw `frames` frames of what the block does with GLUT; gives the list that they come in.

        with glut.shown(frames=10, keys="3:q") as pictures:
            main()

    pictures : (height, width, 3) uint8 each, top row first, of the first window.
    size : (width, height) of windows, whatever the program asks for.
    fps : frames a second of the virtual clock.
    keys : what a user does, as `softgl run --keys` has it.
    options : of `softgl.Context`.
    """
    pictures: list[np.ndarray] = []
    with using(new_toolkit(frames, size, fps, keys, pictures.append, lambda: dict(options))):
        yield pictures
