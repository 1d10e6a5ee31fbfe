"""`pygame.event`: the event queue; scripted events enter it frame by frame."""

from __future__ import annotations

from functools import singledispatchmethod

from softgl.glut.toolkit import Closed
from softgl.glut.user import DOWN, Button, Key, Move, Resize, Wheel
from softgl.running.pygame.constants import (
    CHARACTER_SCANCODES,
    EVENTS,
    FLAGS,
    MODIFIERS,
    SCANCODE,
    SCANCODES,
)
from softgl.running.pygame.state import State
from softgl.running.stand_ins.strokes import ALT, CTRL, SHIFT, stroke

SPECIAL = {
    name: SCANCODES[{"ctrl": "LCTRL", "shift": "LSHIFT", "alt": "LALT"}.get(name, name.upper())]
    for name in (
        *"left up right down pageup pagedown home end insert shift ctrl alt".split(),
        *(f"f{number}" for number in range(1, 13)),
    )
}  # fmt: skip
MODIFIER_BITS = {SHIFT: "KMOD_LSHIFT", CTRL: "KMOD_LCTRL", ALT: "KMOD_LALT"}
NAMES = {
    "ACTIVEEVENT": "ActiveEvent", "KEYDOWN": "KeyDown", "KEYUP": "KeyUp",
    "MOUSEMOTION": "MouseMotion", "MOUSEBUTTONDOWN": "MouseButtonDown",
    "MOUSEBUTTONUP": "MouseButtonUp", "MOUSEWHEEL": "MouseWheel", "QUIT": "Quit",
    "VIDEORESIZE": "VideoResize", "VIDEOEXPOSE": "VideoExpose", "TEXTINPUT": "TextInput",
    "NOEVENT": "NoEvent",
}  # fmt: skip
NOEVENT = EVENTS["NOEVENT"]


def key_code(key: str) -> int:
    """Returns the code of a key by its name or character."""
    return SPECIAL[key] | SCANCODE if key in SPECIAL else ord(key)


def bits_of(modifiers: int) -> int:
    """Returns the KMOD_LSHIFT bits and the like of a stroke's modifiers."""
    return sum(MODIFIERS[name] for bit, name in MODIFIER_BITS.items() if modifiers & bit)


class Deliveries:
    """Converts scripted events to events of pygame."""

    def __init__(self, state: State):
        self.state = state

    def poll(self) -> None:
        """Appends scripted events and due timer events to the queue."""
        state = self.state
        state.pressed, state.released = set(), set()
        for event in state.screen.watch():
            self.deliver(event)
        self.run_timers()
        if state.screen.toolkit.finished and not state.screen.toolkit.closed:
            state.screen.toolkit.closed = True
            state.post("WINDOWCLOSE", window=None)
            state.post("QUIT")

    def run_timers(self):
        """Posts the events of due timers, in order."""
        state = self.state
        now = state.screen.clock.now
        while due := min((each for each in state.timers if each[0] <= now), default=None,
                         key=lambda timer: timer[0]):  # fmt: skip
            state.events.append(due[2])
            due[0] += due[1]
            due[3] -= 1
            if due[3] == 0:
                state.timers.remove(due)

    @singledispatchmethod
    def deliver(self, event):
        """Posts the pygame events for a scripted event."""
        raise TypeError(event)

    @deliver.register
    def _(self, event: Key):
        state = self.state
        change = stroke(event, state.held)
        code = key_code(change.key)
        (state.keys.add if change.down else state.keys.discard)(code)
        (state.pressed if change.down else state.released).add(code)
        (state.held.add if change.down else state.held.discard)(change.key)
        if change.key in ("shift", "ctrl", "alt"):
            held = stroke(Key(b" ", DOWN), state.held).modifiers
            state.modifiers = bits_of(held)
        else:
            state.modifiers = bits_of(change.modifiers) if change.down else 0
        scancode = SPECIAL.get(change.key, CHARACTER_SCANCODES.get(change.key, 0))
        kind = "KEYDOWN" if change.down else "KEYUP"
        typed = change.text or (change.key if len(change.key) == 1 and change.key < " " else "")
        bits = bits_of(change.modifiers)
        state.post(kind, unicode=typed, key=code, mod=bits, scancode=scancode, window=None)
        if change.down and change.text:
            state.post("TEXTINPUT", text=change.text, window=None)

    @deliver.register
    def _(self, event: Move):
        self.move(event)

    def move(self, event):
        """Moves the mouse, and posts an event if its position changes."""
        state = self.state
        user = state.screen.toolkit.user
        known = user.x is not None
        place = event.x, event.y
        moved = not known or place != (user.x, user.y)
        rel = (event.x - user.x, event.y - user.y) if known else (0, 0)
        user.x, user.y = place
        if moved:
            state.moved = state.moved[0] + rel[0], state.moved[1] + rel[1]
            buttons = tuple(int(number in user.buttons) for number in range(3))
            more = {"pos": place, "rel": rel, "buttons": buttons, "touch": False, "window": None}
            state.post("MOUSEMOTION", **more)

    @deliver.register
    def _(self, event: Button):
        state = self.state
        self.move(event)
        state.screen.take(event)
        kind = "MOUSEBUTTONDOWN" if event.state == DOWN else "MOUSEBUTTONUP"
        place = event.x, event.y
        state.post(kind, pos=place, button=event.button + 1, touch=False, window=None)

    @deliver.register
    def _(self, event: Wheel):
        state, place = self.state, (event.x, event.y)
        self.move(event)
        for name in ("MOUSEBUTTONDOWN", "MOUSEBUTTONUP"):
            button = 4 if event.direction > 0 else 5
            state.post(name, pos=place, button=button, touch=False, window=None)
            if name == "MOUSEBUTTONDOWN":
                turned = {"x": 0, "y": event.direction}
                precise = {"precise_x": 0.0, "precise_y": float(event.direction)}
                more = turned | precise | {"flipped": False, "touch": False, "window": None}
                state.post("MOUSEWHEEL", **more)

    @deliver.register
    def _(self, event: Resize):
        state, size = self.state, (event.width, event.height)
        if state.window is not None:
            state.window.resize(*size)
        if state.surface is not None:
            # The flags without OPENGL and FULLSCREEN of a real window's surface are harmless.
            state.surface = state.make_surface(size, state.flags & ~FLAGS["FULLSCREEN"])
        state.post("VIDEORESIZE", size=size, w=size[0], h=size[1])
        for name in ("WINDOWRESIZED", "WINDOWSIZECHANGED"):
            state.post(name, x=size[0], y=size[1], window=None)


