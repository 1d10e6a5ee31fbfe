"""Compressed textures: images that keep blocks and texels together, and samples of them."""

from __future__ import annotations

import numpy as np
import pytest

from softgl.formats.internal_formats import INTERNAL_FORMATS
from softgl.gl.textures.objects import Texture
from softgl.texture.image import Image
from softgl.texture.targets import TARGETS
from tests.texture.harness import (
    ENGINES,
    alike_at_all_widths,
    build_image,
    random_pixels,
    sample,
    set_parameters,
    values,
)

FORMATS = [name for name, format_ in INTERNAL_FORMATS.items() if format_.codec]
DXT5 = "COMPRESSED_RGBA_S3TC_DXT5_EXT"


def random_image(name, width, height, layers=1, target="2D", seed=1) -> Image:
    """An image of random blocks."""
    format_ = INTERNAL_FORMATS[name]
    shape = format_.codec.shape((width, height, layers))
    blocks = np.random.default_rng(seed).integers(0, 256, shape, dtype=np.uint8)
    return Image.of_blocks(TARGETS[target], format_, blocks, (width, height, layers))


def texture_of(*levels, **parameters) -> Texture:
    texture = Texture(levels[0].target)
    set_parameters(texture, **parameters)
    for level, image in enumerate(levels):
        texture.set_image(level, image)
    return texture


def consistent(image):
    """True if texels equal the decoded blocks."""
    again = image.format.codec.decoded(image.blocks, *image.size[:2])
    return np.array_equal(again, image.texels)


@pytest.mark.parametrize("name", FORMATS)
def test_texels_are_those_of_the_blocks(name):
    image = random_image(name, 14, 11, 3, "ARRAY2D")
    assert image.size == (14, 11, 3) and consistent(image)
    pixels = random_pixels(3, 1, 4, 6)
    image.update((8, 4, 1), image.format.from_pixels(pixels))
    assert consistent(image)
    other = random_image(name, 14, 11, 3, "ARRAY2D", seed=2)
    part = image.update_blocks((4, 8, 1), (8, 3, 2), other.blocks[1:, 2:, 1:3])
    assert part == (slice(1, 3), slice(8, 11), slice(4, 12)) and consistent(image)
    assert np.array_equal(image.texels[part], other.texels[part])
    reduced = image.reduced().compressed()
    assert consistent(reduced) and reduced.size == (7, 5, 3)
    # The same texels in another format stay as they are.
    plain = Image(image.target, image.format.uncompressed, image.texels)
    assert plain.compressed() is plain


def test_a_part_that_touches_blocks():
    """All texels of the touched blocks are returned and packed again."""
    image = random_image(DXT5, 10, 10)
    kept = image.texels.copy()
    texels = image.format.from_pixels(random_pixels(4, 1, 2, 5))
    assert image.update((0, 0, 0), texels) == (slice(0, 1), slice(0, 4), slice(0, 8))
    assert consistent(image)
    assert np.array_equal(image.texels[:, 4:], kept[:, 4:])
    assert np.array_equal(image.texels[:, :, 8:], kept[:, :, 8:])
    nothing = np.zeros((1, 0, 4, 1), np.uint32)
    assert image.update((0, 4, 0), nothing)[1] == slice(4, 4)


def test_reduced_levels_are_compressed():
    """A level of one colour has it exactly; a level equals its blocks."""
    image = build_image(np.full((8, 8, 4), 255, np.uint8), "2D", DXT5).compressed()
    while max(image.size) > 1:
        image = image.reduced()
        level = image.compressed()
        assert level.format.name == DXT5 and consistent(level)
        assert (values(level) == 255).all()


@pytest.mark.parametrize("machine", ENGINES)
def test_samples_are_exact(machine):
    """Texels as they are, and the middle of two, in more than 8 bits."""
    for name in FORMATS:
        image = random_image(name, 8, 8)
        expected = values(image)[0].astype(np.float32)
        if image.format.sampled.unit == 255:
            expected /= 255
        texture = texture_of(image, min_filter="NEAREST", mag_filter="NEAREST")
        y, x = np.mgrid[0:8, 0:8]
        s, t = (x.reshape(-1) + 0.5) / 8, (y.reshape(-1) + 0.5) / 8
        assert np.array_equal(sample(machine, texture, s, t), expected.reshape(-1, 4)), name
        set_parameters(texture, min_filter="LINEAR", mag_filter="LINEAR", wrap_s="CLAMP_TO_EDGE")
        found = sample(machine, texture, s + 1 / 16, t).reshape(8, 8, 4)[:, :-1]
        between = (expected[:, :-1] + expected[:, 1:]) / 2
        assert np.abs(found - between).max() < 2.0**-21, name


@pytest.mark.parametrize("machine", ENGINES)
def test_border_colours(machine):
    """EXT_texture_compression_rgtc, 3.8.8: components that are not there are 0 in borders too."""
    parameters = {
        "wrap_s": "CLAMP_TO_BORDER", "min_filter": "LINEAR", "mag_filter": "LINEAR",
        "border_color": (-0.5, 0.25, 0.75, 0.5),
    }  # fmt: skip
    for name, color in (
        ("COMPRESSED_RED_RGTC1", (0, 0, 0, 1)),
        ("COMPRESSED_RG_RGTC2", (0, 0.25, 0, 1)),
        ("COMPRESSED_SIGNED_RG_RGTC2", (-0.5, 0.25, 0, 1)),
        ("COMPRESSED_SIGNED_LUMINANCE_ALPHA_LATC2_EXT", (-0.5, -0.5, -0.5, 0.5)),
        ("COMPRESSED_LUMINANCE_LATC1_EXT", (0, 0, 0, 1)),
        ("COMPRESSED_RGB_S3TC_DXT1_EXT", (0, 0.25, 0.75, 1)),
        (DXT5, (0, 0.25, 0.75, 0.5)),
    ):
        texture = texture_of(random_image(name, 4, 4), **parameters)
        found = sample(machine, texture, np.full(4, -1.0))
        assert np.abs(found - np.float32(color)).max() < 1e-6, name


def test_machines_agree_bit_for_bit():
    random = np.random.default_rng(5)
    s, t, lod = random.uniform(-2, 2, 256), random.uniform(-2, 2, 256), random.uniform(-1, 4, 256)
    for name in ("COMPRESSED_SIGNED_RG_RGTC2", "COMPRESSED_LUMINANCE_ALPHA_LATC2_EXT", DXT5):
        texture = texture_of(
            random_image(name, 13, 9), min_filter="LINEAR_MIPMAP_LINEAR",
            wrap_s="MIRRORED_REPEAT", wrap_t="CLAMP_TO_BORDER", border_color=(1, -1, 0.5, 0.25),
        )  # fmt: skip
        texture.generate_mipmap()
        alike_at_all_widths(texture, s, t, lod=lod)
