"""Likely mistakes with programs: loaded and not in force, results that nothing writes."""

from __future__ import annotations

from collections.abc import Iterator

from softgl.gl.api.stages import assembly_target, program_object, shader, used_programs
from softgl.gl.explain.reason import HIGH, MEDIUM, OTHER, UNDEFINED, Reason, reason
from softgl.ir.program import Stage, result_components
from softgl.pipeline.keys.unwritten import unwritten_attributes

TARGETS = {
    Stage.VERTEX: "GL_VERTEX_PROGRAM_ARB",
    Stage.FRAGMENT: "GL_FRAGMENT_PROGRAM_ARB",
    Stage.GEOMETRY: "GL_GEOMETRY_PROGRAM_NV",
}


NEVER_USED = Reason(23, OTHER, MEDIUM, lambda facts: iter(()))
"""The kind of programs without use, which are told when pixels are read, not at a draw."""


def note_used(ctx, used: set) -> None:
    """Adds the stages whose assembly programs are in force, and "shaders", to a set."""
    if used_programs(ctx):
        used.add("shaders")
    used.update(target.stage for target in ctx.programs.targets if target.enabled)


def never_used(ctx, used: set) -> Iterator[str]:
    """Yields programs that are loaded or linked, of kinds that no draw has used.

    used : of all draws, as from `note_used`.
    """
    for target in ctx.programs.targets:
        if target.bound.program is not None and target.stage not in used | {"shaders"}:
            yield (
                f"{target.stage.value} program {target.bound.name} is loaded, and no draw had "
                f"{TARGETS[target.stage]} enabled: see glEnable"
            )
    linked = [one.name for one in _linked(ctx)]
    if linked and "shaders" not in used:
        yield f"program {linked[-1]} is linked, and no draw had one in use: see glUseProgram"


def _linked(ctx):
    return [one for one in ctx.shaders.objects.values() if getattr(one, "linked", None)]


@reason(24, UNDEFINED, HIGH)
def _unwritten(facts):
    """Attributes of an assembly fragment program that the assembly vertex program leaves."""
    ctx = facts.ctx
    vertex, fragment = (assembly_target(ctx, each) for each in (Stage.VERTEX, Stage.FRAGMENT))
    between = assembly_target(ctx, Stage.GEOMETRY) or shader(ctx, Stage.GEOMETRY)
    if vertex is None or fragment is None or between or ctx.feedback.discard:
        return
    if vertex.bound.program is None or fragment.bound.program is None:
        return
    for attribute in unwritten_attributes(vertex.bound.program, fragment.bound.program):
        yield (
            f"the fragment program reads {attribute}, which the vertex program does not write: it "
            "is undefined"
        )


@reason(25, OTHER, HIGH)
def _unwritten_varyings(facts):
    """Varyings that transform feedback records, and the last shader never writes."""
    ctx, recorded = facts.ctx, facts.ctx.feedback.bound
    if not recorded.active or recorded.paused:
        return
    stage = Stage.GEOMETRY if shader(ctx, Stage.GEOMETRY) else Stage.VERTEX
    program = shader(ctx, stage)
    if program is None:
        return
    written = result_components(program.instructions)
    registers = {result: number for number, result in enumerate(program.results)}
    for varying in program_object(ctx, stage).linked.varyings:
        words = [word for word in varying.components if word is not None]
        if words and not any((registers.get(result), n) in written for result, n in words):
            yield (
                f"transform feedback records {varying.name}, which the {stage.value} shader does "
                "not write"
            )
