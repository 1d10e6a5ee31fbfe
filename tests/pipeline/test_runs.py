"""Several sequences of vertices in one draw: primitive restart."""

from __future__ import annotations

import numpy as np
import pytest

from softgl.pipeline.assemble import MODES, assemble


@pytest.mark.parametrize("indexed", [False, True])
@pytest.mark.parametrize("mode", sorted(MODES))
def test_runs_are_what_each_of_them_is(mode, indexed):
    indices = np.arange(100, 120, dtype=np.uint32)[::-1].copy() if indexed else None
    runs, start, expected, number = (7, 1, 4, 8), 0, [], 0
    shapes, origins = assemble(mode, 20, indices, runs=runs)
    for length in runs:
        part = np.arange(start, start + length, dtype=np.uint32)
        alone, alone_origins = assemble(mode, length, part if indices is None else indices[part])
        expected.append((alone, alone_origins + np.int32([0, number])))
        number += len(set(alone_origins[:, 1].tolist()))
        start += length
    assert np.array_equal(shapes, np.concatenate([part for part, _ in expected]))
    assert np.array_equal(origins, np.concatenate([part for _, part in expected]))
    assert shapes.dtype == origins.dtype == np.int32
