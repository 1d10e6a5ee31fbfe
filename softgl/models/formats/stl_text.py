"""Reads STL files that are texts of solids.

Keywords are replaced by numbers, so that a whole file is parsed at once; the order of its words is
checked afterwards.
"""

from __future__ import annotations

import re

import numpy as np

from softgl.models.files.errors import ModelError, text_error
from softgl.models.files.limits import MAX_MESHES
from softgl.models.formats.faces import polygon_parts
from softgl.models.formats.number_text import (
    BadToken,
    bad_token_error,
    decode,
    line_at,
    parse_numbers,
    shown,
    word_offset,
)
from softgl.models.parts.model import Part

KEYWORDS = (
    *("endfacet", "endloop", "facet", "normal", "outer", "loop", "vertex"),
    *("solid", "endsolid"),
)
"""Words in the order of their replacement, longer ones before their parts."""
ENDFACET, ENDLOOP, FACET, NORMAL, OUTER, LOOP, VERTEX, SOLID, ENDSOLID = range(len(KEYWORDS))
CODE = -9007199254740000
"""The number of the first keyword; coordinates are smaller."""
POINT = rb"\S+\s+\S+\s+\S+"
FIRST_FACET = re.compile(
    rb"facet\s+normal\s+" + POINT + rb"(\s+outer\s+loop\s+vertex\s+)" + POINT
    + rb"(\s+vertex\s+)" + POINT + rb"\s+vertex\s+" + POINT
    + rb"(\s+endloop\s+endfacet\s+facet\s+normal\s+)"
)  # fmt: skip
"""A facet up to the numbers of the next one, with the words between numbers."""
EDGE, NUMBERS = 512, b"0123456789+-.e \t\n"
"""Bytes of a facet or more, and bytes of numbers and between them."""
FOLLOWING = {
    FACET: (NORMAL, OUTER), NORMAL: (OUTER,), OUTER: (LOOP,), LOOP: (VERTEX,),
    VERTEX: (VERTEX, ENDLOOP), ENDLOOP: (ENDFACET, OUTER), ENDFACET: (FACET, ENDSOLID, SOLID),
    SOLID: (FACET, ENDSOLID, SOLID), ENDSOLID: (FACET, SOLID),
}  # fmt: skip
"""Keyword -> permitted next ones."""
BEGIN = re.compile(rb"(?m)solid(?!\S)[^\n]*?(?=\bfacet\s+normal\b|$)")
END = re.compile(rb"(?m)end ?solid(?!\S)[^\n]*?(?=\bfacet\s+normal\b|$)")
"""The rest of a line that begins or ends a solid, with its name; in lower case."""


def read_solids(folder, data: bytes) -> list[Part]:
    """Reads a text of solids; returns a part, or several, of each. Raises ModelError."""
    text = decode(folder.path, data)
    try:
        numbers = parse_numbers(folder.path, text, _coder(text))
    except BadToken as error:
        raise _word_error(folder.path, error) from None
    with np.errstate(invalid="ignore"):
        at = np.flatnonzero((numbers >= CODE) & (numbers < CODE + len(KEYWORDS)))
    keywords = (numbers[at] - CODE).astype(np.int64)
    _check_order(folder.path, text, numbers, at, keywords)
    if keywords[-1] != ENDSOLID:
        folder.warn("its last solid has no endsolid: the file may be cut")
    return _solids(folder, numbers, at, keywords)


def _coded(text):
    """The text with numbers for keywords, which are in lower or upper case; its lines stay."""
    text = END.sub(_code(ENDSOLID), text.lower())
    text = BEGIN.sub(_code(SOLID), text)
    for index, word in enumerate(KEYWORDS[: VERTEX + 1]):
        text = text.replace(word.encode(), _code(index))
    return text


