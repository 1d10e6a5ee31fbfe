"""`pygame.key` and `pygame.mouse`: pressed keys and buttons, the position of the mouse."""

from __future__ import annotations

from softgl.running.pygame.constants import CHARACTER_SCANCODES, KEYS, SCANCODE
from softgl.running.pygame.state import State

KEY_COUNT = 512
"""The keys of `get_pressed`, by scancode."""


class Pressed:
    """The pressed keys: `pressed[K_a]`; a loop goes by scancode."""

    def __init__(self, codes):
        self._codes = frozenset(codes)
        self._scancodes = {_scancode(code) for code in codes}

    def __getitem__(self, code):
        if not isinstance(code, int):
            raise TypeError("keys are asked for by their codes, such as K_a")
        return code in self._codes

    def __len__(self):
        return KEY_COUNT

    def __iter__(self):
        return (place in self._scancodes for place in range(KEY_COUNT))


def _scancode(code: int) -> int:
    return code & ~SCANCODE if code & SCANCODE else CHARACTER_SCANCODES.get(chr(code), 0)


class Keys:
    """The functions of `pygame.key`."""

    def __init__(self, state: State):
        self._state = state

    def get_pressed(self):
        """Returns the keys pressed, as of the events that the program has read."""
        extra = {
            KEYS[key]
            for bit, key in ((1, "K_LSHIFT"), (64, "K_LCTRL"), (256, "K_LALT"))
            if self._state.modifiers & bit
        }
        return Pressed(self._state.keys | extra)

    def get_just_pressed(self):
        """Returns the keys that went down at the last poll."""
        return Pressed(self._state.pressed)

    def get_just_released(self):
        """Returns the keys that went up at the last poll."""
        return Pressed(self._state.released)

    def get_mods(self):
        """Returns the KMOD_SHIFT bits and the like of the pressed keys."""
        return self._state.modifiers

    def set_mods(self, mods):
        """Sets the modifiers, regardless of the pressed keys."""
        self._state.modifiers = int(mods)

    def get_focused(self):
        """Returns True: the window has the keyboard."""
        return True

    def set_repeat(self, delay=0, interval=0):
        """Stores the rate of key repeats, which never occur here."""
        self._state.repeat = delay, interval

    def get_repeat(self):
        """Returns the delay and the interval of set_repeat."""
        return self._state.repeat

    def start_text_input(self):
        """Does nothing: text events always come."""

    def stop_text_input(self):
        """Does nothing: text events always come."""

    def set_text_input_rect(self, rect):
        """Does nothing."""


class KeyNames:
    """The functions of `pygame.key` for names of keys, without the real pygame."""

    def name(self, key, use_compat=True):
        """Returns the name of a key; "" for none."""
        names = {code: name[2:] for name, code in reversed(KEYS.items())}
        named = names.get(key, "")
        if 32 < key < 127:
            return chr(key)
        return LONG_NAMES.get(named, named.replace("_", " ").lower())

    def key_code(self, name):
        """Returns the code of a key by its name."""
        for code in KEYS.values():
            if self.name(code) == name.lower():
                return code
        raise ValueError("unknown key name")


LONG_NAMES = {
    "LSHIFT": "left shift", "RSHIFT": "right shift", "LCTRL": "left ctrl", "RCTRL": "right ctrl",
    "LALT": "left alt", "RALT": "right alt", "LGUI": "left meta", "RGUI": "right meta",
    "PAGEUP": "page up", "PAGEDOWN": "page down", "CAPSLOCK": "caps lock", "NUMLOCK": "numlock",
    "PRINTSCREEN": "print screen", "SCROLLLOCK": "scroll lock", "PAUSE": "break",
    "UNKNOWN": "unknown key",
}  # fmt: skip


class Mouse:
    """The functions of `pygame.mouse`."""

    def __init__(self, state: State):
        self._state = state

    def get_pressed(self, num_buttons=3):
        """Returns the pressed buttons: left, middle, right, and two that never are."""
        buttons = self._state.screen.toolkit.user.buttons
        return tuple(number in buttons for number in range(num_buttons))

    def get_pos(self):
        """Returns the position of the mouse, from the upper left."""
        user = self._state.screen.toolkit.user
        return user.x or 0, user.y or 0

    def get_rel(self):
        """Returns the movement of the mouse since the last call, right and down."""
        moved, self._state.moved = self._state.moved, (0, 0)
        return moved

    def set_pos(self, x, y=None):
        """Moves the mouse to a position, without an event, as SDL 2 does."""
        x, y = x if y is None else (x, y)
        user = self._state.screen.toolkit.user
        user.x, user.y = int(x), int(y)

    def set_visible(self, value):
        """Shows or hides the cursor; returns True if it was visible."""
        before, self._state.visible = self._state.visible, bool(value)
        return before

    def get_visible(self):
        """True if the cursor is visible."""
        return self._state.visible

    def get_focused(self):
        """Returns True: the mouse is in the window."""
        return True

    def set_cursor(self, *cursor):
        """Does nothing: pictures show no cursor."""

    def set_system_cursor(self, cursor):
        """Does nothing: pictures show no cursor."""

    def get_cursor(self):
        """Returns the cursor of the system."""
        return (0,)
