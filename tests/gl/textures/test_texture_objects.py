"""Texture objects: completeness, mipmap generation, arguments of kernels, and their changes."""

import numpy as np
import pytest

from softgl.gl.textures.objects import SamplerState
from softgl.texture.image import Image
from tests.texture.harness import (
    build_image,
    build_texture,
    mipmapped,
    of_bytes,
    random_pixels,
    set_parameters,
    values,
)

MIPMAP = {"min_filter": "LINEAR_MIPMAP_LINEAR"}


def grey(width, height=None):
    return np.zeros((width if height is None else height, width, 4), np.uint8)


def sizes(texture):
    """Width and height of the levels that are sampled; None if the texture is not complete."""
    last, base = texture.last_level(texture.sampler), texture.parameters.base_level
    assert (texture.sampled() is None) == (last is None)
    return (
        None if last is None else [texture.image(level).size[:2] for level in range(base, last + 1)]
    )


def test_a_new_texture_is_not_complete():
    assert build_texture().sampled() is None
    assert build_texture(min_filter="LINEAR").sampled() is None


def test_the_base_level_is_enough_without_mipmaps():
    # OpenGL 2.1, table 6.17: the initial minification filter asks for a mipmap.
    assert build_texture(grey(4)).sampled() is None
    assert sizes(build_texture(grey(4), min_filter="NEAREST")) == [(4, 4)]
    assert sizes(build_texture(grey(4), min_filter="LINEAR", base_level=1)) is None


def test_the_whole_sequence_is_needed():
    assert sizes(build_texture(grey(5, 3), grey(2, 1), grey(1), **MIPMAP)) == [
        (5, 3),
        (2, 1),
        (1, 1),
    ]
    assert build_texture(grey(5, 3), grey(2, 1), **MIPMAP).sampled() is None
    assert build_texture(grey(5, 3), grey(3, 2), grey(1), **MIPMAP).sampled() is None
    assert build_texture(grey(4), grey(2), grey(1, 2), **MIPMAP).sampled() is None


def test_base_and_max_level_bound_what_is_needed():
    levels = grey(8), grey(4), grey(2)
    assert build_texture(*levels, **MIPMAP).sampled() is None
    assert sizes(build_texture(*levels, max_level=2, **MIPMAP)) == [(8, 8), (4, 4), (2, 2)]
    assert sizes(build_texture(*levels, max_level=2, base_level=1, **MIPMAP)) == [(4, 4), (2, 2)]
    assert sizes(build_texture(*levels, max_level=0, **MIPMAP)) == [(8, 8)]
    # "levelbase <= levelmax".
    assert build_texture(*levels, max_level=1, base_level=2, **MIPMAP).sampled() is None
    # Levels outside base to q are "insignificant".
    odd = build_texture(grey(3), grey(4), grey(2), grey(1), grey(7), base_level=1, **MIPMAP)
    assert sizes(odd) == [(4, 4), (2, 2), (1, 1)]


@pytest.mark.parametrize("change", [{"internal_format": "RGB8"}, {"border": 1}])
def test_levels_must_match(change):
    texture = build_texture(grey(2), grey(1), **MIPMAP)
    assert texture.sampled() is not None
    pixels = grey(3) if "border" in change else grey(1)
    texture.set_image(1, build_image(pixels, **change))
    assert texture.sampled() is None
    set_parameters(texture, min_filter="LINEAR")
    assert texture.sampled() is not None


def test_a_null_image_is_no_texture():
    texture = build_texture(np.zeros((0, 0, 4), np.uint8), min_filter="LINEAR")
    assert texture.sampled() is None
    texture.generate_mipmap()
    assert list(texture.images) == [(0, 0)]


def test_generation_makes_a_complete_texture():
    texture = mipmapped(random_pixels(1, 5, 12), **MIPMAP)
    assert sizes(texture) == [(12, 5), (6, 2), (3, 1), (1, 1)]
    limited = mipmapped(random_pixels(1, 8, 8), base_level=0, max_level=1, **MIPMAP)
    assert sorted(limited.images) == [(0, 0), (1, 0)]


def test_generation_that_is_interrupted_has_changed_nothing():
    texture = mipmapped(random_pixels(1, 8, 8), **MIPMAP)
    texture.set_image(0, build_image(random_pixels(2, 8, 8)))
    before = dict(texture.images)

    def interrupted(image):
        if image.size[0] == 2:
            raise KeyboardInterrupt
        return image.reduced()

    with pytest.raises(KeyboardInterrupt):
        texture.generate_mipmap(interrupted)
    assert all(texture.images[place] is image for place, image in before.items())


