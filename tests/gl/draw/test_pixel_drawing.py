"""glDrawPixels, glCopyPixels, glPixelZoom: places, formats, pixel transfer, errors."""

import numpy as np
import pytest

from softgl.gl import *
from tests.gl.attachments import code
from tests.gl.window_buffers import SIZE, colors, depths, image, stencils


def zoomed(pixels, x, y, zoom_x, zoom_y):
    """OpenGL 2.1, 3.6.4, pixel by pixel: the framebuffer with an image drawn into it."""
    result = np.zeros((SIZE, SIZE, *pixels.shape[2:]), pixels.dtype)
    for m in range(pixels.shape[0]):
        for n in range(pixels.shape[1]):
            left, right = sorted((x + zoom_x * n, x + zoom_x * (n + 1)))
            low, high = sorted((y + zoom_y * m, y + zoom_y * (m + 1)))
            for row in range(SIZE):
                for column in range(SIZE):
                    if left <= column + 0.5 < right and low <= row + 0.5 < high:
                        result[row, column] = pixels[m, n]
    return result


ZOOMS = [(1, 1), (2, 3), (-1, 1), (1, -2), (-2.5, -1.5), (0.5, 0.25), (0, 1), (1.75, 100)]
PLACES = [(0, 0), (2, 1), (2.5, 1.5), (-1.25, 6.75), (7, 7), (9, 3), (4, 5.49)]


@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("place", PLACES)
def test_zoom(either, zoom, place):
    pixels = image(5, 3)
    glPixelZoom(*zoom)
    glWindowPos2f(*place)
    glDrawPixels(5, 3, GL_RGBA, GL_UNSIGNED_BYTE, pixels)
    assert np.array_equal(colors(), zoomed(pixels, *place, *zoom))
    stencil = pixels[..., 0]
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1)
    glDrawPixels(5, 3, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, stencil)
    assert np.array_equal(stencils(), zoomed(stencil, *place, *zoom))


@pytest.mark.parametrize("value", [float("inf"), float("nan"), -float("inf"), 1e38])
def test_zoom_beyond_all_bounds(either, value):
    glWindowPos2f(4, 4)
    glPixelZoom(value, 1)
    glDrawPixels(5, 3, GL_RGBA, GL_UNSIGNED_BYTE, image(5, 3))
    assert not colors()[:4].any()
    glPixelZoom(1, 1)
    before = colors()
    glWindowPos2f(value, 0)
    glDrawPixels(5, 3, GL_RGBA, GL_UNSIGNED_BYTE, image(5, 3))
    glBitmap(8, 1, 0, 0, value, value, b"\xff\0\0\0")
    assert np.array_equal(colors(), before)


FORMATS = {
    GL_RED: "R001", GL_GREEN: "0G01", GL_BLUE: "00B1", GL_ALPHA: "000A", GL_RGB: "RGB1",
    GL_LUMINANCE: "RRR1", GL_LUMINANCE_ALPHA: "RRRG", GL_BGR: "BGR1", GL_BGRA: "BGRA",
}  # fmt: skip


@pytest.mark.parametrize("format", FORMATS)
def test_formats(either, format):
    pattern = FORMATS[format]
    count = {GL_RGB: 3, GL_BGR: 3, GL_BGRA: 4, GL_LUMINANCE_ALPHA: 2}.get(format, 1)
    values = np.random.default_rng(5).integers(0, 256, (2, 3, count)).astype(np.uint8)
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1)
    glWindowPos2i(1, 2)
    glDrawPixels(3, 2, format, GL_UNSIGNED_BYTE, values)
    expected = np.zeros((2, 3, 4), np.uint8)
    letters = {"R": 0, "G": 1, "B": 2, "A": 3} if count > 1 else dict.fromkeys("RGBA", 0)
    for place, letter in enumerate(pattern):
        constant = letter.isdigit()
        expected[..., place] = 255 * int(letter) if constant else values[..., letters[letter]]
    assert np.array_equal(colors()[2:4, 1:4], expected)
    assert np.count_nonzero(colors().any(axis=2)) <= 6


