"""Pixel storage modes, glReadPixels: PyOpenGL's forms, formats, packing modes, errors."""

import ctypes

import numpy as np
import pytest

from softgl import GLError
from softgl.gl import *
from softgl.gl.api.arguments import ArgumentError
from tests.gl.attachments import code

DEFAULTS = {
    "SWAP_BYTES": 0, "LSB_FIRST": 0, "ROW_LENGTH": 0, "SKIP_ROWS": 0, "SKIP_PIXELS": 0,
    "ALIGNMENT": 4, "IMAGE_HEIGHT": 0, "SKIP_IMAGES": 0,
}  # fmt: skip


@pytest.fixture
def picture(context):
    """Bytes (8, 8, 4) that are in the colour buffer, bottom row first."""
    pixels = np.random.default_rng(7).integers(0, 256, (8, 8, 4)).astype(np.uint8)
    context.framebuffer.colors[0].write(0, 0, pixels.view("<u4").reshape(1, 8, 8))
    assert np.array_equal(context.framebuffer.read_color(0, 0, 8, 8), pixels)
    return pixels


def test_new_bytes_are_nobody_elses(picture):
    """Python shares bytes of no or one element: the returned ones are filled, and no others."""
    empty = b""
    assert glReadPixels(0, 0, 0, 3, GL_RED, GL_UNSIGNED_BYTE) == empty
    found = [glReadPixels(x, 2, 1, 1, GL_RED, GL_UNSIGNED_BYTE) for x in range(8)]
    assert found == [bytes([red]) for red in picture[2, :, 0].tolist()]
    outside = glReadPixels(7, 7, 2, 2, GL_GREEN, GL_UNSIGNED_BYTE)
    assert outside == bytes([picture[7, 7, 1], 0, 0, 0])
    assert [bytes([number])[0] for number in range(256)] == [*range(256)]
    assert empty == bytes(0)


@pytest.mark.parametrize("side", ["PACK", "UNPACK"])
@pytest.mark.parametrize(("mode", "initial"), DEFAULTS.items())
def test_modes(context, side, mode, initial):
    pname = globals()[f"GL_{side}_{mode}"]
    assert glGetIntegerv(pname) == initial
    glPixelStorei(pname, 2)
    switch = mode in ("SWAP_BYTES", "LSB_FIRST")
    assert glGetIntegerv(pname) == (1 if switch else 2)
    glPixelStoref(pname, 0.5)
    assert glGetIntegerv(pname) == 1
    glPixelStoref(pname, 0.0 if switch else 1.49)
    assert glGetIntegerv(pname) == (0 if switch else 1)
    glPixelStoref(pname, 0.75)
    other = "UNPACK" if side == "PACK" else "PACK"
    assert glGetIntegerv(globals()[f"GL_{other}_{mode}"]) == initial
    if not switch:
        assert code(glPixelStorei, pname, -1) == GL_INVALID_VALUE
        assert glGetIntegerv(pname) == 1


def test_illegal_modes(context):
    for alignment in (0, 3, 16):
        assert code(glPixelStorei, GL_PACK_ALIGNMENT, alignment) == GL_INVALID_VALUE
    assert code(glPixelStoref, GL_PACK_ALIGNMENT, 2.6) == GL_INVALID_VALUE
    assert code(glPixelStoref, GL_PACK_ROW_LENGTH, float("inf")) == GL_INVALID_VALUE
    assert code(glPixelStorei, GL_TEXTURE_2D, 1) == GL_INVALID_ENUM


def test_unsigned_bytes_come_as_bytes(picture):
    assert glReadPixels(0, 0, 8, 8, GL_RGBA, GL_UNSIGNED_BYTE) == picture.tobytes()
    # Odd rows are not padded.
    assert glReadPixels(1, 2, 3, 5, GL_RGB, GL_UNSIGNED_BYTE) == picture[2:7, 1:4, :3].tobytes()
    assert glReadPixelsub(1, 2, 3, 5, GL_BGR) == picture[2:7, 1:4, 2::-1].tobytes()


def test_other_types_come_as_arrays_of_width_by_height(picture):
    values = glReadPixels(1, 2, 3, 5, GL_RGB, GL_FLOAT)
    assert values.shape == (3, 5, 3)
    assert values.dtype == np.float32
    expected = picture[2:7, 1:4, :3].astype(np.float32) / np.float32(255)
    # The memory holds five rows of three pixels, whatever the shape says.
    assert np.array_equal(values.reshape(5, 3, 3), expected)
    assert np.array_equal(glReadPixelsf(1, 2, 3, 5, GL_RGB), values)
    assert glReadPixels(0, 0, 3, 5, GL_RED, GL_SHORT).shape == (3, 5)
    packed = glReadPixels(0, 0, 3, 5, GL_RGB, GL_UNSIGNED_SHORT_5_6_5)
    assert (packed.shape, packed.dtype) == ((3, 5), np.uint16)


