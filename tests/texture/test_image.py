"""Reduction to the next level: exact averages, odd sizes, borders."""

from fractions import Fraction
from math import floor

import numpy as np
import pytest

from softgl.texture.texels import WHOLE
from tests.texture.harness import build_image, random_pixels, values
from tests.tools import traced_memory


def levels(image):
    while max(image.size) > 1:
        image = image.reduced()
        yield image


def test_even_sizes_are_plain_averages():
    pixels = [[[1] * 4, [2] * 4], [[3] * 4, [4] * 4]]
    # 10 / 4 = 2.5 rounds half up.
    assert values(build_image(pixels).reduced()).ravel().tolist() == [3] * 4


def test_sizes_halve_and_round_down():
    image = build_image(random_pixels(1, 3, 13, 6), target="3D")
    assert [level.size for level in levels(image)] == [(3, 6, 1), (1, 3, 1), (1, 1, 1)]


def covered(n, i):
    """(texel, weight) of the texels of n that texel i of n // 2 covers."""
    m = max(n // 2, 1)
    low, high = Fraction(i * n, m), Fraction((i + 1) * n, m)
    for texel in range(floor(low), n):
        part = min(high, texel + 1) - max(low, texel)
        if part > 0:
            yield texel, part / (high - low)


@pytest.mark.parametrize("size", [(5, 7), (8, 3), (1, 9), (2, 2), (255, 1), (6, 11)])
def test_each_texel_is_the_exact_average_of_what_it_covers(size):
    height, width = size
    pixels = random_pixels(3, height, width)
    reduced = values(build_image(pixels).reduced())[0]
    for j, i in np.ndindex(reduced.shape[:2]):
        for c in range(4):
            average = sum(
                wy * wx * int(pixels[y, x, c])
                for y, wy in covered(height, j)
                for x, wx in covered(width, i)
            )
            assert reduced[j, i, c] == floor(average + Fraction(1, 2))


def test_a_large_odd_image_does_not_overflow():
    # 2901 * 2901 * 511 is more than 32 bits.
    white = build_image(np.full((2901, 2901, 4), 255, np.uint8)).reduced()
    assert white.size == (1450, 1450, 1)
    assert (values(white) == 255).all()


def test_floats():
    pixels = np.array([[[8.0, -1, 0, 1]] * 2 + [[2.0, -1, 0, 1]]], np.float32)
    reduced = build_image(pixels, internal_format="RGBA32F_ARB").reduced()
    assert values(reduced).ravel().tolist() == [6.0, -1.0, 0.0, 1.0]
    sixteen = build_image(pixels / 8, internal_format="RGBA16").reduced()
    steps = values(sixteen).astype(np.float64) * 65535
    assert np.allclose(steps, np.rint(steps), atol=1e-2)


def test_averages_of_nan_are_the_one_nan():
    pixels = np.array([[[0xFFC00001, 0x7FF7D82C, 0x3F800000, 0x7F800000]] * 2], np.uint32)
    reduced = build_image(pixels.view(np.float32), internal_format="RGBA32F_ARB").reduced()
    assert reduced.texels.ravel().tolist() == [0x7FC00000, 0x7FC00000, 0x3F800000, 0x7F800000]


def test_a_border_shrinks_along_itself():
    # Corners 1; left and right 2 and 4, 10 and 20; bottom and top 6 and 8, 30 and 50.
    rows = [[1, 6, 8, 1], [2, 100, 110, 10], [4, 120, 130, 20], [1, 30, 50, 1]]
    pixels = np.array(rows)[:, :, np.newaxis].repeat(4, axis=2)
    reduced = build_image(pixels, border=1).reduced()
    assert reduced.size == (1, 1, 1)
    assert values(reduced)[0, :, :, 0].tolist() == [[1, 7, 1], [3, 115, 15], [1, 40, 1]]


def test_a_border_of_an_odd_image():
    rows = [[1, 0, 90, 90, 1], [2, 30, 60, 90, 9], [1, 3, 3, 3, 1]]
    pixels = np.array(rows)[:, :, np.newaxis].repeat(4, axis=2)
    reduced = build_image(pixels, border=1).reduced()
    assert values(reduced)[0, :, :, 0].tolist() == [[1, 60, 1], [2, 60, 9], [1, 3, 1]]


@pytest.mark.parametrize("border", [0, 1])
@pytest.mark.parametrize("internal_format", ["RGBA8", "RGBA32F_ARB", "SRGB8_ALPHA8"])
@pytest.mark.parametrize("size", [(1, 9, 6), (4, 8, 5), (1, 1, 8), (3, 13, 3)])
def test_rows_are_reduced_some_at_a_time(size, internal_format, border, tuned):
    pixels = random_pixels(3, *(length + 2 * border for length in size))
    image = build_image(pixels, "3D", internal_format, border)
    whole = image.reduced().texels
    tuned(REDUCED_CHUNK_TEXELS=40)
    assert np.array_equal(image.reduced().texels, whole)


def test_reducing_takes_little_more_memory_than_the_result(tuned):
    tuned(REDUCED_CHUNK_TEXELS=2**14)
    image = build_image(np.ones((512, 1024, 4), np.float32), internal_format="RGBA32F_ARB")
    with traced_memory() as peak:
        reduced = image.reduced().texels
    assert peak[0] < reduced.nbytes + 3 * 16 * 2**14


def test_words():
    image = build_image([[[1, 2, 3, 4], [255, 0, 0, 128]]])
    assert image.words(WHOLE).ravel().tolist() == [0x04030201, 0x800000FF]
    image = build_image(np.array([[[1.0, 0, -2, 0.5]]], np.float32), internal_format="RGBA32F_ARB")
    assert image.words(WHOLE).ravel().tolist() == [0x3F800000, 0, 0xC0000000, 0x3F000000]
