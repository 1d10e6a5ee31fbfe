"""GLUT without a window: every `glut*` function and `GLUT_*` constant, as in PyOpenGL.

In: GLUT calls. Out: pictures, frame by frame, of the program's windows. Time is that of a virtual
clock; keys and mouse follow a text. `shown` serves Python programs, the command `softgl run`
scripts. Functions without an implementation are missing.

The lower modules first: `user` parses input events, `windows` defines a window, `toolkit` holds the
state; `functions` makes public functions of implementations; `loop` and `user_events` call the
callbacks; the other modules define commands.
"""

from softgl.glut import (  # noqa: F401  (they register every function)
    callbacks,
    loop_commands,
    menu_commands,
    queries,
    solids,
    text_commands,
    window_commands,
)
from softgl.glut.constants import CONSTANTS
from softgl.glut.functions import FUNCTIONS, GLUTError
from softgl.glut.toolkit import shown  # noqa: F401  (softgl.glut.shown, but no part of *)

HAVE_FREEGLUT = True

globals().update(CONSTANTS)
globals().update(FUNCTIONS)

__all__ = [*CONSTANTS, *FUNCTIONS, GLUTError.__name__, "HAVE_FREEGLUT"]


def __getattr__(name: str):
    from softgl.gl.api.absent import Absent

    raise Absent(__name__, name)
