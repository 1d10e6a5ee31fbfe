"""Internal formats: rounding, clamping, base formats, and the way to planes and back."""

import numpy as np
import pytest

from softgl.formats.internal_formats import BASE_FORMATS, INTERNAL_FORMATS, InternalFormat
from softgl.formats.numbers import fixed
from softgl.formats.storages import Field, Storage

VALUES = np.array([-1.0, 0.0, 0.5, 1.0, 2.0, np.nan, np.inf, -np.inf], np.float32)


def stored(name, values):
    """Numbers as a format of red, green, blue and alpha stores them, read by `values`."""
    format_ = INTERNAL_FORMATS[name]
    pixels = np.repeat(np.asarray(values, np.float32)[:, np.newaxis], 4, axis=1)
    return format_.values(format_.from_pixels(pixels))[:, 0].tolist()


def test_bytes_round_to_the_nearest():
    values = [0.0, 0.49 / 255, 0.51 / 255, 127.49 / 255, 127.51 / 255, 1.0]
    assert stored("RGBA8", values) == [0, 0, 1, 127, 128, 255]
    assert stored("RGBA8", VALUES) == [0, 0, 128, 255, 255, 0, 255, 0]


@pytest.mark.parametrize("name", ["RGBA8", "RGBA16", "RGBA16F_ARB", "RGBA32F_ARB"])
def test_what_is_stored_is_stored_again(name):
    format_ = INTERNAL_FORMATS[name]
    values = np.random.default_rng(2).uniform(-1, 2, (250, 4)).astype(np.float32)
    texels = format_.from_pixels(values)
    assert texels.dtype == np.uint32 and texels.shape == (250, format_.storage.words)
    pixels = format_.pixels(texels)
    assert np.array_equal(format_.from_pixels(pixels), texels)
    close = np.clip(values, 0, 1) if format_.storage.fixed else values
    unit = 255 if pixels.dtype == np.uint8 else 1
    assert np.allclose(pixels / np.float32(unit), close, atol=0.51 / 255)


def test_sixteen_bits():
    assert stored("RGBA16", [1 / 65535, 0.4 / 65535, 7.0]) == [np.float32(1 / 65535), 0.0, 1.0]
    # 2049 needs 12 bits, a half float has 11; 70000 is beyond its range.
    assert stored("RGBA16F_ARB", [2049, 1.5, 70000]) == [2048, 1.5, np.inf]


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
        texels = format_.from_pixels(pixels)
        assert format_.values(texels).ravel().tolist() == sampled
        assert format_.pixels(texels).ravel().tolist() == returned
    sixteen = INTERNAL_FORMATS[name.replace("8", "16")]
    texels = sixteen.from_pixels(bytes_)
    units = np.float32(sampled) / np.float32(255)
    assert np.allclose(sixteen.values(texels).ravel(), units, atol=1e-5)
    assert sixteen.blank((2, 1, 1)).tolist() == [
        [[sixteen.from_pixels(np.zeros((1, 4), np.uint8))[0].tolist()] * 2]
    ]
    for each in (format_, sixteen):
        texels = each.from_pixels(bytes_)
        planes = each.to_planes(texels)
        assert np.array_equal(each.from_planes(planes), texels)
        pixel = each.plane_formats["color"].lay.unpack(_Numbers(), planes[0].ravel().tolist())
        assert np.allclose(pixel, np.array(returned) / 255, atol=1e-5)


class _Numbers:
    """A machine with Python's numbers as lanes: enough for fixed-point numbers."""

    to_f32 = as_i32 = staticmethod(lambda value: value)


def test_float_formats_take_bytes_and_keep_their_range():
    format_ = INTERNAL_FORMATS["RGB32F_ARB"]
    texels = format_.from_pixels(np.array([[[[255, 0, 51, 9]]]], np.uint8))
    assert format_.values(texels).ravel().tolist() == [1.0, 0.0, np.float32(51 / 255), 1.0]
    assert format_.expanded((-2.0, 3.0, 0.5, 9.0)).tolist() == [-2.0, 3.0, 0.5, 1.0]
    assert INTERNAL_FORMATS["RGB8"].expanded((-2.0, 3.0, 0.5, 9.0)).tolist() == [0.0, 1.0, 0.5, 1.0]


