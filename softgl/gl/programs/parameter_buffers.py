"""Buffer objects as program parameters (NV_parameter_buffer_object)."""

from __future__ import annotations

import numpy as np

from softgl.asm import LIMITS as LANGUAGE_LIMITS
from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_operation, invalid_value, vector
from softgl.gl.api.command import command
from softgl.gl.api.tables import State
from softgl.gl.buffers.buffer_objects import PARAMETER_TARGETS, Buffer, unmapped
from softgl.gl.buffers.indexed_bindings import INDEXED_TARGETS, IndexedTarget, name_at
from softgl.gl.programs.slots import NO_WORDS, UNIFORM_BUFFER, uniform_block_words
from softgl.ir.program import Program, Stage

MAX_BINDINGS = LANGUAGE_LIMITS["NVvp4.0"].buffer_bindings
MAX_PARAMETER_WORDS = LANGUAGE_LIMITS["NVvp4.0"].buffer_size
READ_TARGETS = frozenset({*PARAMETER_TARGETS, UNIFORM_BUFFER})
OF_STAGE = {
    Stage.VERTEX: gl.GL_VERTEX_PROGRAM_PARAMETER_BUFFER_NV,
    Stage.GEOMETRY: gl.GL_GEOMETRY_PROGRAM_PARAMETER_BUFFER_NV,
    Stage.FRAGMENT: gl.GL_FRAGMENT_PROGRAM_PARAMETER_BUFFER_NV,
}


def _check_point(index):
    if index >= MAX_BINDINGS:
        raise invalid_value(f"{index} is not below MAX_PROGRAM_PARAMETER_BUFFER_BINDINGS_NV")


def _check_start(offset):
    # NV_parameter_buffer_object, 2.14.1: "For program parameter buffers, the error INVALID_VALUE is
    # generated if <offset> is non-zero."
    if offset:
        raise invalid_value(f"offset: {offset} is not 0, the start of parameter buffers")


INDEXED_TARGETS.update(
    dict.fromkeys(
        PARAMETER_TARGETS,
        IndexedTarget(lambda ctx, index: _check_point(index), _check_start, read=True),
    )
)

# -- contents --------------------------------------------------------------------------------------


def _define_setter(name, exact, stored):
    def set_words(ctx, target, binding, word, count, params):
        """Replaces `count` words of the buffer object at a binding point."""
        _check_point(binding)
        bound = ctx.buffers.indexed.get((target, binding))
        if bound is None:
            raise invalid_operation(f"no buffer object is bound to the binding point {binding}")
        size = min(unmapped(bound.buffer).data.size // 4, MAX_PARAMETER_WORDS)
        if word + count > size:
            raise invalid_value(f"words {word} to {word + count} exceed the buffer of {size} words")
        with np.errstate(over="ignore"):
            words = vector(params, count, exact, more=True, source=stored).astype(stored)
        bound.buffer.data[4 * word : 4 * (word + count)] = words.view(np.uint8)

    command(name, target=PARAMETER_TARGETS)(set_words)


_define_setter("glProgramBufferParametersfvNV", np.float64, np.float32)
_define_setter("glProgramBufferParametersIivNV", np.int32, np.int32)
_define_setter("glProgramBufferParametersIuivNV", np.uint32, np.uint32)


def buffer_words(ctx, program: Program) -> list[np.ndarray]:
    """Returns the words that each of `Program.buffers` reads: uint32, from the buffer's start on.

    There is at least one word; 0 if no buffer object is bound.
    """
    if program.of_shader:
        return uniform_block_words(ctx, program)
    return [_words(ctx, OF_STAGE[program.stage], buffer.point) for buffer in program.buffers]


def buffer_objects(ctx) -> list[Buffer]:
    """Returns the buffer objects at all binding points of programs."""
    points = ctx.buffers.indexed.items()
    return [bound.buffer for (target, _), bound in points if target in READ_TARGETS]


def _words(ctx, target, point):
    bound = ctx.buffers.indexed.get((target, point))
    if bound is None:
        return NO_WORDS
    words = bound.words
    if words.size > MAX_PARAMETER_WORDS:
        words = words[:MAX_PARAMETER_WORDS]
    return words if words.size else NO_WORDS


# -- queries ---------------------------------------------------------------------------------------


def _parameter_buffer(ctx, target, index):
    _check_point(index)
    return name_at(ctx, target, index)


STATE = State(
    values={
        target: lambda ctx, target=target: ctx.buffers.name(target) for target in PARAMETER_TARGETS
    },
    indexed=dict.fromkeys(PARAMETER_TARGETS, _parameter_buffer),
)
