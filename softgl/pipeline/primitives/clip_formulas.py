"""Formulas of clipping: primitives to cut, their remains, and their new vertices.

Polygons are cut by Sutherland and Hodgman's algorithm, half-space by half-space: a lane is a
polygon, and then one of the new vertices.
"""

from __future__ import annotations

from dataclasses import fields, replace
from functools import partial, reduce
from operator import and_, or_

from softgl.lanes import F32, I32, U32, Signature
from softgl.pipeline.vertices.clip_volume import EYE_BIT
from softgl.records import dataclass

MAX_EXACT_DISTANCE = 2.0**16  # in units of w: beyond, float32 is too coarse a ruler


@dataclass(frozen=True)
class ClipKey:
    """Primitives the kernels of clipping.

    corners : of primitives, 1 to 3. rows : of vertices. half_spaces : their number.
    linear : rows that are linear in the window instead of in clip coordinates.
    parts : names of the primitives' parts in `Assembled`.
    """

    corners: int
    rows: int
    half_spaces: int
    linear: tuple[int, ...]
    parts: tuple[str, ...]

    def of_kernel(self, name: str) -> ClipKey:
        """The key of one of CLIP_KERNELS, without the fields that do not shape it."""
        read = CLIP_KERNELS[name][1].split()
        return replace(self, **{f.name: None for f in fields(self) if f.name not in read})

    @property
    def slots(self) -> int:
        """Largest number of corners after clipping: a half-space adds one to a convex polygon."""
        return self.corners + (self.half_spaces if self.corners == 3 else 0)

    @property
    def pieces(self) -> int:
        """The most primitives that one becomes."""
        return max(1, self.slots - 2)


# -- the primitives that are cut -------------------------------------------------------------------


def sort_shape(m, a, index, key: ClipKey):
    """Appends a primitive to `items` if part of it may be visible, and to `cut` if not all is."""
    number = m.min(a.first + index, a.last)
    codes = _codes(m, a, number, key)
    outside, crossed = reduce(and_, codes) != 0, reduce(or_, codes)
    cut = (crossed & m.as_u32(a.bits)) != 0
    # What is inside and has no positive w is the eye.
    left = ~outside & (cut | ((crossed & EYE_BIT) == 0))
    with m.where(left):
        m.append(a.items, a.item_count, number)
    with m.where(left & cut):
        m.append(a.cut, a.cut_count, number)


def _codes(m, a, number, key):
    """The clip codes of the corners of a shape."""
    corners = [
        m.load_unchecked(a.of_vertex_indices, number * key.corners + corner)
        for corner in range(key.corners)
    ]
    return [m.load_unchecked(a.codes, corner) for corner in corners]


# -- what is left of them --------------------------------------------------------------------------


def begin_polygon(m, a, index, key: ClipKey):
    """Begins to cut a primitive as a polygon or a line: copies its corners."""
    number = m.load_unchecked(a.cut, m.min(index, a.last))
    m.scatter(a.ranks, number - a.first, index)
    m.store(a.crossed, index, m.as_i32(reduce(or_, _codes(m, a, number, key))))
    position, stores = [], []
    for corner in range(key.corners):
        vertex = m.load_unchecked(a.of_vertex_indices, number * key.corners + corner)
        rows = [m.load_unchecked(a.clip, vertex, a.vertex_stride * row) for row in range(key.rows)]
        start = a.stride * corner
        stores += [(a.rows, value, a.capacity * row + start) for row, value in enumerate(rows)]
        stores.append((a.polygons, index + start, start))
        position.append(rows[:4])
    m.store_all(index, stores)
    size = m.i32(key.corners)
    if key.corners == 3 and "edges" not in key.parts:
        size = m.select(_is_seen_edge_on(m, position), 0, size)
    m.store(a.sizes, index, size)
    if "edges" in key.parts:
        m.store(a.edges_left, index, m.load_unchecked(a.of_edges, number))


def _is_seen_edge_on(m, position):
    """True if a triangle lies in a plane with the eye: it has no area, whatever rounding gives.

    Only cut triangles may reach behind the eye, where rounding would become large.
    """
    x, y, w = ([m.to_f64(corner[row]) for corner in position] for row in (0, 1, 3))
    products = [
        (x[i] if turn > 0 else -x[i]) * y[(i + turn) % 3] * w[(i - turn) % 3]
        for i in range(3)
        for turn in (1, -1)
    ]
    total, size = products[0], abs(products[0])
    for product in products[1:]:
        total, size = total + product, size + abs(product)
    return abs(total) <= size * 2.0**-48


