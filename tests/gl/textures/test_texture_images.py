"""Texture images: PyOpenGL's data forms, parts, copies, read back, errors."""

import ctypes

import numpy as np
import pytest

from softgl import GLError
from softgl.gl import *
from softgl.gl.api.arguments import ArgumentError

PIXELS = np.random.default_rng(3).integers(0, 256, (3, 2, 4)).astype(np.uint8)


NO_DATA = (0, GL_RGBA, GL_FLOAT, None)


def code(function, *arguments, **keywords):
    """The code of the GLError that a call raises."""
    with pytest.raises(GLError) as caught:
        function(*arguments, **keywords)
    return caught.value.code


def define(pixels=PIXELS, internal=GL_RGBA, level=0, border=0, format_=GL_RGBA):
    height, width = pixels.shape[:2]
    glTexImage2D(
        GL_TEXTURE_2D, level, internal, width, height, border, format_, GL_UNSIGNED_BYTE, pixels
    )


def read(level=0, format_=GL_RGBA):
    """Level `level` as (height, width, n) bytes."""
    values = glGetTexImage(GL_TEXTURE_2D, level, format_, GL_UNSIGNED_BYTE, outputType=None)
    return values.reshape(values.shape[1::-1] + values.shape[2:])


@pytest.mark.parametrize(
    "data",
    [
        PIXELS.tobytes(),
        bytearray(PIXELS.tobytes()),
        memoryview(PIXELS.tobytes()),
        PIXELS,
        PIXELS.astype(np.float64),
        PIXELS[:, ::-1].copy()[:, ::-1],
        PIXELS.tolist(),
        (ctypes.c_ubyte * 24)(*PIXELS.tobytes()),
        PIXELS.tobytes() + b"more",
    ],
    ids=lambda data: type(data).__name__,
)
def test_data_forms(context, data):
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 2, 3, 0, GL_RGBA, GL_UNSIGNED_BYTE, data)
    assert np.array_equal(read(), PIXELS)


def test_floats_are_cast_to_the_type(context):
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 2, 3, 0, GL_RGBA, GL_FLOAT, (PIXELS / 255).tolist())
    assert np.array_equal(read(), PIXELS)


@pytest.mark.parametrize("nothing", [None, 0, ctypes.c_void_p(0), ctypes.c_void_p(None)])
def test_no_data_is_zeros(context, nothing):
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 2, 3, 0, GL_RGBA, GL_UNSIGNED_BYTE, nothing)
    assert not read().any()
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB, 2, 3, 0, GL_RGBA, GL_UNSIGNED_BYTE, nothing)
    assert (read()[..., 3] == 255).all()


def test_sizes_may_be_floats_and_arguments_named(context):
    glTexImage2D(
        GL_TEXTURE_2D, 0, GL_RGBA, 2.0, 2.9, border=0, format=GL_RGBA, type=GL_UNSIGNED_BYTE,
        pixels=PIXELS,
    )  # fmt: skip
    assert np.array_equal(read(), PIXELS)


def test_rows_are_aligned_as_the_unpack_modes_say(context, snapshot):
    padded = np.zeros((3, 8), np.uint8)
    padded[:, :6] = PIXELS[..., :3].reshape(3, 6)
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB, 2, 3, 0, GL_RGB, GL_UNSIGNED_BYTE, padded)
    assert np.array_equal(read(format_=GL_RGB), PIXELS[..., :3])
    before = snapshot(context)
    tight = PIXELS[..., :3].tobytes()
    arguments = (GL_TEXTURE_2D, 0, GL_RGB, 2, 3, 0, GL_RGB, GL_UNSIGNED_BYTE, tight)
    assert code(glTexImage2D, *arguments) == GL_INVALID_OPERATION
    assert snapshot(context) == before
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1)
    glTexImage2D(*arguments)
    assert np.array_equal(read(format_=GL_RGB), PIXELS[..., :3])
    assert glGetIntegerv(GL_UNPACK_ALIGNMENT) == 1


def test_a_part_of_client_memory(context):
    big = np.random.default_rng(1).integers(0, 256, (6, 5, 4)).astype(np.uint8)
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 5)
    glPixelStorei(GL_UNPACK_SKIP_ROWS, 2)
    glPixelStorei(GL_UNPACK_SKIP_PIXELS, 1)
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 3, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, big)
    assert np.array_equal(read(), big[2:4, 1:4])


