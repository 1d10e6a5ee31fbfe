"""Converts scripted events to events of pyglet's windows."""

from __future__ import annotations

from functools import singledispatchmethod
from importlib import import_module

from softgl.glut.user import DOWN, Button, Key, Move, Resize, Wheel
from softgl.running.stand_ins.screen import Screen
from softgl.running.stand_ins.strokes import ALT, CTRL, SHIFT, Stroke, stroke

NAMES = {
    " ": "SPACE", "\r": "RETURN", "\t": "TAB", "\b": "BACKSPACE", "\x1b": "ESCAPE",
    "\x7f": "DELETE", "shift": "LSHIFT", "ctrl": "LCTRL", "alt": "LALT",
}  # fmt: skip
MODIFIERS = {SHIFT: 1, CTRL: 2, ALT: 4}
MOTIONS = {
    "left": "LEFT", "right": "RIGHT", "up": "UP", "down": "DOWN", "pageup": "PREVIOUS_PAGE",
    "pagedown": "NEXT_PAGE", "home": "BEGINNING_OF_LINE", "end": "END_OF_LINE", "\b": "BACKSPACE",
    "\x7f": "DELETE",
}  # fmt: skip


def bits_of(modifiers: int) -> int:
    """Returns the MOD_SHIFT bits and the like of modifiers."""
    return sum(bit for ours, bit in MODIFIERS.items() if modifiers & ours)


class Deliveries:
    """Dispatches scripted events as events of pyglet."""

    def __init__(self, screen: Screen):
        self.user = screen.toolkit.user
        self.held: set[str] = set()

    def modifiers(self) -> int:
        """The MOD_SHIFT bits and the like of the pressed keys."""
        return bits_of(stroke(Key(b" ", DOWN), self.held).modifiers)

    @singledispatchmethod
    def deliver(self, event, window):
        """Dispatches a scripted event to a window."""
        raise TypeError(event)

    @deliver.register
    def _(self, event: Key, window):
        change = stroke(event, self.held)
        (self.held.add if change.down else self.held.discard)(change.key)
        symbol, bits = self._symbol(change.key), bits_of(change.modifiers)
        if not change.down:
            window.dispatch_event("on_key_release", symbol, bits)
            return
        window.dispatch_event("on_key_press", symbol, bits)
        self._type(change, window)

    def _type(self, change: Stroke, window):
        """Dispatches the text of a key, or its motion of the text cursor."""
        if window.context is None:  # closed by the key
            return
        text = change.text or ("\r" if change.key == "\r" else "")
        if text:
            window.dispatch_event("on_text", text)
        if change.key in MOTIONS:
            key = import_module("pyglet.window.key")
            motion = getattr(key, f"MOTION_{MOTIONS[change.key]}")
            window.dispatch_event("on_text_motion", motion)
            if change.modifiers & SHIFT:
                window.dispatch_event("on_text_motion_select", motion)

    def _symbol(self, name: str) -> int:
        key = import_module("pyglet.window.key")
        found = NAMES.get(name, name.upper() if len(name) > 1 else "")
        return getattr(key, found) if found else ord(name)

    def _move(self, event, window) -> tuple[int, int, int, int]:
        """Updates the mouse's place; returns it from the lower left, and its movement."""
        entered = self.user.x is None
        before = (event.x, event.y) if entered else (self.user.x, self.user.y)
        self.user.x, self.user.y = event.x, event.y
        x, y = event.x, window.height - event.y
        window._mouse_x, window._mouse_y, window._mouse_in_window = x, y, True
        if entered:
            window.dispatch_event("on_mouse_enter", x, y)
        return x, y, event.x - before[0], before[1] - event.y

    @deliver.register
    def _(self, event: Move, window):
        where = self._move(event, window)
        buttons = sum(1 << button for button in self.user.buttons)
        if buttons:
            window.dispatch_event("on_mouse_drag", *where, buttons, self.modifiers())
        else:
            window.dispatch_event("on_mouse_motion", *where)

    @deliver.register
    def _(self, event: Button, window):
        if (self.user.x, self.user.y) != (event.x, event.y):
            self.deliver(Move(event.x, event.y), window)
        x, y, *_ = self._move(event, window)
        down = event.state == DOWN
        (self.user.buttons.add if down else self.user.buttons.discard)(event.button)
        name = "on_mouse_press" if down else "on_mouse_release"
        window.dispatch_event(name, x, y, 1 << event.button, self.modifiers())

    @deliver.register
    def _(self, event: Wheel, window):
        x, y, *_ = self._move(event, window)
        window.dispatch_event("on_mouse_scroll", x, y, 0, event.direction)

    @deliver.register
    def _(self, event: Resize, window):
        window.switch_to()
        window.resize_by_user(event.width, event.height)
