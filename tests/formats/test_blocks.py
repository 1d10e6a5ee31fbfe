"""Blocks by hand: the bytes as the specifications lay them out, the texels that they are."""

import numpy as np
import pytest

from softgl.formats.blocks import CODECS
from softgl.formats.internal_formats import INTERNAL_FORMATS

RED, BLUE, GREY = [255, 0, 0, 255], [0, 0, 255, 255], [128, 0, 128, 255]
BLACK, CLEAR = [0, 0, 0, 255], [0, 0, 0, 0]
# Rows of the codes 0, 1, 2 and 3; of 3 bits: 0 to 7, and again.
ROWS = bytes([0x00, 0x55, 0xAA, 0xFF])
EIGHT = sum(code << 3 * texel for texel, code in enumerate([*range(8)] * 2)).to_bytes(6, "little")
FIRST_LARGER = bytes([0x00, 0xF8, 0x1F, 0x00]) + ROWS  # red, then blue
SECOND_LARGER = bytes([0x1F, 0x00, 0x00, 0xF8]) + ROWS
OPAQUE = bytes([255] * 8)


def decoded(name, *blocks, width=4, height=4):
    """The texels (height, width, 4) of one row of blocks: bytes, or floats of their components."""
    format_ = INTERNAL_FORMATS[name]
    data = np.frombuffer(b"".join(blocks), np.uint8)
    columns = -(-width // 4)
    data = data.reshape(1, -1, columns, format_.codec.size)
    texels = format_.codec.decoded(data, width, height)
    assert texels.shape == (1, height, width, 1)
    return format_.values(texels)[0]


def column(name, *blocks):
    return decoded(name, *blocks)[:, 0].tolist()


def test_dxt1():
    four = [RED, BLUE, [170, 0, 85, 255], [85, 0, 170, 255]]
    for name in ("COMPRESSED_RGB_S3TC_DXT1_EXT", "COMPRESSED_RGBA_S3TC_DXT1_EXT"):
        assert column(name, FIRST_LARGER) == four
    assert column("COMPRESSED_RGB_S3TC_DXT1_EXT", SECOND_LARGER) == [BLUE, RED, GREY, BLACK]
    assert column("COMPRESSED_RGBA_S3TC_DXT1_EXT", SECOND_LARGER) == [BLUE, RED, GREY, CLEAR]
    # "color0 <= color1": equal ends too.
    equal = bytes([0x00, 0xF8, 0x00, 0xF8]) + ROWS
    assert column("COMPRESSED_RGBA_S3TC_DXT1_EXT", equal) == [RED, RED, RED, CLEAR]
    # What orders ends is the whole number: more green is less than more red.
    green = bytes([0x00, 0x08, 0xE0, 0x07]) + ROWS
    assert column("COMPRESSED_RGB_S3TC_DXT1_EXT", green)[1:3] == [[0, 255, 0, 255], [5, 85, 0, 255]]


def test_dxt1_codes_go_along_rows():
    # Codes 0 and 1 in turn in the first row: texel x has the bits 2x and 2x + 1.
    block = FIRST_LARGER[:4] + bytes([0b01_00_01_00, 0, 0, 0])
    rows = decoded("COMPRESSED_RGB_S3TC_DXT1_EXT", block)
    assert rows[0].tolist() == [RED, BLUE, RED, BLUE]
    assert (rows[1:] == RED).all()


@pytest.mark.parametrize("name", ["COMPRESSED_RGBA_S3TC_DXT3_EXT", "COMPRESSED_RGBA_S3TC_DXT5_EXT"])
def test_colours_beside_alpha_are_always_four(name):
    texels = column(name, OPAQUE, SECOND_LARGER)
    assert [texel[:3] for texel in texels] == [[0, 0, 255], [255, 0, 0], [85, 0, 170], [170, 0, 85]]


def test_dxt3_alpha():
    alpha = bytes([0x10, 0x32, 0x54, 0x76, 0x98, 0xBA, 0xDC, 0xFE])
    texels = decoded("COMPRESSED_RGBA_S3TC_DXT3_EXT", alpha, FIRST_LARGER)
    assert texels[..., 3].reshape(-1).tolist() == [17 * i for i in range(16)]


def test_dxt5_alpha():
    for first, second, expected in (
        # (6 * 210 + 1 * 10) / 7 = 181.4, 152.9, 124.3, 95.7, 67.1, 38.6
        (210, 10, [210, 10, 181, 153, 124, 96, 67, 39]),
        # (4 * 10 + 1 * 210) / 5 = 50, and so on
        (10, 210, [10, 210, 50, 90, 130, 170, 0, 255]),
        (9, 9, [9, 9, 9, 9, 9, 9, 0, 255]),
    ):
        texels = decoded(
            "COMPRESSED_RGBA_S3TC_DXT5_EXT", bytes([first, second]) + EIGHT, FIRST_LARGER
        )
        assert texels[..., 3].reshape(-1).tolist() == expected * 2


def test_srgb_has_the_same_bytes():
    for name in ("DXT1", "DXT3", "DXT5"):
        plain = INTERNAL_FORMATS[f"COMPRESSED_RGBA_S3TC_{name}_EXT"]
        encoded = INTERNAL_FORMATS[f"COMPRESSED_SRGB_ALPHA_S3TC_{name}_EXT"]
        assert encoded.codec is plain.codec and encoded.srgb and not plain.srgb
    # EXT_texture_sRGB, issue 10: "AFTER the linear weighting".
    grey = decoded("COMPRESSED_SRGB_S3TC_DXT1_EXT", SECOND_LARGER)[2, 0]
    assert grey.tolist() == [np.float32(0.21586052), 0, np.float32(0.21586052), 1]


UNSIGNED = bytes([210, 10]) + EIGHT
SIGNED = bytes([0x81, 127]) + EIGHT  # -127 <= 127: six numbers, -1 and 1
SEVENTHS = np.float32([210, 10, 1270 / 7, 1070 / 7, 870 / 7, 670 / 7, 470 / 7, 270 / 7] * 2) / 255
FIFTHS = np.float32([-1, 1, -0.6, -0.2, 0.2, 0.6, -1, 1] * 2)


@pytest.mark.parametrize(
    ("name", "blocks", "components"),
    [
        ("RED_RGTC1", [UNSIGNED], [SEVENTHS, 0, 0, 1]),
        ("SIGNED_RED_RGTC1", [SIGNED], [FIFTHS, 0, 0, 1]),
        ("RG_RGTC2", [UNSIGNED, OPAQUE], [SEVENTHS, 1, 0, 1]),
        ("SIGNED_RG_RGTC2", [bytes(8), SIGNED], [0, FIFTHS, 0, 1]),
        ("LUMINANCE_LATC1_EXT", [UNSIGNED], [SEVENTHS] * 3 + [1]),
        ("SIGNED_LUMINANCE_LATC1_EXT", [SIGNED], [FIFTHS] * 3 + [1]),
        ("LUMINANCE_ALPHA_LATC2_EXT", [OPAQUE, UNSIGNED], [1, 1, 1, SEVENTHS]),
        ("SIGNED_LUMINANCE_ALPHA_LATC2_EXT", [SIGNED, bytes(8)], [FIFTHS] * 3 + [0]),
    ],
)
def test_single_components(name, blocks, components):
    texels = decoded(f"COMPRESSED_{name}", *blocks).reshape(16, 4)
    for i, expected in enumerate(components):
        assert np.abs(texels[:, i] - expected).max() <= 2**-24  # the nearest float


def test_components_and_resolutions():
    # EXT_texture_compression_rgtc, issue 15: "Zero bits" for what is not there.
    expected = {
        "RGB_S3TC_DXT1_EXT": "R5 G6 B5", "RGBA_S3TC_DXT1_EXT": "R5 G6 B5 A1",
        "RGBA_S3TC_DXT3_EXT": "R5 G6 B5 A4", "RGBA_S3TC_DXT5_EXT": "R5 G6 B5 A8",
        "RED_RGTC1": "R8", "SIGNED_RG_RGTC2": "R8 G8", "LUMINANCE_LATC1_EXT": "L8",
        "SIGNED_LUMINANCE_ALPHA_LATC2_EXT": "A8 L8",
    }  # fmt: skip
    for name, bits in expected.items():
        format_ = INTERNAL_FORMATS[f"COMPRESSED_{name}"]
        found = [f"{letter}{format_.bits(letter)}" for letter in "RGBALID" if format_.bits(letter)]
        assert " ".join(found) == bits
        assert format_.plane_formats == {}  # not to be drawn to


@pytest.mark.parametrize("name", CODECS)
def test_sizes_that_are_no_multiples_of_4(name):
    codec = CODECS[name]
    for size in ((1, 1, 1), (7, 5, 1), (4, 4, 3), (9, 2, 2), (0, 4, 1), (4, 0, 1), (4, 4, 0)):
        width, height, depth = size
        shape = codec.shape(size)
        assert shape == (depth, -(-height // 4), -(-width // 4), codec.size)
        blocks = np.random.default_rng(1).integers(0, 256, shape, dtype=np.uint8)
        texels = codec.decoded(blocks, width, height)
        assert texels.shape == (depth, height, width, 1)
        assert codec.encoded(texels).shape == shape
        # Every slice is an image of its own, whose blocks follow each other in rows.
        for z, y, x in np.ndindex(shape[:3]):
            alone = codec.decoded(blocks[z : z + 1, y : y + 1, x : x + 1], 4, 4)
            inside = texels[z : z + 1, 4 * y : 4 * y + 4, 4 * x : 4 * x + 4]
            assert np.array_equal(inside, alone[:, : inside.shape[1], : inside.shape[2]])
