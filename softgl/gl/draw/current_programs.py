"""The programs of a draw: the enabled ones, and built-in ones in the place of fixed function."""

from __future__ import annotations

from functools import cache

from softgl.asm import parse
from softgl.formats.internal_formats import BASE_FORMATS
from softgl.gl.api import enums as gl
from softgl.gl.draw.checks import enabled_program
from softgl.gl.draw.derive_resources import complete_texture
from softgl.gl.fixed.built_in_fragment import built_in_fragment
from softgl.gl.fixed.built_in_vertex import built_in_vertex
from softgl.gl.programs.programs import has_aliases
from softgl.ir.program import Program, Stage
from softgl.ir.targets import SHADOW
from softgl.pipeline.link import (
    BACK,
    FOG_COORDINATE,
    POINT_SIZE,
    RASTER_POSITION,
    results_read,
    stand_in,
)


def current_programs(ctx) -> tuple[Program, ...]:
    """The programs of a draw, in the order of their stages: of geometry only an enabled one."""
    vertex = enabled_program(ctx.programs.vertex)
    geometry = enabled_program(ctx.programs.geometry)
    fragment = current_fragment_program(ctx, vertex)
    if vertex is None:
        vertex = built_in_program(_vertex_text(ctx, geometry or fragment))
    return (vertex, fragment) if geometry is None else (vertex, geometry, fragment)


def current_fragment_program(ctx, vertex: Program | None) -> Program:
    """The fragment program of what an enabled vertex program, or none, gives."""
    fragment = enabled_program(ctx.programs.fragment)
    if fragment is not None:
        return fragment
    target = ctx.texturing.units[0].enabled
    complete = target and complete_texture(ctx, 0, target)
    if not complete:
        target = None
    elif complete[0].compare:
        target = SHADOW + target
    changed = _changed_by_texture(ctx, 0) if target else ""
    return built_in_program(built_in_fragment(target, changed, has_aliases(vertex)))


def _changed_by_texture(ctx, unit) -> str:
    """The components that the texture of a unit changes, whatever its swizzle puts in the others.

    OpenGL 2.1, table 3.21, and ARB_texture_rg: RED and RG are "Same as RGB".
    """
    texture_unit = ctx.texturing.units[unit]
    has = BASE_FORMATS[texture_unit.bound[texture_unit.enabled].base_format].components
    return "w" if has == "A" else "xyzw" if has[-1] in "AI" else "xyz"


def _vertex_text(ctx, reader: Program) -> str:
    """The built-in vertex program that gives what a program of geometry or fragments reads."""
    last = reader.stage is Stage.FRAGMENT
    captured = ctx.feedback.captured if last else ()
    # The results of fixed function are those that the raster position has.
    read = {
        stand_in(result, RASTER_POSITION.results) for result in (*results_read(reader), *captured)
    }
    texcoords = {result.indices[0] for result in read if result.name == "result.texcoord"}
    fog = ""
    if FOG_COORDINATE in read:
        fog = "coordinate" if ctx.fog.coord_src == gl.GL_FOG_COORD else "depth"
    attenuated = last and ctx.points.distance_attenuation != (1.0, 0.0, 0.0)
    attenuated = attenuated or POINT_SIZE in captured
    back = not read.isdisjoint(BACK.values())
    return built_in_vertex(tuple(sorted(texcoords)), fog, attenuated, back)


@cache
def built_in_program(source: str) -> Program:
    """A program in the place of fixed-function shading: transform, colour, one texture."""
    return parse(source)
