"""The functions of glfw for events, keys, the mouse and time."""

from __future__ import annotations

from functools import singledispatchmethod

from softgl.glut.toolkit import Closed
from softgl.glut.user import DOWN, Button, Key, Move, Resize, Wheel
from softgl.running.glfw.constants import CONSTANTS, KEYS
from softgl.running.glfw.state import State, tell
from softgl.running.glfw.windows import resize
from softgl.running.stand_ins.strokes import ALT, CTRL, SHIFT, SHIFTED, stroke

CALLBACKS = """window_pos window_size window_close window_refresh window_focus window_iconify
    window_maximize window_content_scale framebuffer_size key char char_mods mouse_button cursor_pos
    cursor_enter scroll drop""".split()
NAMES = {
    " ": "SPACE", "'": "APOSTROPHE", ",": "COMMA", "-": "MINUS", ".": "PERIOD", "/": "SLASH",
    ";": "SEMICOLON", "=": "EQUAL", "[": "LEFT_BRACKET", "\\": "BACKSLASH", "]": "RIGHT_BRACKET",
    "`": "GRAVE_ACCENT", "\x1b": "ESCAPE", "\r": "ENTER", "\t": "TAB", "\b": "BACKSPACE",
    "\x7f": "DELETE", "pageup": "PAGE_UP", "pagedown": "PAGE_DOWN", "shift": "LEFT_SHIFT",
    "ctrl": "LEFT_CONTROL", "alt": "LEFT_ALT",
}  # fmt: skip
MODIFIERS = {SHIFT: "MOD_SHIFT", CTRL: "MOD_CONTROL", ALT: "MOD_ALT"}
BUTTONS = {0: "MOUSE_BUTTON_LEFT", 1: "MOUSE_BUTTON_MIDDLE", 2: "MOUSE_BUTTON_RIGHT"}
PRESS, RELEASE = CONSTANTS["PRESS"], CONSTANTS["RELEASE"]


def key_code(key: str) -> int:
    """Returns GLFW's code of a key, which names keys by the American keyboard."""
    key = SHIFTED.get(key, key)
    return KEYS.get(f"KEY_{NAMES.get(key, key.upper())}", KEYS["KEY_UNKNOWN"])


def bits_of(modifiers: int) -> int:
    """Returns the MOD_SHIFT, MOD_CONTROL and MOD_ALT bits of modifiers."""
    return sum(CONSTANTS[name] for bit, name in MODIFIERS.items() if modifiers & bit)


