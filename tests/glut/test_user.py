"""Keys, the mouse, menus: the text, and arguments of callbacks."""

from __future__ import annotations

import pytest

from softgl import glut
from softgl.glut.user import Button, Choose, Key, KeysError, Move, Resize, Wheel, parse_keys
from tests.glut.programs import shown, window


def test_the_text():
    def key(code, modifiers=0):
        return Key(code, 0, modifiers), Key(code, 1, modifiers)

    a, b, left = key(b"a"), key(b"b"), key(100)
    assert parse_keys("") == {}
    assert parse_keys(" 3:a ") == {3: [a[0]], 4: [a[1]]}
    assert parse_keys("3:ab 4:a") == {3: [a[0], b[0]], 4: [a[1], b[1], a[0]], 5: [a[1]]}
    assert parse_keys("1-2:<Left>") == {1: [left[0]], 2: [left[1], left[0]], 3: [left[1]]}
    assert parse_keys("0::")[0] == [key(b":")[0]]
    assert parse_keys("0:<esc>")[0] == [key(b"\x1b")[0]]
    assert parse_keys("0:<C-a>")[0] == [key(b"\x01", glut.GLUT_ACTIVE_CTRL)[0]]
    assert parse_keys("0:<S-A-F12>")[0] == [key(12, 5)[0]]
    click = [Button(5, 6, 2, 0)], [Button(5, 6, 2, 1)]
    assert parse_keys("7:mouse(5, 6,right)") == {7: click[0], 8: click[1]}
    held = Button(5, 6, 0, 0, glut.GLUT_ACTIVE_SHIFT | glut.GLUT_ACTIVE_CTRL)
    assert parse_keys("7:mouse(5,6,left,SC)")[7] == [held]
    several = "0:down(1,2)move(3,4)up(3,4) 0:wheel(1,2,-1) 1:menu(a b,2) 2:resize(7,8)"
    assert parse_keys(several) == {
        0: [Button(1, 2, 0, 0), Move(3, 4), Button(3, 4, 0, 1), Wheel(1, 2, -1)],
        1: [Choose(("a b", "2"))],
        2: [Resize(7, 8)],
    }
    assert parse_keys("0:hold(<Up>) 5:release(<Up>)") == {0: [Key(101, 0)], 5: [Key(101, 1)]}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a", "'a' does not have the form FRAME:KEYS: 10:a"),
        ("10:", "not have the form"),
        ("1:a ten:b", "'ten:b' does not have the form"),
        ("5-3:a", "5-3: no such frames"),
        ("9999999:a", "no such frames"),
        ("1:<Nothing>", "<Nothing> is not a key"),
        ("1:€", "is not a key of GLUT"),
        ("1:jump(3)", r"there is no jump\(\); there are mouse, "),
        ("1:mouse(3)", r"the form is mouse\(x,y,left\)"),
        ("1:mouse(3,4,left,X)", r"the form is mouse\(x,y,left\)"),
        ("1:mouse(3,4,thumb)", r"the form is mouse\(x,y,left\)"),
        ("1:wheel(3,4,2)", r"the form is wheel\(x,y,1\)"),
        ("1:resize(0,4)", r"the form is resize\(640,480\)"),
        ("1:hold(ab)", r"the form is hold\(<Left>\)"),
    ],
)
def test_wrong_texts(text, words):
    with pytest.raises(KeysError, match=words):
        parse_keys(text)


def told_by(keys, frames=8, prepare=lambda note: None, names="", **settings):
    """Arguments that callbacks get during an action of the user."""
    told = []

    def note(name):
        return lambda *given: told.append((name, *given, *extra(name)))

    def extra(name):
        return (glut.glutGetModifiers(),) if name.startswith(("Key", "Special")) else ()

    with shown(frames=frames, keys=keys, **settings):
        window(**{name: note(name) for name in names.split()})
        prepare(note)
        glut.glutMainLoop()
    return told


def test_keys_reach_callbacks_with_their_modifiers():
    names = "Keyboard KeyboardUp Special SpecialUp"
    assert told_by("1:a 2:<S-Left> 3:<C-c>", names=names) == [
        ("Keyboard", b"a", 0, 0, 0), ("KeyboardUp", b"a", 0, 0, 0),
        ("Special", 100, 0, 0, 1), ("SpecialUp", 100, 0, 0, 1),
        ("Keyboard", b"\x03", 0, 0, 2), ("KeyboardUp", b"\x03", 0, 0, 2),
    ]  # fmt: skip
    assert told_by("1:a 2:<Left>") == []  # whoever has no callback is told nothing


