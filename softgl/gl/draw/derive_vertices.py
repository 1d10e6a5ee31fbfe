"""Derives keys and records of vertices and triangle setup from the state."""

from __future__ import annotations

from dataclasses import replace

from softgl.gl.api import enums as gl
from softgl.gl.fragments.clamping import clamps
from softgl.gl.transform.viewport import drawn_depth_range
from softgl.pipeline.keys.kernel_keys import GeometryKey, SetupKey, VertexKey
from softgl.pipeline.keys.link import Outputs
from softgl.pipeline.keys.resources import TextureKeys
from softgl.pipeline.planes.framebuffer import Framebuffer
from softgl.pipeline.vertices.vertex_stream import VertexStream
from softgl.pipeline.vertices.viewport import Viewport, Views


def derive_vertex_key(ctx, program, outputs: Outputs, textures: TextureKeys) -> VertexKey:
    """Derives the key of the vertex kernel, without the arrays of a draw.

    textures : keys of the textures that `program` samples.
    """
    return VertexKey(
        program=program,
        varying=(),
        outputs=outputs,
        textures=textures,
        # NV_geometry_program4, issue 16: "the colors written by vertex programs or fixed-function
        # vertex processing are not clamped to [0,1] before they are read by geometry programs."
        clamped=outputs.clipping is not None and clamps(ctx, "vertex"),
    )


def derive_geometry_key(ctx, program, outputs: Outputs, textures: TextureKeys) -> GeometryKey:
    """Derives the key of a geometry program's kernels; textures : of the sampled textures."""
    return GeometryKey(program, outputs, textures, clamped=clamps(ctx, "vertex"))


def derive_setup_key(ctx) -> SetupKey:
    """Derives the key of triangle setup: culling and winding."""
    polygon, upper_left = ctx.polygon, ctx.clip_planes.origin == gl.GL_UPPER_LEFT
    both = polygon.cull_mode == gl.GL_FRONT_AND_BACK
    return SetupKey(
        cull_front=polygon.cull and (both or polygon.cull_mode == gl.GL_FRONT),
        cull_back=polygon.cull and (both or polygon.cull_mode == gl.GL_BACK),
        # ARB_clip_control, 14.6.1: the sign of the area is "-1 when the origin is UPPER_LEFT".
        front_clockwise=(polygon.front_face == gl.GL_CW) != upper_left,
    )


def derive_viewport(ctx, frame: Framebuffer) -> Viewport:
    """Derives the transform of viewport 0 into the draw framebuffer."""
    return _viewport(ctx, frame, ctx.viewport.rectangle, ctx.viewport.depths)


def derive_views(ctx, frame: Framebuffer) -> Views:
    """Derives the transforms and the scissor boxes of all viewports."""
    pairs = zip(ctx.viewport.rectangles, ctx.viewport.depth_ranges, strict=True)
    viewports = tuple(_viewport(ctx, frame, *pair) for pair in pairs)
    size = frame.width, frame.height
    boxes = tuple(ctx.scissor.within(*size, number) for number in range(len(viewports)))
    return Views(viewports, boxes)


def _viewport(ctx, frame, rectangle, depths) -> Viewport:
    buffers, (near, far) = ctx.framebuffers, drawn_depth_range(ctx, depths)
    height = frame.height if buffers.draw is buffers.window else None
    return Viewport(
        *rectangle,
        near,
        far,
        height,
        upper_left=ctx.clip_planes.origin == gl.GL_UPPER_LEFT,
        zero_to_one=ctx.clip_planes.depth_mode == gl.GL_ZERO_TO_ONE,
    )


def of_stream(key: VertexKey, stream: VertexStream) -> VertexKey:
    """Completes a VertexKey for the arrays of a stream."""
    varying, per_instance = stream.varying(key.program.attributes)
    return replace(key, varying=varying, per_instance=per_instance)
