"""Windows of toolkits other than GLUT: `Screen`.

Frames, the clock and the user are those of `softgl.glut.toolkit.Toolkit`, so that the options of
`softgl run` mean the same for every toolkit.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from softgl.context import Context
from softgl.glut.loop import pass_time
from softgl.glut.toolkit import Closed, Toolkit
from softgl.glut.user import Choose, KeysError
from softgl.glut.windows import Window
from softgl.running.stand_ins.strokes import take_mouse

DOUBLE, DEPTH = 2, 16
DESKTOP = 1920, 1080
LARGEST = 8192


class Screen:
    """The windows of a program with a loop of its own.

    watched : the time of the first look for events since the last frame; None: there was none.
    told : True if the program has drawn once more after it was told to close.
    picture : returns the picture of the main window, where that is no window of this screen.
    shown : the last picture of such a window.
    """

    def __init__(self, toolkit: Toolkit):
        self.toolkit, self.clock = toolkit, toolkit.clock
        self.watched: int | None = None
        self.told = False
        self.picture: Callable[[], np.ndarray | None] | None = None
        self.shown: np.ndarray | None = None
        toolkit.otherwise = self._picture

    def _picture(self):
        """The picture of a window that is none of this screen; None without one."""
        if self.shown is None and self.picture is not None:
            return self.picture()
        return self.shown

    def open(self, title: str, size, samples: int = 0, **options) -> Window:
        """A window with a context of its own, which is current then.

        options : of `softgl.Context`; those of `softgl run` come before them.
        """
        toolkit = self.toolkit
        width, height = (min(max(int(side), 1), LARGEST) for side in toolkit.size or size)
        options = {**({"samples": samples} if samples else {}), **options, **toolkit.options()}
        context = Context(width, height, **options)
        window = Window(toolkit.number(), title, context, (0, 0), DOUBLE | DEPTH)
        toolkit.windows[window.number] = window
        toolkit.make_current(window)
        return window

    def close(self, window: Window) -> None:
        """Close a window; the last frame shows what it has shown, if it is the only one."""
        self.toolkit.windows.pop(window.number, None)
        if self.toolkit.window is window:
            self.toolkit.window = None

    def show(self, window: Window) -> None:
        """Show a window's picture: a frame, if that is the main window.

        Raises Closed after the last frame, as `ended` has it.
        """
        if window is not self.toolkit.main:
            window.swap()
        elif not self.ended():
            window.swap()
            self.end_frame()

    def ended(self) -> bool:
        """True after the last frame; raises Closed unless the program may still end by itself.

        It may once, after it has been told to close: many draw once more before they do.
        """
        if self.toolkit.finished:
            if self.told or not self.toolkit.closed:
                raise Closed(0)
            self.told = True
        return self.toolkit.finished

    def show_pixels(self, pixels: np.ndarray) -> None:
        """Show the picture of a window that is none of this screen: a frame."""
        if not self.ended():
            self.shown = pixels
            self.end_frame()

    def end_frame(self) -> None:
        """End a frame, with the last picture; time goes on to the next one."""
        toolkit = self.toolkit
        if toolkit.main is None and not toolkit.finished:
            pixels = self._picture()
            if pixels is not None:
                toolkit.show(pixels)
        toolkit.end_frame()
        self.watched = None
        pass_time(self.toolkit)

    def watch(self) -> list:
        """Returns the scripted events since the last call, those of `softgl.glut.user`.

        A program that looks for events for the length of a frame, and shows nothing, shows the same
        picture once more: a frame.
        """
        now = self.clock.read()
        if self.watched is None:
            self.watched = now
        elif now - self.watched > self.clock.period:
            self.end_frame()
        return self.due()

    def due(self) -> list:
        """Takes the scripted events up to this frame."""
        user, found = self.toolkit.user, []
        for frame in [each for each in user.events if each <= self.toolkit.drawn]:
            found += user.events.pop(frame)
        for event in found:
            if isinstance(event, Choose):
                raise KeysError(f"menu({','.join(event.path)}): the window has no menu")
        return found

    def sleep(self, seconds: float) -> None:
        """Let time pass."""
        self.clock.sleep(int(seconds * 10**9))

    def seconds(self) -> float:
        """The time since the beginning."""
        return self.clock.read() / 10**9

    def take(self, event) -> tuple[int, int]:
        """Note the mouse's place and buttons after an event of it; returns its way."""
        return take_mouse(self.toolkit.user, event)