def test_output_type(picture):
    values = glReadPixels(1, 2, 3, 5, GL_RGBA, GL_UNSIGNED_BYTE, outputType=None)
    assert values.shape == (3, 5, 4)
    assert values.tobytes() == picture[2:7, 1:4].tobytes()
    assert np.array_equal(glReadPixels(1, 2, 3, 5, GL_RGBA, GL_UNSIGNED_BYTE, None, None), values)


def test_a_given_array_is_filled_and_returned(picture):
    for make in (
        lambda: np.zeros((2, 3, 4), np.uint8),
        lambda: bytearray(24),
        lambda: (ctypes.c_ubyte * 24)(),
    ):
        array = make()
        assert glReadPixels(0, 0, 3, 2, GL_RGBA, GL_UNSIGNED_BYTE, array) is array
        assert bytes(array) == picture[:2, :3].tobytes()
    floats = np.zeros(6, np.float32)
    assert glReadPixels(0, 0, 3, 2, GL_RED, GL_FLOAT, array=floats) is floats
    assert np.array_equal(floats.reshape(2, 3), picture[:2, :3, 0] / np.float32(255))


def test_a_given_array_of_another_type_is_filled_too(picture):
    """Also one with gaps or another byte order; all other bytes stay."""
    doubles = np.full((3, 3), 7.0)
    assert glReadPixels(0, 0, 3, 2, GL_RED, GL_FLOAT, doubles) is doubles
    assert np.array_equal(doubles[:2], (picture[:2, :3, 0] / np.float32(255)).astype(np.float64))
    assert (doubles[2] == 7).all()
    glPixelStorei(GL_PACK_ALIGNMENT, 1)
    for apart in (
        np.full((2, 6), 7, np.uint8)[:, ::2],
        np.full((2, 3), 7, np.int64, order="F"),
        np.full((2, 3), 7, ">i2"),
        np.full((2, 3), 7, np.float16)[::-1, ::-1],
    ):
        assert glReadPixels(0, 0, 3, 2, GL_ALPHA, GL_UNSIGNED_BYTE, apart) is apart
        assert np.array_equal(apart, picture[:2, :3, 3])
    wide = np.full((4, 8), 1e300)
    for pname in (GL_PACK_SKIP_ROWS, GL_PACK_SKIP_PIXELS):
        glPixelStorei(pname, 1)
    glPixelStorei(GL_PACK_ROW_LENGTH, 8)
    glReadPixels(-1, 0, 3, 2, GL_RED, GL_UNSIGNED_BYTE, wide)
    assert np.array_equal(wide[1:3, 2:4], picture[:2, :2, 0])
    wide[1:3, 2:4] = 1e300
    assert (wide[np.isfinite(wide)] == 1e300).all()


def test_an_array_that_cannot_hold_the_pixels_is_left_alone(picture):
    texture = np.full((4, 4, 4), 0.5, np.float32)
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32F_ARB, 4, 4, 0, GL_RGBA, GL_FLOAT, texture)
    for array, type_ in (
        (np.full(64, 7, np.int64), GL_FLOAT),
        (np.full(64, 7, np.int8)[::-1], GL_UNSIGNED_INT),
        (np.full(64, 7, bool), GL_UNSIGNED_BYTE),
        (np.full(64, 7, np.complex64), GL_FLOAT),
        (np.full(63, 7, np.float64), GL_FLOAT),
        ([7] * 64, GL_UNSIGNED_BYTE),
    ):
        before = str(array)
        for read in (
            lambda: glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, type_, array),  # noqa: B023
            lambda: glReadPixels(0, 0, 4, 4, GL_RGBA, type_, array),  # noqa: B023
        ):
            with pytest.raises(GLError):
                read()
            assert str(array) == before


def test_packing_modes_apply_to_a_given_array(picture):
    array = np.full(60, 9, np.uint8)
    for pname, value in (
        (GL_PACK_ROW_LENGTH, 5), (GL_PACK_SKIP_ROWS, 1), (GL_PACK_SKIP_PIXELS, 2),
    ):  # fmt: skip
        glPixelStorei(pname, value)
    # Five pixels of three bytes are 15, so 16 with the alignment of 4.
    glReadPixels(0, 0, 3, 2, GL_RGB, GL_UNSIGNED_BYTE, array)
    expected = np.full(60, 9, np.uint8)
    expected[16 + 6 : 16 + 15] = picture[0, :3, :3].ravel()
    expected[32 + 6 : 32 + 15] = picture[1, :3, :3].ravel()
    assert np.array_equal(array, expected)


