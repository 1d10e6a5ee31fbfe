"""What stages are asked to do, but are not there to do yet.

The state of fixed function is kept, since programs bind it. Drawing without a program, while such a
stage would change the picture, is refused: a wrong picture would be worse.
"""

from __future__ import annotations

from softgl.gl.api.arguments import invalid_operation
from softgl.ir.program import Stage


def _lights(ctx):
    return not ctx.programs.programmed(Stage.VERTEX) and ctx.lighting.enabled


def _generates(ctx):
    if ctx.programs.programmed(Stage.VERTEX):
        return False
    units = (unit.generation for unit in ctx.texturing.units if unit.generation is not None)
    return any(g.s.enabled or g.t.enabled or g.r.enabled or g.q.enabled for g in units)


VERTEX_STAGES = {
    "lighting": _lights,
    "the generation of texture coordinates": _generates,
}
"""What is not there, and whether a context asks for it."""


def check_fixed_function(ctx, stages=VERTEX_STAGES) -> None:
    """Refuse to draw what needs a fixed-function stage that is not there."""
    for stage, needed in stages.items():
        if needed(ctx):
            raise invalid_operation(f"{stage} is not there yet; a program can take its place")
