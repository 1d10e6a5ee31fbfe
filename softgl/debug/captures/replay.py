"""Replays a capture: equal calls with equal data draw equal bytes."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np

from softgl.debug.captures.checks import FRAME, MAPPED, MAPPED_BUFFER, RASTER, RESTORE, WRITE
from softgl.debug.captures.decoding import Decoder
from softgl.debug.captures.errors import CaptureError, one_line
from softgl.debug.captures.file import Call, Capture, load
from softgl.debug.captures.values import names_of
from softgl.debug.stacks import replay_stack, replaying
from softgl.debug.watching import kind_of
from softgl.gl.api.current import current
from softgl.gl.api.declarations import COMMANDS
from softgl.gl.api.errors import GLError
from softgl.gl.api.interception import note_mark
from softgl.gl.context import BaseContext
from softgl.gl.draw.raster_position import restore_raster


class Player:
    """Makes the calls of a capture in the current context, which must match the captured one.

    call_count : the number of calls that have been made.
    """

    def __init__(self, capture: Capture):
        self.capture = capture
        self.call_count = 0
        self._decoder = Decoder(capture.arrays)
        self._stacks = {id(capture.calls[n]): stack for n, stack in capture.stacks.items()}

    def play(self, calls: Iterable[Call]) -> None:
        """Makes calls. Raises CaptureError for an invalid call, and if its result differs."""
        with replaying():
            for call in calls:
                self.call_count += 1
                replay_stack(self._stacks.get(id(call), ()))
                self._play(call)

    def _play(self, call: Call) -> None:
        try:
            self._make(call)
        except CaptureError as error:
            raise CaptureError(f"call {self.call_count}, {call.name}: {error}") from None
        except Exception as error:  # faults of softgl also end
            raise CaptureError(f"call {self.call_count}, {call.name}: {one_line(error)}") from error

    def _make(self, call: Call):
        if call.name.startswith("@"):
            self._mark(call)
            return
        value = self._decoder.value
        arguments = [value(each) for each in call.arguments]
        keywords = {name: value(each) for name, each in call.keywords.items()}
        try:
            result = COMMANDS[call.name](*arguments, **keywords)
        except GLError:
            if not call.error and self.capture.header.errors == "raise":
                raise
            return
        if call.result is not None:
            self._compare(call.result, result)

    def _compare(self, captured, result):
        """Compares the names that a command returns with the captured ones."""
        if isinstance(captured, dict):
            self._decoder.syncs[captured["sync"]] = result
            return
        names = names_of(result)
        if names is None or names[: len(captured)] != captured:
            found = names[0] if names and len(names) == 1 else names
            raise CaptureError(f"the result is {found!s:.99}, but {captured!s:.99} was captured")

    def _mark(self, call: Call):
        values = [self._decoder.value(each) for each in call.arguments]
        if call.name == RASTER:
            restore_raster(current.called, *values)
        elif call.name == RESTORE:
            current.called.refuse_removed(not values[0])
            note_mark(RESTORE, *values)
        elif call.name != FRAME:
            place, offset, data = values
            memory = self._written(call.name, place)
            if offset > memory.size - len(data):
                raise CaptureError("the data lies outside of the memory")
            memory[offset : offset + len(data)] = np.frombuffer(data, np.uint8)

    def _written(self, mark, place) -> np.ndarray:
        """The memory that a mark writes to."""
        if mark == WRITE:
            if place not in self._decoder.blocks:
                raise CaptureError(f"unknown memory {place}")
            return self._decoder.blocks[place][0]
        buffers = current.called.buffers
        buffer = {MAPPED: buffers.bound, MAPPED_BUFFER: buffers.objects}[mark].get(place)
        if buffer is None or buffer.mapping is None:
            raise CaptureError("no buffer object is mapped there")
        start = buffer.mapping.offset
        return buffer.data[start : start + buffer.mapping.length]


def drawn(capture: Capture, until: int | None = None, **options) -> BaseContext:
    """Draws a capture in a new context, which stays current; returns the context.

    until : the number of the last event to draw; None for all.
    options : of `softgl.Context`: machine, lanes, threads. Raises CaptureError.
    """
    header = capture.header
    try:
        context = BaseContext(header.width, header.height, **header.context_options, **options)
    except GLError as error:
        raise CaptureError(f"its context cannot be made: {error.description}") from None
    Player(capture).play(capture.calls[: end_of(capture, until)])
    return context


def end_of(capture: Capture, until: int | None) -> int:
    """The number of calls up to and including an event of the frame. Raises CaptureError."""
    if until is None:
        return len(capture.calls)
    events = event_places(capture)
    if not 0 <= until < len(events):
        raise CaptureError(f"no draw {until}: the frame has {len(events)}, counted from 0")
    return events[until] + 1


def event_places(capture: Capture) -> list[int]:
    """The indices of the calls that are events of the frame, as in `watching`."""
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
    """A capture with the interface of a scene: `setup` makes the calls before the frame, `draw` the
    calls of the frame.

    name : of the capture in errors. Both methods raise CaptureError.
    """

    def __init__(self, capture: Capture, name: str):
        self.capture, self.name = capture, name
        header = capture.header
        self.samples, self.size = header.samples, (header.width, header.height)
        self._players: dict[int, Player] = {}

    def setup(self) -> None:
        """Makes the calls before the frame, in a context of the captured size and samples."""
        context, header, name = current.called, self.capture.header, self.name
        size, samples = (context.width, context.height), context.framebuffers.planes.samples
        if size != self.size:
            requested, captured = (f"{each[0]}x{each[1]}" for each in (size, self.size))
            raise CaptureError(f"{name} was captured with {captured} pixels, not {requested}")
        if samples != max(1, header.samples):
            raise CaptureError(f"{name} was captured with {header.samples} samples, not {samples}")
        context.programs.strict = header.strict
        context.use_api(header.api)
        context.make_current()
        player = Player(self.capture)
        player.play(self.capture.calls[: self.capture.first])
        self._players = {id(context): player}

    def draw(self, time: float, width: int, height: int) -> None:
        """Makes the calls of the frame, at any time; works once in a context."""
        player = self._players.pop(id(current.called), None)
        if player is None:
            raise CaptureError(f"{self.name} is one frame, which a context can draw only once")
        player.play(self.capture.calls[self.capture.first :])


def load_show(path) -> Show:
    """Reads a capture, to be drawn as a scene. Raises CaptureError."""
    return Show(load(path), Path(path).stem)
