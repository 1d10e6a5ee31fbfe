"""State to keys and records for vertices and the set-up of triangles."""

from __future__ import annotations

from softgl.gl.api import enums as gl
from softgl.gl.draw.derive_primitives import extra_outputs
from softgl.gl.draw.derive_resources import derive_texture_keys
from softgl.gl.fragments.clamping import clamps
from softgl.gl.transform.viewport import drawn_depth_range
from softgl.pipeline.keys import FragmentKey, SetupKey, VertexKey
from softgl.pipeline.vertex import Viewport


def derive_vertex_key(ctx, program, fragment: FragmentKey, stream) -> VertexKey:
    """What shapes the vertex kernel; the outputs are what the fragment program reads."""
    return VertexKey(
        program=program,
        outputs=fragment.varyings + extra_outputs(ctx, program),
        textures=derive_texture_keys(ctx, program),
        clamped=clamps(ctx, "vertex"),
        **stream.varying(program.attributes),
    )


def derive_setup_key(ctx) -> SetupKey:
    """Culling and winding."""
    polygon = ctx.polygon
    both = polygon.cull_mode == gl.GL_FRONT_AND_BACK
    return SetupKey(
        cull_front=polygon.cull and (both or polygon.cull_mode == gl.GL_FRONT),
        cull_back=polygon.cull and (both or polygon.cull_mode == gl.GL_BACK),
        front_clockwise=polygon.front_face == gl.GL_CW,
    )


def derive_viewport(ctx) -> Viewport:
    """The viewport transformation into the framebuffer that is drawn to."""
    buffers, (near, far) = ctx.framebuffers, drawn_depth_range(ctx)
    rows = ctx.framebuffer.height if buffers.draw is buffers.window else None
    return Viewport(**{**vars(ctx.viewport), "near": near, "far": far, "rows": rows})
