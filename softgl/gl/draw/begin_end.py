"""glBegin, glEnd and glRect (OpenGL 2.1, 2.6 and 2.10)."""

from __future__ import annotations

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_operation, vector
from softgl.gl.api.command import command
from softgl.gl.api.kinds import Kind
from softgl.gl.api.signature import commands_like
from softgl.gl.api.stages import programmed
from softgl.gl.draw.checks import PRIMITIVES, check_drawing
from softgl.gl.draw.current_programs import current_materials
from softgl.gl.fixed.lighting import material_values, set_material_values
from softgl.gl.vertices.families import DTYPES, MEMORY_DTYPES
from softgl.gl.vertices.immediate import pack
from softgl.ir.program import Stage


@command("glBegin", keeps_batch=True, mode=PRIMITIVES)
def begin(ctx, mode):
    """Starts a primitive."""
    check_drawing(ctx, mode)
    if True in ctx.color.blend:
        ctx.plan.get("blended")
    ctx.immediate.begin(mode)
    ctx.inside_begin = True


@command("glEnd", kind=Kind.DRAW, between=True)
def end(ctx):
    """Draws the primitive since glBegin."""
    if not ctx.inside_begin:
        raise invalid_operation("there was no glBegin")
    ctx.inside_begin = False  # whatever happens from here on
    collected, changes = ctx.immediate.end(), ctx.immediate.materials
    if changes:
        _draw_with_materials(ctx, *collected, changes)
        return
    _, count, _ = collected
    batch = ctx.batch
    if not (count and batch.accepts() and batch.append_vertices(*collected)):
        ctx.draw(*collected)


def _draw_with_materials(ctx, mode, count, attributes, changes):
    """Draws a primitive within which materials have changed.

    OpenGL 2.1, 2.14.2: "Material properties can be changed inside a Begin/End pair". They are
    attributes then.
    """
    if programmed(ctx, Stage.VERTEX):
        _draw_with_first_materials(ctx, mode, count, attributes, changes[0][1])
        return
    last, lighting = material_values(ctx.materials), ctx.lighting
    starts = [0, *(number for number, _ in changes)]
    several = [*(before for _, before in changes), last]
    repeats = np.diff(starts, append=count)
    lighting.varying = tuple(
        each for each in last
        if len({before[each] for before, n in zip(several, repeats, strict=True) if n}) > 1
    )  # fmt: skip
    try:
        for (face, name), binding in current_materials(ctx).items():
            if (face, name) in lighting.varying:
                values = np.array([before[face, name] for before in several], np.float32)
                attributes[binding] = np.repeat(values, repeats, axis=0)
        ctx.draw(mode, count, attributes)
    finally:
        lighting.varying = ()


def _draw_with_first_materials(ctx, mode, count, attributes, first):
    """Draws a primitive whose vertex program reads the materials before glBegin.

    ARB_vertex_program, "Material Property Bindings": "Program parameter variables bound to material
    properties changed inside a Begin/End pair are undefined until the following End command."
    """
    last = material_values(ctx.materials)
    set_material_values(ctx.materials, first)
    try:
        ctx.draw(mode, count, attributes)
    finally:
        set_material_values(ctx.materials, last)


def draw_polygon(ctx, corners) -> None:
    """Draws a polygon with corners (x, y) and the current attributes, as glRect does."""
    check_drawing(ctx, gl.GL_POLYGON)
    ctx.immediate.begin(gl.GL_POLYGON)
    for x, y in corners:
        ctx.immediate.vertices.extend(pack(x, y, 0.0, 1.0))
    ctx.draw(*ctx.immediate.end())


def _define_rectangle(name: str, kind: str, is_vector: bool) -> None:
    """Registers a glRect command (OpenGL 2.1, 2.10)."""

    def rectangle(ctx, *corners):
        x1, y1, x2, y2 = (float(x) for corner in corners for x in np.atleast_1d(corner))
        draw_polygon(ctx, [(x1, y1), (x2, y1), (x2, y2), (x1, y2)])

    rectangle.__doc__ = "Draws a rectangle between two corners, at z = 0."
    pointers = ("v1", "v2") if is_vector else ()
    dtype, source = DTYPES[kind], MEMORY_DTYPES[kind]
    checks = dict.fromkeys(pointers, lambda values: vector(values, 2, dtype, source=source))
    command(name, kind=Kind.DRAW, **checks)(rectangle)


for _match in commands_like(r"glRect([sifd])(v?)"):
    _define_rectangle(_match[0], _match[1], bool(_match[2]))
