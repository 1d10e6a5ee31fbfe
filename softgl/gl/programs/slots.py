"""The texture units, uniforms and uniform buffers of programs, behind their numbers in a program.

Assembly programs name units and binding points. GLSL programs number their samplers and blocks; the
program object in use says which unit or point each has, so that another unit is no other kernel.
"""

from __future__ import annotations

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.api.stages import program_object, selected_objects
from softgl.gl.buffers.buffer_objects import Range
from softgl.ir.program import Program

UNIFORM_BUFFER = gl.GL_UNIFORM_BUFFER
NO_WORDS = np.zeros(1, np.uint32)


def unit_of(ctx, program: Program, number: int) -> int:
    """Returns the texture unit of a texture operand; number : its `TextureOperand.unit`."""
    if not program.samplers:
        return number
    slot = program.samplers[number]
    if slot.unit is not None:
        return slot.unit
    return program_object(ctx, program.stage).units.values[slot.number]


def operand_of(ctx, program: Program, unit: int) -> int:
    """Returns the number of a texture operand that samples a unit; -1 if a program has none."""
    if not program.samplers:
        return unit
    numbers = range(len(program.samplers))
    return next((number for number in numbers if unit_of(ctx, program, number) == unit), -1)


def slot_objects(ctx, program: Program) -> list:
    """Returns the objects that `unit_of` reads for a program."""
    if not program.samplers:
        return []
    current = program_object(ctx, program.stage)
    return [*selected_objects(ctx), current.units]


def sampler_disagreement(current) -> str:
    """Describes a unit that active samplers of two types name; "" without one.

    current : a program object in use. OpenGL 3.3 compatibility, 2.14.7: "It is not
    allowed to have variables of different sampler types pointing to the same texture image unit
    within a program object", which draws refuse. Elements of arrays that are not sampled name none.
    """
    if not current.linked.units:
        return ""
    types, units, unread = {}, current.units.values, current.linked.unread
    for uniform in current.linked.uniforms:
        if uniform.slot is None:
            continue
        for number in range(uniform.slot, uniform.slot + uniform.size):
            if number in unread:
                continue
            unit = units[number]
            other = types.setdefault(unit, uniform)
            if other.type is not uniform.type:
                return (
                    f"texture unit {unit} is that of {other.name}, a {other.type}, "
                    f"and of {uniform.name}, a {uniform.type}"
                )
    return ""


def uniform_block_words(ctx, program: Program) -> list[np.ndarray]:
    """Returns the words of the buffer object of each of `Program.buffers`, uint32, at least one.

    A block without a buffer object, or beyond its end, has zeros.
    """
    found = [each and each.words for each in uniform_block_ranges(ctx, program)]
    return [NO_WORDS if words is None or not words.size else words for words in found]


def uniform_block_ranges(ctx, program: Program) -> list[Range | None]:
    """Returns the range of a buffer object of each of `Program.buffers`; None without one."""
    points = program_object(ctx, program.stage).block_points.values
    return [
        ctx.buffers.indexed.get((UNIFORM_BUFFER, points[buffer.point]))
        for buffer in program.buffers
    ]
