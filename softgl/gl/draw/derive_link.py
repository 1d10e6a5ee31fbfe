"""Derives the link of a draw's stages from the state."""

from __future__ import annotations

import numpy as np

from softgl import hostmath
from softgl.gl.api import enums as gl
from softgl.gl.api.stages import before_fragments
from softgl.ir.program import Binding, Program
from softgl.pipeline.keys.link import Link, LinkOptions, Outputs, link


def derive_link(
    ctx, stages: tuple[Program, ...], captured: tuple[Binding, ...] = (), sees_colors: bool = True
) -> Link:
    """Links the stages: vertices, and perhaps geometry and fragments.

    captured : further results to store. sees_colors : False if colours are not visible, so that
    flat ones need no provoking vertex. Equal stages and state give the same object.
    """
    programmed = before_fragments(ctx)
    options = LinkOptions(
        two_side=two_sided(ctx),
        flat_colors=sees_colors and ctx.lighting.shade_model == gl.GL_FLAT,
        point_size=ctx.points.program_size or not programmed,
        clip_planes=tuple(n for n, plane in enumerate(ctx.clip_planes.planes) if plane.enabled),
        depth_clamp=ctx.clip_planes.depth_clamp,
        zero_to_one=ctx.clip_planes.depth_mode == gl.GL_ZERO_TO_ONE,
        captured=captured,
    )
    return link(stages, options)


def two_sided(ctx) -> bool:
    """True if back faces have colours of their own.

    OpenGL 2.1, 2.14.1: "Lighting may operate in two-sided mode"; with a program that is its own.
    """
    if before_fragments(ctx):
        return ctx.programs.two_side
    return ctx.lighting.enabled and ctx.lighting.two_side


def derive_clip_planes(ctx, outputs: Outputs) -> np.ndarray | None:
    """Derives the clip plane equations that a stage computes distances from.

    Planes that cut vertex.position are in object coordinates, and planes that cut a result of a
    GLSL program in eye coordinates. Flat float32, four numbers for each; None without planes.
    """
    if not outputs.computed:
        return None
    equations = [ctx.clip_planes.planes[n].equation for n in outputs.computed]
    if outputs.clip_source is None:
        transposed = hostmath.transpose(ctx.transform.modelview.top)
        equations = [hostmath.transform(transposed, equation) for equation in equations]
    return np.array(equations, np.float32).reshape(-1)
