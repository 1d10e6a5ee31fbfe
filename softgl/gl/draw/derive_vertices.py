"""State to keys and records for vertices and the set-up of triangles."""

from __future__ import annotations

from softgl.gl.api import enums as gl
from softgl.gl.draw.derive_resources import derive_texture_keys
from softgl.gl.fragments.clamping import clamps
from softgl.gl.transform.viewport import drawn_depth_range
from softgl.pipeline.keys import SetupKey, VertexKey
from softgl.pipeline.link import Outputs
from softgl.pipeline.viewport import Viewport


def derive_vertex_key(ctx, program, outputs: Outputs, stream) -> VertexKey:
    """What shapes the vertex kernel."""
    return VertexKey(
        program=program,
        outputs=outputs,
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
    height = ctx.framebuffer.height if buffers.draw is buffers.window else None
    placed = vars(ctx.viewport)
    return Viewport(**{**placed, "near": near, "far": far, "window_height": height})
