"""Texels into blocks: limits of the error, exact colours, and blocks that are encoded again."""

from zlib import crc32

import numpy as np
import pytest

from softgl.formats.blocks import CODECS
from softgl.formats.internal_formats import INTERNAL_FORMATS

FORMATS = {format_.codec: format_ for format_ in INTERNAL_FORMATS.values() if format_.codec}
SIDE = 64


def images():
    """RGBA bytes: a gradient, waves that a photograph could have, and noise."""
    y, x = np.mgrid[0:SIDE, 0:SIDE]
    gradient = np.stack([4 * x, 4 * y, 2 * (x + y), 255 - 4 * x], axis=-1)
    # Triangular waves of several lengths, in whole numbers.
    waves = [np.abs((a * x + b * y) % 128 - 64) * 3 for a, b in ((5, 2), (1, 7), (3, 3), (2, 5))]
    noise = np.random.default_rng(1).integers(0, 256, (SIDE, SIDE, 4))
    found = {"gradient": gradient, "waves": np.stack(waves, axis=-1), "noise": noise}
    return {name: pixels.astype(np.uint8)[np.newaxis] for name, pixels in found.items()}


IMAGES = images()


def quality(codec, pixels):
    """The signal-to-noise ratio (dB) of an image that goes through blocks."""
    format_ = FORMATS[codec]
    texels = format_.from_pixels(pixels)
    after = codec.decoded(codec.encoded(texels), SIDE, SIDE)
    before, after = (format_.pixels(each).astype(np.float64) for each in (texels, after))
    kept = ["RGBA".index(letter.replace("L", "R")) for letter in format_.base.components]
    peak = 255 if format_.pixels(texels).dtype == np.uint8 else 1
    noise = np.square((before - after)[..., kept] / peak).mean()
    return 10 * np.log10(1 / noise)


# One bit of alpha makes colours black where it is 0: see `test_transparent_texels`.
OF_COLOR = ["dxt1", "dxt3", "dxt5", "etc2", "etc2_alpha"]
LEAST = {"gradient": 36, "waves": 28, "noise": 13}
LEAST_OF_ETC2 = LEAST | {"waves": 27}
# Modes of ETC2 that random blocks have, and the encoder does not use.
ALL_MODES = [name for name in CODECS if not name.startswith(("e", "signed_e"))]


@pytest.mark.parametrize("image", IMAGES)
def test_quality(image):
    print({name: round(quality(codec, IMAGES[image]), 1) for name, codec in CODECS.items()})
    for name, codec in CODECS.items():
        least = (LEAST if name in ALL_MODES else LEAST_OF_ETC2)[image]
        if name in OF_COLOR:
            assert quality(codec, IMAGES[image]) > least
        elif name not in ("dxt1_alpha", "etc2_punch"):
            assert quality(codec, IMAGES[image]) > least + 12


@pytest.mark.parametrize("name", sorted(CODECS.keys() - set(ALL_MODES)))
def test_encoded_blocks_decode_to_the_same_texels(name):
    codec = CODECS[name]
    for image, least in (("gradient", 0.99), ("waves", 0.8), ("noise", 0.7)):
        texels = FORMATS[codec].from_pixels(IMAGES[image])
        once = codec.decoded(codec.encoded(texels), SIDE, SIDE)
        again = codec.decoded(codec.encoded(once), SIDE, SIDE)
        assert (once == again).mean() > least, image


@pytest.mark.parametrize("name", ALL_MODES)
def test_what_comes_out_of_blocks_goes_back(name):
    codec = CODECS[name]
    blocks = np.random.default_rng(2).integers(0, 256, (1, 32, 32, codec.size), dtype=np.uint8)
    once = codec.decoded(blocks, 128, 128)
    again = codec.decoded(codec.encoded(once), 128, 128)
    values = [FORMATS[codec].pixels(each).astype(np.float64) for each in (once, again)]
    unit = 255 if FORMATS[codec].storage.name == "unorm8" else 1
    error = np.square((values[0] - values[1]) / unit).mean()
    assert error < 1e-4  # 40 dB
    # Blocks in which both ends are in use come back as they were, most random ones.
    same = (once == again).reshape(32, 4, 32, 4).all(axis=(1, 3))
    assert same.mean() > (0.9 if name.startswith("dxt1") else 0.6)


@pytest.mark.parametrize("name", OF_COLOR)
def test_one_colour(name):
    """Blocks of one colour, and grey ones of few, decode within 1 of each byte."""
    codec = CODECS[name]
    bytes_ = np.repeat(np.arange(256, dtype=np.uint8), 16).reshape(1, 1024, 4)
    pixels = np.stack([bytes_, bytes_, bytes_[:, ::-1], np.full_like(bytes_, 255)], axis=-1)
    after = codec.decoded(codec.encoded(FORMATS[codec].from_pixels(pixels)), 4, 1024)
    distance = np.abs(FORMATS[codec].pixels(after).astype(int) - pixels)
    assert distance.max() <= 2 and distance.mean() < (0.5 if name in ALL_MODES else 0.7)


