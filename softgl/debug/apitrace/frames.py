"""The frames of a trace: replayed to pictures, or one of them as a capture.

A frame ends at a swap of buffers, at glFrameTerminatorGREMEDY, and where a program that has drawn
releases its context or, without a window, reads pixels.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import numpy as np

from softgl.counts import counted
from softgl.debug.apitrace.parser import Trace
from softgl.debug.apitrace.player import Player
from softgl.debug.captures.capture import Recorder
from softgl.debug.captures.errors import CaptureError
from softgl.debug.captures.file import Header
from softgl.errors import UsageError
from softgl.gl.api.current import current
from softgl.gl.api.errors import GLError
from softgl.gl.api.interception import interception
from softgl.gl.context import _make_current
from softgl.gl.pictures import picture

EXTENSION = ".trace"
PROGRESS_CALLS = 1000  # calls between two messages of progress
MAX_NAMED = 8  # names of calls in a summary
Progress = Callable[[str], None]


class Frames:
    """Plays a trace frame by frame.

    number : of the frame that is being played, from 0. player : the `Player`.
    """

    def __init__(self, path, progress: Progress = lambda words: None, **options):
        self.trace = Trace(path)
        self.player = Player(self._end, **options)
        self.number = 0
        self.wanted: Callable[[int], bool] = lambda number: False
        self._progress = progress
        self._picture: np.ndarray | None = None
        self._ended = False

    def __enter__(self) -> Frames:
        self._before = current.called
        _make_current(None)
        return self

    def __exit__(self, *_) -> None:
        self.trace.close()
        _make_current(self._before)

    def play(self) -> Iterator[np.ndarray | None]:
        """Plays the trace; yields at the end of each frame its picture, None if it is not wanted.

        Pictures are (height, width, 4) uint8, top row first. A last frame without an end counts if
        it has drawn something.
        """
        for calls, call in enumerate(self.trace.calls(), 1):
            self.player.play(call)
            if calls % PROGRESS_CALLS == 0:
                self._show_progress()
            if self._ended:
                yield self._next()
        if self.player.drawn and self.player.context is not None:
            self.player.end_frame()
            yield self._next()

    def _next(self) -> np.ndarray | None:
        found, self._picture, self._ended = self._picture, None, False
        self.number += 1
        return found

    def _show_progress(self) -> None:
        share = 100 * self.trace.position // max(1, self.trace.size)
        self._progress(f"frame {self.number}, {share} %")

    def _end(self) -> None:
        self._ended = True
        if self.wanted(self.number):
            self._picture = frame_picture(self.player)

    def summary(self) -> str:
        """The number of frames, and the calls that were not made, by name."""
        player, lines = self.player, [counted(self.number, "frame")]
        for found, words in (
            (player.unknown, "unknown to softgl"),
            (player.refused, "refused"),
            (player.dropped, "without a context"),
        ):
            if found:
                lines.append(f"{counted(found.total(), 'call')} {words}: {_named(found, player)}")
        return "\n".join(lines)


def _named(found, player) -> str:
    named = [
        f"{name} ({count}{_reason(player, name, found)})"
        for name, count in found.most_common(MAX_NAMED)
    ]
    more = len(found) - len(named)
    return ", ".join(named) + (f" and {counted(more, 'other name')}" if more else "")


def _reason(player, name, found) -> str:
    reason = player.reasons.get(name) if found is player.refused else None
    return f", first {reason}" if reason else ""


def frame_picture(player: Player) -> np.ndarray | None:
    """The picture of the frame that ends; None if there is nothing to show.

    The framebuffer that is drawn to is shown: the window, or a framebuffer object.
    """
    context = player.context
    if context is None:
        return None
    try:
        if context.gl.framebuffers.draw.name:
            return _framebuffer_picture(context.gl)
        return picture(context.gl, None, None, 0, 0) if context.gl.width else None
    except GLError:
        return None


def _framebuffer_picture(context) -> np.ndarray | None:
    """The picture of the bound draw framebuffer object."""
    state = context.framebuffers
    read, state.read = state.read, state.draw
    try:
        return picture(context, "framebuffer", None, 0, 0)
    finally:
        state.read = read


def replay_trace(
    path, wanted: Callable[[int], bool], last: int | None, save: Callable[[int, np.ndarray], None],
    progress: Progress, **options,
) -> str:  # fmt: skip
    """Replays a trace up to a frame, and saves the pictures of the wanted ones; a summary.

    last : the number of the last frame; None for all. Raises UsageError.
    """
    with Frames(path, progress, **options) as frames:
        frames.wanted = wanted
        for found in frames.play():
            number = frames.number - 1
            if found is not None:
                save(number, found)
            if number == last:
                break
        progress("")
        return frames.summary()


def capture_frame(path, number: int, output, progress: Progress, **options) -> str:
    """Captures a frame of a trace; returns a summary. Raises UsageError and CaptureError."""
    with Frames(path, progress, **options) as frames, ExitStack() as stack:
        recorder = Recorder(None)
        starter = _Starter(frames, recorder, stack)
        if number == 0:
            frames.player.before_command = starter.first
        for _ in frames.play():
            if frames.number == number:
                starter.begin()
            elif frames.number > number:
                break
        progress("")
        stack.close()
        if frames.number <= number:
            raise UsageError(
                f"{path} has {counted(frames.number, 'frame')}, so there is no frame {number}"
            )
        if recorder.header is None:
            raise CaptureError(f"frame {number} of {path} calls no command of GL")
        starter.finish(output, number)
        return frames.summary()


class _Starter:
    """Starts the capture of a frame, and finishes it."""

    def __init__(self, frames: Frames, recorder: Recorder, stack: ExitStack):
        self.frames, self.recorder, self.stack = frames, recorder, stack

    def begin(self) -> None:
        """Starts the capture, in the current context or in the one of the next call."""
        self.frames.player.before_command = None
        context = self.frames.player.context
        if context is not None:
            self.recorder.begin(context.gl)
        self.stack.enter_context(interception(self.recorder))

    def first(self, name: str) -> None:
        """Starts the capture of the first frame once its window has a size."""
        context = self.frames.player.context
        if context.drawable is None or context.drawable.window.width:
            self.begin()

    def finish(self, output, number: int) -> None:
        """Writes the capture, of the window as large as it has become."""
        context, header = self.recorder._captured, self.recorder.header
        size = {"width": context.width, "height": context.height}
        named = {"scene": self.frames.trace.name, "frame": number}
        self.recorder.header = Header(**{**vars(header), **size, **named})
        self.recorder.finish(output)
