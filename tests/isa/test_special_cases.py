"""Programs of the older vertex languages keep every special-case rule, on both machines."""

from __future__ import annotations

import numpy as np
import pytest

from softgl.asm import parse
from softgl.isa import OPCODES, Operand
from tests.ir.running import run_programs
from tests.isa.opcode_cases import isa_engines
from tests.isa.special_cases import FLUSHED, RULES
from tests.isa.test_vectors import components, word
from tests.isa.vector_values import Near
from tests.lanes.machines import engine_id

ENGINES = isa_engines()
OPERANDS = 3


def rows_of(language, name):
    return [*RULES[language].get(name, ()), *FLUSHED.get(language, {}).get(name, ())]


def text(language, name):
    """A program that copies attributes to temporaries and executes one instruction."""
    kinds = OPCODES[name].of(language).sources
    head = "".join(f"MOV R{n}, v[{n}]; " for n in range(len(kinds)))
    sources = ", ".join(
        f"R{n}{'.x' if kind is Operand.SCALAR else ''}" for n, kind in enumerate(kinds)
    )
    return f"!!{language} {head}{name} o[HPOS], {sources}; END"


def run(engine, language, names):
    """The result of each instruction in each row of its own: name -> (4, rows) uint32."""
    rows = {name: rows_of(language, name) for name in names}
    lanes = max(map(len, rows.values()))
    outcomes = {}
    programs = [parse(text(language, name)) for name in names]
    # One kernel for all: every program sees the rows of all instructions.
    starts, total = {}, 0
    for name in names:
        starts[name], total = total, total + len(rows[name])
    inputs = np.zeros((OPERANDS, 4, total), np.uint32)
    for name in names:
        for number, (*operands, _) in enumerate(rows[name]):
            for place, operand in enumerate(operands):
                inputs[place, :, starts[name] + number] = [word(v) for v in components(operand)]
    attributes = {f"vertex.attrib[{n}]": inputs[n] for n in range(OPERANDS)}
    for name, (results, _) in zip(
        names, run_programs(engine, programs, attributes, {}), strict=True
    ):
        first = starts[name]
        outcomes[name] = results["result.position"][:, first : first + lanes]
    return outcomes


@pytest.mark.parametrize("language", RULES)
@pytest.mark.parametrize("engine", ENGINES, ids=engine_id)
def test_special_cases(engine, language):
    names = list(RULES[language])
    outcomes = run(engine, language, names)
    wrong = []
    for name in names:
        for number, (*given, expected) in enumerate(rows_of(language, name)):
            for component, wanted in enumerate(components(expected)):
                got = outcomes[name][component, number]
                shown = f"{name}{tuple(given)}.{'xyzw'[component]} = {got.view(np.float32)!r}"
                if isinstance(wanted, Near):
                    right = abs(float(got.view(np.float32)) - wanted.value) <= wanted.error
                else:
                    right = got == word(wanted)
                if not right:
                    wrong.append(f"{shown}, not {wanted!r}")
    assert not wrong, "\n".join(wrong)


def test_every_instruction_has_rules():
    """Address registers and control flow have tests of their own."""
    apart = {"ARL", "ARR", "ARA", "BRA", "CAL", "RET"}
    for language, rules in RULES.items():
        assert set(rules) == {n for n, e in OPCODES.items() if language in e.languages} - apart
