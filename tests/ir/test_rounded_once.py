"""Fragment programs round a product with the sum that it is added to, all others before it."""

from __future__ import annotations

import numpy as np
import pytest

from softgl.asm import parse
from softgl.lanes import Target, eager_engine, llvm_engine
from softgl.lanes.target import host_levels
from tests.ir.running import run_programs
from tests.lanes.machines import engine_id
from tests.reference.arithmetic import to_bits

INF, NAN, MAX = np.inf, np.nan, float(np.finfo(np.float32).max)
NEXT, SQUARE, REST = 1 + 2.0**-23, 1 + 2.0**-22, 2.0**-46  # NEXT^2 = SQUARE + REST
ALIKE = (NEXT, 3.0, 0.1, 0.0)
# The instruction, its operands, and the x of its result in vertex and in fragment programs.
CASES = [
    ("MAD", [NEXT, NEXT, -SQUARE], 0.0, REST),
    ("MAD", [MAX, 2.0, -INF], NAN, -INF),
    ("MAD", [2.0**-75, 2.0**-75, 2.0**-149], 2.0**-149, 2.0**-148),
    ("DP3", [(-1.0, NEXT, 0.0), (SQUARE, NEXT, 0.0)], 0.0, REST),
    ("DP3", [(NEXT, -1.0, 0.0), (NEXT, SQUARE, 0.0)], 0.0, 0.0),  # the first product is alone
    ("DP3", [(MAX, MAX, 1.0), (2.0, -2.0, 1.0)], NAN, INF),
    ("DP4", [(0.0, 0.0, -1.0, NEXT), (0.0, 0.0, SQUARE, NEXT)], 0.0, REST),
    ("DPH", [(-1.0, NEXT, 0.0), (SQUARE, NEXT, 0.0, 0.0)], 0.0, REST),
    ("XPD", [ALIKE, ALIKE], 0.0, 0.0),  # of a vector and itself
    ("LRP", [NEXT, NEXT, 2.0**23 + 2.0], 0.0, REST),  # 1 - NEXT = -2^-23
    ("X2D", [(-SQUARE,), (NEXT, 1.0), (NEXT, 0.0)], 0.0, REST),
]
LANGUAGES = [
    # Header, inputs, where the result goes, and what else the language lacks.
    ("!!ARBvp1.0", "vertex.attrib", "result.position", ("LRP", "X2D")),
    ("!!NVvp4.0", "vertex.attrib", "result.position", ()),
    ("!!ARBfp1.0", "fragment.texcoord", "result.color", ("X2D",)),
    ("!!ARBfp1.0 OPTION NV_fragment_program2;", "fragment.texcoord", "result.color", ()),
    ("!!NVfp4.0", "fragment.texcoord", "result.color", ()),
]


def text_of(opcode, count, header, inputs, result):
    operands = ", ".join(f"{inputs}[{n + 1}]" for n in range(count))
    return f"{header}\n{opcode} {result}, {operands};\nEND"


def tgsi_of(opcode, count, stage, result):
    semantic = ", GENERIC[{}], LINEAR" if stage == "FRAG" else ""
    inputs = [f"DCL IN[{n}]{semantic.format(n)}" for n in range(4)]
    operands = ", ".join(f"IN[{n + 1}]" for n in range(count))
    instructions = [f"{opcode} OUT[0], {operands}", "END"]
    return "\n".join([stage, *inputs, f"DCL OUT[0], {result}", *instructions])


def programs():
    """(text, the vectors of its inputs, the x of its result) of every case in every language."""
    for opcode, operands, twice, once in CASES:
        for header, inputs, result, lacks in LANGUAGES:
            if opcode not in lacks:
                wanted = once if "fp" in header else twice
                yield text_of(opcode, len(operands), header, inputs, result), operands, wanted
        for stage, result, wanted in (("VERT", "POSITION", twice), ("FRAG", "COLOR", once)):
            yield tgsi_of(opcode, len(operands), stage, result), operands, wanted


def engines():
    return [eager_engine(), *(llvm_engine(Target(level, 4)) for level in host_levels())]


@pytest.mark.parametrize("engine", engines(), ids=engine_id)
def test_sums_of_products(engine):
    """Sums of products are rounded once; a lane holds the operands of each program."""
    cases = list(programs())
    inputs = np.zeros((4, 4, len(cases)), np.float32)
    for lane, (_, operands, _) in enumerate(cases):
        for place, operand in enumerate(operands, 1):
            vector = operand if isinstance(operand, tuple) else (operand,) * 4
            inputs[place, : len(vector), lane] = vector
    names = ("vertex.attrib", "fragment.texcoord", "fragment.generic")
    attributes = {f"{name}[{n}]": inputs[n].view(np.uint32) for name in names for n in range(4)}
    parsed = [parse(text) for text, _, _ in cases]
    outcomes = run_programs(engine, parsed, attributes, {})
    for lane, ((text, _, wanted), (results, _)) in enumerate(zip(cases, outcomes, strict=True)):
        (words,) = results.values()
        assert words[0, lane] == to_bits(np.float32(wanted), "F"), text
