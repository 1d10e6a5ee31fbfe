"""Vertex state programs: run once, on demand, to write program parameters."""

from __future__ import annotations

from functools import partial

import numpy as np

from softgl.ir.execute import Environment, execute
from softgl.ir.program import Binding, File, Program
from softgl.lanes import F32, U32, Engine, KernelRequest, Signature, padded

_SIGNATURE = Signature(
    (), (("parameters", U32), ("attribute", F32), ("out", F32)), frozenset({"out"})
)


def written_parameters(program: Program) -> tuple[Binding, ...]:
    """The parameters that a vertex state program may write, in the order of its registers."""
    destinations = [i.destination for i in program.instructions if i.destination]
    registers = {d.index for d in destinations if d.file is File.PARAMETER}
    return tuple(program.parameters[register] for register in sorted(registers))


def _run(m, a, index, program):
    def attribute(register, component):
        return m.gather(a.attribute, m.i32(component))

    environment = Environment(attribute, a.parameters)
    results = execute(m, program, environment).results
    stride = padded(1)
    for slot, binding in enumerate(written_parameters(program)):
        for component, value in enumerate(results[binding]):
            m.store(a.out, index, value, stride * (4 * slot + component))


def state_kernel(program: Program):
    """(signature, body) of the kernel that runs a vertex state program.

    parameters : four words for each parameter register. attribute : vertex attribute 0.
    out : four rows of `padded(1)` floats for each parameter that it may write.
    """
    return _SIGNATURE, partial(_run, program=program)


def run_state_program(
    engine: Engine, program: Program, parameters: np.ndarray, attribute: np.ndarray
) -> dict[Binding, np.ndarray]:
    """Runs a vertex state program; returns the (4,) uint32 words of each parameter it may write.

    parameters : flat uint32, four words for each parameter register, not empty.
    attribute : (4,) float32, the vertex attribute 0.
    """
    written = written_parameters(program)
    out = np.zeros(max(1, 4 * len(written)) * padded(1), np.float32)
    kernel = engine.kernel(KernelRequest(("vertex state", program), partial(state_kernel, program)))
    kernel.run({}, {"parameters": parameters, "attribute": attribute, "out": out}, 1)
    words = out.reshape(-1, padded(1))[:, 0].copy().view(np.uint32)
    return {binding: words[4 * slot : 4 * slot + 4] for slot, binding in enumerate(written)}
