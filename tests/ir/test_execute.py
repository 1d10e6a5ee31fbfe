"""Execution of programs: operand modifiers, masks, saturation, condition codes, relative access."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from softgl.asm import parse
from softgl.ir.conditions import CONDITIONS, Flags
from softgl.ir.execute import Environment, execute
from softgl.ir.program import Binding, Constant
from softgl.ir.raw_bits import raw_bits
from softgl.isa import DataType
from softgl.lanes import BOOL, U32, Signature, eager_engine, llvm_engine, padded
from tests.lanes.machines import run_formula

ENGINES = [eager_engine(), llvm_engine()]
both = pytest.mark.parametrize("engine", ENGINES, ids=lambda e: e.name)


def run(engine, text, attribute=(0.0, 0.0, 0.0, 1.0), local=()):
    """The bits of result.color of a fragment program, (4,) uint32, and True if it was killed.

    attribute : fragment.color. local : rows of program.local, floats.
    """
    program = parse(text)
    parameters = np.zeros((max(1, len(program.parameters)), 4), np.uint32)
    for register, parameter in enumerate(program.parameters):
        if isinstance(parameter, Constant):
            parameters[register] = parameter.words
        else:
            row = np.asarray(local, np.float32)[parameter.indices[0]]
            parameters[register] = row.view(np.uint32)
    signature = Signature((), (("parameters", U32), ("out", U32)), frozenset({"out"}))

    def body(m, a, index):
        environment = Environment(lambda register, c: m.f32(attribute[c]), a.parameters)
        outcome = execute(m, program, environment)
        color = outcome.results.get(Binding("result.color", (0,)), [m.f32(0.0)] * 4)
        for component in range(4):
            m.store(a.out, index, m.bits(color[component]), padded(1) * component)
        killed = m.false if outcome.killed is None else outcome.killed
        m.store(a.out, index, m.select(killed, m.u32(1), 0), padded(1) * 4)

    out = np.zeros((5, padded(1)), np.uint32)
    arrays = {"parameters": parameters.reshape(-1), "out": out.reshape(-1)}
    engine.build(signature, body, True).run({}, arrays, 1)
    return out[:4, 0], bool(out[4, 0])


def floats(engine, text, **given):
    return run(engine, text, **given)[0].view(np.float32).tolist()


@both
@pytest.mark.parametrize(
    "body, expected",
    [
        ("MOV result.color, {1, 2, 3, 4}.wzyx;", [4, 3, 2, 1]),
        ("MOV result.color, -{1, 2, 3, 4}.yyww;", [-2, -2, -4, -4]),
        ("MOV result.color.xz, {1, 2, 3, 4};", [1, 0, 3, 1]),  # unwritten: (0, 0, 0, 1)
        ("SWZ result.color, {1, 2, 3, 4}, -z, 0, 1, -1;", [-3, 0, 1, -1]),
        ("MOV_SAT result.color, {-1, 0.5, 2, 1};", [0, 0.5, 1, 1]),
        ("TEMP a; MOV a, {1, 2, 3, 4}; MOV a.xy, a.yxzw; MOV result.color, a;", [2, 1, 3, 4]),
        ("TEMP a; MOV a.x, 5; MOV result.color, a;", [5, 0, 0, 0]),  # never written: 0
        ("DP3 result.color.yw, {1, 2, 3, 4}, {5, 6, 7, 8};", [0, 38, 0, 38]),
        ("RCP result.color, {1, 2, 4, 8}.z;", [0.25, 0.25, 0.25, 0.25]),
    ],
)
def test_operands_and_masks(engine, body, expected):
    assert floats(engine, f"!!ARBfp1.0\n{body} END") == expected


@both
@pytest.mark.parametrize(
    "body, expected",
    [
        ("MOV result.color, |{-1, 2, -3, 4}|;", [1, 2, 3, 4]),
        ("MOV result.color, -|{-1, 2, -3, 4}|;", [-1, -2, -3, -4]),
        ("MOV.SSAT result.color, {-3, -0.5, 0.5, 3};", [-1, -0.5, 0.5, 1]),
        # A condition is read before the instruction's own update, component by component.
        (
            "TEMP a; MOV.CC a, {-1, 0, 1, 1}; MOV.CC a.xy (LT.yxzw), {5, 5, 5, 5};"
            "MOV result.color, a;",
            [-1, 5, 1, 1],
        ),
        (
            "TEMP a; MOV.CC1 a, {-1, 0, 1, 2}; MOV a, 0; MOV a (GE1), 7; MOV result.color, a;",
            [0, 7, 7, 7],
        ),
        ("TEMP a; MOV a, 1; MOV a (EQ), 9; MOV result.color, a;", [9, 9, 9, 9]),  # initially zero
        (
            "TEMP a; MOV.CC a.x, -2; MOV result.color, 1; MOV result.color.y (LT.x), 3;",
            [1, 3, 1, 1],
        ),
    ],
)
def test_condition_codes(engine, body, expected):
    assert floats(engine, f"!!NVfp4.0\n{body} END") == expected


@both
def test_relative_parameters_are_clamped(engine):
    text = """!!NVfp4.0
    PARAM c[4] = { program.local[0..3] };
    INT TEMP i;
    TRUNC.S i.x, fragment.color.x;
    MOV result.color, c[i.x + 1];
    END"""
    local = [[10, 0, 0, 0], [11, 0, 0, 0], [12, 0, 0, 0], [13, 0, 0, 0]]
    for number, expected in ((0, 11), (2, 13), (-1, 10), (-9, 10), (7, 13), (3e9, 13)):
        got = floats(engine, text, attribute=(number, 0, 0, 0), local=local)
        assert got[0] == expected


def test_what_reads_bits_and_what_kills():
    """ARL reads a number, TGSI's UARL the bits of one; of each instruction its entry says so."""
    text = """!!ARBvp1.0 OPTION NV_vertex_program2; ADDRESS A;
    ARL A.x, vertex.attrib[0]; ADD result.position, vertex.attrib[0], 1; END"""
    program = parse(text)
    other = replace(program.instructions[0], opcode="UARL", type=DataType.SIGNED)
    changed = replace(program, instructions=(other, program.instructions[1]))
    assert (raw_bits(program).seen, raw_bits(changed).seen) == (False, True)
    discard = replace(program.instructions[0], opcode="KILL")
    killing = replace(program, instructions=(discard, program.instructions[1]))
    assert (program.kills(), killing.kills()) == (False, True)


