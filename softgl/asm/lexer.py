"""Program text -> tokens, made on demand, so that nothing after END is ever looked at."""

from __future__ import annotations

import re
from typing import NamedTuple, NoReturn

from softgl.errors import ProgramError, Span

# NV_gpu_program4, "Program Grammar": "Spaces, tabs, newlines, carriage returns, and comments are
# considered whitespace.  Comments begin with the character "#" and are terminated by a newline, a
# carriage return, or the end of the program array."
_BLANK = re.compile(r"(?:[ \t\r\n]+|#[^\r\n]*)*")

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
    """`a, b or c`, the words of an error message."""
    words = list(words)
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


class Token(NamedTuple):
    """A token: `kind` is name, integer, float, target, symbol or end; `span` is where it stands."""

    kind: str
    text: str
    span: Span

    def __str__(self):
        return "the end of the text" if self.kind == "end" else f"'{self.text}'"


class Tokens:
    """The tokens of a text from an offset on, with unlimited lookahead."""

    def __init__(self, source: str, start: int):
        self.source = source
        self._offset = start
        self._ahead: list[Token] = []
        self.last_end = start  # where the last token that was taken ends

    def peek(self, ahead: int = 0) -> Token:
        """The next token, or one further ahead, without taking it."""
        while len(self._ahead) <= ahead:
            self._ahead.append(self._read())
        return self._ahead[ahead]

    def take(self) -> Token:
        """The next token."""
        token = self.peek()
        del self._ahead[0]
        self.last_end = token.span.end
        return token

    def at(self, text: str) -> bool:
        """Whether the next token is this one."""
        return self.peek().text == text

    def accept(self, text: str) -> Token | None:
        """Take the next token if it is this one."""
        return self.take() if self.at(text) else None

    def expect(self, text: str, where: str = "") -> Token:
        """Take the next token, which must be this one; `where` completes the sentence."""
        token = self.peek()
        if token.text != text:
            self.fail(token, f"unexpected {token}", f"'{text}' {where}".rstrip())
        return self.take()

    def expect_name(self, what: str) -> Token:
        """Take the next token, which must be an identifier; `what` says which is meant."""
        token = self.peek()
        if token.kind != "name":
            self.fail(token, f"unexpected {token}", what)
        return self.take()

    def fail(self, where: Token | Span, message: str, expected: str = "") -> NoReturn:
        """Refuse the program because of a token."""
        span = where.span if isinstance(where, Token) else where
        raise ProgramError(message, self.source, span, expected)

    def _read(self) -> Token:
        start = _BLANK.match(self.source, self._offset).end()
        if start == len(self.source):
            self._offset = start
            return Token("end", "", Span(start, start))
        match = _TOKEN.match(self.source, start)
        if match is None:
            character = self.source[start]
            self.fail(Span(start, start + 1), f"the character {character!r} begins no token")
        end = match.end()
        if match.lastgroup in ("float", "integer") and (rest := _WORD.match(self.source, end)[0]):
            text = match[0] + rest
            self.fail(
                Span(start, end + len(rest)), f"'{text}' is neither a number nor an identifier"
            )
        self._offset = end
        return Token(match.lastgroup, match[0], Span(start, end))
