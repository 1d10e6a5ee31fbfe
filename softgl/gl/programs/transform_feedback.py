"""Transform feedback: vertex results recorded in buffer objects.

NV_transform_feedback names results; GLSL programs name varyings (OpenGL 3.3, 2.19).
"""

from __future__ import annotations

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import integers, invalid_enum, invalid_operation, invalid_value
from softgl.gl.api.command import command
from softgl.gl.api.core_names import IndexRefused
from softgl.gl.api.kinds import Kind
from softgl.gl.api.names import delete_names, first_names, only_count, reserve_names
from softgl.gl.api.signature import EnumSet
from softgl.gl.api.stages import program_object, shader, used_programs
from softgl.gl.api.tables import State
from softgl.gl.buffers.indexed_bindings import (
    INDEXED_TARGETS,
    IndexedTarget,
    check_words,
    name_at,
)
from softgl.gl.programs.feedback_objects import ATTRIBUTES, SKIPPED, FeedbackObject, Record
from softgl.glsl.limits import MAX_FEEDBACK_BUFFERS
from softgl.glsl.linked import LinkedProgram
from softgl.ir.program import Stage

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
# ARB_transform_feedback3, "Dependencies on NV_gpu_program5 and ARB_gpu_shader5": without several
# vertex streams "the value of the limit MAX_VERTEX_STREAMS will be 1."
MAX_VERTEX_STREAMS = 1


# -- binding ---------------------------------------------------------------------------------------


def _check_point(ctx, index):
    if index >= MAX_FEEDBACK_BUFFERS:
        raise IndexRefused(f"index: {index} is not below GL_MAX_TRANSFORM_FEEDBACK_BUFFERS")
    _check_inactive(ctx)


INDEXED_TARGETS[TARGET] = IndexedTarget(_check_point, lambda offset: check_words("offset", offset))

# -- recorded attributes ---------------------------------------------------------------------------


def _record(attribute, components, index) -> Record:
    if attribute in SKIPPED:
        return Record(attribute, SKIPPED[attribute])
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
    ordinary = [record.result for record in records if record.attribute not in SKIPPED]
    if len(set(ordinary)) < len(ordinary):
        raise invalid_operation("attribs: an attribute appears more than once")
    if buffer_mode == gl.GL_INTERLEAVED_ATTRIBS:
        _check_interleaved(records)
    elif len(ordinary) < count:
        # ARB_transform_feedback3: INVALID_OPERATION "if any such value is NEXT_BUFFER_NV,
        # SKIP_COMPONENTS1_NV, [...] and <bufferMode> is not INTERLEAVED_ATTRIBS."
        raise invalid_operation("attribs: special values need GL_INTERLEAVED_ATTRIBS")
    elif count > MAX_SEPARATE_ATTRIBS:
        raise invalid_value(f"count: {count} is more than {MAX_SEPARATE_ATTRIBS}")
    ctx.feedback.bound.assign(records=records, buffer_mode=buffer_mode)


def _check_interleaved(records):
    """Refuses too many binding points, and too many components at one of them."""
    totals = [0]
    for record in records:
        if record.attribute == gl.GL_NEXT_BUFFER_NV:
            totals.append(0)
        totals[-1] += record.components
    if len(totals) > MAX_FEEDBACK_BUFFERS:
        raise invalid_operation(f"attribs: {len(totals)} buffers are too many")
    if max(totals) > MAX_INTERLEAVED_COMPONENTS:
        raise invalid_value(
            f"{max(totals)} components exceed the limit of {MAX_INTERLEAVED_COMPONENTS}"
        )


# -- begin and end ---------------------------------------------------------------------------------


def _check_inactive(ctx):
    """Refuses a change while the bound object is active, paused or not."""
    if ctx.feedback.bound.active:
        raise invalid_operation("transform feedback is active")


