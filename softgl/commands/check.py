"""`softgl check`: what is wrong with program files."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager

from softgl import files
from softgl.commands.command import Command

_EXAMPLES = """\
examples:
  softgl check shader.fp                          silent but for the summary if it is correct
  softgl check shaders                            every program in a folder and those below it
  softgl check --select ALL shader.fp             every warning that there is
  softgl check --ignore W101 --warnings-as-errors 'shaders/**/*.fp'
  softgl check --hardware nv30 water.fp           whether a GeForce FX would have loaded it
  softgl check --strict *.vp *.fp                 only what the specifications allow
  softgl check --format sarif -o check.sarif .    for code hosts and editors
  cgc_output | softgl check -                     the standard input

In a folder, programs are the files that end in .vp, .gp, .fp, .prog or .tgsi and all others that
begin with "!!". What is found goes to the standard error: file:line:column: error: what is wrong,
then the line, a caret, what was expected, and a hint. docs/check.md has the codes of warnings. The
exit status is 0 if there is no error, 1 if there is one, 2 for wrong usage.
"""
ARGUMENTS = {
    "files": {
        "metavar": "FILE",
        "nargs": "+",
        "help": "a program file, a folder, or - for the standard input",
    },
    "--strict": {
        "action": "store_true",
        "help": "refuse also what shipped programs have though no specification allows it",
    },
    "--select": {
        "action": "append",
        "metavar": "CODES",
        "help": "warn of these too: codes, beginnings of codes or names, with commas between; ALL",
    },
    "--ignore": {
        "action": "append",
        "metavar": "CODES",
        "help": "do not warn of these",
    },
    "--warnings-as-errors": {"action": "store_true", "help": "warnings are errors"},
    "--hardware": {
        "choices": ("arb-minimum", "nv20", "nv30", "nv40", "g80"),
        "help": "refuse what such hardware would not take: its languages, options and limits",
    },
    "--language": {
        "metavar": "NAME",
        "help": "the language that programs must be in, e.g. ARBfp1.0; a text without a header "
        "is taken to be in it",
    },
    "--format": {
        "default": "text",
        "choices": ("text", "json", "sarif"),
        "help": "how to write what is found; text if not given",
    },
    "-o --output": {
        "metavar": "FILE",
        "help": "where to write json and sarif; the standard output if not given",
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
    """The words of options that take several, with commas between."""
    return [word for words in lists or () for word in words.split(",")]


def _print_lines(lines):
    """Write lines of styled parts to the standard error, with colour if somebody watches."""
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
    """What shows how far a file has been read, if somebody watches; else None."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console

    with Console(stderr=True).status("checking") as status:
        yield lambda name, offset: status.update(f"checking {name}: character {offset}")


COMMAND = Command(
    "check",
    _check,
    "say what is wrong with program files",
    "Parses program files and says all that is wrong with them.",
    _EXAMPLES,
    ARGUMENTS,
)
