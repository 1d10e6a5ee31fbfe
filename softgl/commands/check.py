"""`softgl check`: errors and warnings of program files."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager

from softgl import files
from softgl.commands.command import Command

_EXAMPLES = """\
examples:
  softgl check shader.fp                          only a summary if it is correct
  softgl check shaders                            every program in a folder and its subfolders
  softgl check --select ALL shader.fp             with all warnings
  softgl check --ignore W101 --warnings-as-errors 'shaders/**/*.fp'
  softgl check --hardware nv30 water.fp           by the limits of a GeForce FX
  softgl check --strict *.vp *.fp                 strictly by the specifications
  softgl check sky.vert sky.frag                  shaders in GLSL
  softgl check --stage fragment sky.glsl          a shader whose name does not tell its stage
  softgl check --format sarif -o check.sarif .    for code hosts and editors
  cgc_output | softgl check -                     the standard input

In a folder, programs are the files that end in .vp, .gp, .fp, .prog or .tgsi or begin with "!!",
and the shaders that end in .vert, .vs, .geom, .gs, .frag or .fs.
Findings go to the standard error: file:line:column: error: message, then the line with carets,
expected tokens, and a hint. `softgl docs check` lists the codes of warnings. The exit status is 0
without errors, 1 with errors, 2 for wrong usage.
"""
ARGUMENTS = {
    "files": {
        "metavar": "FILE",
        "nargs": "+",
        "help": "a program file, a folder, or - for the standard input",
    },
    "--strict": {
        "action": "store_true",
        "help": "refuse leniencies that shipped programs rely on against their specification",
    },
    "--select": {
        "action": "append",
        "metavar": "CODES",
        "help": "add warnings: codes, prefixes of codes, names or ALL, separated by commas",
    },
    "--ignore": {
        "action": "append",
        "metavar": "CODES",
        "help": "leave out warnings",
    },
    "--warnings-as-errors": {"action": "store_true", "help": "report every warning as an error"},
    "--hardware": {
        "choices": ("arb-minimum", "nv20", "nv30", "nv40", "g80"),
        "help": "refuse programs beyond the languages, options and limits of that hardware",
    },
    "--language": {
        "metavar": "NAME",
        "help": "the language that programs must be in, e.g. ARBfp1.0; a text without a header "
        "is read in it",
    },
    "--stage": {
        "choices": ("vertex", "geometry", "fragment"),
        "help": "the stage of files in GLSL; default: as the end of their names tells",
    },
    "--format": {
        "default": "text",
        "choices": ("text", "json", "sarif"),
        "help": "format of the findings; default: text",
    },
    "-o --output": {
        "metavar": "FILE",
        "help": "the file for json and sarif; default: the standard output",
    },
}


def _check(options):
    from softgl import __version__
    from softgl.check import check_files, codes, reports

    try:
        with _file_progress() as advance:
            found = check_files(
                options.files,
                advance,
                select=_words(options.select),
                ignore=_words(options.ignore),
                strict=options.strict,
                warnings_as_errors=options.warnings_as_errors,
                hardware=options.hardware or "",
                language=(options.language or "").removeprefix("!!"),
                stage=options.stage or "",
            )
    except codes.SelectionError as error:
        print(f"softgl check: {error}", file=sys.stderr)
        return 2
    if options.format == "text":
        _print_lines(reports.lines(found))
    else:
        files.write_text(reports.FORMATS[options.format](found, __version__), options.output)
    return 1 if found.count(codes.ERROR) else 0


def _words(lists):
    """Splits the words of a repeated option at commas."""
    return [word for words in lists or () for word in words.split(",")]


def _print_lines(lines):
    """Writes lines of styled parts to the standard error, in colour if it is a terminal."""
    if not sys.stderr.isatty() or os.environ.get("NO_COLOR"):
        for line in lines:
            print("".join(text for text, _ in line), file=sys.stderr)
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(stderr=True, highlight=False)
    for line in lines:
        console.print(Text.assemble(*line), soft_wrap=True)


@contextmanager
def _file_progress():
    """Gives a function that shows the progress in a file on a terminal; None elsewhere."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console

    with Console(stderr=True).status("checking") as status:
        yield lambda name, offset: status.update(f"checking {name}: character {offset}")


COMMAND = Command(
    "check",
    _check,
    "report errors and warnings of program files",
    "Parses program files and reports all errors and warnings.",
    _EXAMPLES,
    ARGUMENTS,
)
