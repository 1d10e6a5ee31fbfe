"""Pixel transfer: scale, bias, maps and index arithmetic, in every direction."""

import numpy as np
import pytest

from softgl.gl import *
from tests.gl.attachments import code

SCALES = ["RED", "GREEN", "BLUE", "ALPHA", "DEPTH"]
MAPS = ["I_TO_I", "S_TO_S", *(f"I_TO_{c}" for c in "RGBA"), *(f"{c}_TO_{c}" for c in "RGBA")]


@pytest.mark.parametrize("name", SCALES)
def test_scales_and_biases(context, name):
    scale, bias = (globals()[f"GL_{name}_{what}"] for what in ("SCALE", "BIAS"))
    assert (glGetFloatv(scale), glGetFloatv(bias)) == (1, 0)
    glPixelTransferf(scale, -2.5)
    glPixelTransferi(bias, 3)
    assert (glGetFloatv(scale), glGetFloatv(bias)) == (-2.5, 3)


def test_switches_and_indices(context):
    for pname in (GL_MAP_COLOR, GL_MAP_STENCIL):
        assert glGetBooleanv(pname) == 0
        glPixelTransferf(pname, 0.25)
        assert glGetIntegerv(pname) == 1
        glPixelTransferi(pname, 0)
        assert glGetIntegerv(pname) == 0
    for pname in (GL_INDEX_SHIFT, GL_INDEX_OFFSET):
        assert glGetIntegerv(pname) == 0
        glPixelTransferf(pname, -2.6)
        assert glGetIntegerv(pname) == -3
        assert code(glPixelTransferf, pname, float("nan")) == GL_INVALID_VALUE
        assert glGetIntegerv(pname) == -3
    assert code(glPixelTransferi, GL_ZOOM_X, 1) == GL_INVALID_ENUM


@pytest.mark.parametrize("name", MAPS)
def test_maps(context, name):
    map_, size = globals()[f"GL_PIXEL_MAP_{name}"], globals()[f"GL_PIXEL_MAP_{name}_SIZE"]
    assert glGetIntegerv(size) == 1
    assert glGetPixelMapfv(map_).tolist() == [0]
    glPixelMapfv(map_, 4, [0.0, 0.25, 1.0, 3.0])
    assert glGetIntegerv(size) == 4
    expected = [0, 0, 1, 3] if name == "S_TO_S" else [0, 0.25, 1, 3]
    assert glGetPixelMapfv(map_).tolist() == expected
    # Indices stay numbers, components take the whole range.
    top = {"uiv": 2**32 - 1, "usv": 2**16 - 1}
    for suffix, maximum in top.items():
        glPixelMapfv(map_, 4, [0.0, 0.25, 1.0, 3.0])
        get = globals()[f"glGetPixelMap{suffix}"]
        if name in ("I_TO_I", "S_TO_S"):
            assert get(map_).tolist() == [0, 0, 1, 3]
        else:
            assert get(map_).tolist() == [0, round(maximum / 4), maximum, maximum]
        globals()[f"glPixelMap{suffix}"](map_, [maximum, 0])
        is_index = name in ("I_TO_I", "S_TO_S")
        assert glGetPixelMapfv(map_).tolist() == [np.float32(maximum) if is_index else 1, 0]
    out = np.zeros(2, np.float32)
    assert glGetPixelMapfv(map_, out) is out


@pytest.mark.parametrize("name", MAPS)
def test_map_errors(context, name):
    map_ = globals()[f"GL_PIXEL_MAP_{name}"]
    assert code(glPixelMapfv, map_, 0, [1.0]) == GL_INVALID_VALUE
    assert code(glPixelMapfv, map_, -1, [1.0]) == GL_INVALID_VALUE
    limit = glGetIntegerv(GL_MAX_PIXEL_MAP_TABLE)
    assert limit >= 32
    assert code(glPixelMapfv, map_, limit + 1, np.zeros(limit + 1)) == GL_INVALID_VALUE
    assert code(glPixelMapfv, map_, 2, [1.0]) == GL_INVALID_OPERATION
    if name[0] in "IS":
        assert code(glPixelMapusv, map_, 3, [1, 2, 3]) == GL_INVALID_VALUE
    else:
        glPixelMapusv(map_, 3, [0, 0, 0])
        glPixelMapusv(map_, 1, [0])
    assert code(glPixelMapfv, GL_MAP_COLOR, 1, [1.0]) == GL_INVALID_ENUM
    assert code(glGetPixelMapfv, GL_MAP_COLOR) == GL_INVALID_ENUM
    assert glGetPixelMapfv(map_).tolist() == [0]


def clear_to(*color):
    glClearColor(*color)
    glClear(GL_COLOR_BUFFER_BIT)


