"""Vertex blending: weights, and the number of vertex units (ARB_vertex_blend).

The units' matrices are among the stacks of `softgl.gl.transform.matrices`.
"""

from __future__ import annotations

import numpy as np

from softgl.formats.host import quiet
from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_value, vector
from softgl.gl.api.command import command
from softgl.gl.api.groups import Group
from softgl.gl.api.kinds import Kind
from softgl.gl.api.signature import commands_like, group
from softgl.gl.api.stages import programmed
from softgl.gl.api.tables import State
from softgl.gl.vertices.arrays import set_pointer
from softgl.gl.vertices.attribute_queries import current
from softgl.gl.vertices.attributes import MAX_VERTEX_UNITS, WEIGHT
from softgl.gl.vertices.families import DTYPES, MEMORY_DTYPES, normalize
from softgl.gl.vertices.immediate import pack
from softgl.ir.program import Stage
from softgl.records import dataclass


@dataclass
class VertexBlend(Group):
    """The state of vertex blending.

    units : the number of active vertex units. unity : True if the last weight is 1 minus the sum
        of the given ones.
    """

    enabled: bool = False
    unity: bool = False
    units: int = 1


STATE = State(
    values={
        gl.GL_ACTIVE_VERTEX_UNITS_ARB: "vertex_blend.units",
        gl.GL_CURRENT_WEIGHT_ARB: current(WEIGHT),
    },
    limits={gl.GL_MAX_VERTEX_UNITS_ARB: MAX_VERTEX_UNITS},
    capabilities={
        gl.GL_VERTEX_BLEND_ARB: "vertex_blend.enabled",
        gl.GL_WEIGHT_SUM_UNITY_ARB: "vertex_blend.unity",
    },
)


@command("glVertexBlendARB", keeps_batch=True)
def vertex_blend(ctx, count):
    """Sets the number of active vertex units."""
    if not 1 <= count <= MAX_VERTEX_UNITS:
        raise invalid_value(f"count: {count} is outside [1, {MAX_VERTEX_UNITS}]")
    ctx.vertex_blend.units = count


def is_unity(ctx) -> bool:
    """True if a weight is derived from the others.

    ARB_vertex_program, issue 37: "the WEIGHT_SUM_UNITY_ARB enable is ignored in vertex program
    mode."
    """
    return ctx.vertex_blend.unity and not programmed(ctx, Stage.VERTEX)


def complete(weights: np.ndarray, size: int, unity: bool) -> np.ndarray:
    """Fills up the `size` given weights of (n, 4) float32 with zeros.

    unity : makes the next weight 1 minus the sum of the given ones.
    """
    weights[:, size:] = 0
    if unity and size < MAX_VERTEX_UNITS:
        rest = np.ones(len(weights), np.float32)
        for number in range(size):
            rest -= weights[:, number]
        weights[:, size] = quiet(rest)
    return weights


def _check_size(ctx, size, least):
    if size < least or size > MAX_VERTEX_UNITS:
        raise invalid_value(f"size: {size} is outside [{least}, {MAX_VERTEX_UNITS}]")
    if size == MAX_VERTEX_UNITS and ctx.vertex_blend.unity:
        raise invalid_value(f"size: {size} leaves no weight for GL_WEIGHT_SUM_UNITY_ARB")


def _define(name, kind):
    """Registers glWeight{bsifd ub us ui}vARB."""

    def set_weights(ctx, size, weights):
        """Sets the first `size` weights of the following vertices; integers are normalized."""
        _check_size(ctx, size, 0)
        first = vector(weights, size, DTYPES[kind], more=True, source=MEMORY_DTYPES[kind]).tolist()
        if kind not in "fd":
            first = [normalize(weight, kind) for weight in first]
        row = np.zeros((1, MAX_VERTEX_UNITS), np.float32)
        with np.errstate(all="ignore"):
            row[0, :size] = first
            value = pack(*complete(row, size, is_unity(ctx))[0].tolist())
        immediate = ctx.immediate
        immediate.logs[WEIGHT][immediate.count] = value

    command(name, between=True)(set_weights)


for _match in commands_like(r"glWeight(?P<type>u?[bsi]|[fd])vARB"):
    _define(_match[0], _match["type"])


@command(
    "glWeightPointerARB",
    listed=False,
    kind=Kind.POINTER,
    keeps_batch=True,
    type=group("WeightPointerTypeARB"),
)
def weight_pointer(ctx, size, type, stride, pointer):
    """Sets the array of weights; integers are normalized."""
    _check_size(ctx, size, 1)
    array = ctx.vertex.arrays[WEIGHT]
    return set_pointer(ctx, array, size, type, stride, pointer, True)
