"""Random programs of VP1.0, VP1.1 and VP2.0 against an interpreter of their own."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from softgl.asm import disassemble, parse
from softgl.lanes import eager_engine, llvm_engine
from tests.ir.running import run_programs
from tests.lanes.machines import random_bits
from tests.reference.older_vertex import OPCODES, Vertex, bits, random_steps, text

LANES, STEPS, PROGRAMS = 8, 200, 60
RESULTS = {
    "result.position": "o[HPOS]",
    "result.texcoord[3]": "o[TEX3]",
    "result.color.front.secondary": "o[COL1]",
}
NUMBERS = np.array(
    [
        0.0,
        -0.0,
        1.0,
        -1.0,
        2.0,
        0.5,
        -2.5,
        3.0,
        np.inf,
        -np.inf,
        np.nan,
        1e-39,
        -1e-40,
        1e-38,
        3e38,
    ],
    np.float32,
)


def random_inputs(seed):
    """Words of v[0..3] and c[0..255]: small, special and arbitrary numbers; NaNs are quiet."""
    rng = np.random.default_rng(seed)
    attributes = {}
    for number in range(4):
        words = np.where(
            rng.random((4, LANES)) < 0.7,
            rng.choice(NUMBERS, (4, LANES)).view(np.uint32),
            random_bits(rng, 4 * LANES).reshape(4, LANES),
        )
        words[np.isnan(words.view(np.float32))] = bits(np.float32(np.nan))
        attributes[f"vertex.attrib[{number}]"] = words
    parameters = {f"program.env[{n}]": np.zeros(4, np.uint32) for n in range(256)}
    for number in range(8):
        parameters[f"program.env[{number}]"] = rng.choice(NUMBERS, 4).view(np.uint32)
    return attributes, parameters


@pytest.mark.parametrize("language", OPCODES)
@pytest.mark.parametrize("engine", [eager_engine(), llvm_engine()], ids=lambda engine: engine.name)
def test_against_the_interpreter(engine, language):
    seeds = range(PROGRAMS if engine.name == "eager" else 10)
    steps = {seed: random_steps(seed, language) for seed in seeds}
    programs = [replace(parse(text(language, s)), step_limit=STEPS) for s in steps.values()]
    attributes, parameters = random_inputs(len(language))
    outcomes = run_programs(engine, programs, attributes, parameters)
    for (seed, given), (results, _) in zip(steps.items(), outcomes, strict=True):
        found = differences(language, given, attributes, parameters, results)
        assert not found, "\n".join([f"seed {seed}", text(language, given), *found])


def differences(language, steps, attributes, parameters, results):
    constants = {n: list(parameters[f"program.env[{n}]"].view(np.float32)) for n in range(256)}
    found = []
    for lane in range(LANES):
        inputs = [list(attributes[name][:, lane].view(np.float32)) for name in sorted(attributes)]
        with np.errstate(all="ignore"):
            vertex = Vertex(language, steps, inputs, constants, STEPS)
        for name, values in results.items():
            wanted = [bits(value) for value in vertex.read(RESULTS[name])]
            got = [int(word) for word in values[:, lane]]
            if got != wanted:
                shown = [np.array(w, np.uint32).view(np.float32).tolist() for w in (got, wanted)]
                found.append(f"lane {lane}: {name} is {shown[0]}, not {shown[1]}")
    return found[:4]


@pytest.mark.parametrize("language", OPCODES)
def test_disassembly(language):
    for seed in range(PROGRAMS):
        program = parse(text(language, random_steps(seed, language)))
        again = disassemble(parse(disassemble(program)))
        assert again == disassemble(program)