def test_automatic_generation_follows_every_change_of_the_base_level():
    texture = build_texture(generate_mipmap=True, **MIPMAP)
    texture.set_image(0, build_image(np.full((4, 4, 4), 10)))
    assert [values(texture.image(level))[0, 0, 0, 0] for level in range(3)] == [10, 10, 10]
    texture.update_image(0, (0, 0, 0), of_bytes(50, 1, 4, 4))
    assert values(texture.image(2)).ravel().tolist() == [50] * 4
    texture.set_image(1, build_image(np.full((2, 2, 4), 90)))
    assert values(texture.image(2)).ravel().tolist() == [50] * 4


def test_sampler_arrays():
    texture = build_texture(
        [[[1, 2, 3, 4]] * 4] * 2, [[[5, 6, 7, 8]] * 2], [[[9, 9, 9, 9]]],
        lod_bias=0.5, min_lod=-3.0, max_lod=7.0, border_color=(0.0, 1.0, 0.2, 1.0), **MIPMAP,
    )  # fmt: skip
    key, arrays = texture.sampled()
    assert (key.min_filter, key.mip_filter, key.mag_filter) == ("LINEAR", "LINEAR", "LINEAR")
    # A row and one more than there are: what is loaded beside the last.
    levels = [0x04030201] * 8 + [0x08070605] * 2 + [0x09090909]
    assert arrays["texels"].tolist() == levels + [0] * 5
    assert arrays["levels"].tolist() == [2, 4, 2, 1, 0, 8, 10]
    assert arrays["settings"].view(np.float32).tolist() == [
        0.5, -3.0, 7.0, 1.0, 0.0, 255.0, 51.0, 255.0,
    ]  # fmt: skip
    assert [array.dtype for array in arrays.values()] == [np.uint32, np.int32, np.uint32]


