"""Clipping against the clip volume.

Few shapes cross it, so this stage is arrays on the host for both machines: float32 addition,
multiplication and division, element by element, the same bits everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce

import numpy as np

from softgl.pipeline.clip_volume import VIEW_VOLUME, HalfSpace
from softgl.pipeline.vertex import Vertices, grown

FAR_AWAY = np.float32(2.0**16)  # in units of w: beyond, float32 is too coarse a ruler


@dataclass
class Assembled:
    """Points, lines or triangles on their way through clipping.

    corners : (n, 1 ... 3) int32 vertices. origins : (n, 2) int32, as `assemble` gives them.
    edges : (n, 3) which edges of triangles are outlines of polygons. None where no one asks.
    """

    corners: np.ndarray
    origins: np.ndarray | None
    edges: np.ndarray | None = None

    def __getitem__(self, which) -> Assembled:
        return Assembled(
            self.corners[which],
            *(None if of is None else of[which] for of in (self.origins, self.edges)),
        )

    def __len__(self):
        return len(self.corners)


def clip(vertices: Vertices, shapes: Assembled, volume=VIEW_VOLUME, linear=()):
    """Shapes with what lies outside the clip volume cut off.

    volume : the half-spaces that cut; `vertices.codes` has their bits, and perhaps others.
    linear : rows of vertices that are linear in the window instead of in clip coordinates.
    Returns (vertices, shapes): new vertices follow the old ones, the pieces of a triangle stand in
    its place, and what is wholly outside is gone.
    """
    if vertices.codes[: vertices.count].max(initial=0):
        vertices, shapes = _cut(vertices, shapes, volume, linear)
    # What is inside and has no positive w is (0, 0, z, 0): the eye itself, from where a shape has
    # no extent in the window. And where coordinates were not finite, neither are new vertices.
    positive = vertices.rows[3, : vertices.count] > 0
    if not positive.all():
        shapes = shapes[positive[shapes.corners].all(axis=1)]
    return vertices, shapes


def _cut(vertices, shapes, volume, linear):
    codes = list(vertices.codes[shapes.corners.T])
    kept = reduce(np.bitwise_and, codes) == 0
    crossed = reduce(np.bitwise_or, codes) & np.uint32(sum(half.bit for half in volume))
    if not crossed[kept].any():
        return vertices, shapes[kept]
    whole = kept & (crossed == 0)
    cut = np.flatnonzero(kept & (crossed != 0))
    cutter = _Cutter(vertices, shapes[cut], volume, linear)
    pieces, owner = cutter.pieces(crossed[cut])
    # Pieces are sorted back among the whole shapes, so that the order of submission holds.
    order = np.concatenate([np.flatnonzero(whole), cut[owner]])
    sort = np.argsort(order, kind="stable")
    corners = np.concatenate([shapes.corners[whole], pieces.corners])[sort]
    edges = None
    if shapes.edges is not None:
        edges = np.concatenate([shapes.edges[whole], pieces.edges])[sort]
    origins = None if shapes.origins is None else shapes.origins[order[sort]]
    return cutter.vertices, Assembled(corners, origins, edges)


class _Cutter:
    """Cuts shapes, and keeps the vertices that this makes.

    rows : the vertices of the shapes, then the new ones, (rows, m) float32; corners count in them.
    """

    def __init__(self, vertices, shapes, volume, linear):
        self._before = vertices
        self._used, corners = np.unique(shapes.corners, return_inverse=True)
        self.rows = vertices.rows[:, self._used]
        self._shapes = shapes
        self._corners = corners.reshape(shapes.corners.shape)
        self._volume = volume
        self._linear = np.array(linear, np.int64)

    def pieces(self, crossed):
        """What is left of the shapes: (shapes, (m,) number of the shape); crossed : their codes.

        The numbers of the corners are those of `vertices`.
        """
        divide = self._lines if self._corners.shape[1] == 2 else self._polygons
        pieces, owner = divide(crossed)
        used = len(self._used)
        numbers = np.append(self._used, np.arange(self.rows.shape[1] - used) + self._before.count)
        pieces.corners = numbers[pieces.corners].astype(np.int32)
        return pieces, owner

    @property
    def vertices(self) -> Vertices:
        """The vertices from before with the new ones after them."""
        fresh = self.rows[:, len(self._used) :]
        first, result = self._before.count, grown(self._before, fresh.shape[1])
        result.rows[:, first : result.count] = fresh
        return result

    def _crossings(self, half_space, outer, inner, distances):
        """New vertices where edges cross a boundary.

        Always from the end that is nearer to it, so that two triangles that share the edge
        get the same vertex, bit for bit. Mesa does this too, and then coverage is the same.
        """
        with np.errstate(all="ignore"):
            nearer = np.abs(distances[inner]) < np.abs(distances[outer])
            first, second = np.where(nearer, inner, outer), np.where(nearer, outer, inner)
            start, end = self.rows[:, first], self.rows[:, second]
            share = distances[first] / (distances[first] - distances[second])
            # OpenGL 2.1, 2.12: the other side of a clip plane gets the same vertex, half-way too.
            middle = (start + end) * np.float32(0.5)
            fresh = np.where(share == 0.5, middle, start + (end - start) * share)
            fresh = self._between(start, end, share, fresh)
            largest = np.maximum(np.abs(start[:4]), np.abs(end[:4])).max(axis=0)
            coarse = ~(largest <= np.abs(fresh[3]) * FAR_AWAY)
            if coarse.any():
                fresh[:, coarse] = self._fine(half_space, start[:, coarse], end[:, coarse])
        before = self.rows.shape[1]
        self.rows = np.concatenate([self.rows, fresh], axis=1)
        return np.arange(before, self.rows.shape[1])

    def _fine(self, half_space, start, end):
        """The same for ends so far apart that the view volume is nothing beside them."""
        start, end = start.astype(np.float64), end.astype(np.float64)
        near, far = half_space.distance(start), half_space.distance(end)
        share = near / (near - far)
        fresh = start + (end - start) * share
        half_space.put_on(fresh)
        fresh[:, ~np.isfinite(far)] = np.nan
        return self._between(start, end, share, fresh)

    def _between(self, start, end, share, fresh):
        """`fresh`, new vertices at a share of the way, with their linear rows put right."""
        if len(self._linear):
            # x/w of the new vertex lies between those of the others at this share.
            share = share * end[3] / fresh[3]
            start, end = start[self._linear], end[self._linear]
            fresh[self._linear] = start + (end - start) * share
        return fresh

    def _distances(self, half_space: HalfSpace):
        with np.errstate(all="ignore"):
            return half_space.distance(self.rows)

    def _lines(self, crossed):
        """The part of each line inside the volume: (shapes, (m,) number of the line)."""
        ends = self._corners.copy()
        alive = np.ones(len(ends), bool)
        for half_space in self._volume:
            rows = np.flatnonzero((crossed & half_space.bit != 0) & alive)
            if not len(rows):
                continue
            distances = self._distances(half_space)
            inside = distances[ends[rows]] >= 0
            alive[rows] = inside.any(axis=1)
            for end in (0, 1):
                moved = inside[:, 1 - end] & ~inside[:, end]
                which = rows[moved]
                ends[which, end] = self._crossings(
                    half_space, ends[which, end], ends[which, 1 - end], distances
                )
        owner = np.flatnonzero(alive)
        return Assembled(ends[owner], None), owner

    def _polygons(self, crossed):
        """The part of each triangle inside the volume: (triangles, (m,) number of the triangle).

        Sutherland and Hodgman's algorithm for all of them at once, half-space by half-space.
        """
        shapes = self._shapes
        corners = np.zeros((len(shapes), 3 + len(self._volume)), np.int64)
        corners[:, :3] = self._corners
        edges = np.zeros(corners.shape, bool)
        if shapes.edges is not None:
            edges[:, :3] = shapes.edges
        sizes = np.full(len(shapes), 3)
        if shapes.edges is None:
            sizes[self._seen_edge_on()] = 0
        for half_space in self._volume:
            rows = np.flatnonzero(crossed & half_space.bit)
            if len(rows):
                corners[rows], edges[rows], sizes[rows] = self._half(
                    half_space, corners[rows], edges[rows], sizes[rows]
                )
        return _fan(corners, edges, sizes, shapes)

    def _seen_edge_on(self):
        """Which triangles lie in a plane with the eye: they have no area, whatever rounding says.

        Only those that are cut may go behind the eye, where rounding would become large.
        """
        x, y, w = self.rows[[0, 1, 3]].astype(np.float64)[:, self._corners.T]
        with np.errstate(all="ignore"):
            products = [
                sign * x[i] * y[(i + turn) % 3] * w[(i - turn) % 3]
                for i in range(3)
                for turn, sign in ((1, 1.0), (-1, -1.0))
            ]
            return np.abs(sum(products)) <= sum(np.abs(p) for p in products) * 2.0**-48

    def _half(self, half_space, polygons, edges, sizes):
        """The part of each polygon inside a half-space."""
        distances = self._distances(half_space)
        slots = np.arange(polygons.shape[1])
        used = slots < sizes[:, None]
        following = np.where(slots + 1 < sizes[:, None], slots + 1, 0)
        following = np.take_along_axis(polygons, following, 1)
        here, there = distances[polygons], distances[following]
        inside = used & (here >= 0)
        crossing = used & ((here >= 0) != (there >= 0))
        inner = np.where(inside, polygons, following)[crossing]
        outer = np.where(inside, following, polygons)[crossing]
        fresh = np.zeros_like(polygons)
        fresh[crossing] = self._crossings(half_space, outer, inner, distances)
        # Each corner gives itself if it is inside, then the crossing of the edge that leaves it.
        given = np.stack([np.where(inside, polygons, -1), np.where(crossing, fresh, -1)], axis=2)
        given = given.reshape(len(polygons), -1)
        order = np.argsort(given < 0, axis=1, kind="stable")[:, : polygons.shape[1]]
        packed = np.take_along_axis(given, order, 1)
        # OpenGL 2.1, 2.12: "edges introduced by clipping are flagged as boundary", and "original
        # edges of the polygon that become cut off at these vertices retain their original flags".
        flags = np.stack([edges, edges | inside], axis=2).reshape(len(polygons), -1)
        flags = np.take_along_axis(flags, order, 1)
        # A convex polygon gains one corner at most; what rounding adds to that has no extent.
        sizes = np.minimum((given >= 0).sum(axis=1), polygons.shape[1])
        return np.maximum(packed, 0), flags, sizes


def _fan(polygons, edges, sizes, shapes):
    """Convex polygons as triangles: (triangles, (m,) number of the polygon)."""
    pieces, owners, outlines = [], [], []
    for corner in range(1, polygons.shape[1] - 1):
        has = np.flatnonzero(sizes > corner + 1)
        pieces.append(polygons[has][:, [0, corner, corner + 1]])
        first = edges[has, 0] & (corner == 1)
        last = edges[has, corner + 1] & (sizes[has] == corner + 2)
        outlines.append(np.stack([first, edges[has, corner], last], axis=1))
        owners.append(has)
    owner = np.concatenate(owners)
    sort = np.argsort(owner, kind="stable")
    owner = owner[sort]
    edges = None if shapes.edges is None else np.concatenate(outlines)[sort]
    corners = np.concatenate(pieces)[sort]
    return Assembled(corners, None, edges), owner
