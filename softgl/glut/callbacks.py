"""The commands that take callbacks: of windows, of the toolkit, timers."""

from __future__ import annotations

from softgl.glut.functions import function, integer, refused
from softgl.glut.toolkit import Toolkit

# Of a window. Devices that are not there call nothing.
WINDOW_CALLBACKS = """Display OverlayDisplay Reshape Keyboard KeyboardUp Special SpecialUp Mouse
    MouseWheel Motion PassiveMotion Entry Visibility WindowStatus Close WMClose Position
    SpaceballMotion SpaceballRotate SpaceballButton ButtonBox Dials TabletMotion
    TabletButton""".split()


def current_window(toolkit: Toolkit, name: str):
    """The current window; raises GLUTError if there is none."""
    if toolkit.window is None:
        raise refused(name, "there is no current window; glutCreateWindow makes one")
    return toolkit.window


def check_callback(name: str, callback):
    """The callback, or None for none of 0 and None; raises GLUTError for what cannot be called."""
    if callback is None or callable(callback):
        return callback
    if isinstance(callback, int) and callback == 0:
        return None
    raise refused(name, f"{callback!r} cannot be called")


def _of_window(word: str):
    name = f"glut{word}Func"

    @function(name)
    def set_callback(toolkit, function):
        window = current_window(toolkit, name)
        window.callbacks[word] = check_callback(name, function)
        if word == "Display":
            if window.callbacks[word] is None:
                raise refused(name, "a window needs one")
            window.redisplay = True
        if word == "Reshape":
            window.reshaped = True

    set_callback.__doc__ = f"Set the callback of the current window for {word}; None for none."


for _word in WINDOW_CALLBACKS:
    _of_window(_word)


@function("glutIdleFunc")
def idle_func(toolkit, function):
    """Set what is called once after each frame; None for nothing."""
    toolkit.idle = check_callback("glutIdleFunc", function)


@function("glutTimerFunc")
def timer_func(toolkit, milliseconds, function, value=0):
    """Have `function(value)` called once, so many milliseconds of the virtual clock from now.

    A millisecond is the least, or a timer that sets itself anew would hold time still.
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

    set_callback.__doc__ = f"Set the callback for {word}; None for none."


for _word in ("MenuStatus", "MenuState"):
    _of_menus(_word)


@function("glutJoystickFunc")
def joystick_func(toolkit, function, pollInterval=0):
    """Set the callback of the current window for joysticks, of which there are none."""
    window = current_window(toolkit, "glutJoystickFunc")
    window.callbacks["Joystick"] = check_callback("glutJoystickFunc", function)


@function("glutForceJoystickFunc")
def force_joystick_func(toolkit):
    """Ask the joysticks, of which there are none."""
