"""Splits program text into tokens, on demand, so that text after END is never read."""

from __future__ import annotations

import re
from typing import NamedTuple, NoReturn

from softgl.errors import ErrorKind, ProgramError, Span

# NV_gpu_program4, "Program Grammar": "Spaces, tabs, newlines, carriage returns, and comments are
# considered whitespace.  Comments begin with the character "#" and are terminated by a newline, a
# carriage return, or the end of the program array."
BLANK = re.compile(r"(?:[ \t\r\n]+|#[^\r\n]*)*")

# "2." before a letter is a number and the dot of a suffix (`2.x`), unless the letter begins an
# exponent; "0." before a dot is a number and a range (`0..3`).
_TOKEN = re.compile(
    r"""(?P<target>[123]D)(?![\w$])
      | (?P<name>[A-Za-z_$][A-Za-z0-9_$]*)
      | (?P<float>[0-9]+\.[0-9]*[eE][+-]?[0-9]+
                | [0-9]+\.[0-9]+
                | [0-9]+\.(?![.A-Za-z_$])
                | \.[0-9]+(?:[eE][+-]?[0-9]+)?
                | [0-9]+[eE][+-]?[0-9]+)
      | (?P<integer>0[xX][0-9a-fA-F]+|[0-9]+)
      | (?P<symbol>\.\.|[][;,.{}()=+:|-])""",
    re.VERBOSE,
)
_WORD = re.compile(r"[A-Za-z0-9_$]*")


def choice(words) -> str:
    """Returns `a, b or c`, the words of an error message."""
    words = list(words)
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


class Token(NamedTuple):
    """A token: `kind` is name, integer, float, target, symbol or end; `span` is its place."""

    kind: str
    text: str
    span: Span

    def __str__(self):
        return "end of text" if self.kind == "end" else f"'{self.text}'"


class Leniency(NamedTuple):
    """A place where a program is accepted that a strict reading refuses, and the reason."""

    span: Span
    message: str


class _LateError(ProgramError):
    """An error that only the whole text shows; `span` is the place to mend."""

    @property
    def position(self) -> int:
        # ARB_vertex_program, "Program Objects": "If the program fails to load because of a semantic
        # restriction that is not detected until the program is fully scanned, the error position is
        # set to the value of <len>."
        return len(self.source)


class Tokens:
    """The tokens of a text from an offset on, with unlimited lookahead.

    hexadecimal : True if the language has numbers like 0x1F.
    leniencies : the accepted deviations from the language.
    """

    def __init__(self, source: str, start: int, *, hexadecimal: bool = True):
        self.source = source
        self.leniencies: list[Leniency] = []
        self._hexadecimal = hexadecimal
        self._offset = start
        self._ahead: list[Token] = []
        self.last_end = start  # the end of the last token taken

    def peek(self, ahead: int = 0) -> Token:
        """Returns the next token, or one further ahead, without taking it."""
        while len(self._ahead) <= ahead:
            self._ahead.append(self._read())
        return self._ahead[ahead]

    def take(self) -> Token:
        """Takes the next token."""
        token = self.peek()
        del self._ahead[0]
        self.last_end = token.span.end
        return token

    def at(self, text: str) -> bool:
        """True if the next token is this one."""
        return self.peek().text == text

    def accept(self, text: str) -> Token | None:
        """Takes the next token if it is this one."""
        return self.take() if self.at(text) else None

    def expect(self, text: str, where: str = "") -> Token:
        """Takes the next token, which must be this one; `where` completes the error message."""
        token = self.peek()
        if token.text != text:
            self.fail(token, f"unexpected {token}", f"'{text}' {where}".rstrip())
        return self.take()

    def expect_name(self, wanted: str) -> Token:
        """Takes the next token, which must be an identifier; `what` describes it in errors."""
        token = self.peek()
        if token.kind != "name":
            self.fail(token, f"unexpected {token}", wanted)
        return self.take()

    def fail(
        self,
        where: Token | Span,
        message: str,
        expected: str = "",
        kind: ErrorKind = ErrorKind.OTHER,
        subject: str = "",
    ) -> NoReturn:
        """Raises the error of a token; kind, subject : of the ProgramError."""
        span = where.span if isinstance(where, Token) else where
        raise ProgramError(message, self.source, span, expected, kind, subject)

    def fail_late(self, where: Token, message: str, expected: str = "") -> NoReturn:
        """Raises the error of a token, for a reason that comes after it."""
        raise _LateError(message, self.source, where.span, expected)

    def restart(self, offset: int) -> None:
        """Continues at an offset."""
        self._offset = self.last_end = offset
        self._ahead.clear()

    def lenient(self, where: Token | Span, message: str) -> None:
        """Notes that the program is accepted though a strict reading refuses it."""
        span = where.span if isinstance(where, Token) else where
        self.leniencies.append(Leniency(span, message))

    def _read(self) -> Token:
        start = BLANK.match(self.source, self._offset).end()
        if start == len(self.source):
            self._offset = start
            return Token("end", "", Span(start, start))
        match = _TOKEN.match(self.source, start)
        if match is None:
            character = self.source[start]
            self.fail(Span(start, start + 1), f"unexpected character {character!r}")
        end = match.end()
        if match.lastgroup in ("float", "integer") and (rest := _WORD.match(self.source, end)[0]):
            text = match[0] + rest
            self.fail(
                Span(start, end + len(rest)), f"'{text}' is neither a number nor an identifier"
            )
        self._offset = end
        token = Token(match.lastgroup, match[0], Span(start, end))
        if not self._hexadecimal and token.text[:2] in ("0x", "0X"):
            self.lenient(token, "a hexadecimal number in a language without them")
        return token
