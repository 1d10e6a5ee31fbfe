"""Clearing buffers, and commands that end drawing (OpenGL 3.3, 4.2.3 and 5.5)."""

from __future__ import annotations

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_enum, invalid_value, vector
from softgl.gl.api.command import command
from softgl.gl.api.kinds import Kind
from softgl.gl.api.numbers import single_or_zero
from softgl.gl.api.profiles import REMOVED
from softgl.gl.api.signature import EnumSet
from softgl.gl.draw.accumulation import clear_accumulation
from softgl.gl.draw.checks import drops_pixels
from softgl.gl.fragments.scissor import scissor_box
from softgl.pipeline.planes.framebuffer import MAX_COLORS

CLEAR_BITS = (
    gl.GL_COLOR_BUFFER_BIT
    | gl.GL_DEPTH_BUFFER_BIT
    | gl.GL_STENCIL_BUFFER_BIT
    | gl.GL_ACCUM_BUFFER_BIT
)


@command("glClear", kind=Kind.CLEAR)
def clear(ctx, mask):
    """Clears the buffers of the framebuffer to their clear values, by scissor box and masks."""
    if mask & ~CLEAR_BITS:
        raise invalid_value(f"mask: {mask:#x} has bits that name no buffer")
    if mask & gl.GL_ACCUM_BUFFER_BIT and ctx.lacks:
        raise invalid_value(f"mask: GL_ACCUM_BUFFER_BIT is {REMOVED}")
    ctx.framebuffers.planned()  # refuses incomplete ones, also where clears are dropped
    if drops_pixels(ctx):
        return
    box = _box(ctx)
    if mask & gl.GL_ACCUM_BUFFER_BIT:
        clear_accumulation(ctx, box)
    ctx.framebuffer.fill(ctx.plan.get("clears").of(mask), box, ctx.threads)


def _box(ctx) -> tuple[int, int, int, int] | None:
    """Returns the pixels to clear: x, y, width, height; None for all."""
    box = scissor_box(ctx)
    return box and (box[0], box[1], box[2] - box[0], box[3] - box[1])


# -- one buffer ------------------------------------------------------------------------------------

SINGLE_BUFFERS = EnumSet("GL_COLOR GL_DEPTH GL_STENCIL")
DTYPES = {"iv": np.int32, "uiv": np.uint32, "fv": np.float32}
CLEARED = {"iv": gl.GL_STENCIL, "fv": gl.GL_DEPTH}
"""The buffer besides the colours that a form clears.

OpenGL 3.3, 4.2.3: "undefined if no conversion between the type of the specified value and the type
of the buffer being cleared is defined [...]. This is not an error." Here the others stay unchanged.
"""


def _check_number(buffer, number):
    # OpenGL 3.3, 4.2.3: "INVALID_VALUE error if buffer is COLOR and drawbuffer is less than zero,
    # or greater than the value of MAX_DRAW_BUFFERS minus one; or if buffer is DEPTH, STENCIL, or
    # DEPTH_STENCIL and drawbuffer is not zero."
    limit = MAX_COLORS if buffer == gl.GL_COLOR else 1
    if not 0 <= number < limit:
        raise invalid_value(f"drawbuffer: {number} is outside [0, {limit - 1}]")


def _clear_planes(ctx, number=None, **values):
    """Clears planes to the values of `Framebuffer.fills`, by scissor box and masks.

    number : the only draw buffer whose colours are cleared.
    """
    frame, color = ctx.framebuffers.planned(), ctx.color
    if drops_pixels(ctx):
        return
    if "depth" in values and not ctx.depth.mask:
        del values["depth"]
    fills = frame.fills(
        color_masks=color.mask, srgb=color.srgb, stencil_mask=ctx.stencil.front.write_mask, **values
    )
    if number is not None:
        fills = [each for each in fills if each[0] == number]
    ctx.framebuffer.fill(fills, _box(ctx), ctx.threads)


def _define_clear_buffer(suffix):
    @command(f"glClearBuffer{suffix}", kind=Kind.CLEAR, buffer=SINGLE_BUFFERS)
    def clear_buffer(ctx, buffer, number, value):
        """Clears one buffer of the draw framebuffer to a value.

        value : four components for GL_COLOR, else one.
        """
        if ctx.es and buffer not in (gl.GL_COLOR, CLEARED.get(suffix)):
            # OpenGL ES 3.0, 4.2.3: "ClearBufferiv generates an INVALID_ENUM error if buffer is not
            # COLOR or STENCIL", and likewise the others.
            raise invalid_enum(f"buffer: {gl.name_of(buffer)} has other numbers")
        _check_number(buffer, number)
        size = 4 if buffer == gl.GL_COLOR else 1
        values = vector(value, size, DTYPES[suffix], more=True).tolist()
        if buffer == gl.GL_COLOR:
            _clear_planes(ctx, number, color=tuple(values))
        elif buffer == CLEARED.get(suffix):
            depth = buffer == gl.GL_DEPTH
            found = {"depth": single_or_zero(values[0])} if depth else {"stencil": values[0]}
            _clear_planes(ctx, **found)


for _suffix in DTYPES:
    _define_clear_buffer(_suffix)


@command("glClearBufferfi", kind=Kind.CLEAR, buffer=EnumSet("GL_DEPTH_STENCIL"))
def clear_depth_and_stencil(ctx, buffer, number, depth, stencil):
    """Clears the depth and the stencil buffer of the draw framebuffer."""
    _check_number(buffer, number)
    _clear_planes(ctx, depth=single_or_zero(depth), stencil=stencil)


@command("glFlush", "glFinish", listed=False, kind=Kind.FLUSH)
def finish(ctx):
    """Flushes the batch, and tells the window system; all other commands are complete."""
    if ctx.flushed is not None:
        ctx.flushed()
