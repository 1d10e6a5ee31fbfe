"""Input events from keys and mouse, frame by frame, as a text: `parse_keys`.

    10:a 20:<Left> 30:mouse(100,200,left)

The key A is pressed before frame 10 is drawn, the left arrow before frame 20, and so on; keys and
buttons are released before the next frame.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import field

from softgl.errors import SoftGLError
from softgl.glut.constants import CONSTANTS
from softgl.records import dataclass

SHIFT, CTRL, ALT = (CONSTANTS[f"GLUT_ACTIVE_{name}"] for name in ("SHIFT", "CTRL", "ALT"))
DOWN, UP = CONSTANTS["GLUT_DOWN"], CONSTANTS["GLUT_UP"]
MODIFIERS = {"S": SHIFT, "C": CTRL, "A": ALT}
CHARACTERS = {
    "space": " ", "enter": "\r", "return": "\r", "escape": "\x1b", "esc": "\x1b", "tab": "\t",
    "backspace": "\b", "delete": "\x7f", "lt": "<", "gt": ">",
}  # fmt: skip
SPECIAL = {
    name.lower(): CONSTANTS[f"GLUT_KEY_{glut}"]
    for name, glut in {
        "Left": "LEFT", "Up": "UP", "Right": "RIGHT", "Down": "DOWN", "PageUp": "PAGE_UP",
        "PageDown": "PAGE_DOWN", "Home": "HOME", "End": "END", "Insert": "INSERT",
        "Shift": "SHIFT_L", "Ctrl": "CTRL_L", "Alt": "ALT_L",
        **{f"F{number}": f"F{number}" for number in range(1, 13)},
    }.items()
}  # fmt: skip
BUTTONS = {"left": 0, "middle": 1, "right": 2}
MAX_FRAME_NUMBER = 10**6

ENTRY = re.compile(r"(\d{1,7})(?:-(\d{1,7}))?:((?:<[^<>\s]*>|[a-z]+\([^()]*\)|\S)+)(?:\s+|$)")
EVENT = re.compile(r"<(?P<key>[^<>\s]+)>|(?P<action>[a-z]+)\((?P<given>[^()]*)\)|(?P<char>\S)")


class KeysError(SoftGLError):
    """A wrong text of input events; the message describes the error in one line."""


@dataclass(frozen=True)
class Key:
    """A key press or release. code : a byte, or the number of a special key."""

    code: bytes | int
    state: int
    modifiers: int = 0


@dataclass(frozen=True)
class Button:
    """A press or release of a mouse button at a position."""

    x: int
    y: int
    button: int
    state: int
    modifiers: int = 0


@dataclass(frozen=True)
class Move:
    """A movement of the mouse to a position."""

    x: int
    y: int


@dataclass(frozen=True)
class Wheel:
    """A turn of the wheel at a position, away from the user (1) or towards (-1)."""

    x: int
    y: int
    direction: int


@dataclass(frozen=True)
class Choose:
    """A choice in the menu: an entry's number, from 1, or label, for each level."""

    path: tuple[str, ...]


@dataclass(frozen=True)
class Resize:
    """A new size of the window."""

    width: int
    height: int


@dataclass(eq=False)
class User:
    """The events by frame, the position of the mouse, and the pressed buttons."""

    events: dict[int, list] = field(default_factory=dict)
    x: int | None = None
    y: int | None = None
    buttons: set[int] = field(default_factory=set)
    under: object = None

    def due(self, frame: int) -> list:
        """Removes the events up to a frame, and returns them."""
        frames = sorted(each for each in self.events if each <= frame)
        return [event for each in frames for event in self.events.pop(each)]


def parse_keys(text: str) -> dict[int, list]:
    """Parses a text of events; returns them by frame. Raises KeysError."""
    sooner, later = defaultdict(list), defaultdict(list)
    place, text = 0, text.strip()
    while place < len(text):
        match = ENTRY.match(text, place)
        if not match:
            raise KeysError(f"{text[place:].split()[0]!r} does not have the form FRAME:KEYS: 10:a")
        first, last = int(match[1]), int(match[2] or match[1])
        if not first <= last <= MAX_FRAME_NUMBER:
            raise KeysError(f"{match[1]}-{match[2] or match[1]}: no such frames")
        steps = list(map(_events, EVENT.finditer(match[3])))
        for frame in range(first, last + 1):
            for pressed, released in steps:
                later[frame] += pressed
                sooner[frame + 1] += released
        place = match.end()
    frames = sorted(sooner.keys() | later.keys())
    return {frame: found for frame in frames if (found := sooner[frame] + later[frame])}


