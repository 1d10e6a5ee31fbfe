"""`softgl run --show`: a script that runs while its page shows it and sends keys and the mouse."""

import json
import re
import subprocess
import sys
import threading
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from softgl.cli import main
from softgl.debug.live import running, serving
from softgl.debug.live.page import live_application
from softgl.debug.live.running import Live
from softgl.debug.page.server import static_files
from softgl.glut.toolkit import new_toolkit
from tests.debug.page import browser
from tests.debug.page.asking import PORT, TOKEN, ask

ROOT = Path(__file__).parents[3]
WINDOW = """\
from OpenGL.GL import *
from OpenGL.GLUT import *

glutInitDisplayMode(GLUT_DOUBLE)
glutInitWindowSize(8, 4)
glutCreateWindow(b"red")
drawn = 0


def draw():
    global drawn
    drawn += 1
    glClearColor(drawn % 256 / 255, 0, 0, 1)
    glClear(GL_COLOR_BUFFER_BIT)
    glutSwapBuffers()


def say(*words):
    print(*words, glutGetModifiers(), flush=True)
"""
CALLBACKS = (
    WINDOW
    + """

def key(code, x, y):
    say(code)
    if code == b"q":
        raise SystemExit(3)


def menu(value):
    print("chosen", value)
    return 0


glutDisplayFunc(draw)
glutIdleFunc(glutPostRedisplay)
glutKeyboardFunc(key)
glutSpecialFunc(lambda *given: say("special", *given))
glutMouseFunc(lambda *given: say("mouse", *given))
glutMotionFunc(lambda *given: say("motion", *given))
glutReshapeFunc(lambda *given: say("reshape", *given))
inner = glutCreateMenu(menu)
glutAddMenuEntry(b"Deep", 5)
glutCreateMenu(menu)
glutAddSubMenu(b"More", inner)
glutAttachMenu(GLUT_RIGHT_BUTTON)
glutMainLoop()
"""
)
LOOP = WINDOW + "\nwhile True:\n    draw()\n"


class Page:
    """The requests of a page, in a thread of its own: `user(page)` is called there."""

    def __init__(self, live, user):
        self.live, self.served = live, live_application(live, TOKEN, PORT)
        self.revision, self.error = -1, None
        self._user = user
        self.thread = threading.Thread(target=self._run, daemon=True)

    def _run(self):
        try:
            self._user(self)
        except BaseException as error:
            self.error = error
            self.live.post([["close"]])

    def frame(self):
        """The next state, and the pixels."""
        found = ask(self.served, f"/api/frame?after={self.revision}")
        assert found.status == 200
        start = 4 + int.from_bytes(found.body[:4], "little")
        state = json.loads(found.body[4:start])
        self.revision = state["revision"]
        size = state["size"]
        shape = (size[1], size[0], 4) if size else (0,)
        return state, np.frombuffer(found.body[start:], np.uint8).reshape(shape)

    def until(self, condition):
        """Requests frames until a condition of the state is true."""
        for _ in range(500):
            found = self.frame()
            if condition(found[0]):
                return found
        raise AssertionError("never")

    def post(self, *inputs):
        body = json.dumps(inputs).encode()
        return ask(self.served, "/api/input", method="POST", body=body)


@pytest.fixture
def show(tmp_path, monkeypatch):
    """Runs a script with a page: the exit status of `softgl run`."""

    def show(script, user, *words):
        pages = []

        @contextmanager
        def beside(live, port, browser):
            pages.append(Page(live, user))
            pages[0].thread.start()
            yield
            pages[0].thread.join(30)

        monkeypatch.setattr(serving, "serving", beside)
        path = tmp_path / "script.py"
        path.write_text(script)
        status = main(["run", str(path), "--show", "--machine", "eager", "--fps", "200", *words])
        if pages[0].error is not None:
            raise pages[0].error
        return status

    return show


def test_keys_the_mouse_menus_and_the_size_reach_the_script(show, capfd):
    def user(page):
        state, pixels = page.until(lambda state: state["size"])
        assert (state["title"], state["size"]) == ("script.py", [8, 4])
        assert pixels.shape == (4, 8, 4) and (pixels[..., 3] == 255).all() and pixels[0, 0, 0]
        assert state["menus"] == {"2": [["More", [["Deep", None]]]]}
        assert page.post(
            ["hold", "<S-A>"], ["repeat", "<S-A>"], ["release", "<S-A>"], ["hold", "<Left>"],
            ["down", "3", "2", "left", "C"], ["move", "4", "2"], ["up", "4", "2", "left", ""],
            ["menu", "Gone"], ["menu", "More", "Deep"], ["resize", "20", "10"],
        ).status == 200  # fmt: skip
        page.until(lambda state: state["size"] == [20, 10] and state["rate"] > 0)
        page.post(["hold", "q"])
        page.until(lambda state: state["ended"])

    assert show(CALLBACKS, user) == 3
    said = capfd.readouterr().out.splitlines()
    assert said == [
        "reshape 8 4 0", "b'A' 1", "b'A' 1", "special 100 0 0 0", "mouse 0 0 3 2 2",
        "motion 4 2 0", "mouse 0 1 4 2 0", "chosen 5", "reshape 20 10 0", "b'q' 0",
    ]  # fmt: skip


