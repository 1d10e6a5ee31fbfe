"""Long draws in pieces: their memory is bounded, and Ctrl-C is heard between two of them.

A piece is a stream of its own, of whole primitives, that is drawn as if those before it were there:
primitives are numbered on, the stipple pattern goes on, and what begins or ends a polygon does so
in its first or last piece only. So pieces of any size give the same bits.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from softgl.pipeline.assemble import MODES, count_primitives
from softgl.pipeline.fetch import VertexStream, as_source
from softgl.pipeline.records import but
from softgl.pipeline.scratch import scratch

# A stream of more vertices than this, or of more indices, is cut into pieces of about as many. The
# vertices that pieces share are shaded in each of them, so that those with indices are larger.
AT_ONCE = 3 << 16
INDICES_AT_ONCE = 3 << 20
DENSE = 4, 1000  # n indices shade all vertices between them if those are 4n + 1000 at most


def pieces(mode: str, stream: VertexStream) -> Iterator[tuple[str, VertexStream]]:
    """The pieces of a stream, one or more, each with the mode that it is drawn as.

    Their attributes are Elements. Several instances are never cut: whoever draws many of them
    draws some at a time.
    """
    length = stream.length
    limit = AT_ONCE if stream.indices is None else INDICES_AT_ONCE
    if stream.instances > 1 or length <= limit:
        yield mode, compact(stream)
        return
    lengths = np.array(stream.runs or (length,), np.int64)
    starts = np.cumsum(lengths) - lengths
    numbers = count_primitives(mode, lengths)
    before = np.cumsum(numbers) - numbers + stream.primitive
    for begin, end in batches(lengths, limit):
        primitive = stream.primitive if stream.separate else int(before[begin])
        start, size = int(starts[begin]), int(lengths[begin:end].sum())
        own = but(stream, run=stream.run + begin, primitive=primitive)
        if size > limit and end - begin == 1:
            yield from _cut(mode, but(own, runs=()), start, size, limit)
        else:
            runs = tuple(lengths[begin:end].tolist()) if stream.runs else ()
            yield mode, _taken(but(own, runs=runs), start, start + size)


def batches(lengths: np.ndarray, limit: int) -> Iterator[tuple[int, int]]:
    """Ranges of sequences with about `limit` vertices; one that has more is alone."""
    batch, long = (np.cumsum(lengths) - 1) // limit, lengths > limit
    cuts = (batch[1:] != batch[:-1]) | long[1:] | long[:-1]
    return pairwise([0, *(np.flatnonzero(cuts) + 1).tolist(), len(lengths)])


def _cut(mode, stream, start, length, limit):
    """The pieces of one sequence, from `start` on."""
    loop = mode == "line_loop"
    how = MODES["line_strip" if loop else mode]
    total = (length - how.shared) // how.step
    # An even number, so that the triangles of a strip stay turned as they are.
    several = max(2, limit // how.step // 2 * 2)
    for number in range(0, total, several):
        end = min(number + several, total)
        own = but(
            stream,
            primitive=stream.primitive + (number if how.pieces else 0),
            opens=number == 0,
            closes=end == total,
        )
        first, last = start + number * how.step, start + end * how.step + how.shared
        yield "line_strip" if loop else mode, _taken(own, first, last, start, how.around)
    if loop:
        own = but(stream, primitive=stream.primitive + total)
        yield "line_strip", _of_positions(own, np.array([start + length - 1, start]))


def _taken(stream, first, last, start=0, around=False):
    """Positions `first` ... `last - 1`; around : with the first vertex of all, at `start`."""
    if around and first > start:
        positions = np.arange(first, last)
        positions[0] = start
        return _of_positions(stream, positions)
    if stream.indices is not None:
        return compact(but(stream, indices=stream.indices[first:last]))
    return _range(stream, first, last - first)


def _of_positions(stream, positions):
    if stream.indices is None:
        return _named(but(stream, indices=positions.astype(np.uint32)))
    return compact(but(stream, indices=stream.indices[positions]))


def compact(stream: VertexStream) -> VertexStream:
    """The stream with no more vertices than its indices name, if these are few among many.

    Attributes become Elements. Programs read the numbers of vertices from one that is made of
    `first`, which says no more where the vertices left are not consecutive.
    """
    indices = stream.indices
    if indices is None or not len(indices):
        return _range(stream, 0, stream.each)
    low, high = int(indices.min()), int(indices.max())
    if high - low + 1 > DENSE[0] * len(indices) + DENSE[1]:
        return _named(stream)
    if low:
        given, indices = indices, scratch("indices", indices.shape, np.uint32)
        np.subtract(given, np.uint32(low), out=indices)
    return but(_range(stream, low, high - low + 1), indices=indices)


def _range(stream, start, count):
    """Vertices `start` ... `start + count - 1` of a stream."""
    found = _found(stream, lambda source: source.part(start, count))
    first = stream.first + start
    return but(stream, count=count * stream.instances, attributes=found, first=first)


def _named(stream):
    """The vertices that the indices of a stream name."""
    known, indices = np.unique(stream.indices, return_inverse=True)
    found = _found(stream, lambda source: source.at(known))
    count, indices = len(known) * stream.instances, indices.astype(np.uint32)
    return but(stream, count=count, attributes=found, indices=indices, first=0)


def _found(stream, elements):
    """The attributes of a stream as Elements: each once, as the position goes by two names."""
    made = {id(values): values for values in stream.attributes.values()}
    made = {key: elements(as_source(values)) for key, values in made.items()}
    return {binding: made[id(values)] for binding, values in stream.attributes.items()}
