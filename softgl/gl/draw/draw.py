"""A draw: state to keys and records, and to the pipeline.

The modules `derive_*` turn what shapes code into keys of `softgl.pipeline.keys`, and the rest into
arrays: no other modules know both GL's words and the pipeline's. They read the context, and never
change it. `plan` keeps what they give for as long as the state is the same.
"""

from __future__ import annotations

from softgl import pipeline
from softgl.gl.draw.vertex_stream import alias, completed
from softgl.gl.draw.words import words
from softgl.gl.programs.programs import has_aliases
from softgl.pipeline.assemble import MODES
from softgl.pipeline.draw import DrawCall
from softgl.pipeline.fetch import VertexStream
from softgl.pipeline.resources import Resources

PRIMITIVES = words(MODES)


def draw(ctx, mode: int, stream: VertexStream) -> None:
    """Draw a stream of vertices as primitives of `mode` with the state of the context.

    Raises `Refused` for what cannot be drawn: an enabled program that is not valid.
    """
    now = ctx.plan.updated()
    vertex_program = now.programs[0]
    stream = completed(stream, vertex_program)
    if has_aliases(vertex_program):
        alias(ctx, stream)
    if ctx.occlusion.discards:
        return
    call = DrawCall(
        mode=PRIMITIVES[mode],
        stream=stream,
        vertex=now.vertex.of(stream),
        setup=now.setup,
        fragment=now.fragment,
        viewport=now.viewport,
        vertex_resources=Resources(
            now.vertex_parameters, now.vertex_buffers, now.vertex_textures.arrays
        ),
        fragment_resources=Resources(
            now.fragment_parameters, now.fragment_buffers, now.fragment_textures.arrays
        ),
        blend_color=now.blend_color,
        fog=now.fog,
        tests=now.tests,
        primitives=now.primitives,
    )
    pipeline.draw.draw(ctx.engine, ctx.framebuffer, call, ctx.threads)
