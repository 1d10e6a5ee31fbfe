"""Program pipeline objects: the program object of each stage (ARB_separate_shader_objects)."""

from __future__ import annotations

from dataclasses import field
from typing import Any

from softgl.gl.api.groups import Counted, CountedDict
from softgl.ir.program import Program, Stage
from softgl.records import dataclass

ProgramObject = Any  # `shading.objects` imports this module
ORDER = (Stage.VERTEX, Stage.GEOMETRY, Stage.FRAGMENT)


@dataclass(eq=False)
class PipelineState:
    """The state of a pipeline object that no draw depends on.

    active : the program whose uniforms glUniform* sets; None for none.
    validated, info_log : the outcome of the last validation.
    """

    active: ProgramObject | None = None
    validated: bool = False
    info_log: str = ""


@dataclass(eq=False)
class PipelineObject(Counted):
    """A program pipeline object. stages : the program object of each stage that has one."""

    name: int
    stages: CountedDict = field(default_factory=CountedDict)
    state: PipelineState = field(default_factory=PipelineState)
    _executables: tuple = ((), {})

    @property
    def program_objects(self) -> list[ProgramObject]:
        """The program objects of its stages, each once, in the order of stages."""
        return list(dict.fromkeys(self.stages[stage] for stage in ORDER if stage in self.stages))

    def executable(self, stage: Stage) -> Program | None:
        """Returns the program of a stage, with the inputs of its stage before; None for none."""
        if stage not in self.stages:
            return None
        revisions = self.revision, *(each.revision for each in self.stages.values())
        if self._executables[0] != revisions:
            self._executables = revisions, self._join()
        return self._executables[1].get(stage)

    def _join(self) -> dict[Stage, Program]:
        from softgl.glsl.link.edges import executables

        return executables(self.linked_stages())

    def linked_stages(self) -> dict:
        """Returns the `LinkedProgram` of each stage that has an executable, in order."""
        found = {stage: self.stages[stage].linked for stage in ORDER if stage in self.stages}
        return {stage: linked for stage, linked in found.items() if stage in linked.programs}

    @property
    def problem(self) -> str:
        """The reason why draws refuse the programs, "" without one."""
        return _problem(self.stages)

    def undefined_inputs(self) -> list[str]:
        """Describes the inputs of programs that no output of the program before matches."""
        from softgl.glsl.link.edges import mismatches

        found, before = [], None
        for stage, linked in self.linked_stages().items():
            if before is not None and before is not linked:
                found += [
                    f"input `{each.port.name}` of the {stage.value} shader matches no output of "
                    "the program before it: it is undefined"
                    for each in mismatches(before.last_outputs, linked.first_inputs)
                ]
            before = linked
        return found

    def uses(self, program: ProgramObject) -> bool:
        """True if a program is that of a stage, or the active one."""
        return program is self.state.active or program in self.stages.values()


def _problem(stages: dict[Stage, ProgramObject]) -> str:
    """Returns the reason of ARB_separate_shader_objects, 2.14.8 (Validation), "" without one.

    "One program object is active for at least two shader stages and a second program is active for
    a shader stage between" is a case of the first reason here if that program has the stage, and
    else has a text of its own.
    """
    active = {stage: each for stage, each in stages.items() if stage in each.linked.programs}
    for program in dict.fromkeys(active.values()):
        # "A program object is active for at least one, but not all of the shader stages that were
        # present when the program was linked."
        for stage in program.linked.programs:
            if active.get(stage) is not program:
                return f"program {program.name} is not that of its {stage.value} shader"
        # "a program object that was relinked since being applied to the pipeline object via
        # UseProgramStages with the PROGRAM_SEPARABLE parameter set to FALSE"
        if not program.separable:
            return f"program {program.name} is no longer separable"
    vertex, geometry, fragment = (active.get(stage) for stage in ORDER)
    # "There is an active program for [...] geometry stages with corresponding executable shader,
    # but there is no active program with executable vertex shader."
    if geometry is not None and vertex is None:
        return f"program {geometry.name} has a geometry shader, and no vertex shader is active"
    if geometry is not None and vertex is fragment is not None and vertex is not geometry:
        return f"program {geometry.name} is between the stages of program {vertex.name}"
    return ""
