"""What is found in a program: records, with their places in the text."""

from __future__ import annotations

from softgl.check.codes import CODES
from softgl.errors import ProgramError, Span, TextError
from softgl.records import dataclass


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong with a program.

    code, severity : as in the table of codes. line, column : where it begins, from 1 on (0: it is
    of the whole file); end_line, end_column : behind its end. expected : what was expected there,
    hint : how it could be mended; both may be empty. excerpt : the line, and a caret below.
    path : the file, "" where there is none.
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
    """What an error of a text says."""
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
    """A finding at a place of a text."""
    return finding(code, ProgramError(message, source, span), hint)
