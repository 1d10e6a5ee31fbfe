"""A draw: state to keys and records, and to the pipeline.

The modules `derive_*` turn state that shapes code into keys (`pipeline.keys.kernel_keys`), and the
rest into arrays: no other modules know both GL's words and the pipeline's. They read the context,
and never change it. `plan` keeps their results for as long as the state is the same.
"""

from __future__ import annotations

from contextlib import nullcontext

from softgl.gl.api import enums as gl
from softgl.gl.draw.again import Again
from softgl.gl.draw.batch import PRIMITIVES, Drawing, is_small, is_told
from softgl.gl.draw.derive_link import two_sided
from softgl.gl.draw.vertex_stream import completed
from softgl.pipeline.draws.draw_call import DrawCall
from softgl.pipeline.vertices.fetch import VertexStream
from softgl.tuning import limits


def draw(ctx, mode: int, stream: VertexStream) -> None:
    """Draw a stream of vertices as primitives of `mode` with the state of the context.

    Raises `Refused` for what cannot be drawn: an enabled program that is not valid.
    """
    plan = ctx.plan
    now = plan.updated()
    stream = completed(ctx, stream, now.programs[0])
    if ctx.queries.discards:
        return
    feedback, queries, batch = ctx.feedback, ctx.queries, ctx.batch
    recording = feedback.recording(queries.counts_primitives)
    if feedback.discard and recording is None:
        return
    if now.taken and not is_told(ctx) and is_small(stream):

        def describe(mode):
            ctx.framebuffers.flush_before_read(batch.flush)
            return _drawing(ctx, mode, now)

        batch.add(PRIMITIVES[mode], plan.revision, describe, stream, now.uniforms, now.look)
        if not (now.repeats and limits.APPENDS_AGAIN):
            batch.again = None
        elif batch.again is None or not batch.again.is_current:
            batch.again = Again(ctx, describe)
    else:
        batch.flush()
        parts = {"recording": recording, "discarded": feedback.discard}
        drawing = _drawing(ctx, PRIMITIVES[mode], now)
        call = drawing.completed(stream, now.uniforms, now.look, **parts)
        if ctx.selection.active:
            call.collector = ctx.selection.collector(ctx, call.outputs, two_sided(ctx))
        if ctx.observer is not None:
            ctx.observer.drawing(drawing.frame, call)
        explained = nullcontext()
        if ctx.explainer is not None:
            explained = ctx.explainer.drawing(ctx, mode, drawing, call)
        with explained:
            drawing.draw(call)
        if recording is not None:
            written = feedback.went_on(recording)
            queries.count(gl.GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, written)
            queries.count(gl.GL_PRIMITIVES_GENERATED, recording.generated)


def _drawing(ctx, mode: str, now) -> Drawing:
    """What draws of a mode depend on but their vertices, with the state of the context."""
    call = DrawCall(
        mode=mode,
        stream=None,
        vertex=None,
        setup=now.setup,
        viewport=now.viewport,
        vertex_resources=None,
        geometry=now.geometry,
        style=now.style,
        # What waits later has another look, and the textures of this one may be gone by then.
        **dict.fromkeys(vars(now.look)),
    )
    return Drawing(ctx.engine, ctx.threads, ctx.framebuffers.drawing(), call, now.vertex)
