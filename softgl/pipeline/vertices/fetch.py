"""Vertex fetch: the part of the vertex kernel that loads attributes, and its arrays."""

from __future__ import annotations

import numpy as np

from softgl.lanes import I32, U32
from softgl.pipeline.keys.vertex_formats import CLAMPED, SmallIntegers
from softgl.pipeline.vertices.vertex_stream import VertexStream


def fetch_arrays(key) -> tuple:
    """The (name, type) of the arrays that `fetch` reads, for a VertexKey."""
    copies = (("copies", I32),) if key.per_instance else ()
    elements = ((f"attribute{register}", U32) for register in _registers(key))
    return (("constants", U32), ("layout", I32), *copies, *elements)


def _registers(key) -> list[int]:
    """The attribute registers of a VertexKey that have Elements."""
    per_instance = key.per_instance or (False,) * len(key.varying)
    pairs = zip(key.varying, per_instance, strict=True)
    return [register for register, either in enumerate(pairs) if any(either)]


def fetch(m, a, index, key, stride):
    """The attributes of vertex `index`: register, component -> uint32 bits.

    stride : of the rows of `copies`, in which lanes are vertices and instances.
    """
    vertex = m.load(a.copies, index) if key.per_instance else index
    instance = m.load(a.copies, index, stride) if key.per_instance else None
    values_of = {}
    for register in _registers(key):
        start, step, size, available = (
            m.load_unchecked(a.layout, m.i32(4 * register + number)) for number in range(4)
        )
        number = vertex if key.varying[register] else instance
        there = number < available
        place = start + m.select(there, number, 0) * step
        array, form = getattr(a, f"attribute{register}"), key.forms and key.forms[register]
        for component in range(4):
            if form:
                value = small_number(m, array, place, component, form)
            else:
                value = m.gather(array, place + component)
            absent = m.load_unchecked(a.constants, m.i32(4 * register + component))
            value = m.select(there, value, 0)
            values_of[register, component] = m.select(size > component, value, absent)

    def attribute(register, component):
        value = values_of.get((register, component))
        return (
            m.load_unchecked(a.constants, m.i32(4 * register + component))
            if value is None
            else value
        )

    return attribute


def small_number(m, array, place, component, form: SmallIntegers):
    """A component of an element that has small integers, as the bits of a float.

    OpenGL 2.1, table 2.9: c / (2^b - 1), and (2c + 1) / (2^b - 1) where c has a sign. OpenGL ES
    3.0, 2.1.6.1, for CLAMPED ones with a sign: max(c / (2^(b-1) - 1), -1).
    """
    bits, at = 8 * form.size, 8 * form.size * component
    word = m.gather(array, place + at // 32)
    if form.signed:
        number = m.to_f32(m.as_i32(word << (32 - bits - at % 32)) >> (32 - bits))
    else:
        number = m.to_f32((word >> (at % 32)) & (2**bits - 1))
    if form.normalized == CLAMPED and form.signed:
        number = m.max(number / float(2 ** (bits - 1) - 1), -1.0)
    elif form.normalized:
        # Rounded once: as in float64 and then to float32, for all numbers of 8 and 16 bits.
        number = (number * 2.0 + 1.0 if form.signed else number) / float(2**bits - 1)
    return m.bits(number)


def fetch_arguments(stream: VertexStream, bindings, stride: int) -> dict:
    """The arrays that `fetch` reads with a stride, by their names.

    constants : four words for each attribute, the components that its elements do not have.
    layout : start, step, size and available of the elements of each attribute.
    copies : the vertex and the instance of each lane, where there are several instances.
    """
    constants = np.zeros((max(1, len(bindings)), 4), np.uint32)
    layout = np.zeros(constants.shape, np.int32)
    arrays = {"constants": constants.reshape(-1), "layout": layout.reshape(-1)}
    for register, binding in enumerate(bindings):
        elements = stream.elements(binding)
        if elements is None:
            constants[register] = stream.constant(binding).view(np.uint32)
        else:
            constants[register] = elements.defaults
            layout[register] = elements.layout
            arrays[f"attribute{register}"] = elements.words
    if stream.instances > 1:
        copies = np.zeros((2, stride), np.int32)
        lanes = copies[:, : stream.count].reshape(2, stream.instances, stream.each)
        lanes[0] = np.arange(stream.each)
        lanes[1] = np.arange(stream.instances)[:, None]
        arrays["copies"] = copies.reshape(-1)
    return arrays
