"""Likely mistakes with vertex arrays and indices: their memory, types, strides and switches."""

from __future__ import annotations

import numpy as np

from softgl.counts import counted
from softgl.gl.api import enums as gl
from softgl.gl.api.memory import DTYPES
from softgl.gl.api.stages import assembly_target, stage_program
from softgl.gl.draw.enabled_arrays import ArrayElements
from softgl.gl.explain.pixel_reasons import are_fractions
from softgl.gl.explain.reason import HIGH, MEDIUM, OTHER, UNDEFINED, reason
from softgl.gl.explain.shader_reasons import without_array
from softgl.gl.vertices.attributes import ATTRIBS, POSITION
from softgl.ir.program import Stage

ELEMENTS = {
    gl.GL_FLOAT: np.dtype(np.float32),
    gl.GL_DOUBLE: np.dtype(np.float64),
    gl.GL_HALF_FLOAT_ARB: np.dtype(np.float16),
}
MAX_SEEN_ELEMENTS = 4096
"""Elements of an array that are looked at for their range."""


def _arrays(facts):
    """Yields (name, array) for each enabled array."""
    vertex = facts.ctx.vertex
    assembly = assembly_target(facts.ctx, Stage.VERTEX) is not None
    for binding, array in vertex.bound.enabled(assembly).items():
        yield str(binding), array


@reason(13, UNDEFINED, HIGH)
def _doubles(facts):
    for name, array in _arrays(facts):
        dtypes = facts.ctx.explainer.dtypes
        dtype = dtypes.get(array.buffer) if array.buffer is not None else None
        wanted = gl.name_of(array.type)
        if dtype is not None and dtype.kind == "f" and dtype != ELEMENTS.get(array.type, dtype):
            yield (
                f"the array of {name} reads {wanted} from buffer {array.buffer.name}, which was "
                f"filled with {dtype}: convert it, e.g. data.astype(numpy.float32)"
            )


@reason(14, UNDEFINED, HIGH)
def _beyond(facts):
    stream, seen = facts.call.stream, set()
    for binding, elements in stream.attributes.items():
        if not isinstance(elements, ArrayElements) or id(elements.array) in seen:
            continue
        seen.add(id(elements.array))
        last, available = elements.first + stream.count - 1, elements.array.available
        if last >= available:
            yield (
                f"vertex {last} lies beyond the array of {binding}, which has {available} "
                "elements: zeros are read there"
            )


@reason(17, UNDEFINED, HIGH)
def _without_array(facts):
    yield from without_array(facts)


@reason(19, OTHER, HIGH)
def _floats_as_integers(facts):
    for name, array in _arrays(facts):
        wanted = DTYPES[array.type]
        if wanted.kind not in "iu":
            continue
        if array.buffer is None:
            dtype, place = facts.ctx.explainer.pointed.get(id(array)), "an array"
        else:
            dtype = facts.ctx.explainer.dtypes.get(array.buffer)
            place = f"buffer {array.buffer.name}"
            # Packed bytes in an array of floats are read as integers on purpose.
            if dtype is not None and not _holds_fractions(array, dtype):
                continue
        if dtype is not None and dtype.kind == "f":
            yield (
                f"the array of {name} reads {gl.name_of(array.type)} from {place}, which holds "
                f"{dtype} from 0 to 1: pass {gl.name_of(_float_type(dtype))}, or "
                f"integers up to {np.iinfo(wanted).max}"
            )


def _float_type(dtype):
    return next((kind for kind, own in ELEMENTS.items() if own == dtype), gl.GL_FLOAT)


def _holds_fractions(array, dtype) -> bool:
    """True if the floats where an array begins are from 0 to 1."""
    data = array.buffer.data[array.offset :]
    width, step = dtype.itemsize, array.step
    if dtype.kind != "f" or array.offset % width or step % width or data.size < width:
        return False
    floats = data[: data.size // width * width].view(dtype)[:MAX_SEEN_ELEMENTS]
    floats = floats[:: max(1, step // width)]
    return are_fractions(floats[floats > 1e-6], array.is_normalized)


@reason(20, OTHER, HIGH)
def _no_positions(facts):
    """Draws whose vertices all have the current position: the array is not enabled."""
    attributes, ctx = facts.call.stream.attributes, facts.ctx
    if POSITION in attributes or ATTRIBS[0] in attributes or not facts.counts.vertices:
        return
    program = stage_program(ctx, Stage.VERTEX)
    if program is None or POSITION in program.inputs:
        yield (
            "no array of positions is enabled, so all vertices are one point: see "
            "glEnableClientState(GL_VERTEX_ARRAY)"
        )
    elif ATTRIBS[0] in program.inputs and not _told_by_shader(ctx):
        yield (
            "the array of attribute 0 is not enabled, so all vertices have one value: see "
            "glEnableVertexAttribArray(0)"
        )


def _told_by_shader(ctx) -> bool:
    """True if reason 17 tells of attribute 0, by the name that the shader has for it."""
    return bool(ctx.vertex.bound.enabled(False))


@reason(21, UNDEFINED, HIGH)
def _short_stride(facts):
    for name, array in _arrays(facts):
        if 0 < array.stride < array.element_size:
            width = DTYPES[array.type].itemsize
            yield (
                f"the stride of the array of {name}, {counted(array.stride, 'byte')}, is less than "
                f"an element, {array.element_size} bytes: strides count bytes; "
                f"{array.stride} numbers are {array.stride * width}"
            )


@reason(22, UNDEFINED, HIGH)
def _short_indices(facts):
    if facts.indices is not None:
        count, there, buffer = facts.indices
        yield (
            f"{count} indices are drawn, and the element array buffer {buffer.name} has {there}: "
            "the others are 0"
        )


@reason(30, OTHER, MEDIUM)
def _overlaps(facts):
    """Draws that record into a buffer object that they read."""
    recorded = facts.ctx.feedback.bound
    if not recorded.active or recorded.paused:
        return
    written = {id(each.buffer) for each in recorded.ranges if each is not None}
    read = {
        id(array.buffer): f"the array of {name} reads"
        for name, array in _arrays(facts)
        if array.buffer is not None
    }
    for buffer in written & read.keys():
        name = next(each.buffer.name for each in recorded.ranges if id(each.buffer) == buffer)
        yield (
            f"transform feedback records into buffer {name}, which {read[buffer]} in the same draw:"
            " the results are undefined; record into another one, and exchange them"
        )