@command("glBeginTransformFeedbackNV", primitiveMode=MODES)
def begin_transform_feedback(ctx, mode):
    """Starts recording, at the start of the range at each binding point."""
    _check_inactive(ctx)
    bound, streams = ctx.feedback.bound, _streams(ctx)
    ranges = [ctx.buffers.indexed.get((TARGET, point)) for point in range(len(streams))]
    if None in ranges:
        raise invalid_operation(f"no buffer object is bound to index {ranges.index(None)}")
    # Issue 8: "Deletion is deferred until the EndTransformFeedback".
    bound.ranges, bound.mode, bound._recorded = tuple(ranges), mode, 0
    bound.streams, bound.programs = streams, tuple(used_programs(ctx))


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
    if not ctx.feedback.bound.records:
        raise invalid_operation("no attributes to record: see glTransformFeedbackAttribsNV")
    return ctx.feedback.bound.own_streams


def varying_streams(linked: LinkedProgram) -> tuple[tuple, ...]:
    """Returns the words of a vertex at each binding point, as `FeedbackObject.streams` has them."""
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
    bound = ctx.feedback.bound
    if not bound.active:
        raise invalid_operation("transform feedback is not active")
    bound.end()


@command("glPauseTransformFeedback")
def pause_transform_feedback(ctx):
    """Records nothing until glResumeTransformFeedback."""
    bound = ctx.feedback.bound
    if not bound.active or bound.paused:
        raise invalid_operation("transform feedback is not active, or is paused")
    bound.paused = True


@command("glResumeTransformFeedback")
def resume_transform_feedback(ctx):
    """Goes on to record, behind the primitives recorded so far."""
    bound = ctx.feedback.bound
    if not bound.paused:
        raise invalid_operation("transform feedback is not paused")
    if bound.programs != tuple(used_programs(ctx)):
        # ARB_transform_feedback2, "Errors": INVALID_OPERATION "if the program object being used by
        # the current transform feedback object is not active."
        raise invalid_operation("the recorded program is not in use")
    bound.paused = False


# -- objects ---------------------------------------------------------------------------------------


def use_feedback(ctx, found: FeedbackObject) -> None:
    """Binds a transform feedback object, with its bindings of buffer objects."""
    feedback, buffers = ctx.feedback, ctx.buffers
    points = {point: part for (target, point), part in buffers.indexed.items() if target == TARGET}
    feedback.bound.assign(points=points, general=buffers.bound.get(TARGET))
    for point in points:
        buffers.indexed.pop((TARGET, point))
    feedback.bound = found
    buffers.indexed.update({(TARGET, point): part for point, part in found.points.items()})
    if found.general is not None:
        buffers.bound[TARGET] = found.general
    elif TARGET in buffers.bound:
        del buffers.bound[TARGET]


@command("glGenTransformFeedbacks", listed=False, kind=Kind.NAMES)
def gen_transform_feedbacks(ctx, n, ids):
    """Reserves n names; returns a number for n = 1, else an array."""
    return reserve_names(ctx.feedback.objects, n, ids)


@command("glDeleteTransformFeedbacks", listed=False, forms=only_count)
def delete_transform_feedbacks(ctx, n, ids):
    """Deletes transform feedback objects; if one is bound, the default one replaces it."""
    feedback, names = ctx.feedback, first_names(n, ids)
    for name in names:
        found = feedback.objects.get(name)
        if found is not None and found.active:
            raise invalid_operation(f"transform feedback object {name} is active")
    for found in delete_names(feedback.objects, n, names):
        if found is feedback.bound:
            use_feedback(ctx, feedback.default)


@command("glIsTransformFeedback", listed=False)
def is_transform_feedback(ctx, id_):
    """Returns 1 for the name of a transform feedback object that has been bound, else 0."""
    return int(ctx.feedback.objects.get(id_) is not None)


