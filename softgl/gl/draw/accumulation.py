"""The accumulation buffer: glAccum, glClearAccum (OpenGL 2.1, 4.2.3 and 4.2.4).

The window has one, whose memory is made at its first use; framebuffer objects have none.
"""

from __future__ import annotations

from softgl.formats import host
from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_operation
from softgl.gl.api.command import command
from softgl.gl.api.groups import Group
from softgl.gl.api.kinds import Kind
from softgl.gl.api.numbers import single_or_zero
from softgl.gl.api.signature import EnumSet
from softgl.gl.api.tables import Normalized, State
from softgl.gl.draw.checks import drops_pixels
from softgl.pipeline.images.accumulation import (
    ACCUMULATION_FORMAT,
    COLOR_READING_OPERATIONS,
    accumulate,
    give_back,
)
from softgl.pipeline.planes.planes import Plane
from softgl.records import dataclass


@dataclass
class Accumulation(Group):
    """The clear value of the accumulation buffer."""

    clear: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)


def _bits(letter):
    # ARB_framebuffer_object, 4.4.2: of framebuffer objects "the value of [...] ACCUM_RED_BITS [...]
    # are all zero".
    def value(ctx):
        bound = ctx.framebuffers.draw
        return 0 if bound.name or bound.undefined else ACCUMULATION_FORMAT.lay.bits(letter)

    return value


STATE = State(
    values={
        gl.GL_ACCUM_CLEAR_VALUE: Normalized("accumulation.clear"),
        **{
            getattr(gl, f"GL_ACCUM_{name}_BITS"): _bits(name[0])
            for name in ("RED", "GREEN", "BLUE", "ALPHA")
        },
    }
)


def _buffer(ctx) -> Plane:
    """Returns the window's accumulation buffer; the first call makes it, of zeros."""
    window = ctx.framebuffers.draw_window
    if window.accumulated is None:
        window.accumulated = Plane(window.width, window.height, ACCUMULATION_FORMAT)
    return window.accumulated


def clear_accumulation(ctx, box) -> None:
    """Clears the accumulation buffer, if the draw framebuffer has one.

    box : x, y, width, height of the cleared pixels; None for all.
    """
    if ctx.framebuffers.draw.name:
        # "If a buffer is not present, then a Clear directed at that buffer has no effect."
        return
    words = host.pack_colors(ACCUMULATION_FORMAT, ctx.accumulation.clear).tolist()
    _buffer(ctx).fill(words, [0xFFFFFFFF] * len(words), box)


@command("glClearAccum", keeps_batch=True)
def clear_accum(ctx, *components):
    """Sets the clear value of the accumulation buffer, clamped to [-1, 1]."""
    clamped = (min(max(single_or_zero(each), -1.0), 1.0) for each in components)
    ctx.accumulation.clear = tuple(clamped)


OPERATIONS = {
    getattr(gl, f"GL_{name}"): name for name in ("ACCUM", "LOAD", "MULT", "ADD", "RETURN")
}


@command("glAccum", kind=Kind.BLIT, op=EnumSet.of(OPERATIONS))
def accum(ctx, op, value):
    """Loads or adds colours to the accumulation buffer, scales or biases it, or returns it."""
    state, value = ctx.framebuffers, single_or_zero(value)
    # ARB_framebuffer_object, 4.2.4: "If there is no accumulation buffer, or if the DRAW_FRAMEBUFFER
    # and READ_FRAMEBUFFER bindings [...] do not refer to the same object [...] Accum generates the
    # error INVALID_OPERATION."
    if state.draw.name or state.read.name:
        raise invalid_operation("a framebuffer object, which has no accumulation buffer, is bound")
    if state.draw_window is not state.read_window:
        raise invalid_operation("the windows that are drawn to and read are not the same")
    operation = OPERATIONS[op]
    colors = ctx.read_framebuffer.colors[0] if operation in COLOR_READING_OPERATIONS else None
    if operation in COLOR_READING_OPERATIONS and colors is None:
        raise invalid_operation("the read buffer is GL_NONE")
    if drops_pixels(ctx):
        return
    frame = ctx.framebuffer
    box = ctx.scissor.within(frame.width, frame.height)
    if op == gl.GL_RETURN:
        give_back(ctx.moves, _buffer(ctx), value, frame, ctx.color.mask, box)
    else:
        accumulate(ctx.moves, _buffer(ctx), operation, value, colors, box)