def read(format, type=GL_FLOAT):
    return np.ravel(glReadPixels(0, 0, 1, 1, format, type))


def test_read_colors(context):
    clear_to(0.2, 0.4, 0.6, 1.0)
    plain = read(GL_RGBA)
    glPixelTransferf(GL_RED_SCALE, 0.5)
    glPixelTransferf(GL_GREEN_BIAS, 0.25)
    glPixelTransferf(GL_BLUE_SCALE, 3)  # above 1: clamped
    glPixelTransferf(GL_ALPHA_BIAS, -2)
    expected = [plain[0] * np.float32(0.5), plain[1] + np.float32(0.25), 1, 0]
    assert read(GL_RGBA).tolist() == expected
    assert read(GL_LUMINANCE).tolist() == [1]
    assert glReadPixels(0, 0, 1, 1, GL_BGRA, GL_UNSIGNED_BYTE) == bytes(
        [255, round(float(expected[1]) * 255), round(float(expected[0]) * 255), 0]
    )


def test_read_mapped_colors(context):
    clear_to(1.0, 0.0, 0.5, 0.7)
    glPixelMapfv(GL_PIXEL_MAP_R_TO_R, 3, [0.0, 0.1, 0.75])
    glPixelMapfv(GL_PIXEL_MAP_G_TO_G, 2, [0.5, 0.1])
    glPixelMapfv(GL_PIXEL_MAP_B_TO_B, 5, [0.0, 0.1, 0.25, 0.3, 0.4])
    glPixelTransferi(GL_MAP_COLOR, 1)
    # 128/255 * 4 is nearest to 2; the map of alpha has its single initial entry, 0.
    assert read(GL_RGBA).tolist() == [0.75, 0.5, 0.25, 0]


def test_read_depth(context):
    glClearDepth(0.5)
    glClear(GL_DEPTH_BUFFER_BIT)
    plain = read(GL_DEPTH_COMPONENT)[0]
    glPixelTransferf(GL_DEPTH_SCALE, 0.5)
    glPixelTransferf(GL_DEPTH_BIAS, 0.125)
    assert read(GL_DEPTH_COMPONENT)[0] == np.float32(plain * 0.5 + 0.125)
    glPixelTransferf(GL_DEPTH_BIAS, 2)
    assert read(GL_DEPTH_COMPONENT, GL_UNSIGNED_INT)[0] == 2**32 - 1


def test_read_stencil(context):
    glClearStencil(0b1011)
    glClear(GL_STENCIL_BUFFER_BIT)
    glPixelTransferi(GL_INDEX_SHIFT, 2)
    glPixelTransferi(GL_INDEX_OFFSET, 1)
    assert read(GL_STENCIL_INDEX, GL_UNSIGNED_SHORT)[0] == 0b101101
    assert read(GL_STENCIL_INDEX, GL_FLOAT)[0] == 0b101101
    glPixelTransferi(GL_INDEX_SHIFT, -1)
    glPixelTransferi(GL_INDEX_OFFSET, 0)
    assert read(GL_STENCIL_INDEX, GL_INT)[0] == 0b101
    glPixelMapuiv(GL_PIXEL_MAP_S_TO_S, 4, [9, 300, 7, 6])
    glPixelTransferi(GL_MAP_STENCIL, 1)
    assert read(GL_STENCIL_INDEX, GL_INT)[0] == 300
    # Table 4.6 masks what a type cannot hold.
    assert read(GL_STENCIL_INDEX, GL_BYTE)[0] == 300 & 127
    assert glReadPixels(0, 0, 1, 1, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE) == bytes([300 & 255])


def test_texture_images(context):
    glPixelTransferf(GL_RED_SCALE, 0.5)
    glPixelTransferf(GL_ALPHA_BIAS, -1)
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 1, 1, 0, GL_RGB, GL_UNSIGNED_BYTE, bytes([200, 7, 9]))
    # GetTexImage: no pixel transfer.
    assert glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE) == bytes([100, 7, 9, 0])
    clear_to(1, 1, 1, 1)
    glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 0, 0, 1, 1, 0)
    assert glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE) == bytes([128, 255, 255, 0])


