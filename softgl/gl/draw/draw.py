"""A draw: derives keys and records from the state, and hands them to the batch or the pipeline.

The modules `derive_*` turn state that shapes code into keys (`pipeline.keys.kernel_keys`), and the
rest into arrays: no other modules know both GL's words and the pipeline's. They read the context,
and never change it. `plan` caches their results while the state is the same.
"""

from __future__ import annotations

from contextlib import nullcontext

from softgl.gl.api import enums as gl
from softgl.gl.draw.batchable import is_observed, is_small
from softgl.gl.draw.derive_link import two_sided
from softgl.gl.draw.draw_state import PRIMITIVES, draw_state
from softgl.gl.draw.vertex_stream import completed
from softgl.pipeline.vertices.vertex_stream import VertexStream


def draw(ctx, mode: int, stream: VertexStream) -> None:
    """Draws a stream of vertices as primitives of `mode` with the state of the context.

    Raises `Refused` for a state that cannot draw, as with an invalid program.
    """
    now = ctx.plan.updated()
    stream = completed(ctx, stream, now.programs[0])
    if ctx.queries.discards:
        return
    feedback, queries, batch = ctx.feedback, ctx.queries, ctx.batch
    recording = feedback.recording(queries.counts_primitives)
    if feedback.discard and recording is None:
        return
    if now.batchable and not is_observed(ctx) and is_small(stream):
        batch.append(PRIMITIVES[mode], stream, now)
        return
    batch.flush()
    _draw_at_once(ctx, mode, stream, now, recording)
    if recording is not None:
        written = feedback.went_on(recording)
        queries.count(gl.GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, written)
        queries.count(gl.GL_PRIMITIVES_GENERATED, recording.generated)


def _draw_at_once(ctx, mode, stream, now, recording) -> None:
    """Draws a stream by itself, with its observers; recording : of feedback, or None."""
    state = draw_state(ctx, PRIMITIVES[mode], now)
    call = state.call_of(
        stream, now.vertex_state, now.fragment_state,
        recording=recording, discarded=ctx.feedback.discard,
    )  # fmt: skip
    if ctx.selection.active:
        call.collector = ctx.selection.collector(ctx, call.outputs, two_sided(ctx))
    if ctx.observer is not None:
        ctx.observer.drawing(state.frame, call)
    explained = nullcontext()
    if ctx.explainer is not None:
        explained = ctx.explainer.drawing(ctx, mode, state, call)
    with explained:
        state.draw(call)