def halve(m, a, index, key: ClipKey):
    """The remains of a polygon or line in a half-space.

    Where an edge crosses the boundary, a slot waits for its new vertex: its number in `polygons`
    goes to `crossings`, and there in `inner` and `outer` are the edge's ends.
    """
    crossed = (m.load(a.crossed, index) & a.bit) != 0
    with m.where(crossed & (m.load(a.sizes, index) > 0), skip=True):
        (_halve_line if key.corners == 2 else _halve_polygon)(m, a, index, key)


def _halve_line(m, a, index, key):
    used = m.load(a.sizes, index) > 0
    ends = [m.select(used, m.load(a.polygons, index, a.stride * end), 0) for end in (0, 1)]
    inside = [_distance(m, a, end) >= 0.0 for end in ends]
    m.store(a.sizes, index, m.select(inside[0] | inside[1], m.i32(2), 0))
    for end in (0, 1):
        with m.where(inside[1 - end] & ~inside[end]):
            _cross(m, a, index + a.stride * end, ends[1 - end], ends[end])


def _halve_polygon(m, a, index, key):
    size = m.load(a.sizes, index)
    slots = [m.load(a.polygons, index, a.stride * slot) for slot in range(key.slots)]
    used = [size > slot for slot in range(key.slots)]
    # Slots that are not used may hold anything.
    slots = [m.select(use, slot, 0) for use, slot in zip(used, slots, strict=True)]
    inside = [_distance(m, a, slot) >= 0.0 for slot in slots]
    edges = m.load(a.edges_left, index) if "edges" in key.parts else m.i32(0)
    new_size, flags = m.variable(I32, 0), m.variable(I32, 0)

    def keep_vertex(number, flag):
        """Stores a vertex in the next slot."""
        m.scatter(a.polygons, new_size.get() * a.stride + index, number)
        flags.set(flags.get() | (flag << new_size.get()))

    for slot in range(key.slots):
        more = size > slot + 1
        following = (slot + 1) % key.slots
        there = m.select(more, slots[following], slots[0])
        there_inside = (more & inside[following]) | (~more & inside[0])
        flag = (edges >> slot) & 1
        with m.where(used[slot] & inside[slot]):
            keep_vertex(slots[slot], flag)
            new_size.set(new_size.get() + 1)
        crossing = used[slot] & ((inside[slot] & ~there_inside) | (~inside[slot] & there_inside))
        with m.where(crossing, skip=True):
            inner = m.select(inside[slot], slots[slot], there)
            outer = m.select(inside[slot], there, slots[slot])
            # A convex polygon gains one corner at most; what rounding adds has no extent.
            with m.where(new_size.get() < key.slots):
                _cross(m, a, new_size.get() * a.stride + index, inner, outer)
            # OpenGL 2.1, 2.12: "edges introduced by clipping are flagged as boundary", and
            # "original edges of the polygon that become cut off at these vertices retain their
            # original flags".
            flags.set(flags.get() | (m.select(inside[slot], 1, flag) << new_size.get()))
            new_size.set(new_size.get() + 1)
    m.store(a.sizes, index, m.min(new_size.get(), key.slots))
    if "edges" in key.parts:
        m.store(a.edges_left, index, flags.get())


def _cross(m, a, slot, inner, outer):
    """Reserves a slot for the vertex where an edge crosses the boundary."""
    m.scatter(a.inner, slot, inner)
    m.scatter(a.outer, slot, outer)
    # Once: as a loop over lanes, which is half as long to compile here as lane after lane.
    m.append(a.crossings, a.count, slot, m.i32(1))


def _distance(m, a, vertex):
    """Signed distance of a vertex of `rows`, positive inside the half-space."""
    return _distance_of(
        m, a, m.load_unchecked(a.rows, vertex, a.capacity * a.row), _row(m, a, vertex, 3)
    )


def _distance_of(m, a, value, w):
    """The signed distance to a half-space known at run time only; value : an element of its row."""
    sign = a.sign if value.type is F32 else m.to_f64(a.sign)
    return m.select(a.sign == 0.0, value, w - value * sign)


def _row(m, a, vertex, row):
    return m.load_unchecked(a.rows, vertex, a.capacity * row)


# -- new vertices ----------------------------------------------------------------------------------


