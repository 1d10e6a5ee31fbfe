"""Reads OFF files that are texts.

A colour behind a face has as many numbers as its line, so lines count for faces; elsewhere numbers
may run over lines.
"""

from __future__ import annotations

import numpy as np

from softgl.models.files.errors import ModelError, text_error
from softgl.models.files.limits import check_size
from softgl.models.formats.number_text import (
    BadToken,
    bad_token_error,
    line_at,
    parse_numbers,
    shown_number,
)
from softgl.models.formats.off_contents import (
    Contents,
    Kind,
    check_count,
    colours_of_faces,
    colours_of_vertices,
)

COLOUR_SIZES = (0, 1, 3, 4)


class Words:
    """The words of a text, all numbers.

    values : (w,) float64. starts : (w,) offsets. ends : the number of words up to the end of each
    line that has one.
    """

    def __init__(self, path, text: bytes):
        self.path, self.text, self.bad = path, text, None
        try:
            self.values = parse_numbers(path, text)
        except BadToken as error:  # perhaps behind the last face
            self.bad, text = error, text[: error.offset]
            self.values = parse_numbers(path, text)
        codes = np.frombuffer(b" " + text, np.uint8)
        blank = codes <= 32
        self.starts = np.flatnonzero(blank[:-1] & ~blank[1:])
        lines = np.flatnonzero(codes == 10) - 1
        ends = np.append(np.searchsorted(self.starts, lines), len(self.starts))
        self.ends = ends[np.diff(ends, prepend=0) > 0]

    def error(self, word: int, reason: str) -> ModelError:
        """The error of a word; of the last line for one behind the end."""
        if word >= len(self.values) and self.bad is not None:
            return bad_token_error(self.path, self.bad)
        offset = self.starts[word] if word < len(self.starts) else len(self.text.rstrip())
        return text_error(self.path, line_at(self.text, int(offset)), reason)

    def line_of(self, word: int) -> int | None:
        """The index in `ends` of the line that begins with a word; None if none does."""
        if word == 0:
            return 0
        at = int(np.searchsorted(self.ends, word))
        return at + 1 if at < len(self.ends) and self.ends[at] == word else None

    def decimal(self) -> np.ndarray:
        """True for words with a decimal point or an exponent."""
        codes = np.frombuffer(self.text, np.uint8)
        points = np.flatnonzero((codes == 46) | ((codes | 32) == 101))
        found = np.zeros(len(self.values), dtype=bool)
        points = points[points < (len(self.text) if self.bad is None else self.bad.offset)]
        found[np.searchsorted(self.starts, points, side="right") - 1] = True
        return found


def read_text(folder, text: bytes, kind: Kind) -> Contents:
    """Reads a text without its keyword and comments. Raises ModelError."""
    words = Words(folder.path, text)
    vertices, faces, start = _read_counts(words)
    positions, normals, colours, start = _read_vertices(words, kind, vertices, start)
    begins, counts, sizes = _find_faces(folder, words, faces, start)
    if words.bad is not None:
        folder.warn("what follows its last face is ignored")
    corners = _corners(words, begins, counts, vertices)
    return Contents(
        positions, normals, colours, corners, counts, _face_colours(words, begins, counts, sizes)
    )


def _read_counts(words):
    """The numbers of vertices and faces, and the word behind them and that of the edges."""
    if len(words.values) < 2:
        raise words.error(1, "the file ends here, expected the numbers of vertices and faces")
    first = int(words.ends[0])
    second = int(words.ends[1]) - first if len(words.ends) > 1 else 0
    start = 2 if first == 2 and second != 1 else 3
    vertices, faces = (
        check_count(f"{words.path}, line {line_at(words.text, int(words.starts[index]))}", name,
                    words.values[index])
        for index, name in enumerate(("vertices", "faces"))
    )  # fmt: skip
    check_size(words.path, vertices, faces)
    return vertices, faces, start


def _read_vertices(words, kind, count, start):
    """The positions, normals and colours of vertices, and the word behind them."""
    stated = 3 + 3 * kind.normals
    behind = 2 * kind.texcoords
    width = _vertex_width(words, count, start)
    extra = 0 if width is None else width - stated - behind
    if kind.colours and extra not in (3, 4):
        extra, width = 4, stated + 4 + behind
    elif width is None or extra < 0:
        extra, width = 0, stated + behind
    end = start + count * width
    if end > len(words.values):
        present = max(len(words.values) - start, 0) // width
        raise words.error(len(words.values), f"ends after {present} of its {count} vertices")
    rows = words.values[start:end].reshape(count, width)
    normals = rows[:, 3:6] if kind.normals else None
    if extra not in (3, 4):
        return rows[:, :3], normals, None, end
    values = rows[:, stated : stated + extra]
    if not kind.colours and not kind.normals and (values < 0).any():
        return rows[:, :3], values[:, :3], None, end  # normals without their prefix
    decimal = words.decimal()[start:end].reshape(count, width)[:, stated : stated + extra]
    return rows[:, :3], normals, colours_of_vertices(values, bool(decimal.any())), end


