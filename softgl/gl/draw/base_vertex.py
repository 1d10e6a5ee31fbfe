"""Draws whose indices begin at another vertex, or whose instances at another element.

OpenGL 3.3, 2.8.3: glDrawElementsBaseVertex; ARB_base_instance.
"""

from __future__ import annotations

from softgl.gl.api.arguments import invalid_value
from softgl.gl.api.command import command
from softgl.gl.api.kinds import Kind
from softgl.gl.draw.checks import PRIMITIVES, check_drawing
from softgl.gl.draw.draw_arrays import (
    INDEX_TYPES,
    check_first,
    draw_numbers,
    draw_range,
    draw_several,
)
from softgl.gl.draw.draw_indices import read_indices
from softgl.gl.draw.enabled_arrays import enabled_arrays

_FIELDS = {
    "kind": Kind.ARRAYS | Kind.DRAW, "keeps_batch": True, "mode": PRIMITIVES, "type": INDEX_TYPES,
}  # fmt: skip
_OF_INSTANCES = _FIELDS | {"kind": _FIELDS["kind"] | Kind.INSTANCES}


def _draw(ctx, mode, count, type, indices, base=0, instances=1, base_instance=0):
    check_drawing(ctx, mode)
    numbers = read_indices(ctx, count, type, indices)
    arrays = enabled_arrays(ctx)
    draw_numbers(ctx, mode, arrays, numbers, instances, base=base, base_instance=base_instance)


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


@command("glDrawElementsInstancedBaseVertex", **_OF_INSTANCES)
def draw_elements_instanced_base_vertex(ctx, mode, count, type, indices, instances, base):
    """glDrawElementsInstanced with `basevertex` added to each index."""
    _draw(ctx, mode, count, type, indices, base, instances)


@command("glMultiDrawElementsBaseVertex", **_FIELDS)
def multi_draw_elements_base_vertex(ctx, mode, count, type, indices, drawcount, bases):
    """glDrawElementsBaseVertex for each of `drawcount` counts, arrays of indices and bases."""
    draw_several(ctx, mode, count, type, indices, drawcount, bases)


@command(
    "glDrawArraysInstancedBaseInstance",
    kind=_OF_INSTANCES["kind"],
    keeps_batch=True,
    mode=PRIMITIVES,
)
def draw_arrays_instanced_base_instance(ctx, mode, first, count, instances, base_instance):
    """glDrawArraysInstanced with arrays per instance read from element `baseinstance` on."""
    check_first(first)
    check_drawing(ctx, mode)
    draw_range(ctx, mode, enabled_arrays(ctx), first, count, instances, base_instance)


@command("glDrawElementsInstancedBaseInstance", **_OF_INSTANCES)
def draw_elements_instanced_base_instance(
    ctx, mode, count, type, indices, instances, base_instance
):
    """glDrawElementsInstanced with arrays per instance read from element `baseinstance` on."""
    _draw(ctx, mode, count, type, indices, 0, instances, base_instance)


@command("glDrawElementsInstancedBaseVertexBaseInstance", **_OF_INSTANCES)
def draw_elements_instanced_base_vertex_base_instance(
    ctx, mode, count, type, indices, instances, base, base_instance
):
    """glDrawElementsInstancedBaseVertex, with arrays per instance from `baseinstance` on."""
    _draw(ctx, mode, count, type, indices, base, instances, base_instance)
