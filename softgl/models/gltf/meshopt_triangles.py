"""The modes TRIANGLES and INDICES of EXT_meshopt_compression."""

from __future__ import annotations

import numpy as np

LARGEST = 0xFFFFFFFF


class _Numbers:
    """Reads numbers of 7 bits in each byte, the lowest bits first, from an offset on."""

    def __init__(self, data, start):
        self.data, self.start = data, start

    def byte(self):
        self.start += 1
        return self.data[self.start - 1]

    def next(self):
        """The next number. Raises IndexError behind the end."""
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 127) << shift
            if byte < 128 or shift > 28:
                return value
            shift += 7

    def delta(self):
        """The next signed number."""
        value = self.next()
        return value >> 1 ^ -(value & 1)


def decode_indices(data: bytes, count: int) -> np.ndarray:
    """Decodes mode INDICES; returns (count,) integers. Raises IndexError and ValueError."""
    if data[0] not in (0xD0, 0xD1):
        raise ValueError
    numbers, last, found = _Numbers(data[:-4], 1), [0, 0], []
    for _ in range(count):
        value = numbers.next()
        delta = value >> 2 ^ -(value >> 1 & 1)
        last[value & 1] = last[value & 1] + delta & LARGEST
        found.append(last[value & 1])
    return np.array(found, np.int64)


def decode_triangles(data: bytes, count: int) -> np.ndarray:
    """Decodes mode TRIANGLES; returns (count,) integers. Raises IndexError and ValueError."""
    if count % 3 or data[0] not in (0xE0, 0xE1):
        raise ValueError
    codes, table = data[1 : 1 + count // 3], data[-16:]
    if len(codes) != count // 3:
        raise ValueError
    return np.array(_Triangles(data[:-16], 1 + len(codes), data[0] & 15, table).all(codes))


class _Triangles:
    """The state of a decoder: the last 16 edges and vertices, newest last, as lists that grow."""

    def __init__(self, data, start, version, table):
        self.numbers, self.table = _Numbers(data, start), table
        self.near = 13 if version else 15  # codes from here on differ from the last free index
        self.edges, self.vertices = [(0, 0)] * 16, [0] * 16
        self.fresh = self.last = 0

    def all(self, codes):
        found = []
        for code in codes:
            found += self._by_edge(code) if code < 0xF0 else self._alone(code)
            if len(self.edges) > 4096:
                del self.edges[:-16]
                del self.vertices[:-16]
        return found

    def _by_edge(self, code):
        """A triangle on one of the last edges."""
        a, b = self.edges[-1 - (code >> 4)]
        low = code & 15
        if low == 0:
            c = self._new()
        elif low < self.near:
            c = self.vertices[-1 - low]
        else:
            c = self._free() if low == 15 else self._step(low)
            self.vertices.append(c)
        self.edges += ((c, b), (a, c))
        return a, b, c

    def _alone(self, code):
        """A triangle without an edge of another."""
        known = code < 0xFE
        both = self.table[code & 15] if known else self.numbers.byte()
        if not known and both == 0:
            self.fresh = 0
        # The vertices are those before this triangle; new indices are given before free ones.
        before = self.vertices[-16:]
        choices = [15 if code == 0xFF else 0, both >> 4, both & 15]
        corners = []
        for choice in choices:
            if choice == 0:
                corners.append(self.fresh)
                self.fresh = self.fresh + 1 & LARGEST
            else:
                corners.append(before[-choice])
        for place, choice in enumerate(choices):
            is_free = choice == 15 and not known
            if is_free:
                corners[place] = self._free()
            if choice == 0 or is_free:
                self.vertices.append(corners[place])
        a, b, c = corners
        self.edges += ((b, a), (c, b), (a, c))
        return a, b, c

    def _new(self):
        vertex = self.fresh
        self.fresh = vertex + 1 & LARGEST
        self.vertices.append(vertex)
        return vertex

    def _free(self):
        self.last = self.last + self.numbers.delta() & LARGEST
        return self.last

    def _step(self, low):
        self.last = self.last + (-1 if low == 13 else 1) & LARGEST
        return self.last
