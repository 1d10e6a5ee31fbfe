"""Derives keys and records of raster positions and pixel rectangles from the state.

No function changes the context.
"""

from __future__ import annotations

from ctypes import c_float
from dataclasses import replace
from itertools import chain
from math import copysign, inf
from struct import Struct

import numpy as np

from softgl.formats.host import quiet
from softgl.gl.api import enums as gl
from softgl.gl.api.stages import stage_program
from softgl.gl.draw.checks import drops_pixels
from softgl.gl.draw.current_programs import current_fragment_program, fixed_vertex_program
from softgl.gl.draw.derive_fixed_vertex import derive_fixed_vertex
from softgl.gl.draw.derive_fragments import (
    derive_blend_color,
    derive_fog,
    derive_fragment_key,
    derive_tests,
)
from softgl.gl.draw.derive_link import derive_clip_planes, derive_link
from softgl.gl.draw.derive_resources import derive_resources, derive_textures
from softgl.gl.draw.derive_vertices import derive_vertex_key, of_stream
from softgl.gl.draw.vertex_stream import completed
from softgl.gl.fragments.multisample import rasterised_samples
from softgl.gl.transform.viewport import drawn_depth_range
from softgl.gl.vertices.attributes import MAX_TEXTURE_COORDS
from softgl.ir.execute import UNWRITTEN_RESULT
from softgl.ir.program import Program, Stage
from softgl.pipeline.fragments.per_fragment import FragmentTests
from softgl.pipeline.images.pixel_rectangle import (
    RectangleCall,
    RectangleKey,
    draw_rectangle,
    place_image,
)
from softgl.pipeline.keys.kernel_keys import FragmentKey, ShapeKey
from softgl.pipeline.keys.link import RASTER_POSITION, link_raster_position
from softgl.pipeline.keys.resources import Resources
from softgl.pipeline.vertices.clip_volume import EYE_BIT
from softgl.pipeline.vertices.vertex import run_vertex_program
from softgl.pipeline.vertices.vertex_stream import VertexStream
from softgl.records import dataclass

# -- raster positions ------------------------------------------------------------------------------

DATA = RASTER_POSITION.results[1:]
"""The associated data of a raster position."""


def raster_vertex(ctx, stream: VertexStream):
    """Runs the vertex program for a vertex; returns (clip coordinates, DATA in order).

    The former are four float32, None for a clipped vertex; the latter tuples of floats.
    """
    program = stage_program(ctx, Stage.VERTEX)
    if program is None:
        # OpenGL 2.1, 2.13: "Otherwise, the current raster distance is set to the distance from the
        # origin of the eye coordinate system to the vertex".
        fog = "coordinate" if ctx.fog.coord_src == gl.GL_FOG_COORD else "distance"
        program = fixed_vertex_program(derive_fixed_vertex(ctx, range(MAX_TEXTURE_COORDS), fog))
    stream = completed(ctx, stream, program).part(0, 1)
    link = derive_link(ctx, (program,), captured=DATA)
    [outputs], textures = link.outputs, derive_textures(ctx, program)
    key = of_stream(derive_vertex_key(ctx, program, outputs, textures.keys), stream)
    resources, planes = derive_resources(ctx, program, textures), derive_clip_planes(ctx, outputs)
    vertices = run_vertex_program(ctx.engine, key, stream, ((1, resources, planes),))
    values = np.array([_result(vertices, outputs.row(name)) for name in DATA], np.float32)
    clipped = int(vertices.codes[0]) & ~EYE_BIT
    shown = [tuple(row) for row in quiet(values).tolist()]
    return None if clipped else vertices.rows[:4, 0], shown


def _result(vertices, row):
    """Returns a result of the only vertex; row : its first; None if it is not written."""
    return UNWRITTEN_RESULT if row is None else vertices.rows[row : row + 4, 0]


# -- rectangles ------------------------------------------------------------------------------------