def test_the_mouse_reaches_callbacks():
    names = "Mouse Motion PassiveMotion Entry Keyboard"
    keys = "0:move(3,4) 1:down(5,6,right)move(7,8)up(7,8,right) 2:x"
    assert told_by(keys, names=names) == [
        ("Entry", 1), ("PassiveMotion", 3, 4), ("Mouse", 2, 0, 5, 6), ("Motion", 7, 8),
        ("Mouse", 2, 1, 7, 8), ("Keyboard", b"x", 7, 8, 0),
    ]  # fmt: skip
    wheel = [("Mouse", 3, 0, 1, 2), ("Mouse", 3, 1, 1, 2), ("Mouse", 4, 0, 1, 2)]
    assert told_by("0:wheel(1,2,1)wheel(1,2,-1)", names="Mouse")[:3] == wheel
    assert told_by("0:wheel(1,2,-1)", names="Mouse MouseWheel") == [("MouseWheel", 0, -1, 1, 2)]


def test_no_input_is_lost_where_a_callback_shows_several_frames():
    def display():
        told.append("display")
        glut.glutSwapBuffers()
        glut.glutSwapBuffers()

    told = []
    with shown(frames=6, keys="1:a 2:b"):
        window(display, mode=glut.GLUT_DOUBLE, Keyboard=lambda key, x, y: told.append(key))
        glut.glutIdleFunc(glut.glutPostRedisplay)
        glut.glutMainLoop()
    assert told == ["display", b"a", b"b", "display", "display"]


def test_subwindows_get_the_mouse_and_their_window_what_they_do_not_want():
    def prepare(note):
        child = glut.glutCreateSubWindow(1, 4, 4, 6, 6)
        glut.glutDisplayFunc(lambda: None)
        glut.glutMouseFunc(note(f"child {child}"))
        glut.glutEntryFunc(note("enters"))

    told = told_by("0:mouse(5,6)k 2:mouse(1,1)", prepare=prepare, names="Mouse Keyboard")
    child = told[1][0]
    assert told == [
        ("enters", 1), (child, 0, 0, 1, 2), ("Keyboard", b"k", 5, 6, 0), (child, 0, 1, 1, 2),
        ("enters", 0), ("Mouse", 0, 0, 1, 1), ("Mouse", 0, 1, 1, 1),
    ]  # fmt: skip


def menus(note):
    """A menu with another one in it, at the right button."""
    inner = glut.glutCreateMenu(note("inner"))
    glut.glutAddMenuEntry("One", 10)
    glut.glutAddMenuEntry(b"Two", 20)
    outer = glut.glutCreateMenu(note("outer"))
    glut.glutAddMenuEntry("Quit", 1)
    glut.glutAddSubMenu("More", inner)
    glut.glutAddMenuEntry("gone", 3)
    glut.glutRemoveMenuItem(3)
    glut.glutAttachMenu(glut.GLUT_RIGHT_BUTTON)
    assert glut.glutGetMenu() == outer and glut.glutGet(glut.GLUT_MENU_NUM_ITEMS) == 2


def test_menus():
    keys = "0:menu(1) 1:menu(More,Two) 2:menu(2,1) 3:mouse(1,1,right)"
    told = told_by(keys, prepare=menus, names="MenuState Mouse")
    use = [("MenuState", 1), ("MenuState", 0)]
    assert told == [*use, ("outer", 1), *use, ("inner", 20), *use, ("inner", 10), *use]


@pytest.mark.parametrize("choice", ["menu(7)", "menu(Nothing)", "menu(2)", "menu(1,1)"])
def test_choices_that_there_are_not(choice):
    with pytest.raises(KeysError, match="menu"):
        told_by(f"0:{choice}", prepare=menus)


def test_menus_change():
    with shown():
        window()
        first = glut.glutCreateMenu(print)
        second = glut.glutCreateMenu(print)
        glut.glutAddMenuEntry("a", 1)
        glut.glutChangeToSubMenu(1, "b", first)
        glut.glutChangeToMenuEntry(1, "c", 4)
        gone = []
        glut.glutMenuDestroyFunc(lambda: gone.append(True))
        glut.glutSetMenuData("kept")
        assert glut.glutGetMenuData() == "kept"
        with pytest.raises(glut.GLUTError, match="2 is outside \\[1, 1\\]"):
            glut.glutRemoveMenuItem(2)
        glut.glutAttachMenu(0)
        glut.glutDetachMenu(0)
        glut.glutDestroyMenu(second)
        assert gone and glut.glutGetMenu() == 0
        with pytest.raises(glut.GLUTError, match=f"{second} is not a menu"):
            glut.glutSetMenu(second)


def test_the_pointer_is_moved_by_the_program_too():
    def prepare(note):
        glut.glutWarpPointer(9, 8)

    assert told_by("", prepare=prepare, names="PassiveMotion", frames=3) == [
        ("PassiveMotion", 9, 8)
    ]
