"""`softgl run` with pygame: the real one with our window, and our own where it is missing."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

from softgl.image import load_png
from softgl.running.pygame import constants, stand_in
from tests.running.programs import run

REAL = pytest.param(
    "real",
    marks=pytest.mark.skipif(find_spec("pygame") is None, reason="pygame is not installed"),
)
PYGAMES = ["own", REAL]

PROGRAM = """
import sys
import pygame
from pygame.locals import *
from OpenGL.GL import *

pygame.init()
pygame.display.gl_set_attribute(GL_MULTISAMPLEBUFFERS, 1)
screen = pygame.display.set_mode((40, 30), OPENGL | DOUBLEBUF)
pygame.display.set_caption("title")
clock = pygame.time.Clock()
pygame.time.set_timer(USEREVENT + 1, 40)
frame = 0
ended = False
while not ended:
    for event in pygame.event.get():
        words = [pygame.time.get_ticks(), frame]
        if event.type in (KEYDOWN, KEYUP):
            words += [event.type == KEYDOWN, pygame.key.name(event.key), event.unicode, event.mod]
        elif event.type == MOUSEMOTION:
            words += ["motion", event.pos, event.rel, event.buttons]
        elif event.type in (MOUSEBUTTONDOWN, MOUSEBUTTONUP):
            words += [event.type == MOUSEBUTTONDOWN, event.pos, event.button]
        elif event.type == VIDEORESIZE:
            words += [event.size, pygame.display.get_surface().get_size()]
        elif event.type == USEREVENT + 1:
            words += ["timer"]
        elif event.type == QUIT:
            words += ["quit"]
            ended = True
        else:
            continue
        print(*words)
    keys = pygame.key.get_pressed()
    red = keys[K_LEFT]
    if keys[K_LSHIFT] or pygame.key.get_mods() & KMOD_SHIFT:
        print("shift")
    glViewport(0, 0, *pygame.display.get_window_size())
    glClearColor(red, 1, 0, 1)
    glClear(GL_COLOR_BUFFER_BIT)
    pygame.display.flip()
    assert clock.tick(60) in (16, 17)
    frame += 1
print("end")
sys.exit(3)
"""
KEYS = "1:a<S-Left> 2:hold(<Left>)A 3:move(4,5)down(6,7,right) 4:wheel(6,7,-1) 5:resize(20,10)"
PRINTED = """\
16 1 True a a 0
16 1 True left  1
shift
33 2 False a a 0
33 2 False left  1
33 2 True left  0
33 2 True a A 1
shift
50 3 False a A 1
50 3 motion (4, 5) (0, 0) (0, 0, 0)
50 3 motion (6, 7) (2, 2) (0, 0, 0)
50 3 True (6, 7) 3
50 3 timer
66 4 True (6, 7) 5
66 4 False (6, 7) 5
83 5 (20, 10) (20, 10)
83 5 timer
100 6 quit
end
"""


@pytest.fixture(autouse=True)
def inside(tmp_path, monkeypatch):
    """A folder of our own as the current one."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    for name in stand_in.DRIVERS:
        monkeypatch.setenv(name, "dummy")


def choose(which, monkeypatch):
    """Hides an installed pygame, unless the real one is tested."""
    if which == "own":
        monkeypatch.setattr(stand_in, "installed", lambda path: None)


@pytest.mark.parametrize("which", PYGAMES)
def test_frames_events_and_time(which, tmp_path, monkeypatch, capsys):
    choose(which, monkeypatch)
    options = ["--frames", "6", "--keys", KEYS]
    assert run(tmp_path, PROGRAM, *options, output="f%d.png") == 3
    assert capsys.readouterr().out == PRINTED
    assert load_png("f0.png").shape == (30, 40, 4)
    colors = [load_png(f"f{number}.png")[5, 5].tolist()[:2] for number in range(6)]
    assert colors == [[0, 255], [255, 255], [255, 255], [255, 255], [255, 255], [255, 255]]
    assert load_png("f5.png").shape == (10, 20, 4)


BEGIN = """
import pygame
from OpenGL.GL import *
pygame.init()
pygame.display.set_mode((8, 8), pygame.OPENGL)
"""
WAITS = """
def draw(red):
    glClearColor(red, 0, 0, 1)
    glClear(GL_COLOR_BUFFER_BIT)
    pygame.display.flip()
draw(0)
pygame.event.clear()
while True:
    event = pygame.event.wait()
    print(event.type, pygame.time.get_ticks())
    if event.type == pygame.KEYDOWN:
        draw(1)
"""
POLLS = """
while True:
    if pygame.event.peek(pygame.KEYDOWN):
        pygame.event.clear()
        glClearColor(1, 0, 0, 1)
        glClear(GL_COLOR_BUFFER_BIT)
        pygame.display.flip()
"""
TEXTURE = """
surface = pygame.Surface((2, 2), pygame.SRCALPHA)
surface.fill((255, 0, 0))
surface.set_at((0, 0), (1, 2, 3, 4))
print(list(pygame.image.tostring(surface, "RGBA", True)[:12]), surface.get_at((0, 0))[:4])
pygame.image.save(surface, "saved.png")
again = pygame.image.load("saved.png").convert_alpha()
again = pygame.transform.flip(again, True, False)
print(list(pygame.image.tostring(again, "RGB")[:6]), again.get_size())
"""