@pytest.mark.parametrize(
    ("internal", "name", "sizes"),
    [
        (GL_RGBA8, GL_RGBA8, (8, 8, 8, 8, 0, 0)),
        (GL_RGB5, GL_RGB5, (8, 8, 8, 0, 0, 0)),
        (GL_RGB565, GL_RGB565, (5, 6, 5, 0, 0, 0)),
        (4, GL_RGBA, (8, 8, 8, 8, 0, 0)),
        (3, GL_RGB, (8, 8, 8, 0, 0, 0)),
        (2, GL_LUMINANCE_ALPHA, (0, 0, 0, 8, 8, 0)),
        (1, GL_LUMINANCE, (0, 0, 0, 0, 8, 0)),
        (GL_INTENSITY16, GL_INTENSITY16, (0, 0, 0, 0, 0, 16)),
        (GL_RGBA32F_ARB, GL_RGBA32F_ARB, (32, 32, 32, 32, 0, 0)),
        # 3.8.1: "instead replaced by the corresponding base internal format."
        (GL_COMPRESSED_RGB, GL_RGB, (8, 8, 8, 0, 0, 0)),
    ],
)
def test_level_parameters(context, internal, name, sizes):
    define(internal=internal)
    names = ("RED", "GREEN", "BLUE", "ALPHA", "LUMINANCE", "INTENSITY")

    def get(word):
        return glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, globals()[f"GL_TEXTURE_{word}"])

    assert tuple(get(f"{word}_SIZE") for word in names) == sizes
    assert [get(w) for w in ("WIDTH", "HEIGHT", "DEPTH", "BORDER")] == [2, 3, 1, 0]
    assert get("INTERNAL_FORMAT") == name
    assert (get("COMPRESSED"), get("DEPTH_SIZE")) == (0, 0)
    assert glGetTexLevelParameterfv(GL_TEXTURE_2D, 0, GL_TEXTURE_WIDTH).dtype == np.float32


def test_a_level_without_image(context):
    assert glGetTexLevelParameteriv(GL_TEXTURE_2D, 3, GL_TEXTURE_WIDTH) == 0
    assert glGetTexLevelParameteriv(GL_TEXTURE_2D, 3, GL_TEXTURE_INTERNAL_FORMAT) == 1
    assert glGetTexImage(GL_TEXTURE_2D, 3, GL_RGBA, GL_UNSIGNED_BYTE) == b""


def test_read_back_forms(context):
    define()
    assert glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE) == PIXELS.tobytes()
    assert glGetTexImageub(GL_TEXTURE_2D, 0, GL_BGR) == PIXELS[..., 2::-1].tobytes()
    floats = glGetTexImage(GL_TEXTURE_2D, 0, GL_RGB, GL_FLOAT)
    assert (floats.shape, floats.dtype) == ((2, 3, 3), np.float32)
    array = bytearray(24)
    assert glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, array) is array
    assert bytes(array) == PIXELS.tobytes()
    # OpenGL 2.1, table 6.1: luminance comes back as red.
    define(internal=GL_LUMINANCE)
    assert read()[0, 0].tolist() == [PIXELS[0, 0, 0], 0, 0, 255]
    assert np.array_equal(read(format_=GL_LUMINANCE), PIXELS[..., 0])


def test_parts(context):
    define(np.zeros((4, 4, 4), np.uint8))
    glTexSubImage2D(GL_TEXTURE_2D, 0, 1, 0, 2, 3, GL_RGBA, GL_UNSIGNED_BYTE, PIXELS)
    expected = np.zeros((4, 4, 4), np.uint8)
    expected[0:3, 1:3] = PIXELS
    assert np.array_equal(read(), expected)
    glTexSubImage2D(GL_TEXTURE_2D, 0, 4, 4, 0, 0, GL_RGBA, GL_UNSIGNED_BYTE, b"")
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 0, 4, GL_RGBA, GL_UNSIGNED_BYTE, None)  # reads nothing
    assert np.array_equal(read(), expected)


