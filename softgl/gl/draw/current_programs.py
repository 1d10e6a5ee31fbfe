"""The programs of a draw: the enabled ones, and those of fixed function."""

from __future__ import annotations

from functools import lru_cache

from softgl.gl.api.stages import programmed, stage_program
from softgl.gl.draw.derive_fixed_fragment import derive_fixed_fragment
from softgl.gl.draw.derive_fixed_vertex import derive_fixed_vertex, fog_source, material_attributes
from softgl.gl.fixed.fragment_program import FragmentKey, fragment_program
from softgl.gl.fixed.vertex_program import VertexKey, vertex_program
from softgl.ir.program import Binding, Program, Stage
from softgl.pipeline.keys.link import (
    BACK_COLOR_OF,
    FOG_COORDINATE,
    POINT_SIZE,
    RASTER_POSITION,
    resolve_result,
    results_read,
)


def current_programs(ctx) -> tuple[Program, ...]:
    """Returns the programs of a draw in the order of stages; a geometry program if there is one."""
    vertex = stage_program(ctx, Stage.VERTEX)
    geometry = stage_program(ctx, Stage.GEOMETRY)
    fragment = current_fragment_program(ctx)
    if vertex is None:
        vertex = fixed_vertex_program(_vertex_key(ctx, geometry or fragment))
    return (vertex, fragment) if geometry is None else (vertex, geometry, fragment)


def current_fragment_program(ctx, of_vertices: bool = True) -> Program:
    """Returns the fragment program in force, or that of fixed function.

    of_vertices : True if its fragments are those of vertices; else they are of images or bitmaps.
    """
    fragment = stage_program(ctx, Stage.FRAGMENT)
    return fragment or fixed_fragment_program(derive_fixed_fragment(ctx, of_vertices))


@lru_cache(maxsize=1024)
def fixed_fragment_program(key: FragmentKey) -> Program:
    """Returns the program of fixed-function fragment processing."""
    return fragment_program(key)


def _vertex_key(ctx, reader: Program) -> VertexKey:
    """Returns the key of fixed-function vertices for a geometry or fragment program."""
    last = reader.stage is Stage.FRAGMENT
    captured = (*ctx.feedback.captured, *ctx.selection.captured) if last else ()
    # Fixed function has the results that the raster position has.
    read = {
        resolve_result(result, RASTER_POSITION.results)
        for result in (*results_read(reader), *captured)
    }
    texcoords = {result.indices[0] for result in read if result.name == "result.texcoord"}
    fog = fog_source(ctx) if FOG_COORDINATE in read else ""
    attenuated = last and ctx.points.distance_attenuation != (1.0, 0.0, 0.0)
    attenuated = attenuated or POINT_SIZE in captured
    back = not read.isdisjoint(BACK_COLOR_OF.values())
    return derive_fixed_vertex(ctx, texcoords, fog, attenuated, back)


def current_materials(ctx) -> dict[tuple[str, str], Binding]:
    """Returns the attributes that hold materials of lit vertices, by face and property."""
    if programmed(ctx, Stage.VERTEX) or not ctx.lighting.enabled:
        return {}
    reader = stage_program(ctx, Stage.GEOMETRY) or current_fragment_program(ctx)
    return material_attributes(ctx.lighting, _vertex_key(ctx, reader).texcoords)


@lru_cache(maxsize=1024)
def fixed_vertex_program(key: VertexKey) -> Program:
    """Returns the program of fixed-function vertex processing."""
    return vertex_program(key)
