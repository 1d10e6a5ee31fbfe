"""Each opcode has the results of its text, on every machine, and the machines agree bit for bit."""

from __future__ import annotations

from functools import cache, lru_cache

import numpy as np
import pytest

from softgl.lanes import U32
from softgl.lanes.eager import EagerMachine
from tests.isa.opcode_cases import CASES, OPERANDS, Seen, isa_engines, run_cases
from tests.isa.opcode_vectors import VECTORS
from tests.isa.vector_values import Near
from tests.lanes.machines import engine_id, random_bits

SEED = 20261121
RANDOM_ROWS = 4099
ENGINES = isa_engines()


def word(value) -> int:
    """The 32 bits of a number: an int as it is, a float rounded to float32, one quiet NaN."""
    if isinstance(value, int):
        return value & 0xFFFFFFFF
    return 0x7FC00000 if value != value else int(np.float32(value).view(np.uint32))


def components(value) -> tuple:
    return value if isinstance(value, tuple) else (value,) * 4


# Every case runs over the same rows: the vectors of all cases, then the random ones. The vectors of
# a case begin with a quad.
QUAD = 4
NO_ROW = np.zeros((OPERANDS, 4), np.uint32)
ROWS = {}
_rows = []
for _name, _vectors in VECTORS.items():
    _rows += [NO_ROW] * (-len(_rows) % QUAD)
    ROWS[_name] = range(len(_rows), len(_rows) + len(_vectors))
    for *_operands, _ in _vectors:
        _row = NO_ROW.copy()
        for _place, _operand in enumerate(_operands):
            _row[_place] = [word(number) for number in components(_operand)]
        _rows.append(_row)


@lru_cache(maxsize=1)
def operands() -> np.ndarray:
    rng = np.random.default_rng(SEED)
    random = random_bits(rng, RANDOM_ROWS * OPERANDS * 4).reshape(RANDOM_ROWS, OPERANDS, 4)
    # Equal operands are what comparisons, quotients and differences turn on.
    random[::7, 1] = random[::7, 0]
    rows = np.concatenate([np.stack(_rows), random])
    # Whole quads, but no multiple of a wider vector.
    return rows[: (len(rows) - QUAD) // 8 * 8 + QUAD]


@cache
def results(engine) -> dict[str, np.ndarray]:
    return run_cases(engine, operands())


def test_every_case_has_vectors():
    assert set(VECTORS) == set(CASES)


def wrong_components(name, rows):
    """Yields a line for each component of a case that differs from its vector."""
    for (*given, expected), row in zip(VECTORS[name], rows, strict=True):
        for component, number in zip(components(expected), row, strict=False):
            if isinstance(component, Near):
                right = abs(float(number.view(np.float32)) - component.value) <= component.error
            else:
                right = number == word(component)
            if not right:
                shown = f"{number:#010x}, {number.view(np.float32)!r}"
                yield f"{name}{tuple(given)} gives {shown}, not {component!r}"


@pytest.mark.parametrize("engine", ENGINES, ids=engine_id)
def test_vectors(engine):
    found = results(engine)
    wrong = [line for name in VECTORS for line in wrong_components(name, found[name][ROWS[name]])]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("engine", ENGINES[1:], ids=engine_id)
def test_machines_agree(engine):
    oracle, compiled = results(ENGINES[0]), results(engine)
    for name, expected in oracle.items():
        differing = np.flatnonzero((compiled[name] != expected).any(axis=1))
        if len(differing):
            row = differing[0]
            pytest.fail(
                f"{name}, row {row} of seed {SEED}: operands {operands()[row]} give "
                f"{compiled[name][row]} instead of {expected[row]} ({len(differing)} rows differ)"
            )


def test_formulas_that_take_derivatives_say_so(monkeypatch):
    """Pixels of many triangles share a vector, without their quads, for all programs but these."""
    asked = []

    def noting(function):
        return lambda *given: asked.append(True) or function(*given)

    for owner, name in ((EagerMachine, "quad"), (Seen, "detail")):
        monkeypatch.setattr(owner, name, noting(getattr(owner, name)))
    machine, found = EagerMachine(), {}
    for case in CASES.values():
        asked.clear()
        rows = operands()[ROWS[case.name]] if case.name in ROWS else operands()[:QUAD]
        rows = rows[: len(rows) // QUAD * QUAD] if len(rows) >= QUAD else operands()[:QUAD]
        with np.errstate(all="ignore"):
            case.run(
                machine, [[machine.lanes(w, U32) for w in row.T] for row in rows.swapaxes(0, 1)]
            )
        found[case.name] = bool(asked), case.opcode.derivatives
    assert [name for name, (asks, says) in found.items() if asks != says] == []
    assert sum(says for _, says in found.values()) >= 4
