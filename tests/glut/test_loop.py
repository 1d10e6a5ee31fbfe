"""Frames, time, timers, idle, how the loop ends."""

from __future__ import annotations

import pytest

from softgl import glut
from softgl.gl import glGetIntegerv, glViewport
from softgl.glut.toolkit import Closed
from tests.glut.programs import GREEN, RED, clear, shown, window

DOUBLE = glut.GLUT_DOUBLE


def run(frames=3, **settings):
    """Draws a program's frames: `settings` with small letters are of `shown`, others callbacks."""
    callbacks = {name: settings.pop(name) for name in list(settings) if name[0].isupper()}
    mode = settings.pop("mode", 0)
    with shown(frames=frames, **settings) as pictures:
        window(mode=mode, **callbacks)
        glut.glutMainLoop()
    return pictures


def test_frames_are_opaque_pictures_of_the_window():
    pictures = run()
    assert [picture.shape for picture in pictures] == [(12, 16, 3)] * 3
    assert all((picture == GREEN).all() for picture in pictures)


def test_the_order_within_a_frame():
    told = []

    def note(name):
        return lambda *given: told.append((name, *given))

    with shown(frames=2, keys="0:k 1:m") as pictures:
        window(
            note("display"),
            Reshape=note("reshape"),
            Visibility=note("visibility"),
            Keyboard=note("key"),
            KeyboardUp=note("up"),
            Idle=note("idle"),
            Close=note("close"),
        )
        glut.glutTimerFunc(5, note("timer"), 7)
        glut.glutMainLoop()
    assert told == [
        ("reshape", 16, 12), ("visibility", 1), ("key", b"k", 0, 0), ("display",), ("idle",),
        ("timer", 7), ("up", b"k", 0, 0), ("key", b"m", 0, 0), ("close",),
    ]  # fmt: skip
    assert len(pictures) == 2  # though nothing was drawn anew


def test_timers_run_when_they_are_due_and_time_is_that_of_frames():
    times, at_frames = [], []

    def timer(value):
        times.append((glut.glutGet(glut.GLUT_ELAPSED_TIME), value))
        glut.glutTimerFunc(30, timer, value + 1)

    def idle():
        at_frames.append(glut.glutGet(glut.GLUT_ELAPSED_TIME))

    with shown(frames=4, fps=20):
        window(Idle=idle)
        glut.glutTimerFunc(0, timer, 0)
        glut.glutMainLoop()
    assert at_frames == [0, 50, 100]
    assert times == [(1, 0), (31, 1), (61, 2), (91, 3), (121, 4)]


def test_a_loop_that_waits_for_a_time_ends():
    with shown(fps=60):
        window()
        begun = glut.glutGet(glut.GLUT_ELAPSED_TIME)
        while glut.glutGet(glut.GLUT_ELAPSED_TIME) < begun + 2:
            pass


def test_double_buffers_show_what_was_swapped():
    colors = iter([RED, GREEN])

    def display():
        clear(next(colors))
        glut.glutSwapBuffers()
        clear((0, 0, 255))

    pictures = run(2, mode=DOUBLE, Display=display, Idle=glut.glutPostRedisplay)
    assert [tuple(picture[0, 0]) for picture in pictures] == [RED, GREEN]


def test_each_swap_of_a_callback_is_a_frame_and_so_it_is_without_callbacks():
    def display():
        for level in (10, 20, 30):
            clear((level, 0, 0))
            glut.glutSwapBuffers()

    pictures = run(9, mode=DOUBLE, Display=display, Idle=glut.glutPostRedisplay)
    assert [picture[0, 0, 0] for picture in pictures] == [10, 20, 30] * 3
    with shown(frames=3) as pictures:
        window(mode=DOUBLE)
        times = []
        while True:
            clear((len(times), 0, 0))
            times.append(glut.glutGet(glut.GLUT_ELAPSED_TIME))
            glut.glutSwapBuffers()
    assert [picture[0, 0, 0] for picture in pictures] == [0, 1, 2]
    assert times == [0, 16, 33, 50]  # the fourth is one too many


def test_how_loops_end():
    with shown(frames=1) as pictures:
        window(Idle=glut.glutLeaveMainLoop)
        with pytest.raises(Closed):
            glut.glutMainLoop()
        with pytest.raises(Closed):  # whoever does not end is told again
            glut.glutMainLoop()
    assert len(pictures) == 1
    with shown(frames=9) as pictures:
        window(Idle=glut.glutLeaveMainLoop)
        glut.glutMainLoop()
        glut.glutMainLoopEvent()
    assert len(pictures) == 2
    with shown(frames=2) as pictures:
        window()
        glut.glutSetOption(glut.GLUT_ACTION_ON_WINDOW_CLOSE, glut.GLUT_ACTION_GLUTMAINLOOP_RETURNS)
        glut.glutMainLoop()
        pictures.append("went on")
    assert pictures[-1] == "went on"
    with shown(frames=2) as pictures:
        number = window(Idle=lambda: glut.glutDestroyWindow(number))
        glut.glutMainLoop()
    assert len(pictures) == 1
    with shown(), pytest.raises(glut.GLUTError, match="there are no windows"):
        glut.glutMainLoop()


def test_exceptions_of_callbacks_reach_the_program():
    def fail():
        raise ArithmeticError("of the program")

    with shown(), pytest.raises(ArithmeticError, match="of the program"):
        window(fail)
        glut.glutMainLoop()


def test_a_window_is_resized():
    sizes = []

    def reshape(*size):
        sizes.append(size)
        glViewport(0, 0, *size)

    with shown(frames=3, keys="1:resize(20,10)") as pictures:
        window(Reshape=reshape)
        glut.glutMainLoop()
    assert sizes == [(16, 12), (20, 10)]
    assert [picture.shape[:2] for picture in pictures] == [(12, 16), (10, 20), (10, 20)]
    assert (pictures[-1] == GREEN).all()
    # Without a callback the viewport is all of the window; with a size given nothing else is had.
    with shown(frames=2, size=(5, 4), keys="1:resize(7,6)") as pictures:
        window()
        glut.glutReshapeWindow(99, 98)
        glut.glutIdleFunc(lambda: boxes.append(list(glGetIntegerv(0x0BA2))))
        boxes = []
        glut.glutMainLoop()
    assert boxes == [[0, 0, 5, 4]] and pictures[1].shape == (6, 7, 3)
