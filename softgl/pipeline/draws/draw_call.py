"""The records of one draw call: the input of the pipeline."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import NamedTuple

import numpy as np

from softgl.pipeline.fragments.per_fragment import FragmentTests
from softgl.pipeline.keys.kernel_keys import FragmentKey, GeometryKey, SetupKey, VertexKey
from softgl.pipeline.keys.link import LAYER, Outputs
from softgl.pipeline.keys.resources import Resources
from softgl.pipeline.keys.styles import PrimitiveStyle
from softgl.pipeline.primitives.modes import MODES
from softgl.pipeline.vertices.feedback import Recording
from softgl.pipeline.vertices.vertex_stream import VertexStream
from softgl.pipeline.vertices.viewport import Viewport, Views
from softgl.records import dataclass


@dataclass(frozen=True, eq=False)
class FragmentState:
    """The state that fragments depend on besides their primitives; see DrawCall."""

    fragment: FragmentKey
    fragment_resources: Resources
    blend_color: np.ndarray
    fog: np.ndarray
    tests: FragmentTests


@dataclass(frozen=True, eq=False)
class GeometryStage:
    """A geometry program, its resources, and the limit of vertices that a primitive may emit.

    clip_planes : the equations of the planes whose distances it computes, as in a DrawCall.
    """

    key: GeometryKey
    resources: Resources
    limit: int
    clip_planes: np.ndarray | None = None


class DrawFeatures(NamedTuple):
    """Properties of a draw call that choose its way through the stages.

    filled : it draws triangles, and fills them.
    single_state : one state holds for all of its stream, which may be cut into chunks then.
    ordered : its chunks go through the stages before the rasteriser in order: a stipple pattern
        runs on from line to line, or vertices are recorded or collected.
    plain_outputs : the outputs of its vertex program have no readers but clipping and one fragment
        program.
    """

    filled: bool
    single_state: bool
    ordered: bool
    plain_outputs: bool


@dataclass
class DrawCall:
    """Everything that a draw call depends on.

    mode : a primitive of `modes.MODES`.
    vertex_resources, fragment_resources : read by the programs of `vertex` and `fragment`.
    clip_planes : the equations of the planes whose distances the vertex stage computes, as
        `vertex.run_vertex_program` takes them.
    geometry : the geometry program, if there is one; the primitives that it emits are drawn.
    parts : (vertices, vertex_resources, clip_planes) of consecutive parts of a stream, where these
        are not the same for all of it, which is not cut into chunks then.
    fragment_states : (vertices, FragmentState) of consecutive parts in which fragments differ,
        likewise. Their programs have the same inputs, and they draw to the same buffers.
    blend_color : (4,) float32. fog : (8,) float32, the fog's density, start, end,
        1 / (end - start) and color.
    tests : the values that the per-fragment tests compare with. style : of primitives.
    recording : where vertices are recorded, or only counted; None: nowhere. discarded : True if
        nothing is drawn.
    views : the viewports that the geometry program chooses among; None for a draw to `viewport`.
    collector : called with each `collect.Collected` instead of rasterising it; its `filled` is True
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
    fragment_states: tuple[tuple[int, FragmentState], ...] = ()
    blend_color: np.ndarray = field(default_factory=lambda: np.zeros(4, np.float32))
    fog: np.ndarray = field(default_factory=lambda: np.zeros(8, np.float32))
    tests: FragmentTests = field(default_factory=FragmentTests)
    style: PrimitiveStyle = field(default_factory=PrimitiveStyle)
    recording: Recording | None = None
    discarded: bool = False
    views: Views | None = None
    collector: Callable | None = None

    @property
    def outputs(self) -> Outputs:
        """The outputs that the last stage before the rasteriser stores of each vertex."""
        return self.last.outputs

    @property
    def last(self) -> VertexKey | GeometryKey:
        """The key of that stage."""
        return self.geometry.key if self.geometry else self.vertex

    @property
    def corners(self) -> int:
        """The number of corners of the primitives that are drawn."""
        if self.geometry:
            return self.geometry.key.program.primitives.corners
        return MODES[self.mode].corners

    @property
    def features(self) -> DrawFeatures:
        """The properties that choose the draw's way; computed anew each time."""
        corners = self.corners
        filled = corners == 3 and not self.style.polygons.outlines
        single_state = not (self.parts or self.fragment_states)
        stippled = self.style.lines.stipple is not None and corners > 1 and not filled
        tapped = self.recording is not None or self.collector is not None
        plain_outputs = single_state and not tapped and self.geometry is None
        return DrawFeatures(filled, single_state, stippled or tapped, plain_outputs)

    @property
    def required_parts(self) -> dict[str, bool]:
        """The parts of primitives that style and fragments require, as `assemble` takes them."""
        corners, first_vertex = self.corners, self.style.first_vertex
        if self.collector is not None:
            parts = {"provoking": True, "groups": corners > 1, "edges": corners == 3}
            return {"first_vertex": first_vertex} | parts
        outlined = corners == 3 and self.style.polygons.outlines
        stippled_lines = corners == 2 and self.style.lines.stipple is not None
        chooses = self.views is not None or self.outputs.row(LAYER) is not None
        return {
            "first_vertex": first_vertex,
            "provoking": self.fragment.reads_provoking or chooses or bool(self.fragment_states),
            "groups": outlined or stippled_lines,
            "edges": outlined,
        }
