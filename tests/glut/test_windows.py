"""Windows, subwindows, their queries, game mode."""

from __future__ import annotations

import re

import pytest

import softgl
from softgl import glut
from softgl.gl import GL_SAMPLES, GL_VERSION, glGetIntegerv, glGetString
from tests.glut.programs import GREEN, RED, clear, shown, window


def test_constants_are_those_of_pyopengl():
    from importlib.util import find_spec
    from pathlib import Path

    path = Path(find_spec("OpenGL").origin).parent / "raw/GLUT/constants.py"
    found = re.findall(r"^(GLUT_\w+) = Constant\( '\w+', (\d+)", path.read_text(), re.M)
    assert len(found) > 150
    for name, value in found:
        assert getattr(glut, name) == int(value), name
    functions = re.findall(r"^(glut\w+)", (path.parent / "__init__.py").read_text(), re.M)
    assert set(functions) <= set(glut.__all__)


def test_windows_have_contexts_numbers_and_sizes():
    with shown(frames=2) as pictures:
        first = window(lambda: clear(RED))
        second = window(lambda: clear(GREEN), size=(8, 9))
        assert first != second == glut.glutGetWindow()
        made = softgl.current_context()
        glut.glutSetWindow(first)
        assert softgl.current_context() is not made
        sizes = [glut.glutGet(name) for name in (glut.GLUT_WINDOW_WIDTH, glut.GLUT_WINDOW_HEIGHT)]
        assert sizes == [16, 12]
        glut.glutSetWindowTitle("name")
        glut.glutSetIconTitle("name")
        glut.glutPositionWindow(3, 4)
        assert glut.glutGet(glut.GLUT_WINDOW_X) == 3
        glut.glutIdleFunc(lambda: glut.glutDestroyWindow(first))
        glut.glutMainLoop()
    # What is left is shown.
    assert (pictures[0] == RED).all() and (pictures[1] == GREEN).all()
    assert pictures[1].shape == (9, 8, 3)


def test_subwindows_lie_above_their_window():
    with shown(frames=4) as pictures:
        parent = window(lambda: clear(RED), size=(10, 8))
        children = [glut.glutCreateSubWindow(parent, x, 2, 4, 3) for x in (1, -2, 3)]
        for level, child in enumerate(children, 1):
            glut.glutSetWindow(child)
            glut.glutDisplayFunc(lambda level=level: clear((0, 0, level)))
        assert glut.glutGet(glut.GLUT_WINDOW_PARENT) == parent
        steps = iter([glut.glutPushWindow, glut.glutHideWindow, glut.glutShowWindow])

        def idle():
            glut.glutSetWindow(children[2])
            next(steps)()

        glut.glutIdleFunc(idle)
        glut.glutSetWindow(parent)
        assert glut.glutGet(glut.GLUT_WINDOW_NUM_CHILDREN) == 3
        glut.glutMainLoop()
    rows = [picture[3, :8, 2].tolist() for picture in pictures]
    assert rows[0] == [2, 2, 1, 3, 3, 3, 3, 0]
    assert rows[1] == [2, 2, 1, 1, 1, 3, 3, 0]
    assert rows[2] == [2, 2, 1, 1, 1, 0, 0, 0]
    assert rows[3] == rows[1]
    assert (pictures[0][[0, 1, 5, 6, 7]] == RED).all()


def test_modes():
    with shown():
        number = window(mode=glut.GLUT_DOUBLE | glut.GLUT_MULTISAMPLE | glut.GLUT_ACCUM)
        asked = "DOUBLEBUFFER NUM_SAMPLES ACCUM_RED_SIZE DEPTH_SIZE STEREO RGBA BUFFER_SIZE"
        found = [glut.glutGet(getattr(glut, f"GLUT_WINDOW_{name}")) for name in asked.split()]
        assert found == [1, 4, 16, 24, 0, 1, 32]
        assert glGetIntegerv(GL_SAMPLES) == 4
        for mode in (glut.GLUT_STEREO, glut.GLUT_INDEX):
            glut.glutInitDisplayMode(mode)
            assert glut.glutGet(glut.GLUT_DISPLAY_MODE_POSSIBLE) == 0
            with pytest.raises(glut.GLUTError, match="windows cannot have"):
                glut.glutCreateWindow("title")
        assert glut.glutGetWindow() == number
        glut.glutInitDisplayString("rgba double depth>=16 samples=4")
        expected = glut.GLUT_DOUBLE | glut.GLUT_DEPTH | glut.GLUT_MULTISAMPLE
        assert glut.glutGet(glut.GLUT_INIT_DISPLAY_MODE) == expected


