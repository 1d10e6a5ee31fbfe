"""The records of one draw call: what comes in from `softgl.gl`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field

import numpy as np

from softgl.pipeline.fragments.per_fragment import FragmentTests
from softgl.pipeline.keys.kernel_keys import FragmentKey, GeometryKey, SetupKey, VertexKey
from softgl.pipeline.keys.link import Outputs
from softgl.pipeline.keys.resources import Resources
from softgl.pipeline.keys.styles import PrimitiveStyle
from softgl.pipeline.primitives.modes import MODES
from softgl.pipeline.vertices.feedback import Recording
from softgl.pipeline.vertices.fetch import VertexStream
from softgl.pipeline.vertices.viewport import Viewport
from softgl.records import dataclass


@dataclass(frozen=True, eq=False)
class Look:
    """The fragment state: all inputs of a draw's fragments but its primitives; see DrawCall."""

    fragment: FragmentKey
    fragment_resources: Resources
    blend_color: np.ndarray
    fog: np.ndarray
    tests: FragmentTests


@dataclass(frozen=True, eq=False)
class GeometryStage:
    """A geometry program, what it reads, and how many vertices it may emit for each primitive."""

    key: GeometryKey
    resources: Resources
    limit: int


@dataclass
class DrawCall:
    """Everything that a draw call depends on.

    mode : a primitive of `modes.MODES`.
    vertex_resources, fragment_resources : inputs of the programs of `vertex` and `fragment`.
    clip_planes : the equations of the planes whose distances the vertex stage computes, as
        `vertex.run_vertex_program` takes them.
    geometry : the geometry program, or None; its emitted primitives are drawn.
    parts : (vertices, vertex_resources, clip_planes) of consecutive parts of a stream, if these
        differ; such a stream is not cut into chunks.
    looks : (vertices, Look) of consecutive parts in which fragments differ, likewise. Their
        programs have the same inputs, and the buffers that they are drawn to are the same.
    blend_color : (4,) float32. fog : (8,) float32, the fog's density, start, end,
        1 / (end - start) and color.
    tests : operands of the per-fragment tests. style : of primitives.
    recording : the transform feedback that records or counts vertices; None: none. discarded :
        True if nothing is drawn.
    collector : called with a `collect.Collected` in the place of rasterising; its `filled` is True
        if polygons are filled whatever their mode is.
    """

    mode: str
    stream: VertexStream
    vertex: VertexKey
    setup: SetupKey
    fragment: FragmentKey
    viewport: Viewport
    vertex_resources: Resources
    fragment_resources: Resources
    clip_planes: np.ndarray | None = None
    geometry: GeometryStage | None = None
    parts: tuple[tuple[int, Resources, np.ndarray | None], ...] = ()
    looks: tuple[tuple[int, Look], ...] = ()
    blend_color: np.ndarray = field(default_factory=lambda: np.zeros(4, np.float32))
    fog: np.ndarray = field(default_factory=lambda: np.zeros(8, np.float32))
    tests: FragmentTests = field(default_factory=FragmentTests)
    style: PrimitiveStyle = field(default_factory=PrimitiveStyle)
    recording: Recording | None = None
    discarded: bool = False
    collector: Callable | None = None

    @property
    def outputs(self) -> Outputs:
        """The outputs of the last stage before the rasteriser."""
        return self.last.outputs

    @property
    def last(self) -> VertexKey | GeometryKey:
        """The key of that stage."""
        return self.geometry.key if self.geometry else self.vertex

    @property
    def corners(self) -> int:
        """Number of corners of the drawn primitives."""
        if self.geometry:
            return self.geometry.key.program.primitives.corners
        return MODES[self.mode].corners
