"""gluScaleImage and gluBuild...Mipmaps (GLU 1.3, chapter 3)."""

import ctypes

import numpy as np
import pytest

import softgl
from softgl import gl, glu


@pytest.fixture(autouse=True)
def context():
    with softgl.Context(8, 8, machine="eager"):
        for side in ("PACK", "UNPACK"):
            gl.glPixelStorei(getattr(gl, f"GL_{side}_ALIGNMENT"), 1)
        yield


def scaled(values, size, format_=gl.GL_LUMINANCE, type_=gl.GL_UNSIGNED_BYTE, out=None):
    width, height = size
    result = np.zeros((height, width, *values.shape[2:]), values.dtype) if out is None else out[0]
    wanted = type_ if out is None else out[1]
    rows, columns = values.shape[:2]
    arguments = (columns, rows, type_, values, width, height, wanted, result)
    assert glu.gluScaleImage(format_, *arguments) == 0
    return result


def test_images_are_scaled():
    """As libGLU does: smaller ones are means, larger ones between, and repeated at the edges."""
    row = np.array([[0, 100]], np.uint8)
    assert scaled(row, (4, 1)).tolist() == [[25, 25, 75, 75]]
    assert scaled(row.T, (1, 4)).tolist() == [[25], [25], [75], [75]]
    assert scaled(np.array([[1, 2, 4, 8]], np.uint8), (2, 1)).tolist() == [[2, 6]]
    assert scaled(np.array([[9, 0, 3]], np.uint8), (2, 1)).tolist() == [[6, 2]]
    colors = np.array([[[0, 10, 20], [4, 30, 20]]], np.float32)
    assert scaled(colors, (1, 1), gl.GL_RGB, gl.GL_FLOAT).tolist() == [[[2, 20, 20]]]


def test_types_of_every_kind():
    values = np.array([[0, 255], [255, 255]], np.uint8)
    out = np.zeros((1, 1), np.uint16), gl.GL_UNSIGNED_SHORT
    assert scaled(values, (1, 1), out=out).tolist() == [[49151]]
    words = np.array([[0xF800, 0x001F]], np.uint16)
    short = scaled(words, (1, 1), gl.GL_RGB, gl.GL_UNSIGNED_SHORT_5_6_5)
    assert short.tolist() == [[0x8010]]
    bits = np.array([[0b11010000]], np.uint8)
    result = np.zeros((1, 1), np.uint8)
    arguments = (4, 1, gl.GL_BITMAP, bits, 2, 1, gl.GL_BITMAP, result)
    assert glu.gluScaleImage(gl.GL_COLOR_INDEX, *arguments) == 0
    assert result.tolist() == [[0b11000000]]
    signed = np.array([[-128, -100, 50, 51]], np.int8)
    assert scaled(signed, (2, 1), type_=gl.GL_BYTE).tolist() == [[-114, 51]]


@pytest.mark.filterwarnings("error")
def test_a_mean_that_is_nan():
    """It is the one quiet NaN, or the integer 0: processors differ in both."""
    values = np.array([[np.inf, -np.inf]], np.float32)
    result = scaled(values, (1, 1), type_=gl.GL_FLOAT)
    assert result.view(np.uint32).tolist() == [[0x7FC00000]]
    for dtype, type_ in ((np.uint8, gl.GL_UNSIGNED_BYTE), (np.int32, gl.GL_INT)):
        out = np.ones((1, 1), dtype), type_
        assert scaled(values, (1, 1), type_=gl.GL_FLOAT, out=out).tolist() == [[0]]


