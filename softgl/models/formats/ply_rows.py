"""Finds the rows of PLY elements, whose lists have lengths of their own.

Offsets are bytes of a binary file, words of a text: a `Source` has the sizes of both.
"""

from __future__ import annotations

import struct
from array import array
from collections.abc import Callable
from itertools import pairwise

import numpy as np

from softgl.models.files.errors import ModelError, byte_error
from softgl.models.formats.faces import flattened
from softgl.models.formats.number_text import shown_number
from softgl.models.formats.ply_header import Element

MAX_ROWS = 1 << 24
"""Rows of an element with lists."""
MAX_ITEMS = 1 << 26
"""Items of the lists of one property."""
CHUNK = 1 << 20
"""Items that are gathered together."""
STRUCTS = {"i1": "b", "u1": "B", "i2": "h", "u2": "H", "i4": "i", "u4": "I", "i8": "q", "u8": "Q"}


class BinarySource:
    """The data of a binary file."""

    unit = "byte"

    def __init__(self, path, data: bytes, order: str):
        self.path, self.data, self.order, self.length = path, data, order, len(data)

    def size(self, kind: str) -> int:
        """The bytes of a number."""
        return int(kind[1])

    def count_reader(self, kind: str) -> Callable[[int], int]:
        """Returns a function that reads the length of a list at an offset."""
        unpack, data = struct.Struct(self.order + STRUCTS[kind]).unpack_from, self.data
        return data.__getitem__ if kind == "u1" else lambda offset: unpack(data, offset)[0]

    def guess_reader(self, kind: str) -> tuple[Callable[[int], int], int]:
        """Returns a function that reads the lowest byte of a length, and its place in it."""
        return self.data.__getitem__, self.size(kind) - 1 if self.order == ">" else 0

    def block(self, offset: int, count: int, columns) -> list[np.ndarray]:
        """Views `count` rows of fixed size.

        columns : (type, None or the items of a list). Returns (count,) or (count, items) arrays.
        """
        fields = [
            (str(index), self.order + kind) if items is None
            else (str(index), self.order + kind, (items,))
            for index, (kind, items) in enumerate(columns)
        ]  # fmt: skip
        rows = np.frombuffer(self.data, np.dtype(fields), count, offset)
        return [rows[str(index)] for index in range(len(columns))]

    def gather(self, offsets: np.ndarray, kind: str) -> np.ndarray:
        """Reads numbers at offsets (n,)."""
        size = self.size(kind)
        codes = np.frombuffer(self.data, np.uint8)
        return codes[offsets[:, None] + np.arange(size)].view(self.order + kind).reshape(-1)

    def error(self, offset: int, reason: str) -> ModelError:
        """The error of the number at an offset."""
        return byte_error(self.path, offset, reason)


