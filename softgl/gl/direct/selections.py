"""What commands without selectors select, for as long as the command that they stand for runs.

EXT_direct_state_access defines them so: the selectors are saved, set, and restored. A selection is
a context manager of the context and of the arguments that select; it gives the arguments of the
other command that take their place. Objects whose names are new are made first, and stay if an
error follows (2.5: "the name still becomes used and the object initialization still takes place").
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_operation
from softgl.gl.api.command import applied
from softgl.gl.buffers.buffer_objects import bind_buffer
from softgl.gl.framebuffers.framebuffer_objects import bind_framebuffer_ext
from softgl.gl.framebuffers.renderbuffers import bind_renderbuffer_ext
from softgl.gl.programs.programs import STAGES, bind_program
from softgl.gl.textures.targets import BOUND_TARGETS, IMAGE_TARGETS, PROXY_TARGETS, texture_target
from softgl.gl.textures.textures import bind_texture
from softgl.gl.vertices.vertex_arrays import bind_vertex_array, use

NAMED_BUFFERS = gl.GL_COPY_WRITE_BUFFER, gl.GL_COPY_READ_BUFFER
"""The targets where buffer objects that are named are bound meanwhile; no draw looks there."""
OF_TEXTURES = BOUND_TARGETS | IMAGE_TARGETS | PROXY_TARGETS
_matrix_mode = applied("glMatrixMode")
_active_texture = applied("glActiveTexture")
_client_active_texture = applied("glClientActiveTexture")

Selection = Iterator[tuple]


@contextmanager
def _kept(holder, *names):
    """Restore fields of an object in the end."""
    before = [getattr(holder, name) for name in names]
    try:
        yield
    finally:
        for name, value in zip(names, before, strict=True):
            setattr(holder, name, value)


@contextmanager
def matrix(ctx, mode) -> Selection:
    """A matrix stack: that of a mode, or of a texture unit."""
    with _kept(ctx.transform, "mode"), _kept(ctx.texturing, "active"):
        if gl.GL_TEXTURE0 <= mode <= gl.GL_TEXTURE31:
            _active_texture(ctx, mode)
            mode = gl.GL_TEXTURE
        _matrix_mode(ctx, mode)
        yield ()


@contextmanager
def unit(ctx, texture) -> Selection:
    """A texture unit."""
    with _kept(ctx.texturing, "active"):
        _active_texture(ctx, texture)
        yield ()


@contextmanager
def coordinates(ctx, texture) -> Selection:
    """A set of texture coordinates."""
    with _kept(ctx.vertex, "client_active"):
        _client_active_texture(ctx, texture)
        yield ()


@contextmanager
def texture(ctx, name, target) -> Selection:
    """A texture object of a target, or of one of its images; 0 is the default one, or the proxy."""
    if target not in OF_TEXTURES:
        yield (target,)  # to be refused
        return
    if name and target in PROXY_TARGETS:
        # "the target of a non-default (non-zero) texture object is never a proxy target."
        raise invalid_operation(f"texture {name} is no proxy")
    current, kind = ctx.texturing.current, texture_target(target)
    before = current.bound[kind.name]
    bind_texture(ctx, getattr(gl, f"GL_{kind.enum}"), name)
    try:
        yield (target,)
    finally:
        current.bind(before)


@contextmanager
def buffers(ctx, *names) -> Selection:
    """Buffer objects, to write to and to read from."""
    if 0 in names:
        raise invalid_operation("there is no buffer object 0")
    targets = NAMED_BUFFERS[: len(names)]
    with _bound_kept(ctx, *targets):
        for target, name in zip(targets, names, strict=True):
            bind_buffer(ctx, target, name)
        yield targets


@contextmanager
def _bound_kept(ctx, *targets):
    """Restore what buffer objects are bound in the end."""
    bound = ctx.buffers.bound
    # Not by names: another context may have deleted one that is bound here.
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
    """Two buffer objects, to read from and to write to."""
    with buffers(ctx, target, source) as (writing, reading):
        yield reading, writing


@contextmanager
def program(ctx, name, target) -> Selection:
    """A program object of a target; 0 is the default one."""
    if target not in STAGES:
        yield (target,)  # to be refused
        return
    with _kept(ctx.programs.target(target), "bound"):
        bind_program(ctx, target, name)
        yield (target,)


@contextmanager
def renderbuffer(ctx, name) -> Selection:
    """A renderbuffer."""
    with _kept(ctx.framebuffers, "renderbuffer"):
        bind_renderbuffer_ext(ctx, gl.GL_RENDERBUFFER, name)
        yield (gl.GL_RENDERBUFFER,)


@contextmanager
def framebuffer(ctx, name) -> Selection:
    """A framebuffer object, or the window, for drawing and for reading."""
    with bound_framebuffer(ctx, name):
        yield (gl.GL_FRAMEBUFFER,)


@contextmanager
def bound_framebuffer(ctx, name) -> Selection:
    """The same of commands that have no target."""
    with _kept(ctx.framebuffers, "draw", "read"):
        bind_framebuffer_ext(ctx, gl.GL_FRAMEBUFFER, name)
        yield ()


@contextmanager
def vertex_array(ctx, name) -> Selection:
    """A vertex array object, but the default one."""
    if not name:
        raise invalid_operation("glGenVertexArrays does not give the name 0")
    before = ctx.vertex.bound
    bind_vertex_array(ctx, name)
    try:
        yield ()
    finally:
        use(ctx, before)


@contextmanager
def array_of(ctx, name, buffer) -> Selection:
    """A vertex array object, and the buffer object that its arrays will lie in."""
    with vertex_array(ctx, name), _bound_kept(ctx, gl.GL_ARRAY_BUFFER):
        bind_buffer(ctx, gl.GL_ARRAY_BUFFER, buffer)
        yield ()


@contextmanager
def coordinates_of(ctx, name, buffer, texture) -> Selection:
    """The same, and a set of texture coordinates."""
    with array_of(ctx, name, buffer), coordinates(ctx, texture):
        yield ()
