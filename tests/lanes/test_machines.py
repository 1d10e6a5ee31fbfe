"""Both machines give the same bits for every operation, and the bits that IEEE 754 asks for."""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from itertools import product

import numpy as np
import pytest

from softgl.lanes import (
    BOOL,
    F32,
    F64,
    I32,
    I64,
    U8,
    U16,
    U32,
    KernelRequest,
    Signature,
    eager_engine,
    evaluate,
    llvm_engine,
    padded,
)
from softgl.lanes.primitives import PRIMITIVES
from softgl.lanes.target import choose_target
from tests.lanes.machines import (
    SPECIAL_BITS,
    SPECIAL_DOUBLES,
    engine_id,
    engines,
    random_bits,
    random_doubles,
    run_formula,
)
from tests.tools import needs_posix

LLVM = engines()[1:]


def float_operations(type_):
    """The operations of both float types, for one of them."""
    bits = {F32: U32, F64: I64}[type_]
    return {
        "to_i32": (lambda m, a: m.to_i32(a), [type_], I32),
        "to_u32": (lambda m, a: m.to_u32(a), [type_], U32),
        "to_i32_within": (lambda m, a: m.to_i32_within(a, -100, 255), [type_], I32),
        "nearest_within": (lambda m, a: m.nearest_within(a, -100, 255), [type_], I32),
        "bits": (lambda m, a: m.bits(a), [type_], bits),
        "from_bits": (lambda m, a: m.from_bits(a), [bits], type_),
        "floor": (lambda m, a: m.floor(a), [type_], type_),
        "ceil": (lambda m, a: m.ceil(a), [type_], type_),
        "trunc": (lambda m, a: m.trunc(a), [type_], type_),
        "round_even": (lambda m, a: m.round_even(a), [type_], type_),
        "min": (lambda m, a, b: m.min(a, b), [type_, type_], type_),
        "max": (lambda m, a, b: m.max(a, b), [type_, type_], type_),
        "clamp": (lambda m, a: m.clamp(a, -1.0, 1.0), [type_], type_),
        # LLVM must not take the second maximum for done: NaN and -0 come through the first.
        "clamp_again": (lambda m, a: m.clamp(m.max(0.0, a), 0.0, 1.0), [type_], type_),
        "choose_again": (
            lambda m, a: (lambda x: m.select(x > 0.0, x, 0.0))(m.select(a < 0.0, a * 0.0, a)),
            [type_],
            type_,
        ),
        "divide": (lambda m, a, b: a / b, [type_, type_], type_),
        "sqrt": (lambda m, a: m.sqrt(a), [type_], type_),
        "multiply_add": (lambda m, a, b, c: a * b + c, [type_, type_, type_], type_),
        "quad_dx": (lambda m, a: m.quad_dx(a), [type_], type_),
        "quad_dy": (lambda m, a: m.quad_dy(a), [type_], type_),
        "select": (lambda m, a, b: m.select(a < b, a, b), [type_, type_], type_),
    }


OPERATIONS = {
    **float_operations(F32),
    **{f"{name}_F64": operation for name, operation in float_operations(F64).items()},
    "to_f32_signed": (lambda m, a: m.to_f32(a), [I32], F32),
    "to_f32_unsigned": (lambda m, a: m.to_f32(a), [U32], F32),
    "to_f32_wide": (lambda m, a: m.to_f32(a), [I64], F32),
    "to_f32_F64": (lambda m, a: m.to_f32(a), [F64], F32),
    "to_f64_F32": (lambda m, a: m.to_f64(a), [F32], F64),
    "to_f64_signed": (lambda m, a: m.to_f64(a), [I32], F64),
    "to_f64_unsigned": (lambda m, a: m.to_f64(a), [U32], F64),
    "to_f64_wide": (lambda m, a: m.to_f64(a), [I64], F64),
    # LLVM computes these in binary32: 53 bits are enough for that to be the same.
    "narrow_sum": (lambda m, a, b: m.to_f32(m.to_f64(a) + m.to_f64(b)), [F32, F32], F32),
    "narrow_product": (lambda m, a, b: m.to_f32(m.to_f64(a) * m.to_f64(b)), [F32, F32], F32),
    "narrow_quotient": (lambda m, a, b: m.to_f32(m.to_f64(a) / m.to_f64(b)), [F32, F32], F32),
    "narrow_root": (lambda m, a: m.to_f32(m.sqrt(m.to_f64(a))), [F32], F32),
    "fma": (lambda m, a, b, c: m.fma(a, b, c), [F32, F32, F32], F32),
    "low_word": (lambda m, a: m.words(a)[0], [I64], U32),
    "high_word": (lambda m, a: m.words(a)[1], [I64], U32),
    "from_words": (lambda m, a, b: m.from_words(a, b), [U32, I32], I64),
    "divide_signed": (lambda m, a, b: a / b, [I32, I32], I32),
    "divide_unsigned": (lambda m, a, b: a / b, [U32, U32], U32),
    "modulo_signed": (lambda m, a, b: m.modulo(a, b), [I32, I32], I32),
    "modulo_unsigned": (lambda m, a, b: m.modulo(a, b), [U32, U32], U32),
    "shift_left": (lambda m, a, b: a << b, [I32, I32], I32),
    "shift_right": (lambda m, a, b: a >> b, [I32, I32], I32),
    "shift_right_unsigned": (lambda m, a, b: a >> b, [U32, U32], U32),
    "absolute": (lambda m, a: abs(a), [I32], I32),
    "mul_high": (lambda m, a, b: m.mul_high(a, b), [I32, I32], I32),
    "mul_high_unsigned": (lambda m, a, b: m.mul_high(a, b), [U32, U32], U32),
    "low_half": (lambda m, a: m.low_half(a), [I64], I32),
}
for (_name, _type), _primitive in PRIMITIVES.items():
    if _name in ("add", "sub", "mul", "and", "or", "xor", "lt", "le", "gt", "ge", "eq", "ne"):
        OPERATIONS[f"{_name}_{_type}"] = (
            lambda m, a, b, _name=_name: m.apply(_name, a, b), [_type, _type], _primitive.result,
        )  # fmt: skip
    elif _name in ("neg", "abs", "not"):
        OPERATIONS[f"{_name}_{_type}"] = (
            lambda m, a, _name=_name: m.apply(_name, a), [_type], _primitive.result,
        )  # fmt: skip


