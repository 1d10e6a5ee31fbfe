"""Derives keys and records of the resources of programs: textures, parameters, buffers."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from softgl.gl.api.stages import program_object
from softgl.gl.programs.matrix_tracking import with_tracked
from softgl.gl.programs.parameter_buffers import buffer_words
from softgl.gl.programs.program_state import ProgramState
from softgl.gl.programs.programs import stage_target
from softgl.gl.programs.slots import unit_of
from softgl.ir.program import Program, Stage
from softgl.pipeline.keys.resources import Resources, TextureKeys
from softgl.records import dataclass

_NO_TEXTURE = {
    "texels": np.zeros(1, np.uint32),
    "levels": np.zeros(1, np.int32),
    "settings": np.zeros(1, np.uint32),
}


def complete_texture(ctx, unit, target):
    """Returns the sampler of a unit's texture: (key, arrays), or None if it is incomplete."""
    return ctx.texturing.sampled(unit, target)


def _texture(ctx, program, operand):
    unit = unit_of(ctx, program, operand.unit)
    key, arrays = complete_texture(ctx, unit, operand.texture) or (None, _NO_TEXTURE)
    if key is not None and key.compare and not operand.shadow:
        # ARB_fragment_program_shadow: with a target of "1D, 2D, or RECT, it is as if
        # TEXTURE_COMPARE_MODE_ARB is NONE."
        key = replace(key, compare=None)
    if key is not None and key.depth_mode == "ALPHA" and _spreads_depths(program, operand):
        key = replace(key, depth_mode="INTENSITY")
    return key, arrays


def _spreads_depths(program, operand):
    return bool(program.samplers) and program.samplers[operand.unit].spreads_depths


@dataclass(frozen=True)
class Textures:
    """The textures that a program samples: their keys, and the arrays of each for `Resources`."""

    keys: TextureKeys
    arrays: list[dict]


def derive_textures(ctx, program: Program) -> Textures:
    """Derives the keys of a program's texture instructions, and the arrays that these read."""
    textures = [_texture(ctx, program, operand) for operand in program.textures]
    pairs = zip(program.textures, textures, strict=True)
    keys = tuple((operand.unit, operand.target, key) for operand, (key, _) in pairs)
    return Textures(keys, [arrays for _, arrays in textures])


def derive_resources(ctx, program: Program, textures: Textures) -> Resources:
    """Derives the Resources of a program; textures : arrays of the textures that it samples."""
    return Resources(parameter_words(ctx, program), buffer_words(ctx, program), textures.arrays)


def parameter_words(ctx, program: Program) -> np.ndarray:
    """Derives the words of every parameter register of a program, flat, at least one register."""
    words = program.constant_words.copy()
    state = ProgramState(ctx)
    for name, number, registers, rows in program.matrix_parameters:
        words[registers] = state.matrix(name, number).view(np.uint32)[rows]
    if program.uniform_rows:
        block = program_object(ctx, program.stage).block.words
        for registers, rows in program.uniform_rows:
            words[registers] = block[rows]
    if program.bound_parameters:
        _read_parameters(ctx, program, state, words)
    return words.reshape(-1)


def _read_parameters(ctx, program, state, words):
    """Writes the values of `Program.bound_parameters` into their registers."""
    target = stage_target(ctx.programs, program.stage)
    # NV_vertex_program, 2.14.5: matrices are tracked by the parameters of vertex programs.
    tracks = target.stage is Stage.VERTEX
    env = with_tracked(ctx, target.env.words) if tracks else target.env.words
    of_state = {}
    for register, parameter in program.bound_parameters:
        if parameter.name == "program.env":
            words[register] = env[parameter.indices[0]]
        elif parameter.name == "program.named":
            words[register] = target.bound.named.words[parameter.indices[0]]
        elif parameter.name == "program.local":
            words[register] = target.bound.local.words[parameter.indices[0]]
        else:
            of_state[register] = parameter
    if of_state:
        words[list(of_state)] = state.vectors(of_state.values()).view(np.uint32)
