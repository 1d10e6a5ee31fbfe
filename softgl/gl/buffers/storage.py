"""Immutable data stores, and stores invalidated (ARB_buffer_storage; ARB_invalidate_subdata)."""

from __future__ import annotations

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_value
from softgl.gl.api.command import command
from softgl.gl.api.memory import as_bytes
from softgl.gl.api.signature import EnumSet
from softgl.gl.buffers.buffer_objects import (
    TARGETS,
    Buffer,
    bound_to,
    check_range,
    check_unmapped_range,
    set_store,
)

FLAGS = EnumSet(
    "GL_MAP_READ_BIT GL_MAP_WRITE_BIT GL_MAP_PERSISTENT_BIT GL_MAP_COHERENT_BIT "
    "GL_DYNAMIC_STORAGE_BIT GL_CLIENT_STORAGE_BIT"
)


def _check_flags(flags):
    if flags & ~sum(FLAGS):
        raise invalid_value(f"flags: {flags:#x} has unknown bits")
    if flags & gl.GL_MAP_PERSISTENT_BIT:
        if not flags & (gl.GL_MAP_READ_BIT | gl.GL_MAP_WRITE_BIT):
            raise invalid_value(
                "flags: GL_MAP_PERSISTENT_BIT without GL_MAP_READ_BIT or GL_MAP_WRITE_BIT"
            )
    elif flags & gl.GL_MAP_COHERENT_BIT:
        raise invalid_value("flags: GL_MAP_COHERENT_BIT without GL_MAP_PERSISTENT_BIT")


def _sized(target, data, flags):
    return target, as_bytes(data).size, data, flags


@command("glBufferStorage", listed=False, keeps_batch=True, forms={3: _sized}, target=TARGETS)
def buffer_storage(ctx, target, size, data, flags):
    """Makes an immutable data store of `size` bytes, copied from `data`; zeros if that is None.

    flags : the uses that the store allows, as bits.
    """
    buffer = bound_to(ctx, target)
    if not size:
        raise invalid_value("size: 0 is no size of a data store")
    _check_flags(flags)
    # Table 6.3: BUFFER_USAGE is DYNAMIC_DRAW.
    set_store(ctx, buffer, size, data, gl.GL_DYNAMIC_DRAW, flags)
    buffer.immutable = True


# -- invalidation ----------------------------------------------------------------------------------


def _named(ctx, name) -> Buffer:
    buffer = ctx.buffers.objects.get(name)
    if buffer is None:
        # ARB_invalidate_subdata, "Errors": INVALID_VALUE "if <buffer> is zero or is not the name of
        # an existing buffer object."
        raise invalid_value(f"buffer: {name} is not a buffer object")
    return buffer


@command("glInvalidateBufferSubData", listed=False, keeps_batch=True)
def invalidate_buffer_sub_data(ctx, buffer, offset, length):
    """Declares bytes of a data store undefined: here they stay as they are."""
    found = _named(ctx, buffer)
    check_range(found, offset, length)
    check_unmapped_range(found, offset, length)


@command("glInvalidateBufferData", listed=False, keeps_batch=True)
def invalidate_buffer_data(ctx, buffer):
    """Declares a data store undefined: here it stays as it is."""
    found = _named(ctx, buffer)
    check_unmapped_range(found, 0, found.data.size)
