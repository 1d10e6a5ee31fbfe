"""One draw call, from vertices to pixels: the stages in order.

fetch -> vertex program -> assemble -> clip -> project -> set up -> rasterise, where rasterising a
tile is: cover, test early, interpolate, fragment program, test, blend, write.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from softgl.lanes import Engine
from softgl.pipeline.assemble import assemble
from softgl.pipeline.clip import clip_triangles
from softgl.pipeline.fetch import VertexStream
from softgl.pipeline.framebuffer import Framebuffer
from softgl.pipeline.keys import FragmentKey, SetupKey, VertexKey
from softgl.pipeline.raster import RasterCall, rasterise
from softgl.pipeline.resources import Resources
from softgl.pipeline.setup import setup_triangles
from softgl.pipeline.vertex import Viewport, run_projection, run_vertex_program

TRIANGLES_AT_ONCE = 1 << 18  # set up, binned and drawn together; bounds the memory of a draw call


@dataclass
class DrawCall:
    """Everything that a draw call depends on.

    mode : a primitive of `assemble.MODES`.
    vertex_resources, fragment_resources : what the programs of `vertex` and `fragment` read.
    blend_color : four floats. fog : the fog's density, start, end, 1 / (end - start) and color.
    """

    mode: str
    stream: VertexStream
    vertex: VertexKey
    setup: SetupKey
    fragment: FragmentKey
    viewport: Viewport
    vertex_resources: Resources
    fragment_resources: Resources
    blend_color: tuple = (0.0,) * 4
    fog: tuple = (0.0,) * 8


def draw(engine: Engine, framebuffer: Framebuffer, call: DrawCall, threads: int = 1) -> None:
    """Draw into the framebuffer."""
    stream = call.stream
    if not framebuffer.width or not framebuffer.height or not stream.count:
        return
    triangles, origins = assemble(call.mode, stream.count, stream.indices)
    if not len(triangles):
        return
    vertices = run_vertex_program(engine, call.vertex, stream, call.vertex_resources)
    vertices, triangles, origins = clip_triangles(vertices, triangles, origins)
    fixed, depth = run_projection(engine, vertices, call.viewport)
    arrays = {
        "depth": depth.reshape(-1),
        "vertices": vertices.rows.reshape(-1),
        "blend_color": np.array(call.blend_color, np.float32),
        "fog": np.array(call.fog, np.float32),
        "color_plane": framebuffer.color,
        "depth_plane": framebuffer.depth,
        **call.fragment_resources.arguments(),
    }
    for first in range(0, len(triangles), TRIANGLES_AT_ONCE):
        part = slice(first, first + TRIANGLES_AT_ONCE)
        ready = setup_triangles(
            engine, call.setup, fixed, triangles[part], origins[part], framebuffer
        )
        scalars = {
            "triangle_stride": ready.stride,
            "vertex_stride": fixed.shape[1],
            "blocks_x": framebuffer.blocks_x,
        }
        per_part = {
            "integers": ready.integers.reshape(-1),
            "edges": ready.edges.reshape(-1),
            "inverse_area": ready.inverse_area,
        }
        raster = RasterCall(call.fragment, ready, framebuffer, scalars, arrays | per_part)
        rasterise(engine, raster, threads)
