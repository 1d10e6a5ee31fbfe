"""What a draw's vertices have besides the attributes that were given."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from softgl.gl.vertices.attributes import ALIASES, ATTRIBS, POSITION
from softgl.ir.program import Binding
from softgl.pipeline.fetch import Elements, as_elements

VERTEX_ID, INSTANCE = Binding("vertex.id"), Binding("vertex.instance")


@dataclass(frozen=True)
class VertexNumbers:
    """The numbers of vertices, `first` and up, in the place of the elements of an array."""

    first: int

    def part(self, start: int, count: int) -> Elements:
        return self.at(np.arange(start, start + count))

    def at(self, numbers) -> Elements:
        rows = np.zeros((len(numbers), 4), np.uint32)
        rows[:, 0] = numbers + self.first
        return as_elements(rows)


def with_position(stream):
    """The stream with the position, if it has one, by both of its names.

    ARB_vertex_program, "Vertex Attribute 0": generic attribute 0 is the position.
    """
    for values in (stream.attributes, stream.per_instance):
        if POSITION in values:
            values[ATTRIBS[0]] = values[POSITION]
        elif ATTRIBS[0] in values:
            values[POSITION] = values[ATTRIBS[0]]
    return stream


def completed(stream, program):
    """The stream with what a program may read besides the attributes that were given."""
    # NV_vertex_program4, 2.X.3.2: "The "y", "z", and "w" components [...] are undefined"; here 0.
    if VERTEX_ID in program.inputs:
        stream.attributes[VERTEX_ID] = VertexNumbers(stream.first)
    if INSTANCE in program.inputs:
        numbers = np.zeros((stream.instances, 4), np.uint32)
        numbers[:, 0] = np.arange(stream.instances) + stream.instance
        stream.per_instance[INSTANCE] = numbers.view(np.float32)
    return stream


def alias(ctx, stream) -> None:
    """Give generic attributes the values of their conventional aliases, where those were set last.

    A conventional array that a generic one takes the place of is not in the stream.
    """
    for generic, conventional in ALIASES.items():
        if conventional in stream.attributes:
            stream.attributes[generic] = stream.attributes[conventional]
        elif not stream.has_array(generic) and not ctx.vertex.generic_later[generic]:
            stream.constants[generic] = stream.constants[conventional]
