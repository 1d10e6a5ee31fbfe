"""Checks and parts of OBJ files that trimesh ignores: damage, points and lines."""

from __future__ import annotations

import re
from itertools import pairwise

import numpy as np

from softgl.models.files.errors import ModelError
from softgl.models.files.limits import check_size


def check_obj(path, data: bytes) -> None:
    """Raises ModelError for the first damaged line of an OBJ file.

    Damaged are a vertex of fewer than three numbers, a face of fewer than three corners, and a
    reference to a missing vertex.
    """
    vertices = len(re.findall(rb"(?m)^[ \t]*v[ \t]", data))
    before = 0
    for number, line in enumerate(data.splitlines(), 1):
        words = line.split()
        if not words or words[0] not in (b"v", b"f"):
            continue
        before += words[0] == b"v"
        problem = (
            _vertex_problem(words) if words[0] == b"v" else _face_problem(words, vertices, before)
        )
        if problem:
            raise ModelError(f"{path} cannot be read as a model: line {number}: {problem}")


def _vertex_problem(words):
    numbers = words[1:]
    if len(numbers) < 3:
        return f"a vertex has three coordinates, not {len(numbers)}"
    for word in numbers[:3]:
        try:
            float(word)
        except ValueError:
            return f"{_shown(word)} is not a number"
    return None


def _face_problem(words, vertices, before):
    corners = words[1:]
    if len(corners) < 3:
        return f"a face has at least three corners, not {len(corners)}"
    for corner in corners:
        try:
            index = int(corner.partition(b"/")[0])
        except ValueError:
            return f"{_shown(corner)} is not a corner of a face"
        # A negative index counts back from the last vertex before the line.
        if not (1 <= index <= vertices or -before <= index < 0):
            return f"vertex {index} does not exist: the file has {vertices}"
    return None


def _shown(word):
    return repr(word[:20].decode("ascii", "replace"))


def obj_wires(path, data: bytes) -> tuple[np.ndarray, list[np.ndarray]] | None:
    """Reads the lines and points of an OBJ file, which trimesh ignores; None if it has none.

    Returns the file's vertices (n, 3), and elements: lines (m, 2) and points (m, 1). Raises
    ModelError.
    """
    statements = re.findall(rb"(?m)^[ \t]*([lp])[ \t]+([^\r\n]*)", data)
    if not statements:
        return None
    texts = re.findall(rb"(?m)^[ \t]*v[ \t]+(\S+)[ \t]+(\S+)[ \t]+(\S+)", data)
    try:
        vertices = np.array(texts, dtype=np.float64).reshape(-1, 3)
        chains = [
            (kind, [int(word.partition(b"/")[0]) for word in text.partition(b"#")[0].split()])
            for kind, text in statements
        ]
    except ValueError as error:
        raise ModelError(f"{path} cannot be read as a model: {error}") from None
    check_size(path, len(vertices), sum(len(chain) for _, chain in chains))
    lines = [pair for kind, chain in chains if kind == b"l" for pair in pairwise(chain)]
    points = [[index] for kind, chain in chains if kind == b"p" for index in chain]
    found = []
    for corners, width in ((lines, 2), (points, 1)):
        elements = np.array(corners, dtype=np.int64).reshape(-1, width)
        elements = np.where(elements < 0, elements + len(vertices), elements - 1)
        if elements.size and not 0 <= elements.min() <= elements.max() < len(vertices):
            raise ModelError(f"{path} is damaged: a line refers to a missing vertex")
        found += [elements] if elements.size else []
    return vertices, found
