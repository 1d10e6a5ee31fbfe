"""The commands that set callbacks: of windows, of the toolkit, timers."""

from __future__ import annotations

from softgl.glut.functions import function, integer, refused
from softgl.glut.toolkit import Toolkit

# Of a window. Those of missing devices are never called.
WINDOW_CALLBACKS = """Display OverlayDisplay Reshape Keyboard KeyboardUp Special SpecialUp Mouse
    MouseWheel Motion PassiveMotion Entry Visibility WindowStatus Close WMClose Position
    SpaceballMotion SpaceballRotate SpaceballButton ButtonBox Dials TabletMotion
    TabletButton""".split()


def current_window(toolkit: Toolkit, name: str):
    """Returns the current window; GLUTError if there is none."""
    if toolkit.window is None:
        raise refused(name, "there is no current window; glutCreateWindow makes one")
    return toolkit.window


def check_callback(name: str, callback):
    """Returns the callback, None for 0 and None; GLUTError for anything else not callable."""
    if callback is None or callable(callback):
        return callback
    if isinstance(callback, int) and callback == 0:
        return None
    raise refused(name, f"{callback!r} is not callable")


def _of_window(word: str):
    name = f"glut{word}Func"

    @function(name)
    def set_callback(toolkit, function):
        window = current_window(toolkit, name)
        window.callbacks[word] = check_callback(name, function)
        if word == "Display":
            if window.callbacks[word] is None:
                raise refused(name, "a window needs a display callback")
            window.redisplay = True
        if word == "Reshape":
            window.reshaped = True

    set_callback.__doc__ = f"Sets the callback of the current window for {word}; None removes it."


for _word in WINDOW_CALLBACKS:
    _of_window(_word)


@function("glutIdleFunc")
def idle_func(toolkit, function):
    """Sets the idle callback, called once after each frame; None removes it."""
    toolkit.idle = check_callback("glutIdleFunc", function)


@function("glutTimerFunc")
def timer_func(toolkit, milliseconds, function, value=0):
    """Calls `function(value)` once, after a delay on the virtual clock.

    The delay is at least one millisecond, so that a timer that restarts itself lets time pass.
    """
    callback = check_callback("glutTimerFunc", function)
    if callback is not None:
        due = toolkit.clock.now + max(1, integer(milliseconds)) * 10**6
        toolkit.timers.append((due, toolkit.number(), callback, value))


def _of_menus(word: str):
    name = f"glut{word}Func"

    @function(name)
    def set_callback(toolkit, function):
        toolkit.menu_callbacks[word] = check_callback(name, function)

    set_callback.__doc__ = f"Sets the callback for {word}; None removes it."


for _word in ("MenuStatus", "MenuState"):
    _of_menus(_word)


@function("glutJoystickFunc")
def joystick_func(toolkit, function, pollInterval=0):
    """Sets the current window's joystick callback, which is never called: there are none."""
    window = current_window(toolkit, "glutJoystickFunc")
    window.callbacks["Joystick"] = check_callback("glutJoystickFunc", function)


@function("glutForceJoystickFunc")
def force_joystick_func(toolkit):
    """Does nothing: there are no joysticks to poll."""
