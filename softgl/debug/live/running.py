"""A running script and its page: `Live`, used by the thread of the script and by the server's.

Time is virtual, as in `softgl run`, but does not run ahead of real time, and stands still while the
script is paused or waits for its page.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from time import monotonic_ns  # before softgl.running.virtual_time replaces it

import numpy as np

from softgl.glut.clock import SECOND, Clock
from softgl.glut.toolkit import Menu, Toolkit
from softgl.glut.user import Choose, action

GONE = 3 * SECOND
"""Time without a request until the page counts as closed: a page that is loaded again is sooner."""
CHECK = 0.5  # seconds between two tests for a closed page
MEASURED = 30  # frames, for their rate
MAX_INPUTS = 1000  # events between two frames
MAX_MENU_DEPTH = 8
CONTROLS = ("pause", "play", "step", "close")
IGNORED_REPEATS = "GLUT_DEVICE_IGNORE_KEY_REPEAT"


class LiveClock(Clock):
    """A virtual clock whose frames begin when `wait(time)` returns, with the present time."""

    def __init__(self, fps: float, wait: Callable[[int], int]):
        super().__init__(fps)
        self._wait = wait

    def next_frame(self) -> int:
        """Waits for the next frame; returns its time."""
        until = super().next_frame()
        return max(until, self._wait(until))


class Live:
    """The latest frame of a script, and the input of its user.

    title : of the page. revision : counts changes that the page shows.
    """

    def __init__(self, title: str, fps: float):
        self.title, self._fps = title, fps
        self.revision = 0
        self.paused, self.ended, self.closing = False, False, False
        self._changed = threading.Condition()
        self._listeners: set[Callable[[], None]] = set()
        self._frame: np.ndarray | None = None
        self._menus: dict[int, list] = {}
        self._times: deque[int] = deque(maxlen=MEASURED)
        self._inputs: list[tuple[str, list[str]]] = []
        self._steps, self._held, self._start = 0, 0, monotonic_ns()
        self._requests, self._seen, self._told = 0, 0, False

    # -- the thread of the script ------------------------------------------------------------------

    def start(self, toolkit: Toolkit) -> None:
        """Shows the frames of a toolkit; before it has windows."""
        self._toolkit = toolkit
        toolkit.clock = LiveClock(self._fps, self.wait)
        self._start = monotonic_ns()

    def add(self, frame: np.ndarray) -> None:
        """Shows a frame, (height, width, 3) uint8, top row first."""
        menus = _menus(self._toolkit)
        with self._changed:
            self._times.append(monotonic_ns())
            # Frames of a window at rest are equal, and need not be sent.
            same = self._frame is not None and np.array_equal(self._frame, frame)
            if not same or menus != self._menus:
                self._frame, self._menus = frame, menus
                self._tell()

    def wait(self, until: int) -> int:
        """Waits for a virtual time in nanoseconds, the page, and the end of a pause.

        Hands the input over to the toolkit, or closes its windows. Returns the present time.
        """
        toolkit = self._toolkit
        with self._changed:
            while not self._closed():
                now = monotonic_ns() - self._start - self._held
                if (self.paused and not self._steps) or not self._seen:
                    before = monotonic_ns()
                    self._changed.wait(CHECK)
                    self._held += monotonic_ns() - before
                elif now >= until:
                    break
                else:
                    self._changed.wait(min((until - now) / SECOND, CHECK))
            self._steps = max(0, self._steps - 1)
            inputs, self._inputs = self._inputs, []
        if self.closing:
            toolkit.frames = toolkit.drawn
        toolkit.user.events.setdefault(toolkit.drawn, []).extend(_events(toolkit, inputs))
        return monotonic_ns() - self._start - self._held

    def finish(self, show: bool) -> None:
        """Tells the page that the script has ended; show : True to wait for a page that sees it."""
        with self._changed:
            self.ended = True
            self._tell()
            while show and self._frame is not None and not self._told and not self._closed():
                self._changed.wait(CHECK)

    def _closed(self) -> bool:
        """True if the page is closed, or its user has closed the script."""
        if self._seen and not self._requests and monotonic_ns() - self._seen > GONE:
            self.closing = True
        return self.closing

    # -- the thread of the server ------------------------------------------------------------------

    def _tell(self) -> None:
        self.revision += 1
        self._changed.notify_all()
        for listener in self._listeners:
            listener()

    def listen(self, listener: Callable[[], None]) -> None:
        """Registers a request of the page, whose function is called at each change."""
        with self._changed:
            self._listeners.add(listener)
            self._requests, self._seen = self._requests + 1, monotonic_ns()
            self._changed.notify_all()

    def leave(self, listener: Callable[[], None], told: bool) -> None:
        """Ends a request; told : True if it answers that the script has ended."""
        with self._changed:
            self._listeners.discard(listener)
            self._requests, self._seen = self._requests - 1, monotonic_ns()
            self._told = self._told or told
            self._changed.notify_all()

    def state(self) -> tuple[dict, np.ndarray | None]:
        """The state for the page, and the latest frame."""
        with self._changed:
            span = self._times[-1] - self._times[0] if len(self._times) > 1 else 0
            rate = (len(self._times) - 1) * SECOND / span if span else 0.0
            found = {
                "title": self.title, "revision": self.revision, "paused": self.paused,
                "ended": self.ended, "rate": round(rate, 1), "menus": self._menus,
            }  # fmt: skip
            return found, self._frame

    def post(self, inputs: list) -> None:
        """Takes input of the user: lists of a word of CONTROLS or `user.ACTIONS`, and its words.

        "repeat" is a `hold` by the keyboard's repetition. Raises KeysError for wrong ones.
        """
        checked = []
        for word, *given in inputs:
            if word not in CONTROLS:
                action("hold" if word == "repeat" else word, given)
                checked.append((word, given))
        with self._changed:
            self._inputs = (self._inputs + checked)[-MAX_INPUTS:]
            for word, *_ in inputs:
                if word in CONTROLS:
                    self._control(word)

    def _control(self, word: str) -> None:
        if word == "close":
            self.closing = True
        elif word == "step":
            self.paused, self._steps = True, self._steps + 1
        else:
            self.paused, self._steps = word == "pause", 0
        self._tell()


def _events(toolkit: Toolkit, inputs) -> list:
    """Converts inputs to events, without the ones that the script does not take now."""
    found = []
    for word, given in inputs:
        if word == "repeat":
            if toolkit.otherwise is None and not toolkit.settings.get(IGNORED_REPEATS):
                found += action("hold", given)[0]
            continue
        now, later = action(word, given)
        found += [each for each in now + later if _applies(toolkit, each)]
    return found


def _applies(toolkit, event) -> bool:
    """True unless an event chooses an entry that no menu has (any more)."""
    if not isinstance(event, Choose):
        return True
    entries = next(iter(_menus(toolkit).values()), [])
    for word in event.path:
        labels = [label for label, _ in entries or ()]
        number = labels.index(word) if word in labels else int(word) - 1 if word.isdigit() else -1
        if not 0 <= number < len(labels):
            return False
        entries = entries[number][1]
    return entries is None


def _menus(toolkit: Toolkit) -> dict[int, list]:
    """The menus of the main window by mouse button, the right one first, as `_entries`."""
    window = toolkit.main
    menus = window.menus if window is not None else {}
    found = {button: toolkit.menus.get(menus[button]) for button in (2, 0, 1) if button in menus}
    return {button: _entries(toolkit, menu) for button, menu in found.items() if menu is not None}


def _entries(toolkit: Toolkit, menu: Menu, depth: int = 1) -> list:
    """(label, entries of its submenu or None) of each entry of a menu."""
    found: list = []
    for label, value, is_menu in menu.entries:
        inner = toolkit.menus.get(value) if is_menu and depth < MAX_MENU_DEPTH else None
        entries = _entries(toolkit, inner, depth + 1) if inner is not None else []
        found.append((label, entries if is_menu else None))
    return found
