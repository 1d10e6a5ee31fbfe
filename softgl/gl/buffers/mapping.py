"""Buffer objects mapped into client memory (OpenGL 2.1, 2.9; ARB_map_buffer_range).

A mapping is the address of the data store itself. So invalidation bits leave the old data in place,
writes need no flush, and nothing has to synchronize: a persistent mapping is the memory that draws
read, and is always coherent.
"""

from __future__ import annotations

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_operation, invalid_value
from softgl.gl.api.command import command
from softgl.gl.api.kinds import Kind
from softgl.gl.api.memory import return_pointer
from softgl.gl.api.signature import EnumSet, group
from softgl.gl.buffers.buffer_objects import (
    MUTABLE,
    TARGETS,
    Buffer,
    Mapping,
    bound_to,
    check_range,
)

BITS = EnumSet(
    "GL_MAP_READ_BIT GL_MAP_WRITE_BIT GL_MAP_INVALIDATE_RANGE_BIT GL_MAP_INVALIDATE_BUFFER_BIT "
    "GL_MAP_FLUSH_EXPLICIT_BIT GL_MAP_UNSYNCHRONIZED_BIT GL_MAP_PERSISTENT_BIT "
    "GL_MAP_COHERENT_BIT"
)
ACCESSES = {
    gl.GL_MAP_READ_BIT: gl.GL_READ_ONLY,
    gl.GL_MAP_WRITE_BIT: gl.GL_WRITE_ONLY,
    gl.GL_MAP_READ_BIT | gl.GL_MAP_WRITE_BIT: gl.GL_READ_WRITE,
}
"""GL_BUFFER_ACCESS by the two bits of a mapping (ARB_map_buffer_range, table 2.mbr)."""
FLAGS = {access: bits for bits, access in ACCESSES.items()}
STORED = (
    gl.GL_MAP_READ_BIT | gl.GL_MAP_WRITE_BIT | gl.GL_MAP_PERSISTENT_BIT | gl.GL_MAP_COHERENT_BIT
)
"""The bits of a mapping that the flags of a data store must have."""
READ_EXCLUDES = (
    gl.GL_MAP_INVALIDATE_RANGE_BIT | gl.GL_MAP_INVALIDATE_BUFFER_BIT | gl.GL_MAP_UNSYNCHRONIZED_BIT
)


def _check_store(buffer: Buffer, flags: int) -> None:
    """Raises if a buffer object is mapped, or its data store does not allow a mapping."""
    if buffer.mapping:
        raise invalid_operation(f"buffer object {buffer.name} is mapped")
    # ARB_buffer_storage, "Errors": INVALID_OPERATION "if any of MAP_READ_BIT, MAP_WRITE_BIT,
    # MAP_PERSISTENT_BIT, or MAP_COHERENT_BIT are included in <access>, but the same bit is not
    # included in the buffer's storage flags." A buffer object without a store has no flags.
    absent = flags & STORED & ~buffer.storage_flags
    if absent and (buffer.immutable or absent & ~MUTABLE):
        raise invalid_operation(
            f"access: the store of buffer object {buffer.name} is without the bits {absent:#x}"
        )


def _map(buffer: Buffer, mapping: Mapping) -> int:
    buffer.mapping = mapping
    buffer.access = ACCESSES[mapping.flags & (gl.GL_MAP_READ_BIT | gl.GL_MAP_WRITE_BIT)]
    return _address(buffer)


def _address(buffer: Buffer) -> int:
    return buffer.data.ctypes.data + buffer.mapping.offset


@command(
    "glMapBuffer", listed=False, kind=Kind.MAP, target=TARGETS, access=group("BufferAccessARB")
)
def map_buffer(ctx, target, access):
    """Returns the address of the data store, an integer; it stays valid until glUnmapBuffer."""
    buffer = bound_to(ctx, target)
    _check_store(buffer, FLAGS[access])
    return _map(buffer, Mapping(0, buffer.data.size, FLAGS[access]))


@command("glMapBufferRange", listed=False, kind=Kind.MAP, target=TARGETS)
def map_buffer_range(ctx, target, offset, length, access):
    """Returns the address of `length` bytes of the data store from `offset` on, an integer."""
    buffer = bound_to(ctx, target)
    if access & ~sum(BITS):
        raise invalid_value(f"access: {access:#x} has unknown bits")
    check_range(buffer, offset, length)
    _check_store(buffer, access)
    if not length:
        # OpenGL ES 3.0, 2.10.3: INVALID_OPERATION if "length is zero"; so in OpenGL, as Mesa.
        raise invalid_operation("length is 0")
    if not access & (gl.GL_MAP_READ_BIT | gl.GL_MAP_WRITE_BIT):
        raise invalid_operation("access has neither GL_MAP_READ_BIT nor GL_MAP_WRITE_BIT")
    if access & gl.GL_MAP_READ_BIT and access & READ_EXCLUDES:
        raise invalid_operation("GL_MAP_READ_BIT with a bit that makes the data undefined")
    if access & gl.GL_MAP_FLUSH_EXPLICIT_BIT and not access & gl.GL_MAP_WRITE_BIT:
        raise invalid_operation("GL_MAP_FLUSH_EXPLICIT_BIT without GL_MAP_WRITE_BIT")
    return _map(buffer, Mapping(offset, length, access))


def _mapped(ctx, target) -> Buffer:
    buffer = bound_to(ctx, target)
    if buffer.mapping is None:
        raise invalid_operation(f"buffer object {buffer.name} is not mapped")
    return buffer


@command("glFlushMappedBufferRange", listed=False, kind=Kind.UNMAP, target=TARGETS)
def flush_mapped_buffer_range(ctx, target, offset, length):
    """Flushes a written part of a mapping, from `offset` of the mapping on: nothing to do."""
    buffer = _mapped(ctx, target)
    if not buffer.mapping.flags & gl.GL_MAP_FLUSH_EXPLICIT_BIT:
        raise invalid_operation(
            f"buffer object {buffer.name} is mapped without GL_MAP_FLUSH_EXPLICIT_BIT"
        )
    if offset < 0 or offset + length > buffer.mapping.length:
        raise invalid_value(
            f"bytes {offset} to {offset + length} lie outside the mapping of "
            f"{buffer.mapping.length}"
        )


@command("glUnmapBuffer", listed=False, kind=Kind.UNMAP, target=TARGETS)
def unmap_buffer(ctx, target):
    """Unmaps the data store; returns 1."""
    # Table 2.6 leaves open what BUFFER_ACCESS becomes; it stays.
    _mapped(ctx, target).mapping = None
    return 1


@command(
    "glGetBufferPointerv", listed=False, target=TARGETS, pname=EnumSet("GL_BUFFER_MAP_POINTER")
)
def get_buffer_pointer(ctx, target, pname, params):
    """Returns the address that mapping returned, None while the data store is not mapped.

    An output array gets a number: 0 if it is not mapped.
    """
    buffer = bound_to(ctx, target)
    address = _address(buffer) if buffer.mapping else None
    return address if params is None else return_pointer(address or 0, params)
