"""Storages: components in words, on the machines and of the host."""

from __future__ import annotations

from fractions import Fraction
from math import floor

import numpy as np
import pytest

from softgl.formats import host
from softgl.formats.numbers import NO_ALPHA, UNORM8, fixed
from softgl.formats.storages import STORAGES, ColorFormat, Field, Storage
from softgl.lanes import U32
from tests.formats.test_numbers import VALUES
from tests.lanes.machines import engine_id, engines, run_formula

# A format as one might add it: components of several sizes, red in the highest bits.
SMALL = Storage(
    "r5g6b5a8",
    (
        Field("R", fixed(5), 0, 11),
        Field("G", fixed(6), 0, 5),
        Field("B", fixed(5), 0, 0),
        Field("A", UNORM8, 1, 24),
    ),
)
OPAQUE = Storage("r5g6b5", (*SMALL.fields[:3], Field("A", NO_ALPHA, 0)))
SHARED = STORAGES["ufloat9_9_9_e5"]
# Stencil indices beside depths are only read, and as one component.
COLORS = [storage for storage in STORAGES.values() if len(storage.fields) == 4]
COLORS += [SMALL, OPAQUE]
PIECES = 2 * host.TEXELS_AT_ONCE + 5


def around_the_ends(storage):
    """Integers (n, 4) on both sides of the ends of a storage's range, as far as 32 bits go."""
    ends, dtype = np.iinfo(storage.result.dtype), storage.result.dtype
    near = [end + step for end in storage.range for step in (-1, 0, 1, 255)]
    return np.clip(near, ends.min, ends.max).astype(dtype).reshape(-1, 4)


@pytest.mark.parametrize("storage", COLORS, ids=lambda s: s.name)
def test_machines_and_host_agree(storage):
    result = storage.result
    color = np.random.default_rng(1).permutation(np.tile(VALUES[:24], 4)).reshape(-1, 4)
    if storage.integer:
        color = np.concatenate([color.view(result.dtype), around_the_ends(storage)])
    operands = [(color[:, i].copy(), result) for i in range(4)]
    words = host.pack(storage, color)
    back = host.unpack(storage, words)
    bits = np.where(np.isnan(back), 0x7FC00000, back.view(np.uint32))

    def pack_and_unpack(m, *lanes):
        packed = storage.pack(m, lanes)
        return *packed, *storage.unpack(m, packed)

    for engine in engines():
        results = [U32] * storage.words + [result] * 4
        found = run_formula(engine, pack_and_unpack, operands, results)
        packed, values = found[: storage.words], np.stack(found[storage.words :], axis=-1)
        assert np.array_equal(np.stack(packed, axis=-1), words), engine_id(engine)
        assert np.array_equal(values.view(np.uint32), bits), engine_id(engine)
    if storage.integer:
        ends = np.array([field.number.range for field in storage.fields]).T
        assert np.array_equal(back, color.astype(np.int64).clip(*ends))
    if storage.fixed or storage.integer:
        again = host.pack(storage, back)
        assert np.array_equal(again, words)


def test_components_of_other_sizes():
    assert SMALL.element is None and SMALL.words == 2 and SMALL.fixed
    assert [SMALL.bits(letter) for letter in "RGBAD"] == [5, 6, 5, 8, 0]
    assert [f"{word}:{mask:08X}" for word, mask in SMALL.masks] == [
        "0:0000F800", "0:000007E0", "0:0000001F", "1:FF000000",
    ]  # fmt: skip
    words = host.pack(SMALL, np.float32([[1, 0, 0, 1], [0, 1, 1 / 31, 0]]))
    assert words.tolist() == [[0xF800, 0xFF000000], [0x07E1, 0]]


def shared_word(color):
    """EXT_texture_shared_exponent, 3.8.1, in exact arithmetic."""
    top = Fraction(511, 512) * 2**16
    kept = [min(top, Fraction(float(c))) if c == c and c > 0 and c != np.inf else 0 for c in color]
    kept = [top if c == np.inf else k for c, k in zip(color, kept, strict=True)]
    exponent = 0  # max(-B-1, floor(log2(max_c))) + 1 + B
    while max(kept) >= Fraction(2) ** (exponent - 15):
        exponent += 1
    if floor(max(kept) / Fraction(2) ** (exponent - 24) + Fraction(1, 2)) == 512:
        exponent += 1
    parts = [floor(c / Fraction(2) ** (exponent - 24) + Fraction(1, 2)) for c in kept]
    return parts[0] | parts[1] << 9 | parts[2] << 18 | exponent << 27


def test_components_that_share_an_exponent():
    colors = np.float32([
        [1, 0.5, 0.25, 0], [65408, -1, 0, 0], [1.5, 1e-3, np.nan, 1], [65409, np.inf, -np.inf, 1],
        [511.5, 1, 0, 0], [511.49997, 1, 0, 0], [2.0**-24, 2.0**-25, 2.0**-25 - 2.0**-50, 1],
        [2.0**-15, 2.0**-16, 0, 0], [1e-40, 0, 0, 0], [0.99951172, 0.5, 0.49999997, 0],
        [0.99902344, 0.00097656, 0.00097656 - 2.0**-33, 0], [np.nan, 0, 0, 0],
    ])  # fmt: skip
    # By hand: 1 is 256 / 512 times 2^(16 - 15), and 65408 the largest of all.
    words = host.pack(SHARED, colors)[:, 0]
    assert words[:2].tolist() == [256 | 128 << 9 | 64 << 18 | 16 << 27, 511 | 31 << 27]
    back = host.unpack(SHARED, words[:, np.newaxis])
    assert back[:4].tolist() == [
        [1, 0.5, 0.25, 1], [65408, 0, 0, 1], [1.5, 0, 0, 1], [65408, 65408, 0, 1],
    ]  # fmt: skip
    rng = np.random.default_rng(3)
    scales = 2.0 ** rng.uniform(-28, 17, (1000, 1)) * rng.choice([1, 1, 2.0**-5], (1000, 3))
    colors = np.concatenate([colors[:, :3], rng.uniform(-0.1, 1, (1000, 3)) * scales])
    words = host.pack(SHARED, np.column_stack([colors, colors[:, 0]]).astype(np.float32))
    expected = [shared_word(color) for color in colors.astype(np.float32).tolist()]
    assert words[:, 0].tolist() == expected


