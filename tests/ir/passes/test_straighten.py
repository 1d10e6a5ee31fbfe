"""Programs of assembly languages without their control flow, and programs that keep it."""

from __future__ import annotations

from itertools import count, islice

import numpy as np
import pytest

from softgl.asm import parse
from softgl.ir.blocks import has_flow
from softgl.ir.passes.bounds import bound_of
from softgl.ir.passes.straighten import straightened
from softgl.lanes import eager_engine, llvm_engine
from softgl.tuning import changed
from tests.ir import test_random_programs, test_random_tgsi
from tests.ir.running import run_programs
from tests.reference.generator import random_program
from tests.reference.tgsi_programs import random_text

HEADS = {
    "fp2": "!!ARBfp1.0\nOPTION NV_fragment_program2;\nTEMP R0, R1, R2;\n",
    "fp4": "!!NVfp4.0\nTEMP R0, R1, R2;\n",
    "vp2": "!!VP2.0\n",
}
BEGIN = "MOV R0, fragment.attrib[0];\nMOV R1, fragment.attrib[1];\n"
END = "MOV result.color, R0;\n"
NUMBERS = np.array([0, -0.0, 1, -1, 0.5, 2, 3.5, 1e30, -1e30, np.inf, -np.inf, np.nan], np.float32)


def program(lines: str, head: str = "fp4", subroutines: str = ""):
    """A fragment program around lines that change R0."""
    begin = BEGIN.replace("attrib", "texcoord") if head == "fp2" else BEGIN
    body = begin + lines + END
    if subroutines:
        body = (
            f"main:\n{body}RET;\n{subroutines}" if head == "fp4" else f"{body}RET;\n{subroutines}"
        )
    return parse(HEADS[head] + body + "END")


def run(engine, programs):
    """The results of programs over all pairs of NUMBERS."""
    pairs = np.array(np.meshgrid(NUMBERS, NUMBERS)).reshape(2, -1)
    words = np.stack([np.stack([np.roll(one, 7 * c) for c in range(4)]) for one in pairs])
    words = words.view(np.uint32)
    words[np.isnan(words.view(np.float32))] = 0x7FC00000
    names = [str(one) for one in programs[0].attributes]
    return run_programs(engine, programs, dict(zip(names, words, strict=True)), {})


STRAIGHT = {
    "IF": "SUBC R2, R0, R1;\nIF LT.x;\nADD R0, R0, 0.25;\nELSE;\nMUL R0, R0, 0.75;\nENDIF;\n",
    "IF of NaN": "MOVC R2, R1;\nIF GE.y;\nMOV R0.x, 1;\nELSE;\nMOV R0.xy, 2;\nENDIF;\n",
    "IF without ELSE": "MOVC R2, R1;\nIF NE.z;\nRCP R0.w, R1.x;\nADD_SAT R0, R0, R0.w;\nENDIF;\n",
    "two IFs": "MOVC R2, R1;\nIF GT.x;\nMOV R0, 3;\nENDIF;\nIF LE.x;\nMOV R0, -1;\nENDIF;\n",
    "result": "MOVC R2, R1;\nIF EQ.x;\nMOV result.depth.z, 0.5;\nELSE;\nMOV R0, 2;\nENDIF;\n",
    "REP": "REP {4};\nMAD R0, R0, R1, 0.5;\nENDREP;\n",
    "REP of a fraction": "REP {2.75};\nADD R0, R0, R1;\nENDREP;\n",
    "REP of nothing": "REP {0};\nMOV R0, 9;\nENDREP;\n",
    "REP in REP": "REP {3};\nREP {2};\nADD R0, R0, 1;\nENDREP;\nMUL R0, R0, R1;\nENDREP;\n",
    "IF in REP": "REP {3};\nADDC R0, R0, R1;\nIF GT.w;\nMUL R0, R0, -1;\nENDIF;\nENDREP;\n",
}


@pytest.mark.parametrize("head", ["fp2", "fp4"])
def test_straight_programs(head):
    texts = {name: one for name, one in STRAIGHT.items() if head == "fp4" or "result" not in name}
    for engine in (eager_engine(), llvm_engine()):
        before = [program(lines, head) for lines in texts.values()]
        after = [straightened(one) for one in before]
        assert not any(map(has_flow, after))
        found = run(engine, before + after)
        for name, one, other in zip(texts, found, found[len(before) :], strict=False):
            assert all(np.array_equal(one[0][key], other[0][key]) for key in one[0]), name


CALLED = "grow:\nMAD R0, R0, 0.5, R1;\nRET;\n"


@pytest.mark.parametrize("head", ["fp2", "fp4"])
def test_calls(head):
    sub = CALLED + "twice:\nCAL grow;\nADD R1, R1, 1;\nCAL grow;\nRET;\n"
    before = program("CAL twice;\nCAL grow;\nCAL twice;\n", head, sub)
    after = straightened(before)
    assert not has_flow(after)
    [(one, _), (other, _)] = run(eager_engine(), [before, after])
    assert np.array_equal(one["result.color[0]"], other["result.color[0]"])