def test_one_and_three_dimensions(context):
    glTexImage1D(GL_TEXTURE_1D, 0, GL_RGBA, 6, 0, GL_RGBA, GL_UNSIGNED_BYTE, PIXELS)
    glTexSubImage1D(GL_TEXTURE_1D, 0, 2, 1, GL_RGBA, GL_UNSIGNED_BYTE, b"abcd")
    flat = PIXELS.reshape(6, 4).copy()
    flat[2] = list(b"abcd")
    assert glGetTexImage(GL_TEXTURE_1D, 0, GL_RGBA, GL_UNSIGNED_BYTE) == flat.tobytes()
    assert glGetTexImage(GL_TEXTURE_1D, 0, GL_RGBA, GL_FLOAT).shape == (6, 4)

    glTexImage3D(GL_TEXTURE_3D, 0, GL_RGBA, 2, 1, 3, 0, GL_RGBA, GL_UNSIGNED_BYTE, PIXELS)
    glTexSubImage3D(GL_TEXTURE_3D, 0, 1, 0, 2, 1, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, b"wxyz")
    solid = PIXELS.copy()
    solid[2, 1] = list(b"wxyz")
    assert glGetTexImage(GL_TEXTURE_3D, 0, GL_RGBA, GL_UNSIGNED_BYTE) == solid.tobytes()
    assert glGetTexImage(GL_TEXTURE_3D, 0, GL_RGBA, GL_FLOAT).shape == (2, 1, 3, 4)
    assert glGetTexLevelParameteriv(GL_TEXTURE_3D, 0, GL_TEXTURE_DEPTH) == 3


def test_images_of_three_dimensions_in_memory(context):
    memory = np.arange(4 * 3 * 2, dtype=np.uint8)
    for pname, value in (
        (GL_UNPACK_ALIGNMENT, 1), (GL_UNPACK_IMAGE_HEIGHT, 3), (GL_UNPACK_SKIP_IMAGES, 1),
        (GL_PACK_ALIGNMENT, 1), (GL_PACK_IMAGE_HEIGHT, 2), (GL_PACK_SKIP_IMAGES, 1),
    ):  # fmt: skip
        glPixelStorei(pname, value)
    glTexImage3D(GL_TEXTURE_3D, 0, GL_ALPHA, 2, 1, 2, 0, GL_ALPHA, GL_UNSIGNED_BYTE, memory)
    out = np.zeros(10, np.uint8)
    glGetTexImage(GL_TEXTURE_3D, 0, GL_ALPHA, GL_UNSIGNED_BYTE, out)
    assert out.tolist() == [0, 0, 0, 0, 6, 7, 0, 0, 12, 13]


@pytest.mark.parametrize(
    ("suffix", "dtype", "one"),
    [("ub", np.uint8, 255), ("us", np.uint16, 65535), ("ui", np.uint32, 2**32 - 1),
     ("b", np.int8, 127), ("s", np.int16, 2**15 - 1), ("i", np.int32, 2**31 - 1),
     ("f", np.float32, 1.0)],
)  # fmt: skip
def test_typed_forms_take_their_size_from_the_array(context, suffix, dtype, one):
    array = np.full((2, 4, 4), one, dtype)
    globals()[f"glTexImage2D{suffix}"](GL_TEXTURE_2D, 0, GL_RGBA, 0, GL_RGBA, array)
    assert read().shape == (4, 2, 4)
    assert (read() == 255).all()
    part = np.zeros((1, 2, 4), np.float32 if suffix == "f" else dtype)
    globals()[f"glTexSubImage2D{suffix}"](GL_TEXTURE_2D, 0, 1, 1, GL_RGBA, part.tolist())
    assert (read()[1:3, 1] < 2).all() and (read()[:, 0] == 255).all()
    globals()[f"glTexImage1D{suffix}"](GL_TEXTURE_1D, 0, GL_RGBA, 0, GL_RGBA, array[0])
    assert glGetTexLevelParameteriv(GL_TEXTURE_1D, 0, GL_TEXTURE_WIDTH) == 4
    with pytest.raises(ArgumentError):
        globals()[f"glTexImage2D{suffix}"](GL_TEXTURE_2D, 0, GL_RGBA, 0, GL_RGBA, b"1234")


