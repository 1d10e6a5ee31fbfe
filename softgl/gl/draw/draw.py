"""A draw: state to keys and records, and to the pipeline.

The modules `derive_*` turn what shapes code into keys of `softgl.pipeline.keys`, and the rest into
arrays: no other modules know both GL's words and the pipeline's. They read the context, and never
change it.
"""

from __future__ import annotations

from softgl import pipeline
from softgl.gl.draw.current_programs import current_programs
from softgl.gl.draw.derive_fragments import derive_fog, derive_fragment_key, derive_tests
from softgl.gl.draw.derive_primitives import derive_primitives
from softgl.gl.draw.derive_resources import derive_resources, derive_texture_keys
from softgl.gl.draw.derive_vertices import derive_setup_key, derive_vertex_key, derive_viewport
from softgl.gl.draw.missing_stages import check_fixed_function
from softgl.gl.draw.vertex_stream import alias, completed
from softgl.gl.draw.words import words
from softgl.gl.programs.programs import has_aliases
from softgl.pipeline.assemble import MODES
from softgl.pipeline.draw import DrawCall
from softgl.pipeline.fetch import VertexStream

PRIMITIVES = words(MODES)


def draw(ctx, mode: int, stream: VertexStream) -> None:
    """Draw a stream of vertices as primitives of `mode` with the state of the context.

    Raises `Refused` for what cannot be drawn: an enabled program that is not valid.
    """
    check_fixed_function(ctx)
    vertex_program, fragment_program = current_programs(ctx)
    textures = derive_texture_keys(ctx, fragment_program)
    fragment = derive_fragment_key(ctx, vertex_program, fragment_program, textures)
    stream = completed(stream, vertex_program)
    if has_aliases(vertex_program):
        alias(ctx, stream)
    call = DrawCall(
        mode=PRIMITIVES[mode],
        stream=stream,
        vertex=derive_vertex_key(ctx, vertex_program, fragment, stream),
        setup=derive_setup_key(ctx),
        fragment=fragment,
        viewport=derive_viewport(ctx),
        vertex_resources=derive_resources(ctx, vertex_program),
        fragment_resources=derive_resources(ctx, fragment_program),
        blend_color=ctx.color.blend_color,
        fog=derive_fog(ctx, fragment_program),
        tests=derive_tests(ctx, fragment),
        primitives=derive_primitives(ctx, vertex_program),
    )
    if ctx.occlusion.discards:
        return
    pipeline.draw.draw(ctx.engine, ctx.framebuffer, call, ctx.threads)
