"""`softgl run` with glfw: windows, callbacks and time, which are softgl's own."""

from __future__ import annotations

import ast
from importlib.util import find_spec
from pathlib import Path

import pytest

from softgl.image import load_png
from softgl.running.glfw import constants
from softgl.running.hook import standing_in
from tests.running.programs import run

PROGRAM = """
import glfw
from OpenGL.GL import *

red = 0.0


def told(name):
    def callback(window, *arguments):
        global red
        print(frame, name, *arguments)
        if name == "key" and arguments[2] == glfw.PRESS:
            red = 1.0
    return callback


assert glfw.init()
glfw.window_hint(glfw.SAMPLES, 4)
window = glfw.create_window(40, 30, "title", None, None)
assert glfw.get_current_context() is None
glfw.make_context_current(window)
for name in "key char mouse_button cursor_pos scroll framebuffer_size window_close".split():
    assert getattr(glfw, f"set_{name}_callback")(window, told(name)) is None
frame = 0
while not glfw.window_should_close(window):
    glViewport(0, 0, *glfw.get_framebuffer_size(window))
    glClearColor(red, 1, 0, 1)
    glClear(GL_COLOR_BUFFER_BIT)
    glfw.swap_buffers(window)
    frame += 1
    glfw.poll_events()
    if glfw.get_key(window, glfw.KEY_LEFT) or glfw.get_mouse_button(window, 1):
        print("down", glfw.get_cursor_pos(window), int(glfw.get_time() * 1000))
glfw.terminate()
"""
KEYS = "1:A 2:hold(<Left>)+ 3:down(6,7,right) 4:wheel(6,7,-1)release(<Left>) 5:resize(20,10)"
PRINTED = """\
1 key 65 65 1 1
1 char 65
2 key 65 65 0 1
2 key 263 263 1 0
2 key 61 61 1 1
2 char 43
down (0.0, 0.0) 33
3 key 61 61 0 1
3 cursor_pos 6.0 7.0
3 mouse_button 1 1 0
down (6.0, 7.0) 50
4 scroll 0.0 -1.0
4 key 263 263 0 0
down (6.0, 7.0) 66
5 framebuffer_size 20 10
down (6.0, 7.0) 83
6 window_close
down (6.0, 7.0) 100
"""
WAITS = """
from glfw.GLFW import *
from OpenGL.GL import *
glfwInit()
window = glfwCreateWindow(8, 8, "", None, None)
glfwMakeContextCurrent(window)
glfwSetKeyCallback(window, lambda window, key, code, action, mods: glClearColor(1, 0, 0, 1))
while not glfwWindowShouldClose(window):
    glClear(GL_COLOR_BUFFER_BIT)
    glfwSwapBuffers(window)
    glfwWaitEvents()
    print(int(glfwGetTime() * 1000))
"""


@pytest.fixture(autouse=True)
def inside(tmp_path, monkeypatch):
    """A folder of our own as the current one."""
    monkeypatch.chdir(tmp_path)


def test_frames_callbacks_and_time(tmp_path, capsys):
    options = ["--frames", "6", "--keys", KEYS]
    assert run(tmp_path, PROGRAM, *options, output="f%d.png") == 0
    assert capsys.readouterr().out == PRINTED
    assert [int(load_png(f"f{number}.png")[5, 5, 0]) for number in range(6)] == [0, *5 * [255]]
    assert load_png("f4.png").shape == (30, 40, 4) and load_png("f5.png").shape == (10, 20, 4)


def test_waiting_lets_frames_pass_and_names_are_those_of_c_too(tmp_path, capsys):
    options = ["--frames", "6", "--keys", "3:a"]
    assert run(tmp_path, WAITS, *options, output="f%d.png") == 0
    reds = [int(load_png(f"f{number}.png")[0, 0, 0]) for number in range(6)]
    assert reds == [0, 0, 0, 255, 255, 255]
    assert capsys.readouterr().out == "50\n66\n100\n"


