"""The conditions under which draws go into the batch: of the state, of each draw, of observers."""

from __future__ import annotations

from softgl.gl.api import enums as gl
from softgl.gl.draw.vertex_stream import VERTEX_ID
from softgl.ir.program import Program
from softgl.pipeline.keys.link import LAYER, VIEWPORT_INDEX
from softgl.pipeline.vertices.vertex_stream import VertexStream
from softgl.tuning import limits

CHOSEN = LAYER, VIEWPORT_INDEX
"""The results by which geometry programs choose images and viewports."""


def is_batchable(ctx, programs: tuple[Program, ...]) -> bool:
    """True if small draws with this state go into the batch: the number of draws is not visible."""
    return (
        # Layers and viewports of primitives go with one fragment state.
        not any(program.writes(result.name) for program in programs for result in CHOSEN)
        and VERTEX_ID not in programs[0].inputs
        and not separates_draws(ctx)
        # Draws that are recorded, counted or discarded go alone.
        and ctx.feedback.mode is None
        and not ctx.feedback.discard
        and not ctx.queries.counts_primitives
    )


def is_observed(ctx) -> bool:
    """True if an observer, an explainer, a collector or a trace looks at each draw by itself."""
    return bool(ctx.observer or ctx.explainer or ctx.selection.active or ctx.engine.observed)


def is_small(stream: VertexStream) -> bool:
    """True if a draw has few enough vertices for the batch."""
    few = max(stream.count, stream.length) <= limits.MAX_BATCHED_VERTICES
    return few and stream.instances == 1 and not stream.runs


def separates_draws(ctx) -> bool:
    """True if draws of several modes must not become lists of one mode.

    OpenGL 2.1, 3.4.2: the stipple pattern runs on through a strip, but not through independent
    lines; and lists of triangles do not have the outlines of their polygons.
    """
    polygon = ctx.polygon
    return ctx.lines.stipple or not polygon.front_mode == polygon.back_mode == gl.GL_FILL