def run_operations(engine, cases):
    """The results of operations, several in one kernel; cases : (name, an array for each operand).

    For all in one kernel LLVM would take longer where registers are few.
    """
    found = []
    for first in range(0, len(cases), 12):
        operands, formulas, results = [], [], []
        for name, arrays in cases[first : first + 12]:
            formula, types, result = OPERATIONS[name]
            formulas.append((formula, len(operands), len(types)))
            operands += zip(arrays, types, strict=True)
            results.append(result)

        def together(m, *lanes, formulas=formulas):
            return [formula(m, *lanes[at : at + n]) for formula, at, n in formulas]

        found += run_formula(engine, together, operands, results)
    return found


def random_operands(rng, count):
    """Three arrays of operands for each lane type; the first two meet in all special pairs."""
    words = [random_bits(rng, count) for _ in range(3)]
    doubles = [random_doubles(rng, count) for _ in range(3)]
    for arrays, special in ((words, SPECIAL_BITS), (doubles, SPECIAL_DOUBLES)):
        arrays[0][: len(special) ** 2] = np.repeat(special, len(special))
        arrays[1][: len(special) ** 2] = np.tile(special, len(special))
    wide = [rng.integers(-(2**31), 2**31, count) << 32 | array for array in words]
    return {
        **{type_: [array.view(type_.dtype) for array in words] for type_ in (F32, I32, U32)},
        BOOL: [(array & 1).astype(bool) for array in words],
        I64: wide,
        F64: doubles,
    }


@pytest.mark.parametrize("engine", LLVM, ids=engine_id)
def test_llvm_equals_eager(engine):
    """Every operation on special and random bit patterns."""
    seed = 20261121
    print("seed", seed)
    given = random_operands(np.random.default_rng(seed), 4096)
    cases = [
        (name, [given[type_][i] for i, type_ in enumerate(types)])
        for name, (_, types, _) in OPERATIONS.items()
    ]
    expected = run_operations(eager_engine(), cases)
    actual = run_operations(engine, cases)
    for name, one, other in zip(OPERATIONS, expected, actual, strict=True):
        different = np.flatnonzero(one != other)
        assert not len(different), (
            f"{name}: lane {different[0]}: eager {one[different[0]]:#x}, "
            f"llvm {other[different[0]]:#x}"
        )


def floats(*numbers):
    return np.array(numbers, np.float32)


def bits(*numbers):
    return floats(*numbers).view(np.uint32).tolist()


def doubles(*numbers):
    return np.array(numbers, np.float64)


def wide_bits(*numbers):
    return doubles(*numbers).view(np.int64).tolist()


