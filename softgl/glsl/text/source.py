"""The text of a shader, positions in it, and the messages of an info log."""

from __future__ import annotations

from bisect import bisect_right

from softgl.errors import SoftGLError, Span
from softgl.records import dataclass


@dataclass(frozen=True)
class Message:
    """A line of an info log: severity "error" or "warning", the place and the reason.

    at, end : offsets in the shader's text; None for messages about no place, as of linking.
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

    Tokens may cross the ends of strings. `#line` directives are entered in `renumbered`.
    """

    def __init__(self, strings: list[str]):
        self.text = "".join(strings)
        self._firsts, offset = [], 0
        for string in strings:
            self._firsts.append(offset)
            offset += len(string)
        self._lines = [0, *(n + 1 for n, c in enumerate(self.text) if c == "\n")]
        # (offset, line and string of the line that begins there) of each #line.
        self.renumbered: list[tuple[int, int, int | None]] = []

    def place(self, offset: int) -> tuple[int, int, int]:
        """Returns (string number, line, column) of an offset; lines and columns count from 1."""
        string = max(0, bisect_right(self._firsts, offset) - 1)
        number = bisect_right(self._lines, offset) - 1
        first = self._firsts[string] if self._firsts else 0
        line = number - (bisect_right(self._lines, first) - 1) + 1
        column = offset - max(self._lines[number], first) + 1
        for start, new_line, new_string in reversed(self.renumbered):
            if start <= offset:
                line = number - (bisect_right(self._lines, start) - 1) + new_line
                string = string if new_string is None else new_string
                break
        return string, line, column

    def line(self, offset: int) -> tuple[str, int]:
        """Returns the line of an offset, and the offset of its first character."""
        number = bisect_right(self._lines, offset) - 1
        first = self._lines[number]
        end = self.text.find("\n", first)
        return self.text[first : end if end >= 0 else len(self.text)], first

    def span(self, at: int, end: int | None = None) -> Span:
        """Returns the Span of a node for instructions and errors of programs."""
        return Span(at, at + 1 if end is None else end)

    def format(self, message: Message) -> str:
        """Returns `0:12(5): error: ...`, with the line and a caret below if there is a place."""
        tail = f", expected {message.expected}" if message.expected else ""
        if message.at is None:
            return f"{message.severity}: {message.text}{tail}\n"
        at = min(message.at, len(self.text))
        string, line, column = self.place(at)
        text, first = self.line(at)
        start = at - first
        width = max(1, min((message.end or at + 1) - at, len(text) - start))
        caret = "".join("\t" if c == "\t" else " " for c in text[:start]) + "^" + "~" * (width - 1)
        head = f"{string}:{line}({column}): {message.severity}: {message.text}{tail}\n"
        return f"{head}    {text.rstrip()}\n    {caret}\n"
