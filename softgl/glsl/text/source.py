"""The text of a shader, positions in it, and the messages of an info log."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property
from itertools import accumulate

from softgl.errors import SoftGLError, Span
from softgl.records import dataclass

_LINE_END = re.compile(r"\r\n|\n\r|\n|\r")
_WORD = re.compile(r"\w+|[-+*/%<>=!&|^]+|.", re.S)
_MAX_COLUMNS = 120  # characters of a line that a message shows


@dataclass(frozen=True)
class Message:
    """A line of an info log: severity "error" or "warning", the place and the reason.

    at, end : offsets in the shader's text; None for messages about no place, as of linking. Without
    `end` the token at `at` is underlined.
    expected : completes "expected ...", may be "".
    """

    severity: str
    text: str
    at: int | None = None
    end: int | None = None
    expected: str = ""


class ShaderError(SoftGLError):
    """Ends the compilation at a place where it cannot go on; a Message."""

    def __init__(self, text: str, at: int | None = None, end: int | None = None, expected=""):
        super().__init__(text)
        self.message = Message("error", text, at, end, expected)


class Source:
    """The strings of a shader as one text; offsets count its characters.

    Tokens may cross the ends of strings. A line ends with CR, LF, or both together.
    """

    def __init__(self, strings: list[str]):
        self.text = "".join(strings)
        self._firsts = [0, *accumulate(map(len, strings))][: max(1, len(strings))]
        # For each #line the offset of the next line, and its number; for each with a string the
        # offset, and the difference from the number of the string.
        self._renumbered: tuple[list[int], list[int]] = ([], [])
        self._moved: tuple[list[int], list[int]] = ([], [])

    @cached_property
    def _lines(self) -> list[int]:
        """The offset of the first character of each line."""
        return [0, *(match.end() for match in _LINE_END.finditer(self.text))]

    def renumber(self, offset: int, line: int, string: int | None) -> None:
        """Enters a #line: the line that begins at `offset` has these numbers.

        string : None if the directive names none. Later lines and strings count on from there.
        """
        offsets, lines = self._renumbered
        offsets.append(offset)
        lines.append(line)
        if string is not None:
            offsets, differences = self._moved
            offsets.append(offset)
            # The line that follows may be the first one of the next string.
            differences.append(string - (bisect_right(self._firsts, offset - 1) - 1))

    def place(self, offset: int) -> tuple[int, int, int]:
        """Returns (string number, line, column) of an offset.

        Lines count from 1 in each string, columns from 1 in each line, strings from 0.
        """
        string = bisect_right(self._firsts, offset) - 1
        first = self._firsts[string]
        number = self._line_number(offset)
        line = number - self._line_number(first) + 1
        column = offset - max(self._lines[number], first) + 1
        starts, lines = self._renumbered
        known = bisect_right(starts, offset) - 1
        if known >= 0 and starts[known] > first:
            line = number - self._line_number(starts[known]) + lines[known]
        starts, differences = self._moved
        known = bisect_right(starts, offset) - 1
        if known >= 0:
            string += differences[known]
        return string, line, column

    def _line_number(self, offset: int) -> int:
        return bisect_right(self._lines, offset) - 1

    def line(self, offset: int) -> tuple[str, int]:
        """Returns the line of an offset, and the offset of its first character."""
        first = self._lines[self._line_number(offset)]
        match = _LINE_END.search(self.text, first)
        return self.text[first : match.start() if match else len(self.text)], first

    def span(self, at: int, end: int | None = None) -> Span:
        """Returns the Span of a node for instructions and errors of programs: to `end`, or that of
        the token."""
        return Span(at, self._end(at) if end is None else end)

    def _end(self, at: int) -> int:
        """Returns the end of the token at an offset."""
        token = _WORD.match(self.text, at)
        return token.end() if token else at + 1

    def format(self, message: Message) -> str:
        """Returns `0:12(5): error: ...`, with the line and its token underlined, if it has a
        place."""
        tail = f", expected {message.expected}" if message.expected else ""
        if message.at is None:
            return f"{message.severity}: {message.text}{tail}\n"
        at = min(message.at, len(self.text))
        string, line, column = self.place(at)
        text, first = self.line(at)
        start = at - first
        end = self._end(at) if message.end is None else message.end
        width = max(1, min(end - at, len(text) - start))
        skipped = max(0, start - _MAX_COLUMNS // 2) if len(text) > _MAX_COLUMNS else 0
        text = text[skipped : skipped + _MAX_COLUMNS].rstrip()
        start, width = start - skipped, min(width, _MAX_COLUMNS)
        caret = "".join("\t" if c == "\t" else " " for c in text[:start]).ljust(start)
        head = f"{string}:{line}({column}): {message.severity}: {message.text}{tail}\n"
        return f"{head}    {text}\n    {caret}^{'~' * (width - 1)}\n"
