"""Delivers input events to the callbacks of the windows."""

from __future__ import annotations

from functools import singledispatch

from softgl.glut.constants import CONSTANTS
from softgl.glut.toolkit import Menu, Toolkit
from softgl.glut.user import DOWN, Button, Choose, Key, KeysError, Move, Resize, Wheel
from softgl.glut.windows import Window

LEFT, ENTERED = CONSTANTS["GLUT_LEFT"], CONSTANTS["GLUT_ENTERED"]


@singledispatch
def deliver(event, toolkit: Toolkit):
    """Delivers an event."""
    raise TypeError(event)


def _there(toolkit) -> Window | None:
    """Returns the window under the mouse, or the main one."""
    main, user = toolkit.main, toolkit.user
    return main if main is None or user.x is None else main.at(user.x, user.y)


def _tell(toolkit, window, name, *before):
    """Calls a callback with the mouse position, of a window or the first parent that has it.

    before : the arguments before the position.
    """
    while window is not None and not window.callbacks.get(name):
        window = window.parent
    if window is not None:
        left, top = window.origin
        user = toolkit.user
        toolkit.tell(window, name, *before, (user.x or 0) - left, (user.y or 0) - top)


@deliver.register
def _(event: Key, toolkit):
    name = "Keyboard" if isinstance(event.code, bytes) else "Special"
    if event.state != DOWN:
        name += "Up"
    toolkit.modifiers = event.modifiers
    _tell(toolkit, _there(toolkit), name, event.code)
    toolkit.modifiers = None


@deliver.register
def _(event: Move, toolkit):
    move(toolkit, event.x, event.y)
    # While a button is pressed, motion goes to the window where it was pressed.
    name = "Motion" if toolkit.user.buttons else "PassiveMotion"
    _tell(toolkit, toolkit.user.under, name)


def move(toolkit, x: int, y: int) -> None:
    """Moves the mouse in the main window, and calls the Entry callbacks."""
    user = toolkit.user
    user.x, user.y = x, y
    now = user.under if user.buttons else _there(toolkit)
    if now is not user.under:
        if user.under is not None:
            toolkit.tell(user.under, "Entry", LEFT)
        user.under = now
        if now is not None:
            toolkit.tell(now, "Entry", ENTERED)


@deliver.register
def _(event: Button, toolkit):
    move(toolkit, event.x, event.y)
    user, window = toolkit.user, toolkit.user.under
    if event.state == DOWN:
        user.buttons.add(event.button)
    else:
        user.buttons.discard(event.button)
    menu = _menu_of(toolkit, window, event.button)
    if menu is None:
        toolkit.modifiers = event.modifiers
        _tell(toolkit, window, "Mouse", event.button, event.state)
        toolkit.modifiers = None
    elif event.state == DOWN:
        _in_use(toolkit, window, lambda: None)


@deliver.register
def _(event: Wheel, toolkit):
    move(toolkit, event.x, event.y)
    window = toolkit.user.under
    if any(w.callbacks.get("MouseWheel") for w in (window.all() if window else ())):
        _tell(toolkit, window, "MouseWheel", 0, event.direction)
        return
    # As in X, the wheel is two more buttons.
    for state in (0, 1):
        _tell(toolkit, window, "Mouse", 3 if event.direction > 0 else 4, state)


@deliver.register
def _(event: Resize, toolkit):
    if toolkit.main is not None:
        toolkit.main.resize(event.width, event.height)


@deliver.register
def _(event: Choose, toolkit):
    window = _there(toolkit)
    found = None
    for button in (2, 0, 1):
        found = found or _menu_of(toolkit, window, button)
    if found is None:
        raise KeysError(f"menu({','.join(event.path)}): the window has no menu")
    for place, word in enumerate(event.path):
        value, is_menu = _entry(found, word)
        if is_menu != (place < len(event.path) - 1):
            raise KeysError(f"menu({','.join(event.path)}): the path leads to no entry")
        if is_menu:
            found = toolkit.menus[value]

    def choose():
        toolkit.menu = found
        toolkit.call(window, found.callback, value)

    _in_use(toolkit, window, choose)


def _entry(menu: Menu, word: str):
    """Returns the value of a menu's entry, by number or label, and True for a submenu."""
    labels = [label for label, _, _ in menu.entries]
    number = labels.index(word) if word in labels else int(word) - 1 if word.isdigit() else -1
    if not 0 <= number < len(labels):
        raise KeysError(f"menu({word}): there are {', '.join(labels) or 'no entries'}")
    return menu.entries[number][1:]


def _menu_of(toolkit, window, button) -> Menu | None:
    """Returns the menu of a button in a window, or in its parents."""
    while window is not None:
        if button in window.menus:
            return toolkit.menus.get(window.menus[button])
        window = window.parent
    return None


def _in_use(toolkit, window, action):
    """Opens and closes the menu, then performs the chosen action."""
    user = toolkit.user
    for status in (1, 0):
        place = user.x or 0, user.y or 0
        toolkit.call(window, toolkit.menu_callbacks.get("MenuStatus"), status, *place)
        toolkit.call(window, toolkit.menu_callbacks.get("MenuState"), status)
    action()
