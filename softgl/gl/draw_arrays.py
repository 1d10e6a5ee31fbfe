"""Drawing from client arrays: glDrawArrays, glDrawElements, glArrayElement (OpenGL 2.1, 2.8)."""

from __future__ import annotations

import numpy as np

from softgl.gl import enums as gl
from softgl.gl.arguments import Refused, invalid_value
from softgl.gl.attributes import ALIASES, ATTRIBS, POSITION
from softgl.gl.command import command
from softgl.gl.immediate import PRIMITIVES, check_ready, pack_words
from softgl.gl.memory import DTYPES, as_bytes, as_offset, as_typed_memory, buffer_offset
from softgl.gl.programs import has_aliases
from softgl.gl.signature import EnumSet
from softgl.pipeline.fetch import expand_array

INDEX_TYPES = EnumSet("GL_UNSIGNED_BYTE GL_UNSIGNED_SHORT GL_UNSIGNED_INT")
MOST_VERTICES = 2**26  # in one draw: a gigabyte for each attribute


def _enabled(ctx) -> dict:
    """The enabled arrays; a position array only where it is the one that makes vertices.

    OpenGL 2.1, 2.8: generic attribute array 0, if it is enabled, else the vertex array.
    NV_vertex_program, 2.14.3: the same of the other attributes and their conventional aliases.
    """
    # ARB_vertex_program, "Interactions with NV_vertex_program": for an enabled vertex program "the
    # NV generic array enables are considered (and the ARB enables are ignored)".
    program = ctx.programs.vertex
    arrays = {
        binding: array
        for binding, array in ctx.vertex.arrays.items()
        if (array.enabled_nv if program.enabled and binding in ATTRIBS else array.enabled)
    }
    if ATTRIBS[0] in arrays:
        arrays.pop(POSITION, None)
    if program.enabled and has_aliases(program.bound.program):
        for generic in ALIASES.keys() & arrays.keys():
            arrays.pop(ALIASES[generic], None)
    return arrays


def _expand(array, first, count) -> np.ndarray:
    """Elements of an array as (count, 4) float32; what lies outside its memory reads as 0."""
    dtype = DTYPES[array.type]
    return expand_array(
        array.memory(), array.offset, array.step, array.size, dtype, array.normalized, first,
        count, array.integer,
    )  # fmt: skip


def _attributes(arrays, first, count) -> dict:
    attributes = {binding: _expand(array, first, count) for binding, array in arrays.items()}
    position = attributes.get(ATTRIBS[0], attributes.get(POSITION))
    attributes[POSITION] = attributes[ATTRIBS[0]] = position
    return attributes


def _draw(ctx, mode, arrays, first, count, indices=None):
    if count > MOST_VERTICES:
        raise Refused(gl.GL_OUT_OF_MEMORY, f"{count} vertices at once are too many")
    ctx.immediate.settle()
    ctx.draw(mode, count, _attributes(arrays, first, count), indices, first)


def _draws(arrays, count) -> bool:
    """Whether there is anything to draw: without a position array there are no vertices."""
    for array in arrays.values():
        array.memory()
    return count > 0 and (POSITION in arrays or ATTRIBS[0] in arrays)


@command("glDrawArrays", mode=PRIMITIVES)
def draw_arrays(ctx, mode, first, count):
    """Draw `count` consecutive elements of the enabled arrays."""
    if first < 0:
        raise invalid_value(f"first: {first} is negative")
    check_ready(ctx)
    arrays = _enabled(ctx)
    if _draws(arrays, count):
        _draw(ctx, mode, arrays, first, count)


