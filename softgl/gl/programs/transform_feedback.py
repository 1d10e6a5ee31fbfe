"""Transform feedback: vertex results recorded in buffer objects.

NV_transform_feedback names results; GLSL programs name varyings (OpenGL 3.3, 2.19).
"""

from __future__ import annotations

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import integers, invalid_enum, invalid_operation, invalid_value
from softgl.gl.api.command import command
from softgl.gl.api.core_names import IndexRefused
from softgl.gl.api.groups import Group
from softgl.gl.api.signature import EnumSet
from softgl.gl.api.stages import program_object, shader
from softgl.gl.api.tables import State
from softgl.gl.buffers.buffer_objects import Range
from softgl.gl.buffers.indexed_bindings import (
    INDEXED_TARGETS,
    IndexedTarget,
    check_words,
    name_at,
)
from softgl.glsl.linked import LinkedProgram
from softgl.ir.program import Binding, Stage
from softgl.pipeline.vertices.feedback import Recording, Stream
from softgl.records import dataclass

TARGET = gl.GL_TRANSFORM_FEEDBACK_BUFFER
MODES = EnumSet("GL_POINTS GL_LINES GL_TRIANGLES")
BUFFER_MODES = EnumSet("GL_INTERLEAVED_ATTRIBS GL_SEPARATE_ATTRIBS")
RECORDABLE = {
    gl.GL_POINTS: EnumSet("GL_POINTS"),
    gl.GL_LINES: EnumSet("GL_LINES GL_LINE_LOOP GL_LINE_STRIP"),
    gl.GL_TRIANGLES: EnumSet(
        "GL_TRIANGLES GL_TRIANGLE_STRIP GL_TRIANGLE_FAN GL_QUADS GL_QUAD_STRIP GL_POLYGON"
    ),
}
"""The primitives that may be drawn, by the recorded mode: NV_transform_feedback, table X.1."""
MAX_INTERLEAVED_COMPONENTS = 128
MAX_SEPARATE_ATTRIBS = 4
MAX_SEPARATE_COMPONENTS = 4


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
    def words(self) -> list[tuple[Binding, int]]:
        """The words in a buffer: result and component of each."""
        return [(self.result, component) for component in range(self.components)]


@dataclass
class Feedback(Group):
    """The recorded attributes, and the state of transform feedback.

    mode : the primitives recorded while feedback is active; None while it is not.
    streams : while it is active, for each binding point in use the (result, component) of each word
        of a vertex; None for a word that is skipped. ranges : the destination of each.
    _recorded : the number of primitives recorded so far; no draw depends on it.
    discard : True if nothing is drawn.
    """

    records: tuple[Record, ...] = ()
    buffer_mode: int = gl.GL_INTERLEAVED_ATTRIBS
    mode: int | None = None
    streams: tuple[tuple[tuple[Binding, int] | None, ...], ...] = ()
    ranges: tuple[Range, ...] = ()
    _recorded: int = 0
    discard: bool = False

    @property
    def own_streams(self) -> tuple[tuple, ...]:
        """The streams of the recorded attributes."""
        each = [tuple(record.words) for record in self.records]
        if self.buffer_mode == gl.GL_INTERLEAVED_ATTRIBS:
            each = [sum(each, ())] if each else []
        return tuple(each)

    @property
    def captured(self) -> tuple[Binding, ...]:
        """The vertex results that draws must provide."""
        words = (word for stream in self.streams for word in stream if word is not None)
        return tuple(dict.fromkeys(result for result, _ in words))

    def recording(self, counts: bool) -> Recording | None:
        """Returns the recording of a draw; None if nothing is recorded or counted.

        counts : True if primitives are counted. Raises if a buffer object is mapped.
        """
        if self.mode is None:
            return Recording() if counts else None
        streams = [
            Stream(_words(part.data), words)
            for part, words in zip(self.ranges, self.streams, strict=True)
        ]
        return Recording(streams, self._recorded)

    def went_on(self, recording: Recording) -> int:
        """Continues after a recorded draw; returns the number of recorded primitives."""
        more, self._recorded = recording.recorded - self._recorded, recording.recorded
        return more


