"""Drawing from client arrays: glDrawArrays, glDrawElements, glArrayElement (OpenGL 2.1, 2.8)."""

from __future__ import annotations

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.api.addresses import Address
from softgl.gl.api.arguments import (
    bad_argument,
    integers,
    invalid_operation,
    invalid_value,
    out_of_memory,
)
from softgl.gl.api.command import command
from softgl.gl.api.exporters import POINTERS, Unsuitable, pointee
from softgl.gl.api.kinds import Kind
from softgl.gl.api.memory import DTYPES, as_typed_memory
from softgl.gl.api.signature import EnumSet
from softgl.gl.draw.checks import PRIMITIVES, check_drawing
from softgl.gl.draw.draw_indices import (
    as_numbers,
    check_count,
    extremes,
    find_indices,
    read_indices,
    split_at_restarts,
)
from softgl.gl.draw.enabled_arrays import Arrays, enabled_arrays, of_instances
from softgl.gl.draw.plan import one_draw
from softgl.gl.vertices.attributes import ATTRIBS, POSITION
from softgl.gl.vertices.immediate import pack_words
from softgl.lanes.machine import UINT_MAX
from softgl.pipeline.draws.chunks import batches, instances_together
from softgl.tuning import limits

INDEX_TYPES = EnumSet("GL_UNSIGNED_BYTE GL_UNSIGNED_SHORT GL_UNSIGNED_INT")
MAX_INSTANCED_VERTICES = 2**30  # vertices of all instances


