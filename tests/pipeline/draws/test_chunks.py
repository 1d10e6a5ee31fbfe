"""Pieces of long draws: copies of memory that others may write to."""

from __future__ import annotations

import numpy as np
import pytest

from softgl.ir.program import Binding
from softgl.pipeline.draws.chunks import chunks_of, compact
from softgl.pipeline.vertices.vertex_stream import VertexStream

A = Binding("vertex.attrib", (0,))


@pytest.mark.parametrize("settled", [True, False])
@pytest.mark.parametrize(("low", "step"), [(0, 1), (3, 1), (0, 50_000)])
def test_indices_that_change_after_they_were_looked_at(low, step, settled, tuned):
    """As an element array buffer may, which the draw or another thread writes to."""
    tuned(CHUNK_INDICES=30, MAX_SHARED_CHUNKS=1)
    rng = np.random.default_rng(5)
    memory = (rng.integers(0, 9, 120) * step + low).astype(np.uint32)
    memory[::30] = low
    given = memory.copy()
    values = np.arange(4 * 9, dtype=np.float32).reshape(9, 4)
    stream, drawn = VertexStream(1 << 32, {A: values}, indices=memory[:]), []
    for _, piece in chunks_of("triangles", stream):
        made = compact(piece, settled)
        memory[:] = 2**32 - 1
        numbers = made.indices - np.uint32(made.base)
        assert numbers.max() < made.each
        drawn.append(made.attributes[A].rows(made.each)[numbers])
        memory[:] = given
    expected = np.zeros((120, 4), np.float32)
    there = given < 9
    expected[there] = values[given[there]]
    assert np.array_equal(np.concatenate(drawn), expected) and len(drawn) == 4
