"""Messages about pictures that show nothing."""

import warnings
from concurrent.futures import ThreadPoolExecutor

import pytest

from softgl import Context, current_context, render, scene
from softgl.scene import SceneError

DRAW = "from softgl.gl import *\ndef draw(time, width, height):\n"
RED = "    glClearColor(1, 0, 0, 1)\n    glClear(GL_COLOR_BUFFER_BIT)\n"
AWAY = "    glRectf(2, 2, 3, 3)\n"
TEXTURE = """
    glBindTexture(GL_TEXTURE_2D, 1)
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 8, 6, 0, GL_RGBA, GL_UNSIGNED_BYTE, None)
    glBindFramebuffer(GL_FRAMEBUFFER, glGenFramebuffers(1))
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 1, 0)
"""
BACK = "    glBindFramebuffer(GL_FRAMEBUFFER, 0)\n"
CLEAR = "some at time 0: the whole picture is transparent: nothing is drawn to the window"
SAID = {
    "    pass\n": [CLEAR],
    AWAY: [f"{CLEAR}: all ", "lie outside the clip volume: look at the model-view"],
    TEXTURE + RED + BACK: [f"{CLEAR}: the contents of a framebuffer object must be copied"],
    RED + AWAY: ["some at time 0: the whole picture has one colour: all ", "lie outside"],
    RED + "    glColorMask(0, 0, 0, 0)\n    glRectf(0, 0, 1, 1)\n": ["one colour", "glColorMask"],
    RED + "    glColor3f(1, 0, 0)\n    glRectf(0, 0, 1, 1)\n": [
        "they have the colour that was there"
    ],
    # Right, as it seems:
    RED: [],
    RED + "    glRectf(-1, -1, 1, 1)\n": [],
    RED + "    glColor3f(0, 1, 0)\n    glRectf(0, 0, 1, 1)\n": [],
    RED + "    glColor3f(0, 1, 0)\n    glRectf(-1, -1, 1, 1)\n" + AWAY: [],
    RED + "    glColor3f(0, 1, 0)\n    glRectf(0, 0, 1, 1)\n" + AWAY: [],
}


def drawn(folder, text, count=1, **options):
    """The frames of a scene, and the messages about them."""
    (folder / "some.py").write_text(DRAW + text)
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        pictures = list(
            render.frames(scene.load(folder / "some.py"), 8, 6, count, machine="eager", **options)
        )
    return pictures, [str(each.message) for each in said]


@pytest.mark.parametrize(("text", "expected"), SAID.items())
def test_a_blank_picture_says_so_once(tmp_path, text, expected):
    _, said = drawn(tmp_path, text, 3)
    assert len(said) == bool(expected)
    assert all(part in said[0] for part in expected)


def test_pictures_of_workers_are_looked_at_too(tmp_path):
    with ThreadPoolExecutor(1) as worker:
        _, said = drawn(tmp_path, AWAY, 3, executor=worker)
    assert len(said) == 1 and said[0].startswith(CLEAR)


def test_looking_at_a_scene_leaves_its_context(tmp_path):
    (tmp_path / "some.py").write_text(DRAW + AWAY)
    images = render.frames(scene.load(tmp_path / "some.py"), 8, 6, 2, machine="eager")
    with pytest.warns(UserWarning, match="transparent"):
        next(images)
    assert current_context() is not None and current_context().width == 8
    mine = Context(3, 3, machine="eager")
    next(images)
    assert current_context() is not mine  # each frame makes its own current


def test_a_framebuffer_object_that_is_left_bound(tmp_path):
    with pytest.raises(SceneError, match=r"leaves framebuffer . bound, and nothing is drawn"):
        drawn(tmp_path, TEXTURE + RED)
    coloured = "    glClearColor(time, 1, 0, 1)\n    glClear(GL_COLOR_BUFFER_BIT)\n"
    pictures, said = drawn(tmp_path, coloured + TEXTURE, 4)
    assert len(said) == 1 and "its next frame shows nothing new: glBindFramebuffer" in said[0]
    pictures, said = drawn(tmp_path, BACK + coloured + TEXTURE, 4)
    assert said == [] and len({picture.tobytes() for picture in pictures}) == 4
