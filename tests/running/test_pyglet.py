"""`softgl run` with pyglet 1.5, which draws through softgl's C libraries."""

from __future__ import annotations

import platform
import subprocess
import sys
from importlib import metadata
from importlib.util import find_spec

import pytest

from softgl.image import load_png
from softgl.running.pyglet.stand_in import StandIn
from softgl.running.stand_ins.modules import NotCovered

pytestmark = [
    pytest.mark.skipif(find_spec("pyglet") is None, reason="pyglet is not installed"),
    pytest.mark.skipif(
        find_spec("pyglet") is not None and not metadata.version("pyglet").startswith("1.5."),
        reason="pyglet is not version 1.5",
    ),
    pytest.mark.skipif(
        sys.platform != "linux" or platform.machine() not in ("x86_64", "aarch64"),
        reason="softgl's C libraries are for Linux on x86-64 and ARM64",
    ),
]

PROGRAM = """
import pyglet
from pyglet.gl import *
from pyglet.window import key, mouse
import time

# Textures and buffers that are made before the window are those of its context, too.
blue = pyglet.image.SolidColorImagePattern((0, 0, 255, 255)).create_image(4, 4)
sprite = pyglet.sprite.Sprite(blue)
config = Config(double_buffer=True, depth_size=24, sample_buffers=1, samples=4)
window = pyglet.window.Window(40, 30, "title", resizable=True, config=config)
window.set_icon(pyglet.image.create(16, 16))
window.set_exclusive_mouse(True)
pointer = pyglet.image.SolidColorImagePattern((255, 0, 255, 255)).create_image(2, 2)
window.set_mouse_cursor(pyglet.window.ImageMouseCursor(pointer))
keys = key.KeyStateHandler()
frame, red = 0, 0


@window.event
def on_draw():
    global frame
    glClearColor(red, 1, 0, 1)
    window.clear()
    sprite.draw()
    frame += 1


def told(name):
    def handler(*arguments):
        print(frame, name, *arguments)
    return handler


for name in ("on_key_press on_key_release on_text on_text_motion on_mouse_motion on_mouse_drag "
             "on_mouse_press on_mouse_release on_mouse_scroll on_show").split():
    window.event(name)(told(name))
window.push_handlers(keys)


@window.event
def on_resize(width, height):
    print(frame, "on_resize", width, height, window.get_size())


def update(dt):
    global red
    red = int(keys[key.LEFT])
    assert abs(dt - 1 / 60) < 0.001, dt


pyglet.clock.schedule_interval(update, 1 / 60)
pyglet.app.run()
print(frame, "end", round(time.perf_counter(), 3), key.LEFT, mouse.LEFT)
"""
KEYS = "1:A 2:hold(<Left>) 3:move(4,5)down(6,7,right) 4:wheel(6,7,-1)up(6,7,right) 5:resize(20,10)"
PRINTED = """\
0 on_resize 40 30 (40, 30)
0 on_show
1 on_key_press 97 1
1 on_text A
2 on_key_release 97 1
2 on_key_press 65361 0
2 on_text_motion 65361
3 on_mouse_motion 4 25 0 0
3 on_mouse_motion 6 23 2 -2
3 on_mouse_press 6 23 4 0
4 on_mouse_scroll 6 23 0 -1
4 on_mouse_release 6 23 4 0
5 on_resize 20 10 (20, 10)
6 end 0.1 65361 1
"""
OWN_LOOP = """
import ctypes, ctypes.util
load, find = ctypes.cdll.LoadLibrary, ctypes.util.find_library

def load_library(name):
    if "GLU" in name:
        raise OSError(name)
    return load(name)

# As on a machine without libGLU.
ctypes.cdll.LoadLibrary = load_library
ctypes.util.find_library = lambda name: None if name == "GLU" else find(name)

import pyglet
from pyglet.gl import *

window = pyglet.window.Window(8, 6)
other = pyglet.window.Window(4, 4)
seen = []
window.event("on_key_press")(lambda symbol, modifiers: seen.append(chr(symbol)))
while not window.has_exit:
    pyglet.clock.tick()
    for each in (other, window):
        each.switch_to()
        each.dispatch_events()
        glClearColor(len(seen), 0, each is other, 1)
        each.clear()
        each.flip()
matrix = (GLfloat * 16)()
glLoadIdentity()
gluLookAt(0, 0, 5, 0, 0, 0, 0, 1, 0)
glGetFloatv(GL_MODELVIEW_MATRIX, matrix)
print(seen, list(matrix)[12:])
"""


def run(folder, text, *options):
    """Runs a script by the command, in a process of its own; returns its output."""
    (folder / "script.py").write_text(text)
    command = [sys.executable, "-m", "softgl", "run", "script.py", "-o", "f%d.png", *options]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert "Warning" not in done.stderr, done.stderr
    return done.stdout


def test_frames_events_and_time(tmp_path):
    assert run(tmp_path, PROGRAM, "--frames", "6", "--keys", KEYS) == PRINTED
    frames = [load_png(tmp_path / f"f{number}.png") for number in range(6)]
    assert [frame[5, 10, :3].tolist() for frame in frames] == [[0, 255, 0]] * 2 + [
        [255, 255, 0]
    ] * 4
    assert frames[4].shape == (30, 40, 4) and frames[5].shape == (10, 20, 4)
    assert frames[4][-1, 0].tolist() == [0, 0, 255, 255]
    # The pointer of the program's own is drawn where the mouse is.
    assert frames[2][5, 5].tolist() != [255, 0, 255, 255] == frames[3][6, 7].tolist()


def test_programs_with_a_loop_of_their_own(tmp_path):
    assert (
        run(tmp_path, OWN_LOOP, "--frames", "4", "--keys", "1:a") == "['a'] [0.0, 0.0, -5.0, 1.0]\n"
    )
    frames = [load_png(tmp_path / f"f{number}.png") for number in range(4)]
    assert [frame[0, 0, :3].tolist() for frame in frames] == [[0, 0, 0]] + [[255, 0, 0]] * 3
    assert frames[0].shape == (6, 8, 4)


def test_other_versions_are_not_covered():
    class Pyglet:
        version = "2.1.0"

    stand_in = StandIn()
    with pytest.raises(NotCovered, match=r"pyglet 2.1.0 is not covered: version 1.5 is"):
        stand_in.begin(Pyglet)