INF, NAN, TINY = float("inf"), float("nan"), 2.0**-149
LARGEST = 2.0**128 - 2.0**104  # of F32
VECTORS = [
    # operation, operands, expected (floats as bits)
    ("floor", [floats(1.5, -1.5, -0.0, INF, NAN, 8388609.0)], bits(1, -2, -0.0, INF, NAN, 8388609)),
    ("ceil", [floats(1.5, -1.5, -0.5, 0.0)], bits(2, -1, -0.0, 0)),
    ("trunc", [floats(1.9, -1.9, -0.5, 2.0**31)], bits(1, -1, -0.0, 2.0**31)),
    ("round_even", [floats(0.5, 1.5, 2.5, -0.5, -1.5)], bits(0, 2, 2, -0.0, -2)),
    (
        "nearest_within",
        [floats(0.5, 1.5, -2.5, 254.6, INF, -INF, NAN)],
        [0, 2, -2, 255, 255, -100, -100],
    ),
    (
        "to_i32",
        [floats(1.9, -1.9, NAN, INF, -INF, 2.0**31)],
        [1, -1, 0, 2**31 - 1, -(2**31), 2**31 - 1],
    ),
    (
        "to_u32",
        [floats(1.9, -1.9, NAN, INF, 2.0**31, 4294967040.0)],
        [1, 0, 0, 2**32 - 1, 2**31, 4294967040],
    ),
    ("min", [floats(1, NAN, 1), floats(2, 3, NAN)], bits(1, 3, NAN)),
    ("max", [floats(1, NAN, 1), floats(2, 3, NAN)], bits(2, 3, NAN)),
    ("multiply_add", [floats(1 + 2**-23), floats(1 - 2**-24), floats(-1)], bits(0.0)),
    ("divide", [floats(1, -1, 0, TINY), floats(0, 0, 0, 2)], bits(INF, -INF, NAN, 0)),
    (
        "divide_signed",
        [np.array([7, -7, 5, -(2**31)]), np.array([2, 2, 0, -1])],
        [3, -3, -1, -(2**31)],
    ),
    ("modulo_signed", [np.array([7, -7, 5]), np.array([2, 2, 0])], [1, -1, -1]),
    ("shift_left", [np.array([1, 1, 1]), np.array([31, 32, 33])], [-(2**31), 1, 2]),
    ("shift_right", [np.array([-8, -8]), np.array([1, 34])], [-4, -2]),
    ("absolute", [np.array([-5, -(2**31)])], [5, -(2**31)]),
    ("mul_high", [np.array([2**30, -1]), np.array([8, 1])], [2, -1]),
    ("bits", [np.array([0xFF812345, 0x7FC00001], np.uint32).view(np.float32)], [0x7FC00000] * 2),
    ("to_f32_signed", [np.array([16777217, 16777219, -1])], bits(16777216, 16777220, -1)),
    ("quad_dx", [floats(1, 4, 10, 30)], bits(3, 3, 20, 20)),
    ("quad_dy", [floats(1, 4, 10, 30)], bits(9, 26, 9, 26)),
    # binary64
    ("add_F64", [doubles(1, 2.0**53), doubles(2.0**-52, 1)], wide_bits(1 + 2.0**-52, 2.0**53)),
    ("mul_F64", [doubles(2.0**-1000, 2.0**1000), doubles(2.0**-74, 2.0**24)], [1, 0x7FF << 52]),
    ("neg_F64", [doubles(0, 2.5, -INF)], wide_bits(-0.0, -2.5, INF)),
    ("sqrt_F64", [doubles(2.25, -0.0, -1, 2)], [*wide_bits(1.5, -0.0, NAN), 0x3FF6A09E667F3BCD]),
    ("divide_F64", [doubles(1, -1, 0, 1), doubles(0, 0, 0, 3)], wide_bits(INF, -INF, NAN, 1 / 3)),
    ("multiply_add_F64", [doubles(1 + 2**-52), doubles(1 - 2**-53), doubles(-1)], wide_bits(0.0)),
    ("min_F64", [doubles(1, NAN, 1), doubles(2, 3, NAN)], wide_bits(1, 3, NAN)),
    ("max_F64", [doubles(1, NAN, 0), doubles(2, 3, -0.0)], wide_bits(2, 3, -0.0)),
    ("clamp_F64", [doubles(NAN, 3, -INF, 0.5)], wide_bits(-1, 1, -1, 0.5)),
    (
        "floor_F64",
        [doubles(1.5, -1.5, -0.0, INF, NAN, 2.0**52 + 1, 2.0**51 + 0.5)],
        wide_bits(1, -2, -0.0, INF, NAN, 2.0**52 + 1, 2.0**51),
    ),
    ("ceil_F64", [doubles(1.5, -0.5, 2.0**-1074)], wide_bits(2, -0.0, 1)),
    ("trunc_F64", [doubles(1.9, -1.9, -0.5, 2.0**60)], wide_bits(1, -1, -0.0, 2.0**60)),
    # 0.49999999999999994 is the number before 1/2.
    ("round_even_F64", [doubles(0.5, 1.5, -2.5, 0.49999999999999994)], wide_bits(0, 2, -2, 0)),
    (
        "to_i32_F64",
        [doubles(1.9, NAN, INF, -INF, 2.0**31 - 0.5, -(2.0**31) - 0.5, 2.0**31)],
        [1, 0, 2**31 - 1, -(2**31), 2**31 - 1, -(2**31), 2**31 - 1],
    ),
    (
        "to_u32_F64",
        [doubles(1.9, -1.9, NAN, INF, 2.0**32 - 0.5, 2.0**31 + 1.5, 2.0**32)],
        [1, 0, 0, 2**32 - 1, 2**32 - 1, 2**31 + 1, 2**32 - 1],
    ),
    (  # ties, and numbers beside them, of normal and of denormal floats; too large ones
        "to_f32_F64",
        [
            doubles(
                *(1 + 2.0**-24, 1 + 2.0**-24 + 2.0**-52, 1 + 3 * 2.0**-24, -0.0, NAN),
                *(LARGEST + 2.0**103, LARGEST + 2.0**103 - 2.0**75, -(2.0**1000)),
                *(TINY / 2, TINY / 2 + 2.0**-202, -1.5 * TINY, 2.0**-126 - TINY / 2, 2.0**-1074),
            )
        ],
        bits(
            *(1, 1 + 2.0**-23, 1 + 2.0**-22, -0.0, NAN, INF, LARGEST, -INF),
            *(0, TINY, -2 * TINY, 2.0**-126, 0),
        ),
    ),
    ("to_f64_F32", [floats(TINY, -0.0, INF, NAN)], wide_bits(2.0**-149, -0.0, INF, NAN)),
    ("to_f64_signed", [np.array([-(2**31), 2**31 - 1])], wide_bits(-(2.0**31), 2.0**31 - 1)),
    ("to_f64_unsigned", [np.array([2**32 - 1, 7])], wide_bits(2.0**32 - 1, 7)),
    ("to_f64_wide", [np.array([2**53 + 1, 2**53 + 3])], wide_bits(2.0**53, 2.0**53 + 4)),
    ("bits_F64", [np.array([-1, 2**62], np.int64).view(np.float64)], [0x7FF8 << 48, 2**62]),
    ("from_bits_F64", [np.array([1, 0x3FF8 << 48])], wide_bits(2.0**-1074, 1.5)),
    ("low_word", [np.array([-1, 0x123456789ABCDEF0])], [2**32 - 1, 0x9ABCDEF0]),
    ("high_word", [np.array([-1, 0x123456789ABCDEF0])], [2**32 - 1, 0x12345678]),
    ("from_words", [np.array([2**32 - 1, 5]), np.array([-1, 3])], [-1, (3 << 32) + 5]),
]


@pytest.mark.parametrize("engine", [eager_engine(), llvm_engine()], ids=engine_id)
def test_vectors(engine):
    """Results worked out by hand."""
    size = padded(max(len(operands[0]) for _, operands, _ in VECTORS))
    cases = [(name, [np.resize(array, size) for array in arrays]) for name, arrays, _ in VECTORS]
    results = run_operations(engine, cases)
    for (name, _, expected), result in zip(VECTORS, results, strict=True):
        assert result[: len(expected)].tolist() == expected, name


