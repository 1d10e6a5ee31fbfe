"""The statements of an OBJ file as arrays."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from softgl.models.files.errors import text_error
from softgl.models.files.limits import check_size
from softgl.models.formats.obj.lines import shown
from softgl.models.formats.obj.numerals import ABSENT, read_corners, read_rows

CHUNK_BYTES = 1 << 21
"""Bytes of the lines that are read together."""
VERTEX, TEXCOORD, NORMAL, FACE, LINE, POINT, OTHER = range(7)
KEYS = {VERTEX: b"v", TEXCOORD: b"vt", NORMAL: b"vn", FACE: b"f", LINE: b"l", POINT: b"p"}
LEAST = {VERTEX: 3, TEXCOORD: 1, NORMAL: 3, FACE: 3, LINE: 2, POINT: 1}
"""Numbers or corners of a statement, at least."""
NAMES = ("vertex", "texture coordinate", "normal")
# Keywords without a picture: names, smoothing, display attributes, parts of curves.
QUIET = frozenset(
    b"""g o s mg vp bevel c_interp d_interp lod shadow_obj trace_obj ctech stech maplib usemap
    cstype deg bmat step parm trim hole scrv sp end con csh""".split()
)
FREE_FORMS = {b"curv": "curves", b"curv2": "curves", b"surf": "surfaces", b"call": "other files"}


class Elements(NamedTuple):
    """Faces, lines or points.

    counts : (n,) corners of each. lines : (n,) numbers of their lines in the file. indices : (k, 3)
    of the corners, one element after the other: vertex, texture coordinate and normal, from 0; or
    -1 for none.
    """

    counts: np.ndarray
    lines: np.ndarray
    indices: np.ndarray


class Table:
    """The statements of an OBJ file.

    libraries : values of mtllib. materials : (number of the line, value) of each usemtl. paint :
    ZBrush's colours, in hexadecimal digits.
    """

    def __init__(self, folder):
        self.folder, self.path = folder, folder.path
        self.libraries: list[bytes] = []
        self.materials: list[tuple[int, bytes]] = []
        self.paint: list[bytes] = []
        self.unknown: dict[bytes, int] = {}  # keyword -> its first line
        self._rows = {kind: [] for kind in (VERTEX, TEXCOORD, NORMAL)}
        self._elements = {kind: [] for kind in (FACE, LINE, POINT)}
        self._counts = [0, 0, 0]  # vertices, texture coordinates and normals so far
        self._corners = 0

    def read(self, data: bytes) -> None:
        """Reads all lines of a file after `lines.plain`. Raises ModelError."""
        begin, line = 0, 1
        while begin < len(data):
            end = data.find(b"\n", min(begin + CHUNK_BYTES, len(data) - 1)) + 1
            line += self._read_chunk(data[begin:end], line)
            begin = end

    def rows(self, kind: int, columns: int) -> np.ndarray:
        """The rows of a kind, (n, columns) float64; NaN for missing numbers."""
        found = np.full((sum(len(rows.values) for rows in self._rows[kind]), columns), np.nan)
        begin = 0
        for values, _ in self._rows[kind]:
            found[begin : begin + len(values), : values.shape[1]] = values[:, :columns]
            begin += len(values)
        return found

    def elements(self, kind: int) -> Elements:
        """The elements of a kind. Raises ModelError for a missing vertex.

        Missing texture coordinates and normals become -1, with a warning.
        """
        if not self._elements[kind]:
            return Elements(*np.zeros((2, 0), np.int64), np.zeros((0, 3), np.int32))
        columns = zip(*self._elements[kind], strict=True)
        found = Elements(*(np.concatenate(column) for column in columns))
        for column, name in enumerate(NAMES):
            count, indices = self._counts[column], found.indices[:, column]
            if not len(indices) or indices.max() < count:
                continue
            corner = int(np.argmax(indices >= count))
            line = int(found.lines[np.searchsorted(np.cumsum(found.counts), corner, "right")])
            reason = f"{name} {int(indices[corner]) + 1} does not exist: the file has {count}"
            if column == 0:
                raise text_error(self.path, line, reason)
            self.folder.warn(f"line {line}: {reason}; drawn without it")
            indices[indices >= count] = -1
        return found

    def _read_chunk(self, chunk, line):
        """Reads whole lines; returns their count. line : the number of the first one."""
        chunk = _trimmed(chunk)
        data = np.frombuffer(chunk + b"\n\n\n", np.uint8)
        ends = np.flatnonzero(data[:-3] == ord("\n")) + 1
        starts = np.concatenate([[0], ends[:-1]])
        kinds = _kinds(data, starts)
        odd = (kinds == OTHER) & (data[starts] != ord("\n"))
        for index in np.flatnonzero(odd).tolist():
            self._read_other(chunk[starts[index] : ends[index]], line + index)
        before = list(self._counts)
        for kind in KEYS:
            chosen = np.flatnonzero(kinds == kind)
            if not len(chosen):
                continue
            block, numbers = _block(chunk, chosen, starts, ends), chosen + line
            if kind <= NORMAL:
                rows = read_rows(self.path, block, KEYS[kind], LEAST[kind], numbers)
                self._rows[kind].append(rows)
                self._counts[kind] += len(chosen)
            else:
                self._add(kind, block, numbers, [
                    before[each] + np.cumsum(kinds == each)[chosen] for each in range(3)
                ])  # fmt: skip
        check_size(self.path, self._counts[VERTEX], self._corners // 3)
        return len(starts)

    def _add(self, kind, block, numbers, before):
        """Adds elements. before : rows of each kind before each element's line."""
        corners = read_corners(self.path, block, KEYS[kind], LEAST[kind], numbers)
        self._corners += len(corners.vertices)
        owners = np.repeat(np.arange(len(numbers)), corners.counts)
        indices = np.empty((len(owners), 3), np.int32)
        for column, (values, counts) in enumerate(zip(corners[1:], before, strict=True)):
            self._check(column, values, counts, owners, corners.counts, numbers)
            found = np.where(values < 0, values + counts[owners], values - 1)
            found = np.where(values == ABSENT, -1, found)
            indices[:, column] = np.minimum(found, np.iinfo(np.int32).max)
        self._elements[kind].append(Elements(corners.counts, numbers.astype(np.int32), indices))

    def _check(self, column, values, before, owners, sizes, numbers):
        """Raises ModelError for an index 0, one before the first row, and elements of two forms."""
        absent = values == ABSENT
        wrong = (values == 0) | ((values < 0) & ~absent & (values + before[owners] < 0))
        if wrong.any():
            corner = int(np.argmax(wrong))
            owner, name = owners[corner], NAMES[column]
            reason = f"{name} {values[corner]} does not exist: {before[owner]} stand before it"
            if values[corner] == 0:
                reason = f"found {name} 0, expected 1 or more, or a negative number"
            raise text_error(self.path, int(numbers[owner]), reason)
        missing = np.bincount(owners[absent], minlength=len(sizes))
        mixed = (missing > 0) & (missing < sizes)
        if mixed.any():
            owner = int(np.argmax(mixed))
            found = f"found a {NAMES[column]} at {sizes[owner] - missing[owner]} corners"
            reason = f"{found} of {sizes[owner]}, expected it at all or none"
            raise text_error(self.path, int(numbers[owner]), reason)

    def _read_other(self, line, number):
        """Reads a statement without coordinates or corners. Raises ModelError."""
        words = line.split(None, 1)
        if not words or words[0].startswith(b"#"):
            if words and words[0] == b"#MRGB":
                self.paint.append(words[-1].strip())
            return
        key, value = words[0].lower(), words[1].strip() if len(words) > 1 else b""
        if key == b"usemtl":
            self.materials.append((number, value))
        elif key == b"mtllib":
            self.libraries.append(value)
        elif key in KEYS.values():
            reason = f"found no numbers behind {key.decode()}, expected them in its line"
            raise text_error(self.path, number, reason)
        elif key not in QUIET:
            self.unknown.setdefault(key, number)

    def warn_of_unknown(self) -> None:
        """Warns of the first line with each form that is not drawn, and with an unknown keyword."""
        for key, name in FREE_FORMS.items():
            if key in self.unknown:
                line = self.unknown.pop(key)
                self.folder.warn(f"line {line}: {name} ({key.decode()}) are not drawn")
        for key, number in list(self.unknown.items())[:1]:
            count = len(self.unknown) - 1
            others = f", and {count} other words" if count else ""
            reason = f"found {shown(key)}, expected a statement of OBJ{others}; not read"
            self.folder.warn(f"line {number}: {reason}")


