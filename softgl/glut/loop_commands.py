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
    """Draw frame after frame, until there are as many as were wanted, or the program leaves."""
    if not toolkit.windows:
        raise refused("glutMainLoop", "there are no windows")
    loop.main_loop(toolkit)


@function("glutMainLoopEvent")
def main_loop_event(toolkit):
    """Draw one frame."""
    loop.one_turn(toolkit)


@function("glutCheckLoop")
def check_loop(toolkit):
    """The same, as macOS calls it."""
    loop.one_turn(toolkit)


@function("glutLeaveMainLoop")
def leave_main_loop(toolkit):
    """Have glutMainLoop return."""
    toolkit.leaving = True


@function("glutExit")
def exit_(toolkit):
    """Forget all windows, menus and timers."""
    toolkit.windows.clear()
    toolkit.menus.clear()
    toolkit.timers.clear()
    toolkit.make_current(None)
    toolkit.leaving = True


@function("fgDeinitialize")
def deinitialize(toolkit, *_):
    """The same, as old versions of freeglut call it."""
    exit_(toolkit)


@function("glutPostRedisplay")
def post_redisplay(toolkit):
    """Have the current window drawn in the next frame."""
    current_window(toolkit, "glutPostRedisplay").redisplay = True


@function("glutPostWindowRedisplay")
def post_window_redisplay(toolkit, window):
    """Have a window drawn in the next frame."""
    window_of(toolkit, "glutPostWindowRedisplay", window).redisplay = True


@function("glutSwapBuffers")
def swap_buffers(toolkit):
    """Show what has been drawn to the current window, if it is double-buffered."""
    if current_window(toolkit, "glutSwapBuffers").mode & DOUBLE:
        loop.swap(toolkit)


@function("glutWarpPointer")
def warp_pointer(toolkit, x, y):
    """Move the mouse to a place in the current window, which is told so before the next frame."""
    window = current_window(toolkit, "glutWarpPointer")
    left, top = window.origin
    place = left + integer(x), top + integer(y)
    if place != (toolkit.user.x, toolkit.user.y):
        toolkit.user.events.setdefault(toolkit.drawn + 1, []).append(Move(*place))
        toolkit.user.x, toolkit.user.y = place


@function("glutGetModifiers")
def get_modifiers(toolkit):
    """GLUT_ACTIVE_SHIFT and so on, in a callback of keys or the mouse."""
    return toolkit.modifiers or 0


def _keep(name, option):
    @function(name)
    def keep(toolkit, value):
        toolkit.settings[option] = integer(value)

    keep.__doc__ = "Say whether keys that are held repeat, which here they never do."


_keep("glutIgnoreKeyRepeat", "GLUT_DEVICE_IGNORE_KEY_REPEAT")
_keep("glutSetKeyRepeat", "GLUT_DEVICE_KEY_REPEAT")
