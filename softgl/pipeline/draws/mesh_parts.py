"""Two short kernels that write the scalars of a mesh chunk's other kernels.

`begin_part` copies the indices of a chunk and sets the scalars of vertex shading and set-up.
`share_bins` sets the ranges of bins that threads draw. Their results are arrays of one I32; some of
these are scalars in the record of another kernel.
"""

from __future__ import annotations

from softgl.lanes import F64, I32, U32, KernelRequest, Signature
from softgl.lanes.machine import UINT_MAX
from softgl.pipeline.tiles.packing import are_dense
from softgl.tuning import limits

BEGIN_SCALARS = (
    "part", "each", "triangle_count", "indexed", "apart", "vertex_count", "more", "room",
    "attribute_count", "tile_count", "instances",
)  # fmt: skip
BEGIN_RESULTS = (
    "keep_last", "keep_base", "setup_last", "setup_base", "vertex_lanes", "triangle_lanes", "stop",
    "kept_count", "outside",
)  # fmt: skip
"""Scalars that `begin_part` writes."""
BEGIN_ARRAYS = (*BEGIN_RESULTS, "triangles", "copied", "found", "places", "layout", "before")


def begin_part(m, a):
    """Writes the indices and the scalars of a chunk of a mesh.

    part : the number of the chunk. each : triangles of a chunk. triangle_count, vertex_count : of
        the whole draw.
    indexed : True if there are indices, three for each triangle. Else the chunk has `apart + more`
        vertices from `part * apart` on, and `indices` are numbers from there on, the same for all
        chunks.
    triangles : a copy of the chunk's indices. Only the copy is checked and used: another thread may
        write to the memory of a buffer object. copied : the number of them that the next chunk has,
        too.
    keep_last, setup_last : the number of the last triangle, for culling and for set-up. keep_base,
        setup_base : an index minus this is a vertex number of the chunk.
    vertex_lanes, triangle_lanes : the numbers of vertices and triangles of the chunk.
    stop : True if there is no `room` for the vertices, or if the chunk shares most of them with the
        thread's previous one. kept_count, outside, found : set to zeros.
    before : the first vertex and the end of the thread's previous chunk.
    layout : of the chunk, as `fetch` reads it; whole : the layout of all vertices.
    instances : of a chunk, 0 if there is only one. per_instance : for each attribute 1 if it has a
        value per instance; the others are the same for all chunks then.
    """
    zero, indexed = m.i32(0), a.indexed != 0
    first = a.part * a.each
    count = m.min(a.each, a.triangle_count - first)
    stays = m.load_unchecked(a.copied, zero) >= count * 3
    low, high = _copied(m, a, m.select(indexed, first * 3, 0), m.select(stays, zero, count * 3))
    m.store_uniform(a.copied, zero, m.select(indexed, zero, count * 3))
    low = m.select(indexed, low, a.part * a.apart)
    high = m.select(indexed, high, m.min(low + a.apart + a.more, a.vertex_count) - 1)
    vertices = high - low + 1
    fits = (low >= 0) & (vertices > 0) & (vertices <= a.room)
    fits = fits & ~_share_most(m, a, low, low + vertices)
    base, last = m.select(indexed, low, 0), count - 1
    said = last, base, last, base, vertices, count, m.select(fits, zero, 1), zero, zero
    for name, value in zip(BEGIN_RESULTS, said, strict=True):
        m.store_uniform(getattr(a, name), zero, value)
    for number in range(2):
        m.store_uniform(a.found, m.i32(number), zero)
    for tile in m.loop(0, a.tile_count, m.width):
        m.store(a.places, m.consecutive(tile), zero)
    for attribute in m.loop(0, a.attribute_count):
        at = attribute * 4
        per_instance = m.load_unchecked(a.per_instance, attribute)
        passed = m.select(a.instances == 0, low, a.part * a.instances * per_instance)
        start, step, size, available = (
            m.load_unchecked(a.whole, at + number) for number in range(4)
        )
        own = start + passed * step, step, size, m.max(available - passed, 0)
        for number, value in enumerate(own):
            m.store_uniform(a.layout, at + number, value)


def _copied(m, a, first, count):
    """Copies `count` indices; returns the least and the greatest, I32, less than 0 beyond 2^31."""
    least, greatest = m.variable(U32, UINT_MAX), m.variable(U32, 0)

    def see(numbers):
        least.set(m.min(least.get(), numbers))
        greatest.set(m.max(greatest.get(), numbers))
        return m.as_i32(numbers)

    whole = count & -m.width
    for place in m.loop(0, whole, m.width):
        numbers = m.load(a.indices, m.consecutive(first + place))
        m.store(a.triangles, m.consecutive(place), see(numbers))
    for place in m.loop(whole, count):
        m.store_uniform(a.triangles, place, see(m.load_unchecked(a.indices, first + place)))
    return [m.as_i32(_of_lanes(m, a, *each)) for each in ((least, m.min), (greatest, m.max))]


