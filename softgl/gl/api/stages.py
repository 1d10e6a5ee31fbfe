"""The program of each stage: that of a GLSL program in use, or an enabled assembly program.

ARB_vertex_shader, "Interactions with ARB_vertex_program": a shader in use "results in any low level
vertex shader to be ignored and overrides the enable VERTEX_PROGRAM_ARB." Where the program in use
has no shader, an assembly program or fixed function takes the stage.
"""

from __future__ import annotations

from softgl.gl.api.arguments import invalid_operation
from softgl.ir.program import Program, Stage


def shader(ctx, stage: Stage) -> Program | None:
    """Returns the shader of a stage, of the program or pipeline in use; None without one."""
    shaders = ctx.shaders
    if shaders.current is not None:
        return shaders.current.linked.programs.get(stage)
    return None if shaders.pipeline is None else shaders.pipeline.executable(stage)


def program_object(ctx, stage: Stage):
    """Returns the program object that is current for a stage; None without one.

    ARB_separate_shader_objects, 2.14.2: "If there is a current program object established by
    UseProgram, that program is considered current for all stages. Otherwise, if there is a bound
    program pipeline object [...], the program bound to the appropriate stage of the pipeline object
    is considered current."
    """
    shaders = ctx.shaders
    if shaders.current is not None or shaders.pipeline is None:
        return shaders.current
    return shaders.pipeline.stages.get(stage)


def used_programs(ctx) -> list:
    """Returns the program objects that are current for a stage, each once."""
    shaders = ctx.shaders
    if shaders.current is not None:
        return [shaders.current]
    return [] if shaders.pipeline is None else shaders.pipeline.program_objects


def selected_objects(ctx) -> list:
    """Returns the current program objects, and the pipeline object that selects them."""
    shaders = ctx.shaders
    by_pipeline = shaders.current is None and shaders.pipeline is not None
    return [*([shaders.pipeline] if by_pipeline else ()), *used_programs(ctx)]


def programmed(ctx, stage: Stage) -> bool:
    """True if a program replaces fixed function in a stage."""
    return getattr(ctx.programs, stage.value).enabled or shader(ctx, stage) is not None


def before_fragments(ctx) -> bool:
    """True if vertices or primitives have a program.

    NV_geometry_program4, 2.14.1 and 3.3: either may give two-sided colours and point sizes.
    """
    return programmed(ctx, Stage.VERTEX) or programmed(ctx, Stage.GEOMETRY)


def assembly_target(ctx, stage: Stage):
    """Returns the target of the enabled assembly program of a stage; None if none is in force."""
    target = getattr(ctx.programs, stage.value)
    return target if target.enabled and shader(ctx, stage) is None else None


def stage_program(ctx, stage: Stage) -> Program | None:
    """Returns the program of a stage; None for fixed function, or a stage that is absent.

    Raises `Refused` for an enabled assembly program that is not loaded.
    """
    found = shader(ctx, stage)
    if found is not None:
        return found
    target = getattr(ctx.programs, stage.value)
    if not target.enabled:
        return None
    if target.bound.program is None:
        raise invalid_operation(
            f"{stage.value} programs are enabled, but program {target.bound.name} is not loaded"
        )
    return target.bound.program


def programs_in_force(ctx) -> list[Program]:
    """Returns the loaded programs that take part in draws, in the order of stages."""
    found = []
    for target in ctx.programs.targets:
        loaded = target.bound.program if target.enabled else None
        found.append(shader(ctx, target.stage) or loaded)
    return [program for program in found if program is not None]
