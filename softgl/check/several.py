"""Splits files of several programs, as engines ship the programs of their passes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from softgl.asm import DIALECTS
from softgl.asm.tgsi import begins
from softgl.errors import ProgramError, Span, TextError
from softgl.records import dataclass

_KNOWN = "|".join(map(re.escape, DIALECTS))
_HEADERS = {
    # A text of TGSI may go on behind END, so that its first word stands alone in a line. Dumps of
    # drivers have it too, above machine code.
    True: re.compile(rf"(?:[\r\n][ \t]*|\bEND[ \t]+)(?={_KNOWN})"
                     r"|\bEND\b[ \t]*(?:#[^\r\n]*)?[\r\n]\s*"
                     r"(?=(?:VERT|FRAG|GEOM)[ \t]*[\r\n](?!\s*\d+:[ \t]*[\da-fA-F]{8}\b))"),
    False: re.compile(rf"(?:[\r\n][ \t]*|\bEND[ \t]+)(?={_KNOWN})"),
}  # fmt: skip
"""True if a TGSI text precedes, else False -> the pattern that ends at the next header."""


@dataclass(frozen=True)
class OneOf:
    """A program of a file. source : the file's text; start, end : offsets of the program."""

    source: str
    start: int
    end: int

    @property
    def text(self) -> str:
        """The program, from its header on."""
        return self.source[self.start : self.end]

    @property
    def place(self) -> ProgramError:
        """An error at the program's header: gives its line and column."""
        return ProgramError("", self.source, Span(self.start, self.start))

    def put(self, error: TextError) -> TextError:
        """Moves an error of the program's text to its place in the file; returns the error."""
        error.source = self.source
        error.span = Span(error.span.start + self.start, error.span.end + self.start)
        return error


def programs(source: str) -> list[OneOf]:
    """Splits a file into programs, at least one; each but the first begins with its header."""
    starts = [0, *_starts(source)]
    ends = [*starts[1:], len(source)]
    return [OneOf(source, start, end) for start, end in zip(starts, ends, strict=True)]


def _starts(source: str) -> Iterator[int]:
    """Yields the offsets of the second and later headers."""
    start = 0
    if not source.lstrip().startswith("!!") and not begins(source):
        return
    while found := _HEADERS[begins(source[start:])].search(source, start):
        # Text before the first header is an error, not a program.
        if source[start : found.end()].strip():
            yield found.end()
        start = found.end()