def _read_indices(ctx, count, type, indices) -> np.ndarray:
    """The indices as uint32: from the bound element array buffer, or from the application."""
    dtype = DTYPES[type]
    buffer = ctx.buffers.bound.get(gl.GL_ELEMENT_ARRAY_BUFFER)
    if buffer is not None:
        return _buffer_indices(buffer, count, dtype, buffer_offset(indices, buffer))
    if as_offset(indices) is not None:
        raise invalid_value("indices is an address or NULL, and no element array buffer is bound")
    data, _ = as_typed_memory(indices, dtype)
    if data.size < count * dtype.itemsize:
        raise invalid_value(f"indices holds {data.size // dtype.itemsize} elements, not {count}")
    return as_bytes(data)[: count * dtype.itemsize].view(dtype).astype(np.uint32)


def _buffer_indices(buffer, count, dtype, offset):
    """Indices from a buffer object; those beyond its end are 0."""
    if buffer.mapped:
        raise Refused(gl.GL_INVALID_OPERATION, f"buffer object {buffer.name} is mapped")
    if count > MOST_VERTICES:
        raise Refused(gl.GL_OUT_OF_MEMORY, f"{count} indices at once are too many")
    data = buffer.data[offset : offset + count * dtype.itemsize]
    whole = data[: data.size // dtype.itemsize * dtype.itemsize].copy().view(dtype)
    result = np.zeros(count, np.uint32)
    result[: whole.size] = whole
    return result


def _available(arrays) -> int:
    """How many elements the longest array holds."""
    lengths = [0]
    for array in arrays.values():
        room = array.memory().size - array.offset - array.element_size
        lengths.append(room // array.step + 1 if room >= 0 else 0)
    return max(lengths)


@command("glDrawElements", mode=PRIMITIVES, type=INDEX_TYPES)
def draw_elements(ctx, mode, count, type, indices):
    """Draw the elements of the enabled arrays that `indices` lists; returns `indices`."""
    check_ready(ctx)
    arrays = _enabled(ctx)
    numbers = _read_indices(ctx, count, type, indices)
    if _draws(arrays, count):
        # Every element beyond the end of all arrays reads as 0, so one stands for all of them.
        numbers = np.minimum(numbers, np.uint32(_available(arrays)))
        low, high = int(numbers.min()), int(numbers.max())
        _draw(ctx, mode, arrays, low, high - low + 1, numbers - np.uint32(low))
    return indices


@command("glDrawRangeElements", "glDrawRangeElementsEXT", mode=PRIMITIVES, type=INDEX_TYPES)
def draw_range_elements(ctx, mode, start, end, count, type, indices):
    """glDrawElements with a promise about the indices, which softgl does not need."""
    if end < start:
        raise invalid_value(f"end: {end} is below start, {start}")
    return draw_elements(ctx, mode, count, type, indices)


def _define_typed(suffix, type):
    """Register PyOpenGL's glDrawElementsub and the like: (mode, indices)."""

    def draw_typed_elements(ctx, mode, indices):
        """Draw the elements that an array of this type lists; returns the array."""
        data, array = as_typed_memory(indices, DTYPES[type])
        draw_elements(ctx, mode, data.size // DTYPES[type].itemsize, type, array)
        return array

    text = "out void|mode:enum|indices:in void"
    name = "glDrawElements" + suffix
    command(name, signature_text=text, mode=PRIMITIVES)(draw_typed_elements)


for _suffix, _type in (
    ("ub", gl.GL_UNSIGNED_BYTE),
    ("us", gl.GL_UNSIGNED_SHORT),
    ("ui", gl.GL_UNSIGNED_INT),
):
    _define_typed(_suffix, _type)


@command("glArrayElement", between=True)
def array_element(ctx, i):
    """Set the attributes from element `i` of the enabled arrays, and make the vertex."""
    if i < 0:
        raise invalid_value(f"i: {i} is negative")
    immediate = ctx.immediate
    values = {
        binding: pack_words(*_expand(array, i, 1)[0].view(np.uint32))
        for binding, array in _enabled(ctx).items()
    }
    position = values.pop(POSITION, None) or values.pop(ATTRIBS[0], None)
    for binding, value in values.items():
        immediate.logs[binding][len(immediate.vertices)] = value
    if position:
        immediate.vertices.append(position)