@pytest.mark.parametrize("type", [GL_FLOAT, GL_HALF_FLOAT, GL_UNSIGNED_SHORT, GL_UNSIGNED_INT])
def test_types(either, type):
    numbers = {GL_FLOAT: np.float32, GL_HALF_FLOAT: np.float16}.get(type)
    levels = [0, 0.25, 0.5, 1]
    if numbers:
        values = np.array([*levels[:3], 7, -3, 1], numbers)
        expected = [0, 64, 128, 255, 0, 255]
    else:
        numbers = np.uint16 if type == GL_UNSIGNED_SHORT else np.uint32
        values = np.array([level * np.iinfo(numbers).max for level in levels], numbers)
        # 32767/65535 is below a half; 2147483647/4294967295 is a half as a float.
        expected = [0, 64, 127 if numbers is np.uint16 else 128, 255]
    glDrawPixels(len(values), 1, GL_LUMINANCE, type, values)
    assert colors()[0, : len(values), 0].tolist() == expected


def test_pixel_store(either):
    memory = image(6, 4)
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 6)
    glPixelStorei(GL_UNPACK_SKIP_PIXELS, 2)
    glPixelStorei(GL_UNPACK_SKIP_ROWS, 1)
    glDrawPixels(3, 2, GL_RGBA, GL_UNSIGNED_BYTE, memory)
    assert np.array_equal(colors()[:2, :3], memory[1:3, 2:5])


def test_color_indices(either):
    glPixelMapfv(GL_PIXEL_MAP_I_TO_R, [0, 1])
    glPixelMapfv(GL_PIXEL_MAP_I_TO_A, [1])
    glDrawPixels(4, 1, GL_COLOR_INDEX, GL_FLOAT, np.array([0.4, 0.6, 2, -1], np.float32))
    assert colors()[0, :4].tolist() == [
        [0, 0, 0, 255], [255, 0, 0, 255], [0, 0, 0, 255], [255, 0, 0, 255],
    ]  # fmt: skip
    glPixelTransferi(GL_INDEX_SHIFT, 1)
    glPixelTransferi(GL_INDEX_OFFSET, 1)
    glDrawPixels(8, 1, GL_COLOR_INDEX, GL_BITMAP, b"\x0f")
    assert (colors()[0, :, 0] == 255).all()


# -- depth and stencil -----------------------------------------------------------------------------


def test_depths_become_fragments_of_the_raster_color(either):
    glColor4f(1, 0, 1, 1)
    glWindowPos3f(2, 3, 0.9)
    glEnable(GL_DEPTH_TEST)
    values = np.array([[0, 0.25, 0.5], [0.75, 1, 7]], np.float32)
    glDrawPixels(3, 2, GL_DEPTH_COMPONENT, GL_FLOAT, values)
    drawn = values < 1
    assert np.allclose(depths()[3:5, 2:5], np.minimum(values, 1), atol=1e-7)
    assert np.array_equal(colors()[3:5, 2:5].any(axis=2), drawn)
    assert (colors()[3:5, 2:5][drawn] == [255, 0, 255, 255]).all()
    # Without the depth test depths are not written.
    glDisable(GL_DEPTH_TEST)
    before = depths()
    glDrawPixels(3, 2, GL_DEPTH_COMPONENT, GL_FLOAT, values[::-1].copy())
    assert np.array_equal(depths(), before)
    assert colors()[3:5, 2:5].any(axis=2).all()


def test_colors_have_the_raster_depth(either):
    glEnable(GL_DEPTH_TEST)
    glWindowPos3f(0, 0, 0.5)
    glDrawPixels(2, 2, GL_RGBA, GL_UNSIGNED_BYTE, image(2, 2))
    assert np.allclose(depths()[:2, :2], 0.5, atol=1e-7)
    glWindowPos3f(0, 0, 0.75)
    glDrawPixels(8, 8, GL_RGBA, GL_UNSIGNED_BYTE, image(8, 8, 4))
    assert np.array_equal(colors()[:2, :2], image(2, 2))
    assert np.array_equal(colors()[2:], image(8, 8, 4)[2:])


def test_depth_clamp(either):
    glEnable(GL_DEPTH_TEST)
    glDepthFunc(GL_ALWAYS)
    glWindowPos3f(0, 0, 0.875)
    glDepthRange(0.5, 0.25)
    for enabled, expected in ((False, 0.875), (True, 0.5)):
        (glEnable if enabled else glDisable)(GL_DEPTH_CLAMP)
        glDrawPixels(1, 1, GL_RED, GL_FLOAT, [1.0])
        glBitmap(2, 1, -1, 0, 0, 0, b"\xff\0\0\0")
        assert np.allclose(depths()[0, :3], expected, atol=1e-7)
    glDrawPixels(3, 1, GL_DEPTH_COMPONENT, GL_FLOAT, [0.125, 0.375, 1])
    assert np.allclose(depths()[0, :3], [0.25, 0.375, 0.5], atol=1e-7)


