"""Windows of toolkits other than GLUT: `Screen`.

Frames, clock and user are those of `softgl.glut.toolkit.Toolkit`, so the options of `softgl run`
have the same meaning for every toolkit.
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
MAX_WINDOW_SIDE = 8192


class Screen:
    """The windows of a program with its own main loop.

    watched : the time of the first poll for events since the last frame; None for none.
    drew_after_close : True if the program has drawn again after the request to close.
    picture : function that returns the picture of a main window outside this screen.
    shown : the last picture of such a window.
    """

    def __init__(self, toolkit: Toolkit):
        self.toolkit, self.clock = toolkit, toolkit.clock
        self.watched: int | None = None
        self.drew_after_close = False
        self.picture: Callable[[], np.ndarray | None] | None = None
        self.shown: np.ndarray | None = None
        toolkit.otherwise = self._picture

    def _picture(self):
        """Returns the picture of a main window outside this screen; None without one."""
        if self.shown is None and self.picture is not None:
            return self.picture()
        return self.shown

    def open(self, title: str, size, samples: int = 0, **options) -> Window:
        """Opens a window with a context of its own, which becomes current.

        options : of `softgl.Context`; those of `softgl run` take precedence.
        """
        toolkit = self.toolkit
        width, height = (min(max(int(side), 1), MAX_WINDOW_SIDE) for side in toolkit.size or size)
        options = {**({"samples": samples} if samples else {}), **options, **toolkit.options()}
        context = Context(width, height, **options)
        window = Window(toolkit.number(), title, context, (0, 0), DOUBLE | DEPTH)
        toolkit.windows[window.number] = window
        toolkit.make_current(window)
        return window

    def close(self, window: Window) -> None:
        """Closes a window; if it is the only one, the last frame keeps its picture."""
        self.toolkit.windows.pop(window.number, None)
        if self.toolkit.window is window:
            self.toolkit.window = None

    def show(self, window: Window) -> None:
        """Shows a window's picture: a frame, if it is the main window.

        Raises Closed after the last frame, see `ended`.
        """
        if window is not self.toolkit.main:
            window.swap()
        elif not self.ended():
            window.swap()
            self.end_frame()

    def ended(self) -> bool:
        """True after the last frame; raises Closed if the program does not end by itself.

        It may draw once more after the request to close, as many programs do.
        """
        if self.toolkit.finished:
            if self.drew_after_close or not self.toolkit.closed:
                raise Closed(0)
            self.drew_after_close = True
        return self.toolkit.finished

    def show_pixels(self, pixels: np.ndarray) -> None:
        """Shows the picture of a window outside this screen: a frame."""
        if not self.ended():
            self.shown = pixels
            self.end_frame()

    def end_frame(self) -> None:
        """Ends a frame with the last picture, and advances time to the next one."""
        toolkit = self.toolkit
        if toolkit.main is None and not toolkit.finished:
            pixels = self._picture()
            if pixels is not None:
                toolkit.show(pixels)
        toolkit.end_frame()
        self.watched = None
        pass_time(self.toolkit)

    def watch(self) -> list:
        """Returns the scripted events, of `softgl.glut.user`, since the last call.

        A program that polls for the length of a frame without showing a picture shows the last one
        again: a frame.
        """
        now = self.clock.read()
        if self.watched is None:
            self.watched = now
        elif now - self.watched > self.clock.period:
            self.end_frame()
        return self.due()

    def due(self) -> list:
        """Removes the scripted events up to this frame, and returns them."""
        found = self.toolkit.user.due(self.toolkit.drawn)
        for event in found:
            if isinstance(event, Choose):
                raise KeysError(f"menu({','.join(event.path)}): the window has no menu")
        return found

    def sleep(self, seconds: float) -> None:
        """Advances the virtual time."""
        self.clock.sleep(int(seconds * 10**9))

    def seconds(self) -> float:
        """Returns the time since the start, in seconds."""
        return self.clock.read() / 10**9

    def take(self, event) -> tuple[int, int]:
        """Updates the mouse's place and buttons by an event; returns its movement."""
        return take_mouse(self.toolkit.user, event)
