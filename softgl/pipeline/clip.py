"""Clipping against the view volume and clip planes.

Few shapes cross it, so this stage is arrays on the host for both machines: float32 addition,
multiplication and division, element by element, the same bits everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce

import numpy as np

from softgl.ir.program import Binding
from softgl.pipeline.keys import VertexKey
from softgl.pipeline.vertex import PLANES, Vertices, grown

POSITION = Binding("vertex.position")
NEAR_AND_FAR = PLANES[4].bit | PLANES[5].bit


@dataclass(frozen=True)
class ClipPlane:
    """A clip plane: a row of the vertices says how far inside they are."""

    row: int
    bit: int

    def distance(self, rows):
        return rows[self.row]


def with_clip_planes(vertices: Vertices, key: VertexKey, stream, state):
    """Vertices with the distances from and codes of the clip planes in use, and all planes.

    stream, state : the VertexStream and the PrimitiveState of the draw call.
    """
    planes = PLANES[:4] if state.depth_clamp else PLANES
    if state.depth_clamp:
        vertices.codes &= np.uint32(~NEAR_AND_FAR & 0xFFFFFFFF)
    own = []
    for number, equation in state.clip_planes:
        if equation is None:
            row = key.row(Binding("result.clip", (number,)))
        else:
            row = len(vertices.rows)
            distances = _plane_distances(stream, equation, vertices.rows.shape[1])
            vertices.rows = np.concatenate([vertices.rows, distances[None]])
        own.append(ClipPlane(row, 1 << (len(PLANES) + number)))
        outside = ~(vertices.rows[row] >= 0)
        vertices.codes[outside] |= np.uint32(own[-1].bit)
    return vertices, (*planes, *own)


def _plane_distances(stream, equation, stride):
    """The product of a plane and each vertex.position, float32."""
    position = stream.values(POSITION)
    result = np.zeros(stride, np.float32)
    with np.errstate(all="ignore"):
        for axis in range(4):
            result[: stream.count] += position[:, axis] * np.float32(equation[axis])
    return result


@dataclass
class Assembled:
    """Points, lines or triangles on their way through clipping.

    corners : (n, 1 ... 3) int32 vertices. origins : (n, 2) int32, as `assemble` gives them.
    edges : (n, 3) which edges of triangles are outlines of polygons; None where no one asks.
    """

    corners: np.ndarray
    origins: np.ndarray
    edges: np.ndarray | None = None

    def __getitem__(self, which) -> Assembled:
        edges = None if self.edges is None else self.edges[which]
        return Assembled(self.corners[which], self.origins[which], edges)

    def __len__(self):
        return len(self.corners)


def clip(vertices: Vertices, shapes: Assembled, planes=PLANES, linear=()):
    """Shapes with what lies outside the planes cut off.

    planes : each has `bit` and `distance`, as `vertex.Plane`; `vertices.codes` has their bits.
    linear : rows of vertices that are linear in the window instead of in clip coordinates.
    Returns (vertices, shapes): new vertices follow the old ones, the pieces of a triangle stand in
    its place, and what is wholly outside is gone.
    """
    codes = list(vertices.codes[shapes.corners.T])
    kept = reduce(np.bitwise_and, codes) == 0
    crossed = reduce(np.bitwise_or, codes)
    if not crossed[kept].any():
        return vertices, shapes[kept]
    whole = kept & (crossed == 0)
    cut = np.flatnonzero(kept & (crossed != 0))
    cutter = _Cutter(vertices, planes, linear)
    divide = cutter.lines if shapes.corners.shape[1] == 2 else cutter.polygons
    pieces, owner = divide(shapes[cut], crossed[cut])
    # Pieces are sorted back among the whole shapes, so that the order of submission holds.
    order = np.concatenate([np.flatnonzero(whole), cut[owner]])
    sort = np.argsort(order, kind="stable")
    corners = np.concatenate([shapes.corners[whole], pieces.corners])[sort]
    edges = None
    if shapes.edges is not None:
        edges = np.concatenate([shapes.edges[whole], pieces.edges])[sort]
    return cutter.vertices, Assembled(corners, shapes.origins[order[sort]], edges)


class _Cutter:
    """Cuts shapes, and keeps the vertices that this makes."""

    def __init__(self, vertices, planes, linear):
        self.vertices = vertices
        self._planes = planes
        self._linear = np.array(linear, np.int64)

    def _distances(self, plane):
        with np.errstate(all="ignore"):
            return plane.distance(self.vertices.rows)

    def _crossings(self, outer, inner, distances):
        """New vertices where edges cross a plane.

        Always from the outer vertex to the inner, so that two triangles that share the edge get
        the same vertex, bit for bit. Mesa goes this way too, and then coverage is the same.
        """
        with np.errstate(all="ignore"):
            near, far = distances[inner], distances[outer]
            share = far / (far - near)
            first = self.vertices.count
            self.vertices = vertices = grown(self.vertices, len(inner))
            start, end = vertices.rows[:, outer], vertices.rows[:, inner]
            fresh = start + (end - start) * share
            if len(self._linear):
                # x/w of the new vertex lies between those of the others at this share.
                share = share * end[3] / fresh[3]
                start, end = start[self._linear], end[self._linear]
                fresh[self._linear] = start + (end - start) * share
            vertices.rows[:, first : vertices.count] = fresh
        return np.arange(first, vertices.count)

    def lines(self, shapes, crossed):
        """The part of each line inside all planes: (shapes, (m,) number of the line)."""
        ends = shapes.corners.astype(np.int64)
        alive = np.ones(len(ends), bool)
        for plane in self._planes:
            rows = np.flatnonzero((crossed & plane.bit != 0) & alive)
            if not len(rows):
                continue
            distances = self._distances(plane)
            inside = distances[ends[rows]] >= 0
            alive[rows] = inside.any(axis=1)
            for end in (0, 1):
                moved = inside[:, 1 - end] & ~inside[:, end]
                which = rows[moved]
                ends[which, end] = self._crossings(
                    ends[which, end], ends[which, 1 - end], distances
                )
        owner = np.flatnonzero(alive)
        return Assembled(ends[owner].astype(np.int32), shapes.origins[owner]), owner

    def polygons(self, shapes, crossed):
        """The part of each triangle inside all planes: (triangles, (m,) number of the triangle).

        Sutherland and Hodgman's algorithm for all of them at once, plane by plane.
        """
        corners = np.zeros((len(shapes), 3 + len(self._planes)), np.int64)
        corners[:, :3] = shapes.corners
        edges = np.zeros(corners.shape, bool)
        if shapes.edges is not None:
            edges[:, :3] = shapes.edges
        sizes = np.full(len(shapes), 3)
        for plane in self._planes:
            rows = np.flatnonzero(crossed & plane.bit)
            if len(rows):
                corners[rows], edges[rows], sizes[rows] = self._half(
                    corners[rows], edges[rows], sizes[rows], self._distances(plane)
                )
        return _fan(corners, edges, sizes, shapes)

    def _half(self, polygons, edges, sizes, distances):
        """The part of each polygon on the inner side of a plane; distances : of every vertex."""
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
        fresh[crossing] = self._crossings(outer, inner, distances)
        # Each corner gives itself if it is inside, then the crossing of the edge that leaves it.
        given = np.stack([np.where(inside, polygons, -1), np.where(crossing, fresh, -1)], axis=2)
        given = given.reshape(len(polygons), -1)
        order = np.argsort(given < 0, axis=1, kind="stable")[:, : polygons.shape[1]]
        packed = np.take_along_axis(given, order, 1)
        # OpenGL 2.1, 2.12: "edges introduced by clipping are flagged as boundary", and "original
        # edges of the polygon that become cut off at these vertices retain their original flags".
        flags = np.stack([edges, edges | inside], axis=2).reshape(len(polygons), -1)
        flags = np.take_along_axis(flags, order, 1)
        return np.maximum(packed, 0), flags, (given >= 0).sum(axis=1)


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
    corners = np.concatenate(pieces)[sort].astype(np.int32)
    return Assembled(corners, shapes.origins[owner], edges), owner
