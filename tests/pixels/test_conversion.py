"""Client memory: layouts, conversions, and round trips of every format and type."""

import numpy as np
import pytest
from hypothesis import given, seed, settings
from hypothesis import strategies as st

from softgl.pixels.conversion import converted_to_l, pack, pack_indices, pack_values, unpack
from softgl.pixels.layouts import PixelStore, layout
from softgl.pixels.types import COLOR_FORMATS, INTEGER_FORMATS, PIXEL_FORMATS, PIXEL_TYPES

PAIRS = [
    (format_, type_)
    for format_ in sorted(COLOR_FORMATS)
    for type_, kind in PIXEL_TYPES.items()
    if format_ in kind.formats
]


def unpacked(values, format_, type_, store=None, size=(1, 1, 1), dimensions=2):
    store = store or PixelStore()
    elements = np.array(values, PIXEL_TYPES[type_].dtype)
    plan = layout(store, format_, type_, size, dimensions)
    assert plan.end <= elements.size
    return unpack(elements, plan, format_, type_, store.swap_bytes)


def pixel(values, format_, type_):
    return unpacked(values, format_, type_).ravel().tolist()


@pytest.mark.parametrize(
    ("format_", "expected"),
    [
        # Elements 51, 102, 153, 204 are 0.2, 0.4, 0.6, 0.8.
        ("RED", (51, 0, 0, 255)),
        ("GREEN", (0, 51, 0, 255)),
        ("BLUE", (0, 0, 51, 255)),
        ("ALPHA", (0, 0, 0, 51)),
        ("RGB", (51, 102, 153, 255)),
        ("RGBA", (51, 102, 153, 204)),
        ("BGR", (153, 102, 51, 255)),
        ("BGRA", (153, 102, 51, 204)),
        ("ABGR_EXT", (204, 153, 102, 51)),
        ("LUMINANCE", (51, 51, 51, 255)),
        ("LUMINANCE_ALPHA", (51, 51, 51, 102)),
    ],
)
def test_formats(format_, expected):
    values = [51, 102, 153, 204]
    assert pixel(values, format_, "UNSIGNED_BYTE") == list(expected)
    floats = [np.float32(value / 255) for value in expected]
    assert pixel([v / 255 for v in values], format_, "FLOAT") == floats


@pytest.mark.parametrize(
    ("type_", "value", "expected"),
    [
        # OpenGL 2.1, table 2.9.
        ("BYTE", 127, 1.0),
        ("BYTE", -128, -1.0),
        ("BYTE", 0, 1 / 255),
        ("UNSIGNED_SHORT", 65535, 1.0),
        ("UNSIGNED_SHORT", 1, 1 / 65535),
        ("SHORT", -32768, -1.0),
        ("SHORT", 16383, 32767 / 65535),
        ("UNSIGNED_INT", 2**32 - 1, 1.0),
        ("UNSIGNED_INT", 2**31, 2**31 / (2**32 - 1)),
        ("INT", 2**31 - 1, 1.0),
        ("INT", -(2**31), -1.0),
        ("FLOAT", 7.25, 7.25),
        ("HALF_FLOAT", -0.5, -0.5),
    ],
)
def test_element_types(type_, value, expected):
    assert pixel([value], "RED", type_)[0] == np.float32(expected)


