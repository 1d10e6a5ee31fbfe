"""The work of `softgl run`: runs a script, and writes the frames of its windows."""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import numpy as np

from softgl import image
from softgl.counts import counted
from softgl.gl.context import current_context
from softgl.glut.toolkit import Toolkit, new_toolkit, using
from softgl.running.c_libraries import c_libraries
from softgl.running.captured import CapturedFrame
from softgl.running.hook import checks_errors, standing_in
from softgl.running.script import ScriptError, run_script
from softgl.running.virtual_time import virtual
from softgl.warned import warnings_as_lines


class Frames:
    """Writes frames to files as they arrive, or to an animation at the end.

    path, count : as in `softgl.image.output_paths`. milliseconds : delay of an animation's frames.
    """

    def __init__(self, path: str, count: int, milliseconds: float):
        image.check_output(path, count)
        self.files, self.count = image.output_paths(path, count), count
        self.milliseconds = milliseconds
        self.animated = Path(path).suffix.lower() in image.ANIMATED
        self.images: list[np.ndarray] = []
        self.written, self.black = 0, True

    def add(self, frame: np.ndarray) -> None:
        """Adds a frame, (height, width, 3) uint8."""
        self.black = self.black and not frame.any()
        if self.animated:
            self.images.append(frame if not self.images else _sized(frame, self.images[0].shape))
        else:
            image.save_png(self.files[self.written], frame)
        self.written += 1
        if sys.stderr.isatty():
            end = "\n" if self.written == self.count else ""
            print(f"\rframe {self.written} of {self.count}", end=end, file=sys.stderr, flush=True)

    def end(self) -> str:
        """Writes an animation; returns a summary of the written files."""
        if self.animated and self.images:
            image.save_frames(self.files[0], self.images, len(self.images), self.milliseconds)
        files = self.files[:1] if self.animated else self.files[: self.written]
        names = files[0] if len(files) == 1 else f"{files[0]} ... {files[-1]}"
        why = "" if self.written == self.count else f" of {self.count}: the script ended"
        seen = ", and every pixel is black" if self.black else ""
        return f"{names}: {counted(self.written, 'frame')}{why}{seen}"


def _sized(frame, shape):
    """Crops or pads a frame of a resized window to the size of the animation."""
    height, width = (min(pair) for pair in zip(frame.shape[:2], shape[:2], strict=True))
    whole = np.zeros(shape, np.uint8)
    whole[:height, :width] = frame[:height, :width]
    return whole


class Unwritten:
    """Counts frames that are not written to pictures."""

    written = 0

    def add(self, frame: np.ndarray) -> None:
        """Adds a frame."""
        self.written += 1


def run(
    path: str, arguments: list[str], output: str | None, frames: int | None, keys: str, size,
    fps: float, seed: int | None, real_time: bool, options: dict,
    captured: CapturedFrame | None = None,
    shown: Callable[[np.ndarray], None] | None = None, live=None,
) -> int:  # fmt: skip
    """Runs a script and writes its frames; returns its exit status.

    output : a file or numbered files; None for no pictures. frames : None for no end.
    captured : a frame to capture. shown : called with each frame. options : of `softgl.Context`.
    live : a `softgl.debug.live.running.Live` that shows the script while it runs.

    Raises ScriptError, ImageError, KeysError and CaptureError.
    """
    written = Unwritten()
    if output:
        written = Frames(os.path.abspath(output), frames or 1, 1000.0 / fps)

    def add(frame):
        written.add(frame)
        if shown is not None:
            shown(frame)
        if captured is not None:
            captured.add()

    def context_options():
        return options if checks_errors() else options | {"errors": "record"}

    toolkit = new_toolkit(frames, size, fps, keys, add, context_options)
    if live is not None:
        live.start(toolkit)
    status = 0
    with ExitStack() as stack:
        stack.enter_context(standing_in())
        stack.enter_context(c_libraries())
        if not real_time:
            stack.enter_context(virtual(toolkit.clock))
        if seed is not None:
            random.seed(seed)
            np.random.seed(seed)
        if captured is not None:
            stack.enter_context(captured)
        with using(toolkit):
            status = run_script(path, arguments)
            if not (written.written or status):
                _end(toolkit, add, path)
            if captured is not None and not status:
                captured.finish(path)
    if output and written.written:
        with warnings_as_lines():
            said = written.end()
        print(f"softgl: {said}", file=sys.stderr)
    return status


def _end(toolkit: Toolkit, add: Callable[[np.ndarray], None], path: str) -> None:
    """Adds the last picture of a script without frames; raises ScriptError without a window."""
    if toolkit.main is not None:
        add(toolkit.main.image())
        return
    other = toolkit.otherwise and toolkit.otherwise()
    if other is not None:
        add(other)
        return
    context = current_context()
    if context is None or not context.width * context.height:
        raise ScriptError(f"{path} opened no window (`softgl render` draws scenes)")
    add(np.asarray(context.read_image())[..., :3])