def test_borders(context):
    define(np.full((4, 6, 4), 9, np.uint8), border=1)
    assert context.texturing.units[0].bound["2D"].image(0).size == (4, 2, 1)
    assert glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_WIDTH) == 6
    assert glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_BORDER) == 1
    glTexSubImage2D(GL_TEXTURE_2D, 0, -1, -1, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, bytes(4))
    assert np.argwhere(read()[..., 0] == 0).tolist() == [[0, 0]]
    sub = (GL_TEXTURE_2D, 0, -2, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, bytes(4))
    assert code(glTexSubImage2D, *sub) == GL_INVALID_VALUE
    arguments = (GL_TEXTURE_2D, 0, GL_RGBA, 1, 4, 1, GL_RGBA, GL_UNSIGNED_BYTE, None)
    assert code(glTexImage2D, *arguments) == GL_INVALID_VALUE


def test_copies_from_the_framebuffer(context):
    glClearColor(1, 0.2, 0, 0.4)
    glClear(GL_COLOR_BUFFER_BIT)
    glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_RGB, 6, 0, 4, 2, 0)
    expected = np.zeros((2, 4, 4), np.uint8)
    expected[:, :2] = (255, 51, 0, 0)
    expected[..., 3] = 255
    assert np.array_equal(read(), expected)
    glClearColor(0, 0, 1, 0)
    glClear(GL_COLOR_BUFFER_BIT)
    assert np.array_equal(read(), expected)
    glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 3, 1, 0, 0, 1, 1)
    expected[1, 3] = (0, 0, 255, 255)
    assert np.array_equal(read(), expected)
    glCopyTexImage1D(GL_TEXTURE_1D, 0, GL_RGBA, 0, 0, 3, 0)
    glCopyTexSubImage1D(GL_TEXTURE_1D, 0, 0, -1, 0, 1)
    blue = b"\0\0\xff\0"
    assert glGetTexImage(GL_TEXTURE_1D, 0, GL_RGBA, GL_UNSIGNED_BYTE) == bytes(4) + blue * 2
    glTexImage3D(GL_TEXTURE_3D, 0, GL_RGBA, 1, 1, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, None)
    glCopyTexSubImage3D(GL_TEXTURE_3D, 0, 0, 0, 1, 0, 0, 1, 1)
    assert glGetTexImage(GL_TEXTURE_3D, 0, GL_RGBA, GL_UNSIGNED_BYTE) == bytes(4) + blue


