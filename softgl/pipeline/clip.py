"""Clipping against the view volume.

Few triangles cross it, so this stage is arrays on the host for both machines: float32 addition,
multiplication and division, element by element, the same bits everywhere.
"""

from __future__ import annotations

import numpy as np

from softgl.pipeline.vertex import PLANES, Vertices, grown


def clip_triangles(vertices: Vertices, triangles, origins):
    """Triangles with what lies outside the view volume cut off.

    triangles : (n, 3) int32. origins : (n, 2) int32, as `assemble` gives them.
    Returns (vertices, triangles, origins): new vertices follow the old ones, the pieces of a
    triangle stand in its place, and those wholly outside are gone.
    """
    codes = vertices.codes[triangles]
    kept = (codes[:, 0] & codes[:, 1] & codes[:, 2]) == 0
    crossed = codes[:, 0] | codes[:, 1] | codes[:, 2]
    if not (crossed[kept]).any():
        return vertices, triangles[kept], origins[kept]
    whole = kept & (crossed == 0)
    cut = np.flatnonzero(kept & (crossed != 0))
    polygons, sizes, vertices = _clip_polygons(vertices, triangles[cut], crossed[cut])
    # Pieces are sorted back among the whole triangles, so that the order of submission holds.
    fan, owner = _fan(polygons, sizes)
    order = np.concatenate([np.flatnonzero(whole), cut[owner]])
    every = np.concatenate([triangles[whole], fan])
    sort = np.argsort(order, kind="stable")
    return vertices, every[sort], origins[order[sort]]


def _fan(polygons, sizes):
    """Convex polygons as triangles: ((m, 3) vertices, (m,) number of the polygon)."""
    pieces, owners = [], []
    for corner in range(1, polygons.shape[1] - 1):
        has = np.flatnonzero(sizes > corner + 1)
        pieces.append(polygons[has][:, [0, corner, corner + 1]])
        owners.append(has)
    owner = np.concatenate(owners)
    sort = np.argsort(owner, kind="stable")
    return np.concatenate(pieces)[sort].astype(np.int32), owner[sort]


def _clip_polygons(vertices, triangles, crossed):
    """Sutherland and Hodgman's algorithm for all polygons at once, plane by plane.

    Returns (polygons (n, k), sizes (n,), vertices): k is 3 plus one corner for each plane.
    """
    polygons = np.zeros((len(triangles), 3 + len(PLANES)), np.int64)
    polygons[:, :3] = triangles
    sizes = np.full(len(triangles), 3)
    for plane in PLANES:
        rows = np.flatnonzero(crossed & plane.bit)
        if len(rows):
            with np.errstate(all="ignore"):
                distances = plane.distance(vertices.rows[:4])
            polygons[rows], sizes[rows], vertices = _clip_plane(
                vertices, polygons[rows], sizes[rows], distances
            )
    return polygons, sizes, vertices


def _clip_plane(vertices, polygons, sizes, distances):
    """The part of each polygon on the inner side of a plane; distances : of every vertex."""
    with np.errstate(all="ignore"):
        slots = np.arange(polygons.shape[1])
        used = slots < sizes[:, None]
        following = np.where(slots + 1 < sizes[:, None], slots + 1, 0)
        following = np.take_along_axis(polygons, following, 1)
        here, there = distances[polygons], distances[following]
        inside = used & (here >= 0)
        crossing = used & ((here >= 0) != (there >= 0))
        # Always from the outer vertex to the inner, so that two triangles that share the edge get
        # the same vertex, bit for bit. Mesa goes this way too, and then coverage is the same.
        inner = np.where(inside, polygons, following)[crossing]
        outer = np.where(inside, following, polygons)[crossing]
        near, far = distances[inner], distances[outer]
        share = far / (far - near)
        first = vertices.count
        vertices = grown(vertices, len(inner))
        start, end = vertices.rows[:, outer], vertices.rows[:, inner]
        vertices.rows[:, first : vertices.count] = start + (end - start) * share
    fresh = np.zeros_like(polygons)
    fresh[crossing] = np.arange(first, vertices.count)
    # Each corner gives itself if it is inside, then the crossing of the edge that leaves it.
    given = np.stack([np.where(inside, polygons, -1), np.where(crossing, fresh, -1)], axis=2)
    given = given.reshape(len(polygons), -1)
    order = np.argsort(given < 0, axis=1, kind="stable")
    packed = np.take_along_axis(given, order, 1)[:, : polygons.shape[1]]
    return np.maximum(packed, 0), (given >= 0).sum(axis=1), vertices