class Events:
    """Events, keys, the mouse and time."""

    def __init__(self, state: State):
        self._state = state
        for name in CALLBACKS:
            setattr(self, f"set_{name}_callback", _setter(name))

    def poll_events(self):
        """Calls the callbacks for scripted events; after the last frame, asks windows to close."""
        state = self._state
        handled = False
        for event in state.screen.watch():
            handled = True
            if state.main is not None:
                self._deliver(event)
        toolkit = state.screen.toolkit
        if toolkit.finished and not toolkit.closed:
            toolkit.closed = handled = True
            for window in list(state.windows):
                window.closing = True
                tell(window, "window_close")
        return handled

    def wait_events(self):
        """Repeats the picture for frames until there is an event, then calls the callbacks."""
        state = self._state
        while not self.poll_events() and not state.posted:
            if state.screen.toolkit.closed:
                raise Closed(0)
            state.screen.end_frame()
        state.posted = False

    def wait_events_timeout(self, timeout):
        """`wait_events` with a time limit."""
        state = self._state
        if not self.poll_events() and not state.posted:
            state.screen.sleep(timeout)
            self.poll_events()
        state.posted = False

    def post_empty_event(self):
        """Makes the next wait return."""
        self._state.posted = True

    @singledispatchmethod
    def _deliver(self, event):
        raise TypeError(event)

    @_deliver.register
    def _(self, event: Key):
        state, window = self._state, self._state.main
        change = stroke(event, state.held)
        code = key_code(change.key)
        (window.keys.add if change.down else window.keys.discard)(code)
        (state.held.add if change.down else state.held.discard)(change.key)
        bits = bits_of(change.modifiers)
        tell(
            window,
            "key",
            code,
            self.get_key_scancode(code),
            PRESS if change.down else RELEASE,
            bits,
        )
        if change.down and change.text:
            tell(window, "char", ord(change.text))
            tell(window, "char_mods", ord(change.text), bits)

    @_deliver.register
    def _(self, event: Move):
        self._move(event)

    def _move(self, event):
        window, user = self._state.main, self._state.screen.toolkit.user
        if user.x is None:
            tell(window, "cursor_enter", 1)
        if (user.x, user.y) != (event.x, event.y):
            user.x, user.y = event.x, event.y
            tell(window, "cursor_pos", float(event.x), float(event.y))

    @_deliver.register
    def _(self, event: Button):
        window = self._state.main
        self._move(event)
        self._state.screen.take(event)
        button, down = CONSTANTS[BUTTONS[event.button]], event.state == DOWN
        (window.buttons.add if down else window.buttons.discard)(button)
        bits = bits_of(stroke(Key(b" ", DOWN), self._state.held).modifiers)
        tell(window, "mouse_button", button, PRESS if down else RELEASE, bits)

    @_deliver.register
    def _(self, event: Wheel):
        self._move(event)
        tell(self._state.main, "scroll", 0.0, float(event.direction))

    @_deliver.register
    def _(self, event: Resize):
        resize(self._state.main, event.width, event.height)

    def get_key(self, window, key):
        """Returns PRESS if a key is down, else RELEASE."""
        return PRESS if key in window.keys else RELEASE

    def get_key_name(self, key, scancode):
        """Returns the character of a key; None for others."""
        names = {CONSTANTS[f"KEY_{name}"]: word for word, name in NAMES.items() if " " < word < "~"}
        if 48 <= key <= 90:
            return names.get(key, chr(key).lower())
        return names.get(key) if key > 32 else None

    def get_key_scancode(self, key):
        """Returns the scancode of a key, which equals its code."""
        return max(int(key), 0)

    def get_mouse_button(self, window, button):
        """Returns PRESS if a button is down, else RELEASE."""
        return PRESS if button in window.buttons else RELEASE

    def get_cursor_pos(self, window):
        """Returns the position of the mouse, from the upper left."""
        user = self._state.screen.toolkit.user
        return float(user.x or 0), float(user.y or 0)

    def set_cursor_pos(self, window, xpos, ypos):
        """Moves the mouse to a position, without a callback."""
        user = self._state.screen.toolkit.user
        user.x, user.y = int(xpos), int(ypos)

    def get_input_mode(self, window, mode):
        """Returns a mode of keys or the mouse."""
        return window.modes.get(int(mode), CONSTANTS["CURSOR_NORMAL"] if mode == CURSOR else 0)

    def set_input_mode(self, window, mode, value):
        """Sets a mode of keys or the mouse, without an effect."""
        window.modes[int(mode)] = int(value)

    def raw_mouse_motion_supported(self):
        """Returns False."""
        return False

    def create_cursor(self, image, xhot, yhot):
        """Returns a cursor, which pictures do not show."""
        return object()

    def create_standard_cursor(self, shape):
        """Returns a cursor, which pictures do not show."""
        return object()

    def destroy_cursor(self, cursor):
        """Does nothing."""

    def set_cursor(self, window, cursor):
        """Does nothing: pictures show no cursor."""

    def get_clipboard_string(self, window):
        """Returns the text that the program has set, as bytes."""
        return self._state.clipboard

    def set_clipboard_string(self, window, string):
        """Sets the text of the clipboard."""
        self._state.clipboard = string.encode() if isinstance(string, str) else bytes(string)

    def get_time(self):
        """Returns the time since `init`, in seconds."""
        return (self._state.screen.clock.read() - self._state.begun) / 10**9

    def set_time(self, time):
        """Sets the time of `get_time`."""
        self._state.begun = self._state.screen.clock.now - int(time * 10**9)

    def get_timer_value(self):
        """Returns the time since `init`, in nanoseconds."""
        return self._state.screen.clock.read()

    def get_timer_frequency(self):
        """Returns the frequency of `get_timer_value`: nanoseconds in a second."""
        return 10**9


CURSOR = CONSTANTS["CURSOR"]


def _setter(name: str):
    def set_callback(window, cbfun):
        before = window.callbacks.get(name)
        window.callbacks[name] = cbfun
        return before

    set_callback.__doc__ = f"Sets a window's callback for {name}, or None; returns the last one."
    return set_callback