def test_every_depth_survives(either):
    rng = np.random.default_rng(8)
    words = rng.integers(0, 2**24, (8, 8)).astype(np.uint32)
    words[0, :4] = [0, 1, 2**24 - 1, 2**23]
    packed = words << np.uint32(8) | np.arange(64, dtype=np.uint32).reshape(8, 8)
    glDrawPixels(8, 8, GL_DEPTH_STENCIL_EXT, GL_UNSIGNED_INT_24_8_EXT, packed)

    def read():
        words = glReadPixels(0, 0, 8, 8, GL_DEPTH_STENCIL_EXT, GL_UNSIGNED_INT_24_8_EXT)
        return words.reshape(8, 8)

    assert np.array_equal(read(), packed)
    glEnable(GL_DEPTH_TEST)
    glDepthFunc(GL_ALWAYS)
    # Through fragments, from every type that holds 24 bits, and copied.
    for type in (GL_UNSIGNED_INT, GL_FLOAT):
        values = glReadPixels(0, 0, 8, 8, GL_DEPTH_COMPONENT, type)
        glClear(GL_DEPTH_BUFFER_BIT)
        glDrawPixels(8, 8, GL_DEPTH_COMPONENT, type, values)
        assert np.array_equal(read(), packed)
    glCopyPixels(0, 0, 8, 8, GL_DEPTH)
    glCopyPixels(0, 0, 8, 8, GL_DEPTH_STENCIL_EXT)
    assert np.array_equal(read(), packed)


def test_float_depths_with_stencil_indices(either):
    """NV_depth_buffer_float: depths of the type of DEPTH32F_STENCIL8 survive bit by bit."""
    glBindFramebufferEXT(GL_FRAMEBUFFER, 1)
    glBindRenderbufferEXT(GL_RENDERBUFFER, 1)
    glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH32F_STENCIL8, SIZE, SIZE)
    for point in (GL_DEPTH_ATTACHMENT, GL_STENCIL_ATTACHMENT):
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, point, GL_RENDERBUFFER, 1)
    glDrawBuffer(GL_NONE)
    glReadBuffer(GL_NONE)
    words = np.random.default_rng(9).integers(0, 2**32, (8, 8, 2)).astype(np.uint32)
    values = np.random.default_rng(10).random((8, 8)).astype(np.float32)
    values[0, :4] = [0, 1, 1e-40, 2**-30]
    words[..., 0] = values.view(np.uint32)
    pair = GL_DEPTH_STENCIL_EXT, GL_FLOAT_32_UNSIGNED_INT_24_8_REV
    glDrawPixels(8, 8, *pair, words)
    expected = words & [0xFFFFFFFF, 0xFF]
    assert np.array_equal(glReadPixels(0, 0, 8, 8, *pair), expected)
    glPixelZoom(1, -1)
    glWindowPos2i(0, 8)
    glCopyPixels(0, 0, 8, 8, GL_DEPTH_STENCIL_EXT)
    assert np.array_equal(glReadPixels(0, 0, 8, 8, *pair), expected[::-1])


def test_stencil_and_depth_go_past_the_fragment_operations(either):
    glEnable(GL_STENCIL_TEST)
    glStencilFunc(GL_NEVER, 0, 0)
    glEnable(GL_DEPTH_TEST)
    glDepthFunc(GL_NEVER)
    glEnable(GL_SCISSOR_TEST)
    glScissor(1, 1, 2, 2)
    glStencilMask(0x0F)
    glClearStencil(0xF0)
    packed = np.full((4, 4), 0x80000000 | 0x35, np.uint32)
    glDrawPixels(4, 4, GL_DEPTH_STENCIL_EXT, GL_UNSIGNED_INT_24_8_EXT, packed)
    expected = np.zeros((8, 8), np.uint8)
    expected[1:3, 1:3] = 0x05
    assert np.array_equal(stencils(), expected)
    assert np.array_equal(depths() != 1, expected != 0)
    glDepthMask(False)
    packed[...] = 0x13
    glDrawPixels(4, 4, GL_DEPTH_STENCIL_EXT, GL_UNSIGNED_INT_24_8_EXT, packed)
    assert np.allclose(depths()[1:3, 1:3], 0.5, atol=1e-6)
    assert (stencils()[1:3, 1:3] == 3).all()


