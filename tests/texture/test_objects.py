"""Texture objects: completeness, mipmap generation, the sampler and when it changes."""

import numpy as np
import pytest

from tests.texture.harness import (
    build_image,
    build_texture,
    mipmapped,
    of_bytes,
    random_pixels,
    values,
)

MIPMAP = {"min_filter": "LINEAR_MIPMAP_LINEAR"}


def grey(width, height=None):
    return np.zeros((width if height is None else height, width, 4), np.uint8)


def sizes(texture):
    images = texture.complete_levels()
    return images and [image.size[:2] for image in images]


def test_a_new_texture_is_not_complete():
    assert build_texture().sampler() is None
    assert build_texture(min_filter="LINEAR").sampler() is None


def test_the_base_level_is_enough_without_mipmaps():
    # OpenGL 2.1, table 6.17: the initial minification filter asks for a mipmap.
    assert build_texture(grey(4)).sampler() is None
    assert sizes(build_texture(grey(4), min_filter="NEAREST")) == [(4, 4)]
    assert sizes(build_texture(grey(4), min_filter="LINEAR", base_level=1)) is None


def test_the_whole_sequence_is_needed():
    assert sizes(build_texture(grey(5, 3), grey(2, 1), grey(1), **MIPMAP)) == [
        (5, 3),
        (2, 1),
        (1, 1),
    ]
    assert build_texture(grey(5, 3), grey(2, 1), **MIPMAP).sampler() is None
    assert build_texture(grey(5, 3), grey(3, 2), grey(1), **MIPMAP).sampler() is None
    assert build_texture(grey(4), grey(2), grey(1, 2), **MIPMAP).sampler() is None


def test_base_and_max_level_bound_what_is_needed():
    levels = grey(8), grey(4), grey(2)
    assert build_texture(*levels, **MIPMAP).sampler() is None
    assert sizes(build_texture(*levels, max_level=2, **MIPMAP)) == [(8, 8), (4, 4), (2, 2)]
    assert sizes(build_texture(*levels, max_level=2, base_level=1, **MIPMAP)) == [(4, 4), (2, 2)]
    assert sizes(build_texture(*levels, max_level=0, **MIPMAP)) == [(8, 8)]
    # "levelbase <= levelmax".
    assert build_texture(*levels, max_level=1, base_level=2, **MIPMAP).sampler() is None
    # Levels outside base to q are "insignificant".
    odd = build_texture(grey(3), grey(4), grey(2), grey(1), grey(7), base_level=1, **MIPMAP)
    assert sizes(odd) == [(4, 4), (2, 2), (1, 1)]


@pytest.mark.parametrize("change", [{"internal_format": "RGB8"}, {"border": 1}])
def test_levels_must_match(change):
    texture = build_texture(grey(2), grey(1), **MIPMAP)
    assert texture.sampler() is not None
    pixels = grey(3) if "border" in change else grey(1)
    texture.set_image(1, build_image(pixels, **change))
    assert texture.sampler() is None
    texture.set_parameter("min_filter", "LINEAR")
    assert texture.sampler() is not None


def test_a_null_image_is_no_texture():
    texture = build_texture(np.zeros((0, 0, 4), np.uint8), min_filter="LINEAR")
    assert texture.sampler() is None
    texture.generate_mipmap()
    assert list(texture.images) == [0]


def test_generation_makes_a_complete_texture():
    texture = mipmapped(random_pixels(1, 5, 12), **MIPMAP)
    assert sizes(texture) == [(12, 5), (6, 2), (3, 1), (1, 1)]
    limited = mipmapped(random_pixels(1, 8, 8), base_level=0, max_level=1, **MIPMAP)
    assert sorted(limited.images) == [0, 1]


def test_automatic_generation_follows_every_change_of_the_base_level():
    texture = build_texture(generate_mipmap=True, **MIPMAP)
    texture.set_image(0, build_image(np.full((4, 4, 4), 10)))
    reds = [values(texture.images[level])[0, 0, 0, 0] for level in range(3)]
    assert reds == [10, 10, 10]
    texture.update_image(0, (0, 0, 0), of_bytes(50, 1, 4, 4))
    assert values(texture.images[2]).ravel().tolist() == [50] * 4
    texture.set_image(1, build_image(np.full((2, 2, 4), 90)))
    assert values(texture.images[2]).ravel().tolist() == [50] * 4


def test_sampler_arrays():
    texture = build_texture(
        [[[1, 2, 3, 4]] * 4] * 2, [[[5, 6, 7, 8]] * 2], [[[9, 9, 9, 9]]],
        lod_bias=0.5, min_lod=-3.0, max_lod=7.0, border_color=(0.0, 1.0, 0.2, 1.0), **MIPMAP,
    )  # fmt: skip
    key, arrays = texture.sampler()
    assert (key.min_filter, key.mip_filter, key.mag_filter) == ("LINEAR", "LINEAR", "LINEAR")
    assert arrays["texels"].tolist() == [0x04030201] * 8 + [0x08070605] * 2 + [0x09090909]
    assert arrays["levels"].tolist() == [2, 4, 2, 1, 0, 8, 10]
    assert arrays["settings"].tolist() == [0.5, -3.0, 7.0, 0.0, 255.0, 51.0, 255.0]
    assert [array.dtype for array in arrays.values()] == [np.uint32, np.int32, np.float32]


def test_the_sampler_is_kept_until_something_changes():
    texture = mipmapped(random_pixels(2, 4, 4), **MIPMAP)
    first = texture.sampler()
    assert texture.sampler() is first
    assert texture.sampler(1.0) is not first
    assert texture.sampler(1.0)[0] == first[0]

    def changed(action):
        before = texture.sampler()
        action()
        return texture.sampler() is not before

    assert changed(lambda: texture.set_parameter("max_lod", 2.0))
    assert changed(lambda: texture.set_image(0, build_image(random_pixels(4, 4, 4))))
    assert changed(lambda: texture.update_image(1, (1, 1, 0), of_bytes(0, 1, 1, 1)))
    assert changed(texture.generate_mipmap)
    assert not changed(lambda: None)


def test_the_arrays_are_copies():
    texture = build_texture(grey(2), min_filter="NEAREST")
    _, arrays = texture.sampler()
    texture.update_image(0, (0, 0, 0), of_bytes(255, 1, 2, 2))
    assert not arrays["texels"].any()
    assert texture.sampler()[1]["texels"].all()


def test_one_level_of_one_filter_needs_no_level_of_detail():
    texture = build_texture(grey(1), min_filter="LINEAR_MIPMAP_LINEAR", mag_filter="LINEAR")
    assert texture.sampler()[0].mip_filter == "NONE"
    texture.set_parameter("mag_filter", "NEAREST")
    assert texture.sampler()[0].mip_filter == "LINEAR"


def test_updates_land_where_they_should():
    texture = build_texture(np.zeros((2, 3, 4, 4), np.uint8), target="3D", min_filter="NEAREST")
    texture.update_image(0, (2, 1, 1), of_bytes(7, 1, 2, 1))
    assert np.argwhere(values(texture.images[0])[..., 0]).tolist() == [[1, 1, 2], [1, 2, 2]]
    bordered = build_texture(grey(4), border=1, min_filter="NEAREST")
    bordered.update_image(0, (-1, 0, 0), of_bytes(7, 1, 1, 1))
    assert np.argwhere(values(bordered.images[0])[0, :, :, 0]).tolist() == [[1, 0]]