def cross(m, a, index, key: ClipKey):
    """A new vertex where an edge crosses a boundary.

    Always from the end that is nearer to it, so that two triangles that share the edge get the
    same vertex, bit for bit. Mesa does this too, and then coverage is the same.
    """
    slot = m.load_unchecked(a.crossings, m.min(index, a.crossing_last))
    m.scatter(a.polygons, slot, index + a.base)
    inner, outer = m.load_unchecked(a.inner, slot), m.load_unchecked(a.outer, slot)
    nearer = abs(_distance(m, a, inner)) < abs(_distance(m, a, outer))
    first, second = m.select(nearer, inner, outer), m.select(nearer, outer, inner)
    start, end = ([_row(m, a, of, row) for row in range(key.rows)] for of in (first, second))
    near, far = _distance(m, a, first), _distance(m, a, second)
    share = near / (near - far)
    # OpenGL 2.1, 2.12: the other side of a clip plane gets the same vertex, half-way too.
    half_way = share == 0.5
    fresh = [
        m.select(half_way, (one + other) * 0.5, one + (other - one) * share)
        for one, other in zip(start, end, strict=True)
    ]
    _put_linear_right(start, end, share, fresh, key)
    m.store_all(index, [(a.fresh, value, a.capacity * row) for row, value in enumerate(fresh)])
    limit = abs(fresh[3]) * MAX_EXACT_DISTANCE
    fine = reduce(and_, (abs(value) <= limit for value in (*start[:4], *end[:4])))
    with m.where(~fine, skip=True):
        for row, value in enumerate(_fine(m, a, start, end, key)):
            m.store(a.fresh, index, m.to_f32(value), a.capacity * row)


def _fine(m, a, start, end, key):
    """The crossing of an edge whose ends dwarf the view volume, in F64."""
    start, end = ([m.to_f64(value) for value in of] for of in (start, end))
    near, far = (_distance_of(m, a, _chosen(m, a.row, of), of[3]) for of in (start, end))
    share = near / (near - far)
    fresh = [one + (other - one) * share for one, other in zip(start, end, strict=True)]
    # On the boundary exactly.
    for axis in range(3):
        fresh[axis] = m.select(a.row == axis, fresh[3] * m.to_f64(a.sign), fresh[axis])
    finite = abs(far) < float("inf")
    fresh = [m.select(finite, value, float("nan")) for value in fresh]
    _put_linear_right(start, end, share, fresh, key)
    return fresh


def _chosen(m, row, rows):
    """Returns one of several lanes; row : its number, uniform."""
    chosen = rows[0]
    for number, value in enumerate(rows[1:], 1):
        chosen = m.select(row == number, value, chosen)
    return chosen


def _put_linear_right(start, end, share, fresh, key):
    """Replaces the rows of a new vertex that are linear in the window; share : of the edge."""
    if key.linear:
        # x/w of the new vertex lies between those of the others at this share.
        share = share * end[3] / fresh[3]
        for row in key.linear:
            fresh[row] = start[row] + (end[row] - start[row]) * share


# -- in their place --------------------------------------------------------------------------------


def order(m, a, index, key: ClipKey):
    """Appends a primitive, or the numbers of its pieces if it was cut, to `ordered`.

    Pieces are numbered after the last primitive, `key.pieces` for each cut primitive.
    """
    number = m.load_unchecked(a.items, m.min(index, a.item_last))
    rank = m.load_unchecked(a.ranks, number - a.first)
    cut = rank >= 0
    size = m.load_unchecked(a.sizes, m.max(rank, 0))
    left = m.max(size - (1 if key.corners == 2 else 2), 0)
    item = m.select(cut, a.last + 1 + rank * key.pieces, number)
    m.append(a.ordered, a.count, item, m.select(cut, left, 1))