def test_a_pause_holds_the_frames_and_a_step_gives_one(show):
    def user(page):
        rest = threading.Event()  # time.sleep is virtual
        page.until(lambda state: state["size"])
        page.post(["pause"])
        for _ in range(50):  # a frame may be under way
            revision = page.live.revision
            rest.wait(0.1)
            if revision == page.live.revision:
                break
        else:
            raise AssertionError("the script goes on")
        page.post(["step"])
        page.until(lambda state: state["revision"] >= revision + 2)
        rest.wait(0.05)
        assert page.live.revision == revision + 2  # the control and one frame
        page.post(["close"])

    assert show(LOOP, user) == 0


def test_a_closed_page_ends_the_script(show, monkeypatch):
    monkeypatch.setattr(running, "GONE", 50_000_000)
    assert show(LOOP, lambda page: page.frame()) == 0
    assert show(LOOP + "    raise ValueError\n", lambda page: page.frame()) == 1


def test_time_follows_real_time_and_stands_still_meanwhile():
    live = Live("t", 10.0)
    toolkit = new_toolkit()
    live.start(toolkit)
    threading.Timer(0.3, live.listen, [lambda: None]).start()
    first = toolkit.clock.next_frame()
    assert 100_000_000 <= first < 280_000_000  # the page came after 0.3 s
    toolkit.clock.advance_to(first + 10**9)
    live.closing = True
    assert toolkit.clock.next_frame() >= first + 10**9


@pytest.mark.parametrize(
    "inputs, words",
    [
        ([["hold", "Left", "x"]], "hold(Left,x): the form is hold(<Left>)"),
        ([["jump"]], "there is no jump()"),
        ([["resize", "0", "9"]], "the form is resize(640,480)"),
        ([["down", "1", "1", "left", "X"]], "the form is down(x,y,left)"),
        ({}, "not a JSON list of lists of words"),
        ([[]], "not a JSON list of lists of words"),
        ([["hold", "a" * 101]], "not a JSON list of lists of words"),
    ],
)
def test_wrong_input(inputs, words):
    served = live_application(Live("t", 60.0), TOKEN, PORT)
    found = ask(served, "/api/input", method="POST", body=json.dumps(inputs).encode())
    assert found.status == 400 and words in found.json["error"]


def test_the_files_and_methods_of_the_page():
    served = live_application(Live("t", 60.0), TOKEN, PORT)
    names = {
        f"/{name.decode()}"
        for name in re.findall(rb'(?:src|href)="([^"]+)"', ask(served, "/").body)
    }
    assert static_files("softgl.debug.live").keys() - {"/", "/index.html"} <= names
    for name in names:
        assert ask(served, name).status == 200 and b"innerHTML" not in ask(served, name).body
    assert ask(served, "/api/input").status == 405
    assert ask(served, "/api/frame", headers=()).status == 403


def test_pictures_need_an_end(tmp_path, capsys):
    (tmp_path / "a.py").write_text("")
    for option in ("-o", "--capture"):
        assert main(["run", str(tmp_path / "a.py"), "--show", option, "a.softgl"]) == 2
        assert "needs --frames N" in capsys.readouterr().err


def test_the_page_in_a_browser(tmp_path):
    if not browser.installed():
        pytest.skip(f"none of {', '.join(browser.BROWSERS)} is installed")
    path = tmp_path / "callbacks.py"
    path.write_text(CALLBACKS)
    served = subprocess.Popen(
        [sys.executable, "-m", "softgl", "run", str(path), "--show", "--no-browser"],
        stdout=subprocess.PIPE, text=True, cwd=ROOT,
    )  # fmt: skip
    shown = browser.Browser(tmp_path / "browser")
    try:
        shown.open(re.search(r"http\S+", served.stdout.readline())[0])
        shown.wait("document.querySelector('#picture')?.width === 8")
        shown.wait("document.querySelector('#status').textContent.includes('frames a second')")
        shown.key("ArrowLeft")
        shown.click("#picture", (0.5, 0.5))
        shown.click("#step")
        shown.wait("document.querySelector('#status').textContent.includes('paused')")
        shown.click("#pause")
        shown.key("q")
        shown.wait("document.querySelector('#status').textContent === 'the script has ended'")
        # A request may come just after the end.
        assert not [each for each in shown.problems if "net::ERR_" not in each]
        assert served.wait(30) == 3
        said = served.stdout.read()
        assert "special 100 0 0 0" in said and "mouse 0 0 4 2 0" in said and "b'q' 0" in said
    finally:
        shown.close()
        served.kill()
