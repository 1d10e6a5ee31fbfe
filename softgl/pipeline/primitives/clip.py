"""Clipping against the clip volume, in spans of primitives that threads share.

Most primitives are wholly inside or outside of a half-space. The others of a span are cut
half-space by half-space, all at once, by the formulas of `clip_formulas`; the rest of one takes
its place.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache, partial, reduce
from operator import or_

import numpy as np

from softgl.lanes import Engine, KernelRequest, padded
from softgl.pipeline.primitives.assemble import Assembled, new_parts
from softgl.pipeline.primitives.clip_formulas import ClipKey, clip_kernel
from softgl.pipeline.support.arena import from_arena
from softgl.pipeline.support.threads import in_threads, lanes_of_span
from softgl.pipeline.vertices.clip_volume import SIDE_HALF_SPACES, VIEW_VOLUME, HalfSpace
from softgl.pipeline.vertices.vertex import Vertices, grow
from softgl.pipeline.vertices.viewport import MAX_COORDINATE
from softgl.records import dataclass


def clip(
    engine: Engine,
    vertices: Vertices,
    primitives: Assembled,
    volume=VIEW_VOLUME,
    linear=(),
    threads=1,
) -> tuple[Vertices, Assembled]:
    """Primitives with what lies outside the clip volume cut off.

    volume : the half-spaces that cut; `vertices.codes` contains their bits, and perhaps others.
    linear : rows of vertices that are linear in the window instead of in clip coordinates.
    Returns (vertices, primitives): new vertices follow the old ones, the parts of a triangle take
    its place, and primitives wholly outside are removed. Large arrays are `from_arena`.
    """
    if vertices.are_inside:
        return vertices, primitives
    primitives = primitives.without_base()
    key = ClipKey(
        primitives.vertex_indices.shape[1],
        len(vertices.rows),
        len(volume),
        tuple(linear),
        primitives.parts,
    )
    of = _Clipping(engine, key, vertices, primitives, volume, threads > 1)
    lanes = lanes_of_span(threads, len(primitives))
    spans = [
        _Span(of, first, min(lanes, len(primitives) - first))
        for first in range(0, len(primitives), lanes)
    ]
    in_threads(threads, _Span.cut, [(span,) for span in spans])
    left, added = (
        np.cumsum([0, *counts]).tolist()
        for counts in ([span.count for span in spans], [span.added for span in spans])
    )
    result = grow(vertices, added[-1]) if added[-1] else vertices
    columns = new_parts("clipped", key.corners, left[-1], primitives.parts)
    places = zip(spans, left, added, strict=False)
    in_threads(threads, _Span.give, [(span, result, columns, *before) for span, *before in places])
    return result, Assembled(**columns)[: left[-1]]


_SIDES = reduce(or_, (half_space.bit for half_space in SIDE_HALF_SPACES))


def ignore_sides(vertices: Vertices) -> Vertices:
    """Returns vertices that the sides of the view volume do not clip; their depths still do.

    Vertices in the plane of the eye or behind it, those with a NaN, and those whose window
    coordinates are beyond MAX_COORDINATE, stay outside of the sides.
    """
    count, window = vertices.count, vertices.window
    x, y, _, w = vertices.rows[:4, :count]
    near = (np.abs(window.fixed[:count]) < MAX_COORDINATE).all(axis=1)
    near &= (w > 0) & (x == x) & (y == y)
    codes = vertices.codes.copy()
    codes[:count][near] &= ~np.uint32(_SIDES)
    return replace(vertices, codes=codes, outside=None)


@dataclass(frozen=True)
class _Clipping:
    """A clipping pass: its primitives and half-spaces; expects : True to precompile kernels."""

    engine: Engine
    key: ClipKey
    vertices: Vertices
    primitives: Assembled
    volume: tuple[HalfSpace, ...]
    expects: bool

    def precompile_cuts(self) -> None:
        """Precompiles the kernels that cut primitives."""
        if self.expects:
            for name in ("halve", "cross", "order", "give"):
                self.engine.precompile(_request(name, self.key))

    def run(self, name: str, scalars: dict, arrays: dict, count: int) -> None:
        """Runs a kernel of `clip_formulas` over a number of lanes."""
        kernel = self.engine.kernel(_request(name, self.key))
        arrays = {name: part.reshape(-1) for name, part in arrays.items()}
        kernel.run(scalars, arrays, count)


@lru_cache(maxsize=256)  # a small draw runs eight of these kernels
def _request(name: str, key: ClipKey) -> KernelRequest:
    """Returns the request of one of CLIP_KERNELS."""
    own = key.of_kernel(name)
    return KernelRequest(("clip", name, own), partial(clip_kernel, name, own))


class _Span:
    """A span of the primitives that are clipped, from `first` on.

    count : the number of primitives after clipping. added : the number of new vertices.
    """

    def __init__(self, of: _Clipping, first: int, length: int):
        self._of, self._first, self._all = of, first, length
        self._polygons = None
        self.added = 0

    def cut(self) -> None:
        """Clips the primitives of the span."""
        of = self._of
        counts = np.zeros(2, np.int32)
        self._items, cut = np.empty((2, padded(self._all + 1)), np.int32)
        arrays = {"of_vertex_indices": of.primitives.vertex_indices, "codes": of.vertices.codes,
                  "items": self._items, "cut": cut,
                  "item_count": counts[:1], "cut_count": counts[1:]}  # fmt: skip
        of.run("sort", self._place, arrays, self._all)
        self.count = int(counts[0])
        if counts[1]:
            of.precompile_cuts()
            self._polygons = _Polygons(of, cut, int(counts[1]), self._first, self._all)
            self.added = self._polygons.cut()
            self._put_in_order()

    @property
    def _place(self):
        bits = reduce(or_, (half_space.bit for half_space in self._of.volume))
        return {"first": self._first, "last": len(self._of.primitives) - 1, "bits": bits}

    def _put_in_order(self):
        """Replaces each cut primitive by its pieces, in order."""
        polygons, count = self._polygons, np.zeros(1, np.int32)
        items = np.empty(self.count + polygons.most + 1, np.int32)
        arrays = {"items": self._items, "ordered": items, "count": count,
                  "ranks": polygons.ranks, "sizes": polygons.sizes}  # fmt: skip
        scalars = self._place | {"item_last": self.count - 1}
        self._of.run("order", scalars, arrays, self.count)
        self._items, self.count = items, int(count[0])

    def give(
        self, vertices: Vertices, columns: dict, shapes_before: int, added_before: int
    ) -> None:
        """Puts the primitives and the new vertices where they belong."""
        of, polygons = self._of, self._polygons
        parts = {f"of_{name}": getattr(of.primitives, name) for name in of.primitives.parts}
        arrays = parts | {name: part[shapes_before:] for name, part in columns.items()}
        scalars = {"first_vertex": of.vertices.count + added_before, "stride": 1, "capacity": 1}
        none = np.zeros(3, np.int32)
        more = {"polygons": none, "sizes": none, "edges_left": none, "cut": none,
                "rows": np.zeros(4, np.float32)}  # fmt: skip
        if polygons is not None:
            more, scalars = polygons.arrays, scalars | polygons.strides
            place = slice(scalars["first_vertex"], scalars["first_vertex"] + self.added)
            vertices.rows[:, place] = polygons.fresh(self.added)
        scalars |= {"total": len(of.primitives), "item_last": self.count - 1}
        if self.count:
            of.run("give", scalars, arrays | more | {"items": self._items}, self.count)


class _Polygons:
    """The primitives of a span that are cut: of each the slots of a polygon, or of a line.

    Slots store numbers of vertices of `rows`. The rows begin with the corners of the cut
    primitives, `stride` vertices for each corner; the new vertices follow.
    """

    def __init__(self, of: _Clipping, cut, count, first, primitive_count):
        self._of, self._count = of, count
        self._corners = of.primitives.vertex_indices.shape[1]
        slots = self._corners + len(of.volume) * (self._corners == 3)
        stride = padded(count)
        self.strides = {"stride": stride, "capacity": (self._corners + 4) * stride}
        self.ranks = np.full(primitive_count, -1, np.int32)
        self.sizes, edges, crossed = np.zeros((3, stride), np.int32)
        self.arrays = {
            "rows": np.empty((len(of.vertices.rows), self.strides["capacity"]), np.float32),
            "polygons": np.empty((slots, stride), np.int32),
            "sizes": self.sizes, "edges_left": edges, "cut": cut,
        }  # fmt: skip
        self._crossed, self._first = crossed, first

    @property
    def most(self) -> int:
        """The largest possible number of pieces."""
        return self._count * max(1, len(self.arrays["polygons"]) - 2)

    def fresh(self, count: int) -> np.ndarray:
        """The new vertices, (rows, count)."""
        first = self._corners * self.strides["stride"]
        return self.arrays["rows"][:, first : first + count]

    def cut(self) -> int:
        """Cuts the polygons to the volume; returns the number of new vertices."""
        of = self._of
        inputs = {
            "of_vertex_indices": of.primitives.vertex_indices,
            "codes": of.vertices.codes,
            "clip": of.vertices.rows,
        }
        if of.primitives.edges is not None:
            inputs["of_edges"] = of.primitives.edges
        stride = of.vertices.rows.shape[1]
        scalars = {"first": self._first, "last": self._count - 1, "vertex_stride": stride}
        arrays = self.arrays | {"crossed": self._crossed, "ranks": self.ranks}
        of.run("begin", scalars | self.strides, inputs | arrays, self._count)
        added, crossed = 0, np.bitwise_or.reduce(self._crossed)
        for half_space in of.volume:
            if crossed & half_space.bit:
                added += self._halve(half_space, added)
        return added

    def _halve(self, half_space, added):
        """Cuts the polygons to a half-space; returns the number of new vertices."""
        room, count = self.arrays["polygons"].size + 1, np.zeros(1, np.int32)
        crossings = {
            name: from_arena(f"clip {name}", (room,), np.int32)
            for name in ("crossings", "inner", "outer")
        }
        scalars = {"row": half_space.row, "sign": half_space.sign}
        more = crossings | {"crossed": self._crossed, "count": count}
        bit = {"bit": half_space.bit}
        self._of.run("halve", scalars | bit | self.strides, self.arrays | more, self._count)
        fresh = int(count[0])
        if fresh:
            base = self._corners * self.strides["stride"] + added
            self._make_room(base + fresh)
            scalars |= {"base": base, "crossing_last": fresh - 1} | self.strides
            place = {"fresh": self.arrays["rows"].reshape(-1)[base:]}
            self._of.run("cross", scalars, self.arrays | crossings | place, fresh)
        return fresh

    def _make_room(self, vertices):
        rows, capacity = self.arrays["rows"], self.strides["capacity"]
        # Vectors go beyond the last vertex.
        if padded(vertices) + 16 > capacity:
            self.strides["capacity"] = padded(2 * vertices)
            self.arrays["rows"] = np.empty((len(rows), self.strides["capacity"]), np.float32)
            self.arrays["rows"][:, :capacity] = rows
