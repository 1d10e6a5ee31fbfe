"""glExecuteProgramNV: vertex state programs (NV_vertex_program, 2.14.2)."""

from __future__ import annotations

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_operation, vector
from softgl.gl.api.command import command
from softgl.gl.draw.derive_resources import parameter_words
from softgl.gl.programs.matrix_tracking import refuse_tracked
from softgl.gl.programs.nv_programs import EXECUTE_TARGETS, existing
from softgl.gl.programs.programs import STAGES, check_stage, to_words
from softgl.ir.program import Stage
from softgl.pipeline.vertices.vertex_state import run_state_program, written_parameters


def _attribute(params):
    return vector(params, 4, np.float64, source=np.float32)


@command("glExecuteProgramNV", target=EXECUTE_TARGETS, params=_attribute)
def execute_program(ctx, target, id, params):
    """Runs a vertex state program with `params` as its attribute 0; it writes parameters."""
    found = existing(ctx, id)
    program = found.program
    if STAGES[target] is not Stage.VERTEX_STATE:
        raise invalid_operation(f"{gl.name_of(target)} programs run for vertices only")
    check_stage(found, target)
    if program is None:
        raise invalid_operation(f"program {id} is not loaded")
    refuse_tracked(ctx, [binding.indices[0] for binding in written_parameters(program)])
    attribute = to_words(params, "f").view(np.float32)
    written = run_state_program(ctx.engine, program, parameter_words(ctx, program), attribute)
    for binding, words in written.items():
        ctx.programs.vertex.env.write(binding.indices[0], [words])
