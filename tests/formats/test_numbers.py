"""Numbers in codes: on every machine, against numpy's and derived by hand."""

from __future__ import annotations

import numpy as np
import pytest

from softgl.formats import host
from softgl.formats.numbers import (
    DEPTH16,
    DEPTH24,
    DEPTH32,
    DEPTH32F,
    FLOAT16,
    FLOAT32,
    INDEX8,
    SNORM8,
    SNORM16,
    UFLOAT10,
    UFLOAT11,
    UNORM8,
    UNORM16,
    fixed,
)
from softgl.lanes import F32, F64, U32
from tests.lanes.machines import engine_id, engines, run_formula

VALUES = np.array(
    [0.0, -0.0, 1.0, 0.5, 0.25, 1 / 255, 0.2, 0.7, 65504.0, 65520.0, 1e-7, 6e-8, 1e30, -3.75, 1.5,
     np.inf, -np.inf, np.nan, 0.50196, 2.0**-24, 1 - 2.0**-24, 3e-39, *np.linspace(0, 1, 999)],
    np.float32,
)  # fmt: skip
FIXED_DEPTHS = {16: DEPTH16, 24: DEPTH24, 32: DEPTH32}


def _nearest(top):
    return lambda x: np.rint(np.clip(np.nan_to_num(x, nan=0), 0, 1) * np.float32(top))


def _halves(x):
    with np.errstate(over="ignore"):
        return np.where(np.isnan(x), 0x7E00, x.astype(np.float16).view(np.uint16))


def _floats(x):
    return np.where(np.isnan(x), 0x7FC00000, x.view(np.uint32))


def _signed_nearest(bits):
    top = 2 ** (bits - 1) - 1

    def pack(x):
        shares = np.nan_to_num(x, nan=0).clip(-1, 1) * np.float32(top)
        return np.rint(shares).astype(np.int64) & 2**bits - 1

    return pack


def _signed_shares(bits):
    half = 2 ** (bits - 1)

    def unpack(codes):
        whole = (codes.astype(np.int64) + half) % (2 * half) - half
        return np.maximum(whole.astype(np.float32) / np.float32(half - 1), np.float32(-1))

    return unpack


def _unsigned_numbers(bits):
    """EXT_packed_float, 2.1.A and 2.1.B, of all codes; float64."""
    codes, steps = np.arange(2**bits), 2.0 ** (bits - 5)
    exponent, mantissa = codes // steps, codes % steps
    numbers = 2.0 ** (exponent - 15) * (1 + mantissa / steps)
    numbers = np.where(exponent == 0, 2.0**-14 * mantissa / steps, numbers)
    return np.where(exponent < 31, numbers, np.where(mantissa == 0, np.inf, np.nan))


def _unsigned_nearest(bits):
    finite = _unsigned_numbers(bits)[: 31 << bits - 5]

    def pack(x):
        wide = np.nan_to_num(x.astype(np.float64), nan=0, posinf=0).clip(0, finite[-1])
        above = np.searchsorted(finite, wide).clip(1)
        low, high = wide - finite[above - 1], finite[above] - wide
        codes = np.where((low < high) | ((low == high) & (above % 2 == 1)), above - 1, above)
        codes = np.where(x == np.inf, len(finite), codes)
        return np.where(np.isnan(x), len(finite) + 2 ** (bits - 6), codes)

    return pack


# What numpy makes of values and of codes.
REFERENCE = {
    UNORM8: (_nearest(255), lambda c: c.astype(np.float32) / np.float32(255)),
    UNORM16: (_nearest(65535), lambda c: c.astype(np.float32) / np.float32(65535)),
    FLOAT16: (_halves, lambda c: c.astype(np.uint16).view(np.float16).astype(np.float32)),
    FLOAT32: (_floats, lambda c: c.view(np.float32)),
    **{n: (_signed_nearest(n.bits), _signed_shares(n.bits)) for n in (SNORM8, SNORM16)},
    **{
        n: (_unsigned_nearest(n.bits), lambda c, n=n: _unsigned_numbers(n.bits)[c].astype("f4"))
        for n in (UFLOAT10, UFLOAT11)
    },
}


@pytest.mark.parametrize("engine", engines(), ids=engine_id)
@pytest.mark.parametrize("number", REFERENCE, ids=lambda n: f"{n.kind}{n.bits}{n.range[0]:g}")
def test_numbers_of_colours(engine, number):
    pack, unpack = REFERENCE[number]
    (codes,) = run_formula(engine, number.pack, [(VALUES, F32)], [U32])
    assert codes.tolist() == pack(VALUES).astype(np.uint32).tolist()
    assert host.encoded(number, VALUES).tolist() == codes.tolist()
    if number.bits <= 16:
        codes = np.arange(2**number.bits, dtype=np.uint32)
    (values,) = run_formula(engine, number.unpack, [(codes, U32)], [F32])
    assert np.array_equal(values, _floats(unpack(codes)))
    assert np.array_equal(_floats(host.decoded(number, codes)), values)


@pytest.mark.parametrize("number", [UFLOAT10, UFLOAT11, SNORM8, SNORM16], ids=lambda n: n.bits)
def test_halfway_between_codes(number):
    """The numbers of all codes, those half-way between two, and their neighbours."""
    numbers = np.unique(host.decoded(number, np.arange(2**number.bits, dtype=np.uint32)))
    finite = numbers[np.isfinite(numbers)].astype(np.float64)
    middle = ((finite[1:] + finite[:-1]) / 2).astype(np.float32)
    for values in (finite, middle, np.nextafter(middle, np.float32(-9)), middle * (1 + 2.0**-23)):
        given = values.astype(np.float32)
        assert host.encoded(number, given).tolist() == REFERENCE[number][0](given).tolist()


