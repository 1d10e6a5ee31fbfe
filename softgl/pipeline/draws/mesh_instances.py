"""Instances of a mesh as one long mesh: each part has some of them, whole."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from softgl.lanes.machine import INT_MAX
from softgl.pipeline.draws.chunks import compact
from softgl.pipeline.primitives.assemble import vertex_indices_of
from softgl.pipeline.primitives.modes import MODES
from softgl.pipeline.vertices.vertex_stream import VertexStream
from softgl.tuning import limits


class Group(NamedTuple):
    """The instances of one part.

    mode : of the draw. stream : of the draw, without vertices that its indices leave out.
    triangles : of one instance. count : of instances; the last part may have fewer, but two at
        least, as one instance alone has another kernel.
    """

    mode: str
    stream: VertexStream
    triangles: int
    count: int

    def indices(self) -> np.ndarray:
        """The corners of all triangles of a part, uint32, numbered from its first vertex on."""
        indices = self.stream.indices
        if indices is None:
            indices = vertex_indices_of(self.mode, self.triangles).view(np.uint32)
        first = np.arange(self.count, dtype=np.uint32) * np.uint32(self.stream.each)
        return (indices[: 3 * self.triangles] + first[:, None]).reshape(-1)

    def attributes(self, call) -> dict:
        """The elements of all attributes, per vertex or per instance; None for constants."""
        return {b: self.stream.elements(b) for b in call.vertex.program.attributes}

    def copies(self, stride: int) -> np.ndarray:
        """The vertex and the instance of each vertex of a part, flat int32, as `fetch` reads them.

        stride : between the rows.
        """
        copies, each = np.zeros((2, stride), np.int32), self.stream.each
        lanes = copies[:, : self.count * each].reshape(2, self.count, each)
        lanes[0], lanes[1] = np.arange(each), np.arange(self.count)[:, None]
        return copies.reshape(-1)


def group_of(mode: str, stream: VertexStream) -> Group | None:
    """The instances of a part; None if a part has less than two, or all of them."""
    triangles, most = int(MODES[mode].drawn_count(stream.length)), limits.MESH_PART_TRIANGLES
    if not triangles or triangles * stream.instances <= most or 2 * triangles > most:
        return None
    stream = compact(stream)
    if stream.count > INT_MAX:
        return None
    count = min(most // triangles, 3 * most // stream.each)
    while count > 1 and stream.instances % count == 1:
        count -= 1
    if count < 2:
        return None
    return Group(mode, stream, triangles, count)
