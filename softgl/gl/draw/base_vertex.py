"""Draws whose indices begin at another vertex (OpenGL 3.3, 2.8.3: glDrawElementsBaseVertex)."""

from __future__ import annotations

from softgl.gl.api.arguments import invalid_value
from softgl.gl.api.command import command
from softgl.gl.api.kinds import Kind
from softgl.gl.draw.checks import PRIMITIVES, check_drawing
from softgl.gl.draw.draw_arrays import INDEX_TYPES, draw_numbers, draw_several
from softgl.gl.draw.draw_indices import read_indices
from softgl.gl.draw.enabled_arrays import enabled_arrays

_FIELDS = {"kind": Kind.ARRAYS | Kind.DRAW, "mode": PRIMITIVES, "type": INDEX_TYPES}


def _draw(ctx, mode, count, type, indices, base, instances=1):
    check_drawing(ctx, mode)
    numbers = read_indices(ctx, count, type, indices)
    draw_numbers(ctx, mode, enabled_arrays(ctx), numbers, instances, base=base)


@command("glDrawElementsBaseVertex", **_FIELDS)
def draw_elements_base_vertex(ctx, mode, count, type, indices, base):
    """glDrawElements with `basevertex` added to each index, after the restart index is found."""
    _draw(ctx, mode, count, type, indices, base)


@command("glDrawRangeElementsBaseVertex", **_FIELDS)
def draw_range_elements_base_vertex(ctx, mode, start, end, count, type, indices, base):
    """glDrawElementsBaseVertex with a promise about the indices, which softgl does not need."""
    if end < start:
        raise invalid_value(f"end: {end} is below start, {start}")
    _draw(ctx, mode, count, type, indices, base)


@command(
    "glDrawElementsInstancedBaseVertex", **_FIELDS | {"kind": _FIELDS["kind"] | Kind.INSTANCES}
)
def draw_elements_instanced_base_vertex(ctx, mode, count, type, indices, instances, base):
    """glDrawElementsInstanced with `basevertex` added to each index."""
    _draw(ctx, mode, count, type, indices, base, instances)


@command("glMultiDrawElementsBaseVertex", **_FIELDS)
def multi_draw_elements_base_vertex(ctx, mode, count, type, indices, drawcount, bases):
    """glDrawElementsBaseVertex for each of `drawcount` counts, arrays of indices and bases."""
    draw_several(ctx, mode, count, type, indices, drawcount, bases)
