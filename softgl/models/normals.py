"""Computes normals for meshes without normals."""

from __future__ import annotations

import numpy as np

# A corner is sharp if its face deviates from the mean normal by more than 30 degrees, as at an edge
# of 60 degrees between two equal faces.
CREASE_COSINE = 0.8660254


@np.errstate(over="ignore", invalid="ignore")  # a model of such a size is refused later
def smooth_normals(positions, triangles, copies=1):
    """Computes area-weighted normals, smooth except at sharp edges.

    positions : (n, 3) float64. triangles : (m, 3) integers. copies : the number of equal, separate
        meshes that the arrays hold one after the other.

    Returns (source, triangles, normals): the old vertex of each new one (k,), the new triangles
    (m, 3), and unit normals (k, 3). Vertices at equal positions share their normal, so that seams
    of a texture are invisible. A sharp corner gets its own vertex with its face's normal, and does
    not contribute to the shared normal.
    """
    first, second, third = (positions[triangles[:, i]] for i in range(3))
    face = _cross(second - first, third - first)  # its length is twice the area
    direction = unit(face)
    place, places = _places(positions, copies)
    corners = place[triangles]
    mean = unit(_totals(corners, np.repeat(face[:, None], 3, axis=1), places))
    sharp = _dot(mean[corners], direction[:, None]) < CREASE_COSINE
    shared = _totals(corners, np.where(sharp[..., None], 0.0, face[:, None]), places)
    fresh = np.cumsum(sharp.reshape(-1)).reshape(-1, 3) - 1 + len(positions)
    owners = np.nonzero(sharp)[0]
    source = np.concatenate([np.arange(len(positions)), triangles[sharp]])
    normals = np.concatenate([unit(shared)[place], direction[owners]])
    return source, np.where(sharp, fresh, triangles), normals


def unit(vectors):
    """Normalises vectors (n, 3); (0, 0, 1) for vectors without a direction."""
    # The division by the largest component keeps the squares from overflow and underflow.
    largest = np.abs(vectors).max(axis=-1, keepdims=True)
    none = ~(largest > 0.0)
    vectors = np.where(none, (0.0, 0.0, 1.0), vectors / np.where(none, 1.0, largest))
    return vectors / np.sqrt(_dot(vectors, vectors))[..., None]


def _totals(places, vectors, count):
    """Sums vectors of corners (m, 3, 3) by the places of the corners (m, 3): (count, 3)."""
    # bincount adds in the order of its input: the same bits everywhere.
    columns = vectors.reshape(-1, 3).T
    return np.stack([np.bincount(places.reshape(-1), c, count) for c in columns], axis=-1)


def _places(positions, copies):
    """Numbers the places of vertices, equal for equal positions; returns them and their count.

    Vertices of different copies have different places.
    """
    bits = (positions + 0.0).astype(np.float64).view(np.uint64)  # -0 becomes 0
    key = np.repeat(np.arange(copies, dtype=np.uint64), len(positions) // copies)
    copy = key
    for column in bits.T:
        key = (key ^ column) * np.uint64(0x9E3779B97F4A7C15)
        key ^= key >> np.uint64(32)  # floats of few digits differ only in their upper bits
    first, place = _numbered(key)
    same = np.array_equal(positions[first][place], positions)
    if not same or not np.array_equal(copy[first][place], copy):  # a collision of keys
        columns = np.column_stack([copy, positions])
        _, first, place = np.unique(columns, axis=0, return_index=True, return_inverse=True)
    return place.reshape(-1), len(first)


def _numbered(keys):
    """Numbers keys (n,) in their order; returns the index of one of each number, and the numbers.

    `np.unique` with its indices needs a stable sort, which takes several times as long.
    """
    order = np.argsort(keys)
    ordered = keys[order]
    starts = np.concatenate([[True], ordered[1:] != ordered[:-1]])
    numbers = np.empty(len(keys), dtype=np.int64)
    numbers[order] = np.cumsum(starts) - 1
    return order[starts], numbers


def _cross(a, b):
    ax, ay, az = a.T
    bx, by, bz = b.T
    return np.stack([ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx], axis=-1)


def _dot(a, b):
    return a[..., 0] * b[..., 0] + a[..., 1] * b[..., 1] + a[..., 2] * b[..., 2]
