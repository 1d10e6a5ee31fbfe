"""Internal formats: rounding, clamping, base formats."""

import numpy as np
import pytest

from softgl.texture.formats import FLOAT16, FLOAT32, INTERNAL_FORMATS, SRGB8, UNORM8, UNORM16

VALUES = np.array([-1.0, 0.0, 0.5, 1.0, 2.0, np.nan, np.inf, -np.inf], np.float32)


def test_bytes_round_to_the_nearest():
    values = np.array([0.0, 0.49 / 255, 0.51 / 255, 127.49 / 255, 127.51 / 255, 1.0], np.float32)
    assert UNORM8.encode(values).tolist() == [0, 0, 1, 127, 128, 255]
    assert UNORM8.encode(VALUES).tolist() == [0, 0, 128, 255, 255, 0, 255, 0]


@pytest.mark.parametrize("storage", [UNORM8, UNORM16, FLOAT16, FLOAT32])
def test_what_is_stored_is_stored_again(storage):
    values = np.random.default_rng(2).uniform(-1, 2, 1000).astype(np.float32)
    stored = storage.encode(values)
    assert stored.dtype == storage.dtype
    assert np.array_equal(storage.encode(storage.decode(stored)), stored)
    close = np.clip(values, 0, 1) if storage.clamped else values
    assert np.allclose(storage.decode(stored), close, atol=0.51 / 255)


def test_sixteen_bits():
    assert UNORM16.encode(np.array([1 / 65535, 0.4 / 65535, 7.0], np.float32)).tolist() == [
        np.float32(1) / np.float32(65535), 0.0, 1.0,
    ]  # fmt: skip
    # 2049 needs 12 bits, a half float has 11; 70000 is beyond its range.
    assert FLOAT16.encode(np.array([2049, 1.5, 70000], np.float32)).tolist() == [2048, 1.5, np.inf]


@pytest.mark.parametrize(
    ("name", "sampled", "returned"),
    [
        ("ALPHA8", [0, 0, 0, 40], [0, 0, 0, 40]),
        ("LUMINANCE8", [10, 10, 10, 255], [10, 0, 0, 255]),
        ("LUMINANCE8_ALPHA8", [10, 10, 10, 40], [10, 0, 0, 40]),
        ("INTENSITY8", [10, 10, 10, 10], [10, 0, 0, 255]),
        ("RGB8", [10, 20, 30, 255], [10, 20, 30, 255]),
        ("RGBA8", [10, 20, 30, 40], [10, 20, 30, 40]),
    ],
)
def test_components(name, sampled, returned):
    # OpenGL 2.1, tables 3.15, 3.23 and 6.1.
    format_ = INTERNAL_FORMATS[name]
    bytes_ = np.array([[[[10, 20, 30, 40]]]], np.uint8)
    for pixels in (bytes_, bytes_.astype(np.float32) / np.float32(255)):
        components = format_.from_pixels(pixels)
        assert components.dtype == np.uint8
        assert components.ravel().tolist() == sampled
        assert format_.returned_pixels(components).ravel().tolist() == returned


def test_float_formats_take_bytes_and_keep_their_range():
    format_ = INTERNAL_FORMATS["RGB32F_ARB"]
    components = format_.from_pixels(np.array([[[[255, 0, 51, 9]]]], np.uint8))
    assert components.ravel().tolist() == [1.0, 0.0, np.float32(51) / np.float32(255), 1.0]
    assert format_.expanded((-2.0, 3.0, 0.5, 9.0)) == (-2.0, 3.0, 0.5, 1.0)
    assert INTERNAL_FORMATS["RGB8"].expanded((-2.0, 3.0, 0.5, 9.0)) == (0.0, 1.0, 0.5, 1.0)


def test_bits():
    format_ = INTERNAL_FORMATS["LUMINANCE12_ALPHA4"]
    assert [format_.bits(letter) for letter in "RGBALI"] == [0, 0, 0, 16, 16, 0]
    assert INTERNAL_FORMATS["R3_G3_B2"].bits("B") == 8


def test_srgb_bytes():
    """Made linear and encoded again, every byte is itself; alpha is linear already."""
    encoded = np.repeat(np.arange(256, dtype=np.uint8)[:, np.newaxis], 4, axis=1)
    linear = SRGB8.linear(encoded)
    assert np.array_equal(SRGB8.encoded(linear), encoded)
    assert np.array_equal(linear[:, 3], UNORM8.decode(encoded[:, 3]))
    assert linear[0, 0] == 0 and linear[255, 0] == 1 and (np.diff(linear[:, 0]) > 0).all()
    exact = ((np.arange(256) / 255 + 0.055) / 1.055) ** 2.4
    assert np.abs(linear[11:, 0] - exact[11:]).max() < 2e-6
