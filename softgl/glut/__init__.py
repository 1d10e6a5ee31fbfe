"""GLUT without a window: every `glut*` function and `GLUT_*` constant, as in PyOpenGL.

In: what a program does with GLUT. Out: pictures, frame by frame, of the windows that it makes; time
is a virtual clock's, keys and mouse are those of a text. `shown` is for programs in Python, the
command `softgl run` for scripts. A function is there if it works.

The lower ones first: `user` says what is done with keys and mouse, `windows` what a window is,
`toolkit` holds the state; `functions` makes public functions of implementations; `loop` and
`user_events` call the callbacks; the other modules are chapters of commands.
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