def test_mipmaps(context):
    define(np.full((4, 4, 4), 100, np.uint8))
    assert context.texturing.units[0].bound["2D"].sampled() is None
    glGenerateMipmap(GL_TEXTURE_2D)
    assert read(2).tolist() == [[[100] * 4]]
    assert context.texturing.units[0].bound["2D"].sampled() is not None
    glTexParameteri(GL_TEXTURE_2D, GL_GENERATE_MIPMAP, GL_TRUE)
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE, np.full((4, 4, 4), 60))
    assert read(2).tolist() == [[[60] * 4]]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"target": GL_TEXTURE_3D}, GL_INVALID_ENUM),
        ({"level": -1}, GL_INVALID_VALUE),
        ({"level": 14}, GL_INVALID_VALUE),
        ({"internalformat": 5}, GL_INVALID_VALUE),
        ({"internalformat": GL_LINEAR}, GL_INVALID_VALUE),
        ({"width": -1}, GL_INVALID_VALUE),
        ({"width": 8193}, GL_INVALID_VALUE),
        ({"level": 3, "width": 1025}, GL_INVALID_VALUE),
        ({"height": 8193}, GL_INVALID_VALUE),
        ({"border": 2}, GL_INVALID_VALUE),
        ({"border": -1}, GL_INVALID_VALUE),
        ({"format": GL_TEXTURE_2D}, GL_INVALID_ENUM),
        ({"format": GL_STENCIL_INDEX}, GL_INVALID_OPERATION),
        ({"format": GL_DEPTH_COMPONENT}, GL_INVALID_OPERATION),
        ({"type": GL_RGBA}, GL_INVALID_ENUM),
        ({"type": GL_UNSIGNED_SHORT_5_6_5}, GL_INVALID_OPERATION),
        ({"pixels": b"few"}, GL_INVALID_OPERATION),
        ({"pixels": 4096}, GL_INVALID_VALUE),
    ],
    ids=str,
)
def test_errors_of_an_image(context, snapshot, change, expected):
    define()
    before = snapshot(context)
    arguments = {
        "target": GL_TEXTURE_2D, "level": 0, "internalformat": GL_RGBA, "width": 2, "height": 3,
        "border": 0, "format": GL_RGBA, "type": GL_UNSIGNED_BYTE, "pixels": PIXELS,
    }  # fmt: skip
    assert code(glTexImage2D, **{**arguments, **change}) == expected
    assert snapshot(context) == before


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"level": -1}, GL_INVALID_VALUE),
        ({"level": 14}, GL_INVALID_VALUE),
        ({"level": 1}, GL_INVALID_OPERATION),
        ({"xoffset": -1}, GL_INVALID_VALUE),
        ({"xoffset": 1}, GL_INVALID_VALUE),
        ({"yoffset": 1}, GL_INVALID_VALUE),
        ({"height": 4}, GL_INVALID_VALUE),
        ({"format": GL_DEPTH_COMPONENT}, GL_INVALID_OPERATION),
        ({"format": GL_RGB, "type": GL_UNSIGNED_INT_8_8_8_8}, GL_INVALID_OPERATION),
        ({"pixels": b"few"}, GL_INVALID_OPERATION),
        ({"pixels": None}, GL_INVALID_VALUE),
    ],
    ids=str,
)
def test_errors_of_a_part(context, snapshot, change, expected):
    define()
    before = snapshot(context)
    arguments = {
        "target": GL_TEXTURE_2D, "level": 0, "xoffset": 0, "yoffset": 0, "width": 2, "height": 3,
        "format": GL_RGBA, "type": GL_UNSIGNED_BYTE, "pixels": PIXELS,
    }  # fmt: skip
    assert code(glTexSubImage2D, **{**arguments, **change}) == expected
    assert snapshot(context) == before


@pytest.mark.parametrize(
    ("function", "arguments", "expected"),
    [
        (glCopyTexImage2D, (GL_TEXTURE_2D, 0, 4, 0, 0, 1, 1, 0), GL_INVALID_ENUM),
        (glCopyTexImage2D, (GL_TEXTURE_2D, 0, GL_RGBA, 0, 0, 8193, 1, 0), GL_INVALID_VALUE),
        (glCopyTexImage2D, (GL_TEXTURE_2D, 0, GL_RGBA, 0, 0, 1, 1, 2), GL_INVALID_VALUE),
        (glCopyTexSubImage2D, (GL_TEXTURE_2D, 0, 0, 0, 0, 0, 3, 1), GL_INVALID_VALUE),
        (glCopyTexSubImage2D, (GL_TEXTURE_2D, 4, 0, 0, 0, 0, 1, 1), GL_INVALID_OPERATION),
        (glGetTexImage, (GL_TEXTURE_2D, 14, GL_RGBA, GL_UNSIGNED_BYTE), GL_INVALID_VALUE),
        (glGetTexImage, (GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT, GL_FLOAT), GL_INVALID_OPERATION),
        (glGetTexImage, (GL_TEXTURE_2D, 0, GL_STENCIL_INDEX, GL_FLOAT), GL_INVALID_OPERATION),
        (glGetTexLevelParameteriv, (GL_TEXTURE_2D, -1, GL_TEXTURE_WIDTH), GL_INVALID_VALUE),
        (glGetTexLevelParameteriv, (GL_TEXTURE_2D, 0, GL_RGBA), GL_INVALID_ENUM),
        (glGenerateMipmap, (GL_RGBA,), GL_INVALID_ENUM),
        (glTexImage3D, (GL_TEXTURE_3D, 0, 4, 2048, 2048, 2048, *NO_DATA), GL_OUT_OF_MEMORY),
        (glTexImage3D, (GL_TEXTURE_3D, 12, 4, 1, 1, 1, *NO_DATA), GL_INVALID_VALUE),
    ],
)
def test_other_errors(context, snapshot, function, arguments, expected):
    define()
    before = snapshot(context)
    assert code(function, *arguments) == expected
    assert snapshot(context) == before
