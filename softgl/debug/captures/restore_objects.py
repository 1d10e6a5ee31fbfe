"""Makes the calls that restore the objects of a context, with their contents and bindings.

Pixels are uploaded to textures in a lossless type: bytes, floats, which hold every normalised
number of up to 16 bits, integers, 32-bit depths, or compressed blocks.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from softgl.debug.captures.errors import CaptureError
from softgl.debug.captures.live_objects import LiveObjects
from softgl.debug.captures.restore_planes import Attached, counted_samples, drawn_again, window
from softgl.debug.captures.values import Special
from softgl.formats.storages import BYTES
from softgl.gl.api import enums as gl
from softgl.gl.api.names import MAX_NAMES
from softgl.gl.framebuffers.framebuffers import DEPTH, STENCIL
from softgl.gl.framebuffers.renderbuffers import Renderbuffer
from softgl.gl.pixels.image_moves import moved_from_texels
from softgl.gl.programs.programs import STAGES
from softgl.gl.queries.query_objects import TARGETS
from softgl.gl.textures.buffer_textures import CORE_FORMATS, BufferTexture
from softgl.gl.textures.multisample_textures import MultisampleTexture
from softgl.gl.textures.objects import Texture
from softgl.gl.textures.texels import packed_texels
from softgl.gl.textures.textures import PARAMETERS, SAMPLER_PARAMETERS
from softgl.ir.program import Stage
from softgl.pixels.layouts import Layout, PixelStore, layout
from softgl.pixels.types import PIXEL_TYPES
from softgl.texture.image import Image

Calls = Iterator[tuple]
POINTS = {DEPTH: gl.GL_DEPTH_ATTACHMENT, STENCIL: gl.GL_STENCIL_ATTACHMENT}


def made(ctx, recorder) -> Calls:
    """Yields the calls that make the objects in a new context, with their pixels."""
    live = LiveObjects(ctx)
    yield from _names(ctx, live)
    for sync in ctx.syncs.objects:
        yield "glFenceSync", (sync.condition, sync.flags), 0, {}, recorder.known_sync(sync)
    for name, buffer in live.buffers:
        yield "glBindBuffer", (gl.GL_ARRAY_BUFFER, name)
        if buffer.data.size:
            data = buffer.data.tobytes()
            yield "glBufferData", (gl.GL_ARRAY_BUFFER, len(data), data, buffer.usage)
    if live.buffers:
        yield "glBindBuffer", (gl.GL_ARRAY_BUFFER, 0)
    yield from _textures(ctx, live)
    for name, sampler in _there(ctx.texturing.samplers):
        yield from _parameters("glSamplerParameter", name, SAMPLER_PARAMETERS, sampler.state)
    yield from _programs(ctx)
    yield from _framebuffers(ctx, live)
    yield from _queries(ctx)
    yield from window(ctx)
    yield from _window_buffers(ctx.framebuffers.window)


def _there(objects):
    return ((name, each) for name, each in sorted(objects.items()) if each is not None)


def _names(ctx, live) -> Calls:
    """Yields the calls that generate the reserved names, so that later names are equal."""
    for kind, objects in (
        ("Buffers", ctx.buffers.objects), ("Textures", ctx.texturing.objects),
        ("Samplers", ctx.texturing.samplers), ("ProgramsARB", ctx.programs.objects),
        ("Framebuffers", ctx.framebuffers.objects), ("VertexArrays", ctx.vertex.objects),
        ("Renderbuffers", ctx.framebuffers.renderbuffers | dict(live.renderbuffers)),
        ("Queries", ctx.queries.objects),
    ):  # fmt: skip
        bound_alone = kind in ("Buffers", "Textures", "ProgramsARB")
        if not objects or (bound_alone and None not in objects.values()):
            continue
        last = max(objects)
        if last > MAX_NAMES:
            raise CaptureError(f"cannot capture: a name of gl{kind} is {last}")
        yield f"glGen{kind}", (last,)
        unused = tuple(name for name in range(1, last + 1) if name not in objects)
        if unused:
            yield f"glDelete{kind}", (len(unused), unused)


def _queries(ctx) -> Calls:
    """Yields the calls that make the query objects; queries of samples get their results."""
    for name, query in _there(ctx.queries.objects):
        if query.target not in TARGETS:
            continue
        yield "glBeginQuery", (query.target, name)
        if query.target == gl.GL_SAMPLES_PASSED and query.result and ctx.width and ctx.height:
            yield from counted_samples(ctx, query.result)
        yield "glEndQuery", (query.target,)


# -- textures --------------------------------------------------------------------------------------


def _textures(ctx, live) -> Calls:
    for name, texture in [*((0, each) for each in ctx.texturing.defaults.values()), *live.textures]:
        calls = list(_texture(ctx, texture, live))
        if calls or name:
            yield "glBindTexture", (getattr(gl, f"GL_{texture.target.enum}"), name)
            yield from calls
            yield "glBindTexture", (getattr(gl, f"GL_{texture.target.enum}"), 0)


def _texture(ctx, texture, live) -> Calls:
    target = getattr(gl, f"GL_{texture.target.enum}")
    if isinstance(texture, BufferTexture):
        if texture.attachment.buffer is not None:
            name = live.name(texture.attachment.buffer)
            format_ = texture.attachment.format
            command = "glTexBuffer" if format_ in CORE_FORMATS else "glTexBufferEXT"
            yield command, (target, format_, name)
        return
    if isinstance(texture, MultisampleTexture):
        if texture.specified is not None:
            yield _multisampled(target, texture)
        return
    for (level, face), image in sorted(texture.images.items()):
        yield _upload(ctx, getattr(gl, f"GL_{texture.target.images[face]}"), level, image)
    initial = Texture(texture.target)
    for holder, new in (
        (texture.sampler, initial.sampler),
        (texture.parameters, initial.parameters),
    ):
        yield from _parameters("glTexParameter", target, PARAMETERS, holder, new)


def _multisampled(target, texture) -> tuple:
    """The call that specifies a multisample texture; its contents are drawn later."""
    image, axes = texture.specified, texture.target.axes
    form = image.samples, getattr(gl, f"GL_{image.format.name}"), *image.size[:axes]
    return f"glTexImage{axes}DMultisample", (target, *form, image.fixed)


def _upload(ctx, target, level, image: Image) -> tuple:
    axes = image.target.axes
    size = tuple(image.texels.shape[2::-1][:axes])
    internal = getattr(gl, f"GL_{image.format.name}")
    if image.blocks is not None:
        data = image.blocks.tobytes()
        given = (target, level, internal, *size, image.border, len(data), data)
        return f"glCompressedTexImage{axes}D", given
    words = _transport(image.format)
    data, plan = _room(image.texels.shape[2::-1], words)
    place = image.format, image.texels
    if not moved_from_texels(ctx, *place, data.reshape(-1), plan, words, swap=False):
        data[...] = packed_texels(*place, words)
    pixels = tuple(getattr(gl, f"GL_{word}") for word in words)
    return f"glTexImage{axes}D", (target, level, internal, *size, image.border, *pixels, data)


def _transport(format_) -> tuple[str, str]:
    """The pixel format and type that hold all bits of an internal format."""
    floats = "32F" in format_.name
    if format_.has_stencil:
        return "DEPTH_STENCIL_EXT", (
            "FLOAT_32_UNSIGNED_INT_24_8_REV" if floats else "UNSIGNED_INT_24_8_EXT"
        )
    if format_.has_depth:
        return "DEPTH_COMPONENT", "FLOAT" if floats else "UNSIGNED_INT"
    if format_.storage.integer:
        return "RGBA_INTEGER", "INT" if format_.storage.signed else "UNSIGNED_INT"
    return "RGBA", "UNSIGNED_BYTE" if format_.storage is BYTES else "FLOAT"


def _room(size, words) -> tuple[np.ndarray, Layout]:
    """Makes an array for an image of (width, height, depth) in a pixel format and type."""
    plan = layout(PixelStore(alignment=1), *words, size, 3)
    return np.empty(plan.shape, PIXEL_TYPES[words[1]].dtype), plan


def _parameters(command, which, table, holder, initial=None) -> Calls:
    """Yields the calls that set the parameters of an object that differ from the initial ones."""
    initial = type(holder)() if initial is None else initial
    for pname, parameter in table.items():
        value = getattr(holder, parameter.name, None)
        if value is None or value == getattr(initial, parameter.name):
            continue
        if isinstance(value, tuple) and type(value[0]) is int:
            yield f"{command}Iiv{'EXT' * (command == 'glTexParameter')}", (which, pname, value)
        elif isinstance(value, tuple) and not isinstance(value[0], str):
            yield f"{command}fv", (which, pname, value)
        elif isinstance(value, str):
            yield f"{command}i", (which, pname, getattr(gl, f"GL_{value}"))
        elif not isinstance(value, tuple):
            yield f"{command}{'f' if type(value) is float else 'i'}", (which, pname, value)


# -- programs --------------------------------------------------------------------------------------


def _programs(ctx) -> Calls:
    programs = ctx.programs
    for target in programs.targets:
        yield from _program(target.default, target.target)
        for number in np.flatnonzero(target.env.words.any(axis=1)).tolist():
            words = target.env.words[number].tolist()
            yield "glProgramEnvParameterI4uiNV", (target.target, number, *words)
    for _, program in _there(programs.objects):
        yield from _program(program, program.target)
    for address, (matrix, transform) in programs.vertex.tracking.items():
        yield "glTrackMatrixNV", (gl.GL_VERTEX_PROGRAM_ARB, address, matrix, transform)
    if programs.error_position >= 0:
        # Loads a text that fails at the same position as the last one.
        place = programs.error_position
        text = b"!!ARBfp1.0".ljust(place)[:place] + b"?"
        given = gl.GL_FRAGMENT_PROGRAM_ARB, gl.GL_PROGRAM_FORMAT_ASCII_ARB, len(text), text
        yield "glProgramStringARB", given, gl.GL_INVALID_OPERATION
        yield "glGetError", ()


def _program(program, target) -> Calls:
    source = program.source
    by_name = target == gl.GL_FRAGMENT_PROGRAM_NV or STAGES[target] is Stage.VERTEX_STATE
    if by_name:
        yield "glLoadProgramNV", (target, program.name, len(source), source)
    if STAGES[target] is Stage.VERTEX_STATE:
        return
    used = np.flatnonzero(program.local.words.any(axis=1)).tolist()
    if not (program.name or source or used):
        return
    plain = gl.GL_FRAGMENT_PROGRAM_ARB if target == gl.GL_FRAGMENT_PROGRAM_NV else target
    yield "glBindProgramARB", (plain, program.name)
    if program.program is not None and not by_name:
        form = gl.GL_PROGRAM_FORMAT_ASCII_ARB
        yield "glProgramStringARB", (plain, form, len(source), source)
    for number in used:
        words = program.local.words[number].tolist()
        yield "glProgramLocalParameterI4uiNV", (plain, number, *words)
    for number, parameter in enumerate(program.program.named if program.program else ()):
        values = tuple(program.named.words[number].view(np.float32).tolist())
        name = parameter.name.encode()
        yield "glProgramNamedParameter4fNV", (program.name, len(name), name, *values)
    if program.program is not None and program.program.primitives:
        yield "glProgramVertexLimitNV", (plain, program.vertex_limit)
    yield "glBindProgramARB", (plain, 0)


# -- framebuffers ----------------------------------------------------------------------------------


def _framebuffers(ctx, live) -> Calls:
    for name, buffer in live.renderbuffers:
        yield "glBindRenderbuffer", (gl.GL_RENDERBUFFER, name)
        if buffer.planes:
            form = (buffer.internal_format, buffer.width, buffer.height)
            given = (gl.GL_RENDERBUFFER, buffer.samples, *form)
            yield "glRenderbufferStorageMultisample", given
    yield from drawn_again(ctx, list(_of_samples(live)))
    for name, framebuffer in _there(ctx.framebuffers.objects):
        yield "glBindFramebuffer", (gl.GL_FRAMEBUFFER, name)
        for point, attachment in framebuffer.attachments.items():
            at = POINTS.get(point)
            at = gl.GL_COLOR_ATTACHMENT0 + point if at is None else at
            yield _attached(at, attachment, live.name(attachment.source))
        buffers = framebuffer.draw_buffers
        yield "glDrawBuffers", (len(buffers), buffers)
        yield "glReadBuffer", (framebuffer.read_buffer,)
    if ctx.framebuffers.objects:
        yield "glBindFramebuffer", (gl.GL_FRAMEBUFFER, 0)
    for kind, names in (
        ("Textures", live.deleted_textures),
        ("Renderbuffers", live.deleted_renderbuffers),
    ):
        if names:
            yield f"glDelete{kind}", (len(names), names)


def _of_samples(live) -> Iterator[Attached]:
    """Yields the images with contents that are not images of plain textures."""
    for name, buffer in live.renderbuffers:
        where = gl.GL_RENDERBUFFER, name
        yield Attached("glFramebufferRenderbuffer", where, (gl.GL_RENDERBUFFER, 0), buffer.planes)
    for name, texture in live.textures:
        if not isinstance(texture, MultisampleTexture):
            continue
        enum = getattr(gl, f"GL_{texture.target.enum}")
        for layer in texture.used_layers:
            command, before, after = "glFramebufferTexture2D", (enum,), (0,)
            if texture.target.layers is not None:
                command, before, after = "glFramebufferTextureLayer", (), (0, layer)
            planes = texture.planes(layer)
            yield Attached(command, (*before, name, *after), (*before, 0, *after), planes)


def _window_buffers(window) -> Calls:
    buffers = window.draw_buffers
    if buffers != (gl.GL_BACK,):
        one = len(buffers) == 1
        yield ("glDrawBuffer", buffers) if one else ("glDrawBuffers", (len(buffers), buffers))
    if window.read_buffer != gl.GL_BACK:
        yield "glReadBuffer", (window.read_buffer,)


def _attached(at, attachment, name) -> tuple:
    source, where = attachment.source, (gl.GL_FRAMEBUFFER, at)
    if isinstance(source, Renderbuffer):
        return "glFramebufferRenderbuffer", (*where, gl.GL_RENDERBUFFER, name)
    level, target = attachment.level, source.target
    if attachment.layered:
        return "glFramebufferTextureEXT", (*where, name, level)
    if target.sliced is not None:
        return "glFramebufferTextureLayer", (*where, name, level, attachment.layer)
    image = getattr(gl, f"GL_{target.images[attachment.face]}")
    return f"glFramebufferTexture{target.axes}D", (*where, image, name, level)


# -- what is bound ---------------------------------------------------------------------------------


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
    yield from _vertex_arrays(ctx, recorder, live)
    for (target, index), part in ctx.buffers.indexed.items():
        whole = part.size is None
        if whole and not part.offset:
            yield "glBindBufferBaseNV", (target, index, part.buffer.name)
        elif whole:
            yield "glBindBufferOffsetNV", (target, index, part.buffer.name, part.offset)
        else:
            given = (target, index, part.buffer.name, part.offset, part.size)
            yield "glBindBufferRangeNV", given
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
    for name, each in [(0, vertex.default), *_there(vertex.objects)]:
        if name:
            yield "glBindVertexArray", (name,)
        for binding, array in each.arrays.items():
            yield from _array(binding, array, recorder, live)
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
    if vertex.restart:
        yield "glEnableClientState", (gl.GL_PRIMITIVE_RESTART_NV,)
    if vertex.lock_count:
        yield "glLockArraysEXT", (vertex.lock_first, vertex.lock_count)
    yield "glClientActiveTexture", (vertex.client_active_texture,)


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


def _array(binding, array, recorder, live) -> Calls:
    """Yields the calls that describe an array, unless it is in its initial state."""
    there = array.buffer is not None or array.data is not None
    told = there, array.enabled, array.enabled_nv, array.divisor, array.static_count
    if not any(told):
        return
    buffer = 0 if array.buffer is None else live.name(array.buffer)
    yield "glBindBuffer", (gl.GL_ARRAY_BUFFER, buffer)
    pointer = array.offset
    if array.buffer is None:
        pointer = None
        if array.data is not None:
            pointer = Special("client", recorder.block([array]))
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
        yield command + older, (array.size, *form) if sized else form
    if array.enabled:
        yield "glEnableClientState", (enum,)


def _attribute(number, array, form) -> Calls:
    type_, stride, pointer = form
    if array.integer:
        given = (number, array.size, type_, stride, pointer)
        yield "glVertexAttribIPointerEXT", given
    else:
        given = (number, array.size, type_, array.normalized, stride, pointer)
        yield "glVertexAttribPointer", given
    if array.enabled:
        yield "glEnableVertexAttribArray", (number,)
    if array.enabled != array.enabled_nv:
        switch = "Enable" if array.enabled_nv else "Disable"
        yield f"gl{switch}ClientState", (gl.GL_VERTEX_ATTRIB_ARRAY0_NV + number,)
    if array.divisor:
        yield "glVertexAttribDivisorARB", (number, array.divisor)
