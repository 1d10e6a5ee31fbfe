"""`softgl trace`: traces the programs of a pixel, a vertex or a primitive of a frame."""

from __future__ import annotations

import json
import re
import sys

from softgl.commands.arguments import whole_number
from softgl.commands.capture import FRAME_ARGUMENTS
from softgl.commands.command import Command
from softgl.commands.draws import frame_options
from softgl.commands.render import ARGUMENTS as RENDER_ARGUMENTS
from softgl.errors import UsageError
from softgl.files import write_text

_EXAMPLES = """\
examples:
  softgl trace teapot --pixel 320,240             the visible fragment
  softgl trace teapot --pixel 320,240 --draw 3    fragments of draw 3 of `softgl draws teapot`
  softgl trace teapot --draw 3 --vertex 17        a vertex of a draw
  softgl trace teapot --draw 3 --primitive 5      the vertices of a primitive, or its program
  softgl trace teapot --pixel 320,240 --when "R0.x is nan"
  softgl trace teapot --pixel 320,240 --against other.fp
  softgl trace teapot --find nan                  pixels and vertices with NaN, first instruction

A condition is tested after each instruction. It has registers by their names in the program,
result, CC.x, line; < <= > >= == !=, is nan, inf, finite, zero, negative; and, or, not, brackets.
"""
ARGUMENTS = {
    "scene": RENDER_ARGUMENTS["scene"],
    "--pixel": {"metavar": "X,Y", "help": "a pixel, from the left and the top"},
    "--vertex": {"metavar": "N", "help": "a vertex of a draw, from 0"},
    "--primitive": {"metavar": "N", "help": "a point, line or triangle of a draw, from 0"},
    "--draw": {
        "metavar": "N",
        "help": "draw of the frame, from 0; default: the last one with the pixel or vertex",
    },
    "--layer": {
        "metavar": "N",
        "default": "0",
        "help": "layer of a layered framebuffer, from 0; default: 0",
    },
    "--when": {"metavar": "CONDITION", "help": "stop after the first instruction that meets it"},
    "--against": {
        "metavar": "FILE",
        "help": "find the first instruction at which another program differs",
    },
    "--find": {
        "choices": ("nan", "inf", "any"),
        "help": "list the pixels and vertices with such values",
    },
    "--json": {"action": "store_true", "help": "print everything as JSON"},
    **FRAME_ARGUMENTS,
}


def _trace(options):
    pixel = _pixel(options.pixel)
    vertex, primitive, draw, layer = (
        whole_number(f"--{name}", getattr(options, name), 10**8, 0)
        for name in ("vertex", "primitive", "draw", "layer")
    )
    subjects = pixel, vertex, primitive, options.find
    if sum(subject is not None for subject in subjects) != 1:
        raise UsageError("exactly one of --pixel, --vertex, --primitive and --find is needed")
    if layer and pixel is None:
        raise UsageError("--layer needs --pixel")
    if options.find and (options.when or options.against):
        raise UsageError("--find excludes --when and --against")
    run = frame_options(options)
    from softgl.debug.frames import trace_command
    from softgl.debug.tracing.when import WhenError

    try:
        found = trace_command.run(
            options.scene, pixel, vertex, primitive, draw,
            layer=layer, when=options.when, against=options.against, find=options.find, **run,
        )  # fmt: skip
    except WhenError as error:
        print(f"softgl: {error}", file=sys.stderr)
        return 2
    write_text(json.dumps(found.as_json(), indent=1) + "\n" if options.json else str(found))
    return 0


def _pixel(text):
    if text is None:
        return None
    match = re.fullmatch(r"([0-9]{1,6}),([0-9]{1,6})", text)
    if not match:
        raise UsageError(f"--pixel {text!r} is not of the form X,Y, e.g. 320,240")
    return int(match[1]), int(match[2])


COMMAND = Command(
    "trace",
    _trace,
    "trace the programs of a pixel, a vertex or a primitive",
    "Shows every instruction that ran for a pixel, a vertex or a primitive, with its values.",
    _EXAMPLES,
    ARGUMENTS,
)
