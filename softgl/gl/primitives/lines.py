"""Lines: width and stipple (OpenGL 2.1, 3.4)."""

from __future__ import annotations

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_value
from softgl.gl.api.command import command
from softgl.gl.api.groups import Group
from softgl.gl.api.numbers import single
from softgl.gl.api.tables import State
from softgl.pipeline.primitives.lines import MAX_LINE_WIDTH
from softgl.records import dataclass


@dataclass
class Lines(Group):
    """The rasterization state of lines."""

    width: float = 1.0
    smooth: bool = False
    stipple: bool = False
    stipple_factor: int = 1
    stipple_pattern: int = 0xFFFF


STATE = State(
    values={
        gl.GL_LINE_WIDTH: "lines.width",
        gl.GL_LINE_STIPPLE_PATTERN: "lines.stipple_pattern",
        gl.GL_LINE_STIPPLE_REPEAT: "lines.stipple_factor",
    },
    limits={
        gl.GL_ALIASED_LINE_WIDTH_RANGE: (1.0, float(MAX_LINE_WIDTH)),
        gl.GL_SMOOTH_LINE_WIDTH_RANGE: (1.0, float(MAX_LINE_WIDTH)),
        gl.GL_SMOOTH_LINE_WIDTH_GRANULARITY: 1 / 256,
    },
    capabilities={gl.GL_LINE_SMOOTH: "lines.smooth", gl.GL_LINE_STIPPLE: "lines.stipple"},
)


@command("glLineWidth", keeps_batch=True)
def line_width(ctx, width):
    """Sets the width of lines."""
    if not width > 0:
        raise invalid_value(f"width: {width} is not positive")
    # OpenGL 3.3, E.2 lists wide lines twice. E.2.1: they "are deprecated, but still present in the
    # core profile", and "removed in a forward-compatible context": "LineWidth values greater than
    # 1.0 will generate an INVALID_VALUE error."
    if width > 1 and ctx.api.forward_compatible:
        raise invalid_value(f"width: {width} is above 1 in a forward-compatible context")
    ctx.lines.width = single(width)


@command("glLineStipple")
def line_stipple(ctx, factor, pattern):
    """Sets the pattern of stippled lines; each bit is used `factor` times, 1 to 256."""
    ctx.lines.stipple_factor = min(max(factor, 1), 256)
    ctx.lines.stipple_pattern = pattern & 0xFFFF
