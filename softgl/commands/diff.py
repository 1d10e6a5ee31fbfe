"""`softgl diff`: compares two pictures."""

from __future__ import annotations

import re
import sys

from softgl import files
from softgl.commands.command import Command
from softgl.errors import SoftGLError, UsageError

_EXAMPLES = """\
examples:
  softgl diff actual.png expected.png             silent if they are equal to the last bit
  softgl diff actual.png expected.png -o d.png    the difference image, brightened
  softgl diff actual.png expected.png --report r  a page, r/index.html, with a slider
  softgl diff a.png b.png --fuzzy 2,10            10 pixels may differ, by up to 2/255
  softgl diff a.png b.png --fuzzy 2,0.1%          a thousandth of the pixels may differ
  softgl diff a.png b.png --ignore 0,0,120,20     without a region: X,Y,WIDTH,HEIGHT
  softgl diff a.png b.png --rms 0.5 --json        figures, as JSON

The exit status is that of diff(1): 0 if they are equal or within the tolerances, 1 if they differ,
also in size, 2 if a file cannot be read or written.
"""
ARGUMENTS = {
    "actual": {"metavar": "A.png", "help": "a PNG file of 8 bits a channel"},
    "expected": {"metavar": "B.png", "help": "the reference, a PNG file as well"},
    "-o --output": {"metavar": "FILE", "help": "the difference image to write"},
    "--report": {"metavar": "DIR", "help": "a folder for index.html, which shows all three"},
    "--fuzzy": {
        "metavar": "N,PIXELS",
        "help": "let up to PIXELS pixels, or P%% of them, differ, by up to N/255 in each channel",
    },
    "--ignore": {
        "metavar": "X,Y,W,H",
        "action": "append",
        "help": "leave out a region, from the upper left; may be repeated",
    },
    "--rms": {"metavar": "LIMIT", "help": "allow this root mean square of differences, in 1/255"},
    "--flip": {
        "metavar": "LIMIT",
        "help": "allow this mean FLIP error, 0 to 1 (needs the extra softgl[flip])",
    },
    "--json": {"action": "store_true", "help": "print the figures as JSON"},
}


def _diff(options):
    from softgl import diff

    try:
        settings = diff.Settings(
            _fuzzy(options.fuzzy),
            _limit("--rms", options.rms),
            _limit("--flip", options.flip),
            options.output,
            options.report,
            tuple(map(_region, options.ignore or ())),
        )
        status, words = diff.diff(options.actual, options.expected, settings, options.json)
        files.write_text(words)
    except UsageError:
        raise
    except SoftGLError as error:
        print(f"softgl: {error}", file=sys.stderr)
        return diff.TROUBLE
    return status


def _fuzzy(text):
    if text is None:
        return None
    match = re.fullmatch(r"(\d{1,3}),(?:(\d{1,9})|(\d{1,2}(?:\.\d{1,6})?|\.\d{1,6})%)", text)
    if not match:
        raise UsageError(f"--fuzzy {text!r} is not of the form N,PIXELS, e.g. 2,10 or 2,0.1%")
    return int(match[1]), int(match[2]) if match[2] else float(match[3]) / 100


def _region(text):
    match = re.fullmatch(r"(\d{1,6}),(\d{1,6}),(\d{1,6}),(\d{1,6})", text)
    if not match:
        raise UsageError(f"--ignore {text!r} is not of the form X,Y,WIDTH,HEIGHT, e.g. 0,0,80,20")
    return tuple(map(int, match.groups()))


def _limit(option, text):
    if text is None:
        return None
    if not re.fullmatch(r"\d{1,9}(\.\d{0,9})?|\.\d{1,9}", text):
        raise UsageError(f"{option} {text!r} is not a number from 0")
    return float(text)


COMMAND = Command(
    "diff",
    _diff,
    "compare two pictures",
    "Compares two PNG files; without a tolerance they must be equal.",
    _EXAMPLES,
    ARGUMENTS,
)