def test_swapped_bytes(picture):
    glPixelStorei(GL_PACK_SWAP_BYTES, 1)
    array = np.zeros((1, 1), np.uint16)
    glReadPixels(0, 0, 1, 1, GL_RGB, GL_UNSIGNED_SHORT_5_6_5, array)
    swapped = array[0, 0]
    assert glReadPixels(0, 0, 1, 1, GL_RGB, GL_UNSIGNED_SHORT_5_6_5)[0, 0] == swapped.byteswap()


def test_a_new_array_resets_the_modes_that_pyopengl_resets(picture):
    glPixelStorei(GL_PACK_ALIGNMENT, 8)
    glPixelStorei(GL_PACK_SWAP_BYTES, 1)
    glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE)
    assert glGetIntegerv(GL_PACK_ALIGNMENT) == 1
    assert glGetIntegerv(GL_PACK_SWAP_BYTES) == 0
    assert glGetIntegerv(GL_UNPACK_ALIGNMENT) == 4


def test_sizes_and_places_may_be_floats(picture):
    assert glReadPixels(0.6, 0, 2.0, np.float32(1.2), GL_RED, GL_UNSIGNED_BYTE) == bytes(
        picture[0, 1:3, 0]
    )


def test_pixels_outside_stay_as_they_are(picture):
    array = np.full((4, 4, 4), 9, np.uint8)
    glReadPixels(-1, 6, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE, array)
    expected = np.full((4, 4, 4), 9, np.uint8)
    expected[:2, 1:] = picture[6:, :3]
    assert np.array_equal(array, expected)
    for x, y in ((-4, 0), (8, 0), (0, -(2**31)), (2**31 - 1, 0)):
        glReadPixels(x, y, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE, array)
        assert np.array_equal(array, expected)
    bits = np.array([0xFF] * 16, np.uint8)
    glReadPixels(-3, -1, 8, 4, GL_STENCIL_INDEX, GL_BITMAP, bits)
    assert bits[::4].tolist() == [0xFF, 0b11100000, 0b11100000, 0b11100000]


def test_pixels_outside_are_zero_in_a_new_array(picture):
    values = glReadPixels(-1, 7, 3, 2, GL_RGBA, GL_UNSIGNED_BYTE, outputType=None).reshape(2, 3, 4)
    assert np.array_equal(values[0, 1:], picture[7, :2])
    assert not values[1].any() and not values[0, 0].any()
    assert glReadPixels(2**31 - 1, -(2**31), 1, 1, GL_RGBA, GL_UNSIGNED_BYTE) == bytes(4)
    assert glReadPixels(0, 0, 0, 5, GL_RGBA, GL_UNSIGNED_BYTE) == b""


def test_depth_and_stencil(context):
    glClearDepth(0.5)
    glClearStencil(200)
    glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT)
    depth = glReadPixels(0, 0, 2, 2, GL_DEPTH_COMPONENT, GL_FLOAT)
    assert (depth.shape, depth.dtype) == ((2, 2), np.float32)
    assert np.allclose(depth, 0.5, atol=2**-24)
    assert glReadPixels(0, 0, 1, 1, GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT)[0, 0] == 32768
    assert glReadPixels(0, 0, 2, 1, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE) == bytes([200, 200])


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ((0, 0, -1, 1, GL_RGBA, GL_UNSIGNED_BYTE), GL_INVALID_VALUE),
        ((0, 0, 1, 1, GL_TEXTURE_2D, GL_UNSIGNED_BYTE), GL_INVALID_ENUM),
        ((0, 0, 1, 1, GL_RGBA, GL_RGBA), GL_INVALID_ENUM),
        ((0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_SHORT_5_6_5), GL_INVALID_OPERATION),
        ((0, 0, 1, 1, GL_BGR, GL_UNSIGNED_BYTE_3_3_2), GL_INVALID_OPERATION),
        ((0, 0, 1, 1, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT_8_8_8_8), GL_INVALID_OPERATION),
        ((0, 0, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE, bytearray(63)), GL_INVALID_OPERATION),
        ((0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, 4096), GL_INVALID_VALUE),
        ((0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, ctypes.c_void_p(4096)), GL_INVALID_VALUE),
        ((0, 0, 2**31 - 1, 2**31 - 1, GL_RGBA, GL_UNSIGNED_BYTE), GL_OUT_OF_MEMORY),
    ],
)  # fmt: skip
def test_errors(context, snapshot, arguments, expected):
    before = snapshot(context)
    assert code(glReadPixels, *arguments) == expected
    assert snapshot(context) == before


def test_what_is_no_argument(context):
    with pytest.raises(ArgumentError):
        glReadPixels(0, 0, 1, 1, GL_RGBA)
    with pytest.raises(ArgumentError):
        glReadPixels("0", 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE)
    with pytest.raises(ArgumentError):
        glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, b"1234")
