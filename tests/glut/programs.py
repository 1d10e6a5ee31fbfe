"""Small GLUT programs for tests, interpreted, as nothing here depends on the machine."""

from __future__ import annotations

from softgl import glut
from softgl.gl import GL_COLOR_BUFFER_BIT, glClear, glClearColor

GREEN, RED = (0, 255, 0), (255, 0, 0)


def clear(color):
    """Fills the window."""
    glClearColor(*(part / 255 for part in color), 0.0)
    glClear(GL_COLOR_BUFFER_BIT)


def shown(**settings):
    """`glut.shown`, interpreted."""
    return glut.shown(**{"machine": "eager", **settings})


def window(display=lambda: clear(GREEN), size=(16, 12), mode=0, **callbacks) -> int:
    """Makes a window with callbacks, by the words between glut and Func; returns its number."""
    glut.glutInit(["program"])
    glut.glutInitDisplayMode(mode)
    glut.glutInitWindowSize(*size)
    number = glut.glutCreateWindow(b"title")
    glut.glutDisplayFunc(display)
    for name, callback in callbacks.items():
        getattr(glut, f"glut{name}Func")(callback)
    return number
