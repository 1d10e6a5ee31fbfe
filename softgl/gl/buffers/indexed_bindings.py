"""Indexed buffer targets (NV_transform_feedback, NV_parameter_buffer_object).

A target is an entry in `INDEXED_TARGETS`, with the checks of its indices and offsets.
"""

from __future__ import annotations

from collections.abc import Callable

from softgl.gl.api.arguments import invalid_value
from softgl.gl.api.command import command
from softgl.gl.api.core_names import with_core_errors
from softgl.gl.api.groups import clock
from softgl.gl.api.names import check_generated
from softgl.gl.buffers.buffer_objects import INDEXED, Buffer, Range, bind_buffer, check_range
from softgl.records import dataclass


@dataclass(frozen=True)
class IndexedTarget:
    """An indexed buffer target.

    check_point : (context, index), check_start : (offset): raise for an illegal binding.
    whole_words : True if sizes of ranges are multiples of four bytes.
    read : True if programs read the ranges: small draws go on without the plan after a binding.
    """

    check_point: Callable
    check_start: Callable
    whole_words: bool = True
    read: bool = False


INDEXED_TARGETS: dict[int, IndexedTarget] = {}
"""By target; modules fill it."""


def check_words(name: str, value: int) -> None:
    """Raises GL_INVALID_VALUE for a value that is not a multiple of four bytes."""
    if value < 0 or value % 4:
        raise invalid_value(f"{name}: {value} is not a multiple of 4 bytes")


def _bind(ctx, target, index, buffer, offset=0, size=None):
    before, kind = clock.latest, INDEXED_TARGETS[target]
    kind.check_point(ctx, index)
    # "Any of the three BindBuffer* commands perform the equivalent of BindBuffer(target, buffer)."
    bind_buffer(ctx, target, buffer)
    bind_point(ctx, target, index, ctx.buffers.objects[buffer] if buffer else None, offset, size)
    if kind.read:
        ctx.buffers.run.note(before, clock.latest)


def bind_point(ctx, target: int, index: int, buffer: Buffer | None, offset=0, size=None) -> None:
    """Binds a buffer object, or None, to a binding point, and not to the target itself."""
    if buffer is None:
        ctx.buffers.indexed.pop((target, index), None)
    else:
        buffer.let_programs_read()
        ctx.buffers.indexed[target, index] = Range(buffer, offset, size)


def check_bound_range(target: int, offset: int, size: int) -> None:
    """Raises GL_INVALID_VALUE for an offset or a size that no range of a target may have."""
    INDEXED_TARGETS[target].check_start(offset)
    if INDEXED_TARGETS[target].whole_words:
        check_words("size", size)
    if size <= 0:
        raise invalid_value(f"size: {size} is no size of a range")


@command("glBindBufferBaseNV", listed=False, keeps_batch=True, target=INDEXED)
def bind_buffer_base(ctx, target, index, buffer):
    """Binds a whole buffer object to a binding point; 0 unbinds."""
    _bind(ctx, target, index, buffer)


# EXT_transform_feedback, "Errors", has INVALID_VALUE for the index, as OpenGL 3.0 has.
for _name in ("glBindBufferBase", "glBindBufferBaseEXT"):
    command(_name, listed=False, keeps_batch=True, target=INDEXED)(
        with_core_errors(bind_buffer_base)
    )


@command("glBindBufferOffsetNV", listed=False, keeps_batch=True, target=INDEXED)
def bind_buffer_offset(ctx, target, index, buffer, offset):
    """Binds a buffer object from `offset` on to a binding point."""
    INDEXED_TARGETS[target].check_start(offset)
    _bind(ctx, target, index, buffer, offset)


command("glBindBufferOffsetEXT", listed=False, keeps_batch=True, target=INDEXED)(
    with_core_errors(bind_buffer_offset)
)


@command("glBindBufferRangeNV", listed=False, keeps_batch=True, target=INDEXED)
def bind_buffer_range(ctx, target, index, buffer, offset, size):
    """Binds `size` bytes of a buffer object to a binding point."""
    check_bound_range(target, offset, size)
    _bind(ctx, target, index, buffer, offset, size)


command("glBindBufferRangeEXT", listed=False, keeps_batch=True, target=INDEXED)(
    with_core_errors(bind_buffer_range)
)


@command("glBindBufferRange", listed=False, keeps_batch=True, target=INDEXED)
@with_core_errors
def bind_range_within(ctx, target, index, buffer, offset, size):
    """Binds `size` bytes of a buffer object to a binding point."""
    if ctx.es:
        # OpenGL ES 3.0, 2.10.1.1: INVALID_VALUE "if buffer is not zero and size is less than or
        # equal to zero", and no error for a range beyond the end of the buffer object.
        if not buffer:
            return _bind(ctx, target, index, 0)
        if offset < 0:
            raise invalid_value(f"offset: {offset} is negative")
    elif buffer:
        # OpenGL 3.3, 2.9.1: INVALID_VALUE "if offset + size is greater than the value of
        # BUFFER_SIZE".
        check_generated(ctx, ctx.buffers.objects, buffer, "glGenBuffers")
        check_range(ctx.buffers.objects.get(buffer) or Buffer(buffer), offset, size)
    return bind_buffer_range(ctx, target, index, buffer, offset, size)


def name_at(ctx, target: int, index: int) -> int:
    """Returns the name of the buffer object at a binding point, 0 if there is none."""
    bound = ctx.buffers.indexed.get((target, index))
    return bound.buffer.name if bound else 0
