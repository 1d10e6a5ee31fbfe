"""The main loop: what happens in a frame, and between frames."""

from __future__ import annotations

from softgl.glut.toolkit import EXIT, Closed, Toolkit
from softgl.glut.user_events import deliver


def main_loop(toolkit: Toolkit) -> None:
    """Draw frames until the program leaves, its windows are gone, or there are frames enough."""
    toolkit.leaving = False
    while toolkit.windows and not toolkit.leaving:
        if toolkit.finished:
            close(toolkit)
            return
        turn(toolkit)


def one_turn(toolkit: Toolkit) -> None:
    """What a loop of the program's own does for each frame."""
    toolkit.leaving = False
    (close if toolkit.finished else turn)(toolkit)


def close(toolkit: Toolkit) -> None:
    """Close the windows, as a user would; raises Closed unless the program goes on then."""
    if not toolkit.closed:
        toolkit.closed = True
        for window in list(toolkit.windows.values()):
            if window.parent is None:
                toolkit.tell(window, "WMClose")
                toolkit.tell(window, "Close")
        if toolkit.settings.get("GLUT_ACTION_ON_WINDOW_CLOSE", EXIT) != EXIT:
            return
    raise Closed(0)


def turn(toolkit: Toolkit) -> None:
    """One frame: what waits to be told, events, timers, drawing; then the idle callback."""
    _settle(toolkit)
    for event in toolkit.user.events.pop(toolkit.drawn, ()):
        deliver(event, toolkit)
    _run_timers(toolkit, toolkit.clock.now)
    if toolkit.leaving:
        return
    _settle(toolkit)
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
    """Go on to the next frame; timers before it run when they are due."""
    until = toolkit.clock.next_frame()
    _run_timers(toolkit, until)
    toolkit.clock.advance_to(until)


def swap(toolkit: Toolkit) -> None:
    """Show what has been drawn to the current window.

    Where a callback does that several times, or a program without callbacks, each is a frame.
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


def _settle(toolkit):
    """Tell windows their size and that they are visible."""
    for window in list(toolkit.windows.values()):
        if window.reshaped and window.visible:
            window.reshaped = False
            reshape(toolkit, window)
        if window.unseen:
            window.unseen = False
            toolkit.tell(window, "Visibility", int(window.visible))
            toolkit.tell(window, "WindowStatus", int(window.visible))


def reshape(toolkit, window):
    """Tell a window its size."""
    if window.callbacks.get("Reshape"):
        toolkit.tell(window, "Reshape", *window.size)
    else:
        from softgl.gl import glViewport

        # GLUT's own: the viewport is all of the window.
        toolkit.call(window, lambda: glViewport(0, 0, *window.size))


def _run_timers(toolkit, until):
    """Run the timers that are due by a time, in order, each at its own."""
    while not toolkit.leaving:
        due = min(toolkit.timers, default=None, key=lambda timer: timer[:2])
        if due is None or due[0] > until:
            return
        toolkit.timers.remove(due)
        toolkit.clock.advance_to(due[0])
        toolkit.call(None, due[2], due[3])