def rectangle_places(ctx, size, corner, zoom, fragments=True):
    """Places an image of `size` (columns, rows) at a window position.

    zoom : of x and y. fragments : True for fragments; False for pixels that go to buffers directly.
    """
    frame = ctx.framebuffer
    samples = rasterised_samples(ctx, frame.samples) if fragments else 1
    return place_image(size, corner, zoom, (frame.width, frame.height), samples)


@dataclass(frozen=True, eq=False)
class RectangleState:
    """The fragment state of images and bitmaps, without the raster position.

    The fields are those of a RectangleCall.
    """

    fragment: FragmentKey
    fragment_resources: Resources
    blend_color: np.ndarray
    fog: np.ndarray
    tests: FragmentTests
    depth_range: tuple[float, float]

    def call(self, source: str, raster: np.ndarray, image: np.ndarray, places) -> RectangleCall:
        """Returns the call that draws an image; raster, places : of that call.

        image : (rows, columns, 4) colours, float32 or uint8 with 255 for 1.0, or the bits of
            integers, uint32, or (rows, columns) float32 depths, or bits, uint8 of 0 and 1.
        """
        rows, columns = image.shape[:2]
        elements = np.ascontiguousarray(image).reshape(-1)
        if source == "color" and image.dtype == np.uint8:
            source, elements = "bytes", elements.view("<u4").astype(np.uint32, copy=False)
        key = RectangleKey(self.fragment, source)
        return RectangleCall(
            key, elements, (columns, rows), places, raster, self.fragment_resources,
            self.blend_color, self.fog, self.tests, self.depth_range,
        )  # fmt: skip


def rectangle_program(ctx) -> Program:
    """Returns the fragment program of images and bitmaps."""
    return current_fragment_program(ctx, of_vertices=False)


def derive_rectangle_state(ctx) -> RectangleState:
    """Derives the RectangleState; raises `Refused` for a state that cannot draw."""
    program = rectangle_program(ctx)
    textures = derive_textures(ctx, program)
    key = derive_fragment_key(ctx, program, link_raster_position(program), textures.keys)
    # The state of triangles has no effect on rectangles.
    shape = ShapeKey(samples=rasterised_samples(ctx, key.samples))
    key = replace(key, cut=False, shape=shape)
    return RectangleState(
        key,
        derive_resources(ctx, program, textures),
        derive_blend_color(ctx.color),
        derive_fog(ctx, program),
        derive_tests(ctx, key),
        tuple(sorted(drawn_depth_range(ctx))),
    )


def prepare_rectangle(ctx, source: str, image, places) -> RectangleCall:
    """Returns the call that draws an image at places of `rectangle_places`.

    source : "color", "integers", "depth" or "bitmap". image : as `RectangleState.call` takes it.
    Raises `Refused` for a state that cannot draw.
    """
    state = ctx.plan.get("rectangle")
    return state.call(source, raster_values(ctx.raster), image, places)


def draw(ctx, call: RectangleCall) -> None:
    """Draws a prepared rectangle."""
    if not drops_pixels(ctx):
        frame = ctx.framebuffer
        if ctx.observer is not None:
            ctx.observer.drawing(frame, call)
        draw_rectangle(ctx.engine, frame, call, ctx.threads)


def raster_values(raster) -> np.ndarray:
    """Returns the raster position as `RectangleCall.raster`."""
    return np.frombuffer(raster_bytes(raster), np.float32)


def raster_bytes(raster) -> bytes:
    """Returns the same as bytes, which are equal for raster positions with the same bits."""
    _, _, z, w = raster.position
    # Single precision: quotients of such numbers in double precision round to the same.
    inverse_w = c_float(1.0 / w if w else copysign(inf, w)).value
    return _RASTER.pack(
        *(0.0, 0.0, z, inverse_w, *raster.color, *raster.secondary_color),
        *(raster.distance, 0.0, 0.0, 1.0, *chain.from_iterable(raster.texcoords)),
    )


_RASTER = Struct(f"={4 * (4 + MAX_TEXTURE_COORDS)}f")