def _coder(text):
    """Returns `_coded`, faster for facets that are spaced as the first one."""
    found = FIRST_FACET.search(text[:4096].lower())
    # Longer ones first: one may be the end of another.
    pieces = sorted(found.groups() if found else (), key=len, reverse=True)
    pieces = [(piece, _coded(piece)) for piece in pieces]

    def coded(lines):
        lines = lines.lower()
        for piece, code in pieces:
            lines = lines.replace(piece, code)
        # The ends have parts of pieces; if nothing is left between, the words are found.
        first, last = lines.find(b"\n", EDGE) + 1, lines.rfind(b"\n", 0, -EDGE) + 1
        middle = lines[first:last]
        if not pieces or middle.translate(None, NUMBERS):
            return _coded(lines)
        return _coded(lines[:first]) + middle + _coded(lines[max(first, last) :])

    return coded


def _code(keyword):
    return b" %d " % (CODE + keyword)


def _check_order(path, text, numbers, at, keywords):
    """Raises ModelError for the first keyword or number that is out of order."""
    allowed = np.zeros((len(KEYWORDS), len(KEYWORDS)), dtype=bool)
    for keyword, following in FOLLOWING.items():
        allowed[keyword, list(following)] = True
    ends = np.append(at[1:], len(numbers))
    given = ends - at - 1
    stated = np.where((keywords == VERTEX) | ((keywords == NORMAL) & (given > 0)), 3, 0)
    wrong = given != stated
    wrong[:-1] |= ~allowed[keywords[:-1], keywords[1:]]
    if not len(at) or at[0] != 0 or keywords[0] not in (SOLID, FACET):
        raise text_error(path, 1, "found a number or a word of a facet, expected 'solid'")
    if keywords[-1] not in (ENDSOLID, ENDFACET, SOLID):
        wrong[-1] = True
    if not wrong.any():
        return
    coded, index = _coded(text), int(np.flatnonzero(wrong)[0])
    keyword = KEYWORDS[keywords[index]]
    line = line_at(coded, word_offset(coded, int(at[index])))
    if given[index] != stated[index]:
        end = " and the end of the file" if index + 1 == len(at) else ""
        raise text_error(
            path,
            line,
            f"found {given[index]} numbers{end} after '{keyword}', expected {stated[index]}",
        )
    expected = " or ".join(f"'{KEYWORDS[word]}'" for word in FOLLOWING[keywords[index]])
    if index + 1 == len(at):
        raise text_error(path, line, f"ends within a solid, after '{keyword}', {expected} expected")
    line = line_at(coded, word_offset(coded, int(at[index + 1])))
    raise text_error(path, line, f"found '{KEYWORDS[keywords[index + 1]]}', expected {expected}")


def _word_error(path, error):
    """The error of a word that is neither a keyword nor a number."""
    if not re.match(rb"[a-z]", error.word):
        return bad_token_error(path, error)
    reason = f"found {shown(error.word)}, expected a number or a word of STL"
    return text_error(path, error.line, reason)


def _solids(folder, numbers, at, keywords):
    """The parts of all solids."""
    vertices = keywords == VERTEX
    positions = numbers[at[vertices][:, None] + (1, 2, 3)]
    before = np.cumsum(vertices)  # vertices up to each keyword
    opening, closing = np.flatnonzero(keywords == LOOP), np.flatnonzero(keywords == ENDLOOP)
    counts = before[closing] - before[opening]
    bounds = np.flatnonzero(keywords == SOLID)
    if len(bounds) > MAX_MESHES:
        raise ModelError(f"{folder.path} has more than {MAX_MESHES} solids")
    loops = np.searchsorted(opening, bounds)
    parts = []
    for start, end in zip([0, *loops.tolist()], [*loops.tolist(), len(opening)], strict=True):
        if start < end:
            first, last = before[opening[start]], before[closing[end - 1]]
            part = Part(positions[first:last], np.zeros((0, 3), np.int64))
            corners = np.arange(last - first)
            parts += polygon_parts(folder, part, corners, counts[start:end])
    if not parts and not len(opening):
        raise ModelError(f"{folder.path} cannot be read as a model: holds no triangles")
    return parts
