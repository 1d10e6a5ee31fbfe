"""One draw call, from vertices to pixels: the stages in order.

fetch -> vertex program -> assemble -> clip -> project -> set up -> rasterise, where rasterising a
tile is: cover, test early, interpolate, fragment program, test, blend, write.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from softgl.lanes import Engine
from softgl.pipeline.assemble import INDEPENDENT
from softgl.pipeline.clip import clip, with_clip_planes
from softgl.pipeline.fetch import VertexStream, pieces
from softgl.pipeline.framebuffer import Framebuffer
from softgl.pipeline.interpolate import linear_rows
from softgl.pipeline.keys import FragmentKey, SetupKey, VertexKey
from softgl.pipeline.per_fragment import COLOR_PLANES, FragmentTests, test_arguments
from softgl.pipeline.primitives import Drawing, PrimitiveState, assembled
from softgl.pipeline.raster import RasterCall, rasterise
from softgl.pipeline.resources import Resources
from softgl.pipeline.vertex import Viewport, run_projection, run_vertex_program


@dataclass
class DrawCall:
    """Everything that a draw call depends on.

    mode : a primitive of `assemble.MODES`.
    vertex_resources, fragment_resources : what the programs of `vertex` and `fragment` read.
    blend_color : four floats. fog : the fog's density, start, end, 1 / (end - start) and color.
    tests : what the per-fragment tests compare with. primitives : what points and lines look like.
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
    tests: FragmentTests = field(default_factory=FragmentTests)
    primitives: PrimitiveState = field(default_factory=PrimitiveState)


def draw(engine: Engine, framebuffer: Framebuffer, call: DrawCall, threads: int = 1) -> None:
    """Draw into the framebuffer."""
    with framebuffer.aligned() as aligned:
        for part in pieces(call.stream, INDEPENDENT.get(call.mode)):
            own = call if part is call.stream else replace(call, stream=part)
            _draw(engine, aligned, own, threads)


def _draw(engine, framebuffer, call, threads):
    stream = call.stream
    if not framebuffer.width or not framebuffer.height or not stream.count:
        return
    state = call.primitives
    shapes = assembled(call.mode, stream, state)
    if not len(shapes):
        return
    vertices = run_vertex_program(engine, call.vertex, stream, call.vertex_resources)
    depths = call.fragment.clips_depths
    vertices, planes = with_clip_planes(vertices, call.vertex, stream, state, depths)
    vertices, shapes = clip(vertices, shapes, planes, linear_rows(call.fragment))
    fixed, depth = run_projection(engine, vertices, call.viewport, stream.count)
    arrays = {
        "depth": depth.reshape(-1),
        "vertices": vertices.rows.reshape(-1),
        **fragment_arrays(framebuffer, call),
    }
    box = call.tests.box or (0, 0, framebuffer.width, framebuffer.height)
    if not depths:
        ends = sorted((call.viewport.near, call.viewport.far))
        arrays["depth_range"] = np.array(ends, np.float32)
    drawing = Drawing(engine, state, call, vertices, fixed, depth, box)
    for key, ready, own in drawing.runs(shapes):
        scalars = {
            "triangle_stride": ready.stride,
            "vertex_stride": fixed.shape[1],
            "blocks_x": framebuffer.blocks_x,
            "plane_elements": framebuffer.elements,
        }
        per_part = {
            "integers": ready.integers.reshape(-1),
            "edges": ready.edges.reshape(-1),
            "inverse_area": ready.inverse_area,
        }
        raster = RasterCall(key, ready, framebuffer, scalars, arrays | per_part | own)
        rasterise(engine, raster, threads)


def fragment_arrays(framebuffer: Framebuffer, call) -> dict:
    """The arrays that fragments of any kind read and write; call : a DrawCall or RectangleCall."""
    extra = {}
    if call.fragment.program.origin_upper_left:
        extra["window_height"] = np.array([framebuffer.height], np.int32)
    return {
        **extra,
        "blend_color": np.array(call.blend_color, np.float32),
        "fog": np.array(call.fog, np.float32),
        **dict(zip(COLOR_PLANES, framebuffer.color_arrays, strict=False)),
        "depth_plane": framebuffer.depth,
        **test_arguments(call.fragment, call.tests, framebuffer),
        **call.fragment_resources.arguments(),
    }