class Rows:
    """The rows of an element. `end` : the offset behind them."""

    def __init__(self, source, element: Element, start: int):
        self.source, self.element, self.start = source, element, start
        self.count = element.count
        self.lists = [each for each in element.properties if each.count]
        self.columns: dict[str, np.ndarray] | None = None  # of rows of a fixed size
        self.lengths: np.ndarray | None = None  # of other rows' lists, (count, lists)
        self._starts: list[np.ndarray] | None = None
        size = sum(source.size(each.type) for each in element.properties if not each.count)
        if not self.count:
            self.columns, self.end = self._no_rows(), start
        elif not self.lists:
            self._read_block([], size)
        elif self.count > MAX_ROWS:
            raise ModelError(f"{source.path} has more than {MAX_ROWS} rows of '{element.name}'")
        elif not self._read_equal() and not self._scan_short():
            self._scan()

    def kind(self, name: str) -> str | None:
        """The type of a property; None without."""
        return next((each.type for each in self.element.properties if each.name == name), None)

    def scalar(self, name: str) -> np.ndarray | None:
        """The values (count,) of a property; None without."""
        found = next((p for p in self.element.properties if p.name == name and not p.count), None)
        if found is None or self.columns is not None:
            return None if found is None else self.columns[name]
        _, scalars = self._layout()
        return self.source.gather(self._part_starts()[scalars[found][0]] + scalars[found][1],
                                  found.type)  # fmt: skip

    def list(self, name: str) -> tuple[np.ndarray, np.ndarray] | None:
        """The items of all lists of a property, one after the other, and the lengths (count,)."""
        found = next((each for each in self.lists if each.name == name), None)
        if found is None:
            return None
        if self.columns is not None:
            items = self.columns[name]
            return flattened(items), np.broadcast_to(items.shape[1], self.count)
        index = self.lists.index(found)
        lengths = self.lengths[:, index]
        if lengths.sum() > MAX_ITEMS:
            raise ModelError(f"{self.source.path} has more than {MAX_ITEMS} corners")
        starts = self._part_starts()[index + 1] - lengths * self.source.size(found.type)
        return self._gather_lists(found.type, starts, lengths), lengths

    def row_offset(self, row: int) -> int:
        """The offset of a row."""
        if self.lengths is not None:
            return int(self._part_starts()[0][row])
        return self.start + row * ((self.end - self.start) // max(self.count, 1))

    def error(self, row: int, reason: str) -> ModelError:
        """The error of a row."""
        return self.source.error(self.row_offset(row), reason)

    def _read_block(self, lengths, size):
        """Views rows whose lists have the same lengths in all; False if there are others."""
        source, columns, names = self.source, [], []
        lengths = iter(lengths)
        for each in self.element.properties:
            if each.count:
                columns.append((each.count, None))
                names.append(None)
            columns.append((each.type, next(lengths) if each.count else None))
            names.append(each.name)
        present = (source.length - self.start) // size if size else self.count
        if present < self.count:
            if not self.lists:
                raise self._short(present)
            return False
        arrays = source.block(self.start, self.count, columns) if size else []
        named = list(zip(names, arrays, columns, strict=False))
        for (name, counts, _), (_, _, (_, length)) in pairwise(named):
            if name is None and not (counts == length).all():
                return False
        self.columns = {}
        for name, values, _ in named:
            if name is not None:
                self.columns.setdefault(name, values)
        self.end = self.start + self.count * size
        return True

    def _read_equal(self):
        """Views the rows if their lists are as long as those of the first one; else False."""
        source, offset, lengths = self.source, self.start, []
        for each in self.element.properties:
            if each.count:
                length = self._length_at(source.count_reader(each.count), offset)
                if length is None or length * source.size(each.type) > source.length:
                    return False
                lengths.append(length)
                offset += source.size(each.count) + length * source.size(each.type)
            else:
                offset += source.size(each.type)
        return self._read_block(lengths, offset - self.start)

    def _no_rows(self):
        return {
            each.name: np.zeros((0, 0) if each.count else 0, each.type)
            for each in self.element.properties
        }

    def _length_at(self, reader, offset):
        try:
            length = reader(offset)
        except (IndexError, struct.error):
            return None
        usable = 0 <= length <= self.source.length and length == int(length)
        return int(length) if usable else None

    def _layout(self):
        """The gaps of scalars before each list and behind the last, and the places of scalars.

        Returns (gaps, places): places[property] is (part of the row, offset in it).
        """
        gaps, places = [0], {}
        for each in self.element.properties:
            if each.count:
                gaps.append(0)
            else:
                places[each] = (len(gaps) - 1, gaps[-1])
                gaps[-1] += self.source.size(each.type)
        return gaps, places

    def _scan_short(self):
        """Finds rows with one list of fewer than 256 items each; False if there are others."""
        if len(self.lists) > 1:
            return False
        source, (each,), (gap, tail) = self.source, self.lists, self._layout()[0]
        guess, place = source.guess_reader(each.count)
        size, fixed = source.size(each.type), gap + source.size(each.count) + tail
        lengths, offset = array("q"), self.start + gap + place
        append = lengths.append
        try:
            for _ in range(self.count):
                length = int(guess(offset))
                append(length)
                offset += fixed + length * size
        except (IndexError, ValueError, OverflowError):
            return False
        self.end = offset - gap - place
        found = np.frombuffer(lengths, np.int64)
        if self.end > source.length or found.min() < 0:
            return False
        rows = fixed + found * size
        offsets = self.start + gap + np.cumsum(rows) - rows
        if (source.gather(offsets, each.count) != found).any():
            return False
        self.lengths = found[:, None]
        return True

    def _scan(self):
        """Reads the lengths of all lists, row by row."""
        source, lengths = self.source, array("q")
        gaps, _ = self._layout()
        steps = [
            (gap, source.count_reader(each.count), source.size(each.count), source.size(each.type))
            for gap, each in zip(gaps, self.lists, strict=False)
        ]
        offset, end, tail, append = self.start, source.length, gaps[-1], lengths.append
        row = 0
        try:
            for row in range(self.count):
                for gap, read_length, before, size in steps:
                    offset += gap
                    length = read_length(offset)
                    offset += before
                    if not 0 <= length <= end or length != int(length):
                        raise self._bad_length(row, offset - before, length)
                    append(int(length))
                    offset += int(length) * size
                offset += tail
                if offset > end:
                    raise self._short(row)
        except (IndexError, struct.error):
            raise self._short(row) from None
        self.lengths = np.frombuffer(lengths, np.int64).reshape(self.count, len(self.lists))
        self.end = offset

    def _bad_length(self, row, offset, length):
        if length > self.source.length:
            return self._short(row)
        reason = f"found {shown_number(length)} as the length of a list of '{self.element.name}'"
        return self.source.error(offset, f"{reason}, expected an integer from 0")

    def _short(self, row):
        reason = f"ends after {row} of the {self.count} rows of '{self.element.name}'"
        return self.source.error(self.source.length, reason)

    def _part_starts(self):
        """The offsets (count,) of the row, and behind each of its lists, cached."""
        if self._starts is None:
            gaps, _ = self._layout()
            size, sizes = self.source.size, []
            for index, (gap, each) in enumerate(zip(gaps, self.lists, strict=False)):
                sizes.append(gap + size(each.count) + self.lengths[:, index] * size(each.type))
            rows = sum(sizes) + gaps[-1]
            self._starts = [self.start + np.cumsum(rows) - rows]
            for each in sizes:
                self._starts.append(self._starts[-1] + each)
        return self._starts

    def _gather_lists(self, kind, starts, lengths):
        """Gathers lists at offsets `starts`, in steps of bounded memory."""
        size = self.source.size(kind)
        step = max(1, CHUNK * len(lengths) // max(int(lengths.sum()), 1))
        found = []
        for begin in range(0, len(lengths), step):
            own = lengths[begin : begin + step]
            first = np.cumsum(own) - own
            offsets = np.repeat(starts[begin : begin + step] - first * size, own)
            found.append(self.source.gather(offsets + np.arange(len(offsets)) * size, kind))
        return np.concatenate(found)


def read_rows(source, elements: list[Element], start: int) -> tuple[dict[str, Rows], int]:
    """Finds the rows of all elements; returns them by name, and the offset behind the last."""
    found: dict[str, Rows] = {}
    for element in elements:
        rows = Rows(source, element, start)
        found.setdefault(element.name, rows)
        start = rows.end
    return found, start
