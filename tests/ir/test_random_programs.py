"""Random programs: softgl against an independent interpreter, and its machines against each other.

A failure prints the seed and the text. `random_program(seed, language)` writes it again.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from softgl.asm import parse
from softgl.isa import OPCODES, Form
from softgl.lanes import WIDTHS, Target, eager_engine, llvm_engine
from softgl.lanes.target import host_levels
from tests.ir.running import run_programs
from tests.lanes.machines import random_bits
from tests.reference.approximate import Interval
from tests.reference.arithmetic import QUIET_NAN
from tests.reference.generator import KINDS, random_program
from tests.reference.interpreter import Lane
from tests.reference.text import parse_text

LANES = 16
INTERPRETED = range(0, LANES, 2)  # the interpreter is slow; machines agree in all lanes
TOGETHER = 20  # programs in one kernel of the eager machine
COMPILED = 8  # the same for llvm
STEPS = 700  # above the length of any of these texts
languages = pytest.mark.parametrize("language", KINDS)


def random_inputs(seed, language):
    """Attributes and parameters by name, as words; NaNs are quiet, as softgl's inputs are."""
    rng = np.random.default_rng(seed)
    attributes = {}
    for number in range(8):
        words = random_bits(rng, 4 * LANES).reshape(4, LANES)
        small = rng.random((4, LANES))
        integers = rng.integers(-6, 7, (4, LANES)).astype(np.int32)
        words[small < 0.3] = (integers.astype(np.float32) / 2).view(np.uint32)[small < 0.3]
        words[small < 0.15] = integers.view(np.uint32)[small < 0.15]
        words[np.isnan(words.view(np.float32))] = QUIET_NAN
        attributes[f"{KINDS[language].attribute}[{number}]"] = words
    names = [f"program.{kind}[{n}]" for kind in ("local", "env") for n in range(4)]
    return attributes, {name: random_bits(rng, 4) for name in names}


def differences(text, attributes, parameters, outcome):
    """The first few differences between results of softgl and of the interpreter, in words."""
    results, killed = outcome
    parsed = parse_text(text)
    words = {name: [int(word) for word in row] for name, row in parameters.items()}
    found = []
    for lane in INTERPRETED:
        inputs = {name: [int(word) for word in row[:, lane]] for name, row in attributes.items()}
        expected = Lane(parsed, inputs, words, STEPS).run()
        if expected.killed != killed[lane]:
            found.append(f"lane {lane}: killed is {killed[lane]}")
        if expected.killed:
            continue
        for name, got in results.items():
            wanted = expected.results.get(name, [0, 0, 0, 0x3F800000])
            for component, want in enumerate(wanted):
                if not agrees(want, got[component, lane]):
                    found.append(
                        f"lane {lane}: {name}.{'xyzw'[component]} is {got[component, lane]:#x} "
                        f"({got[component, lane : lane + 1].view(np.float32)[0]}), not "
                        f"{want if isinstance(want, Interval) else hex(want)}"
                    )
    return found[:5]


def agrees(want, got):
    if isinstance(want, Interval):
        return want.holds(got.view(np.float32))
    nan = want & 0x7FFFFFFF > 0x7F800000
    return got == (QUIET_NAN if nan else want)


@languages
@pytest.mark.parametrize("first", range(0, TOGETHER * 3, TOGETHER))
def test_against_the_interpreter(language, first):
    seeds = range(first, first + TOGETHER)
    texts = [random_program(seed, language) for seed in seeds]
    programs = [replace(parse(text), step_limit=STEPS) for text in texts]
    attributes, parameters = random_inputs(first, language)
    outcomes = run_programs(eager_engine(), programs, attributes, parameters)
    for seed, text, outcome in zip(seeds, texts, outcomes, strict=True):
        found = differences(text, attributes, parameters, outcome)
        assert not found, "\n".join([f"seed {seed}", text, *found])


@languages
@pytest.mark.parametrize("width", WIDTHS)
def test_machines_agree(language, width):
    """Bit for bit, with derivatives too; each width runs programs of its own."""
    engine = llvm_engine(Target(host_levels()[-1], width))
    seeds = range(100 * width, 100 * width + COMPILED)
    texts = [random_program(seed, language, derivatives="NVfp" in language) for seed in seeds]
    programs = [replace(parse(text), step_limit=STEPS) for text in texts]
    inputs = random_inputs(width, language)
    outcomes = [run_programs(one, programs, *inputs) for one in (eager_engine(), engine)]
    for seed, text, (eager, killed), (llvm, dead) in zip(seeds, texts, *outcomes, strict=True):
        assert np.array_equal(killed, dead), f"seed {seed}\n{text}"
        for name in eager:
            assert np.array_equal(eager[name], llvm[name]), f"seed {seed}, {name}\n{text}"


@languages
def test_the_programs_use_every_instruction(language):
    seeds = range(TOGETHER * 3)
    texts = [random_program(seed, language, derivatives="NVfp" in language) for seed in seeds]
    used = {instruction.opcode for text in texts for instruction in parse_text(text).instructions}
    offered = {
        name
        for name, opcode in OPCODES.items()
        if language in opcode.languages and opcode.form is not Form.TEXTURE
    }
    assert used == offered