def test_stencil_transfer(either):
    glPixelTransferi(GL_INDEX_SHIFT, 3)
    glPixelTransferi(GL_INDEX_OFFSET, -1)
    glDrawPixels(4, 1, GL_STENCIL_INDEX, GL_FLOAT, np.array([1.75, 2, 0, 33], np.float32))
    assert stencils()[0, :4].tolist() == [13, 15, 255, 7]
    # Zeros come from the left, of 32 bits.
    glPixelTransferi(GL_INDEX_SHIFT, -27)
    glDrawPixels(4, 1, GL_STENCIL_INDEX, GL_BYTE, np.array([-1, 127, -128, 0], np.int8))
    assert stencils()[0, :4].tolist() == [30, 255, 30, 255]
    glDrawPixels(2, 1, GL_STENCIL_INDEX, GL_FLOAT, np.array([-1, -0.25], np.float32))
    assert stencils()[0, :2].tolist() == [30, 30]
    glPixelTransferi(GL_INDEX_SHIFT, 0)
    glPixelTransferi(GL_INDEX_OFFSET, 0)
    glPixelMapuiv(GL_PIXEL_MAP_S_TO_S, [5, 6])
    glPixelTransferi(GL_MAP_STENCIL, 1)
    glDrawPixels(8, 1, GL_STENCIL_INDEX, GL_BITMAP, bytes([0b10010110]))
    assert stencils()[0].tolist() == [6, 5, 5, 6, 5, 6, 6, 5]


# -- copies ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("zoom", [(1, 1), (-1, 1), (2, -1)])
@pytest.mark.parametrize("source", [(0, 0, 4, 4), (-2, 3, 7, 9), (3, 3, 0, 5)])
def test_copies_may_overlap(either, source, zoom):
    picture = image(8, 8)
    glDrawPixels(8, 8, GL_RGBA, GL_UNSIGNED_BYTE, picture)
    x, y, width, height = source
    part = np.zeros((height, width, 4), np.uint8)
    for row in range(height):
        for column in range(width):
            if 0 <= x + column < 8 and 0 <= y + row < 8:
                part[row, column] = picture[y + row, x + column]
    glWindowPos2i(3, 4)
    glPixelZoom(*zoom)
    glCopyPixels(x, y, width, height, GL_COLOR)
    ones = zoomed(np.ones((height, width), np.uint8), 3, 4, *zoom)
    expected = np.where(ones[..., None] != 0, zoomed(part, 3, 4, *zoom), picture)
    assert np.array_equal(colors(), expected)


def test_copies_go_through_pixel_transfer(either):
    glDrawPixels(8, 8, GL_RGBA, GL_UNSIGNED_BYTE, np.full((8, 8, 4), 100, np.uint8))
    glPixelTransferf(GL_RED_SCALE, 2)
    glPixelTransferf(GL_GREEN_BIAS, -1)
    glPixelTransferf(GL_BLUE_BIAS, 1)
    glCopyPixels(0, 0, 1, 1, GL_COLOR)
    assert colors()[0, 0].tolist() == [200, 0, 255, 100]
    glDrawPixels(1, 1, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, b"\x03")
    glPixelTransferi(GL_INDEX_SHIFT, 2)
    glWindowPos2i(1, 0)
    glCopyPixels(0, 0, 1, 1, GL_STENCIL)
    assert stencils()[0, :2].tolist() == [3, 12]


def test_typed_forms(context):
    values = np.zeros((2, 3, 4), np.uint8)
    values[...] = 7
    glDrawPixelsub(GL_RGBA, values)
    assert np.array_equal(np.argwhere(colors().any(axis=2)).max(axis=0), [2, 1])
    glDrawPixelsf(GL_LUMINANCE, [[1.0]])
    assert colors()[0, 0].tolist() == [255] * 4


# -- errors ----------------------------------------------------------------------------------------

