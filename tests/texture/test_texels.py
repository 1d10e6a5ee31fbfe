"""Packed texels: places of levels and faces, repacking, and the needed levels."""

import numpy as np

from softgl.texture.texels import Texels, last_level, level_starts, reduced_size, smallest_level
from tests.texture.harness import build_image, random_pixels


def images(*levels, target="2D", **arguments):
    """An image for each level, of every face alike."""
    built = [build_image(pixels, target, **arguments) for pixels in levels]
    faces = range(len(built[0].target.images))
    return {(level, face): image for level, image in enumerate(built) for face in faces}


def test_where_levels_start():
    plain = build_image(random_pixels(1, 2, 5))
    assert level_starts(plain) == [0, 10, 12, 13]
    bordered = build_image(random_pixels(1, 4, 7), border=1)
    assert level_starts(bordered) == [0, 28, 28 + 12, 28 + 12 + 9]
    floats = build_image(random_pixels(1, 1, 2), internal_format="RGBA32F_ARB")
    assert level_starts(floats) == [0, 8, 12]
    assert level_starts(build_image(random_pixels(1, 2, 2), "CUBE")) == [0, 24, 30]
    layers = build_image(random_pixels(1, 9, 4), "ARRAY1D")
    assert level_starts(layers) == [0, 36, 54, 63]
    assert (reduced_size(layers, 2), smallest_level(3, layers)) == ((1, 9, 1), 5)
    assert level_starts(build_image(random_pixels(1, 4, 4), "RECT")) == [0, 16]


def test_the_last_level_that_is_needed():
    found = images(random_pixels(1, 4, 4), random_pixels(1, 2, 2), random_pixels(1, 1, 1))
    needed = [
        last_level(found, base, last, True) for base, last in ((0, 9), (0, 1), (2, 9), (1, 0))
    ]
    assert needed == [2, 1, 2, None]
    assert last_level(found, 1, 9, False) == 1
    del found[1, 0]
    assert (last_level(found, 0, 9, True), last_level(found, 0, 9, False)) == (None, 0)
    faces = images(random_pixels(1, 2, 2), target="CUBE")
    assert last_level(faces, 0, 9, False) == 0
    del faces[0, 4]
    assert last_level(faces, 0, 9, False) is None


def test_words_stay_where_they_are():
    first, second = random_pixels(1, 2, 4), random_pixels(2, 1, 2)
    found, texels = images(first, second), Texels()
    words = texels.update(found, 0, 0)
    beyond = [0] * 5  # filters read a row of four and a texel with the last ones
    assert words.tolist() == [*first.view("<u4").ravel(), 0, 0, 0, *beyond]
    assert texels.update(found, 0, 1) is words
    levels = [*first.view("<u4").ravel(), *second.view("<u4").ravel()]
    assert words.tolist() == [*levels, 0, *beyond]
    # The texels of an image are there from then on: nothing has to be packed after a change.
    image = found[0, 0]
    part = image.part((1, 0, 0), (2, 1, 1))
    image.texels[part] = 0x09090909
    texels.change((0, 0), part)
    texels.update(found, 0, 1)
    expected = first.view("<u4")[..., 0].copy()
    expected[0, 1:3] = 0x09090909
    assert np.array_equal(words[:8].reshape(2, 4), expected)
    image.texels[...] = 0x09090909
    texels.change((0, 0))
    assert texels.update(found, 0, 1) is words
    assert (words[:8] == 0x09090909).all()
    # Another size is another array.
    found[0, 0] = build_image(second)
    assert texels.update(found, 0, 0).tolist() == [*second.view("<u4").ravel(), *[0] * 4]
    assert words[8] == second.view("<u4").ravel()[0]


def test_a_part_is_packed_again():
    """A changed part, and nothing else, is packed again where kernels read another layout."""
    found = images(random_pixels(1, 2, 4), internal_format="SRGB8_ALPHA8")
    texels, image = Texels(), found[0, 0]
    before = texels.update(found, 0, 0)[:32].reshape(2, 4, 4).copy()
    assert found[0, 0] is image
    image.texels[...] = 0x09090909
    part = image.part((1, 0, 0), (2, 1, 1))
    texels.change((0, 0), part)
    before[0, 1:3] = image.words(part)[0]
    assert np.array_equal(texels.update(found, 0, 0)[:32].reshape(2, 4, 4), before)
