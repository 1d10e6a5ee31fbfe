"""The parts of the draw plan that programs read: textures, parameters and buffers of a stage."""

from __future__ import annotations

from functools import lru_cache
from operator import attrgetter, is_

from softgl.asm import parse
from softgl.gl.api.stages import program_object, selected_objects, used_programs
from softgl.gl.draw.derive_resources import derive_textures, parameter_words
from softgl.gl.programs.parameter_buffers import buffer_objects, buffer_words
from softgl.gl.programs.program_state import OF_MATRICES
from softgl.gl.programs.programs import stage_target
from softgl.gl.programs.slots import slot_objects, unit_of
from softgl.ir.program import Program, Stage
from softgl.pipeline.keys.resources import Resources

PROGRAMMABLE = (Stage.VERTEX, Stage.GEOMETRY, Stage.FRAGMENT)
"""The programmable stages of a draw."""
NO_PROGRAM = parse("!!ARBvp1.0\nEND")

# The groups that `state.*` parameters read: `programs.program_state`.
STATE_GROUPS = (
    "lighting materials fog transform points clip_planes texturing viewport clamping framebuffers"
)


def same_textures(one, other) -> bool:
    """True if two Textures have equal keys and the same arrays, which texture objects cache."""
    return one.keys == other.keys and all(
        mine[name] is its[name]
        for mine, its in zip(one.arrays, other.arrays, strict=True)
        for name in mine
    )


def same_words(one, other) -> bool:
    """True if two arrays of words are equal: uniforms of another stage may have changed."""
    return one.tobytes() == other.tobytes()


def same_buffers(one, other) -> bool:
    """True if two lists have the same arrays, which buffer objects cache."""
    return len(one) == len(other) and all(map(is_, one, other))


class StageParts:
    """The functions of the parts that the program of a stage reads.

    Without a program a stage reads nothing. program : parts -> the value of `derive_program`.
    """

    def __init__(self, stage: Stage):
        self.stage, name = stage, stage.value
        self.program = attrgetter(f"{name}_program")
        self._textures = attrgetter(f"{name}_textures")
        self._read = attrgetter(
            *(f"{name}_{part}" for part in ("parameters", "buffers", "textures"))
        )

    def derive_program(self, ctx, now):
        """Derives the program of the stage."""
        own = (program for program in now.programs if program.stage is self.stage)
        return next(own, None) or NO_PROGRAM

    def derive_textures(self, ctx, now):
        """Derives the Textures that the program samples."""
        return derive_textures(ctx, self.program(now))

    def texture_objects(self, ctx, now):
        """Returns the textures bound to the units that the program samples, of all targets."""
        return texture_objects_of(ctx, self.program(now))

    def derive_samplers(self, ctx, now):
        """Derives the keys of the textures that the program samples."""
        return self._textures(now).keys

    def derive_parameters(self, ctx, now):
        """Derives the words of the program's parameter registers."""
        return parameter_words(ctx, self.program(now))

    def parameter_objects(self, ctx, now):
        """Returns the registers that the program reads, and the state that it binds."""
        return parameter_objects_of(ctx, self.program(now), stage_target(ctx.programs, self.stage))

    def derive_buffers(self, ctx, now):
        """Derives the words of the buffer objects that the program reads, without copies."""
        return buffer_words(ctx, self.program(now))

    def buffer_objects(self, ctx, now):
        """Returns the buffer objects at all binding points, and the points of programs in use.

        A program without buffers reads none, whatever is bound.
        """
        if not self.program(now).buffers:
            return ()
        points = [each.block_points for each in used_programs(ctx)]
        return [ctx.buffers, *selected_objects(ctx), *points, *buffer_objects(ctx)]

    def derive_resources(self, ctx, now):
        """Derives the Resources of the program."""
        parameters, buffers, textures = self._read(now)
        return Resources(parameters, buffers, textures.arrays)


def texture_objects_of(ctx, program: Program) -> list:
    """Returns the textures bound to the units that a program samples, and what names the units."""
    texturing, operands = ctx.texturing, program.textures
    bound = [
        each
        for operand in operands
        for each in texturing.units[unit_of(ctx, program, operand.unit)].sources(operand.texture)
    ]
    return [texturing, *slot_objects(ctx, program), *bound] if operands else []


def parameter_objects_of(ctx, program: Program, target) -> list:
    """Returns the registers of a target or the uniforms, and the state that a program binds."""
    names = _groups_bound(program)
    if program.of_shader:
        current = program_object(ctx, program.stage)
        block = [current.block] if program.uniform_rows else []
        return [*selected_objects(ctx), *block, *(getattr(ctx, name) for name in names)]
    if target.tracking and not names:
        names = ("transform",)
    groups = [getattr(ctx, name) for name in names]
    return [target.env, target.bound, target.bound.local, target.bound.named, *groups]


@lru_cache(maxsize=256)
def _groups_bound(program: Program) -> tuple[str, ...]:
    """Returns the names of groups that a program's parameters read, besides its target's."""
    bound = {b.name for _, b in program.bound_parameters if not b.name.startswith("program.")}
    groups = STATE_GROUPS.split() if bound else ["transform"]
    if not (program.matrix_parameters or bound & OF_MATRICES):
        groups.remove("transform")
    return tuple(groups)