def test_pixel_storage_modes():
    gl.glPixelStorei(gl.GL_UNPACK_ROW_LENGTH, 3)
    gl.glPixelStorei(gl.GL_UNPACK_SKIP_PIXELS, 1)
    gl.glPixelStorei(gl.GL_UNPACK_SWAP_BYTES, True)
    gl.glPixelStorei(gl.GL_PACK_SKIP_ROWS, 1)
    memory = np.array([9, 1, 2, 9, 3, 6], np.uint16).byteswap()
    out = np.full(2, 7, np.uint16)
    arguments = (2, 2, gl.GL_UNSIGNED_SHORT, memory, 1, 1, gl.GL_UNSIGNED_SHORT, out)
    assert glu.gluScaleImage(gl.GL_RED, *arguments) == 0
    assert out.tolist() == [7, 3]


def level(number, target=gl.GL_TEXTURE_2D):
    pixels = gl.glGetTexImage(target, number, gl.GL_RED, gl.GL_UNSIGNED_BYTE)
    return np.frombuffer(pixels, np.uint8).tolist()


def test_mipmaps():
    values = np.arange(0, 128, 4, dtype=np.uint8).reshape(4, 8)
    gl.glPixelStorei(gl.GL_UNPACK_SKIP_ROWS, 1)
    memory = np.concatenate([values[:1], values])
    arguments = gl.GL_TEXTURE_2D, gl.GL_RGB, 8, 4, gl.GL_LUMINANCE, gl.GL_UNSIGNED_BYTE
    assert glu.gluBuild2DMipmaps(*arguments, memory) == 0
    assert gl.glGetIntegerv(gl.GL_UNPACK_SKIP_ROWS) == 1
    assert level(0) == values.ravel().tolist()
    assert level(1) == [18, 26, 34, 42, 82, 90, 98, 106]
    assert level(2) == [54, 70] and level(3) == [62]
    assert gl.glGetTexLevelParameteriv(gl.GL_TEXTURE_2D, 4, gl.GL_TEXTURE_WIDTH) == 0


def test_mipmaps_of_core_contexts():
    """Pixel storage modes are the program's again afterwards."""
    with softgl.Context(4, 4, machine="eager", version=(3, 3), profile="core"):
        gl.glBindTexture(gl.GL_TEXTURE_2D, gl.glGenTextures(1))
        gl.glPixelStorei(gl.GL_UNPACK_SKIP_ROWS, 3)
        image = gl.GL_RGBA, 4, 4, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE
        assert glu.gluBuild2DMipmaps(gl.GL_TEXTURE_2D, *image, bytes(64 + 3 * 16)) == 0
        assert gl.glGetTexLevelParameteriv(gl.GL_TEXTURE_2D, 2, gl.GL_TEXTURE_WIDTH) == 1
        assert gl.glGetIntegerv(gl.GL_UNPACK_SKIP_ROWS) == 3


def test_sizes_are_brought_to_the_nearest_power_of_two():
    gl.glPixelStorei(gl.GL_UNPACK_ALIGNMENT, 2)
    for width, want in (1, 1), (2, 2), (3, 4), (5, 4), (6, 8), (11, 8), (12, 16):
        data = np.full((3, width + width % 2), 77, np.uint8)
        arguments = gl.GL_TEXTURE_2D, 1, width, 3, gl.GL_RED, gl.GL_UNSIGNED_BYTE
        assert glu.gluBuild2DMipmaps(*arguments, data) == 0
        found = gl.glGetTexLevelParameteriv(gl.GL_TEXTURE_2D, 0, gl.GL_TEXTURE_WIDTH)
        assert found == want, width
        assert {*level(0), *level(2)} == {77}