def _events(step) -> tuple[list, list]:
    """Returns a step's events in its frame, and those in the next."""
    if step["action"]:
        return action(step["action"], [part.strip() for part in step["given"].split(",")])
    code, modifiers = _key(step["key"]) if step["key"] else (_byte(step["char"]), 0)
    return [Key(code, DOWN, modifiers)], [Key(code, UP, modifiers)]


def action(name: str, given: list[str]) -> tuple[list, list]:
    """Returns the events of an action in its frame, and those in the next. Raises KeysError."""
    if name not in ACTIONS:
        raise KeysError(f"there is no {name}(); there are {', '.join(ACTIONS)}, and keys")
    try:
        return ACTIONS[name](*given)
    except (TypeError, ValueError, KeyError):
        raise KeysError(f"{name}({','.join(given)}): the form is {USAGE[name]}") from None


def _key(name: str) -> tuple[bytes | int, int]:
    """Returns the code of a name between < and >, and the modifiers before it."""
    modifiers, whole = 0, name
    while len(name) > 2 and name[1] == "-" and name[0].upper() in MODIFIERS:
        modifiers |= MODIFIERS[name[0].upper()]
        name = name[2:]
    lower = name.lower()
    if lower in SPECIAL:
        return SPECIAL[lower], modifiers
    character = CHARACTERS.get(lower, name)
    if len(character) > 1:
        raise KeysError(f"<{whole}> is not a key; see `softgl docs running`")
    code = _byte(character)
    if modifiers & CTRL and character.isalpha():
        code = bytes([code[0] & 31])  # as in terminals and X
    return code, modifiers


def _byte(character: str) -> bytes:
    try:
        return character.encode("latin-1")
    except UnicodeEncodeError:
        raise KeysError(f"{character!r} is not a key of GLUT") from None


def _one_key(state):
    def key(name):
        if not name:
            raise ValueError
        named = re.fullmatch(r"<(.+)>", name)
        if not named and len(name) > 1:
            raise ValueError
        code, modifiers = _key(named[1]) if named else (_byte(name), 0)
        return [Key(code, state, modifiers)], []

    return key


def _held(letters: str) -> int:
    """Returns the modifiers of the letters S, C and A."""
    return sum(MODIFIERS[letter] for letter in set(letters))


def _button(state):
    def button(x, y, name="left", modifiers=""):
        return [Button(int(x), int(y), BUTTONS[name], state, _held(modifiers))], []

    return button


def _click(x, y, button="left", modifiers=""):
    place, held = (int(x), int(y), BUTTONS[button]), _held(modifiers)
    return [Button(*place, DOWN, held)], [Button(*place, UP, held)]


def _wheel(x, y, direction="1"):
    return [Wheel(int(x), int(y), {"1": 1, "+1": 1, "-1": -1}[direction])], []


def _resize(width, height):
    size = int(width), int(height)
    if min(size) < 1 or max(size) > 8192:
        raise ValueError
    return [Resize(*size)], []


ACTIONS = {
    "mouse": _click,
    "down": _button(DOWN),
    "up": _button(UP),
    "move": lambda x, y: ([Move(int(x), int(y))], []),
    "wheel": _wheel,
    "hold": _one_key(DOWN),
    "release": _one_key(UP),
    "menu": lambda *path: ([Choose(path)], []),
    "resize": _resize,
}
USAGE = {
    "mouse": "mouse(x,y,left)", "down": "down(x,y,left)", "up": "up(x,y,left)",
    "move": "move(x,y)", "wheel": "wheel(x,y,1)", "hold": "hold(<Left>)",
    "release": "release(<Left>)", "menu": "menu(2) or menu(Label,1)", "resize": "resize(640,480)",
}  # fmt: skip