def test_large_subroutines_stay_subroutines():
    # In NV_fragment_program2 a label returns from nothing: each keeps its RET.
    long = "grow:\n" + "MAD R0, R0, 0.5, R1;\n" * 60 + "RET;\n"
    before = program("CAL grow;\nREP {2};\nADD R0, R0, 1;\nENDREP;\nCAL grow;\n", "fp2", long)
    after = straightened(before)
    assert [one.opcode for one in after.instructions].count("CAL") == 2
    assert all(one.opcode != "REP" for one in after.instructions)
    [(one, _), (other, _)] = run(eager_engine(), [before, after])
    assert np.array_equal(one["result.color[0]"], other["result.color[0]"])


KEPT = {
    "several components": "MOVC R2, R1;\nIF LT;\nMOV R0, 1;\nENDIF;\n",
    "its own flags": "MOVC R2, R1;\nIF LT.x;\nADDC R0, R0, 1;\nENDIF;\n",
    "a sample": "MOVC R2, R1;\nIF LT.x;\nTEX R0, R1, texture[0], 2D;\nENDIF;\n",
    "a derivative": "MOVC R2, R1;\nIF LT.x;\nDDX R0, R1;\nENDIF;\n",
    "KIL": "MOVC R2, R1;\nIF LT.x;\nKIL R0;\nENDIF;\n",
    "a condition inside": "MOVC R2, R1;\nIF LT.x;\nMOV R0 (GT.y), 1;\nENDIF;\n",
    "a count at run time": "REP program.local[0].x;\nADD R0, R0, 1;\nENDREP;\n",
    "BRK": "REP {5};\nADDC R0, R0, 1;\nBRK (GT.x);\nENDREP;\n",
    "many iterations": "REP {250};\n" + 5 * "MAD R0, R0, R1, 0.5;\n" + "ENDREP;\n",
}


@pytest.mark.parametrize("name", KEPT)
def test_blocks_that_stay(name):
    after = straightened(program(KEPT[name], "fp2"))
    assert has_flow(after)


def test_programs_that_may_end_at_a_limit_stay():
    # 255 x 255 x 2 instructions are beyond the 65,536 of NV_fragment_program2.
    nested = "REP program.local[0].x;\nREP program.local[0].y;\nADD R0, R0, 1;\nENDREP;\nENDREP;\n"
    ending = program(nested + STRAIGHT["IF"], "fp2")
    assert bound_of(ending).steps > ending.step_limit
    assert straightened(ending) is ending
    bounded = program("REP program.local[0].x;\nADD R0, R0, 1;\nENDREP;\n" + STRAIGHT["IF"], "fp2")
    assert bound_of(bounded).steps < bounded.step_limit
    assert straightened(bounded).step_limit is None
    recursive = program("CAL grow;\n", "fp4", "grow:\nCAL grow;\nRET;\n")
    assert straightened(recursive) is recursive


def test_bounds():
    bound = bound_of(program("REP {3};\nREP {2};\nADD R0, R0, 1;\nENDREP;\nENDREP;\n", "fp4"))
    # MOV, MOV and MOV; REP, and three times REP, two times ADD and ENDREP, ENDREP.
    assert (bound.steps, bound.loops, bound.ifs, bound.calls) == (3 + 1 + 3 * (1 + 4 + 1), 2, 0, 0)
    sub = "f:\nMOVC R2, R0;\nIF GT.x;\nCAL g;\nENDIF;\nRET;\ng:\nMOV R1, R0;\nRET;\n"
    bound = bound_of(program("CAL f;\n", "fp4", sub))
    assert (bound.ifs, bound.calls) == (1, 2)


KINDS = {"NVvp4.0": random_program, "NVfp4.0": random_program}
KINDS |= {"VERT": random_text, "FRAG": random_text}


@pytest.mark.parametrize("kind", KINDS)
def test_random_programs_stay(kind):
    programs = (parse(KINDS[kind](seed, kind)) for seed in count(300))
    before = [*islice((one for one in programs if straightened(one) is not one), 4)]
    module = test_random_tgsi if KINDS[kind] is random_text else test_random_programs
    inputs = module.random_inputs(300, kind)
    found = run_programs(eager_engine(), before + [straightened(one) for one in before], *inputs)
    for one, old, new in zip(before, found, found[len(before) :], strict=False):
        for name, words in old[0].items():
            assert np.array_equal(words, new[0][name]), f"{name}\n{one.source}"
        assert np.array_equal(old[1], new[1]), one.source


def test_the_switch():
    one = program(STRAIGHT["REP"])
    with changed(STRAIGHTENS_FLOW=False):
        assert straightened(one) is one