def collatz(m, n):
    """The steps of each lane's 3n + 1 sequence: lanes leave a loop at different times."""
    value, steps = m.variable(I32), m.variable(I32)
    value.set(n)
    steps.set(n - n)

    def step():
        v = value.get()
        value.set(m.select((v & 1) == 0, v >> 1, v * 3 + 1))
        steps.set(steps.get() + 1)

    m.while_any(lambda: value.get() > 1, step)
    return steps.get()


def nested_where(m, x):
    """Masks that nest, with and without a jump over dead lanes."""
    out = m.variable(x.type, 0.0)
    with m.where(x > 0.0, skip=True):
        out.set(1.0)
        with m.where(x > 2.0):
            out.set(2.0)
        with m.branch(m.any(x > 100.0)):
            out.set(out.get() + 10.0)
    return out.get()


@pytest.mark.parametrize("engine", engines(), ids=engine_id)
def test_control_flow(engine):
    numbers = np.arange(1, 40, dtype=np.int32)
    steps = run_formula(engine, collatz, [(numbers, I32)], [I32])[0]
    assert steps[[0, 1, 2, 5, 26]].tolist() == [0, 1, 7, 8, 111]
    for type_, numbers, expected in ((F32, floats, bits), (F64, doubles, wide_bits)):
        operands = [(numbers(-1, 1, 3, NAN, 0), type_)]
        result = run_formula(engine, nested_where, operands, [type_])[0]
        assert result.tolist() == expected(0, 1, 2, 0, 0)
        operands = [(numbers(-1, 1, 3, 101), type_)]
        result = run_formula(engine, nested_where, operands, [type_])[0]
        assert result.tolist() == expected(0, 11, 12, 12)


@pytest.mark.parametrize("engine", engines(), ids=engine_id)
def test_memory_is_clamped(engine):
    """A gather reads the nearest element, a scatter before or beyond the array does nothing."""
    for type_, factor in ((I32, 10), (F64, 2.0**-1074)):
        signature = Signature(
            (("shift", I32), ("factor", type_)),
            (("source", type_), ("target", type_)),
            frozenset({"target"}),
        )

        def body(m, a, index):
            place = index + a.shift
            m.scatter(a.target, place, m.gather(a.source, place) * a.factor)

        source, kernel = np.arange(5, dtype=type_.dtype), engine.build(signature, body, True)
        for count, last in ((20, [4, 4]), (7, [9, 9])):
            target = np.full(7, 9 * factor, type_.dtype)
            arrays = {"source": source, "target": target}
            kernel.run({"shift": -2, "factor": factor}, arrays, count)
            assert (target / factor).tolist() == [0, 1, 2, 3, 4, *last]


@pytest.mark.parametrize("engine", engines(), ids=engine_id)
def test_own_indices(engine):
    """They are not clamped: they are within the array."""
    for type_ in (I32, F64, U8):
        signature = Signature((), (("source", type_), ("target", type_)), frozenset({"target"}))

        def body(m, a, index):
            m.store(a.target, index, m.load_unchecked(a.source, (index * 5) & 7))

        source, target = np.arange(8).astype(type_.dtype), np.zeros(padded(40), type_.dtype)
        engine.build(signature, body, True).run({}, {"source": source, "target": target}, 40)
        assert target[:40].tolist() == [number * 5 % 8 for number in range(40)]


@pytest.mark.parametrize("engine", engines(), ids=engine_id)
def test_put_each(engine):
    """Every lane stores, live or not, where its index says."""
    count = 37
    target = np.zeros(2 * padded(count), np.uint32)
    narrow = np.zeros(padded(count), np.uint16)
    signature = Signature((), (("target", U32), ("narrow", U16)), frozenset({"target", "narrow"}))

    def body(m, a, index):
        lane = m.as_u32(index + 0)
        with m.where(lane < 5):
            m.store_unchecked(a.target, index * 2 + 1, lane * 3)
        m.store_unchecked(a.narrow, index + 0, m.u32(7))

    engine.build(signature, body, True).run({}, {"target": target, "narrow": narrow}, count)
    assert target[1 : 2 * count : 2].tolist() == [3 * n for n in range(count)]
    assert not target[::2].any()
    assert (narrow[:count] == 7).all()


@pytest.mark.parametrize("engine", engines(), ids=engine_id)
def test_append(engine):
    """Kept lanes follow one another in order, behind the elements there; none, some or all."""
    numbers = np.random.default_rng(4).integers(0, 100, 70).astype(np.int32)
    signature = Signature(
        (("limit", I32),),
        (("source", I32), ("target", I32), ("count", I32)),
        frozenset({"target", "count"}),
    )

    def body(m, a, index):
        value = m.load(a.source, index)
        with m.where(value < a.limit):
            m.append(a.target, a.count, value * 2)

    kernel = engine.build(signature, body, True)
    source = np.zeros(padded(70), np.int32)
    source[:70] = numbers
    for limit in (0, 30, 100):
        target, count = np.full(74, 7, np.int32), np.array([3], np.int32)
        kernel.run(
            {"limit": limit}, {"source": source, "target": target, "count": count}, len(numbers)
        )
        expected = [7, 7, 7, *(2 * number for number in numbers.tolist() if number < limit)]
        assert count[0] == len(expected) and target[: count[0]].tolist() == expected


