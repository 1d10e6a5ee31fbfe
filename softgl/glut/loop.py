"""The main loop: events, timers and callbacks, in a frame and between frames."""

from __future__ import annotations

from softgl.glut.toolkit import EXIT, Closed, Toolkit
from softgl.glut.user_events import deliver


def main_loop(toolkit: Toolkit) -> None:
    """Draws frames until the program leaves, its windows are gone, or `frames` are drawn."""
    toolkit.leaving = False
    while toolkit.windows and not toolkit.leaving:
        if toolkit.finished:
            close(toolkit)
            return
        run_frame(toolkit)


def one_turn(toolkit: Toolkit) -> None:
    """Draws one frame, for a program with a main loop of its own."""
    toolkit.leaving = False
    (close if toolkit.finished else run_frame)(toolkit)


def close(toolkit: Toolkit) -> None:
    """Closes the windows, as a user would; raises Closed unless the program then goes on."""
    if not toolkit.closed:
        toolkit.closed = True
        for window in list(toolkit.windows.values()):
            if window.parent is None:
                toolkit.tell(window, "WMClose")
                toolkit.tell(window, "Close")
        if toolkit.settings.get("GLUT_ACTION_ON_WINDOW_CLOSE", EXIT) != EXIT:
            return
    raise Closed(0)


def run_frame(toolkit: Toolkit) -> None:
    """Runs one frame: pending notices, events, timers, drawing; then the idle callback."""
    _notify(toolkit)
    for event in toolkit.user.due(toolkit.drawn):
        deliver(event, toolkit)
    _run_timers(toolkit, toolkit.clock.now)
    if toolkit.leaving:
        return
    _notify(toolkit)
    for window in list(toolkit.windows.values()):
        if window.redisplay and window.visible:
            window.redisplay = False
            toolkit.tell(window, "Display")
    if toolkit.leaving or toolkit.finished:
        return
    toolkit.end_frame()
    if toolkit.finished:
        return
    toolkit.call(None, toolkit.idle)
    if not toolkit.leaving:
        pass_time(toolkit)


def pass_time(toolkit: Toolkit) -> None:
    """Advances to the next frame; timers before it run when they are due."""
    until = toolkit.clock.next_frame()
    _run_timers(toolkit, until)
    toolkit.clock.advance_to(until)


def swap(toolkit: Toolkit) -> None:
    """Shows the current window's back buffer.

    If a callback swaps several times, or the program has no callbacks, each swap is a frame.
    """
    window = toolkit.window
    several = window.swaps or not toolkit.depth
    if several and toolkit.depth:
        toolkit.end_frame()
        toolkit.clock.advance_to(toolkit.clock.next_frame())
    window.swap()
    window.swaps += 1
    if not toolkit.depth:
        if toolkit.finished:
            close(toolkit)
        toolkit.end_frame()
        pass_time(toolkit)


def _notify(toolkit):
    """Notifies windows of their size and visibility."""
    for window in list(toolkit.windows.values()):
        if window.reshaped and window.visible:
            window.reshaped = False
            reshape(toolkit, window)
        if window.unseen:
            window.unseen = False
            toolkit.tell(window, "Visibility", int(window.visible))
            toolkit.tell(window, "WindowStatus", int(window.visible))


def reshape(toolkit, window):
    """Notifies a window of its size."""
    if window.callbacks.get("Reshape"):
        toolkit.tell(window, "Reshape", *window.size)
    else:
        from softgl.gl import glViewport

        # GLUT's default: the viewport covers the window.
        toolkit.call(window, lambda: glViewport(0, 0, *window.size))


def _run_timers(toolkit, until):
    """Runs the timers due by a time, in order, each at its own time."""
    while not toolkit.leaving:
        due = min(toolkit.timers, default=None, key=lambda timer: timer[:2])
        if due is None or due[0] > until:
            return
        toolkit.timers.remove(due)
        toolkit.clock.advance_to(due[0])
        toolkit.call(None, due[2], due[3])