@pytest.mark.parametrize(
    ("type_", "format_", "word", "fields"),
    [
        # Fields as fractions of 2^n - 1, in the order R G B A. OpenGL 2.1, tables 3.9 to 3.12.
        ("UNSIGNED_BYTE_3_3_2", "RGB", 0b101_010_01, (5 / 7, 2 / 7, 1 / 3, 1)),
        ("UNSIGNED_BYTE_2_3_3_REV", "RGB", 0b01_010_101, (5 / 7, 2 / 7, 1 / 3, 1)),
        ("UNSIGNED_SHORT_5_6_5", "RGB", 0xF81F, (1, 0, 1, 1)),
        ("UNSIGNED_SHORT_5_6_5", "RGB", 0x0841, (1 / 31, 2 / 63, 1 / 31, 1)),
        ("UNSIGNED_SHORT_5_6_5_REV", "RGB", 0x1842, (2 / 31, 2 / 63, 3 / 31, 1)),
        ("UNSIGNED_SHORT_4_4_4_4", "RGBA", 0x1234, (1 / 15, 2 / 15, 3 / 15, 4 / 15)),
        ("UNSIGNED_SHORT_4_4_4_4_REV", "RGBA", 0x1234, (4 / 15, 3 / 15, 2 / 15, 1 / 15)),
        ("UNSIGNED_SHORT_4_4_4_4", "BGRA", 0x1234, (3 / 15, 2 / 15, 1 / 15, 4 / 15)),
        ("UNSIGNED_SHORT_5_5_5_1", "RGBA", 0x0843, (1 / 31, 1 / 31, 1 / 31, 1)),
        ("UNSIGNED_SHORT_1_5_5_5_REV", "BGRA", 0x8C41, (3 / 31, 2 / 31, 1 / 31, 1)),
        ("UNSIGNED_INT_8_8_8_8", "RGBA", 0x336699CC, (0.2, 0.4, 0.6, 0.8)),
        ("UNSIGNED_INT_8_8_8_8_REV", "RGBA", 0x336699CC, (0.8, 0.6, 0.4, 0.2)),
        ("UNSIGNED_INT_10_10_10_2", "RGBA", 0xFFC00002, (1, 0, 0, 2 / 3)),
        ("UNSIGNED_INT_2_10_10_10_REV", "RGBA", 0x400003FF, (1, 0, 0, 1 / 3)),
    ],
)
def test_packed_types(type_, format_, word, fields):
    assert np.allclose(pixel([word], format_, type_), fields, atol=1e-7)
    packed = pack(np.array([fields], np.float32), format_, type_)
    assert packed.tolist() == [[word]]


def test_row_length_and_skips_select_a_part():
    memory = np.arange(5 * 6, dtype=np.uint8)
    store = PixelStore(row_length=6, skip_rows=2, skip_pixels=1, alignment=1)
    result = unpacked(memory, "RED", "UNSIGNED_BYTE", store, (3, 2, 1))
    assert result[0, :, :, 0].tolist() == [[13, 14, 15], [19, 20, 21]]


def test_image_height_and_skipped_images_count_in_three_dimensions_only():
    memory = np.arange(4 * 3 * 2, dtype=np.uint8)
    store = PixelStore(image_height=3, skip_images=1, skip_rows=1, alignment=1)
    result = unpacked(memory, "RED", "UNSIGNED_BYTE", store, (2, 2, 2), 3)
    assert result[..., 0].tolist() == [[[8, 9], [10, 11]], [[14, 15], [16, 17]]]
    flat = unpacked(memory, "RED", "UNSIGNED_BYTE", store, (2, 2, 1), 2)
    assert flat[..., 0].tolist() == [[[2, 3], [4, 5]]]


def test_swapped_bytes():
    store = PixelStore(swap_bytes=True)
    assert unpacked([0x0100], "RED", "UNSIGNED_SHORT", store)[0, 0, 0, 0] == np.float32(1 / 65535)
    swapped = unpacked([0x1F00], "RGB", "UNSIGNED_SHORT_5_6_5", store)
    assert swapped.ravel().tolist() == [0, 0, 1, 1]
    assert unpacked([7], "RED", "UNSIGNED_BYTE", store)[0, 0, 0, 0] == 7


def test_bytes_stay_bytes():
    pixels = np.random.default_rng(1).integers(0, 256, (1, 2, 3, 4)).astype(np.uint8)
    for format_ in ("RGBA", "BGRA", "ABGR_EXT"):
        elements = pack(pixels, format_, "UNSIGNED_BYTE")
        again = unpacked(elements.ravel(), format_, "UNSIGNED_BYTE", size=(3, 2, 1))
        assert again.dtype == np.uint8
        assert np.array_equal(again, pixels)


def test_packing_follows_table_4_7():
    pixels = np.array([[0, 51, 255, 128]], np.uint8)
    assert pack(pixels, "RGBA", "FLOAT").tolist() == [
        [0, np.float32(0.2), 1, np.float32(128 / 255)]
    ]
    assert pack(pixels, "RGBA", "UNSIGNED_INT").tolist() == [
        [0, 51 * 0x01010101, 2**32 - 1, 128 * 0x01010101]
    ]
    assert pack(pixels, "RGBA", "UNSIGNED_SHORT").tolist() == [[0, 51 * 257, 65535, 128 * 257]]
    assert pack(pixels, "RGBA", "BYTE").tolist() == [[0, 25, 127, 64]]
    assert pack(pixels, "RGBA", "INT")[0, 2] == 2**31 - 1
    assert pack(pixels, "BGR", "UNSIGNED_BYTE").tolist() == [[255, 51, 0]]


