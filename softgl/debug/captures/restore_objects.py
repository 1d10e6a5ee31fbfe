"""Makes the calls that restore the objects of a context, with their contents.

Pixels are uploaded to textures in a lossless type: bytes, floats, which hold every normalised
number of up to 16 bits, integers, 32-bit depths, or compressed blocks.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from softgl.debug.captures.errors import CaptureError
from softgl.debug.captures.live_objects import LiveObjects
from softgl.debug.captures.restore_planes import Attached, counted_samples, drawn_again, window
from softgl.debug.captures.restore_shaders import shader_calls
from softgl.formats.storages import BYTES
from softgl.gl.api import enums as gl
from softgl.gl.api.names import MAX_RESERVED_NAMES
from softgl.gl.framebuffers.default_sizes import DEFAULTS
from softgl.gl.framebuffers.framebuffers import DEPTH, STENCIL
from softgl.gl.framebuffers.renderbuffers import Renderbuffer
from softgl.gl.pixels.image_moves import moved_from_texels
from softgl.gl.programs.programs import STAGES
from softgl.gl.queries.query_objects import OCCLUSION_TARGETS, TARGETS
from softgl.gl.textures.buffer_textures import BufferTexture
from softgl.gl.textures.multisample_textures import MultisampleTexture
from softgl.gl.textures.objects import Texture
from softgl.gl.textures.parameters import PARAMETERS, SAMPLER_PARAMETERS
from softgl.gl.textures.texels import packed_texels
from softgl.ir.program import Stage
from softgl.pixels.layouts import Layout, PixelStore, layout
from softgl.pixels.types import PIXEL_TYPES
from softgl.texture.image import Image

Calls = Iterator[tuple]
POINTS = {DEPTH: gl.GL_DEPTH_ATTACHMENT, STENCIL: gl.GL_STENCIL_ATTACHMENT}


def object_calls(ctx, recorder) -> Calls:
    """Yields the calls that make the objects in a new context, with their pixels."""
    live = LiveObjects(ctx)
    yield from _names(ctx, live)
    for sync in ctx.syncs.objects:
        yield "glFenceSync", (sync.condition, sync.flags), 0, {}, recorder.known_sync(sync)
    for name, buffer in live.buffers:
        yield "glBindBuffer", (gl.GL_ARRAY_BUFFER, name)
        yield from _store(buffer, recorder)
    if live.buffers:
        yield "glBindBuffer", (gl.GL_ARRAY_BUFFER, 0)
    yield from _textures(ctx, live)
    for name, sampler in existing(ctx.texturing.samplers):
        yield from _parameters("glSamplerParameter", name, SAMPLER_PARAMETERS, sampler.state)
    yield from _programs(ctx)
    yield from shader_calls(ctx)
    yield from _framebuffers(ctx, live)
    yield from _queries(ctx)
    yield from window(ctx)
    yield from _window_buffers(ctx.framebuffers.window)


def _store(buffer, recorder) -> Calls:
    """Yields the calls that make the data store of the bound buffer object, and map it."""
    target, data, mapping = gl.GL_ARRAY_BUFFER, buffer.data.tobytes(), buffer.mapping
    if buffer.immutable:
        yield "glBufferStorage", (target, len(data), data, buffer.storage_flags)
    elif data:
        yield "glBufferData", (target, len(data), data, buffer.usage)
    if mapping is not None:  # persistently
        flags = mapping.flags & ~(gl.GL_MAP_INVALIDATE_RANGE_BIT | gl.GL_MAP_INVALIDATE_BUFFER_BIT)
        yield "glMapBufferRange", (target, mapping.offset, mapping.length, flags)
        recorder.know_mapped(buffer)


def existing(objects):
    """Returns the names and the objects of a table, without names that have none."""
    return ((name, each) for name, each in sorted(objects.items()) if each is not None)


def _names(ctx, live) -> Calls:
    """Yields the calls that generate the reserved names, so that later names are equal."""
    for kind, objects in (
        ("Buffers", ctx.buffers.objects), ("Textures", ctx.texturing.objects),
        ("Samplers", ctx.texturing.samplers), ("ProgramsARB", ctx.programs.objects),
        ("Framebuffers", ctx.framebuffers.objects), ("VertexArrays", ctx.vertex.objects),
        ("Renderbuffers", ctx.framebuffers.renderbuffers | dict(live.renderbuffers)),
        ("Queries", ctx.queries.objects), ("ProgramPipelines", ctx.shaders.pipelines),
        ("TransformFeedbacks", ctx.feedback.objects),
    ):  # fmt: skip
        bound_alone = kind in ("Buffers", "Textures", "ProgramsARB")
        # glTextureView takes only generated names.
        views = any(_view_call(ctx, each) for each in objects.values())
        reserved = views or None in objects.values()
        if not objects or (bound_alone and not reserved):
            continue
        last = max(objects)
        if last > MAX_RESERVED_NAMES:
            raise CaptureError(f"cannot capture: a name of gl{kind} is {last}")
        yield f"glGen{kind}", (last,)
        unused = tuple(name for name in range(1, last + 1) if name not in objects)
        if unused:
            yield f"glDelete{kind}", (len(unused), unused)


def _queries(ctx) -> Calls:
    """Yields the calls that make the query objects; queries of samples get their results."""
    for name, query in existing(ctx.queries.objects):
        if query.target == gl.GL_TIMESTAMP:
            yield "glQueryCounter", (name, query.target)
        if query.target not in TARGETS:
            continue
        yield "glBeginQuery", (query.target, name)
        if query.target in OCCLUSION_TARGETS and query.result and ctx.width and ctx.height:
            yield from counted_samples(ctx, query.result)
        yield "glEndQuery", (query.target,)


# -- textures --------------------------------------------------------------------------------------


def _textures(ctx, live) -> Calls:
    found = [*((0, each) for each in ctx.texturing.defaults.values()), *live.textures]
    # Views come after what they are views of.
    for name, texture in sorted(found, key=lambda pair: _view_call(ctx, pair[1]) is not None):
        calls = list(_texture(ctx, texture, live))
        if view := _view_call(ctx, texture):
            yield view
        if calls or name:
            yield "glBindTexture", (getattr(gl, f"GL_{texture.target.enum}"), name)
            yield from calls
            yield "glBindTexture", (getattr(gl, f"GL_{texture.target.enum}"), 0)


def _view_call(ctx, texture) -> tuple | None:
    """The call that makes a view; None for other textures, and if its original has no name."""
    store = getattr(texture, "store", None)
    if store is None or texture is store.original:
        return None
    original, view = store.original, texture.view
    if ctx.texturing.objects.get(original.name) is not original:
        return None
    target = getattr(gl, f"GL_{texture.target.enum}")
    internal = getattr(gl, f"GL_{texture.image(0).format.name}")
    form = view.min_level, view.num_levels, view.min_layer, view.num_layers
    return "glTextureView", (texture.name, target, original.name, internal, *form)


def _texture(ctx, texture, live) -> Calls:
    target = getattr(gl, f"GL_{texture.target.enum}")
    if isinstance(texture, BufferTexture):
        if texture.attachment.buffer is not None:
            at = texture.attachment
            arguments = target, at.format, live.name(at.buffer)
            if at.size is not None:
                yield "glTexBufferRange", (*arguments, at.offset, at.size)
            else:
                yield "glTexBuffer", arguments
        return
    is_view = _view_call(ctx, texture) is not None
    if isinstance(texture, MultisampleTexture):
        if texture.specified is not None and not is_view:
            yield _multisampled(target, texture)
        yield from _parameters("glTexParameter", target, PARAMETERS, texture.parameters)
        return
    levels = texture.immutable_levels
    if levels and not is_view:
        yield _storage(target, texture, levels)
    for (level, face), image in sorted({} if is_view else texture.images.items()):
        enum = getattr(gl, f"GL_{texture.target.images[face]}")
        yield _upload(ctx, enum, level, image, part=bool(levels))
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
    kind = "Storage" if texture.immutable_levels else "Image"
    return f"glTex{kind}{axes}DMultisample", (target, *form, image.fixed)


def _storage(target, texture, levels) -> tuple:
    """The call that specifies all levels of an immutable texture."""
    image, axes = texture.images[0, 0], texture.target.axes
    internal = getattr(gl, f"GL_{image.format.name}")
    return f"glTexStorage{axes}D", (target, levels, internal, *image.size[:axes])


def _upload(ctx, target, level, image: Image, part: bool) -> tuple:
    """The call that specifies an image, or with `part` replaces its contents."""
    axes = image.target.axes
    size = tuple(image.texels.shape[2::-1][:axes])
    internal = getattr(gl, f"GL_{image.format.name}")
    corner = (0,) * axes
    if image.blocks is not None:
        data = image.blocks.tobytes()
        if part:
            arguments = (target, level, *corner, *size, internal, len(data), data)
            return f"glCompressedTexSubImage{axes}D", arguments
        arguments = (target, level, internal, *size, image.border, len(data), data)
        return f"glCompressedTexImage{axes}D", arguments
    words = _transport(image.format)
    data, plan = _room(image.texels.shape[2::-1], words)
    place = image.format, image.texels
    if not moved_from_texels(ctx, *place, data.reshape(-1), plan, words, swap=False):
        data[...] = packed_texels(*place, words)
    pixels = tuple(getattr(gl, f"GL_{word}") for word in words)
    if part:
        return f"glTexSubImage{axes}D", (target, level, *corner, *size, *pixels, data)
    return f"glTexImage{axes}D", (target, level, internal, *size, image.border, *pixels, data)


def _transport(format_) -> tuple[str, str]:
    """The pixel format and type that hold all bits of an internal format."""
    floats = "32F" in format_.name
    if not (format_.has_color or format_.has_depth):
        return "STENCIL_INDEX", "UNSIGNED_BYTE"
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
    for _, program in existing(programs.objects):
        yield from _program(program, program.target)
    for address, (matrix, transform) in programs.vertex.tracking.items():
        yield "glTrackMatrixNV", (gl.GL_VERTEX_PROGRAM_ARB, address, matrix, transform)
    if programs.error_position >= 0:
        # Loads a text that fails at the same position as the last one.
        place = programs.error_position
        text = b"!!ARBfp1.0".ljust(place)[:place] + b"?"
        arguments = gl.GL_FRAGMENT_PROGRAM_ARB, gl.GL_PROGRAM_FORMAT_ASCII_ARB, len(text), text
        yield "glProgramStringARB", arguments, gl.GL_INVALID_OPERATION
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
            arguments = (gl.GL_RENDERBUFFER, buffer.samples, *form)
            yield "glRenderbufferStorageMultisample", arguments
    yield from drawn_again(ctx, list(_of_samples(live)))
    for name, framebuffer in existing(ctx.framebuffers.objects):
        yield "glBindFramebuffer", (gl.GL_FRAMEBUFFER, name)
        for point, attachment in framebuffer.attachments.items():
            at = POINTS.get(point)
            at = gl.GL_COLOR_ATTACHMENT0 + point if at is None else at
            yield _attached(at, attachment, live.name(attachment.source))
        buffers = framebuffer.draw_buffers
        yield "glDrawBuffers", (len(buffers), buffers)
        yield "glReadBuffer", (framebuffer.read_buffer,)
        for pname, field in DEFAULTS.items():
            if value := getattr(framebuffer.defaults, field):
                yield "glFramebufferParameteri", (gl.GL_FRAMEBUFFER, pname, int(value))
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
