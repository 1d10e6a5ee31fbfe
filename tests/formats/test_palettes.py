"""Values of codes: rounding of colours, exact numbers of single components."""

from fractions import Fraction

import numpy as np

from softgl.formats.palettes import BETWEEN, bytes_of, codes_of, colors, expanded, mixed, scalars


def test_ends_of_colours_are_close_to_exact():
    for bits, top in ((5, 31), (6, 63)):
        ends = np.arange(top + 1)
        made = expanded(ends, bits)
        assert made[[0, 1, top]].tolist() == [0, 256 >> bits, 255]
        assert np.abs(made * top - ends * 255).max() < 0.72 * top
        # What an end has become is that end again.
        assert np.array_equal((2 * made * top + 255) // 510, ends)


def test_what_lies_between_is_rounded_to_the_nearest():
    first, second = (each.reshape(-1) for each in np.mgrid[0:256, 0:256])
    for whole, table in BETWEEN.items():
        for code, (one, two) in enumerate(table):
            exact = (one * first + two * second) / whole
            assert np.array_equal(mixed(first, second, whole, code), np.floor(exact + 0.5))


def test_colours_of_packed_ends():
    first, second = np.array([[31 << 11 | 63 << 5], [31]], np.int32)
    words = colors(first, second, 3)[:, 0]
    assert [f"{word:06X}" for word in words] == ["00FFFF", "FF0000", "55AAAA", "AA5555"]
    words = colors(first, second, 2)[:, 0]
    assert [f"{word:06X}" for word in words] == ["00FFFF", "FF0000", "808080", "000000"]


def test_codes_lie_from_the_lowest_bit_on():
    for bits in (2, 3, 4):
        codes = np.random.default_rng(bits).integers(0, 2**bits, (16, 5))
        packed = bytes_of(codes, bits)
        assert packed.shape == (5, 2 * bits)
        whole = sum(int(code) << bits * texel for texel, code in enumerate(codes[:, 3]))
        assert int.from_bytes(packed[3].tobytes(), "little") == whole
        shifted = np.concatenate([np.zeros((5, 3), np.uint8), packed], axis=1)
        assert np.array_equal(codes_of(shifted, 3, bits), codes)


# All codes from 0 to 7, twice.
EVERY = sum(code << 3 * texel for texel, code in enumerate([*range(8)] * 2)).to_bytes(6, "little")


def of_ends(first, second, signed):
    """The exact numbers of the eight codes, by the formulas of EXT_texture_compression_rgtc."""
    top = 127 if signed else 255
    ends = [Fraction(max(end, -top), top) for end in (first, second)]
    steps = 7 if first > second else 5
    between = [((steps - i) * ends[0] + i * ends[1]) / steps for i in range(1, steps)]
    return [*ends, *between, *([] if steps == 7 else [Fraction(-signed), Fraction(1)])]


def test_single_components_are_exact():
    cases = [(200, 100), (100, 200), (7, 7), (255, 0), (0, 255), (0, 0), (255, 255), (1, 0)]
    cases += [(127, -127), (-127, 127), (127, -128), (-128, 127), (-5, -6), (-6, -5), (0, -1)]
    # Undefined in the specification: we compare the bytes, so that this has eight numbers, all -1.
    cases += [(-127, -128), (-128, -127), (-128, -128)]
    for first, second in cases:
        signed = min(first, second) < 0
        blocks = np.frombuffer(bytes([first & 255, second & 255]) + EVERY, np.uint8)
        units = scalars(blocks.reshape(1, 8), signed)[:, 0]
        whole = 35 * (127 if signed else 255)
        exact = of_ends(first, second, signed)
        assert [Fraction(int(unit), whole) for unit in units] == exact * 2, (first, second)
    assert of_ends(-127, -128, True) == [-1] * 8
