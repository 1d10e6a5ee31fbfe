"""Many programs in one kernel, each over the same lanes."""

from __future__ import annotations

from functools import partial

import numpy as np

from softgl.ir.execute import Environment, execute
from softgl.ir.program import INTEGER_INPUTS, Constant, Program
from softgl.lanes import U32, Engine, Signature, padded


def run_programs(
    engine: Engine,
    programs: list[Program],
    attributes: dict,
    parameters: dict,
    buffers: dict | None = None,
    sampler=None,
) -> list[tuple[dict, np.ndarray]]:
    """For each program: the words of each result, (4, lanes) uint32 by name, and the killed lanes.

    attributes : (4, lanes) uint32 by name of the binding. parameters : four words by name.
    buffers : words, uint32, by binding point. sampler : (m, texture operand, type) -> one.
    NaNs in results are the one quiet NaN.
    """
    names = sorted(attributes)
    lanes = attributes[names[0]].shape[1]
    row = padded(lanes)
    inputs = np.zeros((len(names), 4, row), np.uint32)
    for number, name in enumerate(names):
        inputs[number, :, :lanes] = attributes[name]
    arrays = {"inputs": inputs.reshape(-1)}
    for number, program in enumerate(programs):
        arrays[f"parameters{number}"] = _parameters(program, parameters)
        size = (4 * len(program.results) + 1) * row
        arrays[f"out{number}"] = np.zeros(size, np.uint32)
    arrays |= {f"buffer{point}": words for point, words in (buffers or {}).items()}
    outputs = frozenset(name for name in arrays if name.startswith("out"))
    signature = Signature((), tuple((name, U32) for name in arrays), outputs)

    def body(m, a, index):
        for number, program in enumerate(programs):
            emit_program(m, a, index, program, number, names, row, sampler)

    engine.build(signature, body, True).run({}, arrays, lanes)
    outcomes = []
    for number, program in enumerate(programs):
        rows = arrays[f"out{number}"].reshape(-1, row)[:, :lanes]
        results = {str(b): rows[4 * r : 4 * r + 4] for r, b in enumerate(program.results)}
        outcomes.append((results, rows[-1].astype(bool)))
    return outcomes


def emit_program(m, a, index, program, number, names, row, sampler=None):
    """One program: its inputs, its execution, and the storing of its results."""

    def attribute(register, component):
        binding = program.attributes[register]
        value = m.load(a.inputs, index, (4 * names.index(str(binding)) + component) * row)
        return value if binding.name in INTEGER_INPUTS else m.from_bits(value)

    buffers = [getattr(a, f"buffer{buffer.point}") for buffer in program.buffers]
    parameters = getattr(a, f"parameters{number}")
    samplers = sampler and partial(sampler, m)
    outcome = execute(m, program, Environment(attribute, parameters, buffers, samplers))
    out = getattr(a, f"out{number}")
    for register, binding in enumerate(program.results):
        for component, value in enumerate(outcome.results[binding]):
            m.store(out, index, m.bits(value), (4 * register + component) * row)
    killed = m.false if outcome.killed is None else outcome.killed
    m.store(out, index, m.select(killed, m.u32(1), 0), 4 * len(program.results) * row)


def _parameters(program, values):
    words = np.zeros((max(1, len(program.parameters)), 4), np.uint32)
    for register, parameter in enumerate(program.parameters):
        constant = isinstance(parameter, Constant)
        words[register] = parameter.words if constant else values[str(parameter)]
    return words.reshape(-1)
