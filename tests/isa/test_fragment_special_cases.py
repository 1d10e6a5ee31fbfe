"""Programs of FP1.0 keep every special-case rule and every precision, on both machines."""

from __future__ import annotations

import numpy as np
import pytest

from softgl.asm import parse
from softgl.isa import OPCODES, Operand
from tests.ir.running import run_programs
from tests.isa.fragment_special_cases import RULES
from tests.isa.opcode_cases import isa_engines
from tests.isa.test_vectors import components, word
from tests.isa.vector_values import INF, LEAST_NORMAL, NAN, TINY, Near
from tests.lanes.machines import engine_id

ENGINES = isa_engines()
COLOR = "result.color[0]"
every_engine = pytest.mark.parametrize("engine", ENGINES, ids=engine_id)


def words(engine, texts, rows):
    """The color that each program gives for its rows of operands in f[TEX0] and on."""
    total = sum(map(len, rows))
    inputs = np.zeros((3, 4, total), np.uint32)
    numbers = [operands for some in rows for operands in some]
    for lane, operands in enumerate(numbers):
        for place, operand in enumerate(operands):
            inputs[place, :, lane] = [word(value) for value in components(operand)]
    attributes = {f"fragment.texcoord[{n}]": inputs[n] for n in range(3)}
    outcomes = run_programs(engine, [parse(text) for text in texts], attributes, {})
    first, found = 0, []
    for some, (results, _) in zip(rows, outcomes, strict=True):
        found.append(results[COLOR][:, first : first + len(some)])
        first += len(some)
    return found


def instruction(name, suffix=""):
    """A program that copies attributes to temporaries and executes one instruction."""
    kinds = OPCODES[name].of("FP1.0").sources
    head = "".join(f"MOV R{n}, f[TEX{n}]; " for n in range(len(kinds)))
    sources = ", ".join(
        f"R{n}{'.x' if kind is Operand.SCALAR else ''}" for n, kind in enumerate(kinds)
    )
    return f"!!FP1.0 {head}{name}{suffix} o[COLR], {sources}; END"


@every_engine
def test_special_cases(engine):
    texts, rows = [instruction(name) for name in RULES], list(RULES.values())
    for name, some, found in zip(
        RULES, rows, words(engine, texts, [[row[:-1] for row in r] for r in rows]), strict=True
    ):
        for (*given, expected), got in zip(some, found.T, strict=True):
            for component, number in zip(components(expected), got, strict=True):
                shown = f"{name}{given} gives {number:#010x}, not {component!r}"
                if isinstance(component, Near):
                    value = float(number.view(np.float32))
                    assert abs(value - component.value) <= component.error, shown
                else:
                    assert number == word(component), shown


def check(engine, text, *rows):
    (found,) = words(engine, [text], [[row[:-1] for row in rows]])
    for (*given, expected), got in zip(rows, found[0], strict=True):
        assert got == word(expected), f"{text}{given} gives {got.view(np.float32)}, not {expected}"


HALF_MAX = 65504.0
HALVES = [
    *((0.1, 0.0999755859375), (1.0 + 2.0**-11, 1.0), (1.0 + 3 * 2.0**-11, 1.0 + 2.0**-9)),
    *((2.0**16, INF), (-(2.0**16), -INF), (1e30, INF), (HALF_MAX, HALF_MAX)),
    *((INF, INF), (-INF, -INF), (NAN, NAN), (-0.0, -0.0), (0.0, 0.0)),
    # Denormal numbers of 16 bits are there.
    *((2.0**-24, 2.0**-24), (3 * 2.0**-24, 3 * 2.0**-24), (2.0**-26, 0.0), (-(2.0**-26), -0.0)),
]
FIXED = [
    *((-INF, -2.0), (-3.0, -2.0), (INF, 2047 / 1024), (2.0, 2047 / 1024), (NAN, 0.0)),
    *((0.1, 102 / 1024), (-0.1, -102 / 1024), (1.5, 1.5), (-2.0, -2.0), (-0.0, 0.0)),
    *((2047 / 1024, 2047 / 1024), (2.0**-12, 0.0), (3 * 2.0**-12, 2.0**-10)),
]


