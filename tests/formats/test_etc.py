"""Blocks of ETC2 and EAC: the examples of OpenGL ES 3.0, appendix C.1, and each mode by hand."""

from __future__ import annotations

import numpy as np
import pytest

from softgl.formats.blocks import CODECS


def decoded(name, *words):
    """The texels (4, 4) of one block of 64-bit words."""
    data = b"".join(word.to_bytes(8, "big") for word in words)
    blocks = np.frombuffer(data, np.uint8).reshape(1, 1, 1, -1)
    return CODECS[name].decoded(blocks, 4, 4)[0, ..., 0]


def rgba(name, *words):
    """Its texels as (4, 4, 4) bytes."""
    return decoded(name, *words).view(np.uint8).reshape(4, 4, 4)


def placed(*fields):
    """A word of (number, last bit) fields."""
    return sum(number << last for number, last in fields)


def scalar(base, multiplier, table, code):
    """A block of one component whose pixel b alone has a code."""
    return placed((base & 0xFF, 56), (multiplier, 52), (table, 48), (code, 42))


@pytest.mark.parametrize(
    ("name", "block", "expected", "other"),
    [
        # C.1.5, C.1.7: tables 13 and codes 3 and 0.
        ("eac", scalar(103, 2, 13, 3), 668, 103 * 8 + 4 - 16),
        ("eac", scalar(103, 0, 13, 3), 818, 103 * 8 + 4 - 1),
        ("eac", scalar(255, 1, 15, 7), 2047, 2044 - 24),
        ("signed_eac", scalar(60, 2, 13, 3), 320, 480 - 16),
        ("signed_eac", scalar(60, 0, 13, 3), 470, 479),
        ("signed_eac", scalar(-128, 15, 13, 7), -1016 + 9 * 120, -1023),
    ],
)
def test_single_components(name, block, expected, other):
    texels = decoded(name, block).view(np.int16).reshape(4, 4, 2)[..., 0]
    assert texels[1, 0] == expected
    assert texels[0, 0] == texels[3, 3] == other
    both = decoded(f"{name}_rg", 0, block).view(np.int16).reshape(4, 4, 2)
    assert np.array_equal(both[..., 1], texels)


def test_alpha():
    # C.1.3: "103 - 20 = 83"; a multiplier of 0 leaves the base.
    alpha = rgba("etc2_alpha", scalar(103, 2, 13, 3), 0)[..., 3]
    assert alpha[1, 0] == 83 and alpha[0, 0] == 101
    assert (rgba("etc2_alpha", scalar(103, 0, 13, 3), 0)[..., 3] == 103).all()


def test_individual_and_differential():
    # C.1.1: R1 = 14, G1 = 3, B1 = 8; table 2; pixel d has the code 1, the others 0.
    individual = placed((14, 60), (3, 52), (8, 44), (2, 37), (1, 3))
    texels = rgba("etc2", individual)
    assert texels[3, 0].tolist() == [255, 51 + 29, 136 + 29, 255]
    assert texels[0, 0].tolist() == [238 + 9, 51 + 9, 136 + 9, 255]
    assert texels[0, 2].tolist() == [2, 2, 2, 255]  # the right half
    flipped = rgba("etc2", individual | 1 << 32)
    assert flipped[1, 3].tolist() == texels[0, 0].tolist()
    assert flipped[2, 0].tolist() == [2, 2, 2, 255]
    # R = 28, dR = -4; G = 4, dG = 2; B = 3, dB = 0.
    differential = placed((28, 59), (4, 56), (4, 51), (2, 48), (3, 43), (1, 33))
    texels = rgba("etc2", differential)
    assert texels[0, 0].tolist() == [233, 35, 26, 255]
    assert texels[0, 2].tolist() == [200, 51, 26, 255]


def test_t_and_h():
    pixels = placed((1, 0), (1, 17), (1, 18), (1, 2))  # codes 1, 2 and 3 of a, b and c
    # Red of 31 and 3 is outside: R1 = 0b11_11, G1 = 2, B1 = 3, R2 = 4, G2 = 5, B2 = 6, index 5.
    t = placed((7, 61), (3, 59), (3, 56), (2, 52), (3, 48), (4, 44), (5, 40), (6, 36))
    t |= placed((2, 34), (1, 33), (1, 32)) | pixels
    texels = rgba("etc2", t)[..., :3].tolist()
    second = np.array([4, 5, 6]) * 17
    assert texels[3][3] == [255, 34, 51]
    assert texels[0][0] == (second + 32).tolist() and texels[1][0] == second.tolist()
    assert texels[2][0] == (second - 32).tolist()
    # Green of 31 and 3 is outside: R1 = 1, G1 = 0b011_1, B1 = 0b1_011.
    h = placed((1, 59), (3, 56), (7, 53), (1, 52), (1, 51), (3, 47), (4, 43), (5, 39), (6, 35))
    h |= placed((1, 34), (1, 33), (0, 32)) | pixels
    texels = rgba("etc2", h)[..., :3].tolist()
    first = np.array([1, 7, 11]) * 17
    distance = 23  # index 4: the first colour is less
    assert texels[3][3] == np.minimum(first + distance, 255).tolist()
    assert texels[0][0] == np.maximum(first - distance, 0).tolist()
    assert texels[1][0] == (second + distance).tolist()
    assert texels[2][0] == (second - distance).tolist()
    # Without the opaque bit code 2 is transparent, in any of these modes.
    for block in (t, h):
        holes = rgba("etc2_punch", block & ~(1 << 33))
        assert holes[1, 0].tolist() == [0, 0, 0, 0] and (holes[..., 3] == 255).sum() == 15
        assert np.array_equal(rgba("etc2_punch", block), rgba("etc2", block))


def test_planar():
    # Blue of 31 and 3 is outside: BO = 0b0_11_011.
    # Bit 63 keeps red inside, whose difference is negative.
    plane = placed((1, 63), (10, 57), (20, 49), (7, 45), (3, 43), (3, 39), (1, 33))
    plane |= placed((31, 34), (1, 32), (127, 25), (0, 19), (0, 13), (64, 6), (63, 0))
    texels = rgba("etc2", plane).astype(int)
    origin = np.array([10 << 2 | 10 >> 4, 20 << 1, 27 << 2 | 27 >> 4])
    right, down = np.array([255, 255, 0]), np.array([0, 64 << 1 | 1, 255])
    for y in range(4):
        for x in range(4):
            sums = x * (right - origin) + y * (down - origin) + 4 * origin + 2
            assert texels[y, x, :3].tolist() == np.clip(sums >> 2, 0, 255).tolist()
    # "should the 'opaque'-bit anyway be 0 the decoder should treat it as if it were 1".
    assert np.array_equal(rgba("etc2_punch", plane & ~(1 << 33)), texels)


def test_small_modifiers_without_the_opaque_bit():
    block = placed((16, 59), (16, 51), (16, 43), (5, 37), (1, 0))
    texels = rgba("etc2_punch", block)
    assert texels[0, 0].tolist() == [132 + 80] * 3 + [255]
    assert texels[1, 0].tolist() == [132] * 3 + [255]