def give(m, a, index, key: ClipKey):
    """Writes one of the clipped primitives, with all its parts."""
    item = m.load_unchecked(a.items, m.min(index, a.item_last))
    is_piece = item >= a.total
    piece = m.max(item - a.total, 0)
    rank = m.as_i32(m.as_u32(piece) / key.pieces)
    number = m.select(is_piece, m.load_unchecked(a.cut, rank), item)
    vertex_indices = [
        m.load_unchecked(a.of_vertex_indices, number * key.corners + i) for i in range(key.corners)
    ]
    edges = m.load_unchecked(a.of_edges, number) if "edges" in key.parts else None
    if key.corners > 1:
        triangle = piece - rank * key.pieces
        slots = [m.i32(0), triangle + 1, triangle + 2] if key.corners == 3 else [m.i32(0), m.i32(1)]
        vertices = [m.load_unchecked(a.polygons, slot * a.stride + rank) for slot in slots]
        positive = reduce(and_, (_row(m, a, vertex, 3) > 0.0 for vertex in vertices))
        own = [_original_index(m, a, vertex, vertex_indices) for vertex in vertices]
        # Where coordinates were not finite, neither are new vertices: a shape without extent.
        own = [m.select(positive, vertex, vertex_indices[0]) for vertex in own]
        vertex_indices = [
            m.select(is_piece, *both) for both in zip(own, vertex_indices, strict=True)
        ]
        if edges is not None:
            piece_edges = _edges_of_piece(m, a, rank, triangle)
            edges = m.select(is_piece, m.select(positive, piece_edges, 0), edges)
    m.store_together(a.vertex_indices, index, vertex_indices)
    if edges is not None:
        m.store(a.edges, index, edges)
    if "provoking" in key.parts:
        origin = [m.load_unchecked(a.of_provoking, number * 2 + i) for i in range(2)]
        m.store_together(a.provoking, index, origin)
    if "groups" in key.parts:
        m.store(a.groups, index, m.load_unchecked(a.of_groups, number))


def _original_index(m, a, vertex, vertex_indices):
    """The number of a vertex of `rows` among all vertices: a corner's, or that of a new one."""
    result = vertex - a.stride * len(vertex_indices) + a.first_vertex
    for corner in reversed(range(len(vertex_indices))):
        result = m.select(vertex < a.stride * (corner + 1), vertex_indices[corner], result)
    return result


def _edges_of_piece(m, a, rank, triangle):
    """Edge flags of a piece of a polygon, cut as a fan."""
    edges, size = m.load_unchecked(a.edges_left, rank), m.load_unchecked(a.sizes, rank)
    first = m.select(triangle == 0, edges & 1, 0)
    last = m.select(size == triangle + 3, (edges >> (triangle + 2)) & 1, 0)
    return first | (((edges >> (triangle + 1)) & 1) << 1) | (last << 2)


# -- kernels ---------------------------------------------------------------------------------------

_POLYGON_ARRAYS = ("polygons", "sizes", "edges_left")
_HALF_SPACE_SCALARS = ("row", "sign", "stride", "capacity")
# Of each its formula, what of the key that reads, its scalars, the arrays that it reads and those
# that it writes.
CLIP_KERNELS = {
    "sort": (
        sort_shape,
        "corners",
        ("first", "last", "bits"),
        ("of_vertex_indices", "codes"),
        ("items", "item_count", "cut", "cut_count"),
    ),
    "begin": (
        begin_polygon,
        "corners rows parts",
        ("first", "last", "vertex_stride", "stride", "capacity"),
        ("of_vertex_indices", "codes", "cut", "clip", "of_edges"),
        (*_POLYGON_ARRAYS, "rows", "crossed", "ranks"),
    ),
    "halve": (
        halve,
        "corners half_spaces parts",
        (*_HALF_SPACE_SCALARS, "bit"),
        ("rows", "crossed"),
        (*_POLYGON_ARRAYS, "inner", "outer", "crossings", "count"),
    ),
    "cross": (
        cross,
        "rows linear",
        (*_HALF_SPACE_SCALARS, "base", "crossing_last"),
        ("rows", "inner", "outer", "crossings"),
        ("fresh", "polygons"),
    ),
    "order": (
        order,
        "corners half_spaces",
        ("first", "last", "item_last"),
        ("items", "ranks", "sizes"),
        ("ordered", "count"),
    ),
    "give": (
        give,
        "corners half_spaces parts",
        ("first_vertex", "stride", "capacity", "total", "item_last"),
        (*_POLYGON_ARRAYS, "rows", "cut", "items"),
        (),
    ),
}
_TYPE_OF_ARGUMENT = {"codes": U32, "clip": F32, "rows": F32, "fresh": F32, "sign": F32}


def clip_kernel(name: str, key: ClipKey):
    """The signature and the body of one of CLIP_KERNELS; key : as `ClipKey.of_kernel` gives it."""
    body, _, scalars, inputs, outputs = CLIP_KERNELS[name]
    if name == "give":
        inputs, outputs = (*inputs, *(f"of_{part}" for part in key.parts)), key.parts
    if "edges" not in (key.parts or ()):
        inputs = tuple(part for part in inputs if part != "of_edges")
    scalars, arrays = (
        tuple((name, _TYPE_OF_ARGUMENT.get(name, I32)) for name in names)
        for names in (scalars, (*inputs, *outputs))
    )
    return Signature(scalars, arrays, frozenset(outputs)), partial(body, key=key)
