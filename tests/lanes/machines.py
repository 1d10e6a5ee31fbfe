"""Running one formula on every machine: the eager one and LLVM at each CPU level and width."""

from __future__ import annotations

import numpy as np

from softgl.lanes import (
    BOOL,
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

TARGETS = [Target(level, width) for level in host_levels() for width in WIDTHS]


def engines() -> list[Engine]:
    """The eager engine first, then LLVM for every target of this CPU."""
    return [eager_engine(), *(llvm_engine(target) for target in TARGETS)]


def engine_id(engine) -> str:
    return engine.name if engine.name == "eager" else f"{engine.target.level}-{engine.target.width}"


def run_formula(engine: Engine, formula, operands, results: list[LaneType]) -> list[np.ndarray]:
    """The results of `formula(m, *operands)` for arrays of operands.

    operands : (array, lane type) pairs of one length. results : the lane type of each result.
    Returns arrays; floats come back as the bits of `m.bits` (uint32), truth values as 0 and 1.
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
    return U32 if type_.kind in "fb" else type_


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


def random_bits(rng, count) -> np.ndarray:
    """Words with the special ones among them, `count` in all."""
    words = rng.integers(0, 2**32, count, dtype=np.uint32)
    special = rng.random(count) < 0.3
    words[special] = rng.choice(SPECIAL_BITS, special.sum())
    ordinary = rng.random(count) < 0.3
    floats = (rng.normal(size=count) * 100).astype(np.float32).view(np.uint32)
    words[ordinary] = floats[ordinary]
    return words
