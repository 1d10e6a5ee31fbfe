"""Chunks of long draws: their memory is bounded, and Ctrl-C is heard between two of them.

A chunk is a stream of its own, of whole primitives, drawn as if those before it were there:
primitives are numbered on, the stipple pattern goes on, and the ends of a polygon are in its first
and last chunk only. So chunks of any size give the same bits.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from softgl.pipeline.primitives.modes import MODES, count_primitives
from softgl.pipeline.support.arena import from_arena
from softgl.pipeline.support.caches import last_cache
from softgl.pipeline.vertices.elements import Elements, as_source
from softgl.pipeline.vertices.vertex_stream import VertexStream
from softgl.records import but
from softgl.tuning import limits

INDICES_PER_VERTEX = 4  # of a chunk in the caches, for each vertex


def vertices_in(cache: int) -> int:
    """Number of vertices whose data stays in a cache of `cache` bytes during a draw.

    200,000 vertices take some 25 MB in each of two threads. With 32 MB, meshes in chunks of a third
    take 0.65 to 0.8 of the time; a shorter chunk is not worth its calls.
    """
    return min(max(cache >> 9, 1 << 16), limits.CHUNK_VERTICES)


_VERTICES_IN_LAST_CACHE = vertices_in(last_cache())


def cached_vertices() -> int:
    """Vertices of a chunk that stays in the last cache of this CPU."""
    return limits.CACHED_CHUNK_VERTICES or _VERTICES_IN_LAST_CACHE


def chunks_of(mode: str, stream: VertexStream, fixed=True) -> Iterator[tuple[str, VertexStream]]:
    """Yields the chunks of a stream, one or more, each with the mode that it is drawn as.

    fixed : True if their ends are visible: then they are the same on every machine, also for
        polygons, whose visible faces are found for each chunk. Else their length follows the
        caches of this one.
    Chunks with indices still need `compact`, which threads can run side by side. Several instances
    are cut between two of them, unless the ends are visible: a caller with many of them, or with
    long ones, draws some at a time.
    """
    if stream.instances > 1:
        yield from ((mode, part) for part in _some_instances(stream, fixed or mode == "polygon"))
        return
    length = stream.length
    limit, in_cache = limits.CHUNK_VERTICES, cached_vertices()
    if stream.indices is not None:
        limit, in_cache = limits.CHUNK_INDICES, INDICES_PER_VERTEX * in_cache
    if not fixed and mode != "polygon":
        limit = min(limit, in_cache)
    if length <= limit:
        yield mode, stream
        return
    if not stream.runs:
        yield from _cut(mode, stream, 0, length, limit)
        return
    lengths = np.array(stream.runs, np.int64)
    starts = np.cumsum(lengths) - lengths
    numbers = count_primitives(mode, lengths)
    before = np.cumsum(numbers) - numbers
    batched = list(batches(lengths, limit))
    parts = [
        (int(starts[begin]), int(starts[end - 1] + lengths[end - 1])) for begin, end in batched
    ]
    for first, last in _joined(stream, parts, limit):
        begin, end = batched[first][0], batched[last - 1][1]
        start, size = int(starts[begin]), int(lengths[begin:end].sum())
        own = _later(but(stream, run=stream.run + begin), int(before[begin]), stream.separate)
        if size > limit and end - begin == 1:
            yield from _cut(mode, but(own, runs=()), start, size, limit)
        else:
            own = but(own, runs=tuple(lengths[begin:end].tolist()))
            yield mode, _vertex_range(own, start, start + size)


def instances_together(count: int, length: int) -> int:
    """Returns the number of instances of a chunk that stays in the last cache of this CPU.

    count : the number of vertices of one, or more. length : the same in the order of drawing.
    """
    vertices = min(length, max(count, length // INDICES_PER_VERTEX, 1))
    return max(1, min(limits.COMBINED_DRAW_VERTICES, 2 * cached_vertices()) // vertices)


def _some_instances(stream, whole) -> Iterator[VertexStream]:
    """Yields the instances of a stream, at least two together: one alone has another kernel."""
    number, several = stream.instances, instances_together(stream.each, stream.length)
    if whole or number <= several + 1 or several == 1:
        yield stream
        return
    starts = [start for start in range(0, number, several) if start < number - 1]
    yield from (stream.some_instances(*part) for part in pairwise([*starts, number]))


def batches(lengths: np.ndarray, limit: int) -> Iterator[tuple[int, int]]:
    """Ranges of sequences with about `limit` vertices; one that has more is alone."""
    batch, long = (np.cumsum(lengths) - 1) // limit, lengths > limit
    cuts = (batch[1:] != batch[:-1]) | long[1:] | long[:-1]
    return pairwise([0, *(np.flatnonzero(cuts) + 1).tolist(), len(lengths)])


def _cut(mode, stream, start, length, limit):
    """Yields the chunks of one sequence, from `start` on."""
    loop = mode == "line_loop"
    how = MODES["line_strip" if loop else mode]
    total = (length - how.shared) // how.step
    # An even number, so that the triangles of a strip stay turned as they are.
    several = max(2, limit // how.step // 2 * 2)
    numbers = [*range(0, total, several), total]
    parts = [
        (start + number * how.step, start + end * how.step + how.shared)
        for number, end in pairwise(numbers)
    ]
    for one, other in _joined(stream, parts, limit):
        number, first, last = numbers[one], parts[one][0], parts[other - 1][1]
        own = _later(stream, number if how.pieces else 0)
        ends = number == 0, numbers[other] == total
        own = but(own, opens=ends[0], closes=ends[1])
        if how.mend and not all(ends):
            positions = np.arange(first, last)
            how.mend(positions, start, *ends)
            chunk = _of_positions(own, positions)
        else:
            chunk = _vertex_range(own, first, last)
        yield "line_strip" if loop else mode, chunk
    if loop:
        own = _later(stream, total)
        yield "line_strip", _of_positions(own, np.array([start + length - 1, start]))


def from_position(mode: str, stream: VertexStream, first: int) -> VertexStream:
    """The rest of a sequence of several primitives from a position on; of a strip, an even one.

    It continues as if the primitives before were drawn.
    """
    return _vertex_range(_later(stream, first // MODES[mode].step), first, stream.length)


def _later(stream, primitives, separate=False):
    """The stream after a number of primitives; separate : True to number them from 0 again."""
    primitive = stream.primitive + (0 if separate else primitives)
    return but(stream, primitive=primitive, ordinal=stream.ordinal + primitives)


def _joined(stream, parts, limit) -> Iterator[tuple[int, int]]:
    """Merges consecutive parts of a sequence that share vertices: yields (first, end).

    parts : positions, the first and the end, at most `limit` of them or a sequence that is cut.
    """
    first, extent = 0, None
    for number, (start, end) in enumerate(parts):
        own = None
        # Those of strips share two vertices.
        if stream.indices is not None and 0 < end - start <= limit + 2:
            # To look at all indices here costs a twentieth of a draw that two threads share.
            named = stream.indices[start : end : -(-(end - start) // limits.SAMPLED_INDICES)].copy()
            own = int(named.min()), int(named.max())
        if number:
            few = end - parts[first][0] <= limits.MAX_SHARED_CHUNKS * limit
            if few and _share_most(extent, own):
                extent = min(extent[0], own[0]), max(extent[1], own[1])
                continue
            yield first, number
        first, extent = number, own
    yield first, len(parts)


def _share_most(one, other):
    """True if shading two extents apart costs more than shading their union."""
    if one is None or other is None:
        return False
    both = max(one[1], other[1]) - min(one[0], other[0])
    return 4 * (one[1] - one[0] + other[1] - other[0]) > 5 * both


def _vertex_range(stream, first, last):
    """Positions `first` ... `last - 1`."""
    if stream.indices is not None:
        return but(stream, indices=stream.indices[first:last])
    return _range(stream, first, last - first)


def _of_positions(stream, positions):
    if stream.indices is None:
        return _named(stream, positions.astype(np.uint32))
    return but(stream, indices=stream.indices[positions])


def compact(stream: VertexStream, without_base: bool = True) -> VertexStream:
    """Returns the stream with only the vertices that its indices use, if these are few of many.

    without_base : True to subtract `base` from the indices. Attributes become Elements; new indices
    come from the arena. Vertex numbers for programs count from `first`, so they are valid only for
    consecutive vertices.
    """
    indices = stream.indices
    if indices is None or not len(indices):
        return _range(stream, 0, stream.each)
    indices = _own(indices)
    low, high = int(indices.min()), int(indices.max())
    each, more = limits.SHADED_RANGE
    if high - low + 1 > each * len(indices) + more:
        return _named(stream, indices)
    part = but(_range(stream, low, high - low + 1), indices=indices, base=low)
    return part.without_base() if without_base else part


def _own(indices):
    """Copies indices that lie in other memory: another thread may write there after a check."""
    if indices.base is None:
        return indices
    copy = from_arena("own indices", indices.shape, np.uint32)
    copy[:] = indices
    return copy


def _range(stream, start, count):
    """Vertices `start` ... `start + count - 1` of a stream."""
    whole = not start and count == stream.each
    if whole and {type(values) for values in stream.attributes.values()} <= {Elements}:
        return stream
    attributes = _as_elements(stream, lambda source: source.part(start, count))
    first = stream.first + start
    return but(stream, count=count * stream.instances, attributes=attributes, first=first)


def _named(stream, indices):
    """The vertices that indices name."""
    known, indices = np.unique(indices, return_inverse=True)
    attributes = _as_elements(stream, lambda source: source.at(known))
    count, indices = len(known) * stream.instances, indices.astype(np.uint32)
    return but(stream, count=count, attributes=attributes, indices=indices, first=0)


def _as_elements(stream, elements):
    """The attributes of a stream as Elements: each once, as the position goes by two names."""
    by_id = {id(values): values for values in stream.attributes.values()}
    by_id = {key: elements(as_source(values)) for key, values in by_id.items()}
    return {binding: by_id[id(values)] for binding, values in stream.attributes.items()}