@pytest.mark.parametrize("name", ["dxt1_alpha", "etc2_punch"])
def test_transparent_texels(name):
    """EXT_texture_compression_s3tc: alpha below 0.5 is 0, and makes the colour black."""
    codec = CODECS[name]
    pixels = np.zeros((1, 8, 4, 4), np.uint8)
    pixels[..., :3] = [200, 100, 50]
    pixels[0, :4, :, 3] = [0, 127, 128, 255]
    pixels[0, 4:, :, 3] = 255
    pixels[0, 4:, :2, :3] = 0  # black, but not transparent
    after = codec.decoded(codec.encoded(FORMATS[codec].from_pixels(pixels)), 4, 8)
    after = FORMATS[codec].pixels(after)[0].astype(int)
    assert not after[:4, :2].any()
    assert (after[:4, 2:, 3] == 255).all() and (after[4:, :, 3] == 255).all()
    assert np.abs(after[:4, 2:, :3] - [200, 100, 50]).max() <= 4
    assert np.abs(after[4:, :2, :3]).max() <= 4
    nothing = codec.encoded(np.zeros((1, 4, 4, 1), np.uint32))
    assert not codec.decoded(nothing, 4, 4).any()


def test_black_among_colours():
    """Three colours and black are better than four between black and the last one."""
    pixels = np.zeros((1, 4, 4, 4), np.uint8)
    pixels[0, 1:, :, :2] = [[[255, 0]], [[0, 255]], [[128, 128]]]
    codec = CODECS["dxt1"]
    after = codec.decoded(codec.encoded(FORMATS[codec].from_pixels(pixels)), 4, 4)
    distance = FORMATS[codec].pixels(after).astype(int)[..., :3] - pixels[..., :3]
    assert np.abs(distance).max() <= 1


def test_extremes_of_single_components():
    """0 and 1 beside numbers that are close together: five steps, and the extremes exactly."""
    pixels = np.full((1, 4, 4, 4), 100, np.uint8)
    pixels[0, 0] = [[0] * 4, [255] * 4, [104] * 4, [96] * 4]
    for name in ("rgtc1", "latc2"):
        codec = CODECS[name]
        texels = FORMATS[codec].from_pixels(pixels)
        after = codec.decoded(codec.encoded(texels), 4, 4)
        red = FORMATS[codec].pixels(after)[0, ..., 0] * 255
        assert red[0, :2].tolist() == [0, 255]
        assert np.abs(red - pixels[0, ..., 0]).max() < 0.81
    signed = CODECS["signed_rgtc1"]
    values = np.repeat(np.float32([-1, 1]), 8).reshape(1, 4, 4, 1).repeat(4, axis=-1)
    texels = FORMATS[signed].from_pixels(values)
    blocks = signed.encoded(texels)
    assert 0x80 not in blocks[..., :2]  # -128 has no need to be
    assert np.array_equal(signed.decoded(blocks, 4, 4), texels)


def test_parts_beyond_the_edge_do_not_count():
    """The texels inside of a block that the edge cuts come out as those of a whole one would."""
    codec = CODECS["dxt5"]
    pixels = IMAGES["waves"]
    format_ = FORMATS[codec]
    cut = format_.from_pixels(pixels[:, :61, :62])
    after = codec.decoded(codec.encoded(cut), 62, 61)
    assert np.array_equal(
        codec.encoded(cut)[:, :15, :15], codec.encoded(format_.from_pixels(pixels))[:, :15, :15]
    )
    distance = format_.pixels(after).astype(int) - format_.pixels(cut)
    assert np.abs(distance[:, 60:]).mean() < 4 and np.abs(distance[:, :, 60:]).mean() < 4


SUMS = {
    "dxt1": "93f07455",
    "dxt1_alpha": "5bc11738",
    "dxt3": "b85d0fb5",
    "dxt5": "f5b9cad5",
    "rgtc1": "078ffd98",
    "signed_rgtc1": "fb7c64ab",
    "rgtc2": "c45159c7",
    "signed_rgtc2": "ea1b93b4",
    "latc1": "078ffd98",
    "signed_latc1": "fb7c64ab",
    "latc2": "4a7e2f4b",
    "signed_latc2": "3c8e98ab",
    "etc2": "41d00087",
    "etc2_punch": "60e6b374",
    "etc2_alpha": "8d823f17",
    "eac": "731817f3",
    "signed_eac": "3942e05b",
    "eac_rg": "4b557e20",
    "signed_eac_rg": "a75ca518",
}


def test_the_same_blocks_everywhere():
    """Only whole numbers go in: no machine makes other blocks of these images."""
    sums = {}
    for name, codec in CODECS.items():
        data = b"".join(
            codec.encoded(FORMATS[codec].from_pixels(pixels)).tobytes()
            for pixels in IMAGES.values()
        )
        sums[name] = f"{crc32(data):08x}"
    assert sums == SUMS