@pytest.mark.parametrize("engine", engines(), ids=engine_id)
def test_append_several_times(engine):
    """Each live lane as often as it says, from its value on, before those of the next lane."""
    rng = np.random.default_rng(6)
    numbers, times = np.zeros((2, padded(70)), np.int32)
    numbers[:70], times[:70] = rng.integers(0, 1000, 70), rng.integers(0, 4, 70)
    names = ("source", "times", "target", "count")
    signature = Signature((), tuple((n, I32) for n in names), frozenset(names[2:]))

    def body(m, a, index):
        value = m.load(a.source, index)
        with m.where(value < 600):
            m.append(a.target, a.count, value, m.load(a.times, index))

    target, count = np.full(300, 7, np.int32), np.array([1], np.int32)
    arrays = {"source": numbers, "times": times, "target": target, "count": count}
    engine.build(signature, body, True).run({}, arrays, 70)
    pairs = zip(numbers[:70].tolist(), times.tolist(), strict=False)
    expected = [7, *(n + more for n, several in pairs if n < 600 for more in range(several))]
    assert count[0] == len(expected) and target[: count[0]].tolist() == expected


@pytest.mark.parametrize("engine", [e for e in engines()[1:] if e.target.width > 4], ids=engine_id)
def test_quads(engine):
    """Lanes that are the same for a quad; quads that lie anywhere; bits of masks."""
    width = engine.target.width
    signature = Signature(
        (("shift", I32),),
        (("places", I32), ("target", I32), ("bits", U32)),
        frozenset({"target", "bits"}),
    )

    def body(m, a):
        place = m.load_unchecked(a.places, m.quad_number() + a.shift)
        index, lane = m.quads(place * 4), m.lane_number()
        value = m.load(a.target, index)
        value = m.select(place > 5, value * 100, value + place)
        with m.where((lane & 3) != m.quad_number()):
            m.store(a.target, index, value + lane * 1000, 1)
        m.store_uniform(a.bits, m.i32(0), m.mask_bits((lane & 1) != 0))
        m.store_uniform(a.bits, m.i32(1), m.mask_bits(place > 5))

    places = np.array([0, 9, 2, 7, 4], np.int32)
    target, bits = np.arange(44, dtype=np.int32), np.zeros(2, np.uint32)
    kernel = engine.build(signature, body, False)
    kernel.run({"shift": 1}, {"places": places, "target": target, "bits": bits})
    expected = np.arange(44)
    for quad, place in enumerate(places[1 : 1 + width // 4].tolist()):
        for lane in range(4):
            value = 4 * place + lane
            value = value * 100 if place > 5 else value + place
            if lane != quad:
                expected[4 * place + lane + 1] = value + (4 * quad + lane) * 1000
    assert target.tolist() == expected.tolist()
    assert bits[0] == 0xAAAA & (2**width - 1) and bits[1] == 0xF0F & (2**width - 1)


@pytest.mark.parametrize("index", [-1, 3])
def test_the_eager_machine_checks_own_indices(index):
    signature = Signature((("index", I32),), (("source", I32),))
    kernel = eager_engine().build(
        signature, lambda m, a: m.load_unchecked(a.source, a.index), False
    )
    with pytest.raises(IndexError):
        kernel.run({"index": index}, {"source": np.zeros(3, np.int32)})


@pytest.mark.parametrize("engine", engines(), ids=engine_id)
def test_rows_are_read_at_one_index(engine):
    """`at` with offsets, uniform ones and numbers, at an index for each lane and for all."""
    signature = Signature(
        (("stride", I32),),
        (("indices", I32), ("given", U32), *((f"made{i}", U32) for i in range(3))),
        frozenset(f"made{i}" for i in range(3)),
    )

    def body(m, a, index):
        own = m.load(a.indices, index)
        m.store(a.made0, index, m.load_unchecked(a.given, own, a.stride))
        m.store(a.made1, index, m.load_unchecked(a.given, own, 50) + m.load_unchecked(a.given, own))
        m.store(a.made2, index, m.load_unchecked(a.given, m.i32(3), a.stride * 2))

    rng = np.random.default_rng(4)
    indices = np.append(rng.integers(0, 20, 37), np.zeros(11)).astype(np.int32)
    given = rng.integers(0, 1 << 20, 80).astype(np.uint32)
    made = {f"made{i}": np.zeros(padded(37), np.uint32) for i in range(3)}
    arrays = {"indices": indices, "given": given, **made}
    engine.build(signature, body, True).run({"stride": 21}, arrays, 37)
    both = given[indices + 50] + given[indices]
    expected = given[indices + 21], both, given[45]
    for name, values in zip(made, expected, strict=True):
        assert (made[name][:37] == (values if values.ndim == 0 else values[:37])).all(), name


@pytest.mark.parametrize("offset", [0, 1])
def test_offsets_do_not_mend_an_index(offset):
    signature = Signature((("index", I32),), (("source", I32),))
    kernel = eager_engine().build(
        signature, lambda m, a: m.load_unchecked(a.source, a.index, offset), False
    )
    with pytest.raises(IndexError):
        kernel.run({"index": -1}, {"source": np.zeros(3, np.int32)})


@pytest.mark.parametrize("engine", engines(), ids=engine_id)
def test_elements_that_lie_anywhere(engine):
    """Loads and stores at any index, of all lanes or of some; bytes as well as words."""
    count = 45
    for element in (U8, U32):

        def body(m, a, index):
            place = m.apart(m.load(a.places, index))
            value = m.load(a.given, place, 3)
            m.store(a.made, place, value + 1, 2)
            # Those of a whole vector, of some lanes of each, of none.
            for number, kept in enumerate((index < 16, (index & 3) == 1, index < 0)):
                with m.where(kept):
                    m.store_all(place, [(a.some, value, 64 * number), (a.more, value, 0)])

        rng = np.random.default_rng(8)
        places = np.append(rng.permutation(count), np.zeros(3)).astype(np.int32)
        given = rng.integers(0, 200, 64).astype(element.dtype)
        made, some, more = (np.full(size, 250, element.dtype) for size in (64, 192, 64))
        signature = Signature(
            (),
            (("places", I32), *((name, element) for name in ("given", "made", "some", "more"))),
            frozenset({"made", "some", "more"}),
        )
        arrays = {"places": places, "given": given, "made": made, "some": some, "more": more}
        engine.build(signature, body, True).run({}, arrays, count)
        read = given[places[:count] + 3]
        expected, own = np.full(64, 250), places[:count]
        expected[own + 2] = read + 1
        assert (made == expected).all(), element
        number = np.arange(count)
        several = np.full((4, 64), 250)
        for row, kept in enumerate((number < 16, number % 4 == 1)):
            several[row, own[kept]] = several[3, own[kept]] = read[kept]
        assert (np.append(some, more).reshape(4, 64) == several).all(), element


@pytest.mark.parametrize("engine", engines(), ids=engine_id)
def test_one_way_or_the_other(engine):
    """`either` gives lanes of one way alone, uniform ones and others."""

    def formula(m, x, n):
        chosen = []
        for wanted in (m.any(n == 100), m.any(n < 0)):  # true, false
            with m.where(n > 3):
                chosen += m.uniform_choice(
                    wanted, lambda: [x + 1.0, m.i32(5), n * 2], lambda: [m.f32(7.0), n, m.i32(8)]
                )
        return chosen

    count = 37
    x = np.arange(count, dtype=np.float32)
    n = np.arange(64, 64 + count, dtype=np.int32)
    got = run_formula(engine, formula, [(x, F32), (n, I32)], [F32, I32, I32] * 2)
    expected = [(x + 1).view(np.uint32), np.full(count, 5), 2 * n]
    # Each vector goes its own way, but on the eager machine all lanes are one.
    width = count if engine.name == "eager" else engine.target.width
    other = [np.full(count, 7, np.float32).view(np.uint32), n, np.full(count, 8)]
    hit = np.arange(count) // width == 36 // width
    for number in range(3):
        assert (got[number] == np.where(hit, expected[number], other[number])).all()
        assert (got[3 + number] == other[number]).all()


@pytest.mark.parametrize("engine", engines(), ids=engine_id)
def test_one_lane_after_the_other(engine):
    """`one_by_one` gives what a formula makes of single lanes, in whatever these are put."""

    def formula(m, n):
        def make(one):
            wide = m.to_i64(one) * (1 << 33)
            return {"truth": (one & 1) == 0, "more": [m.to_f32(one), (wide, None)]}

        made = m.per_lane(n, make)
        number, (wide, nothing) = made["more"]
        assert nothing is None
        return [made["truth"], number, wide]

    n = np.arange(-5, 40, dtype=np.int32)
    truth, number, wide = run_formula(engine, formula, [(n, I32)], [BOOL, F32, I64])
    assert (truth == (n % 2 == 0)).all() and (wide == n.astype(np.int64) << 33).all()
    assert (number.view(np.float32) == n).all()


@pytest.mark.parametrize("engine", engines(), ids=engine_id)
def test_bits_are_counted(engine):
    words = np.array([0, 1, 2, 0x80000000, 0xFFFFFFFF, 0x00F0F000, 6, 0x10], np.uint32)

    def formula(m, x):
        return [m.count_bits(x), m.trailing_zeros(x)]

    counts, zeros = run_formula(engine, formula, [(words, U32)], [U32, U32])
    assert counts.tolist() == [0, 1, 1, 1, 32, 8, 2, 1]
    assert zeros.tolist() == [32, 0, 1, 31, 0, 12, 1, 4]


def test_lanes_that_are_no_quads_have_no_differences():
    def body(m, x):
        m.in_quads = False
        assert m.quad_any(mask := x > 0.0) is mask
        return m.quad_dx(x)

    with pytest.raises(TypeError, match="not those of quads"):
        run_formula(llvm_engine(), body, [(floats(1), F32)], [F32])


@pytest.mark.parametrize("engine", engines(), ids=engine_id)
def test_neighbours_are_read_together(engine):
    """A group has any number of elements, also of arrays that kernels write, in several rows."""
    indices = np.random.default_rng(3).integers(0, 61, 37).astype(np.int32)
    for element, count, written in (
        (U32, 1, False),
        (F32, 2, False),
        (I32, 2, True),
        (U32, 4, True),
    ):
        results = [f"made{i}" for i in range(2 * count)]

        def body(m, a, index, count=count, results=results):
            place = m.load(a.indices, index)
            rows = m.load_unchecked_group(a.given, place, count, (0, a.row))
            again = m.load_unchecked_group(a.given, m.i32(3), count, (1, 2))  # uniform
            values, others = ([*both[0], *both[1]] for both in (rows, again))
            for name, value, other in zip(results, values, others, strict=True):
                m.store(getattr(a, name), index, value + other)
            m.store(a.rare, index, m.load_unchecked_rarely(a.given, place))

        names = ("given", "rare", *results)
        types = (("indices", I32), *((name, element) for name in names))
        changed = frozenset(["rare", *results] + ["given"] * written)
        given = np.random.default_rng(count).integers(0, 1 << 20, 80).astype(element.dtype)
        made = {name: np.zeros(padded(37), element.dtype) for name in ("rare", *results)}
        arrays = {"indices": np.append(indices, np.zeros(11, np.int32)), "given": given, **made}
        signature = Signature((("row", I32),), types, changed)
        engine.build(signature, body, True).run({"row": 9}, arrays, 37)
        assert np.array_equal(made["rare"][:37], given[indices])
        for number, name in enumerate(results):
            row, place = divmod(number, count)
            wanted = given[indices + 9 * row + place] + given[4 + row + place]
            assert np.array_equal(made[name][:37], wanted)


@pytest.mark.parametrize("engine", engines(), ids=engine_id)
def test_records(engine):
    """Elements that are loaded and stored together, of every size; those of dead lanes stay."""
    count = 21
    for element, words in ((U8, 3), (U16, 2), (U32, 1), (F32, 4), (I32, 5)):

        def body(m, a, index, words=words):
            values = m.load_together(a.given, index, words, 1)
            with m.where(index != 7):
                m.store_together(a.made, index, [value + 1 for value in values[::-1]], 2)

        arrays = (("given", element), ("made", element))
        signature = Signature((), arrays, frozenset({"made"}))
        given = np.random.default_rng(words).integers(0, 99, padded(count) * words + 1)
        given = given.astype(element.dtype)
        made = np.full(2 + padded(count) * words, 77, element.dtype)
        engine.build(signature, body, True).run({}, {"given": given, "made": made}, count)
        expected = made.copy()
        expected[:] = 77
        records = given[1 : 1 + count * words].reshape(count, words)[:, ::-1] + 1
        records[7] = 77
        expected[2 : 2 + count * words] = records.reshape(-1)
        assert np.array_equal(made, expected), element


@pytest.mark.parametrize("engine", engines(), ids=engine_id)
def test_parts_of_groups(engine):
    """Rows of four and of two elements out of groups that have them in any order."""
    count = 24
    for element, parts in ((U8, ((2, 5, 1, 0), (3, 4, 7, 6))), (F32, ((3, 1), (4, 0), (2, 5)))):
        size = sum(map(len, parts))

        def body(m, a, index, parts=parts):
            for number, lane in enumerate(m.load_groups(a.given, index, parts, 1)):
                m.store(a.made, index, lane, 32 * number)

        signature = Signature((), (("given", element), ("made", element)), frozenset({"made"}))
        given = np.arange(1 + padded(count) * len(parts)).astype(element.dtype)
        made = np.zeros(32 * len(parts), element.dtype)
        engine.build(signature, body, True).run({}, {"given": given, "made": made}, count)
        groups = given[1 : 1 + count * len(parts)].reshape(-1, size)
        for part, row in zip(parts, made.reshape(-1, 32), strict=True):
            assert row[:count].tolist() == groups[:, part].reshape(-1).tolist(), element


def test_formulas_on_the_host():
    """`evaluate` gives arrays of any shape, and warns of nothing."""
    squares = doubles([4, -1], [0, 2.25])
    np.testing.assert_array_equal(evaluate(lambda m, x: m.sqrt(x), squares), [[2, NAN], [0, 1.5]])
    words = evaluate(lambda m, x, y: m.bits(x / y), floats(1, 0), floats(0, 0))
    assert words.tolist() == bits(INF, NAN)


def test_lane_has_no_truth_value():
    def body(m, x):
        return m.f32(1.0) if x > 0.0 else m.f32(2.0)

    with pytest.raises(TypeError, match=r"machine\.select.*machine\.where.*machine\.branch"):
        run_formula(eager_engine(), body, [(floats(1), F32)], [F32])
    with pytest.raises(TypeError, match=r"machine\.select"):
        run_formula(llvm_engine(), body, [(floats(1), F32)], [F32])


def test_a_choice_of_two_numbers_has_no_type():
    for engine in (eager_engine(), llvm_engine()):
        with pytest.raises(TypeError, match="one of the two must be a lane"):
            run_formula(engine, lambda m, x: m.select(x > 0.0, 1, 2), [(floats(1), F32)], [F32])


def test_arguments_are_checked():
    signature = Signature((), (("out", F32),), frozenset({"out"}))
    kernel = eager_engine().build(signature, lambda m, a, i: None, True)
    with pytest.raises(TypeError, match="contiguous 1-D array of float32"):
        kernel.run({}, {"out": np.zeros(4)}, 4)
    with pytest.raises(TypeError, match="not be empty"):
        kernel.run({}, {"out": np.zeros(0, np.float32)}, 0 + 1)


@pytest.mark.parametrize("engine", [eager_engine(), llvm_engine()], ids=["eager", "llvm"])
def test_a_kernel_with_other_arrays(engine):
    """Only those by some names are read; the arrays before them stay the same."""
    arrays = tuple((name, F32) for name in ("x", "y", "out"))
    signature = Signature((("scale", F32),), arrays, frozenset({"out"}))

    def body(m, a, index):
        m.store(a.out, index, m.load(a.x, index) * a.scale + m.load(a.y, index))

    given = {name: np.full(8, n, np.float32) for n, name in enumerate(("x", "y", "out", "more"))}
    first = engine.build(signature, body, True).call(given)
    second = first.with_arrays({"x": np.full(8, 5, np.float32), "more": None})
    third = second.with_arrays({"out": np.zeros(8, np.float32), "y": given["y"]})
    for bound, scale, expected in ((first, 1, 1), (second, 2, 11), (first, 3, 1), (third, 4, 21)):
        bound.run({"scale": scale}, 8)
        assert bound.arrays["out"].tolist() == [expected] * 8
    assert given["out"].tolist() == [1] * 8
    with pytest.raises(TypeError, match="x must be a contiguous 1-D array of float32"):
        first.with_arrays({"x": np.zeros(8)}).run({"scale": 1}, 8)


def test_kernels_are_kept_by_key():
    signature = Signature((), (("out", F32),), frozenset({"out"}))
    engine = llvm_engine()

    def body(m, a, index):
        m.store(a.out, index, m.f32(1.0))

    key = "test_kernels_are_kept_by_key"
    first = engine.kernel(KernelRequest(key, lambda: (signature, body)))
    assert engine.kernel(KernelRequest(key, lambda: (signature, partial(body)))) is first


COMPILES_OFTEN = """
import resource
from softgl.lanes import F32, Signature, lane_math
from softgl.lanes.compiler import emit_kernel, optimise, target_machine
from softgl.lanes.target import choose_target

signature = Signature((("x", F32),), (("out", F32),), frozenset({"out"}))
target = choose_target(width=4)

def body(m, a, index):
    m.store(a.out, index, lane_math.sin(m, lane_math.sin(m, a.x)))

module = emit_kernel(signature, body, True, target)
for repeats in (20, 400):
    for _ in range(repeats):
        optimise(module, target_machine(target))
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


@needs_posix
def test_compiling_leaves_nothing_behind():
    """A program that goes through thousands of states drops kernels, and their memory with them.

    In a process of its own: its peak of memory must not be that of earlier tests.
    """
    printed = subprocess.run(
        [sys.executable, "-c", COMPILES_OFTEN], capture_output=True, check=True
    )
    before, after = map(int, printed.stdout.split())
    assert after < 1.05 * before


def test_width_choice(monkeypatch):
    monkeypatch.setenv("SOFTGL_LANES", "8")
    assert choose_target().width == 8
    ways = product((Signature(), Signature(latency_bound=True, max_lanes=32)), (False, True))
    assert {choose_target().of_kernel(signature, mapped).width for signature, mapped in ways} == {8}
    monkeypatch.setenv("SOFTGL_LANES", "5")
    with pytest.raises(ValueError, match="4, 8 or 16"):
        choose_target()
    monkeypatch.delenv("SOFTGL_LANES")
    monkeypatch.setenv("SOFTGL_CPU", "z80")
    with pytest.raises(ValueError, match="this CPU has"):
        choose_target()


def steps_to_one(m, n):
    """The 3n + 1 sequence in four blocks: a loop with an if and an else."""
    value, steps = m.variable(I32), m.variable(I32)
    value.set(n)
    steps.set(n - n)
    head, odd, even, tail = range(4)
    pending = m.pending_blocks(4)
    m.join(pending, head, n > 1)

    def choose():
        is_odd = (value.get() & 1) == 1
        m.join(pending, odd, is_odd)
        m.join(pending, even, ~is_odd)

    def grow():
        value.set(value.get() * 3 + 1)
        m.join(pending, tail)

    def halve():
        value.set(value.get() >> 1)
        m.join(pending, tail)

    def again():
        steps.set(steps.get() + 1)
        m.join(pending, head, value.get() > 1)

    m.blocks(pending, [choose, grow, halve, again], [[], [], [], [0]])
    return steps.get()


def own_memory(m, n):
    """Elements written and read at indices of each lane, of one lane, and by number."""
    memory = m.array(5, [m.i32(7), m.i32(-1)])
    memory.scatter(n & 3, 0, n * 2)
    with m.where(n > 20):
        memory.scatter(m.i32(4), 1, n)
        memory.set(0, 0, m.i32(5))
        memory.scatter((n >> 2) & 3, 1, m.i32(100))
    kept = m.variable(I32, 1, in_memory=True)
    flag = m.variable(BOOL, False, in_memory=True)
    with m.where((n & 1) == 1):
        kept.set(n)
        flag.set(True)
    total = memory.gather(n & 3, 0) + memory.gather(m.i32(4), 1) * 1000
    total = total + memory.gather((n >> 2) & 3, 1) * 100000 + memory.get(0, 0) * 7
    return total + kept.get() + m.select(flag.get(), m.i32(3), 0)


@pytest.mark.parametrize("engine", engines(), ids=engine_id)
def test_memory_of_each_lanes_own(engine):
    def expected(n):
        words = [[7, -1] for _ in range(5)]
        words[n & 3][0] = 2 * n
        if n > 20:
            words[4][1], words[0][0], words[n >> 2 & 3][1] = n, 5, 100
        total = words[n & 3][0] + 1000 * words[4][1] + 100000 * words[n >> 2 & 3][1]
        return total + 7 * words[0][0] + (n + 3 if n & 1 else 1)

    numbers = np.arange(40, dtype=np.int32)
    total = run_formula(engine, own_memory, [(numbers, I32)], [I32])[0]
    assert total.view(np.int32).tolist() == [expected(n) for n in range(40)]


def lone_difference(m, n):
    """Differences in a block that only lanes 0, 1 and 2 of each quad reach."""
    result = m.variable(F32, 9.0)
    pending = m.pending_blocks(1)
    m.join(pending, 0, (n & 3) != 3)

    def body():
        x = m.to_f32(n * n)
        result.set(m.quad_dx(x) + m.quad_dy(x) * 100.0)

    m.blocks(pending, [body], [[]])
    return result.get()


@pytest.mark.parametrize("engine", engines(), ids=engine_id)
def test_blocks(engine):
    numbers = np.arange(1, 40, dtype=np.int32)
    steps = run_formula(engine, steps_to_one, [(numbers, I32)], [I32])[0]
    assert steps[[0, 1, 2, 5, 26]].tolist() == [0, 1, 7, 8, 111]
    lanes = np.arange(8, dtype=np.int32)
    result = run_formula(engine, lone_difference, [(lanes, I32)], [F32])[0]
    # Squares 0 1 4 9 and 16 25 36 49: dx of the lower row, dy of the left column; the rest is 0.
    assert result.tolist() == bits(1 + 400, 1, 400, 9, 9 + 2000, 9, 2000, 9)
