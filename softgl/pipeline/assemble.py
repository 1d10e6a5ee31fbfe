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
    """Each quad a b c d as the triangles a b c and a c d, as Mesa's glBegin and glDrawArrays do."""
    a, b, c, d = corners
    return np.stack([a, b, c, a, c, d], axis=1).reshape(-1, 3)


def _quad_list(n):
    return _quads(np.arange(n - n % 4, dtype=np.int32).reshape(-1, 4).T)


def _quad_strip(n):
    a = np.arange(0, n - 3, 2, dtype=np.int32)
    return _quads([a, a + 1, a + 3, a + 2])


def _corner_of_second(corner):
    """A corner of the second triangle of each pair, for both."""
    return lambda triangles: np.repeat(triangles[1::2, corner], 2)


# mode: (the fewest vertices that draw, vertex count -> (triangles, 3) vertex numbers, those
# triangles -> the vertex of each that gives flat values: OpenGL 2.1, table 2.12, and how many
# triangles a primitive has, 0 for all). Quad i of a strip takes vertex 2i + 2, its corner c.
MODES = {
    "triangles": (3, _triangles, lambda t: t[:, 2], 1),
    "triangle_strip": (3, _strip, lambda t: t[:, 2], 1),
    "triangle_fan": (3, _fan, lambda t: t[:, 2], 1),
    "quads": (4, _quad_list, _corner_of_second(2), 2),
    "quad_strip": (4, _quad_strip, _corner_of_second(1), 2),
    "polygon": (3, _fan, lambda t: t[:, 0], 0),
}


def assemble(mode: str, count: int, indices=None) -> tuple[np.ndarray, np.ndarray]:
    """The triangles of `count` vertices drawn as `mode`.

    Returns ((n, 3) int32 vertex numbers in winding order, (n, 2) int32 origins: the provoking
    vertex and the number of the primitive).
    `indices` (uint32) translate positions in the sequence to vertex numbers.
    """
    fewest, split, provoking, pieces = MODES[mode]
    count = len(indices) if indices is not None else count
    if count < fewest:
        return np.zeros((0, 3), np.int32), np.zeros((0, 2), np.int32)
    triangles = split(count)
    flat = provoking(triangles)
    # NV_fragment_program4, 2.X.3.2: "For QUADS and QUAD_STRIP primitives that are decomposed into
    # triangles, the primitive ID is incremented after each complete quad is processed. For POLYGON
    # primitives, the primitive ID counter is zero."
    numbers = np.arange(len(triangles), dtype=np.int32) // (pieces or len(triangles))
    if indices is not None:
        vertices = indices.astype(np.int32)
        triangles, flat = vertices[triangles], vertices[flat]
    return triangles, np.stack([flat, numbers], axis=1)