def test_windows_that_are_not_shown_give_one_frame(tmp_path, capsys):
    text = """
import glfw
from OpenGL.GL import *
glfw.init()
glfw.window_hint(glfw.VISIBLE, False)
first = glfw.create_window(8, 6, "first", None, None)
glfw.make_context_current(first)
glClearColor(0, 0, 1, 1)
glClear(GL_COLOR_BUFFER_BIT)
print(glfw.get_key_name(glfw.KEY_W, 0), glfw.get_video_mode(glfw.get_primary_monitor()).size.width)
glfw.terminate()
"""
    assert run(tmp_path, text) == 0
    assert load_png("out.png").shape == (6, 8, 4) and load_png("out.png")[0, 0, 2] == 255
    assert capsys.readouterr().out == "w 1920\n"
    assert run(tmp_path, "import glfw\nglfw.get_x11_window(3)\n") == 1
    assert "softgl's stand-in of glfw has no glfw.get_x11_window" in capsys.readouterr().err


VERSIONS = """
import glfw
from OpenGL.GL import *
glfw.init()
for version, profile, more in (
    ((1, 0), 0, ()), ((3, 1), 0, ()), ((3, 3), 0, ()), ((3, 2), glfw.OPENGL_CORE_PROFILE, ()),
    ((4, 1), glfw.OPENGL_CORE_PROFILE, ()), ((3, 2), 0, (glfw.OPENGL_FORWARD_COMPAT,)),
    ((3, 3), glfw.OPENGL_COMPAT_PROFILE, (glfw.OPENGL_DEBUG_CONTEXT,)),
):
    glfw.default_window_hints()
    glfw.window_hint(glfw.CONTEXT_VERSION_MAJOR, version[0])
    glfw.window_hint(glfw.CONTEXT_VERSION_MINOR, version[1])
    glfw.window_hint(glfw.OPENGL_PROFILE, profile)
    for hint in more:
        glfw.window_hint(hint, True)
    window = glfw.create_window(8, 8, "", None, None)
    glfw.make_context_current(window)
    names = glfw.CONTEXT_VERSION_MAJOR, glfw.CONTEXT_VERSION_MINOR
    print(*(glfw.get_window_attrib(window, name) for name in names), glGetString(GL_VERSION)[:8],
          glfw.extension_supported("GL_ARB_vertex_program"), glGetIntegerv(GL_CONTEXT_FLAGS))
"""


def test_versions_and_profiles(tmp_path, capsys):
    assert run(tmp_path, VERSIONS) == 0
    assert (
        capsys.readouterr().out
        == """\
3 3 b'3.3 soft' True 0
3 1 b'3.1 soft' True 0
3 3 b'3.3 soft' True 0
3 3 b'3.3 (Cor' False 0
3 3 b'3.3 (Cor' False 0
3 2 b'3.2 (Cor' False 1
3 3 b'3.3 soft' True 2
"""
    )


@pytest.mark.skipif(find_spec("glfw") is None, reason="PyPI's glfw is not installed")
def test_names_and_numbers_are_those_of_glfw():
    """Constants equal those of glfw; only functions of window systems are missing."""
    folder = Path(find_spec("glfw").origin).parent
    tree = ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))
    numbers = {}
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            value = node.value
            if isinstance(value, ast.Name):
                numbers[node.targets[0].id] = numbers.get(value.id)
            elif isinstance(value, (ast.Constant, ast.UnaryOp)):
                numbers[node.targets[0].id] = ast.literal_eval(value)
    wrong = {
        name: value
        for name, value in constants.CONSTANTS.items()
        if name in numbers and numbers[name] != value
    }
    unknown = constants.CONSTANTS.keys() - numbers.keys()
    assert not wrong and not unknown, (wrong, unknown)
    with standing_in():
        import glfw

        names = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
        lacking = {name for name in names if name.startswith(("get_", "set_", "create_"))}
        lacking = {name for name in lacking if not hasattr(glfw, name)}
        systems = "win32 wgl cocoa nsgl x11 glx wayland egl os_mesa instance physical surface"
        systems += " gamma joystick gamepad monitor_user"
        assert not {name for name in lacking if not any(word in name for word in systems.split())}
