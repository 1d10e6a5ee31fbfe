"""Keys and the mouse for toolkits other than GLUT: `stroke` of a key, `take_mouse`.

GLUT reports characters; other toolkits report the name of a key and its text separately.
"""

from __future__ import annotations

from typing import NamedTuple

from softgl.glut.user import ALT, CTRL, DOWN, SHIFT, SPECIAL, Button, Key, User

SPECIAL_NAMES = {code: name for name, code in SPECIAL.items()}
MODIFIER_KEYS = {"shift": SHIFT, "ctrl": CTRL, "alt": ALT}
CONTROLS = "\b\t\r\x1b\x7f"
"""The characters that are keys: backspace, tab, enter, escape, delete."""
SHIFTED = dict(zip('~!@#$%^&*()_+{}|:"<>?', "`1234567890-=[]\\;',./", strict=True))
"""The keys of an American keyboard that give these characters with Shift."""


class Stroke(NamedTuple):
    """A key press or release.

    key : the character without Shift, or a name: left, f1, pageup, shift ...
    text : the text that it types, or "". modifiers : SHIFT, CTRL and ALT of `softgl.glut.user`.
    """

    key: str
    text: str
    down: bool
    modifiers: int


def stroke(event: Key, held=frozenset()) -> Stroke:
    """Returns the stroke of a key. held : the names of the pressed keys."""
    modifiers, down = event.modifiers, event.state == DOWN
    for name in held:
        modifiers |= MODIFIER_KEYS.get(name, 0)
    if isinstance(event.code, int):
        return Stroke(SPECIAL_NAMES[event.code], "", down, modifiers)
    character = event.code.decode("latin-1")
    if character < " " and character not in CONTROLS:
        character = chr(ord(character) + 96)
    key = character.lower() if len(character.lower()) == 1 else character
    if key != character or (character in SHIFTED):
        modifiers |= SHIFT
    elif modifiers & SHIFT:
        character = character.upper() if len(character.upper()) == 1 else character
    printable = character.isprintable() and not modifiers & (CTRL | ALT)
    return Stroke(key, character if printable else "", down, modifiers)


def take_mouse(user: User, event) -> tuple[int, int]:
    """Updates the mouse's place and buttons by an event; returns its movement, right and down."""
    before = user.x, user.y
    user.x, user.y = event.x, event.y
    if isinstance(event, Button):
        (user.buttons.add if event.state == DOWN else user.buttons.discard)(event.button)
    return (0, 0) if before[0] is None else (event.x - before[0], event.y - before[1])
