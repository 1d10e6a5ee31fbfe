"""The first phases of compilation: line continuation, ends of lines, comments."""

from __future__ import annotations

import re
from bisect import bisect_right

from softgl.glsl.text.lexer import ILLEGAL
from softgl.glsl.text.source import Message

_CONTINUATION = re.compile(r"\\(?:\r\n|\n\r|\n|\r)")
_COMMENT = re.compile(r"//[^\n]*|/\*.*?(?:\*/|\Z)", re.S)
_STRANGE = re.compile(r"[^\t-\r -~]")


class CleanText:
    """A text without comments, in which each line ends with LF.

    A comment is as many blanks, so that only continued lines move what follows. Characters that
    GLSL does not have are ILLEGAL.
    text : the text. messages : errors. at : the offset in the original text.
    """

    def __init__(self, text: str):
        self.messages: list[Message] = []
        self._starts, self._shifts = [0], [0]
        if "\\" in text:
            # GLSL has line continuation from 4.20 and ES 3.00 on, but everybody accepts it.
            text = self._joined(text)
        if "\r" in text:
            text = text.replace("\r\n", "\n ").replace("\n\r", "\n ").replace("\r", "\n")
        if "/" in text:
            text = _COMMENT.sub(self._blank, text)
        self.text = _STRANGE.sub(ILLEGAL, text)

    @property
    def moved(self) -> bool:
        """True if offsets differ from those of the original text."""
        return len(self._starts) > 1

    def at(self, offset: int) -> int:
        """Returns the offset in the original text."""
        return offset + self._shifts[bisect_right(self._starts, offset) - 1]

    def _joined(self, text: str) -> str:
        """Returns the text with continued lines joined."""
        pieces, end, length = [], 0, 0
        for match in _CONTINUATION.finditer(text):
            pieces.append(text[end : match.start()])
            length += match.start() - end
            end = match.end()
            self._starts.append(length)
            self._shifts.append(end - length)
        return "".join([*pieces, text[end:]])

    def _blank(self, match) -> str:
        comment = match[0]
        if comment[1] == "*" and (len(comment) < 4 or not comment.endswith("*/")):
            at = self.at(match.start())
            self.messages.append(Message("error", "this comment is not closed", at, at + 2, "'*/'"))
        return " " * len(comment)
