"""Events: which commands are told to a watcher, in which order, and that pixels stay the same."""

from __future__ import annotations

import numpy as np
import pytest

from softgl import Context, GLError, render, scene
from softgl.debug.frames.watch import watch_frame
from softgl.debug.watching import Stop, watching
from softgl.gl import *


@pytest.fixture
def context():
    with Context(8, 8, machine="eager") as made:
        yield made


class Notes:
    """Records its events; ends before the event `last`, if there is one."""

    def __init__(self, last=None):
        self.told, self.last = [], last

    def before(self, event):
        if event.number == self.last:
            raise Stop
        self.told.append(("before", event.number))
        self.event = event

    def after(self, event):
        self.told.append(("after", event.number))


def corner(ctx):
    return np.asarray(ctx.read_image())[-1, 0, :3].tolist()


def draw_all():
    """Makes each kind of event, and calls without one."""
    glClearColor(0, 0, 1, 1)
    glClear(GL_COLOR_BUFFER_BIT)
    glColor3f(1, 0, 0)
    glRectf(-1, -1, 1, 1)
    glBegin(GL_TRIANGLES)
    glVertex2f(-1, -1)
    glVertex2f(1, -1)
    glVertex2f(0, 1)
    glEnd()
    glEnableClientState(GL_VERTEX_ARRAY)
    glVertexPointer(2, GL_FLOAT, 0, np.zeros((6, 2), np.float32))
    glDrawArrays(GL_LINES, 0, 6)
    glMultiDrawArrays(GL_POINTS, [0, 2], [2, 3], 2)
    glDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_BYTE, np.array([0, 1, 2], np.uint8))
    glDrawPixels(1, 1, GL_RGB, GL_UNSIGNED_BYTE, np.zeros((1, 1, 3), np.uint8))
    glBitmap(0, 0, 0, 0, 0, 0, None)
    glCopyPixels(0, 0, 1, 1, GL_COLOR)
    glBlitFramebuffer(0, 0, 1, 1, 0, 0, 1, 1, GL_COLOR_BUFFER_BIT, GL_NEAREST)


EVENTS = [
    ("clear", None, None, "glClear(GL_COLOR_BUFFER_BIT)"),
    ("draw", GL_POLYGON, 4, "glRectf(-1, -1, 1, 1)"),
    ("draw", GL_TRIANGLES, 3, "glEnd()"),
    ("draw", GL_LINES, 6, "glDrawArrays(GL_LINES, 0, 6)"),
    ("draw", GL_POINTS, 5, "glMultiDrawArrays(GL_POINTS, [0, 2], [2, 3], 2)"),
    ("draw", GL_TRIANGLES, 3, None),
    ("pixels", None, None, None),
    ("pixels", None, None, "glBitmap(0, 0, 0, 0, 0, 0, None)"),
    ("pixels", None, None, "glCopyPixels(0, 0, 1, 1, GL_COLOR)"),
    ("blit", None, None, None),
]


def test_every_kind_of_event_is_told(context):
    events = []

    class All(Notes):
        def after(self, event):
            super().after(event)
            events.append(event)

    notes = All()
    with watching(notes):
        draw_all()
    assert notes.told == [(when, n) for n in range(len(EVENTS)) for when in ("before", "after")]
    for event, (kind, mode, count, words) in zip(events, EVENTS, strict=True):
        assert (event.kind, event.mode, event.count) == (kind, mode, count)
        assert event.context is context
        assert words is None or str(event) == words
    draw_all()  # no longer watched
    assert len(notes.told) == 2 * len(EVENTS)


def test_what_an_event_draws_is_there_after_it(context):
    seen = []

    class Looks(Notes):
        def before(self, event):
            seen.append(corner(context))

        def after(self, event):
            seen.append(corner(context))

    with watching(Looks()):
        for colour in ((1, 0, 0), (0, 1, 0)):
            glColor3f(*colour)
            glRectf(-1, -1, 1, 1)
    assert seen == [[0, 0, 0], [255, 0, 0], [255, 0, 0], [0, 255, 0]]


def test_a_watcher_ends_the_block(context):
    notes = Notes(last=2)
    with watching(notes):
        draw_all()
        raise AssertionError
    assert notes.told[-1] == ("after", 1) and corner(context) == [255, 0, 0]
    assert context.inside_begin  # it was before glEnd
    glEnd()


def test_a_refused_command_is_told_too(context):
    notes = Notes()
    with watching(notes), pytest.raises(GLError):
        glDrawArrays(GL_LINES, 0, -1)
    assert notes.told == [("before", 0), ("after", 0)]
    with watching(notes), pytest.raises(GLError):
        glEnd()  # after no glBegin
    assert len(notes.told) == 2


def test_frames_of_scenes_have_the_same_bytes_watched():
    for name, frame in (("chess", 0), ("fountain", 1), ("sketch", 2)):
        wanted, notes = scene.load(name), Notes()
        context = watch_frame(wanted, notes, 64, 48, frame, 3)
        expected = list(render.frames(wanted, 64, 48, 3))[frame]
        assert np.array_equal(context.read_image(), expected), name
        assert notes.told[-1] == ("after", notes.event.number) and notes.event.number > 0
