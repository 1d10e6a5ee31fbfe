"""Traces of apitrace on the command line: frames that are drawn, or one to capture."""

from __future__ import annotations

import re
import sys

from softgl.errors import UsageError

EXTENSION = ".trace"
MAX_FRAME = 10**9 - 1


def is_trace(name: str) -> bool:
    """True for the name of a trace of apitrace."""
    return name.lower().endswith(EXTENSION)


def frame_range(text: str | None) -> tuple[int, int | None]:
    """Parses --frames: the first and the last frame, from 0; None for the end of the trace."""
    if text is None:
        return 0, None
    match = re.fullmatch(r"([0-9]{1,9})(-([0-9]{1,9})?)?", text)
    if not match:
        raise UsageError(f"--frames {text!r} is not of the form A, A-B or A-, counted from 0")
    first = int(match[1])
    last = first if match[2] is None else int(match[3]) if match[3] else None
    if last is not None and last < first:
        raise UsageError(f"--frames {text}: {last} is before {first}")
    return first, last


def replay_trace(options, threads: int | None) -> None:
    """Draws frames of a trace to image files; prints a summary."""
    first, last = frame_range(options.frames)
    # Imported here: `--help` needs neither numpy nor a compiler.
    from softgl import image
    from softgl.debug.apitrace import frames
    from softgl.debug.frames.command import check_trace_output

    if options.output:
        check_trace_output(options.output, first, last)

    def save(number, picture):
        if options.output:
            [path] = image.output_paths(options.output, 1, number)
            image.save_image(path, picture)

    progress = terminal_progress()
    try:
        text = frames.replay_trace(
            options.capture, lambda number: bool(options.output) and number >= first, last, save,
            progress, machine=options.machine, threads=threads,
        )  # fmt: skip
    finally:
        progress("")
    print(text)


def captured_frame(path: str, number: int, machine: str, threads: int | None = None) -> str:
    """Captures a frame of a trace to a temporary file, which is removed at the end; its name."""
    from softgl.debug.apitrace import frames

    output = temporary_capture(path, number)
    progress = terminal_progress()
    try:
        frames.capture_frame(path, number, output, progress, machine=machine, threads=threads)
    finally:
        progress("")
    return output


def temporary_capture(path: str, number: int) -> str:
    """The name of a capture of a frame, in a folder that is removed when the process ends."""
    import atexit
    import os
    import shutil
    import tempfile

    folder = tempfile.mkdtemp(prefix="softgl-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    stem = os.path.splitext(os.path.basename(path))[0]
    return os.path.join(folder, f"{stem}-{number}.softgl")


def terminal_progress():
    """Returns a function that shows a progress message on a terminal, and none elsewhere."""
    if not sys.stderr.isatty():
        return lambda words: None
    return lambda words: print(f"\r{words}\x1b[K", end="", file=sys.stderr, flush=True)