def test_codes_by_hand():
    """Least, largest and special numbers: EXT_packed_float, 2.1.A and 2.1.B, and snorm."""
    values = np.float32([65024, 65025, 1e9, np.inf, -np.inf, np.nan, -1, 2.0**-20, 2.0**-21, 1])
    assert host.encoded(UFLOAT11, values).tolist() == [
        0x7BF, 0x7BF, 0x7BF, 0x7C0, 0, 0x7E0, 0, 1, 0, 0x3C0,
    ]  # fmt: skip
    values[:2] = [64512, 63999]
    assert host.encoded(UFLOAT10, values).tolist() == [
        0x3DF, 0x3DE, 0x3DF, 0x3E0, 0, 0x3F0, 0, 0, 0, 0x1E0,
    ]  # fmt: skip
    values = np.float32([-1, -2, 1, np.nan, -np.inf, 0.5, -0.5, -0.0, 1 / 127])
    assert host.encoded(SNORM8, values).tolist() == [129, 129, 127, 0, 129, 64, 192, 0, 1]
    assert host.decoded(SNORM8, np.uint8([127, 128, 129, 255, 0])).tolist() == [
        1, -1, -1, np.float32(-1 / 127), 0,
    ]  # fmt: skip


def test_shares_are_quotients():
    """Two products and a sum, rounded as a division is: every code, of 24 bits some."""
    for bits in (1, 2, 4, 5, 6, 8, 10, 12, 16, 24):
        step = 1 if bits < 24 else 13
        codes, top = np.arange(0, 2**bits, step, dtype=np.uint32), np.float32(2**bits - 1)
        number = UNORM8 if bits == 8 else fixed(bits)
        assert np.array_equal(host.decoded(number, codes), codes.astype(np.float32) / top)
    rng = np.random.default_rng(1)
    for bits, number in FIXED_DEPTHS.items():
        top = 2**bits - 1
        codes = rng.integers(0, top, 2**16, np.uint32, endpoint=True)
        codes[:8] = [0, 1, 2, top, top - 1, top // 2, top // 2 + 1, top // 3]
        assert np.array_equal(host.mapped(number.wide, codes, np.float64), codes / np.float64(top))


@pytest.mark.parametrize("engine", engines(), ids=engine_id)
@pytest.mark.parametrize("number", [*FIXED_DEPTHS.values(), DEPTH32F], ids=lambda n: n.bits)
def test_depths_of_fragments(engine, number):
    depths = np.append(np.linspace(0, 1, 999), [0.5, 0.25, 2.0**-30]).astype(np.float32)
    (words,) = run_formula(engine, number.pack, [(depths, F32)], [U32])
    assert host.encoded(number, depths).tolist() == words.tolist()
    assert (np.diff(words[:999].astype(np.int64)) >= 0).all()

    def wide(m, word):
        return m.to_f32(number.wide(m, word))

    results = run_formula(engine, lambda m, w: (wide(m, w), number.unpack(m, w)), [(words, U32)],
                          [F32, F32])  # fmt: skip
    assert np.array_equal(*results)
    assert np.abs(results[0].view(np.float32) - depths).max() <= 2.0 ** -min(number.bits, 24)
    assert results[0].view(np.float32)[998] == 1.0


@pytest.mark.parametrize("engine", engines(), ids=engine_id)
@pytest.mark.parametrize("bits", FIXED_DEPTHS)
def test_fixed_point_depths_of_the_host(engine, bits):
    number, top = FIXED_DEPTHS[bits], 2**bits - 1
    words = np.array([0, 1, top // 2, top - 1, top], np.uint32)
    beyond = np.array([-1.0, 2.0, np.nan, np.inf, -np.inf, 0.4 / top, 0.6 / top])
    depths = np.concatenate([words / np.float64(top), beyond])
    (codes,) = run_formula(engine, number.pack, [(depths, F64)], [U32])
    assert codes.tolist() == [*words.tolist(), 0, top, 0, top, 0, 0, 1]
    assert host.mapped(number.wide, words, np.float64).tolist() == depths[:5].tolist()


@pytest.mark.parametrize("engine", engines(), ids=engine_id)
def test_float_depths_keep_their_order_and_value(engine):
    depths = np.array([-np.inf, -3.5, -1e-45, 0.0, 1e-45, 0.25, 1.0, 1e30, np.inf])
    (words,) = run_formula(engine, DEPTH32F.pack, [(depths, F64)], [U32])
    assert (np.diff(words.view(np.int32).astype(np.int64)) > 0).all()
    single = depths.astype(np.float32)
    assert host.mapped(DEPTH32F.wide, words, np.float64).tolist() == single.tolist()
    # What is cleared to zeros has depths of 0; -0 equals 0; NaN has no place in the order.
    unordered = np.array([0.0, -0.0, np.nan, 1.0])
    for given, type_ in ((unordered, F64), (unordered.astype(np.float32), F32)):
        (words,) = run_formula(engine, DEPTH32F.pack, [(given, type_)], [U32])
        assert words.tolist() == [0, 0, 0, 0x3F800000]


def test_indices_are_masked():
    assert host.mapped(INDEX8.pack, np.array([3, 258, 2**32 - 1], np.uint32), "u1").tolist() == [
        3, 2, 255,
    ]  # fmt: skip
