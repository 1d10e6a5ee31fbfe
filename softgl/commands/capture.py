"""`softgl capture` and `softgl replay`: a frame in one file; what can be made of it."""

from __future__ import annotations

import re
import sys

from softgl.commands.arguments import SIZE, THREADS, size, whole_number
from softgl.commands.command import Command
from softgl.commands.render import ARGUMENTS as RENDER_ARGUMENTS
from softgl.errors import UsageError

_CAPTURE_EXAMPLES = """\
examples:
  softgl capture teapot -o teapot.softgl          the calls and the data of a frame, in one file
  softgl capture chess -o c.softgl --size 320x240
  softgl capture fountain -o f.softgl --frame 7 --frames 60
  softgl render teapot.softgl -o teapot.png       a capture is a scene for every command

From Python: `with softgl.capture("frame.softgl"): ...`. docs/captures.md says what is in the file.
"""
_REPLAY_EXAMPLES = """\
examples:
  softgl replay frame.softgl                      draw it, say what there is
  softgl replay frame.softgl -o out.png           the same bytes as where it was captured
  softgl replay frame.softgl -o out.png --until 5 up to draw 5 of the frame, from 0
  softgl replay frame.softgl --minimise 120,80 -o small.softgl
  softgl replay frame.softgl --script frame.py    a Python script that draws the same bytes

A capture is only read: nothing in it is executed but commands of GL.
"""
FRAME_ARGUMENTS = {
    "--size": SIZE,
    "--frame": {"metavar": "K", "help": "which frame of the animation, from 0; 0 if not given"},
    "--frames": {"metavar": "N", "help": "how many frames it has; 100 if not given"},
    "--samples": RENDER_ARGUMENTS["--samples"],
    "--machine": RENDER_ARGUMENTS["--machine"],
    "--threads": THREADS,
}
CAPTURE_ARGUMENTS = {
    "scene": RENDER_ARGUMENTS["scene"],
    "-o --output": {"required": True, "metavar": "FILE", "help": "where to write: frame.softgl"},
    **FRAME_ARGUMENTS,
}
REPLAY_ARGUMENTS = {
    "capture": {"metavar": "FILE", "help": "a capture: frame.softgl"},
    "-o --output": {
        "metavar": "FILE",
        "help": "where to write the picture; with --minimise the smaller capture (.softgl)",
    },
    "--until": {"metavar": "N", "help": "draw up to this draw of the frame, counted from 0"},
    "--minimise": {
        "metavar": "X,Y",
        "help": "leave out all calls but those that this pixel needs, from the left and the top",
    },
    "--script": {"metavar": "FILE", "help": "where to write a Python script that draws it"},
    "--machine": RENDER_ARGUMENTS["--machine"],
    "--threads": THREADS,
}


def _capture(options):
    if not options.output.endswith(".softgl"):
        raise UsageError(f"-o {options.output!r}: the name of a capture ends in .softgl")
    wished = size(options.size)
    frames = whole_number("--frames", options.frames, 100_000) or 100
    frame = whole_number("--frame", options.frame, frames - 1, 0) or 0
    threads = whole_number("--threads", options.threads, 1024)
    samples = whole_number("--samples", options.samples, 16)
    from softgl.debug.frames import command

    text = command.capture_scene(
        options.scene, options.output, wished, (frame, frames),
        machine=options.machine, threads=threads, samples=samples,
    )  # fmt: skip
    print(text)


def _replay(options):
    until = whole_number("--until", options.until, 10**9, 0)
    threads = whole_number("--threads", options.threads, 1024)
    pixel = _pixel(options.minimise)
    if pixel is not None and not (options.output or options.script):
        raise UsageError("--minimise needs -o small.softgl or --script FILE to write to")
    if pixel is not None and options.output and not options.output.endswith(".softgl"):
        raise UsageError(f"-o {options.output!r}: what --minimise writes is a capture, .softgl")
    if pixel is not None and until is not None:
        raise UsageError("--until and --minimise do not go together")
    from softgl.debug.frames import command

    text = command.replay_file(
        options.capture, options.output, until, pixel, options.script, progress=_progress(),
        machine=options.machine, threads=threads,
    )  # fmt: skip
    print(text)


def _pixel(text):
    if text is None:
        return None
    match = re.fullmatch(r"([0-9]{1,6}),([0-9]{1,6})", text)
    if not match:
        raise UsageError(f"--minimise {text!r} is not of the form X,Y, e.g. 120,80")
    return int(match[1]), int(match[2])


def _progress():
    """What shows how far it is, if somebody watches."""
    if not sys.stderr.isatty():
        return lambda words: None
    return lambda words: print(f"\r{words}\x1b[K", end="", file=sys.stderr, flush=True)


CAPTURE = Command(
    "capture",
    _capture,
    "write the calls and the data of a frame to one file",
    "Draws a frame of a scene, and writes its calls and their data to one file.",
    _CAPTURE_EXAMPLES,
    CAPTURE_ARGUMENTS,
)
REPLAY = Command(
    "replay",
    _replay,
    "draw a captured frame; make it smaller, or a script",
    "Draws a captured frame, leaves out what a pixel does not need, makes a script of it.",
    _REPLAY_EXAMPLES,
    REPLAY_ARGUMENTS,
)
