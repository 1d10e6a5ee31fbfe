"""The numbers of OBJ files: rows of coordinates, and the corners of elements.

Both have a fast path for regular lines and a general one, line by line, which finds the errors.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import numpy as np

from softgl.models.files.errors import text_error
from softgl.models.formats.obj.lines import shown

ABSENT = np.iinfo(np.int64).min
"""The index of a texture coordinate or normal that a corner does not have."""
MAX_DIGITS = 9
"""Digits of an index on the fast path."""
MAX_INDEX = 1 << 40
MAX_NUMBERS = 8
"""Numbers of a row that are read: a position, a weight and a colour."""
# Values without a number, as C++ run-time libraries write them: -1.#IND, 1.#QNAN0, -nan(ind).
NO_NUMBER = re.compile(rb"[-+]?(?:1\.#(?:IND|QNAN|SNAN|INF)\w*|nan\(\w*\))", re.IGNORECASE)
DECIMAL_COMMA = re.compile(rb"[-+]?\d+,\d+(?:[eE][-+]?\d+)?")


class Rows(NamedTuple):
    """Rows of numbers.

    values : (n, w) float64, NaN behind the end of shorter rows. counts : (n,) of each row.
    """

    values: np.ndarray
    counts: np.ndarray


class Corners(NamedTuple):
    """The corners of elements, one after the other, with the indices of the file.

    counts : (n,) corners of each element. vertices, texcoords, normals : (k,) int64; ABSENT.
    """

    counts: np.ndarray
    vertices: np.ndarray
    texcoords: np.ndarray
    normals: np.ndarray


def read_rows(path, block: bytes, key: bytes, least: int, numbers) -> Rows:
    """Reads lines of the keyword `key` and at least `least` numbers. Raises ModelError.

    numbers : of the lines in the file, for errors.
    """
    count = len(numbers)
    found = _regular_rows(block, key, least, count)
    if found is not None:
        return found
    rows = []
    for number, line in zip(numbers.tolist(), _lines(block), strict=True):
        words = line.split()[1:]
        if len(words) < least:
            reason = f"found {len(words)} numbers, expected {least}"
            raise text_error(path, number, f"{reason} behind {key.decode()}")
        rows.append([_number(path, number, word) for word in words[:MAX_NUMBERS]])
    values = np.full((count, max(map(len, rows))), np.nan)
    for row, found in zip(values, rows, strict=True):
        row[: len(found)] = found
    return Rows(values, np.array([len(found) for found in rows]))


def _regular_rows(block, key, least, count):
    """Reads rows of one length without comments; None for other text."""
    if b"#" in block or b"_" in block:  # Python's float takes 1_0
        return None
    words = block.split()
    width, rest = divmod(len(words), count)
    if rest or width <= least or words[::width].count(key) != count:
        return None
    del words[::width]
    try:
        values = np.fromiter(map(float, words), np.float64, len(words))
    except ValueError:
        return None
    return Rows(values.reshape(count, -1), np.full(count, width - 1))


def _lines(block):
    """The lines of a block, without comments."""
    if b"#" in block:
        block = re.sub(rb"#[^\n]*", b"", NO_NUMBER.sub(b"nan", block))
    return block.split(b"\n")[:-1]


def _number(path, number, word):
    if b"_" not in word:
        try:
            return float(word)
        except ValueError:
            if DECIMAL_COMMA.fullmatch(word):
                return float(word.replace(b",", b"."))
            if NO_NUMBER.fullmatch(word):
                return np.nan
    raise text_error(path, number, f"found {shown(word)}, expected a number")


def read_corners(path, block: bytes, key: bytes, least: int, numbers) -> Corners:
    """Reads elements, lines of the keyword `key` and at least `least` corners. Raises ModelError.

    numbers : of the lines in the file, for errors.
    """
    found = _regular_corners(block, key, len(numbers))
    if found is None:
        found = _any_corners(path, block, numbers)
    short = np.nonzero(found.counts < least)[0]
    if len(short):
        reason = f"found {found.counts[short[0]]} corners, expected at least {least}"
        raise text_error(path, int(numbers[short[0]]), f"{reason} behind {key.decode()}")
    return found


def _regular_corners(block, key, count):
    """Reads corners of the forms v, v/vt, v//vn and v/vt/vn, in vectors; None for other text."""
    for odd in (b"  ", b" \n"):
        while odd in block:
            block = block.replace(odd, odd[1:])
    data = np.frombuffer(b"\n" + block, np.uint8)
    digit = data - np.uint8(48) < 10
    edges = np.flatnonzero(digit[1:] != digit[:-1]) + 1
    starts, ends = edges[::2], edges[1::2]
    if not len(starts) or ends[-1] != len(data) - 1:
        return None
    values = _indices(data, starts, ends)
    begins = starts - (data[starts - 1] == ord("-"))
    if values is None:
        return None
    values = np.where(begins < starts, -values, values)
    before, second = data[begins - 1], data[begins - 2]
    gaps = begins - np.concatenate([[0], ends[:-1]])
    blank, slash = before == ord(" "), before == ord("/")
    line = (gaps == 3) & blank & (second == key[0]) & (data[begins - 3] == ord("\n"))
    corner = line | ((gaps == 1) & blank)
    texture = (gaps == 1) & slash
    normal = (gaps == 2) & slash & (second == ord("/"))
    if not (corner | texture | normal).all():
        return None
    first = np.flatnonzero(corner)
    begun = np.flatnonzero(line[first])
    if len(begun) != count:
        return None
    columns = _columns(values, first, texture, normal)
    return columns and Corners(np.diff(begun, append=len(first)), *columns)


