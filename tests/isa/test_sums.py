"""The overflow and carry flags of integer sums, NV_gpu_program4 2.X.4.3."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from softgl.isa import OPCODES, DataType
from softgl.isa.vocabulary import INTEGERS
from softgl.lanes import BOOL, I32, U32
from tests.isa.opcode_cases import isa_engines
from tests.isa.vector_values import INT_MAX, INT_MIN, UINT_MAX
from tests.lanes.machines import engine_id, random_bits, run_formula

TYPES = {DataType.SIGNED: I32, DataType.UNSIGNED: U32}

# Opcode and data types -> the operands before negation, which of them are negated, and the flags:
# overflow and carry.
VECTORS = {
    "ADD.SU": [
        ((2, 3), "  ", 0, 0),
        ((INT_MAX, 1), "  ", 1, 0),
        ((-1, 1), "  ", 0, 1),
        ((INT_MIN, INT_MIN), "  ", 1, 1),
        ((INT_MIN, INT_MAX), "  ", 0, 0),
        # a - b: "If the result of a subtract is greater than or equal to zero, the carry flag is
        # set".
        ((5, 5), " -", 0, 1),
        ((5, 6), " -", 0, 0),
        ((0, 0), " -", 0, 1),
        ((INT_MIN, 1), " -", 1, 1),
        ((0, INT_MIN), " -", 1, 0),
        ((-1, INT_MIN), " -", 0, 1),
        ((INT_MAX, -1), " -", 1, 0),
        # b - a
        ((1, INT_MIN), "- ", 1, 1),
        ((6, 5), "- ", 0, 0),
        ((0, 7), "- ", 0, 1),
        # -a - b: "the carry and overflow flags are both undefined"
        ((INT_MAX, 5), "--", 0, 0),
        ((0, 0), "--", 0, 0),
    ],
    "SUB.SU": [
        ((5, 5), "  ", 0, 1),
        ((5, 6), "  ", 0, 0),
        ((INT_MIN, 1), "  ", 1, 1),
        ((0, INT_MIN), "  ", 1, 0),
        # "negation modifiers turn add operations into subtracts and vice versa"
        ((INT_MAX, 1), " -", 1, 0),
        ((-1, 1), " -", 0, 1),
        ((1, INT_MIN), "--", 1, 1),
        ((INT_MAX, 5), "- ", 0, 0),
    ],
    "MAD.SU": [
        ((3, 5, 7), "   ", 0, 0),
        # 2^16 * 2^16 is 2^32, which wraps to 0: a product's overflow is not seen.
        ((0x10000, 0x10000, 1), "   ", 0, 0),
        ((2, 0x40000000, INT_MIN), "   ", 1, 1),
        ((3, 5, 15), "  -", 0, 1),
        ((3, 5, 16), "  -", 0, 0),
        # c - a * b
        ((3, 5, 15), "-  ", 0, 1),
        ((3, 5, 14), " - ", 0, 0),
        ((1, 1, INT_MIN), " - ", 1, 1),
        ((1, INT_MAX, 1), "-- ", 1, 0),
        ((3, 5, 7), "- -", 0, 0),
    ],
    "SAD.SU": [
        ((5, 3, UINT_MAX), "   ", 0, 1),
        ((3, 5, INT_MAX), "   ", 1, 0),
        ((3, 5, 2), "  -", 0, 1),
        ((3, 5, 3), "  -", 0, 0),
    ],
    "SAD.S": [
        # The distance is never negative: |-3 - 5| + INT_MAX.
        ((3, 5, INT_MAX), "-  ", 1, 0),
        ((3, -5, INT_MAX - 8), "-- ", 0, 0),
    ],
}  # fmt: skip
CASES = [
    (name, type_, marks)
    for name, rows in VECTORS.items()
    for type_ in map(DataType, name.partition(".")[2])
    for marks in sorted({row[1] for row in rows})
]


@pytest.fixture(params=isa_engines(), ids=engine_id, scope="module")
def engine(request):
    return request.param


def flags_of(engine, name, type_, marks, operands):
    """(overflow, carry) of arrays of operands, uint32, negated here where marks have a '-'."""
    entry = OPCODES[name]
    negated = tuple(mark == "-" for mark in marks)

    def formula(m, *lanes):
        types = [TYPES[entry.operand_type(i, type_)] for i in range(len(lanes))]
        lanes = [{I32: m.as_i32, U32: m.as_u32}[t](x) for x, t in zip(lanes, types, strict=True)]
        lanes = [-lane if negate else lane for lane, negate in zip(lanes, negated, strict=True)]
        return entry.flags(m, lanes, negated)

    return run_formula(engine, formula, [(o, U32) for o in operands], [BOOL, BOOL])


@pytest.mark.parametrize("name, type_, marks", CASES)
def test_vectors(engine, name, type_, marks):
    rows = [row for row in VECTORS[name] if row[1] == marks]
    operands = np.array([row[0] for row in rows], np.int64).T.astype(np.uint32)
    overflow, carry = flags_of(engine, name[:3], type_, marks, operands)
    assert list(zip(overflow, carry, strict=True)) == [row[2:] for row in rows]


def signed(words):
    """Words of 32 bits in int64, as signed integers."""
    return words - ((words >> 31) << 32)


def expected(name, type_, negated, operands):
    """The flags as the text says, in 64-bit integers."""
    a, b, *rest = (operand.astype(np.int64) for operand in operands)
    mask = UINT_MAX
    if name == "MAD":
        product = (a.astype(np.uint64) * b.astype(np.uint64)).astype(np.int64) & mask
        terms = [(product, negated[0] != negated[1]), (rest[0], negated[2])]
    elif name == "SAD":
        pair = [
            -word & mask if minus else word for word, minus in zip((a, b), negated, strict=False)
        ]
        left, right = map(signed, pair) if type_ is DataType.SIGNED else pair
        terms = [(np.abs(left - right) & mask, False), (rest[0], negated[2])]
    else:
        terms = [(a, negated[0]), (b, negated[1] != (name == "SUB"))]
    (left, left_minus), (right, right_minus) = terms
    if left_minus and right_minus:
        return np.zeros(len(a), bool), np.zeros(len(a), bool)
    if not left_minus and not right_minus:
        total, carry = signed(left) + signed(right), left + right > mask
    else:
        if left_minus:
            left, right = right, left
        total, carry = signed(left) - signed(right), left >= right
    return (total < INT_MIN) | (total > INT_MAX), carry


@pytest.mark.parametrize("name", ["ADD", "SUB", "MAD", "SAD"])
def test_random_operands(engine, name):
    count = len(OPCODES[name].sources)
    rng = np.random.default_rng(20261121)
    operands = [random_bits(rng, 500) for _ in range(count)]
    operands[-1][::5] = operands[0][::5]
    for type_ in INTEGERS:
        for marks in itertools.product(" -", repeat=count):
            negated = [mark == "-" for mark in marks]
            got = flags_of(engine, name, type_, marks, operands)
            for flag, wanted in zip(got, expected(name, type_, negated, operands), strict=True):
                np.testing.assert_array_equal(flag != 0, wanted, f"{type_} {marks}")
