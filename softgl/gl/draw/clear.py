"""Clearing buffers, and commands that end drawing (OpenGL 2.1, 4.2.3 and 5.5)."""

from __future__ import annotations

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_value
from softgl.gl.api.command import command
from softgl.gl.api.kinds import Kind
from softgl.gl.draw.accumulation import clear_accumulation
from softgl.gl.draw.checks import drops_pixels
from softgl.gl.fragments.scissor import scissor_box

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
    if drops_pixels(ctx):
        return
    box = scissor_box(ctx)
    box = box and (box[0], box[1], box[2] - box[0], box[3] - box[1])
    if mask & gl.GL_ACCUM_BUFFER_BIT:
        clear_accumulation(ctx, box)
    ctx.framebuffer.fill(ctx.plan.get("clears").of(mask), box, ctx.threads)


@command("glFlush", "glFinish", listed=False, kind=Kind.FLUSH)
def finish(ctx):
    """Flushes the batch, and tells the window system; all other commands are complete."""
    if ctx.flushed is not None:
        ctx.flushed()
