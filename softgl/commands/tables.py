"""`softgl buffer` and `softgl arrays`: the numbers of a frame as tables."""

from __future__ import annotations

import sys

from softgl.commands.arguments import whole_number
from softgl.commands.capture import FRAME_ARGUMENTS
from softgl.commands.command import Command
from softgl.commands.draws import DRAW, JSON, SCENE, frame_options
from softgl.errors import UsageError
from softgl.files import write_text

_EXAMPLES = """\
examples:
  softgl buffer frame.softgl                      list the buffer objects
  softgl buffer frame.softgl 1                    in the format that the arrays suggest
  softgl buffer frame.softgl 1 --format "float3 position, ubyte4n color" --draw 2
  softgl buffer frame.softgl 2 --format "ushort index" --first 300 --count 60 --csv
  softgl buffer frame.softgl 3 --format "mat4 view; vec3 light, pad[4]" --offset 256
  softgl arrays teapot --draw 4                   vertices as the vertex program receives them
  softgl arrays teapot --draw 4 --after --csv     its results

Buffers are shown as they are right before the draw; without --draw, at the end of the frame.
`softgl docs debugging` lists the types of a format.
"""
_CSV = {"--csv": {"action": "store_true", "help": "as CSV, for spreadsheets"}}
_PAGE = {
    "--first": {"metavar": "N", "help": "the first row, from 0; default: 0"},
    "--count": {"metavar": "N", "help": "number of rows; default: 100"},
}
_MAX_ROWS = 100_000_000
_BUFFER = {
    "buffer": {"metavar": "ID", "nargs": "?", "help": "the name of the buffer; default: a list"},
    "--format": {"metavar": "FIELDS", "help": 'for example "float3 position, ubyte4n color"'},
    "--offset": {"metavar": "BYTES", "help": "of element 0; default: 0, or as the arrays say"},
    "--stride": {"metavar": "BYTES", "help": "between elements; default: the size of the format"},
    **_PAGE,
}


def _buffer(options):
    buffer = whole_number("ID", options.buffer, 2**30 - 1)
    if buffer is None and any(
        getattr(options, name) is not None for name in ("format", "offset", "stride", *_ROWS)
    ):
        raise UsageError("--format, --offset, --stride, --first and --count need ID")
    form, place = _form(options), _rows(options)
    place |= {
        "offset": whole_number("--offset", options.offset, 2**30 - 1, 0) or 0,
        "stride": whole_number("--stride", options.stride, 2**30 - 1),
        "text": options.format or "",
    }
    draw, run = whole_number("--draw", options.draw, 10**8, 0), frame_options(options)
    from softgl.debug.tables import command
    from softgl.debug.tables.formats import FormatError, parse

    try:
        if options.format is not None:
            parse(options.format)
    except FormatError as error:
        print(f"softgl: --{error}", file=sys.stderr)
        return 2
    size = run.pop("size")
    write_text(command.buffer_text(options.scene, buffer, draw, form, size, run, **place))
    return 0


def _arrays(options):
    draw = whole_number("--draw", options.draw, 10**8, 0)
    form, rows = _form(options), _rows(options)
    run = frame_options(options)
    from softgl.debug.tables import command

    side, size = "after" if options.after else "before", run.pop("size")
    write_text(command.arrays_text(options.scene, draw, form, side, size=size, run=run, **rows))


_ROWS = "first", "count"


def _rows(options) -> dict[str, int]:
    count = whole_number("--count", options.count, _MAX_ROWS)
    first = whole_number("--first", options.first, _MAX_ROWS, 0) or 0
    return {"first": first, "count": 100 if count is None else count}


def _form(options) -> str:
    if options.json and options.csv:
        raise UsageError("--json and --csv exclude each other")
    return "json" if options.json else "csv" if options.csv else "text"


BUFFER = Command(
    "buffer",
    _buffer,
    "show a buffer object of a frame as a table",
    "Lists the buffer objects of a frame, or shows one as a table, by a format of its elements.",
    _EXAMPLES,
    {**SCENE, **_BUFFER, **DRAW, **FRAME_ARGUMENTS, **JSON, **_CSV},
)
ARRAYS = Command(
    "arrays",
    _arrays,
    "show the vertex arrays of a draw as a table",
    "Shows where the attributes of a draw come from, and its vertices in the order of drawing, as "
    "the vertex program receives them.",
    _EXAMPLES,
    {
        **SCENE,
        "--draw": {"required": True, "metavar": "N", "help": "draw of the frame, from 0"},
        "--after": {"action": "store_true", "help": "the results of the vertex program instead"},
        **_PAGE,
        **FRAME_ARGUMENTS,
        **JSON,
        **_CSV,
    },
)
