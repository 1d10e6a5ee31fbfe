"""Primitive assembly: the vertices of a mode as triangles."""

from __future__ import annotations

import numpy as np


def _triangles(n):
    return np.arange(n - n % 3, dtype=np.int32).reshape(-1, 3)


def _strip(n):
    first = np.arange(n - 2, dtype=np.int32)
    odd = first & 1
    return np.stack([first + odd, first + 1 - odd, first + 2], axis=1)


def _fan(n):
    second = np.arange(1, n - 1, dtype=np.int32)
    return np.stack([np.zeros_like(second), second, second + 1], axis=1)


def _quads(corners):
    """Each quad a b c d as the triangles a b d and b c d, which both end in its last vertex."""
    a, b, c, d = corners
    return np.stack([a, b, d, b, c, d], axis=1).reshape(-1, 3)


def _quad_list(n):
    return _quads(np.arange(n - n % 4, dtype=np.int32).reshape(-1, 4).T)


def _quad_strip(n):
    a = np.arange(0, n - 3, 2, dtype=np.int32)
    return _quads([a, a + 1, a + 3, a + 2])


# mode: (the fewest vertices that draw, vertex count -> (triangles, 3) vertex numbers, and which
# vertex of the primitive gives flat values: OpenGL 2.1, table 2.12). A quad strip's last vertex in
# order of specification is its third corner, so its number is found as the largest.
MODES = {
    "triangles": (3, _triangles, "last"),
    "triangle_strip": (3, _strip, "last"),
    "triangle_fan": (3, _fan, "last"),
    "quads": (4, _quad_list, "last"),
    "quad_strip": (4, _quad_strip, "largest"),
    "polygon": (3, _fan, "first"),
}


def assemble(mode: str, count: int, indices=None) -> tuple[np.ndarray, np.ndarray]:
    """The triangles of `count` vertices drawn as `mode`.

    Returns ((n, 3) int32 vertex numbers in winding order, (n,) int32 provoking vertices).
    `indices` (uint32) translate positions in the sequence to vertex numbers.
    """
    fewest, split, provoking = MODES[mode]
    count = len(indices) if indices is not None else count
    if count < fewest:
        return np.zeros((0, 3), np.int32), np.zeros(0, np.int32)
    triangles = split(count)
    if provoking == "last":
        flat = triangles[:, 2]
    elif provoking == "first":
        flat = triangles[:, 0]
    else:
        # OpenGL 2.1, table 2.12: quad i of a strip takes vertex 2i + 2 (counting from 1).
        flat = np.repeat(np.arange(3, 3 + len(triangles), 2, dtype=np.int32), 2)
    if indices is not None:
        numbers = indices.astype(np.int32)
        return numbers[triangles], numbers[flat]
    return triangles, np.ascontiguousarray(flat)
