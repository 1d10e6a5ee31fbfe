"""The commands of the main loop, of redrawing, and of the pointer."""

from __future__ import annotations

from softgl.glut import loop
from softgl.glut.callbacks import current_window
from softgl.glut.constants import CONSTANTS
from softgl.glut.functions import function, integer, refused
from softgl.glut.user import Move
from softgl.glut.window_commands import window_of

DOUBLE = CONSTANTS["GLUT_DOUBLE"]


@function("glutMainLoop")
def main_loop(toolkit):
    """Draws frame after frame until all are drawn, or the program leaves."""
    if not toolkit.windows:
        raise refused("glutMainLoop", "there are no windows")
    loop.main_loop(toolkit)


@function("glutMainLoopEvent")
def main_loop_event(toolkit):
    """Draws one frame."""
    loop.one_turn(toolkit)


@function("glutCheckLoop")
def check_loop(toolkit):
    """Draws one frame; the name on macOS."""
    loop.one_turn(toolkit)


@function("glutLeaveMainLoop")
def leave_main_loop(toolkit):
    """Makes glutMainLoop return."""
    toolkit.leaving = True


@function("glutExit")
def exit_(toolkit):
    """Drops all windows, menus and timers."""
    toolkit.windows.clear()
    toolkit.menus.clear()
    toolkit.timers.clear()
    toolkit.make_current(None)
    toolkit.leaving = True


@function("fgDeinitialize")
def deinitialize(toolkit, *_):
    """Drops all windows, menus and timers; the name in old versions of freeglut."""
    exit_(toolkit)


@function("glutPostRedisplay")
def post_redisplay(toolkit):
    """Requests a redraw of the current window in the next frame."""
    current_window(toolkit, "glutPostRedisplay").redisplay = True


@function("glutPostWindowRedisplay")
def post_window_redisplay(toolkit, window):
    """Requests a redraw of a window in the next frame."""
    window_of(toolkit, "glutPostWindowRedisplay", window).redisplay = True


@function("glutSwapBuffers")
def swap_buffers(toolkit):
    """Shows the back buffer of the current window, if it is double-buffered."""
    if current_window(toolkit, "glutSwapBuffers").mode & DOUBLE:
        loop.swap(toolkit)


@function("glutWarpPointer")
def warp_pointer(toolkit, x, y):
    """Moves the mouse to a position in the current window; its callbacks run in the next frame."""
    window = current_window(toolkit, "glutWarpPointer")
    left, top = window.origin
    place = left + integer(x), top + integer(y)
    if place != (toolkit.user.x, toolkit.user.y):
        toolkit.user.events.setdefault(toolkit.drawn + 1, []).append(Move(*place))
        toolkit.user.x, toolkit.user.y = place


@function("glutGetModifiers")
def get_modifiers(toolkit):
    """Returns GLUT_ACTIVE_SHIFT and so on, inside a callback of keys or the mouse."""
    return toolkit.modifiers or 0


def _define_setting(name, option):
    @function(name)
    def set_setting(toolkit, value):
        toolkit.settings[option] = integer(value)

    set_setting.__doc__ = "Sets the repetition of held keys, without effect: keys never repeat."


_define_setting("glutIgnoreKeyRepeat", "GLUT_DEVICE_IGNORE_KEY_REPEAT")
_define_setting("glutSetKeyRepeat", "GLUT_DEVICE_KEY_REPEAT")
