"""Makes the calls that restore the bindings of objects, and describe vertex arrays."""

from __future__ import annotations

from softgl.debug.captures.live_objects import LiveObjects
from softgl.debug.captures.restore_feedback import bound_part, feedback_bindings
from softgl.debug.captures.restore_objects import Calls, existing
from softgl.debug.captures.restore_shaders import use_calls
from softgl.debug.captures.values import Special
from softgl.gl.api import enums as gl


def bound(ctx, recorder) -> Calls:
    """Yields the calls that bind the objects and describe vertex arrays; they come last."""
    texturing, programs, live = ctx.texturing, ctx.programs, LiveObjects(ctx)
    for number, unit in enumerate(texturing.units):
        names = [(each.target.enum, each.name) for each in unit.bound.values() if each.name]
        if names or unit.sampler:
            yield "glActiveTexture", (gl.GL_TEXTURE0 + number,)
        for enum, name in names:
            yield "glBindTexture", (getattr(gl, f"GL_{enum}"), name)
        if unit.sampler:
            yield "glBindSampler", (number, unit.sampler.name)
    yield "glActiveTexture", (texturing.active_texture,)
    for target in programs.targets:
        if target.bound.name:
            yield "glBindProgramARB", (target.target, target.bound.name)
    yield from use_calls(ctx)
    yield from feedback_bindings(ctx, live)  # before deleted buffer objects are deleted
    yield from _vertex_arrays(ctx, recorder, live)
    for (target, index), part in ctx.buffers.indexed.items():
        yield bound_part(target, index, part, part.buffer.name)
    for target in sorted({target for target, _ in ctx.buffers.indexed} - ctx.buffers.bound.keys()):
        yield "glBindBuffer", (target, 0)
    if gl.GL_ARRAY_BUFFER not in ctx.buffers.bound and live.buffers:
        yield "glBindBuffer", (gl.GL_ARRAY_BUFFER, 0)
    for target, buffer in ctx.buffers.bound.items():
        if target != gl.GL_ELEMENT_ARRAY_BUFFER:  # part of the vertex array object
            yield "glBindBuffer", (target, buffer.name)
    framebuffers = ctx.framebuffers
    if framebuffers.renderbuffer or framebuffers.renderbuffers:
        renderbuffer = framebuffers.renderbuffer
        yield "glBindRenderbuffer", (gl.GL_RENDERBUFFER, renderbuffer.name if renderbuffer else 0)
    for target, each in (
        (gl.GL_DRAW_FRAMEBUFFER, framebuffers.draw), (gl.GL_READ_FRAMEBUFFER, framebuffers.read),
    ):  # fmt: skip
        if each.name:
            yield "glBindFramebuffer", (target, each.name)


def _vertex_arrays(ctx, recorder, live) -> Calls:
    vertex = ctx.vertex
    for name, each in [(0, vertex.default), *existing(vertex.objects)]:
        if name:
            yield "glBindVertexArray", (name,)
        for binding, array in each.arrays.items():
            yield from describing_calls(binding, array, recorder, live)
        yield from _vertex_bindings(each, live)
        elements = ctx.buffers.bound.get(gl.GL_ELEMENT_ARRAY_BUFFER)
        elements = elements if each is vertex.bound else each.elements
        if elements is not None:
            yield "glBindBuffer", (gl.GL_ELEMENT_ARRAY_BUFFER, live.name(elements))
    if live.deleted_buffers:
        # They bind no vertex array object but the right one at the end.
        neutral = max(vertex.objects, default=0) + 1
        yield "glGenVertexArrays", (1,), 0, {}, (neutral,)
        yield "glBindVertexArray", (neutral,)
        yield "glDeleteBuffers", (len(live.deleted_buffers), live.deleted_buffers)
        yield "glDeleteVertexArrays", (1, (neutral,))
    if vertex.objects:
        yield "glBindVertexArray", (vertex.bound.name,)
    if vertex.restart_fixed:
        yield "glEnable", (gl.GL_PRIMITIVE_RESTART_FIXED_INDEX,)
    if vertex.restart:
        yield "glEnableClientState", (gl.GL_PRIMITIVE_RESTART_NV,)
    if vertex.lock_count:
        yield "glLockArraysEXT", (vertex.lock_first, vertex.lock_count)
    yield "glClientActiveTexture", (vertex.client_active_texture,)


