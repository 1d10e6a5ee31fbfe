"""Splits polygons into triangles."""

from __future__ import annotations

import numpy as np

from softgl.models.parts.ears import Ears

CHUNK_CORNERS = 1 << 20
"""Corners of the polygons that are split in one step, which bounds the memory of temporaries."""
MAX_TURNED_CORNERS = 12
"""Corners of polygons for which fans from all corners are tried before ears are clipped."""
FLATNESS = 1e-10
"""The square of the distance of a flat quad's diagonals, in parts of the longer one."""
AREA_ERROR = -1e-12
"""The least area of a triangle of a fan, in parts of its polygon: rounding may give a negative one.
"""


def triangulate(positions, corners, counts) -> tuple[np.ndarray, np.ndarray]:
    """Splits polygons into triangles of the same winding, polygon by polygon.

    positions : (n, 3) floats. corners : (k,) integers 0 to n - 1, the vertex of each corner,
    polygon after polygon. counts : (p,) integers, the corners of each polygon, k together.

    Returns (triangles, polygons): (m, 3) int64 indices into `corners`, and (m,) int64 indices into
    `counts`. A polygon of c corners gives c - 2 triangles; one of fewer than 3 gives none. A flat
    convex polygon becomes a fan at its first corner. A quad that is not flat is split along its
    shorter diagonal. A concave polygon is split within its outline, as seen along its mean normal.
    Polygons without area, with repeated corners or that cross themselves give triangles without
    further meaning.
    """
    counts = np.asarray(counts, dtype=np.int64)
    made = np.maximum(counts - 2, 0)
    polygons = np.repeat(np.arange(len(counts)), made)
    if (counts == 3).all():
        return np.arange(3 * len(counts)).reshape(-1, 3), polygons
    positions, corners = np.asarray(positions), np.asarray(corners)
    starts, rows = np.cumsum(counts) - counts, np.cumsum(made) - made
    triangles = np.empty((len(polygons), 3), dtype=np.int64)
    ears = Ears()
    for count, chosen in _groups(counts):
        first = starts[chosen]
        fan = _fan(count)
        if count == 3:
            split = fan[None]
        else:
            within = _normalised(positions[corners[first[:, None] + np.arange(count)]])
            split = _split_quads(within, fan) if count == 4 else _split_large(within, fan, ears)
        target = rows[chosen][:, None] + np.arange(count - 2)
        triangles[target] = split + first[:, None, None]
    return triangles, polygons


def _groups(counts):
    """Gives (c, indices of polygons of c corners), all of them in chunks, for each c above 2."""
    order = np.argsort(counts, kind="stable")
    sizes, begins = np.unique(counts[order], return_index=True)
    for size, group in zip(sizes.tolist(), np.split(order, begins[1:]), strict=True):
        step = max(CHUNK_CORNERS // max(size, 1), 1)
        for begin in range(0, len(group) if size > 2 else 0, step):
            yield size, group[begin : begin + step]


def _fan(count, apex=0):
    """The triangles (count - 2, 3) of a fan at the corner `apex`."""
    rest = np.arange(1, count - 1)
    return (np.stack([np.zeros_like(rest), rest, rest + 1], axis=1) + apex) % count


def _normalised(points):
    """Moves and scales polygons (p, c, 3): the first corner is 0, the largest component is 1."""
    with np.errstate(over="ignore", invalid="ignore"):
        points = points.astype(np.float64)
        points -= points[:, :1].copy()
        largest = np.abs(points).max(axis=(1, 2), keepdims=True)
        return points / np.where(largest > 0.0, largest, 1.0)


def _split_quads(points, fan):
    """Splits quads (p, 4, 3), normalised: (p, 2, 3) corners."""
    with np.errstate(invalid="ignore"):
        first, second = points[:, 2], points[:, 3] - points[:, 1]  # the diagonals; corner 0 is 0
        normal = _cross(first, second)
        inner, other = ((_fan_areas(points, normal, at) > 0.0).all(axis=1) for at in (0, 1))
        distance = _dot(points[:, 1], normal)  # of the diagonals, times the length of `normal`
        lengths = _dot(first, first), _dot(second, second)
        limit = FLATNESS * _dot(normal, normal) * np.maximum(*lengths)
        bent = inner & other & (distance * distance > limit) & (lengths[1] < lengths[0])
    turned = bent | (other & ~inner)
    return np.where(turned[:, None, None], _fan(4, 1), fan)


def _split_large(points, fan, ears):
    """Splits polygons (p, c, 3) of more than 4 corners, normalised: (p, c - 2, 3) corners."""
    count = points.shape[1]
    with np.errstate(invalid="ignore"):
        normal = _newell(points)
        least = AREA_ERROR * _dot(normal, normal)[:, None]
        areas = _fan_areas(points, normal, 0)
        left = np.nonzero((areas < least).any(axis=1))[0]  # without polygons that are not finite
        split = np.broadcast_to(fan, (len(points), *fan.shape))
        if not len(left):
            return split
        split = split.copy()
        for apex in range(1, count if count <= MAX_TURNED_CORNERS else 0):
            areas = _fan_areas(points[left], normal[left], apex)
            inside = (areas >= least[left]).all(axis=1)
            split[left[inside]] = _fan(count, apex)
            left = left[~inside]
    for index in left.tolist():
        split[index] = ears.clip(points[index], normal[index]) or fan
    return split


def _fan_areas(points, normal, apex):
    """The areas (p, c - 2) of the triangles of fans, signed, times twice the length of `normal`."""
    spokes = np.roll(points - points[:, apex : apex + 1], -apex, axis=1)[:, 1:]
    return _dot(_cross(spokes[:, :-1], spokes[:, 1:]), normal[:, None])


def _newell(points):
    """Newell's normals (p, 3) of polygons whose first corner is 0: twice their areas."""
    # cumsum adds in the order of its input: the same bits everywhere.
    return np.cumsum(_cross(points[:, 1:-1], points[:, 2:]), axis=1)[:, -1]


def _cross(a, b):
    ax, ay, az = np.moveaxis(a, -1, 0)
    bx, by, bz = np.moveaxis(b, -1, 0)
    return np.stack([ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx], axis=-1)


def _dot(a, b):
    return a[..., 0] * b[..., 0] + a[..., 1] * b[..., 1] + a[..., 2] * b[..., 2]
