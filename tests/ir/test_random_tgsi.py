"""Random TGSI programs against an interpreter of their own.

A failure prints the seed and the text. `random_text(seed, stage)` writes it again.
"""

from __future__ import annotations

import numpy as np
import pytest

from softgl.asm import parse
from softgl.isa import OPCODES, Form
from softgl.isa.table import TGSI_FRAGMENT, TGSI_VERTEX
from softgl.lanes import WIDTHS, Target, eager_engine, llvm_engine
from softgl.lanes.target import host_levels
from tests.ir.running import run_programs
from tests.lanes.machines import random_bits
from tests.reference.approximate import Interval
from tests.reference.arithmetic import QUIET_NAN
from tests.reference.tgsi import Lane, parse_text, shown
from tests.reference.tgsi_programs import CONSTANTS, FINAL, INPUTS, random_text

LANES, TOGETHER, COMPILED = 8, 50, 3
STAGES = ("VERT", "FRAG")
ATTRIBUTES = {"VERT": "vertex.attrib", "FRAG": "fragment.generic"}
RESULTS = {
    "VERT": ["result.position", *(f"result.generic[{n}]" for n in (0, 1, 9))],
    "FRAG": [f"result.color[{n}]" for n in range(FINAL + 1)],
}
BESIDE = set("ARA BRA DDX DDY ENDREP INTERP_SAMPLE KIL NOP POPA PUSHA REP".split())
"""Instructions that the reference lacks, or says nothing of, or that one lane cannot show."""
NUMBERS = np.array(
    [
        *(0.0, -0.0, 1.0, -1.0, 2.0, 0.5, -2.5, 3.0, 7.25, np.inf, -np.inf, np.nan),
        *(1e-39, -1e-40, 3e38, 2147483648.0, -4294967296.0),
    ],
    np.float32,
).view(np.uint32)


def random_inputs(seed, stage):
    """Attributes and parameters by name: small, special and arbitrary words; NaNs are quiet."""
    rng = np.random.default_rng(seed)

    def words(*shape):
        chosen = rng.choice(np.concatenate([NUMBERS, np.arange(-4, 33).astype(np.uint32)]), shape)
        return np.where(
            rng.random(shape) < 0.6, chosen, random_bits(rng, np.prod(shape)).reshape(shape)
        )

    attributes = {}
    for number in range(INPUTS):
        values = words(4, LANES)
        values[np.isnan(values.view(np.float32))] = QUIET_NAN
        attributes[f"{ATTRIBUTES[stage]}[{number}]"] = values
    if stage == "VERT":
        for name in ("vertex.id", "vertex.instance"):
            row = rng.integers(0, 40, LANES).astype(np.uint32)
            attributes[name] = np.stack([row, row * 0, row * 0, row * 0])
    return attributes, {f"program.local[{n}]": words(4) for n in range(CONSTANTS)}


def differences(text, stage, attributes, parameters, outcome):
    """The first few differences between results of softgl and of the interpreter."""
    (results, killed), parsed, found = outcome, parse_text(text), []
    for lane in range(LANES):
        inputs = {
            ("CONST", n): parameters[f"program.local[{n}]"].tolist() for n in range(CONSTANTS)
        }
        for n in range(INPUTS):
            inputs["IN", n] = attributes[f"{ATTRIBUTES[stage]}[{n}]"][:, lane].tolist()
        if stage == "VERT":
            inputs["SV", 0] = attributes["vertex.id"][:, lane].tolist()
            inputs["SV", 1] = attributes["vertex.instance"][:, lane].tolist()
        expected = Lane(parsed, inputs)
        if expected.killed != killed[lane]:
            found.append(f"lane {lane}: killed is {killed[lane]}")
        if expected.killed:
            continue
        for number, name in enumerate(RESULTS[stage]):
            for component, want in enumerate(expected.outputs[number]):
                got = results[name][component, lane]
                if not agrees(want, got):
                    wanted = want if isinstance(want, Interval) else hex(want)
                    found.append(
                        f"lane {lane}: OUT[{number}].{'xyzw'[component]} is {got:#x}, not {wanted}"
                    )
    return found[:5]


def agrees(want, got):
    if isinstance(want, Interval):
        return want.holds(got.view(np.float32))
    return int(got) == shown(want)


def check(engine, stage, seeds):
    """Runs programs together and compares each with the interpreter."""
    texts = [random_text(seed, stage) for seed in seeds]
    attributes, parameters = random_inputs(seeds[0], stage)
    outcomes = run_programs(engine, list(map(parse, texts)), attributes, parameters)
    for seed, text, outcome in zip(seeds, texts, outcomes, strict=True):
        found = differences(text, stage, attributes, parameters, outcome)
        assert not found, "\n".join([f"seed {seed}, inputs {seeds[0]}", text, *found])


@pytest.mark.parametrize("stage", STAGES)
def test_against_the_interpreter(stage):
    check(eager_engine(), stage, range(TOGETHER))


@pytest.mark.parametrize("stage,width", [*zip(("VERT", "FRAG", "VERT"), WIDTHS, strict=True)])
def test_compiled(stage, width):
    first = 100 * width
    engine = llvm_engine(Target(host_levels()[-1], width))
    check(engine, stage, range(first, first + COMPILED))


def test_the_programs_use_every_instruction():
    texts = [random_text(seed, stage) for stage in STAGES for seed in range(120)]
    used = {step.opcode for text in texts for step in parse_text(text).steps}
    offered = {
        name
        for name, opcode in OPCODES.items()
        if {TGSI_VERTEX, TGSI_FRAGMENT} & opcode.languages and opcode.form is not Form.TEXTURE
    }
    assert offered - used == BESIDE
    assert used - offered == {"KILL_IF", "SHR"}  # aliases
