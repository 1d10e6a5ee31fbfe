"""Drawing from client arrays: glDrawArrays, glDrawElements, glArrayElement (OpenGL 2.1, 2.8)."""

from __future__ import annotations

import operator
from dataclasses import dataclass

import numpy as np

from softgl.gl import enums as gl
from softgl.gl.arguments import BadArgument, Refused, invalid_operation, invalid_value
from softgl.gl.attributes import ALIASES, ATTRIBS, POSITION
from softgl.gl.command import command
from softgl.gl.immediate import PRIMITIVES, check_ready, pack_words
from softgl.gl.memory import DTYPES, as_bytes, as_offset, as_typed_memory, buffer_offset
from softgl.gl.programs import has_aliases
from softgl.gl.signature import EnumSet
from softgl.pipeline.fetch import expand_array

INDEX_TYPES = EnumSet("GL_UNSIGNED_BYTE GL_UNSIGNED_SHORT GL_UNSIGNED_INT")
MOST_VERTICES = 2**26  # in one draw: a gigabyte for each attribute


@dataclass
class Arrays:
    """The enabled arrays that a draw reads: those with an element per vertex, and per instance."""

    vertices: dict
    instances: dict

    @property
    def makes_vertices(self) -> bool:
        """Whether there is a position: without one there are no vertices."""
        found = self.vertices.keys() | self.instances.keys()
        return POSITION in found or ATTRIBS[0] in found


