"""Transform feedback objects: attributes, destinations, counts (ARB_transform_feedback2)."""

from __future__ import annotations

from dataclasses import field

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.api.groups import Group
from softgl.gl.buffers.buffer_objects import Buffer, Range
from softgl.ir.program import Binding
from softgl.pipeline.vertices.feedback import Recording, Stream
from softgl.records import dataclass

SKIPPED = {
    gl.GL_SKIP_COMPONENTS1_NV: 1,
    gl.GL_SKIP_COMPONENTS2_NV: 2,
    gl.GL_SKIP_COMPONENTS3_NV: 3,
    gl.GL_SKIP_COMPONENTS4_NV: 4,
    gl.GL_NEXT_BUFFER_NV: 0,
}
"""The number of skipped words by the special values among attributes (ARB_transform_feedback3)."""
VERTICES = {gl.GL_POINTS: 1, gl.GL_LINES: 2, gl.GL_TRIANGLES: 3}
"""The number of vertices of a recorded primitive."""


@dataclass(frozen=True)
class Attribute:
    """A row of table X.2: a result, its number of components, and the number of its indices.

    count : None for a result without an index.
    """

    result: str
    components: int = 4
    count: int | None = None


ATTRIBUTES = {
    gl.GL_POSITION: Attribute("result.position"),
    gl.GL_PRIMARY_COLOR: Attribute("result.color.front.primary"),
    gl.GL_SECONDARY_COLOR_NV: Attribute("result.color.front.secondary"),
    gl.GL_BACK_PRIMARY_COLOR_NV: Attribute("result.color.back.primary"),
    gl.GL_BACK_SECONDARY_COLOR_NV: Attribute("result.color.back.secondary"),
    gl.GL_FOG_COORDINATE: Attribute("result.fogcoord", 1),
    gl.GL_POINT_SIZE: Attribute("result.pointsize", 1),
    gl.GL_TEXTURE_COORD_NV: Attribute("result.texcoord", 4, 8),
    gl.GL_CLIP_DISTANCE_NV: Attribute("result.clip", 1, 6),
    gl.GL_VERTEX_ID_NV: Attribute("result.id", 1),
    gl.GL_PRIMITIVE_ID_NV: Attribute("result.primid", 1),
    gl.GL_GENERIC_ATTRIB_NV: Attribute("result.attrib", 4, 16),
    gl.GL_LAYER_NV: Attribute("result.layer", 1),
}
"""The rows of NV_transform_feedback, table X.2, by the enum of an attribute."""


@dataclass(frozen=True)
class Record:
    """A recorded attribute: its enum, number of components, and index."""

    attribute: int
    components: int
    index: int = 0

    @property
    def result(self) -> Binding:
        """The recorded vertex result."""
        described = ATTRIBUTES[self.attribute]
        return Binding(described.result, () if described.count is None else (self.index,))

    @property
    def words(self) -> list[tuple[Binding, int] | None]:
        """The words in a buffer: result and component of each; None for one that is skipped."""
        if self.attribute in SKIPPED:
            return [None] * SKIPPED[self.attribute]
        return [(self.result, component) for component in range(self.components)]


@dataclass(eq=False)
class FeedbackObject(Group):
    """A transform feedback object: the recorded attributes, and the state of its feedback.

    mode : the primitives recorded while feedback is active; None while it is not. paused : True
        while it records nothing.
    streams : while it is active, for each binding point in use the (result, component) of each word
        of a vertex; None for a word that is skipped. ranges : the destination of each.
    programs : while it is active, the program objects that are recorded.
    points, general : the ranges at the binding points by index, and the buffer object bound to the
        target itself: stored here while the object is not bound, and in ctx.buffers while it is.
    count : the number of vertices that the latest feedback recorded; None before its end.
    _recorded : the number of primitives recorded so far; no draw depends on it.
    """

    name: int = 0
    records: tuple[Record, ...] = ()
    buffer_mode: int = gl.GL_INTERLEAVED_ATTRIBS
    mode: int | None = None
    paused: bool = False
    streams: tuple[tuple[tuple[Binding, int] | None, ...], ...] = ()
    ranges: tuple[Range, ...] = ()
    programs: tuple = ()
    points: dict[int, Range] = field(default_factory=dict)
    general: Buffer | None = None
    count: int | None = None
    _recorded: int = 0

    @property
    def active(self) -> bool:
        """True between glBeginTransformFeedback and glEndTransformFeedback."""
        return self.mode is not None

    @property
    def own_streams(self) -> tuple[tuple, ...]:
        """The streams of the recorded attributes."""
        if self.buffer_mode == gl.GL_SEPARATE_ATTRIBS:
            return tuple(tuple(record.words) for record in self.records)
        streams: list[list] = [[]]
        for record in self.records:
            if record.attribute == gl.GL_NEXT_BUFFER_NV:
                streams.append([])
            streams[-1] += record.words
        return tuple(map(tuple, streams))

    def has_room(self, vertices: int, instances: int) -> bool:
        """True if the primitives of more vertices, of each instance, fit into the ranges."""
        of_one = VERTICES[self.mode]
        total = (self._recorded + vertices // of_one * instances) * of_one
        return all(
            _words(part.data).size >= total * len(words)
            for part, words in zip(self.ranges, self.streams, strict=True)
        )

    def end(self) -> None:
        """Ends feedback, and keeps the number of recorded vertices."""
        self.count = self._recorded * VERTICES[self.mode]
        self.mode, self.paused, self.streams, self.ranges, self.programs = None, False, (), (), ()


@dataclass
class Feedback(Group):
    """The transform feedback objects of a context.

    objects : by name (None: a reserved name). bound : the one in use. discard : True if nothing is
        drawn.
    """

    objects: dict[int, FeedbackObject | None] = field(default_factory=dict)
    default: FeedbackObject = field(default_factory=FeedbackObject)
    bound: FeedbackObject = None
    discard: bool = False

    def __post_init__(self):
        self.bound = self.default

    @property
    def mode(self) -> int | None:
        """The primitives that draws record; None if they record none."""
        bound = self.bound
        return None if bound.paused else bound.mode

    @property
    def all(self) -> list[FeedbackObject]:
        """All objects, the default one first."""
        return [self.default, *(each for each in self.objects.values() if each is not None)]

    @property
    def captured(self) -> tuple[Binding, ...]:
        """The vertex results that draws must provide."""
        if self.bound.paused:
            return ()
        words = (word for stream in self.bound.streams for word in stream if word is not None)
        return tuple(dict.fromkeys(result for result, _ in words))

    def recording(self, counts: bool) -> Recording | None:
        """Returns the recording of a draw; None if nothing is recorded or counted.

        counts : True if primitives are counted. Raises if a buffer object is mapped.
        """
        if self.mode is None:
            return Recording() if counts else None
        streams = [
            Stream(_words(part.data), words)
            for part, words in zip(self.bound.ranges, self.bound.streams, strict=True)
        ]
        return Recording(streams, self.bound._recorded)

    def went_on(self, recording: Recording) -> int:
        """Continues after a recorded draw; returns the number of recorded primitives."""
        if self.mode is None:
            return 0
        bound = self.bound
        more, bound._recorded = recording.recorded - bound._recorded, recording.recorded
        return more


def _words(data: np.ndarray) -> np.ndarray:
    return data[: data.size // 4 * 4].view(np.uint32)