def test_a_texture_of_color_indices(context):
    for letter, values in zip("RGBA", ([0, 1], [0.2, 0.4, 0.6, 0.8], [1], [0, 1]), strict=True):
        glPixelMapfv(globals()[f"GL_PIXEL_MAP_I_TO_{letter}"], values)
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1)
    data = bytes([0, 1, 6, 7])
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 4, 1, 0, GL_COLOR_INDEX, GL_UNSIGNED_BYTE, data)
    found = glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE)
    assert np.frombuffer(found, np.uint8).reshape(4, 4).tolist() == [
        [0, 51, 255, 0], [255, 102, 255, 255], [0, 153, 255, 0], [255, 204, 255, 255],
    ]  # fmt: skip
    bits = bytes([0b01100000])
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 4, 1, 0, GL_COLOR_INDEX, GL_BITMAP, bits)
    found = np.frombuffer(glGetTexImage(GL_TEXTURE_2D, 0, GL_RED, GL_UNSIGNED_BYTE), np.uint8)
    assert found.tolist() == [0, 255, 255, 0]
    # OpenGL 2.1, 6.1.4: "Calling GetTexImage with a format of COLOR_INDEX [...] INVALID_ENUM".
    assert code(glGetTexImage, GL_TEXTURE_2D, 0, GL_COLOR_INDEX, GL_FLOAT) == GL_INVALID_ENUM
    assert code(glGetTexImage, GL_TEXTURE_2D, 0, GL_RGBA, GL_BITMAP) == GL_INVALID_ENUM


def test_pushed_with_the_pixel_modes(context):
    glPushAttrib(GL_PIXEL_MODE_BIT)
    glPixelTransferf(GL_RED_SCALE, 2)
    glPixelZoom(2, 3)
    glPopAttrib()
    assert (glGetFloatv(GL_RED_SCALE), glGetFloatv(GL_ZOOM_X), glGetFloatv(GL_ZOOM_Y)) == (1, 1, 1)


def test_stencil_maps_hold_integers(context):
    # 3.6.3: "converted from single-precision floating-point to an integer by rounding to nearest".
    values = np.array([0.5, -1.5, 1e30, np.nan], np.float32)
    glPixelMapfv(GL_PIXEL_MAP_S_TO_S, values)
    assert glGetPixelMapfv(GL_PIXEL_MAP_S_TO_S).tolist() == [1, -2, 2**31, 0]
    glPixelTransferi(GL_MAP_STENCIL, 1)
    glDrawPixels(4, 1, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, bytes(range(4)))
    glPixelTransferi(GL_MAP_STENCIL, 0)
    found = glReadPixels(0, 0, 4, 1, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE)
    assert list(found) == [1, 254, 255, 0]
    glPixelMapuiv(GL_PIXEL_MAP_S_TO_S, [2**32 - 1])
    assert glGetPixelMapuiv(GL_PIXEL_MAP_S_TO_S).tolist() == [2**32 - 1]


@pytest.mark.filterwarnings("error")
def test_one_nan_for_all(context):
    """Signalling ones, those of either sign and those made of infinities have the same bits.

    But floats that nothing changes keep theirs: they may be packed numbers.
    """
    bits = np.array([0x7F800001, 0xFF800001, 0xFFC00000, 0x7FFFFFFF], np.uint32)
    glTexImage2D(
        GL_TEXTURE_2D, 0, GL_RGBA32F_ARB, 1, 1, 0, GL_RGBA, GL_FLOAT, bits.view(np.float32)
    )
    found = glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_FLOAT)
    assert found.view(np.uint32).ravel().tolist() == bits.tolist()
    halved = glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_HALF_FLOAT)
    assert (halved.view(np.uint16) == 0x7E00).all()
    for internal_format in (GL_RGBA16F_ARB, GL_RGBA32F_ARB):
        scale = 2.0 if internal_format == GL_RGBA32F_ARB else 1.0
        glPixelTransferf(GL_RED_SCALE, scale)
        glTexImage2D(
            GL_TEXTURE_2D, 0, internal_format, 1, 1, 0, GL_RGBA, GL_FLOAT, bits.view(np.float32)
        )
        found = glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_FLOAT)
        assert (found.view(np.uint32) == 0x7FC00000).all()
    glPixelMapfv(GL_PIXEL_MAP_R_TO_R, bits.view(np.float32))
    assert (glGetPixelMapfv(GL_PIXEL_MAP_R_TO_R).view(np.uint32) == 0x7FC00000).all()
    glPixelTransferf(GL_RED_SCALE, float("inf"))
    glPixelTransferf(GL_DEPTH_SCALE, float("inf"))
    glClampColorARB(GL_CLAMP_READ_COLOR_ARB, GL_FALSE)
    clear_to(0, 0, 0, 0)
    assert read(GL_RED).view(np.uint32).tolist() == [0x7FC00000]
    assert read(GL_RED, GL_HALF_FLOAT).view(np.uint16).tolist() == [0x7E00]
    assert read(GL_DEPTH_COMPONENT).tolist() == [1.0]
    halves = np.array([0x7C01, 0xFE00], np.uint16).view(np.float16)
    glDrawPixels(2, 1, GL_STENCIL_INDEX, GL_HALF_FLOAT, halves)
    glDrawPixels(2, 1, GL_DEPTH_COMPONENT, GL_FLOAT, bits[:2].view(np.float32))