def test_luminance_is_the_sum():
    pixels = np.array([[10, 20, 30, 40], [200, 100, 0, 0]], np.uint8)
    summed = converted_to_l(pixels)
    assert pack(summed, "LUMINANCE", "UNSIGNED_BYTE").tolist() == [[60], [255]]
    assert pack(summed, "LUMINANCE_ALPHA", "UNSIGNED_BYTE").tolist() == [[60, 40], [255, 0]]
    assert pack(summed, "LUMINANCE", "FLOAT", clamped=True)[1, 0] == 1.0
    assert pack(summed, "LUMINANCE", "FLOAT")[1, 0] == np.float32(300 / 255)
    # Without that step of ReadPixels it is red.
    assert pack(pixels, "LUMINANCE_ALPHA", "UNSIGNED_BYTE").tolist() == [[10, 40], [200, 0]]


def test_floats_beyond_one_survive_only_as_floats():
    pixels = np.array([[2.0, -1.0, np.nan, np.inf]], np.float32)
    assert pack(pixels, "RGBA", "UNSIGNED_BYTE").tolist() == [[255, 0, 0, 255]]
    assert np.array_equal(pack(pixels, "RGBA", "FLOAT"), pixels, equal_nan=True)


def test_depths_and_indices():
    depths = np.array([[0], [2**24 - 1]]) / np.float64(2**24 - 1)
    assert pack_values(depths, PIXEL_TYPES["UNSIGNED_INT"]).tolist() == [[0], [2**32 - 1]]
    assert pack_values(depths, PIXEL_TYPES["FLOAT"]).tolist() == [[0.0], [1.0]]
    stencil = np.array([[255, 127]], np.uint8)
    # OpenGL 2.1, table 4.6: the mask of BYTE is 2^7 - 1.
    assert pack_indices(stencil, "BYTE").tolist() == [[[127], [127]]]
    assert pack_indices(stencil, "FLOAT").tolist() == [[[255.0], [127.0]]]


STORES = st.builds(
    PixelStore,
    swap_bytes=st.booleans(),
    row_length=st.integers(0, 9),
    skip_rows=st.integers(0, 3),
    skip_pixels=st.integers(0, 3),
    alignment=st.sampled_from([1, 2, 4, 8]),
    image_height=st.integers(0, 6),
    skip_images=st.integers(0, 2),
)


@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
@seed(20)
@settings(max_examples=10)
@given(store=STORES, size=st.tuples(*[st.integers(0, 4)] * 3), data=st.integers(0, 2**31))
def test_round_trip(pair, store, size, data):
    """Pixels packed under a pixel store are read back, and no other memory changes."""
    format_, type_ = pair
    kind = PIXEL_TYPES[type_]
    pixels = np.random.default_rng(data).integers(0, 256, (*size[::-1], 4)).astype(np.uint8)
    elements = pack(pixels, format_, type_)
    plan = layout(store, format_, type_, size, 3)
    memory = np.full(plan.end + 5, 77, kind.dtype)
    plan.view(memory)[...] = elements.byteswap() if store.swap_bytes else elements
    again = unpack(memory, plan, format_, type_, store.swap_bytes)

    row, image = store.row_length or size[0], store.image_height or size[1]
    apart = row >= size[0] and image >= size[1]  # rows and slices do not overlap
    if all(size) and apart and format_ in INTEGER_FORMATS:
        kept = [i for i, letter in enumerate("RGBA") if letter in PIXEL_FORMATS[format_]]
        most = np.minimum(255, np.full(4, np.iinfo(kind.dtype).max))
        for letter, (_, bits) in zip(PIXEL_FORMATS[format_], kind.fields, strict=False):
            most["RGBA".index(letter)] = min(255, 2**bits - 1)
        assert np.array_equal(again[..., kept], np.minimum(pixels, most)[..., kept])
    elif all(size) and apart and "LUMINANCE" not in format_:
        twice = pack(as_values(again), format_, type_)
        # A float32 holds 24 bits of a number of 32.
        whole = kind.dtype.itemsize < 4 or kind.packed or kind.dtype.kind == "f"
        assert np.allclose(twice, elements, rtol=0 if whole else 2**-23, atol=0)
        bits = min([b for _, b in kind.fields] or [5 if kind.storage else 7])
        kept = [i for i, letter in enumerate("RGBA") if letter in PIXEL_FORMATS[format_]]
        error = np.abs(as_values(again)[..., kept] - pixels[..., kept] / np.float32(255))
        assert error.max() <= 0.501 / (2**bits - 1)
    assert (memory[: plan.start if all(size) else None] == 77).all()
    assert (memory[plan.end :] == 77).all()


def as_values(pixels):
    return pixels / np.float32(255) if pixels.dtype == np.uint8 else pixels
