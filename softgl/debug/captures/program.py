"""A frame of a program as a capture: SOFTGL_CAPTURE names the file, SOFTGL_CAPTURE_FRAME the frame.

Programs that draw with softgl's C libraries are captured so. A frame ends at a swap of buffers, and
where a program that has drawn reads pixels: programs without a window do nothing else.
"""

from __future__ import annotations

import atexit
import os
import sys
from contextlib import ExitStack

from softgl.debug.captures.capture import Recorder
from softgl.debug.captures.errors import CaptureError
from softgl.debug.watching import KINDS
from softgl.errors import SoftGLError
from softgl.gl.api.current import current
from softgl.gl.api.declarations import COMMANDS, commands_of
from softgl.gl.api.interception import SWAP, interception
from softgl.gl.api.kinds import Kind

FILE, FRAME = "SOFTGL_CAPTURE", "SOFTGL_CAPTURE_FRAME"
READS = commands_of(Kind.PACK)
EVENTS = frozenset(("glEnd",)).union(*map(commands_of, KINDS.values()))
"""The commands that make pixels."""


class FrameRecorder(Recorder):
    """Records one frame of a program, and writes it when it ends.

    number : of the frame, from 0. path : the file to write. shown : the number of ended frames.
    """

    own = frozenset(COMMANDS)

    def __init__(self, number: int, path: str):
        super().__init__()
        self.number, self.path, self.shown = number, path, 0
        self._drawn, self._inside, self._ended = False, False, False
        self._stack = ExitStack()

    def start(self) -> None:
        """Begins to listen, until the frame has ended."""
        self._stack.enter_context(interception(self))
        atexit.register(self.end)

    def call(self, name, function, arguments, keywords):
        """Executes a call, and records it within the frame."""
        if self._inside or self._ended:
            return function(*arguments, **keywords)
        if self._drawn and name in READS:
            self._end_frame()
        if name in EVENTS and current.called is not None:
            self._drawn = True
        if self._ended or self.shown != self.number:
            return function(*arguments, **keywords)
        return super().call(name, function, arguments, keywords)

    def mark(self, name: str, arguments: tuple) -> None:
        """Ends the frame at a swap."""
        if name != SWAP:
            super().mark(name, arguments)
        elif self._drawn and not self._ended:
            self._end_frame()

    def _end_frame(self) -> None:
        self.shown, self._drawn = self.shown + 1, False
        if self.shown == self.number:
            self._begin_frame()
        elif self.shown == self.number + 1:
            self._write()

    def _begin_frame(self) -> None:
        context = current.called
        if context is not None:
            self._inside = True  # restoring calls may be made, and are not the program's
            try:
                self.begin(context)
            finally:
                self._inside = False

    def _write(self) -> None:
        """Writes the file, and reports it."""
        self._ended, self._inside = True, True
        try:
            if self.header is None:
                raise CaptureError(f"frame {self.number} calls no command of GL")
            self.finish(self.path)
            _say(f"{self.path}: frame {self.number}")
        except SoftGLError as error:
            _say(f"no capture of frame {self.number}: {error}")
        self._stack.close()

    def end(self) -> None:
        """Writes a frame that the program has not ended."""
        if self._ended:
            return
        if self.shown == self.number and self._drawn:
            self._write()
        else:
            self._ended = True
            self._stack.close()
            _say(f"no capture: the program has ended before frame {self.number}")


def _say(text: str) -> None:
    print(f"softgl: {text}", file=sys.stderr, flush=True)


def capture_program() -> None:
    """Captures a frame of this process if the environment says so."""
    path = os.environ.pop(FILE, None)
    number = os.environ.pop(FRAME, "0")
    if path and number.isdecimal():
        FrameRecorder(int(number), path).start()
