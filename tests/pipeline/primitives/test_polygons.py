"""Facing of polygons that are split, also where the numbers of neighbours are equal."""

from __future__ import annotations

import numpy as np
import pytest

from softgl.lanes import padded
from softgl.pipeline.primitives.assemble import assemble
from softgl.pipeline.primitives.polygons import faces
from softgl.pipeline.vertices.vertex_stream import VertexStream
from softgl.pipeline.vertices.viewport import WindowVertices
from tests.pipeline.drawing import ENGINES, spans_of

SQUARE = [(0, 0), (512, 0), (512, 512), (0, 512)]


@pytest.mark.parametrize("mode", ["polygon", "quads", "triangle_fan"])
def test_neighbours_keep_their_own_facing(mode, tuned):
    """Separate draws, each of one polygon with the number 0; in spans of any size."""
    turned = [False, True, True, False, True] * 3
    corners = [place for back in turned for place in (SQUARE[::-1] if back else SQUARE)]
    # A piece of the first that is turned by itself does not turn the polygon.
    corners[2] = (-64, -32)
    fixed = np.zeros((padded(len(corners)), 2), np.int32)
    fixed[: len(corners)] = corners
    window = WindowVertices(fixed, fixed, fixed, len(corners))
    stream = VertexStream(len(corners), {}, runs=(4,) * len(turned), separate=True)
    for engine in ENGINES:
        for size in (1, 7, 1 << 14):
            spans_of(size, tuned)
            shapes = assemble(engine, mode, stream, 2, groups=True, edges=True)
            assert mode == "triangle_fan" or not shapes.provoking[:, 1].any()
            for clockwise in (False, True):
                fronts = faces(engine, window, shapes, clockwise, 2).reshape(-1, 2)
                expected = [back == clockwise for back in turned]
                assert (fronts[1:] == np.array(expected)[1:, None]).all()
                assert mode == "triangle_fan" or fronts[0, 0] == fronts[0, 1]