@pytest.fixture
def packed(monkeypatch):
    """The number of texels of each part that is packed for kernels in this test."""
    counts, words = [], Image.words

    def counting(image, part):
        result = words(image, part)
        counts.append(result.size // result.shape[-1])
        return result

    monkeypatch.setattr(Image, "words", counting)
    return counts


def parts(texture, *given):
    """All parts of a kernel's view of a texture that may be cached."""
    key, arrays = texture.sampled(*given)
    return {"key": key, **arrays}


def test_what_changes_apart_is_invalidated_apart(packed):
    texture = mipmapped(random_pixels(2, 8, 8), **MIPMAP)
    base = grey(8)

    def changed(action):
        before, revisions = parts(texture), revisions_of(texture)
        del packed[:]
        action()
        after = parts(texture)
        moved = {name for name, value in revisions_of(texture).items() if value != revisions[name]}
        return {name for name in after if after[name] is not before[name]}, moved, list(packed)

    def revisions_of(texture):
        return {
            "sampler": texture.sampler.revision,
            "parameters": texture.parameters.revision,
            "forms": texture.forms_revision,
            "texels": texture.texels_revision,
        }

    def setting(**values):
        return changed(lambda: set_parameters(texture, **values))

    assert changed(lambda: None) == (set(), set(), [])
    assert parts(texture)["texels"].size == 64 + 16 + 4 + 1 + 8 + 1
    # Sampler state: no texel is packed, whatever it is; equal keys are one object.
    only_settings = {"settings"}, {"sampler"}, []
    assert setting(lod_bias=0.5) == setting(border_color=(1, 0, 0, 0)) == only_settings
    assert setting(max_lod=2.0) == setting(min_lod=0.0) == only_settings
    assert setting(max_lod=2.0) == (set(), set(), [])
    assert setting(wrap_s="CLAMP") == ({"key", "settings"}, {"sampler"}, [])
    assert setting(min_filter="NEAREST")[0] == {"key", "settings"}
    assert setting(**MIPMAP)[2] == []
    assert setting(max_level=1)[1:] == ({"parameters"}, [])
    assert setting(max_level=9)[2] == setting(priority=0.5)[2] == []
    # Texels: only images that changed are packed, but for parts, which change where they lie.
    small = of_bytes(1, 1, 2, 3)
    only_texels = set(), {"texels"}
    assert changed(lambda: texture.update_image(0, (1, 2, 0), small)) == (*only_texels, [])
    assert parts(texture)["texels"].reshape(-1)[17:20].tolist() == small.reshape(-1)[:3].tolist()
    assert changed(lambda: texture.set_image(0, build_image(base))) == (*only_texels, [64])
    assert changed(texture.generate_mipmap) == (*only_texels, [16, 4, 1])
    # Another form is another array.
    forms = {"forms", "texels"}
    made = mipmapped(random_pixels(3, 4, 4), **MIPMAP)
    for (level, _), image in made.images.items():
        texture.set_image(level, image)
    assert changed(lambda: texture.set_image(3, build_image(base)))[:2] == (
        {"levels", "settings"},
        forms,
    )
    different = changed(lambda: set_parameters(texture, base_level=1))
    assert different[0] == {"texels", "levels", "settings"}


def test_units_with_another_bias_share_texels(packed):
    texture = mipmapped(random_pixels(2, 4, 4), lod_bias=1.0, **MIPMAP)
    first, second = parts(texture), parts(texture, -0.5)
    assert [name for name in first if first[name] is not second[name]] == ["settings"]
    assert second["settings"].view(np.float32)[0] == 0.5
    for _ in range(3):
        assert parts(texture)["settings"] is first["settings"]
        assert parts(texture, -0.5)["settings"] is second["settings"]
    del packed[:]
    for unit in range(200):
        parts(texture, unit / 8)
    assert packed == []


def test_another_sampler_state_takes_the_place_of_the_own(packed):
    """ARB_sampler_objects: sampler state is not part of the images."""
    texture = mipmapped(random_pixels(2, 4, 4), **MIPMAP)
    own = parts(texture)
    del packed[:]
    sampler = SamplerState(min_filter="NEAREST", wrap_t="CLAMP", compare_mode="NONE")
    other = parts(texture, 0.0, sampler)
    assert (other["key"].min_filter, other["key"].wraps) == ("NEAREST", ("REPEAT", "CLAMP"))
    assert other["levels"] is own["levels"] and own["levels"][0] == 2
    assert other["texels"] is own["texels"] and packed == []
    assert parts(texture)["key"] is own["key"]
    incomplete = build_texture(grey(4), grey(2), **MIPMAP)
    assert incomplete.sampled() is None and incomplete.sampled(0.0, sampler) is not None


def test_parts_that_change_are_packed_together(packed):
    """Changed parts are packed together, in a format that kernels read in another layout."""
    texture = build_texture(
        random_pixels(5, 6, 6), internal_format="SRGB8_ALPHA8", min_filter="NEAREST"
    )
    texture.sampled()
    del packed[:]
    one = of_bytes(0, 1, 1, 1)
    texture.update_image(0, (1, 2, 0), one)
    texture.update_image(0, (3, 5, 0), one)
    words = texture.sampled()[1]["texels"][: 36 * 4].reshape(1, 6, 6, 4)
    assert packed == [3 * 4]
    image = texture.image(0)
    assert np.array_equal(words, image.format.sampled_texels(image.texels))


@pytest.mark.parametrize(
    "arguments",
    [
        {"border": 1},
        {"internal_format": "RGBA32F_ARB"},
        {"internal_format": "SRGB8", "target": "1D"},
        {"target": "3D", "border": 1},
    ],
    ids=str,
)
def test_texels_after_changes_are_those_of_a_new_texture(arguments):
    seed = 77
    rng, axes = np.random.default_rng(seed), {"1D": 1, "3D": 3}.get(arguments.get("target"), 2)
    border = arguments.get("border", 0)
    stored = [4 + 2 * border, 2 + 2 * border, 8 + 2 * border][:axes]
    shape = [1] * (3 - axes) + stored[::-1]
    texture = mipmapped(random_pixels(seed, *shape), **MIPMAP, **arguments)
    for step in range(12):
        texture.sampled()
        for level in rng.integers(0, 3, rng.integers(1, 3)).tolist():
            image = texture.image(level)
            offset = [int(rng.integers(-image.border_of(a), image.size[a])) for a in range(3)]
            size = [
                int(rng.integers(1, image.size[a] + image.border_of(a) - offset[a] + 1))
                for a in range(3)
            ]
            pixels = rng.integers(0, 256, (*size[::-1], 4)).astype(np.uint8)
            texture.update_image(level, offset, image.format.from_pixels(pixels))
        if step % 5 == 4:
            texture.generate_mipmap()
        fresh = build_texture(**MIPMAP, **arguments)
        for (level, face), image in texture.images.items():
            fresh.set_image(level, image, face)
        kept, new = texture.sampled()[1], fresh.sampled()[1]
        for name in kept:
            assert np.array_equal(kept[name], new[name]), (seed, step, name)


def test_one_level_of_one_filter_needs_no_level_of_detail():
    texture = build_texture(grey(1), min_filter="LINEAR_MIPMAP_LINEAR", mag_filter="LINEAR")
    assert texture.sampled()[0].mip_filter == "NONE"
    set_parameters(texture, mag_filter="NEAREST")
    assert texture.sampled()[0].mip_filter == "LINEAR"


def test_updates_land_where_they_should():
    texture = build_texture(np.zeros((2, 3, 4, 4), np.uint8), target="3D", min_filter="NEAREST")
    texture.update_image(0, (2, 1, 1), of_bytes(7, 1, 2, 1))
    assert np.argwhere(values(texture.image(0))[..., 0]).tolist() == [[1, 1, 2], [1, 2, 2]]
    bordered = build_texture(grey(4), border=1, min_filter="NEAREST")
    bordered.update_image(0, (-1, 0, 0), of_bytes(7, 1, 1, 1))
    assert np.argwhere(values(bordered.image(0))[0, :, :, 0]).tolist() == [[1, 0]]
