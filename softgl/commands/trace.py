"""`softgl trace`: what programs did for a pixel, a vertex or a primitive of a frame."""

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
  softgl trace teapot --pixel 320,240             the fragment that is seen there
  softgl trace teapot --pixel 320,240 --draw 3    those of draw 3 of `softgl draws teapot`
  softgl trace teapot --draw 3 --vertex 17        a vertex of a draw
  softgl trace teapot --draw 3 --primitive 5      the vertices of a primitive, or its program
  softgl trace teapot --pixel 320,240 --when "R0.x is nan"
  softgl trace teapot --pixel 320,240 --against other.fp
  softgl trace teapot --find nan                  where programs give NaN, and which instruction

A condition is asked after each instruction: registers as the program calls them, result, CC.x,
line; < <= > >= == !=, is nan, inf, finite, zero, negative; and, or, not, brackets.
"""
ARGUMENTS = {
    "scene": RENDER_ARGUMENTS["scene"],
    "--pixel": {"metavar": "X,Y", "help": "from the left and the top"},
    "--vertex": {"metavar": "N", "help": "a vertex of a draw, from 0"},
    "--primitive": {"metavar": "N", "help": "a point, line or triangle of a draw, from 0"},
    "--draw": {
        "metavar": "N",
        "help": "which draw of the frame, from 0; if not given the last that has it",
    },
    "--layer": {
        "metavar": "N",
        "default": "0",
        "help": "which layer of a layered framebuffer has the pixel, from 0; 0",
    },
    "--when": {"metavar": "CONDITION", "help": "stop after the first instruction where it holds"},
    "--against": {
        "metavar": "FILE",
        "help": "another program with the same inputs: the first instruction that differs",
    },
    "--find": {
        "choices": ("nan", "inf", "any"),
        "help": "the pixels and vertices for which programs give such values",
    },
    "--json": {"action": "store_true", "help": "all of it as JSON"},
    **FRAME_ARGUMENTS,
}


def _trace(options):
    pixel = _pixel(options.pixel)
    vertex, primitive, draw, layer = (
        whole_number(f"--{name}", getattr(options, name), 10**8, 0)
        for name in ("vertex", "primitive", "draw", "layer")
    )
    wishes = pixel, vertex, primitive, options.find
    if sum(wish is not None for wish in wishes) != 1:
        raise UsageError("one of --pixel, --vertex, --primitive and --find is needed")
    if layer and pixel is None:
        raise UsageError("--layer goes with --pixel")
    if options.find and (options.when or options.against):
        raise UsageError("--find goes with neither --when nor --against")
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
    "show what programs did for a pixel, a vertex or a primitive",
    "Shows each instruction that ran for a pixel, a vertex or a primitive, with its values.",
    _EXAMPLES,
    ARGUMENTS,
)