@command("glBindTransformFeedback", target=EnumSet("GL_TRANSFORM_FEEDBACK"))
def bind_transform_feedback(ctx, target, id_):
    """Binds a transform feedback object, which is made if the name is new; 0 is the default one."""
    feedback = ctx.feedback
    if feedback.mode is not None:
        raise invalid_operation("transform feedback is active, and not paused")
    if id_ and id_ not in feedback.objects:
        raise invalid_operation(f"{id_} is not a name from glGenTransformFeedbacks")
    if id_ and feedback.objects[id_] is None:
        feedback.objects[id_] = FeedbackObject(id_)
    use_feedback(ctx, feedback.objects[id_] if id_ else feedback.default)


def recorded_count(ctx, name: int, stream: int = 0) -> int:
    """Returns the number of vertices that the latest feedback of an object recorded."""
    found = ctx.feedback.objects.get(name) if name else ctx.feedback.default
    if found is None:
        raise invalid_value(f"id: {name} is not a transform feedback object")
    if stream >= MAX_VERTEX_STREAMS:
        raise invalid_value(f"stream: {stream} is not below GL_MAX_VERTEX_STREAMS")
    if found.count is None:
        raise invalid_operation(f"feedback of transform feedback object {name} has never ended")
    return found.count


# -- queries ---------------------------------------------------------------------------------------


def _check_index(index, count, limit):
    if index >= count:
        raise invalid_value(f"index: {index} is not below {limit}")


def _at_point(part):
    """Returns the query of a part of a binding: 0 if it is not set."""

    def query(ctx, pname, index):
        _check_index(index, MAX_FEEDBACK_BUFFERS, "GL_MAX_TRANSFORM_FEEDBACK_BUFFERS")
        bound = ctx.buffers.indexed.get((TARGET, index))
        return (getattr(bound, part) or 0) if bound else 0

    return query


def _name_at(ctx, pname, index):
    _check_index(index, MAX_FEEDBACK_BUFFERS, "GL_MAX_TRANSFORM_FEEDBACK_BUFFERS")
    return name_at(ctx, TARGET, index)


def _record_at(ctx, pname, index):
    records = ctx.feedback.bound.records
    _check_index(index, len(records), "GL_TRANSFORM_FEEDBACK_ATTRIBS_NV")
    record = records[index]
    return np.array([record.attribute, record.components, record.index])


STATE = State(
    values={
        gl.GL_TRANSFORM_FEEDBACK_BUFFER_MODE: "feedback.bound.buffer_mode",
        gl.GL_TRANSFORM_FEEDBACK_ATTRIBS_NV: lambda ctx: len(ctx.feedback.bound.records),
        gl.GL_TRANSFORM_FEEDBACK_BINDING: "feedback.bound.name",
        gl.GL_TRANSFORM_FEEDBACK_BUFFER_ACTIVE: "feedback.bound.active",
        gl.GL_TRANSFORM_FEEDBACK_BUFFER_PAUSED: "feedback.bound.paused",
    },
    limits={
        gl.GL_MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS: MAX_INTERLEAVED_COMPONENTS,
        gl.GL_MAX_TRANSFORM_FEEDBACK_SEPARATE_ATTRIBS: MAX_SEPARATE_ATTRIBS,
        gl.GL_MAX_TRANSFORM_FEEDBACK_SEPARATE_COMPONENTS: MAX_SEPARATE_COMPONENTS,
        gl.GL_MAX_TRANSFORM_FEEDBACK_BUFFERS: MAX_FEEDBACK_BUFFERS,
        gl.GL_MAX_VERTEX_STREAMS: MAX_VERTEX_STREAMS,
    },
    capabilities={gl.GL_RASTERIZER_DISCARD: "feedback.discard"},
    indexed={
        gl.GL_TRANSFORM_FEEDBACK_BUFFER_BINDING: _name_at,
        gl.GL_TRANSFORM_FEEDBACK_BUFFER_START: _at_point("offset"),
        gl.GL_TRANSFORM_FEEDBACK_BUFFER_SIZE: _at_point("size"),
        gl.GL_TRANSFORM_FEEDBACK_RECORD_NV: _record_at,
    },
)
