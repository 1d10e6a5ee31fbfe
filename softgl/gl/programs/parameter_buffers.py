"""Buffer objects as program parameters (NV_parameter_buffer_object)."""

from __future__ import annotations

import numpy as np

from softgl.asm import LIMITS as LANGUAGE_LIMITS
from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_operation, invalid_value, vector
from softgl.gl.api.command import command
from softgl.gl.api.tables import State
from softgl.gl.buffers.buffer_objects import (
    PARAMETER_TARGETS,
    Buffer,
    ParameterBuffer,
    bind_buffer,
    unmapped,
)
from softgl.ir.program import Program, Stage

BINDINGS = LANGUAGE_LIMITS["NVvp4.0"].buffer_bindings
WORDS = LANGUAGE_LIMITS["NVvp4.0"].buffer_size
OF_STAGE = {
    Stage.VERTEX: gl.GL_VERTEX_PROGRAM_PARAMETER_BUFFER_NV,
    Stage.FRAGMENT: gl.GL_FRAGMENT_PROGRAM_PARAMETER_BUFFER_NV,
}


def _check_point(index):
    if index >= BINDINGS:
        raise invalid_value(f"{index} is not below MAX_PROGRAM_PARAMETER_BUFFER_BINDINGS_NV")


# -- binding ---------------------------------------------------------------------------------------


def _bind(ctx, target, index, buffer, size=None):
    _check_point(index)
    # NV_parameter_buffer_object, 2.14.1: "Any of the three BindBuffer* commands perform the
    # equivalent of BindBuffer(target, buffer)."
    bind_buffer(ctx, target, buffer)
    if buffer:
        bound = ParameterBuffer(ctx.buffers.objects[buffer], size)
        ctx.buffers.parameters[target, index] = bound
    else:
        ctx.buffers.parameters.pop((target, index), None)


def _check_offset(offset):
    # NV_parameter_buffer_object, 2.14.1: "For program parameter buffers, the error INVALID_VALUE is
    # generated if <offset> is non-zero."
    if offset:
        raise invalid_value(f"offset: {offset} is not 0, where parameter buffers begin")


@command("glBindBufferBaseNV", target=PARAMETER_TARGETS)
def bind_buffer_base(ctx, target, index, buffer):
    """Bind the whole of a buffer object to a binding point; 0 binds none."""
    _bind(ctx, target, index, buffer)


@command("glBindBufferOffsetNV", target=PARAMETER_TARGETS)
def bind_buffer_offset(ctx, target, index, buffer, offset):
    """Bind a buffer object from `offset` on, which must be 0, to a binding point."""
    _check_offset(offset)
    _bind(ctx, target, index, buffer)


@command("glBindBufferRangeNV", target=PARAMETER_TARGETS)
def bind_buffer_range(ctx, target, index, buffer, offset, size):
    """Bind the first `size` bytes of a buffer object, a number of whole words; `offset` is 0."""
    _check_offset(offset)
    if not size or size % 4:
        raise invalid_value(f"size: {size} is no positive number of words of four bytes")
    _bind(ctx, target, index, buffer, size)


# -- contents --------------------------------------------------------------------------------------


def _define_setter(name, exact, kept):
    def set_words(ctx, target, binding, word, count, params):
        """Replace `count` words of the buffer object at a binding point."""
        _check_point(binding)
        bound = ctx.buffers.parameters.get((target, binding))
        if bound is None:
            raise invalid_operation(f"no buffer object is bound to the binding point {binding}")
        room = min(unmapped(bound.buffer).data.size // 4, WORDS)
        if word + count > room:
            raise invalid_value(f"words {word} to {word + count} do not lie within the {room}")
        with np.errstate(over="ignore"):
            words = vector(params, count, exact, more=True).astype(kept)
        bound.buffer.data[4 * word : 4 * (word + count)] = words.view(np.uint8)

    command(name, target=PARAMETER_TARGETS)(set_words)


_define_setter("glProgramBufferParametersfvNV", np.float64, np.float32)
_define_setter("glProgramBufferParametersIivNV", np.int32, np.int32)
_define_setter("glProgramBufferParametersIuivNV", np.uint32, np.uint32)


def buffer_words(ctx, program: Program) -> list[np.ndarray]:
    """The words that each of `Program.buffers` reads: uint32, from the first of the buffer on.

    There is at least one word; where no buffer object is bound, it is 0.
    """
    return [_words(ctx, OF_STAGE[program.stage], buffer.point) for buffer in program.buffers]


def buffer_objects(ctx) -> list[Buffer]:
    """The buffer objects at all binding points."""
    return [bound.buffer for bound in ctx.buffers.parameters.values()]


def _words(ctx, target, point):
    bound = ctx.buffers.parameters.get((target, point))
    if bound is None:
        return np.zeros(1, np.uint32)
    data = unmapped(bound.buffer).data[: bound.size][: 4 * WORDS]
    words = data[: data.size // 4 * 4].view(np.uint32)
    return words if words.size else np.zeros(1, np.uint32)


# -- queries ---------------------------------------------------------------------------------------


def _parameter_buffer(ctx, target, index):
    _check_point(index)
    bound = ctx.buffers.parameters.get((target, index))
    return bound.buffer.name if bound else 0


STATE = State(
    values={
        target: lambda ctx, target=target: ctx.buffers.name(target) for target in PARAMETER_TARGETS
    },
    indexed=dict.fromkeys(PARAMETER_TARGETS, _parameter_buffer),
)