def _vertex_bindings(vertex_array, live) -> Calls:
    """Yields the calls that set vertex buffer bindings, if one is not that of a pointer."""
    pairs = list(zip(vertex_array.bindings, vertex_array.numbered, strict=True))
    if all(_is_of_pointer(*pair) for pair in pairs):
        return
    for number, (binding, array) in enumerate(pairs):
        form = array.size, array.type, array.relative_offset
        if array.integer:
            yield "glVertexAttribIFormat", (number, *form)
        else:
            yield "glVertexAttribFormat", (number, *form[:2], array.normalized, form[2])
        yield "glVertexAttribBinding", (number, array.binding)
        name = live.name(binding.buffer) if binding.buffer is not None else 0
        yield "glBindVertexBuffer", (number, name, binding.offset, binding.stride)
        yield "glVertexBindingDivisor", (number, binding.divisor)


def _is_of_pointer(binding, array) -> bool:
    """True if the array's pointer and divisor set the binding, or nothing did."""
    if array.binding != array.number or array.relative_offset or array.spacing is not None:
        return False
    there = array.buffer is not None or array.data is not None
    state = binding.buffer, binding.offset, binding.stride, binding.divisor
    step = array.step if there else 16
    return state == (array.buffer, array.offset, step, array.divisor)


_POINTERS = {
    "vertex.position": ("glVertexPointer", gl.GL_VERTEX_ARRAY, True),
    "vertex.normal": ("glNormalPointer", gl.GL_NORMAL_ARRAY, False),
    "vertex.color.primary": ("glColorPointer", gl.GL_COLOR_ARRAY, True),
    "vertex.color.secondary": ("glSecondaryColorPointer", gl.GL_SECONDARY_COLOR_ARRAY, True),
    "vertex.fogcoord": ("glFogCoordPointer", gl.GL_FOG_COORD_ARRAY, False),
    "vertex.index": ("glIndexPointer", gl.GL_INDEX_ARRAY, False),
    "vertex.weight": ("glWeightPointerARB", gl.GL_WEIGHT_ARRAY_ARB, True),
    "vertex.texcoord": ("glTexCoordPointer", gl.GL_TEXTURE_COORD_ARRAY, True),
}


def describing_calls(binding, array, recorder, live) -> Calls:
    """Yields the calls that describe an array, unless it is in its initial state."""
    there = array.buffer is not None or array.data is not None
    settings = there, array.enabled, array.enabled_nv, array.divisor, array.static_count
    if not any(settings):
        return
    buffer = 0 if array.buffer is None else live.name(array.buffer)
    yield "glBindBuffer", (gl.GL_ARRAY_BUFFER, buffer)
    pointer = array.offset
    if array.buffer is None:
        pointer = None
        if array.data is not None:
            pointer = Special("client", recorder.client_memory.block([array]))
    # GL_EXT_vertex_array: the number of static elements.
    older, count = ("EXT", (array.static_count,)) if array.static_count else ("", ())
    form = array.type, array.stride, *count, pointer
    if binding.name == "vertex.attrib":
        yield from _attribute(binding.indices[0], array, form)
        return
    if binding.name == "vertex.texcoord":
        yield "glClientActiveTexture", (gl.GL_TEXTURE0 + binding.indices[0],)
    if binding.name == "vertex.edgeflag":
        enum = gl.GL_EDGE_FLAG_ARRAY
        yield f"glEdgeFlagPointer{older}", form[1:]
    else:
        command, enum, sized = _POINTERS[binding.name]
        yield command + older, (array.ordered_size, *form) if sized else form
    if array.enabled:
        yield "glEnableClientState", (enum,)


def _attribute(number, array, form) -> Calls:
    type_, stride, pointer = form
    if array.integer:
        arguments = (number, array.size, type_, stride, pointer)
        yield "glVertexAttribIPointerEXT", arguments
    else:
        arguments = (number, array.ordered_size, type_, array.is_normalized, stride, pointer)
        yield "glVertexAttribPointer", arguments
    if array.enabled:
        yield "glEnableVertexAttribArray", (number,)
    if array.enabled != array.enabled_nv:
        switch = "Enable" if array.enabled_nv else "Disable"
        yield f"gl{switch}ClientState", (gl.GL_VERTEX_ATTRIB_ARRAY0_NV + number,)
    if array.divisor:
        yield "glVertexAttribDivisorARB", (number, array.divisor)
