"""Running one formula on every machine: the eager one and LLVM at each CPU level and width."""

from __future__ import annotations

import numpy as np

from softgl.lanes import (
    BOOL,
    F64,
    I64,
    U32,
    WIDTHS,
    Engine,
    LaneType,
    Signature,
    Target,
    eager_engine,
    llvm_engine,
    padded,
)
from softgl.lanes.target import host_levels

GATHERING = {"avx2", "avx512"}
TARGETS = [
    Target(level, width, None, gathers)
    for level in host_levels()
    for width in WIDTHS
    for gathers in ((False, True) if level in GATHERING else (False,))
]
TARGETS += [
    Target(level, 16, None, True, rows=True) for level in host_levels()[-1:] if level in GATHERING
]


def engines() -> list[Engine]:
    """The eager engine first, then LLVM for every target of this CPU."""
    return [eager_engine(), *(llvm_engine(target) for target in TARGETS)]


def engine_id(engine) -> str:
    if engine.name == "eager":
        return engine.name
    target = engine.target
    words = [word for word in ("gathers", "rows") if getattr(target, word)]
    return "-".join([target.level, str(target.width), *words])


def run_formula(engine: Engine, formula, operands, results: list[LaneType]) -> list[np.ndarray]:
    """The results of `formula(m, *operands)` for arrays of operands.

    operands : (array, lane type) pairs of one length. results : the lane type of each result.
    Returns arrays; floats come back as the bits of `m.bits` (uint32 or int64), truth values as 0
    and 1.
    """
    count = len(operands[0][0])
    arrays = {f"in{i}": _row(v, _in_memory(t)) for i, (v, t) in enumerate(operands)}
    stored = [_stored(type_) for type_ in results]
    arrays |= {f"out{i}": np.zeros(padded(count), t.dtype) for i, t in enumerate(stored)}
    signature = Signature(
        (),
        tuple((f"in{i}", _in_memory(type_)) for i, (_, type_) in enumerate(operands))
        + tuple((f"out{i}", type_) for i, type_ in enumerate(stored)),
        frozenset(f"out{i}" for i in range(len(results))),
    )

    def body(m, a, index):
        values = [m.load(getattr(a, f"in{i}"), index) for i in range(len(operands))]
        values = [v != 0 if t is BOOL else v for v, (_, t) in zip(values, operands, strict=True)]
        given = formula(m, *values)
        given = given if isinstance(given, (list, tuple)) else [given]
        for i, (value, type_) in enumerate(zip(given, results, strict=True)):
            assert value.type is type_, f"{value.type} instead of {type_}"
            if type_.kind == "f":
                value = m.bits(value)
            elif type_.kind == "b":
                value = m.select(value, m.u32(1), 0)
            m.store(getattr(a, f"out{i}"), index, value)

    engine.build(signature, body, True).run({}, arrays, count)
    return [arrays[f"out{i}"][:count] for i in range(len(results))]


def _in_memory(type_):
    """Truth values have no place in memory."""
    return U32 if type_ is BOOL else type_


def _stored(type_):
    return I64 if type_ is F64 else U32 if type_.kind in "fb" else type_


def _row(values, type_):
    row = np.zeros(padded(len(values)), type_.dtype)
    row[: len(values)] = np.asarray(values, type_.dtype)
    return row


SPECIAL_BITS = np.array(
    [
        *(0x00000000, 0x80000000, 0x3F800000, 0xBF800000, 0x7F800000, 0xFF800000),
        *(0x7FC00000, 0xFFC00000, 0x7F800001, 0x7FC12345),  # NaNs
        *(0x00000001, 0x80000001, 0x007FFFFF, 0x00800000, 0x7F7FFFFF, 0xFF7FFFFF),
        *(0x3F000000, 0xBF000000, 0x3FC00000, 0x40200000, 0xC0200000, 0x3EFFFFFF),
        *(0x4B000000, 0x4AFFFFFF, 0x4B7FFFFF, 0xCB000001, 0x4EFFFFFF, 0x4F000000),
        *(0xCF000000, 0xCF000001, 0x4F7FFFFF, 0x4F800000, 0x7FFFFFFF, 0xFFFFFFFF),
        *(0x00000002, 0x0000001F, 0x00000020, 0x00000021, 0x00010000, 0x80000002),
    ],
    np.uint32,
)


SPECIAL_DOUBLES = np.array(
    [
        *(0x0000000000000000, 0x8000000000000000, 0x7FF0000000000000, 0xFFF0000000000000),
        *(0x7FF8000000000000, 0xFFF8000000000000, 0x7FF0000000000001, 0x7FFFFFFF12345678),  # NaNs
        *(0x0000000000000001, 0x8000000000000001, 0x000FFFFFFFFFFFFF, 0x0010000000000000),
        *(0x7FEFFFFFFFFFFFFF, 0xFFEFFFFFFFFFFFFF, 0x3FDFFFFFFFFFFFFF, 0x3FF0000000000001),
    ],
    np.uint64,
).view(np.float64)
SPECIAL_DOUBLES = np.concatenate(
    [
        SPECIAL_DOUBLES,
        [0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 1.0, -1.0, 2.0**52 - 0.5, 2.0**52 + 1, 2.0**53],
        # Where conversions to integers saturate.
        [2.0**31, 2.0**31 - 0.5, -(2.0**31), -(2.0**31) - 0.5, -(2.0**31) - 1, 2.0**32 - 0.5],
        [2.0**31 - 1, 2.0**32, 2.0**32 - 1, 2.0**63],
        # Where F32 has ties, just beside them, infinity and denormal numbers.
        [1 + 2.0**-24, 1 + 2.0**-24 + 2.0**-52, 1 + 3 * 2.0**-24, 2.0**128 - 2.0**103],
        [2.0**128 - 2.0**103 - 2.0**75, 2.0**128 - 2.0**104, -(2.0**128), 2.0**-149, 2.0**-150],
        [2.0**-150 + 2.0**-202, -3 * 2.0**-150, 2.0**-126 - 2.0**-150, 2.0**-1000],
    ]
)


def random_doubles(rng, count) -> np.ndarray:
    """Float64 numbers with the special ones among them: any bits, floats, ties between floats."""
    words = [random_bits(rng, count).astype(np.uint64) for _ in range(2)]
    anything = (words[0] << np.uint64(32) | words[1]).view(np.float64)
    with np.errstate(all="ignore"):
        narrow = words[0].astype(np.uint32).view(np.float32).astype(np.float64)
        ties = narrow * (1 + 2.0**-24)
    whole = words[0].astype(np.uint32).view(np.int32) + rng.choice([0, 0.5, 2.0**31], count)
    special = rng.choice(SPECIAL_DOUBLES, count)
    return rng.permuted([anything, narrow, ties, whole, special], axis=0)[0]


def random_bits(rng, count) -> np.ndarray:
    """Words with the special ones among them, `count` in all."""
    words = rng.integers(0, 2**32, count, dtype=np.uint32)
    special = rng.random(count) < 0.3
    words[special] = rng.choice(SPECIAL_BITS, special.sum())
    ordinary = rng.random(count) < 0.3
    floats = (rng.normal(size=count) * 100).astype(np.float32).view(np.uint32)
    words[ordinary] = floats[ordinary]
    return words