def test_other_dimensions_and_levels():
    data = np.arange(8, dtype=np.uint8) * 16
    arguments = gl.GL_RED, gl.GL_UNSIGNED_BYTE
    assert glu.gluBuild1DMipmaps(gl.GL_TEXTURE_1D, 3, 8, *arguments, data) == 0
    assert level(2, gl.GL_TEXTURE_1D) == [24, 88]
    assert glu.gluBuild3DMipmaps(gl.GL_TEXTURE_3D, 3, 2, 2, 2, *arguments, data) == 0
    assert level(0, gl.GL_TEXTURE_3D) == data.tolist() and level(1, gl.GL_TEXTURE_3D) == [56]
    assert glu.gluBuild1DMipmapLevels(gl.GL_TEXTURE_1D, 3, 4, *arguments, 5, 6, 7, data) == 0
    assert level(6, gl.GL_TEXTURE_1D) == [8, 40] and level(7, gl.GL_TEXTURE_1D) == [24]
    assert level(2, gl.GL_TEXTURE_1D) == [24, 88]
    square = gl.GL_TEXTURE_2D, 3, 2, 4
    assert glu.gluBuild2DMipmapLevels(*square, *arguments, 3, 3, 4, data) == 0
    assert level(4) == [24, 88]
    cube = gl.GL_TEXTURE_3D, 3, 2, 2, 2
    assert glu.gluBuild3DMipmapLevels(*cube, *arguments, 4, 5, 5, data) == 0
    assert level(5, gl.GL_TEXTURE_3D) == [56]
    for levels in (-1, 0, 1), (0, 2, 1), (1, 0, 1), (0, 0, 4):
        refused = glu.gluBuild1DMipmapLevels(gl.GL_TEXTURE_1D, 3, 8, *arguments, *levels, data)
        assert refused == glu.GLU_INVALID_VALUE, levels


def test_pointers_to_known_memory():
    data, out = (ctypes.c_ubyte * 16)(*range(16)), (ctypes.c_ubyte * 16)()
    byte = gl.GL_UNSIGNED_BYTE
    for pointer in (ctypes.byref, ctypes.pointer):
        out[0] = out[15] = 99
        arguments = gl.GL_RED, 4, 4, byte, pointer(data), 4, 4, byte, pointer(out)
        assert glu.gluScaleImage(*arguments) == 0
        assert list(out) == list(data)
    unknown = ctypes.cast(data, ctypes.POINTER(ctypes.c_ubyte))
    for given, place in ((unknown, out), (data, unknown), (data, np.zeros(32, np.uint8)[::2])):
        with pytest.raises(glu.GLUError):
            glu.gluScaleImage(gl.GL_RED, 4, 4, byte, given, 4, 4, byte, place)


def test_errors_are_returned():
    data, out = np.zeros(64, np.uint8), np.zeros(64, np.uint8)
    byte = gl.GL_UNSIGNED_BYTE
    for arguments, want in [
        ((gl.GL_RED, 0, 2, byte, data, 2, 2, byte, out), glu.GLU_INVALID_VALUE),
        ((gl.GL_RED, 2, 2, byte, data, 2, -1, byte, out), glu.GLU_INVALID_VALUE),
        ((gl.GL_LINES, 2, 2, byte, data, 2, 2, byte, out), glu.GLU_INVALID_ENUM),
        ((gl.GL_RED, 2, 2, gl.GL_RED, data, 2, 2, byte, out), glu.GLU_INVALID_ENUM),
        ((gl.GL_RED, 2, 2, byte, data, 2, 2, gl.GL_BITMAP, out), glu.GLU_INVALID_OPERATION),
    ]:
        assert glu.gluScaleImage(*arguments) == want
    image = gl.GL_RGB, gl.GL_UNSIGNED_SHORT_4_4_4_4, data
    found = glu.gluBuild2DMipmaps(gl.GL_TEXTURE_2D, 3, 2, 2, *image)
    assert found == glu.GLU_INVALID_OPERATION
    with pytest.raises(glu.GLUError, match="75 elements needed, not 64"):
        glu.gluScaleImage(gl.GL_RGB, 5, 5, byte, data, 2, 2, byte, out)
    with pytest.raises(glu.GLUError, match="dataOut"):
        glu.gluScaleImage(gl.GL_RED, 5, 5, byte, data, 2, 2, byte, bytes(64))
    with pytest.raises(gl.GLError, match="glTexImage2D"):
        glu.gluBuild2DMipmaps(gl.GL_TEXTURE_2D, 77, 2, 2, gl.GL_RED, byte, data)
