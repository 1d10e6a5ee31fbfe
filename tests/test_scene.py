"""Scene files without a scene, and scenes that draw where no picture shows it."""

import sys

import numpy as np
import pytest

from softgl import Context, current_context, render, scene
from softgl.scene import SceneError

GL = "from softgl.gl import *\n"
RED = "    glClearColor(1, 0, 0, 1)\n    glClear(GL_COLOR_BUFFER_BIT)\n"
DRAW = "def draw(time, width, height):\n" + RED
PYOPENGL = r"ImportError: PyOpenGL does not draw .*: `from softgl.gl import \*`.*`softgl run` runs"


def load(folder, text):
    (folder / "some.py").write_text(text)
    return scene.load(folder / "some.py")


def drawn(folder, text, count=1):
    pictures = render.frames(load(folder, text), 8, 6, count, machine="eager")
    return [np.asarray(picture) for picture in pictures]


@pytest.mark.parametrize(
    "text",
    [
        "from OpenGL.GL import *\n" + DRAW,
        "import OpenGL.GLUT\nOpenGL.GLUT.glutInit()\n",
        GL + DRAW + "    from OpenGL import GLU\n",
    ],
)
def test_pyopengl_is_refused_to_scenes_with_what_to_do(tmp_path, text, monkeypatch):
    for name in [name for name in sys.modules if name.partition(".")[0] == "OpenGL"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delitem(sys.modules, "softgl.pyopengl", raising=False)
    with pytest.raises(SceneError, match=rf"some\.py, line \d: {PYOPENGL}"):
        drawn(tmp_path, text)
    fallback = "try:\n    from OpenGL.GL import *\nexcept ImportError:\n    " + GL + DRAW
    assert (drawn(tmp_path, fallback)[0] == (255, 0, 0, 255)).all()


OWN = "import softgl\n" + GL


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("the file", "softgl.Context(8, 6)\n" + DRAW),
        ("setup()", "def setup():\n    softgl.Context(8, 6)\n" + DRAW),
        ("draw()", DRAW.replace(RED, "    softgl.Context(8, 6)\n" + RED)),
    ],
)
def test_a_scene_leaves_its_context_current(tmp_path, name, text):
    mine = Context(2, 2, machine="eager")
    with pytest.raises(SceneError) as raised:
        drawn(tmp_path, OWN + text)
    words = f"some.py: {name} makes another context current, whose draws no picture shows"
    assert words in str(raised.value)
    assert name != "the file" or current_context() is mine
    borrowed = text.replace("softgl.Context(8, 6)", "with softgl.Context(8, 6): pass")
    assert (drawn(tmp_path, OWN + borrowed)[0] == (255, 0, 0, 255)).all()


def test_scripts_are_sent_to_softgl_run(tmp_path):
    with pytest.raises(SceneError, match=r"no function draw\(.*\); `softgl run` runs scripts"):
        load(tmp_path, OWN + "softgl.Context(8, 6)\nglClear(GL_COLOR_BUFFER_BIT)\n")
    program = (
        "from softgl.glut import *\nglutInit()\nglutCreateWindow('x')\n"
        "glutDisplayFunc(glutSwapBuffers)\nglutMainLoop()\n"
    )
    with pytest.raises(SceneError, match="line 5: glutMainLoop has ended: `softgl run` runs"):
        load(tmp_path, program)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (GL + DRAW + "    yield\n", "draw() is a generator or a coroutine, which draws nothing"),
        (GL + "async " + DRAW, "draw() is a generator or a coroutine, which draws nothing"),
        (GL + DRAW + "    glNewList(1, GL_COMPILE)\n", "draw() ends after a glNewList without its"),
    ],
)
@pytest.mark.filterwarnings("ignore:coroutine 'draw' was never awaited")
def test_a_scene_draws_when_it_is_called(tmp_path, text, words):
    with pytest.raises(SceneError) as raised:
        drawn(tmp_path, text)
    assert words in str(raised.value)
