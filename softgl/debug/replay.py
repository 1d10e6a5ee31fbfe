"""Draws a capture again: the same calls with the same data give the same bytes."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np

from softgl.debug.capture_errors import CaptureError
from softgl.debug.capture_file import FRAME, MAPPED, WRITE, Call, Capture, load
from softgl.debug.capture_values import Decoder
from softgl.debug.watching import kind_of
from softgl.errors import GLError
from softgl.gl.api.command import COMMANDS, current
from softgl.gl.context import Context
from softgl.gl.queries.sync import Sync


class Player:
    """Makes the calls of a capture in the current context, which must be like the captured one.

    made : how many of its calls have been made.
    """

    def __init__(self, capture: Capture):
        self.capture = capture
        self.made = 0
        self._decoder = Decoder(self._array)

    def _array(self, number) -> np.ndarray:
        arrays = self.capture.arrays
        if type(number) is not int or not 0 <= number < len(arrays):
            raise CaptureError(f"there is no array {number!r:.20}")
        return arrays[number]

    def play(self, calls: Iterable[Call]) -> None:
        """Make calls. Raises CaptureError for what is no call, or goes otherwise than it did."""
        for call in calls:
            self.made += 1
            try:
                self._make(call)
            except CaptureError as error:
                raise CaptureError(f"call {self.made}, {call.name[:60]}: {error}") from None
            except Exception as error:
                why = str(error).partition("\n")[0] or type(error).__name__
                raise CaptureError(f"call {self.made}, {call.name[:60]}: {why}") from error

    def _make(self, call: Call):
        if call.name.startswith("@"):
            self._mark(call)
            return
        function = COMMANDS.get(call.name)
        if function is None:
            raise CaptureError("there is no such command")
        value = self._decoder.value
        arguments = [value(each) for each in call.arguments]
        keywords = {name: value(each) for name, each in call.keywords.items()}
        try:
            result = function(*arguments, **keywords)
        except GLError:
            if not call.error and self.capture.header.errors == "raise":
                raise
            return
        if call.result is not None:
            self._compare(call.result, result)

    def _compare(self, told, result):
        """Hold the names that a command gives to those that it gave."""
        if isinstance(result, Sync):
            self._decoder.syncs.append(result)
        elif told != np.atleast_1d(np.asarray(result, np.int64)).tolist():
            raise CaptureError(f"it gives {result}, but {told} was captured")

    def _mark(self, call: Call):
        if call.name == FRAME:
            return
        place, offset, data = (self._decoder.value(each) for each in call.arguments)
        if call.name == WRITE:
            if place not in self._decoder.blocks:
                raise CaptureError(f"there is no memory {place!r:.20}")
            memory = self._decoder.blocks[place][0]
        elif call.name == MAPPED:
            buffer = current.context.buffers.bound.get(place)
            if buffer is None or buffer.mapping is None:
                raise CaptureError("no buffer object is mapped there")
            start = buffer.mapping.offset
            memory = buffer.data[start : start + buffer.mapping.length]
        else:
            raise CaptureError("there is no such mark")
        if not (type(offset) is int and 0 <= offset <= memory.size - len(data)):
            raise CaptureError("what is written lies outside of the memory")
        memory[offset : offset + len(data)] = np.frombuffer(data, np.uint8)


def drawn(capture: Capture, until: int | None = None, **options) -> Context:
    """A new context in which a capture has been drawn; it is the current one.

    until : the number of the last event of the frame that is drawn; None for all.
    options : of `softgl.Context`: machine, lanes, threads. Raises CaptureError.
    """
    header = capture.header
    try:
        context = Context(
            header.width, header.height, errors=header.errors, strict=header.strict,
            samples=header.samples, **options,
        )  # fmt: skip
    except GLError as error:
        raise CaptureError(f"no context can be made for it: {error.description}") from None
    Player(capture).play(capture.calls[: end_of(capture, until)])
    return context


def end_of(capture: Capture, until: int | None) -> int:
    """How many calls there are up to an event of the frame; CaptureError if it has no such one."""
    if until is None:
        return len(capture.calls)
    events = event_places(capture)
    if not 0 <= until < len(events):
        raise CaptureError(f"there is no draw {until}: the frame has {len(events)}, counted from 0")
    return events[until] + 1


def event_places(capture: Capture) -> list[int]:
    """Where among the calls the events of the frame are, as `watching` counts them."""
    found, inside, making = [], False, False
    for place, call in enumerate(capture.calls):
        if call.name in ("glNewList", "glEndList") and not call.error:
            making = call.name == "glNewList"
        if making:
            continue
        if kind_of(call.name) and inside == (call.name == "glEnd") and place >= capture.first:
            found.append(place)
        if call.name in ("glBegin", "glEnd") and not (call.name == "glBegin" and call.error):
            inside = call.name == "glBegin"
    return found


class Show:
    """A capture as a scene has it: `setup` makes the calls before the frame, `draw` those of it.

    name : what errors call it. Both raise CaptureError.
    """

    def __init__(self, capture: Capture, name: str):
        self.capture, self.name = capture, name
        header = capture.header
        self.samples, self.size = header.samples, (header.width, header.height)
        self._players: dict[int, Player] = {}

    def setup(self) -> None:
        """Make the calls before the frame, in a context of the captured size and samples."""
        context, header, name = current.context, self.capture.header, self.name
        size, samples = (context.width, context.height), context.framebuffers.planes.samples
        if size != self.size:
            asked, own = (f"{each[0]}x{each[1]}" for each in (size, self.size))
            raise CaptureError(f"{name} was captured with {own} pixels, not {asked}")
        if samples != max(1, header.samples):
            raise CaptureError(f"{name} was captured with {header.samples} samples, not {samples}")
        context.programs.strict = header.strict
        player = Player(self.capture)
        player.play(self.capture.calls[: self.capture.first])
        self._players = {id(context): player}

    def draw(self, time: float, width: int, height: int) -> None:
        """Make the calls of the frame, whatever the time is; once in a context."""
        player = self._players.pop(id(current.context), None)
        if player is None:
            raise CaptureError(f"{self.name} is one frame, which a context can draw once only")
        player.play(self.capture.calls[self.capture.first :])


def load_show(path) -> Show:
    """The capture in a file, to be shown. Raises CaptureError."""
    return Show(load(path), Path(path).stem)
