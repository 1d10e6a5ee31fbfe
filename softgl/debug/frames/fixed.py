"""Collects the programs that implement fixed function in a frame, as texts."""

from __future__ import annotations

from softgl.debug.frames.watch import watch_frame
from softgl.gl.api.stages import programmed
from softgl.ir.program import Program, Stage
from softgl.scene import Scene


class FixedPrograms:
    """A watcher that collects the generated programs of draws with fixed function.

    found : program -> the numbers of the draws that run it.
    """

    def __init__(self):
        self.found: dict[Program, list[int]] = {}

    def before(self, event) -> None:
        """Does nothing: the draw has no plan yet."""

    def after(self, event) -> None:
        """Reads the programs from the plan of the draw."""
        if event.kind != "draw" or not event.context.plan.now.programs:
            return
        for program in event.context.plan.now.programs:
            stage = program.stage
            if stage is not Stage.GEOMETRY and not programmed(event.context, stage):
                numbers = self.found.setdefault(program, [])
                if numbers[-1:] != [event.number]:
                    numbers.append(event.number)


def fixed_programs(scene: Scene, size: tuple[int, int] | None = None) -> dict[Program, list[int]]:
    """The generated programs in the first frame of a scene -> the numbers of their draws.

    Raises SceneError.
    """
    watcher = FixedPrograms()
    watch_frame(scene, watcher, *scene.sized(size), machine="eager")
    return watcher.found


def heading(program: Program, draws: list[int]) -> str:
    """The line above a program: its stage, and the first and the last draw."""
    several = f"draws {draws[0]} to {draws[-1]}" if len(draws) > 1 else f"draw {draws[0]}"
    return f"# {program.stage.value}, {several}"