def _indices(data, starts, ends):
    """The values of numbers of digits data[start:end]; None if one has too many digits."""
    sizes, values = ends - starts, np.zeros(len(starts), np.int64)
    longest = int(sizes.max())
    if longest > MAX_DIGITS:
        return None
    for place in range(longest):
        digits = (data[np.maximum(ends - 1 - place, 0)] - np.uint8(48)).astype(np.int64)
        values += np.where(sizes > place, digits, 0) * 10**place
    return values


def _columns(values, first, texture, normal):
    """The vertices, texture coordinates and normals of corners; None for a wrong form.

    first : (k,) indices of each corner's first number. texture, normal : masks of the numbers
    behind one slash, and behind two.
    """
    sizes = np.diff(first, append=len(values))
    width = int(sizes.max())
    if width > 3:
        return None
    texcoords, normals = np.full(len(first), ABSENT), np.full(len(first), ABSENT)
    seconds = np.flatnonzero(sizes > 1)
    place = first[seconds] + 1
    texcoords[seconds] = np.where(texture[place], values[place], ABSENT)
    normals[seconds] = np.where(normal[place], values[place], ABSENT)
    thirds = np.flatnonzero(sizes > 2)
    place = first[thirds] + 2
    normals[thirds] = values[place]
    if not (texture[place] & texture[place - 1]).all():
        return None
    return values[first], texcoords, normals


def _any_corners(path, block, numbers):
    """Reads corners line by line. Raises ModelError."""
    counts, indices = [], []
    for number, line in zip(numbers.tolist(), _lines(block), strict=True):
        words = line.split()[1:]
        counts.append(len(words))
        indices += [_corner(path, number, word) for word in words]
    columns = np.array(indices, dtype=np.int64).reshape(-1, 3).T
    return Corners(np.array(counts), *columns)


def _corner(path, number, word):
    parts = word.split(b"/")
    if parts[0] and len(parts) <= 3 and b"_" not in word:
        try:
            found = [int(part) if part else ABSENT for part in parts]
        except ValueError:
            found = [MAX_INDEX]
        if all(index == ABSENT or abs(index) < MAX_INDEX for index in found):
            return found + [ABSENT] * (3 - len(found))
    raise text_error(path, number, f"found {shown(word)}, expected a corner: v, v/vt or v/vt/vn")