@every_engine
def test_precisions(engine):
    """3.11.4.2: conversions to fp16 and fx12, of operands, of results and of registers."""
    check(engine, "!!FP1.0 MOV R0, f[TEX0]; MOVH o[COLR], R0; END", *HALVES)
    check(engine, "!!FP1.0 MOV o[COLH], f[TEX0]; END", *HALVES)
    check(engine, "!!FP1.0 MOV H5, f[TEX0]; MOV o[COLR], H5; END", *HALVES)
    check(engine, "!!FP1.0 MOV R0, f[TEX0]; MOVX o[COLR], R0; END", *FIXED)
    # Without a suffix, the precision is that of the destination; f[TEX0] has 32 bits always.
    check(engine, "!!FP1.0 MOVX o[COLR], f[TEX0]; END", (0.1, 0.1), (5.0, 5.0))
    double = "!!FP1.0 MOV R0, f[TEX0]; MUL{} {}, R0, 4096; MOV R1, {}; MUL o[COLR], R1, 1; END"
    tiny = 2.0**-26
    check(engine, double.format("", "H1", "H1"), (tiny, 0.0), (20.0, INF))
    check(engine, double.format("R", "H1", "H1"), (tiny, 2.0**-14), (20.0, INF))
    check(engine, double.format("H", "R1", "R1"), (tiny, 0.0), (15.0, 61440.0), (16.0, INF))


@every_engine
def test_results_at_lower_precisions(engine):
    pair = "!!FP1.0 MOV R0, f[TEX0]; MOV R1, f[TEX1]; {} o[COLR], R0, R1; END"
    check(engine, pair.format("ADDX"), (1.5, 1.5, 2047 / 1024), (-1.5, -1.5, -2.0))
    check(engine, pair.format("MULX"), (0.5, 2.0**-10, 0.0), (1.5, 2.0**-10, 2.0**-9))
    check(engine, pair.format("MULH"), (256.0, 256.0, INF), (1.0 + 2.0**-10, 1.5, 1.501953125))
    check(engine, pair.format("ADDH"), (2048.0, 1.0, 2048.0), (2048.0, 3.0, 2052.0))
    check(engine, pair.format("SEQH"), (1.0, 1.0 + 2.0**-12, 1.0), (1.0, 1.0 + 2.0**-10, 0.0))
    check(engine, pair.format("SEQR"), (1.0, 1.0 + 2.0**-12, 0.0))


@every_engine
def test_denormal_numbers_of_32_bits_are_zeros(engine):
    pair = "!!FP1.0 MOV R0, f[TEX0]; MUL o[COLR], R0, 0.5; END"
    check(engine, pair, (LEAST_NORMAL, 0.0), (TINY, 0.0), (-LEAST_NORMAL, -0.0))


@every_engine
def test_a_clamp_keeps_nan_and_the_sign_of_zero(engine):
    """3.11.4.4: "if (result.x < 0) result.x = 0; else if (result.x > 1) result.x = 1;\""""
    rows = [(NAN, NAN), (2.0, 1.0), (INF, 1.0), (-INF, 0.0), (0.5, 0.5), (-0.0, -0.0), (0.0, 0.0)]
    check(engine, instruction("MOV", "_SAT"), *rows)


@every_engine
def test_the_condition_code_is_that_of_the_register(engine):
    """Issues: "the result is converted to the precision of the destination register, after which
    the condition code is generated"."""
    text = "!!FP1.0 MOV R0, f[TEX0]; MOVR{} {}, R0; MOV o[COLR], 2; MOV o[COLR] (EQ), 1; END"
    check(engine, text.format("C", "HC"), (2.0**-26, 1.0), (1.0, 2.0))
    check(engine, text.format("C", "RC"), (2.0**-26, 2.0), (0.0, 1.0), (-0.0, 1.0))
    check(engine, text.format("", "R1"), (5.0, 1.0))  # all are EQ at first


@every_engine
def test_fog_has_no_one(engine):
    text = "!!FP1.0 MOV o[COLR], f[FOGC].wwww; END"
    fog = {"fragment.fogcoord": np.full((4, 8), 0x3F800000, np.uint32)}
    ((results, _),) = run_programs(engine, [parse(text)], fog, {})
    assert not results[COLOR].any()


@every_engine
def test_packed_attributes_are_not_flushed(engine):
    """The bits of two halves may be those of a denormal number of 32 bits."""
    check(engine, "!!FP1.0 UP2H o[COLR], f[TEX0].x; END", (0x00003C00, 1.0))


@every_engine
def test_packed_numbers_survive(engine):
    text = "!!FP1.0 PK2H R0.x, f[TEX0]; MOV R1, R0; UP2H o[COLR], R1.x; END"
    check(engine, text, (0.5, 0.5), (TINY, 0.0), (-INF, -INF), (2.0**-24, 2.0**-24), (NAN, NAN))