def _vertex_width(words, count, start):
    """The words of each line of a vertex; None if they differ."""
    line = words.line_of(start)
    if not count or line is None or line + count > len(words.ends):
        return None
    ends = words.ends[line : line + count]
    widths = np.diff(ends, prepend=start)
    return int(widths[0]) if (widths == widths[0]).all() else None


def _find_faces(folder, words, count, start):
    """Finds the faces: the word of the first corner, the corners, and the numbers of a colour."""
    if not count:
        return (np.zeros(0, np.int64),) * 3
    line = words.line_of(start)
    if line is not None and line + count <= len(words.ends):
        ends = words.ends[line : line + count]
        begins = np.concatenate([[start], ends[:-1]])
        counts = words.values[begins]
        with np.errstate(invalid="ignore"):
            sizes = ends - begins - 1 - counts
            sound = (counts >= 0) & (counts == np.floor(counts)) & np.isin(sizes, COLOUR_SIZES)
        if sound.all():
            if line + count < len(words.ends):
                folder.warn("what follows its last face is ignored")
            return begins + 1, counts.astype(np.int64), sizes.astype(np.int64)
    return _scan_plain_faces(words, count, start) or _scan_faces(words, count, start)


def _scan_plain_faces(words, count, start):
    """Finds faces without colours, which fill the rest of the text; None if they do not."""
    values, length = memoryview(words.values), len(words.values)
    begins, counts, at = [], [], start
    for _ in range(count):
        corners = values[at] if at < length else -1.0
        if not 0 <= corners <= length or corners != int(corners):
            return None
        begins.append(at + 1)
        counts.append(int(corners))
        at += 1 + int(corners)
    if at != length:
        return None
    return np.array(begins), np.array(counts), np.zeros(count, dtype=np.int64)


def _scan_faces(words, count, start):
    """Finds faces one by one; the numbers from a face to the end of its line are its colour."""
    values, length, ends = memoryview(words.values), len(words.values), words.ends.tolist()
    begins, counts, sizes, at, line = [], [], [], start, 0
    for index in range(count):
        corners = values[at] if at < length else 0.0
        if not corners >= 0 or corners != np.floor(corners):
            reason = f"found {shown_number(corners)} as the number of corners"
            raise words.error(at, f"{reason}, expected an integer from 0")
        if at >= length or at + 1 + corners > length:
            raise words.error(length, f"ends after {index} of its {count} faces")
        begins.append(at + 1)
        counts.append(int(corners))
        at += 1 + int(corners)
        while ends[line] < at:
            line += 1
        sizes.append(ends[line] - at)
        at = ends[line]
    return np.array(begins), np.array(counts), np.array(sizes)


def _corners(words, begins, counts, vertices):
    """The vertices of all faces, checked."""
    first = np.cumsum(counts) - counts
    places = np.repeat(begins - first, counts) + np.arange(int(counts.sum()))
    corners = words.values[places]
    with np.errstate(invalid="ignore"):
        wrong = ~((corners >= 0) & (corners < vertices) & (corners == np.floor(corners)))
    if wrong.any():
        at = int(np.flatnonzero(wrong)[0])
        reason = f"found vertex {shown_number(corners[at])} in a face"
        expected = f"expected an integer from 0 to {vertices - 1}"
        raise words.error(int(places[at]), f"{reason}, {expected}")
    return corners.astype(np.int64)


def _face_colours(words, begins, counts, sizes):
    """The linear colours (p, 4) of faces, or None."""
    if not (sizes >= 3).any():
        return None
    own = np.flatnonzero(sizes >= 3)
    places = (begins + counts)[own, None] + np.minimum(np.arange(4), sizes[own, None] - 1)
    values, decimal = np.zeros((len(sizes), 4)), np.zeros(len(sizes), dtype=bool)
    values[own] = words.values[places]
    # Integers are bytes, unless no face has more than 1, as for vertices.
    decimal[own] = words.decimal()[places[:, :3]].any(axis=1) | bool((values[own] <= 1.0).all())
    return colours_of_faces(values, np.minimum(sizes, 4), decimal)
