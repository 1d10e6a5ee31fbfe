"""Attributes that a draw's vertices have besides those of the draw: ids, aliases, weights."""

from __future__ import annotations

import numpy as np

from softgl.gl.api.stages import programmed
from softgl.gl.programs.programs import has_aliases
from softgl.gl.vertices.attributes import (
    ALIASES,
    ATTRIBS,
    DEFAULT,
    POSITION,
    WEIGHT,
    initial_values,
)
from softgl.ir.program import Binding, Stage
from softgl.pipeline.vertices.elements import Elements, as_elements
from softgl.records import dataclass

VERTEX_ID, INSTANCE = Binding("vertex.id"), Binding("vertex.instance")


@dataclass(frozen=True)
class VertexNumbers:
    """The numbers of vertices from `first` on, as the elements of an array."""

    first: int

    def part(self, start: int, count: int) -> Elements:
        return self.at(np.arange(start, start + count))

    def at(self, numbers) -> Elements:
        rows = np.zeros((len(numbers), 4), np.uint32)
        rows[:, 0] = numbers + self.first
        return as_elements(rows)


def with_position(stream):
    """Returns the stream with its position, if any, under both names.

    ARB_vertex_program, "Vertex Attribute 0": generic attribute 0 is the position.
    """
    for values in (stream.attributes, stream.per_instance):
        if POSITION in values:
            values[ATTRIBS[0]] = values[POSITION]
        elif ATTRIBS[0] in values:
            values[POSITION] = values[ATTRIBS[0]]
    return stream


def completed(ctx, stream, program):
    """Completes a stream with all that a program may read."""
    if has_aliases(program):
        _alias(ctx, stream)
    if WEIGHT in program.inputs and programmed(ctx, Stage.VERTEX):
        _find_weights(stream)
    # NV_vertex_program4, 2.X.3.2: "The "y", "z", and "w" components [...] are undefined"; here 0.
    if VERTEX_ID in program.inputs and VERTEX_ID not in stream.attributes:
        stream.attributes[VERTEX_ID] = VertexNumbers(stream.first)
    if INSTANCE in program.inputs:
        numbers = np.zeros((stream.instances, 4), np.uint32)
        numbers[:, 0] = np.arange(stream.instances) + stream.instance
        stream.per_instance[INSTANCE] = numbers.view(np.float32)
    return stream


def _alias(ctx, stream) -> None:
    """Gives generic attributes the values of conventional aliases that were set later.

    A conventional array that a generic one replaces is not in the stream.
    """
    for generic, conventional in ALIASES.items():
        if conventional in stream.attributes:
            stream.attributes[generic] = stream.attributes[conventional]
        elif not stream.has_array(generic) and not ctx.vertex.generic_later[generic]:
            stream.constants[generic] = stream.constants[conventional]


def _find_weights(stream) -> None:
    """Finds weights of vertex blending for a draw without weights.

    In drivers without vertex blending `vertex.weight` is the generic attribute beside it in table
    X.2.1 of ARB_vertex_program, and shipped programs rely on that. Here it is so without other
    weights.
    """
    if WEIGHT in stream.attributes:
        return
    if not np.array_equal(stream.constants[WEIGHT], initial_values()[WEIGHT]):
        return
    generic = ATTRIBS[1]
    for values in (stream.attributes, stream.per_instance):
        if generic in values:
            values[WEIGHT] = values[generic]
    if not np.array_equal(stream.constants[generic], DEFAULT):
        stream.constants[WEIGHT] = stream.constants[generic]