def test_arguments_of_the_program():
    with shown():
        left = glut.glutInit(["a.py", "-geometry", "30x20+5+6", "-display", ":0", "-iconic", "x"])
        assert left == ["a.py", "x"] and glut.glutInit() == []
        glut.glutCreateWindow("t")
        assert glut.glutGet(glut.GLUT_WINDOW_WIDTH) == 30
        assert glut.glutGet(glut.GLUT_WINDOW_Y) == 6
        assert glut.glutGet(glut.GLUT_INIT_STATE) == 1


def test_full_screen_and_game_mode():
    with shown(frames=3) as pictures:
        window()
        glut.glutFullScreenToggle()
        assert glut.glutGet(glut.GLUT_WINDOW_WIDTH) == glut.glutGet(glut.GLUT_SCREEN_WIDTH)
        glut.glutLeaveFullScreen()
        assert glut.glutGet(glut.GLUT_WINDOW_WIDTH) == 16
        glut.glutGameModeString("24x18:32@60")
        assert glut.glutGameModeGet(glut.GLUT_GAME_MODE_WIDTH) == 24
        glut.glutEnterGameMode()
        glut.glutDisplayFunc(lambda: clear(RED))
        glut.glutIdleFunc(glut.glutLeaveGameMode)
        glut.glutMainLoop()
    assert [picture.shape for picture in pictures] == [(18, 24, 3)] + [(12, 16, 3)] * 2


def test_wrong_use_is_one_line():
    wrong = [
        (lambda: glut.glutPostRedisplay(), "there is no current window"),
        (lambda: glut.glutSetWindow(5), "5 is not a window"),
        (lambda: glut.glutDisplayFunc(print), "no current window"),
        (lambda: glut.glutInitWindowSize(1), "glutInitWindowSize: height is missing; the "),
        (lambda: glut.glutInitWindowSize("a", 1), "'a' is not an integer"),
        (lambda: glut.glutAddMenuEntry("a", 1), "there is no current menu"),
        (lambda: glut.glutTimerFunc(1, 5, 0), "5 is not callable"),
        (lambda: glut.glutEstablishOverlay(), "no overlays"),
        (lambda: glut.glutSetOption(7777, 0), "7777 is not an option"),
    ]
    with shown():
        for call, words in wrong:
            with pytest.raises(glut.GLUTError, match=words) as caught:
                call()
            assert "\n" not in str(caught.value)
        window()
        with pytest.raises(glut.GLUTError, match="a window needs a display callback"):
            glut.glutDisplayFunc(None)
        with pytest.raises(glut.GLUTError, match="0x5 is not a size"):
            glut.glutReshapeWindow(0, 5)


def test_what_is_not_there_says_so():
    with shown():
        window()
        assert glut.glutDeviceGet(glut.GLUT_HAS_JOYSTICK) == 0
        assert glut.glutDeviceGet(glut.GLUT_NUM_MOUSE_BUTTONS) == 3
        assert glut.glutLayerGet(glut.GLUT_OVERLAY_POSSIBLE) == 0
        assert glut.glutVideoResizeGet(glut.GLUT_VIDEO_RESIZE_POSSIBLE) == 0
        assert glut.glutExtensionSupported("GL_ARB_vertex_program") == 1
        assert glut.glutExtensionSupported(b"GL_ARB_nothing") == 0
        assert glut.glutGetProcAddress("glClear") is softgl.gl.glClear
        assert glut.glutGetProcAddress("glNothing") is None
        for ask in (glut.glutGet, glut.glutDeviceGet, glut.glutLayerGet, glut.glutGameModeGet):
            assert ask(12345) == -1
        glut.glutJoystickFunc(print, 10)
        glut.glutReportErrors()
        glut.glutIgnoreKeyRepeat(1)
        assert glut.glutDeviceGet(glut.GLUT_DEVICE_IGNORE_KEY_REPEAT) == 1


def test_versions_and_profiles():
    cases = (
        ((), 0, 0, "3.3 softgl"),
        ((3, 1), 0, 0, "3.1 softgl"),
        ((3, 3), glut.GLUT_CORE_PROFILE, 0, "3.3 (Core Profile) softgl"),
        ((3, 2), 0, glut.GLUT_FORWARD_COMPATIBLE, "3.2 (Core Profile) softgl"),
        ((4, 6), glut.GLUT_COMPATIBILITY_PROFILE, glut.GLUT_DEBUG, "3.3 softgl"),
    )
    for version, profile, flags, expected in cases:
        with shown(frames=1):
            if version:
                glut.glutInitContextVersion(*version)
            glut.glutInitContextProfile(profile)
            glut.glutInitContextFlags(flags)
            window(lambda: clear(RED))
            assert glGetString(GL_VERSION).decode() == expected
            assert softgl.current_context().api.debug == (flags == glut.GLUT_DEBUG)