class Events:
    """The functions of `pygame.event`."""

    def __init__(self, state: State, deliveries: Deliveries):
        self._state, self._deliveries = state, deliveries

    def pump(self):
        """Puts scripted events into the queue."""
        self._deliveries.poll()

    def _matching(self, types, exclude=None):
        wanted, others = _types(types), _types(exclude)
        return [
            event
            for event in self._state.events
            if (wanted is None or event.type in wanted)
            and (others is None or event.type not in others)
        ]

    def get(self, eventtype=None, pump=True, exclude=None):
        """Removes all events, or those of some types, from the queue; returns them."""
        if pump:
            self._deliveries.poll()
        found = self._matching(eventtype, exclude)
        removed = {id(event) for event in found}
        self._state.events[:] = [each for each in self._state.events if id(each) not in removed]
        return found

    def poll(self):
        """Removes the first event and returns it; one of the type NOEVENT if there is none."""
        self._deliveries.poll()
        events = self._state.events
        return events.pop(0) if events else self._state.make_event(NOEVENT, {})

    def wait(self, timeout=0):
        """Takes the first event; repeats the picture for frames until there is one.

        timeout : milliseconds until an event of the type NOEVENT; 0 for no limit.
        """
        state = self._state
        self._deliveries.poll()
        until = state.screen.clock.now + timeout * 10**6
        while not state.events:
            if timeout and state.screen.clock.now >= until:
                return state.make_event(NOEVENT, {})
            if state.screen.toolkit.closed:
                raise Closed(0)
            state.screen.end_frame()
            self._deliveries.poll()
        return state.events.pop(0)

    def peek(self, eventtype=None, pump=True):
        """Returns True if there are events of some types; without types, the first event."""
        if pump:
            self._deliveries.poll()
        return bool(self._matching(eventtype))

    def clear(self, eventtype=None, pump=True):
        """Drops all events, or those of some types."""
        self.get(eventtype, pump)

    def post(self, event):
        """Puts an event of the program's own into the queue; False if its type is blocked."""
        if event.type in self._state.blocked:
            return False
        self._state.events.append(event)
        return True

    def set_blocked(self, type):
        """Blocks events of some types; of all for None."""
        types = _types(type)
        self._state.blocked |= set(self._state.numbers.values()) if types is None else types

    def set_allowed(self, type):
        """Unblocks events of some types; of all for None."""
        types = _types(type)
        self._state.blocked -= set(self._state.blocked) if types is None else types

    def get_blocked(self, type):
        """True if events of one of some types are blocked."""
        return bool(_types(type) & self._state.blocked)

    def set_grab(self, grab):
        """Confines the mouse to the window."""
        self._state.grabbed = bool(grab)

    def get_grab(self):
        """True if the mouse is confined to the window."""
        return self._state.grabbed

    set_keyboard_grab, get_keyboard_grab = set_grab, get_grab

    def event_name(self, type):
        """Returns the name of a type of events."""
        numbers = self._state.numbers
        if numbers["USEREVENT"] <= type < EVENTS["NUMEVENTS"]:
            return "UserEvent"
        known = {numbers[name]: words for name, words in NAMES.items()}
        return known.get(type, "Unknown")

    def custom_type(self):
        """Returns an unused type for events of the program."""
        self._state.custom += 1
        return self._state.numbers["USEREVENT"] + self._state.custom


def _types(types) -> set[int] | None:
    """Returns one type or several as a set; None for None."""
    if types is None:
        return None
    return {int(types)} if isinstance(types, int) else {int(each) for each in types}
