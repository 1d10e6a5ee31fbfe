"""`softgl run --show`: the frames of a script, or a scene, on the page of `softgl view`."""

import io

import pytest
from PIL import Image

from softgl.cli import main
from softgl.debug.viewer import command
from tests.debug.page import small
from tests.debug.page.asking import PORT, TOKEN, ask

SCRIPT = """\
from OpenGL.GL import *
from OpenGL.GLUT import *

drawn = 0


def display():
    global drawn
    glClearColor(drawn / 255, 0, 0, 1)
    glClear(GL_COLOR_BUFFER_BIT)
    glutSwapBuffers()
    drawn += 1


glutInitDisplayMode(GLUT_DOUBLE)
glutInitWindowSize(8, 4)
glutCreateWindow(b"red")
glutDisplayFunc(display)
glutIdleFunc(glutPostRedisplay)
glutMainLoop()
"""


@pytest.fixture
def served(monkeypatch):
    """The pages that the command would serve: (name, application, port, browser)."""
    found = []
    monkeypatch.setattr(command, "serve", lambda *page: found.append(page))
    return found


def test_the_frames_of_a_script_are_played(tmp_path, served):
    path = tmp_path / "red.py"
    path.write_text(SCRIPT)
    words = ["run", str(path), "--show", "--frames", "3", "--fps", "30", "--port", "8000"]
    assert main([*words, "--no-browser"]) == 0
    [(name, application, port, browser)] = served
    assert (name, port, browser) == ("softgl run", 8000, False)
    page = application(TOKEN, PORT)
    summary = ask(page, "/api/summary").json
    assert summary == {"title": "red.py", "size": [8, 4], "camera": None, "frames": 3, "fps": 30.0}
    for time, red in ((0, 0), (0.3, 0), (0.333333333, 1), (2 / 3, 2), (1, 2)):
        answer = ask(page, f"/api/picture?time={time}&yaw=3&small=0")
        picture = Image.open(io.BytesIO(answer.body))
        assert picture.size == (8, 4) and picture.getpixel((0, 0)) == (red, 0, 0)


def test_a_scene_is_shown_as_by_view(served):
    assert main(["run", small.__file__, "--show", "--size", "16x8"]) == 0
    [(name, application, port, browser)] = served
    assert (name, port, browser) == ("softgl view", None, True)
    summary = ask(application(TOKEN, PORT), "/api/summary").json
    assert summary["size"] == [16, 8] and "frames" not in summary


@pytest.mark.parametrize(
    "arguments, words",
    [
        (["--show", "--keys", "3:a"], "is a scene, and --keys is for scripts"),
        (["--show", "-o", "a.png"], "is a scene, and -o is for scripts"),
        (["--port", "8000"], "--port and --no-browser are for --show"),
        (["--show", "--port", "x"], "--port 'x' is not a whole number"),
    ],
)
def test_wrong_usage(arguments, words, capsys, served):
    assert main(["run", small.__file__, *arguments]) == 2
    assert words in capsys.readouterr().err and not served
