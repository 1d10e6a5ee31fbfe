"""Random shaders: both machines agree, and so do other forms of the same code, to the last bit.

A failure prints the seed and the text. `random_text(seed)` writes it again.
"""

from __future__ import annotations

from contextlib import contextmanager

import numpy as np
import pytest

from softgl.glsl.lower import calls, expressions, stage, statements
from softgl.ir.validate import validate
from softgl.lanes import eager_engine, llvm_engine
from tests.glsl.lower.random_shaders import random_text
from tests.glsl.lower.shaders import HEAD, REALS, program_of
from tests.glsl.lower.trees import INTEGERS, execute_program

SHADERS, COMPILED = 4, 2
FORMS = {
    "subroutines": [(calls, "MAX_INLINED", 0)],
    "branches": [(expressions, "MAX_BOTH_SIDES", -1)],
    "flags": [(statements, "MAX_STEP", -1)],
    "no passes": [(stage, "optimize", lambda program: program)],
}


@contextmanager
def form(changes):
    """Lowers shaders in another form: limits have other values."""
    before = [(module, name, getattr(module, name)) for module, name, _ in changes]
    for module, name, value in changes:
        setattr(module, name, value)
    try:
        yield
    finally:
        for module, name, value in before:
            setattr(module, name, value)


def outcome(engine, text, changes=()):
    """The words of each result, and the killed lanes."""
    with form(changes):
        program = validate(program_of(HEAD + text))
    integers = np.array([INTEGERS] * 4, np.int32).view(np.uint32)
    inputs = {0: integers, 1: REALS.view(np.uint32), 2: integers}
    return execute_program(engine, program, inputs, {})


def differences(seed, text, one, other, words):
    """Fails if two outcomes differ."""
    for name, expected in one[0].items():
        same = np.array_equal(expected, other[0][name])
        assert same, f"seed {seed}: {name} differs, {words}\n{expected}\n{other[0][name]}\n{text}"


@pytest.mark.parametrize("seed", range(COMPILED))
def test_machines_agree(seed):
    text = random_text(seed)
    one, other = outcome(eager_engine(), text), outcome(llvm_engine(), text)
    differences(seed, text, one, other, "eager and llvm")


@pytest.mark.parametrize("seed", range(100, 100 + SHADERS))
def test_forms_agree(seed):
    text = random_text(seed)
    one = outcome(eager_engine(), text)
    for name, changes in FORMS.items():
        differences(seed, text, one, outcome(eager_engine(), text, changes), name)