@pytest.mark.parametrize("which", PYGAMES)
def test_programs_that_show_few_frames(which, tmp_path, monkeypatch, capsys):
    """Frames pass while a program waits or looks for events, and show the same picture again."""
    choose(which, monkeypatch)
    for loop in (WAITS, POLLS):
        options = ["--frames", "5", "--keys", "3:a"]
        assert run(tmp_path, BEGIN + loop, *options, output="f%d.png") == 0
        reds = [int(load_png(f"f{number}.png")[0, 0, 0]) for number in range(5)]
        assert reds == [0, 0, 0, 255, 255]
    assert "768 50\n" in capsys.readouterr().out


LOOKS = """
turned = 0
for frame in range(5):
    for event in pygame.event.get(pygame.MOUSEMOTION):
        turned += event.rel[0]
    print(turned, pygame.mouse.get_rel(), pygame.mouse.get_pos(), pygame.mouse.get_pressed())
    pygame.mouse.set_pos((4, 4))
    pygame.display.flip()
"""


@pytest.mark.parametrize("which", PYGAMES)
def test_the_mouse_is_put_back_without_an_event(which, tmp_path, monkeypatch, capsys):
    choose(which, monkeypatch)
    options = ["--frames", "9", "--keys", "1:move(7,4) 2:move(6,4) 3:down(6,4,middle)"]
    assert run(tmp_path, BEGIN + LOOKS, *options) == 0
    assert capsys.readouterr().out.splitlines() == [
        "0 (0, 0) (0, 0) (False, False, False)",
        "3 (3, 0) (7, 4) (False, False, False)",
        "5 (2, 0) (6, 4) (False, False, False)",
        "7 (2, 0) (6, 4) (False, True, False)",
        "7 (0, 0) (4, 4) (False, True, False)",
    ]


@pytest.mark.parametrize("which", PYGAMES)
def test_surfaces_give_pixels_for_textures(which, tmp_path, monkeypatch, capsys):
    choose(which, monkeypatch)
    assert run(tmp_path, BEGIN + TEXTURE) == 0
    assert capsys.readouterr().out.splitlines() == [
        "[255, 0, 0, 255, 255, 0, 0, 255, 1, 2, 3, 4] (1, 2, 3, 4)",
        "[255, 0, 0, 1, 2, 3] (2, 2)",
    ]


def test_our_own_says_what_it_lacks(tmp_path, monkeypatch, capsys):
    choose("own", monkeypatch)
    lacks = {
        "pygame.mixer.init()": "pygame.mixer; pip install pygame",
        "import pygame.font": "pygame.font; pip install pygame",
        "pygame.display.message_box()": "pygame.display.message_box; pip",
    }
    for line, words in lacks.items():
        assert run(tmp_path, BEGIN + line) == 1
        error = capsys.readouterr().err
        assert error.startswith("softgl: script.py: softgl's stand-in of pygame has no"), error
        assert words in error and error.count("\n") == 1
    assert run(tmp_path, BEGIN + "print(hasattr(pygame, 'mixer'))") == 0
    assert run(tmp_path, "import pygame\npygame.display.set_mode((8, 8))") == 1
    error = capsys.readouterr().err
    assert "with OPENGL windows; others need pygame itself" in error and "Traceback" not in error


@pytest.mark.skipif(find_spec("pygame") is None, reason="pygame is not installed")
def test_windows_without_gl_show_their_surface(tmp_path):
    text = "import pygame\npygame.init()\nscreen = pygame.display.set_mode((8, 8))\n"
    assert run(tmp_path, text + "screen.fill((0, 0, 255))\npygame.display.update()\n") == 0
    assert load_png("out.png")[0, 0].tolist() == [0, 0, 255, 255]


@pytest.mark.skipif(find_spec("pygame") is None, reason="pygame is not installed")
def test_constants_are_those_of_pygame():
    import pygame
    from pygame import locals

    if getattr(pygame, "IS_CE", False):
        pytest.skip("pygame-ce has other numbers of window events")
    for name, value in constants.CONSTANTS.items():
        assert getattr(locals, name) == value, name


VERSIONS = """
import pygame
from pygame.locals import *
from OpenGL.GL import *
pygame.init()
wishes = {"MAJOR_VERSION": 3, "MINOR_VERSION": 3, "PROFILE_MASK": GL_CONTEXT_PROFILE_CORE}
for name, value in {**wishes, "FLAGS": GL_CONTEXT_DEBUG_FLAG}.items():
    pygame.display.gl_set_attribute(getattr(pygame, f"GL_CONTEXT_{name}"), value)
pygame.display.set_mode((8, 8), OPENGL | DOUBLEBUF)
print(glGetString(GL_VERSION), glGetIntegerv(GL_CONTEXT_FLAGS))
"""


@pytest.mark.parametrize("which", PYGAMES)
def test_versions_and_profiles(which, tmp_path, monkeypatch, capsys):
    choose(which, monkeypatch)
    assert run(tmp_path, VERSIONS) == 0
    assert capsys.readouterr().out.endswith("b'3.3 (Core Profile) softgl' 2\n")
