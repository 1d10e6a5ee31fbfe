"""`softgl capture` and `softgl replay`: record a frame to a file; draw, reduce or export it."""

from __future__ import annotations

import re

from softgl.commands.arguments import SIZE, THREADS, size, whole_number
from softgl.commands.command import Command
from softgl.commands.programs import captured_program
from softgl.commands.render import ARGUMENTS as RENDER_ARGUMENTS
from softgl.commands.traces import (
    captured_frame,
    frame_range,
    is_trace,
    replay_trace,
    terminal_progress,
)
from softgl.errors import UsageError

_CAPTURE_EXAMPLES = """\
examples:
  softgl capture teapot -o teapot.softgl          the calls and the data of a frame, in one file
  softgl capture chess -o c.softgl --size 320x240
  softgl capture fountain -o f.softgl --frame 7 --frames 60
  softgl capture teapot -o teapot.trace           the same for apitrace: apitrace dump, glretrace
  softgl capture game.trace --frame 7 -o g.softgl a frame of a trace of apitrace
  softgl capture gears.py --frame 7 -o g.softgl   a frame of a script for PyOpenGL
  softgl render teapot.softgl -o teapot.png       a capture is a scene for every command

From Python: `with softgl.capture("frame.softgl"): ...`. `softgl docs captures` describes the file.
"""
_REPLAY_EXAMPLES = """\
examples:
  softgl replay frame.softgl                      draw it, print a summary
  softgl replay frame.softgl -o out.png           the same bytes as in the captured program
  softgl replay frame.softgl -o out.png --until 5 up to draw 5 of the frame, from 0
  softgl replay frame.softgl -o out.png --program 3=new.frag   with another shader in program 3
  softgl replay frame.softgl --minimise 120,80 -o small.softgl
  softgl replay frame.softgl --script frame.py    a Python script that draws the same bytes
  softgl replay game.trace --frames 10-19 -o f-%d.png   frames of a trace of apitrace
  softgl replay game.trace --frames 7 --minimise 120,80 -o small.softgl

A replay executes nothing of a capture but its GL commands. Traces of apitrace need the extra
softgl[apitrace]; docs/apitrace.md says what of them is replayed.
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
    "-o --output": {
        "required": True,
        "metavar": "FILE",
        "help": "the file to write: frame.softgl, or frame.trace for apitrace",
    },
    "--format": {
        "choices": ("softgl", "apitrace"),
        "help": "format of the file; default: by its name",
    },
    **FRAME_ARGUMENTS,
}
REPLAY_ARGUMENTS = {
    "capture": {"metavar": "FILE", "help": "a capture: frame.softgl; a trace: game.trace"},
    "-o --output": {
        "metavar": "FILE",
        "help": "the picture to write (%%d in the name is the number of a trace's frame); with "
        "--minimise the smaller capture (.softgl)",
    },
    "--frames": {
        "metavar": "A-B",
        "help": "of a trace: these frames, from 0; A- up to the end; default: all",
    },
    "--until": {"metavar": "N", "help": "stop after this draw of the frame, counted from 0"},
    "--minimise": {
        "metavar": "X,Y",
        "help": "keep only the calls that this pixel needs; from the left and the top",
    },
    "--script": {"metavar": "FILE", "help": "the Python script to write, which draws the frame"},
    "--program": {
        "action": "append",
        "metavar": "N=FILE",
        "help": "draw with this text in program object N: a shader (.vert, .geom, .frag) in its "
        "GLSL program N, or an assembly program; may be repeated. Uniforms and parameters keep "
        "their values by name, and the capture stays as it is",
    },
    "--machine": RENDER_ARGUMENTS["--machine"],
    "--threads": THREADS,
}


def _capture(options):
    to_apitrace = options.format == "apitrace" or (not options.format and is_trace(options.output))
    if not to_apitrace and not options.output.endswith(".softgl"):
        raise UsageError(f"-o {options.output!r}: the name of a capture must end in .softgl")
    captured = captured_program(options)
    if captured is not None and not to_apitrace:
        from softgl.debug.frames import command

        print(command.moved_capture(captured, options.output))
        return
    if captured is not None:
        options.scene, options.frame, options.size, options.samples = captured, None, None, None
    wanted = size(options.size)
    frames = whole_number("--frames", options.frames, 100_000) or 100
    frame = whole_number("--frame", options.frame, frames - 1, 0) or 0
    threads = whole_number("--threads", options.threads, 1024)
    samples = whole_number("--samples", options.samples, 16)
    from softgl.debug.frames import command

    capture = command.write_trace if to_apitrace else command.capture_scene
    text = capture(
        options.scene, options.output, wanted, (frame, frames),
        machine=options.machine, threads=threads, samples=samples,
    )  # fmt: skip
    print(text)


def _replay(options):
    until = whole_number("--until", options.until, 10**9, 0)
    threads = whole_number("--threads", options.threads, 1024)
    pixel = _pixel(options.minimise)
    programs = [_program(text) for text in options.program or ()]
    whole = until is None and pixel is None and not programs
    if is_trace(options.capture):
        if whole and not options.script and not _writes_capture(options):
            replay_trace(options, threads)
            return
        options.capture = _one_frame(options, threads)
    elif options.frames is not None:
        raise UsageError(f"--frames is for traces; {options.capture} is a capture of one frame")
    if pixel is not None and not (options.output or options.script):
        raise UsageError("--minimise needs -o small.softgl or --script FILE")
    if pixel is not None and options.output and not options.output.endswith(".softgl"):
        raise UsageError(f"-o {options.output!r}: --minimise writes a capture, .softgl")
    if pixel is not None and until is not None:
        raise UsageError("--until and --minimise exclude each other")
    if programs and (pixel is not None or options.script or _writes_capture(options)):
        raise UsageError("--program is for pictures; captures and scripts keep their programs")
    from softgl.debug.frames import command

    text = command.replay_file(
        options.capture, options.output, until, pixel, options.script, progress=terminal_progress(),
        programs=programs, machine=options.machine, threads=threads,
    )  # fmt: skip
    print(text)


def _program(text):
    match = re.fullmatch(r"([0-9]{1,9})=(.+)", text)
    if not match:
        raise UsageError(f"--program {text!r} is not of the form N=FILE, e.g. 3=new.frag")
    return int(match[1]), match[2]


def _writes_capture(options):
    return bool(options.output) and options.output.endswith(".softgl")


def _one_frame(options, threads):
    """Captures the frame of a trace that --frames names; returns the file."""
    first, last = frame_range(options.frames)
    if first != last:
        raise UsageError(f"--frames N is missing: one frame of {options.capture}, from 0")
    return captured_frame(options.capture, first, options.machine, threads)


def _pixel(text):
    if text is None:
        return None
    match = re.fullmatch(r"([0-9]{1,6}),([0-9]{1,6})", text)
    if not match:
        raise UsageError(f"--minimise {text!r} is not of the form X,Y, e.g. 120,80")
    return int(match[1]), int(match[2])


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