def _enabled(ctx) -> Arrays:
    """The enabled arrays; a position array only where it is the one that makes vertices.

    OpenGL 2.1, 2.8: generic attribute array 0, if it is enabled, else the vertex array.
    GL_INVALID_OPERATION if the memory of one is not to be had.
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
    for array in arrays.values():
        array.memory()
    return Arrays(
        {binding: array for binding, array in arrays.items() if not array.divisor},
        {binding: array for binding, array in arrays.items() if array.divisor},
    )


def _expand(array, first, count) -> np.ndarray:
    """Elements of an array as (count, 4) float32; what lies outside its memory reads as 0."""
    dtype = DTYPES[array.type]
    return expand_array(
        array.memory(), array.offset, array.step, array.size, dtype, array.normalized, first,
        count, array.integer,
    )  # fmt: skip


def _of_instance(arrays: Arrays, instance: int) -> dict:
    """The values of the arrays that have an element for `divisor` instances."""
    return {
        binding: _expand(array, instance // array.divisor, 1)[0]
        for binding, array in arrays.instances.items()
    }


def _draw(ctx, mode, arrays: Arrays, first, count, indices=None, instances=1, runs=()):
    """Draw elements `first` ... of the arrays; `indices` count from `first`."""
    if count > MOST_VERTICES:
        raise Refused(gl.GL_OUT_OF_MEMORY, f"{count} vertices at once are too many")
    ctx.immediate.settle()
    varying = {binding: _expand(array, first, count) for binding, array in arrays.vertices.items()}
    for instance in range(instances):
        attributes, constants = dict(varying), _of_instance(arrays, instance)
        for binding in (POSITION, ATTRIBS[0]):
            if binding in constants:
                attributes[binding] = np.tile(constants.pop(binding), (count, 1))
        position = attributes.get(ATTRIBS[0], attributes.get(POSITION))
        attributes[POSITION] = attributes[ATTRIBS[0]] = position
        ctx.draw(mode, count, attributes, indices, first, constants, instance, runs)


def _draw_range(ctx, mode, arrays, first, count, instances=1):
    """Draw consecutive elements, in pieces where the restart index is one of them."""
    if not arrays.makes_vertices:
        return
    end, restart = first + count, ctx.vertex.restart_index
    pieces = [(first, end)]
    if ctx.vertex.restart and first <= restart < end:
        pieces = [(first, restart), (restart + 1, end)]
    for start, stop in pieces:
        if start < stop:
            _draw(ctx, mode, arrays, start, stop - start, None, instances)


def _draw_indexed(ctx, mode, arrays, numbers, instances=1):
    """Draw the elements with these numbers, in pieces where the restart index is among them."""
    if not arrays.makes_vertices or not numbers.size:
        return
    pieces, runs = [numbers], ()
    if ctx.vertex.restart:
        (places,) = np.nonzero(numbers == np.uint32(ctx.vertex.restart_index))
        pieces = _between(numbers, places)
        # The first and last edge of a polygon, and where a stipple pattern begins, are per draw.
        if len(pieces) > 1 and mode != gl.GL_POLYGON and not ctx.lines.stipple:
            pieces, runs = [np.concatenate(pieces)], tuple(map(len, pieces))
    # Every element beyond the end of all arrays reads as 0, so one stands for all of them.
    most = np.uint32(_available(arrays.vertices))
    for piece in pieces:
        known = np.minimum(piece, most)
        low, high = int(known.min()), int(known.max())
        indices = known - np.uint32(low)
        _draw(ctx, mode, arrays, low, high - low + 1, indices, instances, runs)


def _between(numbers, places):
    """The parts of an array between the places given, without the empty ones."""
    starts = [0, *(places + 1).tolist()]
    ends = [*places.tolist(), len(numbers)]
    return [numbers[start:end] for start, end in zip(starts, ends, strict=True) if start < end]


def _check_first(first):
    # OpenGL 2.1, 2.8: "Specifying first < 0 results in undefined behavior. Generating the error
    # INVALID VALUE is recommended in this case."
    if first < 0:
        raise invalid_value(f"first: {first} is negative")


@command("glDrawArrays", mode=PRIMITIVES)
def draw_arrays(ctx, mode, first, count):
    """Draw `count` consecutive elements of the enabled arrays."""
    draw_arrays_instanced(ctx, mode, first, count, 1)


_ARRAYS_INSTANCED = "void|mode:enum|first:int|count:sizei|primcount:sizei"


@command(
    "glDrawArraysInstancedARB",
    signature_text=_ARRAYS_INSTANCED,
    mode=PRIMITIVES,
)
def draw_arrays_instanced(ctx, mode, first, count, instances):
    """glDrawArrays `primcount` times; programs read which one it is as vertex.instance."""
    _check_first(first)
    check_ready(ctx)
    _draw_range(ctx, mode, _enabled(ctx), first, count, instances)


def _integers(values, count, name) -> list[int]:
    """The first `count` of an array of integers."""
    try:
        numbers = [operator.index(value) for value in np.ravel(values).tolist()]
    except TypeError as error:
        raise BadArgument(f"{name}: integers are needed: {error}") from None
    if len(numbers) < count:
        raise invalid_value(f"{name}: there are {len(numbers)} numbers, not {count}")
    return numbers[:count]


@command("glMultiDrawArrays", mode=PRIMITIVES)
def multi_draw_arrays(ctx, mode, first, count, drawcount):
    """glDrawArrays for each pair of `first` and `count`; counts that are not positive draw nothing.

    OpenGL 2.1, 2.8: "if (count[i] > 0) DrawArrays(mode, first[i], count[i])".
    """
    firsts, counts = _integers(first, drawcount, "first"), _integers(count, drawcount, "count")
    pairs = [(start, n) for start, n in zip(firsts, counts, strict=True) if n > 0]
    for start, _ in pairs:
        _check_first(start)
    check_ready(ctx)
    arrays = _enabled(ctx)
    for start, n in pairs:
        _draw_range(ctx, mode, arrays, start, n)


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
    return draw_elements_instanced(ctx, mode, count, type, indices, 1)


_ELEMENTS_INSTANCED = "out void|mode:enum|count:sizei|type:enum|indices:in void|primcount:sizei"


@command(
    "glDrawElementsInstancedARB",
    signature_text=_ELEMENTS_INSTANCED,
    mode=PRIMITIVES,
    type=INDEX_TYPES,
)
def draw_elements_instanced(ctx, mode, count, type, indices, instances):
    """glDrawElements `primcount` times; programs read which one it is as vertex.instance."""
    check_ready(ctx)
    arrays = _enabled(ctx)
    _draw_indexed(ctx, mode, arrays, _read_indices(ctx, count, type, indices), instances)
    return indices


@command("glMultiDrawElements", mode=PRIMITIVES, type=INDEX_TYPES)
def multi_draw_elements(ctx, mode, count, type, indices, drawcount):
    """glDrawElements for each pair of `count` and `indices`; counts not positive draw nothing.

    indices : offsets into the element array buffer, or arrays if none is bound.
    """
    counts = _integers(count, drawcount, "count")
    try:
        listed = [indices[number] for number in range(drawcount)]
    except (TypeError, KeyError, IndexError) as error:
        raise BadArgument(f"indices: {drawcount} offsets or arrays are needed: {error}") from None
    check_ready(ctx)
    arrays = _enabled(ctx)
    draws = [
        _read_indices(ctx, n, type, each) for n, each in zip(counts, listed, strict=True) if n > 0
    ]
    for numbers in draws:
        _draw_indexed(ctx, mode, arrays, numbers)


@command("glDrawRangeElements", mode=PRIMITIVES, type=INDEX_TYPES)
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
    if ctx.vertex.restart and i & 0xFFFFFFFF == ctx.vertex.restart_index:
        restart_primitive(ctx)
        return
    if i < 0:
        raise invalid_value(f"i: {i} is negative")
    immediate, arrays = ctx.immediate, _enabled(ctx)
    values = {b: _expand(array, i, 1)[0] for b, array in arrays.vertices.items()}
    values |= _of_instance(arrays, 0)
    packed = {binding: pack_words(*value.view(np.uint32)) for binding, value in values.items()}
    position = packed.pop(POSITION, None) or packed.pop(ATTRIBS[0], None)
    for binding, value in packed.items():
        immediate.logs[binding][len(immediate.vertices)] = value
    if position:
        immediate.vertices.append(position)


@command("glPrimitiveRestartNV", between=True)
def restart_primitive(ctx):
    """End the primitive, and begin another one of the same mode."""
    if not ctx.inside_begin:
        raise invalid_operation("there was no glBegin")
    collected = ctx.immediate.end()
    ctx.immediate.begin(collected[0])
    ctx.draw(*collected)


@command("glPrimitiveRestartIndexNV")
def primitive_restart_index(ctx, index):
    """Set the number of the element that begins another primitive, while that is enabled."""
    ctx.vertex.restart_index = index
