"""Vertex streams: the vertices of one draw call, their attributes and indices."""

from __future__ import annotations

from dataclasses import field

import numpy as np

from softgl.ir.program import Binding
from softgl.pipeline.support.arena import from_arena
from softgl.pipeline.vertices.elements import DEFAULT_COMPONENTS, Elements, as_elements, as_source
from softgl.records import but, dataclass


def subtract_base(numbers: np.ndarray, base: int) -> np.ndarray:
    """Subtracts `base` from numbers of 32 bits; the result lies in the arena."""
    result = from_arena("indices", numbers.shape, np.uint32)
    np.subtract(numbers.view(np.uint32), np.uint32(base), out=result)
    return result.view(numbers.dtype)


@dataclass(eq=False)
class VertexStream:
    """The vertices of one draw call, instance after instance.

    count : the number of vertices of all instances.
    attributes : (each, 4) float32, Elements, or a source of Elements with methods `part` and `at`,
        for each attribute with a value per vertex; the same for all instances. Some sources have a
        method `in_place` too: Elements without a copy, or None.
    per_instance : (instances, 4) float32 for each attribute with a value per instance.
    constants : (4,) float32, the current value of each attribute; unused for attributes with values
        per vertex or instance.
    indices : uint32 vertex numbers in the order of drawing, each `base` too large; None for 0, 1,
        2, ... base : see `without_base`.
    first : the number of the first vertex for programs. instance : that of the first instance.
    runs : the lengths of the sequences, if there are several, in vertices.
    separate : True if each sequence is a draw of its own for programs, with primitives from 0 on.
    primitive : the number of the first primitive. ordinal : the same, but counted through all
        `separate` sequences. run : the number of the first sequence, or of the sequence of a chunk.
    opens, closes : True if a polygon begins here, and if it ends here.

    Values may be the bits of integers: nothing here does arithmetic with them.
    """

    count: int
    attributes: dict
    constants: dict[Binding, np.ndarray] = field(default_factory=dict)
    indices: np.ndarray | None = None
    first: int = 0
    instance: int = 0
    runs: tuple[int, ...] = ()
    separate: bool = False
    primitive: int = 0
    ordinal: int = 0
    run: int = 0
    opens: bool = True
    closes: bool = True
    instances: int = 1
    base: int = 0
    per_instance: dict[Binding, np.ndarray] = field(default_factory=dict)

    @property
    def each(self) -> int:
        """The number of vertices of one instance."""
        return self.count // self.instances

    @property
    def length(self) -> int:
        """The number of vertices of one instance in the order of drawing."""
        return self.each if self.indices is None else len(self.indices)

    @property
    def total(self) -> int:
        """The number of vertices of all instances in the order of drawing."""
        return self.length * self.instances

    def some_instances(self, start: int, end: int) -> VertexStream:
        """Instances `start` ... `end - 1` of several."""
        own = {binding: values[start:end] for binding, values in self.per_instance.items()}
        return but(
            self, count=self.each * (end - start), instances=end - start,
            instance=self.instance + start, per_instance=own,
        )  # fmt: skip

    def without_base(self) -> VertexStream:
        """Returns the stream with indices that number its vertices; new ones lie in the arena."""
        return (
            but(self, indices=subtract_base(self.indices, self.base), base=0) if self.base else self
        )

    def part(self, start: int, count: int) -> VertexStream:
        """Vertices `start` ... `start + count - 1` of the only instance."""
        attributes = {b: as_source(v).part(start, count) for b, v in self.attributes.items()}
        return but(self, count=count, attributes=attributes, first=self.first + start)

    def has_array(self, binding) -> bool:
        """True if an attribute has values per vertex or per instance."""
        return binding in self.attributes or binding in self.per_instance

    def values(self, binding) -> np.ndarray | None:
        """An attribute of all vertices, (count, 4) float32; None if it has no value."""
        if binding in self.attributes:
            rows = as_elements(self.attributes[binding]).rows(self.each)
            return np.tile(rows, (self.instances, 1))
        if binding in self.per_instance:
            return np.repeat(self.per_instance[binding], self.each, axis=0)
        constant = self.constants.get(binding)
        return None if constant is None else np.broadcast_to(constant, (self.count, 4))

    def elements(self, binding) -> Elements | None:
        """The elements of an attribute in memory; None for one that is constant over the draw."""
        per_instance = self.per_instance if self.instances > 1 else {}
        values = self.attributes.get(binding, per_instance.get(binding))
        return None if values is None else as_elements(values)

    def constant(self, binding) -> np.ndarray:
        """An attribute that is the same for all vertices, (4,) float32."""
        if binding in self.per_instance:
            return self.per_instance[binding][0]
        return self.constants.get(binding, DEFAULT_COMPONENTS)

    def varying(self, bindings) -> tuple[tuple[bool, ...], tuple[bool, ...]]:
        """Fields of a VertexKey: the attributes with a value per vertex, and per instance."""
        varying = tuple([binding in self.attributes for binding in bindings])
        if self.instances == 1:
            return varying, ()
        return varying, tuple([binding in self.per_instance for binding in bindings])