ONE = np.zeros((1, 1, 4), np.float32)
ERRORS = [
    (glDrawPixels, (-1, 1, GL_RGBA, GL_FLOAT, ONE), GL_INVALID_VALUE),
    (glDrawPixels, (1, -1, GL_RGBA, GL_FLOAT, ONE), GL_INVALID_VALUE),
    (glDrawPixels, (1, 1, GL_TEXTURE_2D, GL_FLOAT, ONE), GL_INVALID_ENUM),
    (glDrawPixels, (1, 1, GL_RGBA, GL_DOUBLE, ONE), GL_INVALID_ENUM),
    (glDrawPixels, (1, 1, GL_RGBA, GL_BITMAP, ONE), GL_INVALID_ENUM),
    (glDrawPixels, (1, 1, GL_RGB, GL_UNSIGNED_SHORT_4_4_4_4, ONE), GL_INVALID_OPERATION),
    (glDrawPixels, (1, 1, GL_DEPTH_STENCIL_EXT, GL_UNSIGNED_INT, ONE), GL_INVALID_ENUM),
    (glDrawPixels, (1, 1, GL_RGBA, GL_UNSIGNED_INT_24_8_EXT, ONE), GL_INVALID_OPERATION),
    (glDrawPixels, (2, 1, GL_RGBA, GL_FLOAT, ONE), GL_INVALID_OPERATION),
    (glDrawPixels, (1, 1, GL_RGBA, GL_FLOAT, None), GL_INVALID_VALUE),
    (glReadPixels, (0, 0, 1, 1, GL_COLOR_INDEX, GL_FLOAT), GL_INVALID_OPERATION),
    (glReadPixels, (0, 0, 1, 1, GL_DEPTH_COMPONENT, GL_BITMAP), GL_INVALID_ENUM),
    (glReadPixels, (0, 0, 1, 1, GL_DEPTH_STENCIL_EXT, GL_FLOAT), GL_INVALID_ENUM),
    (glReadPixels, (0, 0, 1, 1, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT_24_8_EXT),
     GL_INVALID_OPERATION),
    (glCopyPixels, (0, 0, -1, 1, GL_COLOR), GL_INVALID_VALUE),
    (glCopyPixels, (0, 0, 1, 1, GL_RGBA), GL_INVALID_ENUM),
    (glBitmap, (-1, 1, 0, 0, 0, 0, b""), GL_INVALID_VALUE),
    (glBitmap, (1, 1, 0, 0, 1, 1, b""), GL_INVALID_OPERATION),
    (glBitmap, (1, 1, 0, 0, 1, 1, None), GL_INVALID_VALUE),
    (glPixelZoom, ("x", 1), GL_INVALID_VALUE),
]  # fmt: skip


@pytest.mark.parametrize(("function", "arguments", "expected"), ERRORS)
def test_errors(context, snapshot, function, arguments, expected):
    before = snapshot(context)
    assert code(function, *arguments) == expected
    assert snapshot(context) == before


def test_a_fragment_program_that_is_not_loaded(context, snapshot):
    glBindProgramARB(GL_FRAGMENT_PROGRAM_ARB, 5)
    glEnable(GL_FRAGMENT_PROGRAM_ARB)
    before = snapshot(context)
    for call in (
        lambda: glDrawPixels(1, 1, GL_RGBA, GL_FLOAT, ONE),
        lambda: glCopyPixels(0, 0, 1, 1, GL_COLOR),
        lambda: glBitmap(1, 1, 0, 0, 1, 1, b"\x80\0\0\0"),
    ):
        assert code(call) == GL_INVALID_OPERATION
    assert snapshot(context) == before


def test_what_vertices_need_is_not_needed(context):
    """Neither a vertex program, which is not loaded here, nor lighting has a part in pixels."""
    glBindProgramARB(GL_VERTEX_PROGRAM_ARB, 5)
    for capability in (GL_VERTEX_PROGRAM_ARB, GL_LIGHTING, GL_TEXTURE_GEN_S):
        glEnable(capability)
        glWindowPos2i(2, 2)
        glDrawPixels(1, 1, GL_RGBA, GL_UNSIGNED_BYTE, image(1, 1))
        glCopyPixels(2, 2, 1, 1, GL_COLOR)
        glBitmap(1, 1, -1, 0, 0, 0, b"\x80\0\0\0")
        assert colors()[2, 2:4].tolist() == [image(1, 1)[0, 0].tolist(), [255] * 4]
        glClear(GL_COLOR_BUFFER_BIT)
        glDisable(capability)


def test_an_incomplete_framebuffer(context, snapshot):
    glBindFramebufferEXT(GL_FRAMEBUFFER, 1)
    before = snapshot(context)
    for call in (
        lambda: glDrawPixels(1, 1, GL_RGBA, GL_FLOAT, ONE),
        lambda: glReadPixels(0, 0, 1, 1, GL_RGBA, GL_FLOAT),
        lambda: glCopyPixels(0, 0, 1, 1, GL_COLOR),
        lambda: glBitmap(0, 0, 0, 0, 1, 1, None),
        lambda: glRasterPos2f(0.5, 0.5),
    ):
        assert code(call) == GL_INVALID_FRAMEBUFFER_OPERATION
    assert snapshot(context) == before
    glWindowPos2i(1, 1)
