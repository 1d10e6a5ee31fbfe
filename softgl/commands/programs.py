"""Programs in place of scenes: a frame of a script or of a trace of apitrace is captured first."""

from __future__ import annotations

import contextlib
import os
import sys

from softgl.commands.arguments import size, whole_number
from softgl.commands.traces import MAX_FRAME, captured_frame, is_trace, temporary_capture
from softgl.errors import UsageError


def captured_program(options) -> str | None:
    """Captures the frame of a program that the options name; returns the file, None for a scene.

    Raises UsageError for options that only scenes have.
    """
    if is_trace(options.scene):
        _refuse(options, "traces", "size", "samples", "frames")
        return captured_frame(options.scene, _frame(options), options.machine, _threads(options))
    if not options.scene.endswith(".py"):
        return None
    # Imported here: scenes that come with softgl need no parser of Python.
    from softgl.running.captured import is_script

    if not is_script(options.scene):
        return None
    _refuse(options, "scripts", "frames")
    output = temporary_capture(options.scene, _frame(options))
    capture_script(options, output)
    return output


def capture_script(options, output: str) -> None:
    """Runs a script up to a frame, and captures that. Raises UsageError if the script fails."""
    samples = whole_number("--samples", options.samples, 16)
    chosen = {"machine": options.machine, "threads": _threads(options), "samples": samples}
    context = {name: value for name, value in chosen.items() if value is not None}
    from softgl.running import command
    from softgl.running.captured import CapturedFrame

    number = _frame(options)
    captured = CapturedFrame(number, os.path.abspath(output))
    with contextlib.redirect_stdout(sys.stderr):  # the standard output is that of the tool
        status = command.run(
            options.scene, [], None, number + 1, "", size(options.size), 60.0, None, False,
            context, captured,
        )  # fmt: skip
    if status:
        raise UsageError(f"{options.scene} has ended with status {status}")


def _refuse(options, what: str, *names: str) -> None:
    for name in names:
        if getattr(options, name) is not None:
            raise UsageError(f"--{name} is for scenes, not for {what}: --frame K selects a frame")


def _frame(options) -> int:
    return whole_number("--frame", options.frame, MAX_FRAME, 0) or 0


def _threads(options) -> int | None:
    return whole_number("--threads", options.threads, 1024)
