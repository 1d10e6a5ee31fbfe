"""Findings: records of errors and warnings with their places in the text."""

from __future__ import annotations

from softgl.check.codes import CODES
from softgl.errors import ProgramError, Span, TextError
from softgl.records import dataclass


@dataclass(frozen=True)
class Finding:
    """An error or a warning about a program.

    code, severity : as in the table of codes. line, column : of its first character, from 1 on;
    0 for a finding about the whole file. end_line, end_column : after its last character.
    expected : tokens that the parser expected there; may be empty.
    hint : a suggested correction; may be empty.
    excerpt : the line of the text, and a line with carets. path : the file; "" for a text.
    """

    code: str
    message: str
    line: int = 0
    column: int = 0
    end_line: int = 0
    end_column: int = 0
    expected: str = ""
    hint: str = ""
    excerpt: tuple[str, ...] = ()
    path: str = ""
    severity: str = ""

    def __post_init__(self):
        object.__setattr__(self, "severity", self.severity or CODES[self.code].severity)

    @property
    def name(self) -> str:
        """The code in words."""
        return CODES[self.code].name


def finding(code: str, error: TextError, hint: str = "") -> Finding:
    """Converts an error of a text to a finding."""
    end = ProgramError("", error.source, Span(error.span.end, error.span.end))
    return Finding(
        code,
        error.message,
        error.line,
        error.column,
        end.line,
        end.column,
        error.expected,
        hint,
        tuple(error.excerpt),
    )


def finding_at(code: str, source: str, span: Span, message: str, hint: str = "") -> Finding:
    """Makes a finding for a span of a text."""
    return finding(code, ProgramError(message, source, span), hint)
