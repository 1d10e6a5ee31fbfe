"""The text of OBJ and MTL files: encodings, line ends, continued lines, comments, names."""

from __future__ import annotations

import re

CONTINUED = re.compile(rb"(?m)^[^#\n]*\\\n(?:[^#\n]*\\\n){0,4095}[^\n]*")
"""Lines that end in a backslash, and the next one. A comment ends with its line all the same."""
MAX_VALUE = 4096
"""Bytes of names of files that are read, with options; no system has longer paths."""


def plain(data: bytes) -> bytes:
    """Converts a file to lines in UTF-8, or in an 8-bit encoding, that each end in a newline.

    UTF-16 is decoded, byte order marks are removed, and continued lines are joined, with empty
    lines after them, so that the other lines keep their numbers.
    """
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        data = data.decode("utf-16", "replace").encode("utf-8", "replace")
    elif data[1:64:2].count(0) > 16:
        data = data.decode("utf-16-le", "replace").encode("utf-8", "replace")
    data = data.removeprefix(b"\xef\xbb\xbf")
    for old, new in ((b"\0", b" "), (b"\r\n", b"\n"), (b"\r", b"\n")):
        data = data.replace(old, new) if old in data else data
    if b"\\\n" in data:
        data = CONTINUED.sub(_joined, data)
    return data if data.endswith(b"\n") else data + b"\n"


def _joined(match):
    return match[0].replace(b"\\\n", b" ") + b"\n" * match[0].count(b"\\\n")


def text(line: bytes) -> str:
    """Decodes a name or a word: UTF-8, else Latin-1."""
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return line.decode("latin-1")


def shown(word: bytes) -> str:
    """A word of a file in an error message."""
    return repr(text(word[:20]))


def without_comment(line: str) -> str:
    """A name without a comment behind it, which begins with a blank and #."""
    return re.split(r"\s#", line, maxsplit=1)[0].strip()


def statements(data: bytes):
    """Gives (number of the line, keyword in lower case, its values) of a small file.

    The values are not decoded, and still have a comment behind them.
    """
    for number, line in enumerate(data.split(b"\n"), 1):
        words = line.split(None, 1)
        if words and not words[0].startswith(b"#"):
            yield number, words[0].lower(), words[1].strip() if len(words) > 1 else b""
