"""Scissor and alpha test, logic operation (OpenGL 2.1, 4.1); clamping (ARB_color_buffer_float)."""

from __future__ import annotations

from operator import attrgetter

from softgl.gl import enums as gl
from softgl.gl.command import command
from softgl.gl.parameters import single
from softgl.gl.queries import VALUES, Normalized
from softgl.gl.signature import EnumSet, group
from softgl.gl.state import as_clamped, draws_floats, draws_srgb

ALPHA_FUNCTIONS = group("AlphaFunction")
LOGIC_OPERATIONS = group("LogicOp")


@command("glScissor")
def scissor(ctx, x, y, width, height):
    """Set the scissor box: the pixels that are drawn and cleared while the test is on."""
    box = ctx.scissor
    box.x, box.y, box.width, box.height = x, y, width, height


@command("glAlphaFunc", func=ALPHA_FUNCTIONS)
def alpha_func(ctx, func, ref):
    """Set comparison and reference of the alpha test; the latter is clamped like fragments."""
    ctx.color.alpha_func, ctx.color.alpha_reference = func, single(ref)


@command("glLogicOp", opcode=LOGIC_OPERATIONS)
def logic_op(ctx, opcode):
    """Set the logic operation of source and stored colour."""
    ctx.color.logic_op = opcode


CLAMP_TARGETS = {
    gl.GL_CLAMP_VERTEX_COLOR_ARB: "vertex",
    gl.GL_CLAMP_FRAGMENT_COLOR_ARB: "fragment",
    gl.GL_CLAMP_READ_COLOR_ARB: "read",
}


@command(
    "glClampColorARB",
    target=EnumSet.of(CLAMP_TARGETS),
    clamp=EnumSet("GL_FALSE GL_TRUE GL_FIXED_ONLY_ARB"),
)
def clamp_color(ctx, target, clamp):
    """Decide whether colours are clamped to [0, 1]: ARB_color_buffer_float."""
    setattr(ctx.clamping, CLAMP_TARGETS[target], clamp)


VALUES.update(
    {
        gl.GL_SCISSOR_BOX: lambda ctx: attrgetter("x", "y", "width", "height")(ctx.scissor),
        gl.GL_ALPHA_TEST_FUNC: "color.alpha_func",
        gl.GL_ALPHA_TEST_REF: Normalized(lambda ctx: as_clamped(ctx, (ctx.color.alpha_reference,))),
        gl.GL_LOGIC_OP_MODE: "color.logic_op",
        gl.GL_FRAMEBUFFER_SRGB_CAPABLE_EXT: draws_srgb,
        gl.GL_RGBA_FLOAT_MODE_ARB: draws_floats,
        **{pname: f"clamping.{field}" for pname, field in CLAMP_TARGETS.items()},
    }
)
