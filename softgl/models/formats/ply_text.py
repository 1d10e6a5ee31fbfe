"""Reads the data of PLY files that are texts.

The lines do not count, as in most readers: a row may run over several. If numbers are left over or
missing, the lines decide.
"""

from __future__ import annotations

from itertools import chain, repeat

import numpy as np

from softgl.models.files.errors import ModelError, text_error
from softgl.models.formats.number_text import (
    BadToken,
    bad_token_error,
    line_at,
    parse_numbers,
    word_offset,
)
from softgl.models.formats.ply_header import Header
from softgl.models.formats.ply_rows import Rows, read_rows

MAX_LINES = 1 << 21
"""Lines that are compared with the header one by one."""


class TextSource:
    """The numbers of a text. text : of the data; before : lines above it."""

    unit = "word"

    def __init__(self, path, text: bytes, before: int):
        self.path, self.text, self.before = path, text, before
        try:
            self.bad, self.values = None, parse_numbers(path, text)
        except BadToken as error:  # perhaps behind the data
            self.bad = error
            self.values = parse_numbers(path, text[: error.offset])
        self.length = len(self.values)

    def size(self, kind: str) -> int:
        """One word for a number."""
        return 1

    def count_reader(self, kind: str):
        """Returns a function that reads the length of a list at an offset."""
        return memoryview(self.values).__getitem__

    def guess_reader(self, kind: str):
        """Returns a function that reads the length of a list at an offset, and 0."""
        return memoryview(self.values).__getitem__, 0

    def block(self, offset: int, count: int, columns) -> list[np.ndarray]:
        """Views `count` rows of fixed size, as `BinarySource.block`."""
        ends = np.cumsum([1 if items is None else items for _, items in columns]).tolist()
        rows = self.values[offset : offset + count * ends[-1]].reshape(count, ends[-1])
        return [
            rows[:, end - 1] if items is None else rows[:, end - items : end]
            for end, (_, items) in zip(ends, columns, strict=True)
        ]

    def gather(self, offsets: np.ndarray, kind: str) -> np.ndarray:
        """Reads numbers at offsets (n,)."""
        return self.values[offsets]

    def error(self, offset: int, reason: str) -> ModelError:
        """The error of a word."""
        if offset >= self.length and self.bad is not None:
            return bad_token_error(self.path, self.bad, self.before)
        line = line_at(self.text, word_offset(self.text, offset))
        return text_error(self.path, self.before + line, reason)


def read_text_rows(folder, text: bytes, header: Header) -> dict[str, Rows]:
    """Finds the rows of all elements of a text, without its header. Raises ModelError."""
    source = TextSource(folder.path, text, header.lines)
    try:
        found, end = read_rows(source, header.elements, 0)
    except ModelError:
        _check_lines(folder.path, text, header)
        raise
    if end == source.length and source.bad is None:
        return found
    stated = sum(each.count for each in header.elements if each.properties)
    if sum(map(bool, map(bytes.strip, text.split(b"\n")))) == stated:
        _check_lines(folder.path, text, header)
    shorter = _without_surplus(text, header)
    if shorter is not None:
        folder.warn("its lines have more numbers than the header states; the first are read")
        source = TextSource(folder.path, shorter, header.lines)
        return read_rows(source, header.elements, 0)[0]
    folder.warn("what follows its last element is ignored")
    return found


def _words_of_rows(text, header):
    """Gives (line, words, words that the header expects, element) of rows, one on each line.

    Lines without words are left out. The expected words of a damaged list are None.
    """
    filled = (each for each in header.elements if each.properties)
    elements = chain.from_iterable(repeat(each, each.count) for each in filled)
    lines = ((at, line.split()) for at, line in enumerate(text.split(b"\n"), header.lines + 1))
    filled = ((at, words) for at, words in lines if words)
    for (at, words), element in zip(filled, elements, strict=False):
        expected = 0
        for each in element.properties:
            if each.count:
                length = words[expected : expected + 1]
                if not length or not length[0].isdigit() or len(length[0]) > 9:
                    expected = None
                    break
                expected += int(length[0])
            expected += 1
        yield at, words, expected, element


def _check_lines(path, text, header):
    """Raises ModelError for the first line that has fewer numbers than the header states."""
    if text.count(b"\n") > MAX_LINES:
        return
    for line, words, expected, element in _words_of_rows(text, header):
        if expected is not None and len(words) < expected:
            reason = f"found {len(words)} numbers, expected {expected} of '{element.name}'"
            raise text_error(path, line, reason)


def _without_surplus(text, header):
    """The text without surplus numbers at the ends of lines; None if it has no such lines."""
    if text.count(b"\n") > MAX_LINES:
        return None
    lines = [b""] * (text.count(b"\n") + 1)
    rows, surplus = 0, False
    for line, words, expected, _ in _words_of_rows(text, header):
        if expected is None or len(words) < expected:
            return None
        surplus |= len(words) > expected
        lines[line - header.lines - 1] = b" ".join(words[:expected])
        rows += 1
    stated = sum(each.count for each in header.elements if each.properties)
    return b"\n".join(lines) if surplus and rows == stated else None