def _trimmed(chunk):
    """Removes blanks before keywords, and writes keywords in lower case; keeps the lines."""
    chunk = chunk.replace(b"\t", b" ") if b"\t" in chunk else chunk
    if chunk.startswith(b" ") or b"\n " in chunk:
        chunk = b"\n".join(line.lstrip() for line in chunk.split(b"\n"))
    first = np.frombuffer(chunk, np.uint8)
    first = first[np.concatenate([[0], np.flatnonzero(first[:-1] == ord("\n")) + 1])]
    if np.isin(first, np.frombuffer(b"VFLP", np.uint8)).any():
        lines = (line.partition(b" ") for line in chunk.split(b"\n"))
        known = KEYS.values()
        chunk = b"\n".join(
            b"".join((key.lower() if key.lower() in known else key, blank, rest))
            for key, blank, rest in lines
        )
    return chunk


def _kinds(data, starts):
    """The kind of each line; data : bytes, with three more behind the last line."""
    first, second, third = (data[starts + place] for place in range(3))
    kinds = np.full(len(starts), OTHER, np.uint8)
    for kind, key in KEYS.items():
        same = (first == key[0]) & ((second == ord(" ")) if len(key) == 1 else (second == key[1]))
        kinds[same if len(key) == 1 else same & (third == ord(" "))] = kind
    return kinds


def _block(chunk, chosen, starts, ends):
    """The lines of the indices `chosen`, as one text."""
    breaks = np.flatnonzero(np.diff(chosen) != 1) + 1
    begins = starts[chosen[np.concatenate([[0], breaks])]]
    stops = ends[chosen[np.concatenate([breaks - 1, [len(chosen) - 1]])]]
    if len(begins) == 1:
        return chunk[begins[0] : stops[0]]
    return b"".join([chunk[a:b] for a, b in zip(begins.tolist(), stops.tolist(), strict=True)])
