"""Derives the style of points, lines and polygons from the state."""

from __future__ import annotations

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.api.stages import before_fragments
from softgl.gl.draw.enum_names import words
from softgl.gl.fragments.multisample import rasterised_samples
from softgl.gl.primitives.points import MAX_POINT_SIZE
from softgl.gl.vertices.attributes import MAX_TEXTURE_COORDS
from softgl.pipeline.keys.styles import (
    POLYGON_MODES,
    LineStyle,
    PointStyle,
    PolygonStyle,
    PrimitiveStyle,
)

MODES = words(POLYGON_MODES)


def derive_primitives(ctx, samples: int) -> PrimitiveStyle:
    """Derives the PrimitiveStyle; samples : of the pixels of the draw framebuffer."""
    samples = rasterised_samples(ctx, samples)
    # OpenGL 2.1, 3.5.6: "regardless of whether polygon antialiasing (POLYGON SMOOTH) is enabled or
    # disabled"; 3.3.3 and 3.4.4 say the same of points and lines.
    may_smooth = samples == 1
    return PrimitiveStyle(
        points=_points(ctx, may_smooth),
        lines=_lines(ctx.lines, may_smooth),
        polygons=_polygons(ctx.polygon, may_smooth),
        samples=samples,
        first_vertex=ctx.lighting.provoking_vertex == gl.GL_FIRST_VERTEX_CONVENTION,
        sides_clip=ctx.clip_planes.sides_clip,
    )


def _points(ctx, may_smooth) -> PointStyle:
    points = ctx.points
    limits = (1.0, MAX_POINT_SIZE)
    if not before_fragments(ctx):
        # OpenGL 2.1, 3.3: "clamped to a specified point size range"; without a program only.
        limits = tuple(
            min(max(size, 1.0), MAX_POINT_SIZE) for size in (points.size_min, points.size_max)
        )
    return PointStyle(
        size=points.size,
        limits=limits,
        smooth=points.smooth and may_smooth,
        sprites=_sprites(ctx) if points.sprite else None,
        sprite_upper=points.sprite_coord_origin == gl.GL_UPPER_LEFT,
    )


def _sprites(ctx) -> tuple[int, ...]:
    units = ctx.texturing.units[:MAX_TEXTURE_COORDS]
    return tuple(n for n, unit in enumerate(units) if unit.environment.coord_replace)


def _lines(lines, may_smooth) -> LineStyle:
    stipple = (lines.stipple_pattern, lines.stipple_factor) if lines.stipple else None
    return LineStyle(lines.width, lines.smooth and may_smooth, stipple)


def _polygons(polygon, may_smooth) -> PolygonStyle:
    return PolygonStyle(
        modes=(MODES[polygon.front_mode], MODES[polygon.back_mode]),
        smooth=polygon.smooth and may_smooth,
        stipple=np.array(polygon.pattern, np.uint32) if polygon.stipple else None,
        offset_modes=frozenset(m for m in POLYGON_MODES if getattr(polygon, f"offset_{m}")),
        offset=(polygon.offset_factor, polygon.offset_units, polygon.offset_clamp),
    )
