"""Half floats: every bit pattern there and back, against numpy's."""

from __future__ import annotations

import numpy as np
import pytest

from softgl.lanes import F32, U32
from softgl.lanes.half import HALF_NAN, pack_half, to_half, unpack_half
from tests.lanes.machines import engine_id, engines, random_bits, run_formula

EVERY = np.arange(2**16, dtype=np.uint32)
FLOATS = EVERY.astype(np.uint16).view(np.float16).astype(np.float32)


@pytest.fixture(params=engines(), ids=engine_id, scope="module")
def engine(request):
    return request.param


def pack(engine, floats):
    """The halves, after a look at `to_half`, which must give the same numbers."""
    (halves,) = run_formula(engine, pack_half, [(floats, F32)], [U32])
    (rounded,) = run_formula(engine, to_half, [(floats, F32)], [F32])
    wanted = FLOATS[halves].view(np.uint32)
    np.testing.assert_array_equal(rounded, np.where(np.isnan(floats), 0x7FC00000, wanted))
    return halves


def expected(floats):
    with np.errstate(over="ignore", under="ignore"):
        halves = floats.astype(np.float16).view(np.uint16).astype(np.uint32)
    return np.where(np.isnan(floats), HALF_NAN, halves)


def test_unpack_every_half(engine):
    (words,) = run_formula(engine, unpack_half, [(EVERY, U32)], [F32])
    wanted = np.where(np.isnan(FLOATS), 0x7FC00000, FLOATS.view(np.uint32))
    np.testing.assert_array_equal(words, wanted)


def test_pack_every_half(engine):
    np.testing.assert_array_equal(pack(engine, FLOATS), expected(FLOATS))


def test_pack_between_halves(engine):
    """In the middle of each two neighbours, where the even one wins, and just beside it."""
    finite = np.abs(FLOATS[:0x7C00].astype(np.float64))
    middle = ((finite + np.append(finite[1:], 65536.0)) / 2).astype(np.float32)
    floats = np.concatenate([middle, -middle])
    floats = np.concatenate([floats, *(np.nextafter(floats, to) for to in np.float32([-9e9, 9e9]))])
    np.testing.assert_array_equal(pack(engine, floats), expected(floats))
    assert pack(engine, middle[:4]).tolist() == [0, 2, 2, 4]


def test_pack_random_floats(engine):
    floats = random_bits(np.random.default_rng(20261121), 20_000).view(np.float32)
    np.testing.assert_array_equal(pack(engine, floats), expected(floats))