def test_codes_with_a_shared_exponent():
    """Every exponent with every mantissa; numbers that are stored again stay the same."""
    mantissas, exponents = np.meshgrid(np.arange(512), np.arange(32))
    words = mantissas | (511 - mantissas) << 9 | (mantissas >> 3) << 18 | exponents << 27
    words = words.reshape(-1, 1).astype(np.uint32)
    colors = host.unpack(SHARED, words)
    parts = [mantissas, 511 - mantissas, mantissas >> 3]
    expected = [part * 2.0 ** (exponents - 24.0) for part in parts]
    assert np.array_equal(colors[:, :3], np.stack(expected, -1).reshape(-1, 3).astype(np.float32))
    assert (colors[:, 3] == 1).all()
    assert np.array_equal(host.unpack(SHARED, host.pack(SHARED, colors)), colors)
    assert (SHARED.shared, SHARED.drawable, SHARED.fixed, SHARED.signed) == (5, False, False, False)


def test_dense_components():
    """Dense components are viewed as an array of codes, little-endian, without a copy."""
    elements = {name: storage.element for name, storage in STORAGES.items()}
    assert {name for name, element in elements.items() if element is None} == {
        "depth16", "depth24", "depth24_stencil8", "depth32f_stencil8", "stencil8",
        "indices_beside_depth", "indices",
        "r_2047ths", "rg_2047ths", "signed_r_1023rds", "signed_rg_1023rds",
        "uint10_10_10_2", "unorm10_10_10_2", "unorm5_6_5", "ufloat11_11_10", "ufloat9_9_9_e5",
        *(f"{sign}{kept}_35ths" for sign in ("", "signed_") for kept in ("r", "rg", "l", "la")),
    }  # fmt: skip
    words = np.array([[0x04030201], [0xFF000080]], np.uint32)
    codes = host.as_codes(STORAGES["unorm8"], words)
    assert codes.tolist() == [[1, 2, 3, 4], [128, 0, 0, 255]]
    assert np.array_equal(host.from_codes(STORAGES["unorm8"], codes), words)
    assert np.shares_memory(codes, words)


@pytest.mark.parametrize("sign", ["", "signed_"])
def test_components_that_share_a_place(sign):
    """One word of two numbers: the nearest floats of exact 35ths."""
    top = 35 * (127 if sign else 255)
    codes = np.arange(-top if sign else 0, top + 1)
    halves = np.stack([codes, codes[::-1]], axis=-1) & 0xFFFF
    words = (halves[:, :1] | halves[:, 1:] << 16).astype(np.uint32)
    low = (codes / top).astype(np.float32)
    zero, one = np.zeros_like(low), np.ones_like(low)
    for letters, components in {
        "r": (low, zero, zero, one), "rg": (low, low[::-1], zero, one),
        "l": (low, low, low, one), "la": (low, low, low, low[::-1]),
    }.items():  # fmt: skip
        storage = STORAGES[f"{sign}{letters}_35ths"]
        assert storage.words == 1 and storage.fixed and storage.signed == bool(sign)
        colors = np.stack(components, axis=-1)
        assert np.array_equal(host.unpack(storage, words), colors)
        kept = words if len(letters) == 2 else words & 0xFFFF
        assert np.array_equal(host.pack(storage, colors), kept)


@pytest.mark.parametrize("storage", [STORAGES["unorm8"], STORAGES["float16"], SMALL])
def test_large_arrays_go_in_pieces(storage):
    color = np.resize(VALUES, (PIECES, 4))
    words = host.pack(storage, color)
    for part in (
        slice(0, 7),
        slice(host.TEXELS_AT_ONCE - 3, host.TEXELS_AT_ONCE + 3),
        slice(PIECES - 7, PIECES),
    ):
        assert np.array_equal(words[part], host.pack(storage, color[part]))
        assert np.array_equal(
            host.unpack(storage, words)[part], host.unpack(storage, words[part]), equal_nan=True
        )


def test_colours_for_planes():
    linear = np.float32([[0, 1, 0.5, 0.5]])
    assert host.pack_colors(ColorFormat(), linear).tolist() == [[0x8080FF00]]
    assert host.pack_colors(ColorFormat("unorm8", "R001"), linear).tolist() == [[0xFF000000]]
    encoded = ColorFormat("unorm8", "RGB1", srgb=True)
    assert host.pack_colors(encoded, linear).tolist() == [[0xFF80FF00]]
    assert host.pack_colors(encoded, linear, convert=True).tolist() == [[0xFFBCFF00]]
    beyond = [[2.0, -1.0, float("nan"), 0.5], [1 / 510, 1 / 509, 0, 0]]
    assert host.pack_colors(ColorFormat(), beyond).tolist() == [[255 | 128 << 24], [1 << 8]]