@both
def test_integers_and_floats_share_registers(engine):
    """A register holds bits; a NaN seen as an integer is the one quiet NaN."""
    text = "!!NVfp4.0\nTEMP a; MUL a, fragment.color.x, 0; MOV.U a, a; MOV.U result.color, a; END"
    assert raw_bits(parse(text)).seen
    assert run(engine, text, attribute=(float("inf"), 0, 0, 0))[0].tolist() == [0x7FC00000] * 4
    text = "!!NVfp4.0\nINT TEMP i; MOV.S i, {-1, 2, 3, 4}; I2F result.color, i; END"
    assert floats(engine, text) == [-1, 2, 3, 4]


@both
@pytest.mark.parametrize(
    "line, expected",
    [
        # Bits chosen unchanged are not numbers: all ones would be a NaN.
        ("CMP TEMP[0], IN[0], IMM[0], IMM[1]", (0xFFFFFFFF, 0x7FC00001, 0xFFFFFFFF, 0xFFC00002)),
        ("CND TEMP[0], IMM[0], IMM[1], IN[0]", (0x7F800001, 0xFFFFFFFF, 0x7F800001, 0xFFC00002)),
        ("CND0 TEMP[0], IMM[0], IMM[1], IN[0]", (0x7F800001, 0xFFFFFFFF, 0x7F800001, 0x80000001)),
        ("CMP_SAT TEMP[0], IN[0], IMM[0], IMM[1]", (0, 0, 0, 0)),
        # A sign is that of a float, as of MOV, but of what is tested.
        ("CMP TEMP[0], IN[0], -IMM[2], |IMM[2]|", (0xBF800000, 0x40000000, 0x40400000, 0)),
        ("UCMP TEMP[0], -IMM[2], -IMM[2], |IMM[0]|",
         (0xBF800000, 0x40000000, 0x40400000, 0x00000001)),
        ("UCMP TEMP[0], IMM[2], IMM[0], IMM[1]", (0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFC00002)),
    ],
)  # fmt: skip
def test_chosen_operands(engine, line, expected):
    head = """FRAG DCL IN[0], COLOR DCL OUT[0], COLOR DCL TEMP[0..1]
    IMM UINT32 { 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0x80000001 }
    IMM UINT32 { 0x7F800001, 0x7FC00001, 0x7F800001, 0xFFC00002 }
    IMM FLT32 { 1.0, -2.0, -3.0, 0.0 }
    IMM UINT32 { 16, 16, 16, 0xFFFF }"""
    # A half at a time: no result is a NaN then.
    upper = f"{head} {line} USHR TEMP[0], TEMP[0], IMM[3].xxxx MOV OUT[0], TEMP[0] END"
    lower = f"{head} {line} AND TEMP[0], TEMP[0], IMM[3].wwww MOV OUT[0], TEMP[0] END"
    high, low = (run(engine, text, (-1.0, 1.0, -2.0, 0.0))[0].tolist() for text in (upper, lower))
    assert [h << 16 | lo for h, lo in zip(high, low, strict=True)] == list(expected)