def test_floats_keep_every_bit_but_planes_have_one_nan():
    format_ = INTERNAL_FORMATS["RGBA32F_ARB"]
    bits = np.array([[0x7F800001, 0xFFC12345, 0x80000000, 1]], np.uint32)
    texels = format_.from_pixels(bits.view(np.float32))
    assert texels.tolist() == bits.tolist()
    assert format_.pixels(texels).view(np.uint32).tolist() == bits.tolist()
    (words,) = format_.to_planes(texels)
    assert words.tolist() == [[0x7FC00000, 0x7FC00000, 0x80000000, 1]]
    assert format_.from_planes([bits]).tolist() == bits.tolist()


def test_bits():
    format_ = INTERNAL_FORMATS["LUMINANCE12_ALPHA4"]
    assert [format_.bits(letter) for letter in "RGBALI"] == [0, 0, 0, 16, 16, 0]
    assert INTERNAL_FORMATS["R3_G3_B2"].bits("B") == 8
    packed = INTERNAL_FORMATS["DEPTH24_STENCIL8"]
    assert [packed.bits(letter) for letter in "DSR"] == [24, 8, 0]


def test_srgb_bytes():
    """Made linear and encoded again, every byte is itself; alpha is linear already."""
    format_ = INTERNAL_FORMATS["SRGB8_ALPHA8"]
    texels = format_.from_pixels(np.repeat(np.arange(256, dtype=np.uint8)[:, np.newaxis], 4, 1))
    linear = format_.values(texels)
    assert np.array_equal(format_.from_values(linear), texels)
    assert np.array_equal(linear[:, 3], np.arange(256, dtype=np.float32) / np.float32(255))
    assert linear[0, 0] == 0 and linear[255, 0] == 1 and (np.diff(linear[:, 0]) > 0).all()
    exact = ((np.arange(256) / 255 + 0.055) / 1.055) ** 2.4
    assert np.abs(linear[11:, 0] - exact[11:]).max() < 2e-6
    # Kernels read floats.
    assert format_.sampled.name == "float32"
    assert np.array_equal(format_.sampled_texels(texels).view(np.float32), linear)


def test_depths_and_stencil_indices():
    format_ = INTERNAL_FORMATS["DEPTH24_STENCIL8"]
    texels = format_.from_depths(np.array([0.0, 1.0, 0.5]), np.array([1, 258, -1]))
    assert texels.tolist() == [[0, 1], [2**24 - 1, 2], [2**23, 255]]
    assert format_.depths(texels).tolist() == [0.0, 1.0, 2**23 / (2**24 - 1)]
    assert format_.stencil(texels).tolist() == [1, 2, 255]
    depth, stencil = format_.to_planes(texels)
    assert np.array_equal(format_.from_planes([depth, stencil.astype(np.uint8)]), texels)
    assert format_.plane_formats == {"depth": "depth24", "stencil": "stencil8"}
    assert format_.from_values(format_.values(texels))[:, 1].tolist() == [0, 0, 0]


def test_planes_of_components_of_several_sizes():
    """As RGB10_A2 and R11F_G11F_B10F have them: one number is not all numbers."""
    bits = [Field("R", fixed(10), 0), Field("G", fixed(10), 0, 10), Field("B", fixed(10), 0, 20)]
    storage = Storage("r10g10b10a2", (*bits, Field("A", fixed(2), 0, 30)))
    format_ = InternalFormat("RGB10_A2", BASE_FORMATS["RGBA"], storage)
    texels = format_.from_pixels(np.array([[[0.0, 0.25, 1.0, 1 / 3]]], np.float32))
    [plane] = format_.to_planes(texels)
    assert plane.tolist() == [[[256 << 10 | 1023 << 20 | 1 << 30]]]
    assert np.array_equal(format_.from_planes([plane]), texels)