def _words(data: np.ndarray) -> np.ndarray:
    return data[: data.size // 4 * 4].view(np.uint32)


# -- binding ---------------------------------------------------------------------------------------


def _check_point(ctx, index):
    if index >= MAX_SEPARATE_ATTRIBS:
        raise IndexRefused(
            f"index: {index} is not below GL_MAX_TRANSFORM_FEEDBACK_SEPARATE_ATTRIBS_NV"
        )
    if ctx.feedback.mode is not None:
        raise invalid_operation("transform feedback is active")


INDEXED_TARGETS[TARGET] = IndexedTarget(_check_point, lambda offset: check_words("offset", offset))

# -- recorded attributes ---------------------------------------------------------------------------


def _record(attribute, components, index) -> Record:
    described = ATTRIBUTES.get(attribute)
    if described is None:
        raise invalid_enum(f"attribs: {gl.name_of(attribute)} cannot be recorded")
    name = gl.name_of(attribute)
    if not 1 <= components <= described.components:
        raise invalid_operation(
            f"attribs: {name} has 1 to {described.components} components, not {components}"
        )
    if described.count is None:
        # "For an attribute enumerant corresponding to only one attribute, the index is ignored."
        return Record(attribute, components)
    if not 0 <= index < described.count:
        last = described.count - 1
        raise invalid_value(f"attribs: index {index} of {name} is outside [0, {last}]")
    return Record(attribute, components, index)


def _all_of(attribs, buffer_mode):
    listed = integers(attribs, np.int32)
    return len(listed) // 3, listed, buffer_mode


@command("glTransformFeedbackAttribsNV", listed=False, forms={2: _all_of}, bufferMode=BUFFER_MODES)
def transform_feedback_attribs(ctx, count, attribs, buffer_mode):
    """Sets the recorded attributes: `count` times an attribute, its components, its index."""
    _check_inactive(ctx)
    words = integers(attribs, np.int32, 3 * count)
    if len(words) < 3 * count:
        raise invalid_value(f"attribs: {3 * count} numbers needed, not {len(words)}")
    records = tuple(_record(*words[at : at + 3]) for at in range(0, 3 * count, 3))
    if len({record.result for record in records}) < count:
        raise invalid_operation("attribs: an attribute appears more than once")
    if buffer_mode == gl.GL_INTERLEAVED_ATTRIBS:
        total = sum(record.components for record in records)
        if total > MAX_INTERLEAVED_COMPONENTS:
            raise invalid_value(
                f"{total} components exceed the limit of {MAX_INTERLEAVED_COMPONENTS}"
            )
    elif count > MAX_SEPARATE_ATTRIBS:
        raise invalid_value(f"count: {count} is more than {MAX_SEPARATE_ATTRIBS}")
    ctx.feedback.records, ctx.feedback.buffer_mode = records, buffer_mode


# -- begin and end ---------------------------------------------------------------------------------


def _check_inactive(ctx):
    if ctx.feedback.mode is not None:
        raise invalid_operation("transform feedback is active")


@command("glBeginTransformFeedbackNV", primitiveMode=MODES)
def begin_transform_feedback(ctx, mode):
    """Starts recording, at the start of the range at each binding point."""
    feedback = ctx.feedback
    _check_inactive(ctx)
    streams = _streams(ctx)
    bound = [ctx.buffers.indexed.get((TARGET, point)) for point in range(len(streams))]
    if None in bound:
        raise invalid_operation(f"no buffer object is bound to index {bound.index(None)}")
    # Issue 8: "Deletion is deferred until the EndTransformFeedback".
    feedback.ranges, feedback.mode, feedback._recorded = tuple(bound), mode, 0
    feedback.streams = streams


def _streams(ctx) -> tuple[tuple, ...]:
    """Returns the streams of the GLSL program in use, or of the recorded attributes."""
    if shader(ctx, Stage.VERTEX) or shader(ctx, Stage.GEOMETRY):
        # OpenGL 3.3, 2.19: INVALID_OPERATION if "the active program object has specified no varying
        # variables to record."
        # ARB_separate_shader_objects, 2.20: "the set of attributes captured is taken from the
        # program object active on the last shader stage processing the primitives captured".
        last = Stage.GEOMETRY if shader(ctx, Stage.GEOMETRY) else Stage.VERTEX
        linked = program_object(ctx, last).linked
        if not linked.varyings:
            raise invalid_operation(
                "the program in use has no varyings to record: see glTransformFeedbackVaryings"
            )
        return varying_streams(linked)
    if not ctx.feedback.records:
        raise invalid_operation("no attributes to record: see glTransformFeedbackAttribsNV")
    return ctx.feedback.own_streams


def varying_streams(linked: LinkedProgram) -> tuple[tuple, ...]:
    """Returns the words of a vertex at each binding point, as `Feedback.streams` has them."""
    if not linked.interleaved:
        return tuple(varying.components for varying in linked.varyings)
    streams: list[list] = [[]]
    for varying in linked.varyings:
        if varying.next_buffer:
            streams.append([])
        streams[-1] += [None] * varying.skipped + list(varying.components)
    return tuple(map(tuple, streams))


@command("glEndTransformFeedbackNV")
def end_transform_feedback(ctx):
    """Ends recording."""
    if ctx.feedback.mode is None:
        raise invalid_operation("transform feedback is not active")
    ctx.feedback.mode, ctx.feedback.streams, ctx.feedback.ranges = None, (), ()


# -- queries ---------------------------------------------------------------------------------------


def _check_index(index, count, limit):
    if index >= count:
        raise invalid_value(f"index: {index} is not below {limit}")


def _at_point(part):
    """Returns the query of a part of a binding: 0 if it is not set."""

    def query(ctx, pname, index):
        _check_index(index, MAX_SEPARATE_ATTRIBS, "GL_MAX_TRANSFORM_FEEDBACK_SEPARATE_ATTRIBS_NV")
        bound = ctx.buffers.indexed.get((TARGET, index))
        return (getattr(bound, part) or 0) if bound else 0

    return query


def _name_at(ctx, pname, index):
    _check_index(index, MAX_SEPARATE_ATTRIBS, "GL_MAX_TRANSFORM_FEEDBACK_SEPARATE_ATTRIBS_NV")
    return name_at(ctx, TARGET, index)


def _record_at(ctx, pname, index):
    records = ctx.feedback.records
    _check_index(index, len(records), "GL_TRANSFORM_FEEDBACK_ATTRIBS_NV")
    record = records[index]
    return np.array([record.attribute, record.components, record.index])


STATE = State(
    values={
        gl.GL_TRANSFORM_FEEDBACK_BUFFER_MODE: "feedback.buffer_mode",
        gl.GL_TRANSFORM_FEEDBACK_ATTRIBS_NV: lambda ctx: len(ctx.feedback.records),
    },
    limits={
        gl.GL_MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS: MAX_INTERLEAVED_COMPONENTS,
        gl.GL_MAX_TRANSFORM_FEEDBACK_SEPARATE_ATTRIBS: MAX_SEPARATE_ATTRIBS,
        gl.GL_MAX_TRANSFORM_FEEDBACK_SEPARATE_COMPONENTS: MAX_SEPARATE_COMPONENTS,
    },
    capabilities={gl.GL_RASTERIZER_DISCARD: "feedback.discard"},
    indexed={
        gl.GL_TRANSFORM_FEEDBACK_BUFFER_BINDING: _name_at,
        gl.GL_TRANSFORM_FEEDBACK_BUFFER_START: _at_point("offset"),
        gl.GL_TRANSFORM_FEEDBACK_BUFFER_SIZE: _at_point("size"),
        gl.GL_TRANSFORM_FEEDBACK_RECORD_NV: _record_at,
    },
)
