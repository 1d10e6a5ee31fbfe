"""Selections: bindings made for the duration of one command, then restored.

EXT_direct_state_access defines its commands so: the selectors are saved, set, and restored. A
selection is a context manager of the context and the selecting arguments; it yields the arguments
of the original command that replace them. Objects with new names are created first, and stay if an
error follows (2.5: "the name still becomes used and the object initialization still takes place").
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_operation, invalid_value
from softgl.gl.api.declarations import applied
from softgl.gl.buffers.buffer_objects import bind_buffer
from softgl.gl.framebuffers.framebuffer_objects import bind_framebuffer_ext
from softgl.gl.framebuffers.renderbuffers import bind_renderbuffer_ext
from softgl.gl.programs.programs import STAGES, bind_program
from softgl.gl.textures.targets import BOUND_TARGETS, IMAGE_TARGETS, PROXY_TARGETS, texture_target
from softgl.gl.textures.textures import bind_texture
from softgl.gl.vertices.vertex_arrays import find_vertex_array, using

NAMED_BUFFERS = gl.GL_COPY_WRITE_BUFFER, gl.GL_COPY_READ_BUFFER
"""The targets to which named buffer objects are bound meanwhile; draws do not read them."""
OF_TEXTURES = BOUND_TARGETS | IMAGE_TARGETS | PROXY_TARGETS
_matrix_mode = applied("glMatrixMode")
_active_texture = applied("glActiveTexture")
_client_active_texture = applied("glClientActiveTexture")

Selection = Iterator[tuple]


@contextmanager
def restored(holder, *names):
    """Restores fields of an object at the end."""
    before = [getattr(holder, name) for name in names]
    try:
        yield
    finally:
        for name, value in zip(names, before, strict=True):
            setattr(holder, name, value)


@contextmanager
def matrix(ctx, mode) -> Selection:
    """Selects the matrix stack of a mode, or of a texture unit."""
    with restored(ctx.transform, "mode"), restored(ctx.texturing, "active"):
        if gl.GL_TEXTURE0 <= mode <= gl.GL_TEXTURE31:
            _active_texture(ctx, mode)
            mode = gl.GL_TEXTURE
        _matrix_mode(ctx, mode)
        yield ()


@contextmanager
def unit(ctx, texture) -> Selection:
    """Selects a texture unit."""
    with restored(ctx.texturing, "active"):
        _active_texture(ctx, texture)
        yield ()


@contextmanager
def coordinates(ctx, texture) -> Selection:
    """Selects a set of texture coordinates."""
    with restored(ctx.vertex, "client_active"):
        _client_active_texture(ctx, texture)
        yield ()


@contextmanager
def texture(ctx, name, target) -> Selection:
    """Selects a texture by target, or by face of a cube map; 0 is the default one, or the proxy."""
    if target not in OF_TEXTURES:
        yield (target,)  # the command refuses it
        return
    if name and target in PROXY_TARGETS:
        # "the target of a non-default (non-zero) texture object is never a proxy target."
        raise invalid_operation(f"texture {name} is not a proxy")
    current, kind = ctx.texturing.current, texture_target(target)
    before = current.bound[kind.name]
    bind_texture(ctx, getattr(gl, f"GL_{kind.enum}"), name)
    try:
        yield (target,)
    finally:
        current.bind(before)


def named_texture(ctx, name, target) -> AbstractContextManager[tuple]:
    """Selects a texture by target; refuses the default one."""
    if not name:
        # ARB_texture_storage, 3.8.1: "The error INVALID_VALUE is generated if <texture> is zero."
        raise invalid_value("texture: 0 is not a texture object")
    return texture(ctx, name, target)


@contextmanager
def buffers(ctx, *names) -> Selection:
    """Selects buffer objects, first the one to write to, then the one to read from."""
    if 0 in names:
        raise invalid_operation("0 is not a buffer object")
    targets = NAMED_BUFFERS[: len(names)]
    with _buffersrestored(ctx, *targets):
        for target, name in zip(targets, names, strict=True):
            bind_buffer(ctx, target, name)
        yield targets


@contextmanager
def _buffersrestored(ctx, *targets):
    """Restores the bindings of buffer objects at the end."""
    bound = ctx.buffers.bound
    # Not by name: another context may have deleted an object that is bound here.
    before = [bound.get(target) for target in targets]
    try:
        yield
    finally:
        for target, buffer in zip(targets, before, strict=True):
            if buffer is None:
                bound.pop(target, None)
            else:
                bound[target] = buffer


@contextmanager
def copied(ctx, source, target) -> Selection:
    """Selects two buffer objects, to read from and to write to."""
    with buffers(ctx, target, source) as (writing, reading):
        yield reading, writing


@contextmanager
def program(ctx, name, target) -> Selection:
    """Selects a program object of a target; 0 is the default one."""
    if target not in STAGES:
        yield (target,)  # the command refuses it
        return
    place = ctx.programs.target(target)
    with restored(place, "bound", "binding"):
        place.binding = place.bound
        bind_program(ctx, target, name)
        yield (target,)


@contextmanager
def renderbuffer(ctx, name) -> Selection:
    """Selects a renderbuffer."""
    with restored(ctx.framebuffers, "renderbuffer"):
        bind_renderbuffer_ext(ctx, gl.GL_RENDERBUFFER, name)
        yield (gl.GL_RENDERBUFFER,)


@contextmanager
def framebuffer(ctx, name) -> Selection:
    """Selects a framebuffer object, or the window, for drawing and reading."""
    with bound_framebuffer(ctx, name):
        yield (gl.GL_FRAMEBUFFER,)


@contextmanager
def bound_framebuffer(ctx, name) -> Selection:
    """Selects a framebuffer object, or the window, for commands without a target."""
    with restored(ctx.framebuffers, "draw", "read"):
        bind_framebuffer_ext(ctx, gl.GL_FRAMEBUFFER, name)
        yield ()


@contextmanager
def vertex_array(ctx, name) -> Selection:
    """Selects a vertex array object; refuses the default one."""
    if not name:
        raise invalid_operation("0 is not a vertex array object")
    with using(ctx, find_vertex_array(ctx, name)):
        yield ()


@contextmanager
def array_of(ctx, name, buffer) -> Selection:
    """Selects a vertex array object, and the buffer object for its arrays."""
    with vertex_array(ctx, name), _buffersrestored(ctx, gl.GL_ARRAY_BUFFER):
        bind_buffer(ctx, gl.GL_ARRAY_BUFFER, buffer)
        yield ()


@contextmanager
def coordinates_of(ctx, name, buffer, texture) -> Selection:
    """Selects a vertex array object, a buffer object and a set of texture coordinates."""
    with array_of(ctx, name, buffer), coordinates(ctx, texture):
        yield ()
