"""The arrays that a draw reads, and the elements that they have (OpenGL 2.1, 2.8)."""

from __future__ import annotations

from typing import Any

import numpy as np

from softgl.gl.api.memory import DTYPES
from softgl.gl.api.profiles import check_array_object
from softgl.gl.api.stages import assembly_target, shader
from softgl.gl.vertices.attributes import ALIASES, ATTRIBS, POSITION, WEIGHT
from softgl.gl.vertices.vertex_blend import complete, is_unity
from softgl.ir.program import Stage
from softgl.pipeline.keys.vertex_formats import element_size
from softgl.pipeline.vertices.elements import Elements, as_elements, find_elements, find_in_place
from softgl.records import dataclass


@dataclass(frozen=True)
class Arrays:
    """The enabled arrays that a draw reads, with elements per vertex and per instance.

    absent : those of both that have no memory.
    """

    vertices: dict
    instances: dict
    absent: frozenset = frozenset()

    def without(self, bindings) -> Arrays:
        """Returns the arrays without some."""
        vertices, instances = (
            {binding: array for binding, array in arrays.items() if binding not in bindings}
            for arrays in (self.vertices, self.instances)
        )
        return Arrays(vertices, instances, self.absent - bindings)

    def elements(self, ctx, first: int) -> dict:
        """Returns the elements of each array per vertex, from `first` on."""
        elements = {binding: ArrayElements(a, first) for binding, a in self.vertices.items()}
        if WEIGHT in elements:
            elements[WEIGHT] = Weights(elements[WEIGHT], self.vertices[WEIGHT].size, is_unity(ctx))
        return elements


def enabled_arrays(ctx) -> Arrays:
    """Returns the enabled arrays; GL_INVALID_OPERATION if the memory of one is not accessible."""
    if ctx.core:
        check_array_object(ctx)
    arrays = ctx.plan.get("arrays")
    for array in (*arrays.vertices.values(), *arrays.instances.values()):
        array.memory()
    return arrays


def derive_arrays(ctx) -> Arrays:
    """Derives the enabled arrays; the position array only if it makes the vertices.

    OpenGL 2.1, 2.8: generic attribute array 0, if it is enabled, else the vertex array.
    NV_vertex_program, 2.14.3: likewise the other attributes and their conventional aliases.
    """
    # ARB_vertex_program, "Interactions with NV_vertex_program": for an enabled vertex program "the
    # NV generic array enables are considered (and the ARB enables are ignored)".
    target = assembly_target(ctx, Stage.VERTEX)
    arrays = ctx.vertex.bound.cached(_derive, target is not None, bool(target and target.aliased))
    program = shader(ctx, Stage.VERTEX) if arrays.absent else None
    if program is None:
        return arrays
    # Applications delete the buffer of an array and leave it enabled, for shaders that do not read
    # it. The array that makes the vertices matters in any case.
    return arrays.without(arrays.absent - program.inputs - {POSITION, ATTRIBS[0]})


def _derive(bound, programmed: bool, aliased: bool) -> Arrays:
    """Derives the arrays of a vertex array object."""
    arrays = bound.enabled(programmed)
    if ATTRIBS[0] in arrays:
        arrays.pop(POSITION, None)
    if aliased:
        for generic in ALIASES.keys() & arrays.keys():
            arrays.pop(ALIASES[generic], None)
    return Arrays(
        {binding: array for binding, array in arrays.items() if not array.divisor},
        {binding: array for binding, array in arrays.items() if array.divisor},
        frozenset(
            binding
            for binding, array in arrays.items()
            if array.buffer is None and array.data is None
        ),
    )


def elements_of(array, first, count) -> Elements:
    """Returns elements `first` ... `first + count - 1` of an array."""
    return _as_described(array, array.memory(), array.offset, array.step, first, count)


def _as_described(array, memory, offset, stride, first, count):
    return find_elements(
        memory, offset, stride, array.size, DTYPES[array.type], array.normalized, first, count,
        array.integer, array.bgra,
    )  # fmt: skip


def elements_of_kind(kind: tuple, data: bytes | bytearray) -> Elements:
    """Returns the elements of a copy of `ArrayElements.copied`."""
    size, type_, normalized, integer, bgra = kind
    dtype = DTYPES[type_]
    stride = element_size(size, dtype)
    count = len(data) // stride
    return find_elements(data, 0, stride, size, dtype, normalized, 0, count, integer, bgra)


@dataclass(eq=False)
class ArrayElements:
    """The elements of an array from `first` on, which are fetched and converted when drawn."""

    array: Any
    first: int

    def part(self, start: int, count: int) -> Elements:
        return elements_of(self.array, self.first + start, count)

    def in_place(self, count: int) -> Elements | None:
        """Returns the first `count` elements in place; None if `fetch` cannot read them there."""
        array = self.array
        if array.bgra:
            return None
        if array.is_endless and array.element_size % 4:
            return None  # whole words are read, and the last one may lie at the end of memory
        return find_in_place(
            array.memory(), array.offset + self.first * array.step, array.step, array.size,
            DTYPES[array.type], array.normalized, count, array.integer,
        )  # fmt: skip

    def copied(self, count: int) -> tuple[tuple, bytes] | None:
        """Copies the first `count` elements, to be converted later, most often together.

        Returns the kind, `ClientArray.kind`, and the bytes of consecutive elements; None if some
        elements lie beyond the array.
        """
        reader, first = self.array.reader(), self.first
        if first + count > reader.available:
            return None
        return reader.kind, reader.take(first, count)

    def at(self, numbers) -> Elements:
        """Returns the elements with these numbers, in ascending order."""
        array, size = self.array, self.array.element_size
        available = max(0, array.available - self.first)
        within = numbers[: np.searchsorted(numbers, available)]
        offset = array.offset + self.first * array.step
        memory = np.zeros((0, size), np.uint8)
        if len(within):
            shape, strides = (available, size), (array.step, 1)
            memory = np.ndarray(shape, np.uint8, array.memory(), offset, strides)[within]
        return _as_described(array, memory.reshape(-1), 0, size, 0, len(numbers))


@dataclass(frozen=True)
class Weights:
    """The weights of vertices: `size` of each from an array, and the implied one."""

    array: ArrayElements
    size: int
    unity: bool

    def part(self, start: int, count: int) -> Elements:
        return self._completed(self.array.part(start, count), count)

    def at(self, numbers) -> Elements:
        return self._completed(self.array.at(numbers), len(numbers))

    def _completed(self, elements, count):
        return as_elements(complete(elements.rows(count), self.size, self.unity))


def of_instances(array, start, count, base=0) -> np.ndarray:
    """Returns the values of instances, (count, 4) float32: an element for each `divisor` of them.

    ARB_base_instance: "floor(<instance> / <divisor>) + <baseinstance>".
    """
    numbers = np.arange(start, start + count) // array.divisor + base
    low, many = int(numbers[0]), int(numbers[-1] - numbers[0]) + 1
    return elements_of(array, low, many).rows(many)[numbers - low]
