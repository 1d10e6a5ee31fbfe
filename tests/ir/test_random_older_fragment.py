"""Random programs of FP1.0 and of the options of ARBfp1.0 against an interpreter of their own."""

from __future__ import annotations

import numpy as np
import pytest

from softgl.asm import disassemble, parse
from softgl.isa import OPCODES, Form
from softgl.lanes import WIDTHS, Target, eager_engine, llvm_engine
from softgl.lanes.target import host_levels
from tests.ir.running import run_programs
from tests.lanes.machines import engine_id, random_bits
from tests.reference.approximate import Interval
from tests.reference.fragment_writer import APPROXIMATE, EXACT, LANGUAGES, random_steps, text
from tests.reference.older_fragment import Fragment

LANES, PROGRAMS, COMPILED = 8, 60, 6
ENGINES = [eager_engine(), *(llvm_engine(Target(host_levels()[-1], width)) for width in WIDTHS)]
RESULTS = {"result.color[0]": "color", "result.depth": "depth"}
NUMBERS = np.array(
    [0, -0.0, 1, -1, 2, 0.5, -2.5, 3, 0.1, 1.999, 7e4, 6e-5, 1e-7, np.inf, -np.inf, np.nan]
    + [1e-39, -1e-40, 1e-38, 3e38],
    np.float32,
)
QUIET_NAN = 0x7FC00000


def random_inputs(seed):
    """Words by the interpreter's names: small, special and arbitrary numbers; NaNs are quiet."""
    rng = np.random.default_rng(seed)
    attributes = {}
    for name in (*(f"f{n}" for n in range(8)), "fog"):
        words = np.where(
            rng.random((4, LANES)) < 0.7,
            rng.choice(NUMBERS, (4, LANES)).view(np.uint32),
            random_bits(rng, 4 * LANES).reshape(4, LANES),
        )
        words[np.isnan(words.view(np.float32))] = QUIET_NAN
        attributes[name] = words
    attributes["fog"][1:] = np.array([[0], [0], [0x3F800000]])
    return attributes, {f"p{n}": rng.choice(NUMBERS, 4).view(np.uint32) for n in range(4)}


def bindings(attributes, parameters):
    named = {f"fragment.texcoord[{n}]": attributes[f"f{n}"] for n in range(8)}
    named["fragment.fogcoord"] = attributes["fog"]
    return named, {f"program.local[{n}]": parameters[f"p{n}"] for n in range(4)}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("engine", ENGINES, ids=engine_id)
def test_against_the_interpreter(engine, language):
    # Each width has programs of its own.
    first = 0 if engine.name == "eager" else 100 * engine.target.width
    seeds = range(first, first + (COMPILED if first else PROGRAMS))
    steps = {seed: random_steps(seed, language) for seed in seeds}
    programs = [parse(text(language, given)) for given in steps.values()]
    inputs = random_inputs(len(language))
    outcomes = run_programs(engine, programs, *bindings(*inputs))
    for (seed, given), outcome in zip(steps.items(), outcomes, strict=True):
        found = differences(language, given, *inputs, outcome)
        assert not found, "\n".join([f"seed {seed}", text(language, given), *found])


def differences(language, steps, attributes, parameters, outcome):
    results, killed = outcome
    half = any("COLH" in step.results.get("color", "") for step in steps)
    constants = {name: [int(word) for word in words] for name, words in parameters.items()}
    found = []
    for lane in range(LANES):
        inputs = {name: [int(w) for w in words[:, lane]] for name, words in attributes.items()}
        fragment = Fragment(language, steps, inputs, constants, half)
        if fragment.killed != killed[lane]:
            found.append(f"lane {lane}: killed is {killed[lane]}")
        for name, values in results.items():
            for component, wanted in enumerate(fragment.results[RESULTS[name]]):
                got = values[component, lane]
                if not fragment.killed and not agrees(wanted, got):
                    given = f"{got:#x} ({got.view(np.float32)})"
                    shown = wanted if isinstance(wanted, Interval) else hex(wanted)
                    found.append(f"lane {lane}: {name}[{component}] is {given}, not {shown}")
    return found[:4]


def agrees(wanted, got):
    if isinstance(wanted, Interval):
        return wanted.holds(got.view(np.float32))
    return got == (QUIET_NAN if wanted & 0x7FFFFFFF > 0x7F800000 else wanted)


@pytest.mark.parametrize("language", LANGUAGES)
def test_disassembly(language):
    for seed in range(PROGRAMS):
        program = parse(text(language, random_steps(seed, language)))
        again = disassemble(parse(disassemble(program)))
        assert again == disassemble(program)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_instruction_is_there(language):
    name = language if language == "FP1.0" else f"ARBfp1.0 {language}"
    left_out = {"DDX", "DDY", "KIL", "SWZ"}  # of quads; and without a result of their own
    offered = {
        opcode
        for opcode, entry in OPCODES.items()
        if name in entry.languages and entry.form not in (Form.TEXTURE, Form.FLOW)
    }
    assert EXACT[language].keys() | APPROXIMATE[language].keys() | left_out == offered | left_out
