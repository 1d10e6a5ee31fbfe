"""Random programs of the older vertex languages and options against interpreters of their own."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from softgl.asm import disassemble, parse
from softgl.lanes import eager_engine, llvm_engine
from tests.ir.running import run_programs
from tests.lanes.machines import random_bits
from tests.reference import older_vertex_programs, vertex_options
from tests.reference.approximate import Interval
from tests.reference.older_vertex import Vertex, bits
from tests.reference.older_vertex_programs import OPCODES
from tests.reference.vertex_options import NV2, NV3, OptionVertex

LANES, STEPS, PROGRAMS = 8, 200, 60
LANGUAGES = (*OPCODES, NV2, NV3)
RESULTS = {
    "result.position": "o[HPOS]",
    "result.color.front.secondary": "o[COL1]",
    "result.color.front.primary": "o[COL0]",
    "result.color.back.primary": "o[BFC0]",
    **{f"result.texcoord[{n}]": f"o[TEX{n}]" for n in range(8)},
}
NUMBERS = np.array(
    [
        *(0.0, -0.0, 1.0, -1.0, 2.0, 0.5, -2.5, 3.0, np.inf, -np.inf, np.nan),
        *(1e-39, -1e-40, 1e-38, 3e38),
    ],
    np.float32,
)


def reference_of(language):
    """The module that writes programs of a language, and the function that executes them."""
    option = language in (NV2, NV3)
    return (vertex_options, OptionVertex) if option else (older_vertex_programs, Vertex)


def random_inputs(seed):
    """Words of v[0..15] and c[0..255]: small, special and arbitrary numbers; NaNs are quiet."""
    rng = np.random.default_rng(seed)
    attributes = {}
    for number in range(16):
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


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("engine", [eager_engine(), llvm_engine()], ids=lambda engine: engine.name)
def test_against_the_interpreter(engine, language):
    reference, _ = reference_of(language)
    seeds = range(PROGRAMS if engine.name == "eager" else 10)
    steps = {seed: reference.random_steps(seed, language) for seed in seeds}
    texts = {seed: reference.text(language, s) for seed, s in steps.items()}
    programs = [replace(parse(text), step_limit=STEPS) for text in texts.values()]
    attributes, parameters = random_inputs(len(language))
    outcomes = run_programs(engine, programs, attributes, parameters)
    for (seed, given), (results, _) in zip(steps.items(), outcomes, strict=True):
        found = differences(language, given, attributes, parameters, results)
        assert not found, "\n".join([f"seed {seed}", texts[seed], *found])


def differences(language, steps, attributes, parameters, results):
    constants = {n: list(parameters[f"program.env[{n}]"].view(np.float32)) for n in range(256)}
    _, reference = reference_of(language)
    found = []
    for lane in range(LANES):
        inputs = [
            list(attributes[f"vertex.attrib[{n}]"][:, lane].view(np.float32)) for n in range(16)
        ]
        with np.errstate(all="ignore"):
            vertex = reference(language, steps, inputs, constants, STEPS)
        for name, values in results.items():
            wanted, got = vertex.read(RESULTS[name]), values[:, lane]
            if not all(map(agrees, wanted, got)):
                found.append(f"lane {lane}: {name} is {got.view(np.float32)}, not {wanted}")
    return found[:4]


def agrees(wanted, word):
    """True if a word is the expected float, or within the expected interval."""
    if isinstance(wanted, Interval):
        return wanted.holds(np.uint32(word).view(np.float32))
    return bits(wanted) == int(word)


@pytest.mark.parametrize("language", LANGUAGES)
def test_disassembly(language):
    reference, _ = reference_of(language)
    for seed in range(PROGRAMS):
        program = parse(reference.text(language, reference.random_steps(seed, language)))
        again = disassemble(parse(disassemble(program)))
        assert again == disassemble(program)
