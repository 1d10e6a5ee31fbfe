"""`softgl capture` and `softgl replay`: record a frame to a file; draw, reduce or export it."""

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

From Python: `with softgl.capture("frame.softgl"): ...`. docs/captures.md describes the file.
"""
_REPLAY_EXAMPLES = """\
examples:
  softgl replay frame.softgl                      draw it, print a summary
  softgl replay frame.softgl -o out.png           the same bytes as in the captured program
  softgl replay frame.softgl -o out.png --until 5 up to draw 5 of the frame, from 0
  softgl replay frame.softgl --minimise 120,80 -o small.softgl
  softgl replay frame.softgl --script frame.py    a Python script that draws the same bytes

A replay executes nothing of a capture but its GL commands.
"""
FRAME_ARGUMENTS = {
    "--size": SIZE,
    "--frame": {"metavar": "K", "help": "number of the frame, from 0; default: 0"},
    "--frames": {"metavar": "N", "help": "length of the animation in frames; default: 100"},
    "--samples": RENDER_ARGUMENTS["--samples"],
    "--machine": RENDER_ARGUMENTS["--machine"],
    "--threads": THREADS,
}
CAPTURE_ARGUMENTS = {
    "scene": RENDER_ARGUMENTS["scene"],
    "-o --output": {"required": True, "metavar": "FILE", "help": "the file to write: frame.softgl"},
    **FRAME_ARGUMENTS,
}
REPLAY_ARGUMENTS = {
    "capture": {"metavar": "FILE", "help": "a capture: frame.softgl"},
    "-o --output": {
        "metavar": "FILE",
        "help": "the picture to write; with --minimise the smaller capture (.softgl)",
    },
    "--until": {"metavar": "N", "help": "stop after this draw of the frame, counted from 0"},
    "--minimise": {
        "metavar": "X,Y",
        "help": "keep only the calls that this pixel needs; from the left and the top",
    },
    "--script": {"metavar": "FILE", "help": "the Python script to write, which draws the frame"},
    "--machine": RENDER_ARGUMENTS["--machine"],
    "--threads": THREADS,
}


def _capture(options):
    if not options.output.endswith(".softgl"):
        raise UsageError(f"-o {options.output!r}: the name of a capture must end in .softgl")
    wanted = size(options.size)
    frames = whole_number("--frames", options.frames, 100_000) or 100
    frame = whole_number("--frame", options.frame, frames - 1, 0) or 0
    threads = whole_number("--threads", options.threads, 1024)
    samples = whole_number("--samples", options.samples, 16)
    from softgl.debug.frames import command

    text = command.capture_scene(
        options.scene, options.output, wanted, (frame, frames),
        machine=options.machine, threads=threads, samples=samples,
    )  # fmt: skip
    print(text)


def _replay(options):
    until = whole_number("--until", options.until, 10**9, 0)
    threads = whole_number("--threads", options.threads, 1024)
    pixel = _pixel(options.minimise)
    if pixel is not None and not (options.output or options.script):
        raise UsageError("--minimise needs -o small.softgl or --script FILE")
    if pixel is not None and options.output and not options.output.endswith(".softgl"):
        raise UsageError(f"-o {options.output!r}: --minimise writes a capture, .softgl")
    if pixel is not None and until is not None:
        raise UsageError("--until and --minimise exclude each other")
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
    """Returns a function that shows a progress message on a terminal, and none elsewhere."""
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
    "draw a captured frame, reduce it, or export it as a script",
    "Draws a captured frame, reduces it to the calls of one pixel, exports it as a Python script.",
    _REPLAY_EXAMPLES,
    REPLAY_ARGUMENTS,
)