def _of_lanes(m, a, variable, choose):
    """Reduces the lanes of a variable to one number, U32."""
    m.store(a.lanes, m.consecutive(m.i32(0)), variable.get())
    reduced = m.variable(U32, m.load_unchecked(a.lanes, m.i32(0)), uniform=True)
    for lane in m.loop(1, m.width):
        reduced.set(choose(reduced.get(), m.load_unchecked(a.lanes, lane)))
    return reduced.get()


def _share_most(m, a, first, end):
    """True if this chunk and the previous one have most of their vertices in common.

    Then few indices name most of a mesh, and fewer, longer chunks are faster.
    """
    before = [m.load_unchecked(a.before, m.i32(number)) for number in range(2)]
    for number, value in enumerate((first, end)):
        m.store_uniform(a.before, m.i32(number), value)
    first, end, *before = map(m.to_f64, (first, end, *before))
    both = m.max(end, before[1]) - m.min(first, before[0])
    return (before[1] > 0.0) & ((end - first + before[1] - before[0]) * 4.0 > both * 5.0)


def _begin_kernel():
    written = *((name, I32) for name in BEGIN_ARRAYS), ("lanes", U32)
    signature = Signature(
        tuple((name, I32) for name in BEGIN_SCALARS),
        (*written, ("whole", I32), ("per_instance", I32), ("indices", U32)),
        frozenset(name for name, _ in written),
    )
    return signature, begin_part


BEGIN_KERNEL = KernelRequest(("begin part",), _begin_kernel, mapped=False)

SHARE_SCALARS = ("threads", "room", "has_large", "has_small")
SHARE_ARRAYS = ("stop", "kind", "ranges", "range_count")


def share_bins(m, a):
    """Chooses the kernel that draws the bins, and divides them into ranges for threads.

    room : capacity for entries of bins. has_large, has_small : True if the kernel for primitives of
        any size, and the one for small primitives, is built. small : the mean number of entries per
        primitive up to which primitives are small, F64.
    kind : 0 for any size, 1 for small primitives. ranges : begin and end of each, in bins.
    stop : True if there is no room, or no kernel.
    """
    zero = m.i32(0)
    bins, entries = (m.load_unchecked(a.found, m.i32(number)) for number in range(2))
    primitive_count = m.load_unchecked(a.kept_count, zero)
    packed = are_dense(bins, entries) & (m.to_f64(entries) <= a.small * m.to_f64(primitive_count))
    packed = packed | ((entries == 0) & (a.has_large == 0))  # nothing is drawn by any
    there = m.select(packed, a.has_small, a.has_large) != 0
    m.store_uniform(a.stop, zero, m.select((entries <= a.room) & there, zero, 1))
    m.store_uniform(a.kind, zero, m.select(packed, m.i32(1), 0))

    def share(left):
        # As those of `raster` they get smaller.
        part, of = limits.TASK_SHARE
        least = m.divide(entries, a.threads * limits.TASKS_OF_THREAD)
        some = m.max(m.divide(left * part, a.threads * of), least)
        return m.min(m.select(a.threads == 1, left, some), limits.TASK_ENTRIES)

    begin, ranges = (m.variable(I32, 0, uniform=True) for _ in range(2))
    until = m.variable(I32, share(entries), uniform=True)
    for bin in m.loop(0, bins):
        end = m.load_unchecked(a.starts, bin + 1)
        with m.branch((end >= until.get()) | (bin == bins - 1)):
            at = ranges.get() * 2
            m.store_uniform(a.ranges, at, begin.get())
            m.store_uniform(a.ranges, at + 1, bin + 1)
            begin.set(bin + 1)
            ranges.set(ranges.get() + 1)
            until.set(end + m.max(share(entries - end), 1))
    m.store_uniform(a.range_count, zero, ranges.get())


def _share_kernel():
    signature = Signature(
        (*((name, I32) for name in SHARE_SCALARS), ("small", F64)),
        tuple((name, I32) for name in (*SHARE_ARRAYS, "found", "kept_count", "starts")),
        frozenset(SHARE_ARRAYS),
    )
    return signature, share_bins


SHARE_KERNEL = KernelRequest(("share bins",), _share_kernel, mapped=False)