@both
@pytest.mark.parametrize(
    "text, killed",
    [
        ("!!ARBfp1.0\nKIL fragment.color; END", False),
        ("!!ARBfp1.0\nKIL -fragment.color; END", True),
        ("!!NVfp4.0\nTEMP a; MOV.CC a, fragment.color; KIL GT.w; END", True),
        ("!!NVfp4.0\nTEMP a; MOV.CC a, fragment.color; KIL LT; END", False),
    ],
)
def test_kill(engine, text, killed):
    assert run(engine, text)[1] is killed


# NV_gpu_program4, table X.16, as truth tables worked out from its expressions: for (SF, ZF) = 00,
# 01, 10, 11 with OF = CF = 0, then the same with OF = CF = 1.
TABLE = {
    "EQ": "0100 0100", "GE": "1100 0011", "GT": "1000 0010", "LE": "0110 1100",
    "LT": "0010 1101", "NE": "1011 1011", "FL": "0000 0000", "TR": "1111 1111",
    "NAN": "0001 0001", "LEG": "1110 1110", "CF": "0000 1111", "NCF": "1111 0000",
    "OF": "0000 1111", "NOF": "1111 0000", "SF": "0011 0011", "NSF": "1100 1100",
    "AB": "0000 1010", "BLE": "1111 0101",
}  # fmt: skip


@both
def test_condition_rules(engine):
    """All eighteen rules over all flags."""
    assert set(TABLE) == set(CONDITIONS)
    sign = np.array([0, 0, 1, 1] * 2, bool)
    zero = np.array([0, 1, 0, 1] * 2, bool)
    other = np.array([0] * 4 + [1] * 4, bool)

    def rules(m, s, z, o):
        return [rule(Flags(s, z, o, o)) for _, rule in CONDITIONS.values()]

    operands = [(sign, BOOL), (zero, BOOL), (other, BOOL)]
    for name, got in zip(
        CONDITIONS, run_formula(engine, rules, operands, [BOOL] * 18), strict=True
    ):
        assert "".join(map(str, got)) == TABLE[name].replace(" ", ""), name
