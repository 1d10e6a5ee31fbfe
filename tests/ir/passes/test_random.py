"""Random programs before and after each pass: the same results, bit for bit, on both machines."""

from __future__ import annotations

import numpy as np
import pytest

from softgl.asm import parse
from softgl.ir.passes import PASSES, Draft, is_plain
from softgl.ir.validate import validate
from softgl.lanes import eager_engine, llvm_engine
from tests.ir import test_random_programs, test_random_tgsi
from tests.ir.passes import programs
from tests.ir.running import run_programs
from tests.reference.generator import random_program
from tests.reference.tgsi_programs import random_text

KINDS = {"NVvp4.0": random_program, "NVfp4.0": random_program}
KINDS |= {"VERT": random_text, "FRAG": random_text}


def stages(program):
    """The program, and what is left of it behind each pass; each is validated."""
    found = [program]
    draft = Draft(program)
    for change in PASSES:
        change(draft)
        found.append(validate(draft.finish()))
    return found


def check(engine, kind, seeds, steps=True):
    module = test_random_tgsi if KINDS[kind] is random_text else test_random_programs
    inputs = module.random_inputs(seeds[0], kind)
    texts = [KINDS[kind](seed, kind) for seed in seeds]
    programs = [one for one in map(parse, texts) if is_plain(one)]
    assert programs
    runs = [stages(program)[:: 1 if steps else len(PASSES)] for program in programs]
    outcomes = iter(run_programs(engine, [one for run in runs for one in run], *inputs))
    for run in runs:
        (results, killed), *others = [next(outcomes) for _ in run]
        for number, (other, other_killed) in enumerate(others):
            where = f"pass {number}, inputs {seeds[0]}\n{run[0].source}"
            for name, words in results.items():
                assert np.array_equal(words, other[name]), f"{name}: {where}"
            assert np.array_equal(killed, other_killed), where


@pytest.mark.parametrize("kind", KINDS)
def test_results_stay(kind):
    check(eager_engine(), kind, range(16))


@pytest.mark.parametrize("kind", KINDS)
def test_compiled(kind):
    seeds = range(100, 103) if KINDS[kind] is random_text else range(100, 101)
    check(llvm_engine(), kind, seeds, steps=False)


# -- programs of GLSL's instruction set ------------------------------------------------------------


def inputs_of_glsl(seed):
    rng = np.random.default_rng(seed)
    numbers = [0, -0.0, 1, 2, -1, 0.5, 3, 1e-3, np.inf, -np.inf, np.nan, 5.5, -7.25, 1e30]
    words = rng.choice(np.array(numbers, np.float32), (2, 4, 16)).view(np.uint32)
    words[np.isnan(words.view(np.float32))] = 0x7FC00000
    integers = rng.integers(-3, 6, words.shape).astype(np.int32).view(np.uint32)
    words = np.where(rng.random(words.shape) < 0.3, integers, words)
    return {f"fragment.attrib[{n}]": words[n] for n in range(2)}


@pytest.mark.parametrize("engine,seeds", [(eager_engine(), 25), (llvm_engine(), 3)])
def test_programs_of_glsl(engine, seeds):
    for seed in range(seeds):
        runs = stages(validate(programs.random_program(seed)))
        runs = runs if engine.name == "eager" else [runs[0], runs[-1]]
        (results, killed), *others = run_programs(engine, runs, inputs_of_glsl(seed), {})
        for number, (other, other_killed) in enumerate(others):
            where = f"seed {seed}, pass {number}"
            assert np.array_equal(killed, other_killed), where
            for name, words in results.items():
                assert np.array_equal(words[:, ~killed], other[name][:, ~killed]), where
