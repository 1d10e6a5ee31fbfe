"""Files that hold several programs one after the other, as engines ship those of their passes."""

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
"""Patterns that end at the header of one more program, behind a text of TGSI or another one."""


@dataclass(frozen=True)
class OneOf:
    """A program of a file. source : the text of the file. start, end : of the program in it."""

    source: str
    start: int
    end: int

    @property
    def text(self) -> str:
        """The program, from its header on."""
        return self.source[self.start : self.end]

    @property
    def place(self) -> ProgramError:
        """An error at its header, for its line and column."""
        return ProgramError("", self.source, Span(self.start, self.start))

    def put(self, error: TextError) -> TextError:
        """Gives an error of its text the place in the file, and returns it."""
        error.source = self.source
        error.span = Span(error.span.start + self.start, error.span.end + self.start)
        return error


def programs(source: str) -> list[OneOf]:
    """The programs of a file, one at least; each but the first begins with its header."""
    starts = [0, *_starts(source)]
    ends = [*starts[1:], len(source)]
    return [OneOf(source, start, end) for start, end in zip(starts, ends, strict=True)]


def _starts(source: str) -> Iterator[int]:
    """Yields the starts of further programs."""
    start = 0
    if not source.lstrip().startswith("!!") and not begins(source):
        return
    while found := _HEADERS[begins(source[start:])].search(source, start):
        # Text before the first header is an error, not a program.
        if source[start : found.end()].strip():
            yield found.end()
        start = found.end()
