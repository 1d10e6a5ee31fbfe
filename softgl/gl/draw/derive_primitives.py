"""What points, lines and polygons look like: state to `PrimitiveState`."""

from __future__ import annotations

import numpy as np

from softgl import hostmath
from softgl.gl.api import enums as gl
from softgl.gl.draw.words import words
from softgl.gl.primitives.points import MAX_SIZE
from softgl.ir.program import Binding, Program
from softgl.pipeline.primitives import POINT_SIZE, POLYGON_MODES, PrimitiveState

MODES = words(POLYGON_MODES)


def derive_primitives(ctx, program: Program) -> PrimitiveState:
    """The state of primitives; program : that of the vertices."""
    points, lines, polygon = ctx.points, ctx.lines, ctx.polygon
    limits = (1.0, MAX_SIZE)
    if not ctx.programs.vertex.enabled:
        # OpenGL 2.1, 3.3: "clamped to a specified point size range"; without a program only.
        limits = tuple(min(max(size, 1.0), MAX_SIZE) for size in (points.size_min, points.size_max))
    return PrimitiveState(
        line_width=lines.width,
        line_smooth=lines.smooth,
        line_stipple=(lines.stipple_pattern, lines.stipple_factor) if lines.stipple else None,
        point_size=points.size,
        point_limits=limits,
        point_smooth=points.smooth,
        sprites=_sprites(ctx) if points.sprite else None,
        sprite_upper=points.sprite_coord_origin == gl.GL_UPPER_LEFT,
        polygon_modes=(MODES[polygon.front_mode], MODES[polygon.back_mode]),
        polygon_smooth=polygon.smooth,
        polygon_stipple=np.array(polygon.pattern, np.uint32) if polygon.stipple else None,
        offset_modes=frozenset(m for m in POLYGON_MODES if getattr(polygon, f"offset_{m}")),
        offset=(polygon.offset_factor, polygon.offset_units),
        first_vertex=ctx.lighting.provoking_vertex == gl.GL_FIRST_VERTEX_CONVENTION,
        clip_planes=_clip_planes(ctx, program),
    )


def _sprites(ctx) -> tuple[int, ...]:
    units = ctx.texturing.units[: len(ctx.transform.texture)]
    return tuple(n for n, unit in enumerate(units) if unit.environment.coord_replace)


def _clip_planes(ctx, program) -> tuple:
    """The enabled clip planes: their distances from the program, or in object coordinates."""
    enabled = [n for n, plane in enumerate(ctx.clip_planes.planes) if plane.enabled]
    # NV_vertex_program2_option, 2.11: "conventional user clipping is performed if the vertex
    # program is position-invariant [...]. When the vertex program is not position-invariant, it can
    # write a single floating-point clip distance for each supported clip plane." One that nothing
    # writes is undefined, or 0, and clips nothing.
    if ctx.programs.vertex.enabled and "ARB_position_invariant" not in program.options:
        return tuple((n, None) for n in enabled if Binding(CLIP, (n,)) in program.results)
    if not enabled:
        return ()
    transposed = hostmath.transpose(ctx.transform.modelview.top)
    return tuple(
        (n, tuple(hostmath.transform(transposed, ctx.clip_planes.planes[n].equation).tolist()))
        for n in enabled
    )


CLIP = "result.clip"


def extra_outputs(ctx, program: Program) -> tuple[Binding, ...]:
    """The results of a vertex program that primitives need, besides what fragments read."""
    planes = ctx.clip_planes.planes
    wanted = {Binding(CLIP, (n,)) for n, plane in enumerate(planes) if plane.enabled}
    if ctx.points.program_size or not ctx.programs.vertex.enabled:
        wanted.add(POINT_SIZE)
    return tuple(binding for binding in program.results if binding in wanted)