def _instances_at_once(ctx, count, length):
    """Returns the number of instances of one draw of the pipeline, which may cut it into chunks.

    count : the number of vertices of one, or more. length : the same in the order of drawing.
    """
    # Programs may read feedback of earlier instances: so the number is equal on every machine.
    if ctx.feedback.captured:
        return max(1, limits.COMBINED_DRAW_VERTICES // length)
    several = instances_together(count, length)
    return several if several == 1 else several * limits.INSTANCE_CHUNKS


@one_draw
def _draw(ctx, mode, arrays: Arrays, first, count, instances=1, base_instance=0, **sequence):
    """Draws elements `first` ... of the arrays.

    Like drivers it also draws with neither the vertex array nor attribute 0 enabled.

    base_instance : the first element of the arrays with an element per instance.
    sequence : the fields of a `VertexStream` that order and separate the vertices; with indices
        only the elements that they name are drawn.
    """
    indices = sequence.get("indices")
    length = count if indices is None else len(indices)
    check_count(length)
    if length * instances > MAX_INSTANCED_VERTICES:
        raise out_of_memory(f"{instances} times {length} vertices are too many")
    ctx.immediate.commit()
    at_once = 1 if instances == 1 else _instances_at_once(ctx, count, length)
    for start in range(0, instances, at_once):
        number = min(at_once, instances - start)
        attributes = arrays.elements(ctx, first)
        per_instance = {
            b: of_instances(a, start, number, base_instance) for b, a in arrays.instances.items()
        }
        ctx.draw(
            mode, count * number, attributes, first=first, instance=start,
            instances=number, per_instance=per_instance, **sequence,
        )  # fmt: skip


def draw_range(ctx, mode, arrays, first, count, instances=1, base_instance=0):
    """Draws consecutive elements; the restart index among them restarts the primitive."""
    check_count(count)
    restart = ctx.vertex.restart_element
    if restart is not None and first <= restart < first + count:
        numbers = np.arange(first, first + count, dtype=np.uint32)
        draw_numbers(ctx, mode, arrays, numbers, instances, base_instance=base_instance)
    elif count:
        _draw(ctx, mode, arrays, first, count, instances, base_instance)


def draw_numbers(ctx, mode, arrays, numbers, instances=1, runs=(), base=0, base_instance=0):
    """Draws the elements with these numbers; the restart index restarts the primitive.

    runs : the lengths of several draws, without restarts. base : added to the other numbers.
    base_instance : see `_draw`.
    """
    separate = bool(runs)
    restart = ctx.vertex.restart_number
    if restart is not None and not runs:
        numbers, runs = split_at_restarts(numbers, np.uint32(restart))
    if not numbers.size:
        return
    if base:
        numbers = _with_base(numbers, base)
    low, high, indices = 0, UINT_MAX, numbers
    if numbers.size <= limits.MAX_BATCHED_VERTICES:
        low, high = extremes(numbers)
        indices = numbers - np.uint32(low) if low else numbers
    _draw(
        ctx, mode, arrays, low, high - low + 1, instances, base_instance,
        indices=indices, runs=runs, separate=separate,
    )  # fmt: skip


def _with_base(numbers, base):
    """Returns indices with `base` added: one number, or one for each index."""
    # OpenGL 3.3, 2.8.2: "as if the calculation were upconverted to 32-bit unsigned integers (with
    # wrapping on overflow conditions). The operation is undefined if the sum would be negative":
    # here it is 0.
    return np.maximum(numbers.astype(np.int64) + base, 0).astype(np.uint32)


@one_draw
def draw_parts(ctx, mode, arrays, parts: list, bases=()):
    """Draws ranges or arrays of indices, several together.

    parts : (number of vertices, range or array of `find_indices`) of each draw. Only the indices
        of draws that are drawn together are converted at once.
    bases : the number to add to the indices of each draw, after restarts are found; () for 0.
    """
    bases, restart = bases or (0,) * len(parts), ctx.vertex.restart_number
    lengths = np.array([count for count, _ in parts], np.int64)
    for start, end in batches(lengths, limits.COMBINED_DRAW_VERTICES):
        some = [
            part if isinstance(part, range) else as_numbers(ctx, count, part)
            for count, part in parts[start:end]
        ]
        numbers = _joined(some) if len(some) > 1 else None
        if numbers is None or (restart is not None and (numbers == restart).any()):
            for part, base in zip(some, bases[start:end], strict=True):
                if isinstance(part, range):
                    draw_range(ctx, mode, arrays, part.start, len(part))
                else:
                    draw_numbers(ctx, mode, arrays, part, base=base)
        else:
            runs = tuple(map(len, some))
            if any(bases[start:end]):
                numbers = _with_base(numbers, np.repeat(bases[start:end], runs))
            draw_numbers(ctx, mode, arrays, numbers, runs=runs)


def _joined(parts):
    """Joins ranges or arrays of numbers into one array."""
    return np.concatenate([
        np.arange(part.start, part.stop, dtype=np.uint32) if isinstance(part, range) else part
        for part in parts
    ])  # fmt: skip


def check_first(first: int) -> None:
    """Raises GL_INVALID_VALUE for a negative first element."""
    # OpenGL 2.1, 2.8: "Specifying first < 0 results in undefined behavior. Generating the error
    # INVALID VALUE is recommended in this case."
    if first < 0:
        raise invalid_value(f"first: {first} is negative")


@command("glDrawArrays", kind=Kind.ARRAYS | Kind.DRAW, keeps_batch=True, mode=PRIMITIVES)
def draw_arrays(ctx, mode, first, count):
    """Draws `count` consecutive elements of the enabled arrays."""
    draw_arrays_instanced(ctx, mode, first, count, 1)


_ARRAYS_INSTANCED = "void|mode:enum|first:int|count:sizei|primcount:sizei"


@command(
    "glDrawArraysInstancedARB",
    kind=Kind.ARRAYS | Kind.DRAW | Kind.INSTANCES,
    keeps_batch=True,
    signature_text=_ARRAYS_INSTANCED,
    mode=PRIMITIVES,
)
def draw_arrays_instanced(ctx, mode, first, count, instances):
    """glDrawArrays `primcount` times; programs read the instance as vertex.instance."""
    batch = ctx.batch
    may = instances == 1 and first >= 0 and count and batch.accepts_elements()
    if may and batch.append_elements(mode, first, count):
        return
    check_first(first)
    check_drawing(ctx, mode, count, instances)
    draw_range(ctx, mode, enabled_arrays(ctx), first, count, instances)


def _integers(values, count, name) -> list[int]:
    """Returns the first `count` of an array of integers."""
    numbers = integers(values, np.int32, count)
    if len(numbers) < count:
        raise invalid_value(f"{name}: there are {len(numbers)} numbers, not {count}")
    return numbers[:count]


@command("glMultiDrawArrays", kind=Kind.ARRAYS | Kind.DRAW, keeps_batch=True, mode=PRIMITIVES)
def multi_draw_arrays(ctx, mode, first, count, drawcount):
    """glDrawArrays for each pair of `first` and `count`; counts that are not positive draw nothing.

    OpenGL 2.1, 2.8: "if (count[i] > 0) DrawArrays(mode, first[i], count[i])".
    """
    firsts, counts = _integers(first, drawcount, "first"), _integers(count, drawcount, "count")
    pairs = [(start, n) for start, n in zip(firsts, counts, strict=True) if n > 0]
    for start, n in pairs:
        check_first(start)
        check_count(n)
    check_drawing(ctx, mode)
    arrays = enabled_arrays(ctx)
    draw_parts(ctx, mode, arrays, [(n, range(start, start + n)) for start, n in pairs])


@command(
    "glDrawElements",
    kind=Kind.ARRAYS | Kind.DRAW,
    keeps_batch=True,
    mode=PRIMITIVES,
    type=INDEX_TYPES,
)
def draw_elements(ctx, mode, count, type, indices):
    """Draws the elements of the enabled arrays that `indices` lists; returns `indices`."""
    return draw_elements_instanced(ctx, mode, count, type, indices, 1)


_ELEMENTS_INSTANCED = "out void|mode:enum|count:sizei|type:enum|indices:in void|primcount:sizei"


@command(
    "glDrawElementsInstancedARB",
    kind=Kind.ARRAYS | Kind.DRAW | Kind.INSTANCES,
    keeps_batch=True,
    signature_text=_ELEMENTS_INSTANCED,
    mode=PRIMITIVES,
    type=INDEX_TYPES,
)
def draw_elements_instanced(ctx, mode, count, type, indices, instances):
    """glDrawElements `primcount` times; programs read the instance as vertex.instance."""
    batch = ctx.batch
    few = instances == 1 and 0 < count <= limits.MAX_BATCHED_VERTICES
    if few and batch.accepts_elements():
        numbers = read_indices(ctx, count, type, indices)
        low, high = extremes(numbers)
        if batch.append_elements(mode, low, high - low + 1, numbers):
            return indices
    check_drawing(ctx, mode)
    arrays = enabled_arrays(ctx)
    draw_numbers(ctx, mode, arrays, read_indices(ctx, count, type, indices), instances)
    return indices


@command(
    "glMultiDrawElements",
    kind=Kind.ARRAYS | Kind.DRAW,
    keeps_batch=True,
    mode=PRIMITIVES,
    type=INDEX_TYPES,
)
def multi_draw_elements(ctx, mode, count, type, indices, drawcount):
    """glDrawElements for each pair of `count` and `indices`; counts not positive draw nothing.

    indices : offsets into the element array buffer, or arrays if none is bound.
    """
    draw_several(ctx, mode, count, type, indices, drawcount)


def draw_several(ctx, mode, count, type, indices, drawcount, bases=None):
    """Draws several arrays of indices; bases : an array of numbers to add to those of each."""
    counts = _integers(count, drawcount, "count")
    bases = [0] * drawcount if bases is None else _integers(bases, drawcount, "basevertex")
    listed = _listed(indices, drawcount)
    check_drawing(ctx, mode)
    arrays = enabled_arrays(ctx)
    draws = [
        (n, find_indices(ctx, n, type, each), base)
        for n, each, base in zip(counts, listed, bases, strict=True)
        if n > 0
    ]
    parts = [(n, found) for n, found, _ in draws]
    draw_parts(ctx, mode, arrays, parts, [base for *_, base in draws])


def _listed(indices, drawcount) -> list:
    """Returns the offsets or arrays of indices of several draws."""
    try:
        if isinstance(indices, Address):
            listed = indices.elements(np.uintp, drawcount).tolist()
            indices = [Address(each) if each else None for each in listed]
        elif isinstance(indices, POINTERS):
            indices = pointee(indices)
        if isinstance(indices, POINTERS):
            raise Unsuitable("it points to a pointer")
        return [indices[number] for number in range(drawcount)]
    except Exception as error:
        raise bad_argument(f"indices: {drawcount} offsets or arrays are needed", error) from None


@command(
    "glDrawRangeElements",
    kind=Kind.ARRAYS | Kind.DRAW,
    keeps_batch=True,
    mode=PRIMITIVES,
    type=INDEX_TYPES,
)
def draw_range_elements(ctx, mode, start, end, count, type, indices):
    """glDrawElements with a promise about the indices, which softgl does not need."""
    if end < start:
        raise invalid_value(f"end: {end} is below start, {start}")
    return draw_elements(ctx, mode, count, type, indices)


def _define_typed(suffix, type):
    """Registers PyOpenGL's glDrawElementsub and the like: (mode, indices)."""

    def draw_typed_elements(ctx, mode, indices):
        """Draws the elements that an array of this type lists; returns the array."""
        data, array = as_typed_memory(indices, DTYPES[type])
        draw_elements(ctx, mode, data.size // DTYPES[type].itemsize, type, array)
        return array

    text = "out void|mode:enum|indices:in void"
    name = "glDrawElements" + suffix
    command(
        name, kind=Kind.ARRAYS | Kind.DRAW, keeps_batch=True, signature_text=text, mode=PRIMITIVES
    )(draw_typed_elements)


for _suffix, _type in (
    ("ub", gl.GL_UNSIGNED_BYTE),
    ("us", gl.GL_UNSIGNED_SHORT),
    ("ui", gl.GL_UNSIGNED_INT),
):
    _define_typed(_suffix, _type)


@command("glArrayElement", kind=Kind.ATTRIBUTE | Kind.ARRAYS, between=True)
def array_element(ctx, i):
    """Sets the attributes from element `i` of the enabled arrays, and makes the vertex."""
    if i & 0xFFFFFFFF == ctx.vertex.restart_element:
        restart_primitive(ctx)
        return
    if i < 0:
        raise invalid_value(f"i: {i} is negative")
    immediate, arrays = ctx.immediate, enabled_arrays(ctx)
    values = {b: each.part(0, 1).rows(1)[0] for b, each in arrays.elements(ctx, i).items()}
    values |= {b: of_instances(array, 0, 1)[0] for b, array in arrays.instances.items()}
    packed = {binding: pack_words(*value.view(np.uint32)) for binding, value in values.items()}
    position = packed.pop(POSITION, None) or packed.pop(ATTRIBS[0], None)
    for binding, value in packed.items():
        immediate.logs[binding][immediate.count] = value
    if position:
        immediate.vertices.extend(position)


@command("glPrimitiveRestartNV", between=True)
def restart_primitive(ctx):
    """Ends the primitive, and begins another one of the same mode."""
    if not ctx.inside_begin:
        raise invalid_operation("there was no glBegin")
    ctx.immediate.restart()


@command("glPrimitiveRestartIndexNV", "glPrimitiveRestartIndex", listed=False, keeps_batch=True)
def primitive_restart_index(ctx, index):
    """Sets the index that restarts the primitive, while that is enabled."""
    ctx.vertex.restart_index = index
