"""Storages: components in words, on the machines and of the host."""

from __future__ import annotations

import numpy as np
import pytest

from softgl.formats import host
from softgl.formats.numbers import UNORM8, Number, fixed
from softgl.formats.storages import STORAGES, ColorFormat, Field, Storage
from softgl.lanes import F32, U32
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
# Without alpha: a number of no bits is 1.
ONE = Number(0, "fixed", lambda m, x: m.u32(0), lambda m, code: m.f32(1.0))
OPAQUE = Storage("r5g6b5", (*SMALL.fields[:3], Field("A", ONE, 0)))


class SharedExponent(Storage):
    """Components that do not lie apart, as one might add them: EXT_texture_shared_exponent.

    Red, green and blue have 9 bits each and one exponent of 5, which here is that of the largest.
    """

    def pack(self, m, values):
        red, green, blue = (m.clamp(value, 0.0, 65408.0) for value in values[:3])
        largest = m.max(m.max(red, green), m.max(blue, 2.0**-16))
        exponent = (m.bits(largest * (1.0 + 2.0**-10)) >> 23) - 111
        step = m.from_bits((exponent + 103) << 23)
        parts = [m.as_u32(m.to_i32(m.round_even(c / step))) for c in (red, green, blue)]
        return [parts[0] | parts[1] << 9 | parts[2] << 18 | exponent << 27]

    def load(self, m, word):
        word = word(0)
        step = m.from_bits(((word >> 27) + 103) << 23)
        parts = [m.to_f32(m.as_i32(word >> shift & 0x1FF)) * step for shift in (0, 9, 18)]
        return [*parts, m.f32(1.0)]

    def finish(self, m, values):
        return values


NINE = Number(9, "float", None, None)
SHARED = SharedExponent(
    "rgb9e5", (*(Field(c, NINE, 0, 9 * i) for i, c in enumerate("RGB")), Field("A", ONE, 0))
)
COLORS = [storage for storage in STORAGES.values() if storage.bits("R")] + [SMALL, OPAQUE, SHARED]
PIECES = 2 * host.PIECE + 5


@pytest.mark.parametrize("engine", engines(), ids=engine_id)
@pytest.mark.parametrize("storage", COLORS, ids=lambda s: s.name)
def test_machines_and_host_agree(engine, storage):
    color = np.random.default_rng(1).permutation(np.tile(VALUES[:24], 4)).reshape(-1, 4)
    operands = [(color[:, i].copy(), F32) for i in range(4)]

    def pack(m, *lanes):
        return storage.pack(m, lanes)

    words = np.stack(run_formula(engine, pack, operands, [U32] * storage.words), axis=-1)
    assert np.array_equal(words, host.pack(storage, color))

    def unpack(m, *lanes):
        return storage.unpack(m, lanes)

    operands = [(words[:, i].copy(), U32) for i in range(storage.words)]
    values = np.stack(run_formula(engine, unpack, operands, [F32] * 4), axis=-1)
    back = host.unpack(storage, words)
    assert np.array_equal(np.where(np.isnan(back), 0x7FC00000, back.view(np.uint32)), values)
    if storage.fixed:
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


def test_components_that_share_an_exponent():
    colors = np.float32([[1, 0.5, 0.25, 0], [65408, -1, 0, 0], [1.5, 1e-3, np.nan, 1]])
    back = host.unpack(SHARED, host.pack(SHARED, colors))
    assert back.tolist() == [[1, 0.5, 0.25, 1], [65408, 0, 0, 1], [1.5, 0, 0, 1]]


def test_dense_components():
    """What lies densely is seen as an array of codes, little-endian, without a copy."""
    elements = {name: storage.element for name, storage in STORAGES.items()}
    assert {name for name, element in elements.items() if element is None} == {
        "depth16", "depth24", "depth24_stencil8", "depth32f_stencil8", "stencil8",
    }  # fmt: skip
    words = np.array([[0x04030201], [0xFF000080]], np.uint32)
    codes = host.as_codes(STORAGES["unorm8"], words)
    assert codes.tolist() == [[1, 2, 3, 4], [128, 0, 0, 255]]
    assert np.array_equal(host.from_codes(STORAGES["unorm8"], codes), words)
    assert np.shares_memory(codes, words)


@pytest.mark.parametrize("storage", [STORAGES["unorm8"], STORAGES["float16"], SMALL])
def test_large_arrays_go_in_pieces(storage):
    color = np.resize(VALUES, (PIECES, 4))
    words = host.pack(storage, color)
    for part in (slice(0, 7), slice(host.PIECE - 3, host.PIECE + 3), slice(PIECES - 7, PIECES)):
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
