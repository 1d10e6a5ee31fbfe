"""The draw and read buffers: ARB_framebuffer_object, 4.2.1 and 4.3.2."""

from __future__ import annotations

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import integers, invalid_enum, invalid_operation, invalid_value
from softgl.gl.api.command import command
from softgl.gl.api.names import all_of
from softgl.gl.api.signature import EnumSet
from softgl.gl.api.tables import State
from softgl.gl.pixels.es_pixels import chosen_format, chosen_type
from softgl.pipeline.planes.framebuffer import MAX_COLORS


def _draw_buffer(number):
    def value(ctx):
        buffers = ctx.framebuffers.draw.draw_buffers
        return buffers[number] if number < len(buffers) else gl.GL_NONE

    return value


def _read_as(answer, of_es):
    """Returns the query of the format or type of glReadPixels for buffers of fixed-point numbers.

    ARB_ES2_compatibility, 4.3.2: "otherwise it will generate an INVALID_OPERATION error." Without
    a buffer to read there is no error.
    of_es : the query in OpenGL ES.
    """

    def query(ctx):
        complete = ctx.framebuffers.read.status() == gl.GL_FRAMEBUFFER_COMPLETE
        if ctx.es:
            if not complete:
                raise invalid_operation("the read framebuffer is not complete")
            return of_es(ctx)
        if complete:
            plane = ctx.framebuffers.reading().colors[0]
            if plane is not None and not plane.storage.fixed:
                raise invalid_operation("the read buffer holds floats or integers")
        return answer

    return query


STATE = State(
    values={
        gl.GL_READ_BUFFER: "framebuffers.read.read_buffer",
        gl.GL_IMPLEMENTATION_COLOR_READ_FORMAT: _read_as(gl.GL_RGBA, chosen_format),
        gl.GL_IMPLEMENTATION_COLOR_READ_TYPE: _read_as(gl.GL_UNSIGNED_BYTE, chosen_type),
        gl.GL_DRAW_BUFFER: _draw_buffer(0),
        **{getattr(gl, f"GL_DRAW_BUFFER{n}"): _draw_buffer(n) for n in range(MAX_COLORS)},
    },
    limits={gl.GL_MAX_DRAW_BUFFERS: MAX_COLORS},
)


SINGLE = EnumSet(
    "GL_FRONT_LEFT GL_FRONT_RIGHT GL_BACK_LEFT GL_BACK_RIGHT GL_AUX0 GL_AUX1 GL_AUX2 GL_AUX3"
)  # of tables 4.4 and 11.nnn
SEVERAL = EnumSet("GL_FRONT GL_BACK GL_LEFT GL_RIGHT GL_FRONT_AND_BACK")
# The window has a front and a back left buffer, two names of one image: nothing needs to be
# swapped, and a drawing to either can be read from both.
WINDOW = EnumSet("GL_FRONT_LEFT GL_FRONT GL_BACK_LEFT GL_BACK GL_LEFT GL_FRONT_AND_BACK")
_LAST = gl.GL_COLOR_ATTACHMENT31
_LAST_ATTACHMENT = _LAST - gl.GL_COLOR_ATTACHMENT0


def _check(bound, buffer, attachment_error):
    """Raises for an enum that is not a buffer of the framebuffer."""
    attachment = gl.GL_COLOR_ATTACHMENT0 <= buffer <= _LAST
    if buffer != gl.GL_NONE and not attachment and buffer not in SINGLE | SEVERAL:
        raise invalid_enum(f"{gl.name_of(buffer)} is not a colour buffer")
    if not bound.name:
        if buffer != gl.GL_NONE and buffer not in WINDOW:
            raise invalid_operation(f"the window has no buffer {gl.name_of(buffer)}")
    elif buffer in SINGLE | SEVERAL:
        raise invalid_operation(f"a framebuffer object has no buffer {gl.name_of(buffer)}")
    elif attachment and buffer - gl.GL_COLOR_ATTACHMENT0 >= MAX_COLORS:
        raise attachment_error(f"there are only {MAX_COLORS} colour attachments")


def _check_es(bound, buffer, place=None):
    """Raises for a buffer that OpenGL ES does not name here (3.0, 4.2.1 and 4.3.1).

    place : that of the only attachment of a draw buffer; None for read buffers.
    """
    number = buffer - gl.GL_COLOR_ATTACHMENT0
    if buffer not in (gl.GL_NONE, gl.GL_BACK) and not 0 <= number <= _LAST_ATTACHMENT:
        raise invalid_enum(f"{gl.name_of(buffer)} is not a colour buffer")
    if buffer == gl.GL_NONE:
        return
    legal = 0 <= number < MAX_COLORS if place is None else number == place
    if not (legal if bound.name else buffer == gl.GL_BACK):
        raise invalid_operation(f"{gl.name_of(buffer)} is not the buffer of this place")


@command("glDrawBuffer")
def draw_buffer(ctx, buf):
    """Draws colour 0 to a buffer, and no other colours."""
    bound = ctx.framebuffers.draw
    _check(bound, buf, invalid_value)
    bound.draw_buffers = (buf,)


def _only(bufs):
    return all_of(bufs)


@command("glDrawBuffers", forms={1: _only})
def draw_buffers(ctx, n, bufs):
    """Assigns a buffer to each colour output; outputs beyond are not drawn."""
    bound = ctx.framebuffers.draw
    if n > MAX_COLORS:
        raise invalid_value(f"n: {n} is more than GL_MAX_DRAW_BUFFERS, {MAX_COLORS}")
    buffers = integers(bufs, np.uint32, n)[:n]
    if len(buffers) < n:
        raise invalid_value(f"bufs: {n} needed, not {len(buffers)}")
    if ctx.es and not bound.name and n != 1:
        raise invalid_operation("the window has one buffer")
    for place, buffer in enumerate(buffers):
        if ctx.es:
            _check_es(bound, buffer, place)
            continue
        # OpenGL 3.3, 4.2.1: "FRONT, BACK, LEFT, RIGHT, and FRONT_AND_BACK are not valid in the bufs
        # array passed to DrawBuffers, and will result in the error INVALID_ENUM. This restriction
        # is because these constants may themselves refer to multiple buffers".
        if buffer in SEVERAL:
            raise invalid_enum(f"{gl.name_of(buffer)} may stand for several buffers")
        _check(bound, buffer, invalid_operation)
    used = [buffer for buffer in buffers if buffer != gl.GL_NONE]
    if len(set(used)) < len(used):
        raise invalid_operation("a buffer is named twice")
    if not bound.name and len(used) > 1:
        raise invalid_operation("the window's buffers are one image, so only one can be named")
    while len(buffers) > 1 and buffers[-1] == gl.GL_NONE:
        buffers.pop()
    bound.draw_buffers = tuple(buffers) or (gl.GL_NONE,)


@command("glReadBuffer")
def read_buffer(ctx, src):
    """Selects the buffer from which colours are read."""
    bound = ctx.framebuffers.read
    if ctx.es:
        _check_es(bound, src)
    _check(bound, src, invalid_operation)
    bound.read_buffer = src
