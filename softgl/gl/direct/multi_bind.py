"""Several objects bound by one command: ARB_multi_bind.

"The values specified [...] will be checked separately for each binding point. When values for a
specific binding point are invalid, the state for that binding point will be unchanged and an error
will be generated. However, state for other binding points will still be changed".
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from softgl.counts import counted
from softgl.gl.api.arguments import Refused, integers, invalid_operation, invalid_value
from softgl.gl.api.command import command
from softgl.gl.api.names import first_names
from softgl.gl.buffers.buffer_objects import INDEXED, check_range
from softgl.gl.buffers.indexed_bindings import INDEXED_TARGETS, bind_point, check_bound_range
from softgl.gl.direct.core_objects import bind_to_unit
from softgl.gl.direct.existing import existing
from softgl.gl.textures.samplers import bind_sampler
from softgl.gl.vertices.vertex_bindings import MAX_BINDINGS, bind_vertex_buffer

NUM_IMAGE_UNITS = 0
"""The units of ARB_shader_image_load_store, which is not there."""


def check_points(first: int, count: int, limit: int) -> None:
    """Raises GL_INVALID_OPERATION for binding points beyond a limit."""
    if first + count > limit:
        raise invalid_operation(f"first, count: {first} + {count} is more than the limit {limit}")


def listed_names(count: int, names) -> list[int]:
    """Returns the first `count` names; zeros for None."""
    return [0] * count if names is None else first_names(count, names)


def listed_sizes(name: str, count: int, values, dtype=np.intp) -> list[int]:
    """Returns the first `count` integers of an argument; GL_INVALID_VALUE for fewer.

    dtype : of the elements at an address.
    """
    listed = integers(values, dtype, count)
    if len(listed) < count:
        raise invalid_value(f"{name}: {counted(count, 'number')} needed, not {len(listed)}")
    return listed[:count]


def bind_each(count: int, bind: Callable[[int], None]) -> None:
    """Calls `bind` for each of `count` binding points; raises the first error at the end."""
    refused = None
    for number in range(count):
        try:
            bind(number)
        except Refused as error:
            error.description = f"binding {number}: {error.description}"
            refused = refused or error
    if refused is not None:
        raise refused


def _found(objects, name, noun):
    return existing(objects, name, noun) if name else None


# -- buffer objects --------------------------------------------------------------------------------


def _check_buffers(ctx, target, first, count):
    if not first + count:
        return
    try:
        INDEXED_TARGETS[target].check_point(ctx, first + count - 1)
    except Refused as refused:
        # "An INVALID_OPERATION error is generated if <first> + <count> is greater than the number
        # of target-specific indexed binding points"; of one binding it is INVALID_VALUE.
        raise invalid_operation(refused.description) from None


@command("glBindBuffersBase", listed=False, keeps_batch=True, target=INDEXED)
def bind_buffers_base(ctx, target, first, count, buffers):
    """Binds whole buffer objects to binding points from `first` on; None unbinds them all."""
    _check_buffers(ctx, target, first, count)
    names = listed_names(count, buffers)

    def bind(number):
        found = _found(ctx.buffers.objects, names[number], "a buffer object")
        bind_point(ctx, target, first + number, found)

    bind_each(count, bind)


@command("glBindBuffersRange", listed=False, keeps_batch=True, target=INDEXED)
def bind_buffers_range(ctx, target, first, count, buffers, offsets, sizes):
    """Binds ranges of buffer objects, in bytes, to binding points from `first` on.

    None for the buffers unbinds them all; the other arrays are ignored then.
    """
    if buffers is None:
        bind_buffers_base(ctx, target, first, count, None)
        return
    _check_buffers(ctx, target, first, count)
    names = listed_names(count, buffers)
    places = listed_sizes("offsets", count, offsets), listed_sizes("sizes", count, sizes)

    def bind(number):
        offset, size = (each[number] for each in places)
        check_bound_range(target, offset, size)
        found = _found(ctx.buffers.objects, names[number], "a buffer object")
        if found is not None:
            check_range(found, offset, size)
        bind_point(ctx, target, first + number, found, offset, size)

    bind_each(count, bind)


# -- vertex buffer bindings ------------------------------------------------------------------------


@command("glBindVertexBuffers", listed=False, keeps_batch=True)
def bind_vertex_buffers(ctx, first, count, buffers, offsets, strides):
    """Binds buffer objects to vertex buffer bindings from `first` on; offset and stride in bytes.

    None for the buffers unbinds them all; the other arrays are ignored then.
    """
    check_points(first, count, MAX_BINDINGS)
    if buffers is None:
        names, places = [0] * count, ([0] * count, [16] * count)
    else:
        names = listed_names(count, buffers)
        steps = listed_sizes("strides", count, strides, np.int32)
        places = listed_sizes("offsets", count, offsets), steps

    def bind(number):
        offset, stride = (each[number] for each in places)
        if stride < 0:
            raise invalid_value(f"stride: {stride} is negative")
        _found(ctx.buffers.objects, names[number], "a buffer object")
        bind_vertex_buffer(ctx, first + number, names[number], offset, stride)

    bind_each(count, bind)


# -- units -----------------------------------------------------------------------------------------


@command("glBindTextures", listed=False, keeps_batch=True)
def bind_textures(ctx, first, count, textures):
    """Binds textures to units from `first` on, each to its target; 0 unbinds all targets."""
    units = ctx.texturing.units
    check_points(first, count, len(units))
    names = listed_names(count, textures)
    bind_each(count, lambda number: bind_to_unit(ctx, units[first + number], names[number]))


@command("glBindSamplers", listed=False, keeps_batch=True)
def bind_samplers(ctx, first, count, samplers):
    """Binds sampler objects to units from `first` on; 0 unbinds."""
    check_points(first, count, len(ctx.texturing.units))
    names = listed_names(count, samplers)
    bind_each(count, lambda number: bind_sampler(ctx, first + number, names[number]))


@command("glBindImageTextures", listed=False, keeps_batch=True)
def bind_image_textures(ctx, first, count, textures):
    """Refuses all but an empty range: there are no image units."""
    check_points(first, count, NUM_IMAGE_UNITS)
