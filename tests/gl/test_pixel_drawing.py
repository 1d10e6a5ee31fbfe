"""glDrawPixels, glCopyPixels, glBitmap, glPixelZoom: places, operations, errors, both machines."""

import numpy as np
import pytest

import softgl
from softgl.errors import GLError
from softgl.gl import *
from softgl.gl.command import current
from softgl.gl.context import Context

SIZE = 8


def code(function, *arguments, **keywords):
    with pytest.raises(GLError) as caught:
        function(*arguments, **keywords)
    return caught.value.code


def colors(size=(SIZE, SIZE)):
    """What is in the colour buffer; glReadPixels would change it by pixel transfer."""
    return np.array(current.context.framebuffer.read_color(0, 0, *size))


def depths():
    return glReadPixels(0, 0, SIZE, SIZE, GL_DEPTH_COMPONENT, GL_FLOAT).reshape(SIZE, SIZE)


def stencils():
    return np.array(current.context.framebuffer.read_stencil(0, 0, SIZE, SIZE))


def image(width, height, seed=3):
    rng = np.random.default_rng(seed)
    return rng.integers(1, 256, (height, width, 4)).astype(np.uint8)


@pytest.fixture(params=["eager", "llvm"])
def either(request):
    """A new 8x8 context on each machine."""
    before = current.context
    yield Context(SIZE, SIZE, machine=request.param, threads=1)
    if before is not None:
        before.make_current()


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


# -- bitmaps ---------------------------------------------------------------------------------------


def test_bitmap(either):
    glColor3f(0, 1, 0)
    glWindowPos2f(3.75, 2.5)
    rows = [0b10100000, 0, 0, 0, 0b01110000, 0, 0, 0]
    glBitmap(4, 2, 1.5, 0.25, -2.5, 1, np.array(rows, np.uint8))
    # floor(3.75 - 1.5), floor(2.5 - 0.25)
    expected = np.zeros((8, 8), bool)
    expected[2, [2, 4]] = expected[3, [3, 4, 5]] = True
    assert np.array_equal(colors().any(axis=2), expected)
    assert (colors()[expected] == [0, 255, 0, 255]).all()
    assert glGetFloatv(GL_CURRENT_RASTER_POSITION).tolist() == [1.25, 3.5, 0, 1]
    glBitmap(0, 0, 0, 0, 1, -1, None)
    assert glGetFloatv(GL_CURRENT_RASTER_POSITION).tolist() == [2.25, 2.5, 0, 1]


def test_bitmap_storage(either):
    bits = np.random.default_rng(1).integers(0, 2, (3, 7))
    memory = np.zeros((5, 24), np.uint8)
    memory[1:4, 5:12] = bits
    for order, lsb_first in (("big", 0), ("little", 1)):
        glClear(GL_COLOR_BUFFER_BIT)
        glPixelStorei(GL_UNPACK_LSB_FIRST, lsb_first)
        glPixelStorei(GL_UNPACK_ALIGNMENT, 1)
        glPixelStorei(GL_UNPACK_ROW_LENGTH, 20)
        glPixelStorei(GL_UNPACK_SKIP_ROWS, 1)
        glPixelStorei(GL_UNPACK_SKIP_PIXELS, 5)
        glBitmap(7, 3, 0, 0, 0, 0, np.packbits(memory, axis=1, bitorder=order))
        assert np.array_equal(colors()[:3, :7].any(axis=2), bits != 0)


def test_bitmaps_ignore_zoom_and_transfer(either):
    glPixelZoom(3, 3)
    glPixelTransferf(GL_RED_SCALE, 0)
    glBitmap(1, 1, 0, 0, 0, 0, b"\x80\0\0\0")
    assert np.count_nonzero(colors().any(axis=2)) == 1
    assert colors()[0, 0].tolist() == [255] * 4


def test_bitmap_read_back(context):
    glClearStencil(3)
    glClear(GL_STENCIL_BUFFER_BIT)
    glDrawPixels(8, 1, GL_STENCIL_INDEX, GL_BITMAP, bytes([0b11010001]))
    out = np.full(8, 0xAA, np.uint8)
    assert glReadPixels(0, 0, 7, 2, GL_STENCIL_INDEX, GL_BITMAP, out) is out
    assert glReadPixels(0, 0, 9, 2, GL_STENCIL_INDEX, GL_BITMAP) == bytes([0xD1, 0, 0xFF, 0])
    # Bits beyond the width stay.
    assert out.tolist() == [0b11010000, 0xAA, 0xAA, 0xAA, 0b11111110, 0xAA, 0xAA, 0xAA]


# -- through the fragment pipeline -----------------------------------------------------------------


def fragment_program(body):
    text = f"!!ARBfp1.0\n{body}\nEND"
    glBindProgramARB(GL_FRAGMENT_PROGRAM_ARB, 3)
    glProgramStringARB(
        GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, len(text), text.encode()
    )
    glEnable(GL_FRAGMENT_PROGRAM_ARB)


def test_inputs_of_a_fragment_program(either):
    glSecondaryColor3f(0, 0.4, 0)
    glMultiTexCoord4f(GL_TEXTURE3, 0.2, 0, 0, 1)
    glFogi(GL_FOG_COORD_SRC, GL_FOG_COORD)
    glFogCoordf(0.6)
    glWindowPos3f(2, 1, 0.8)
    fragment_program(
        "TEMP t;\nMUL t, fragment.position, 0.1;\nMOV t.z, fragment.position.z;\n"
        "MOV result.color, t;\nMOV result.color.w, fragment.position.w;"
    )
    glDrawPixels(5, 4, GL_RED, GL_FLOAT, np.zeros((4, 5), np.float32))
    y, x = np.mgrid[1:5, 2:7]
    expected = np.stack([(x + 0.5) * 25.5, (y + 0.5) * 25.5, x * 0 + 204, x * 0 + 255], axis=-1)
    assert np.abs(colors()[1:5, 2:7] - expected).max() <= 0.6
    fragment_program(
        "TEMP t;\nADD t, fragment.color, fragment.color.secondary;\n"
        "ADD t.z, t.z, fragment.texcoord[3].x;\nADD t.z, t.z, fragment.fogcoord.x;\n"
        "MOV result.color, t;"
    )
    glDrawPixels(1, 1, GL_RGBA, GL_FLOAT, np.array([0.2, 0.2, 0, 0.2], np.float32))
    # Alpha: that of the group, and of the secondary colour.
    assert colors()[1, 2, :3].tolist() == [51, 153, 204]


def test_texturing(either):
    texels = np.array([[[255, 0, 0, 255], [0, 255, 0, 255]]], np.uint8)
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 2, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels)
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST)
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST)
    glEnable(GL_TEXTURE_2D)
    glTexCoord2f(0.75, 0.5)
    glWindowPos2i(0, 0)
    glDrawPixels(2, 1, GL_LUMINANCE, GL_UNSIGNED_BYTE, bytes([200, 100]))
    assert colors()[0, :2].tolist() == [[0, 200, 0, 255], [0, 100, 0, 255]]


def test_per_fragment_operations(either):
    glClearColor(0.2, 0.4, 0.6, 0.8)
    glClear(GL_COLOR_BUFFER_BIT)
    glEnable(GL_BLEND)
    glBlendFunc(GL_ONE, GL_ONE)
    glColorMask(True, True, False, True)
    glEnable(GL_SCISSOR_TEST)
    glScissor(1, 0, 3, 1)
    glEnable(GL_ALPHA_TEST)
    glAlphaFunc(GL_GREATER, 0.3)
    pixels = np.full((1, 8, 4), 51, np.uint8)
    pixels[0, 2, 3] = 255
    pixels[0, 3, 3] = 128
    glDrawPixels(8, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixels)
    expected = np.tile(np.array([51, 102, 153, 204], np.uint8), (8, 8, 1))
    expected[0, 2:4] = [102, 153, 153, 255]
    assert np.array_equal(colors(), expected)


def test_stencil_test_and_queries(either):
    glDrawPixels(4, 1, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, bytes([0, 1, 2, 1]))
    glEnable(GL_STENCIL_TEST)
    glStencilFunc(GL_EQUAL, 1, 0xFF)
    glStencilOp(GL_INCR, GL_KEEP, GL_ZERO)
    query = int(np.ravel(glGenQueries(1))[0])
    glBeginQuery(GL_SAMPLES_PASSED, query)
    glDrawPixels(4, 1, GL_RGBA, GL_UNSIGNED_BYTE, image(4, 1))
    glEndQuery(GL_SAMPLES_PASSED)
    assert np.ravel(glGetQueryObjectuiv(query, GL_QUERY_RESULT))[0] == 2
    assert stencils()[0, :4].tolist() == [1, 0, 3, 0]
    assert colors()[0, :4].any(axis=1).tolist() == [False, True, False, True]


def test_conditional_rendering(either):
    query = int(np.ravel(glGenQueries(1))[0])
    glBeginQuery(GL_SAMPLES_PASSED, query)
    glEndQuery(GL_SAMPLES_PASSED)
    glBeginConditionalRenderNV(query, GL_QUERY_WAIT_NV)
    glDrawPixels(2, 2, GL_RGBA, GL_UNSIGNED_BYTE, image(2, 2))
    glDrawPixels(1, 1, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, b"\7")
    glBitmap(1, 1, 0, 0, 2, 3, b"\x80\0\0\0")
    glEndConditionalRenderNV()
    assert not colors().any() and not stencils().any()
    # The raster position moves all the same, as in Mesa.
    assert glGetFloatv(GL_CURRENT_RASTER_POSITION).tolist() == [2, 3, 0, 1]


def test_discarded_fragments(either):
    fragment_program("TEMP t;\nSUB t, fragment.color, 0.5;\nKIL t.x;\nMOV result.color, 1;")
    glDrawPixels(4, 1, GL_RED, GL_FLOAT, np.array([0.4, 0.6, 0.1, 1], np.float32))
    assert colors()[0, :4, 0].tolist() == [0, 255, 0, 255]


def test_inputs_that_pixels_do_not_have(either):
    text = "!!NVfp4.0\nADD.F result.color, fragment.attrib[2], fragment.facing;\nEND"
    glBindProgramARB(GL_FRAGMENT_PROGRAM_ARB, 3)
    glProgramStringARB(
        GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, len(text), text.encode()
    )
    glEnable(GL_FRAGMENT_PROGRAM_ARB)
    glDrawPixels(1, 1, GL_RED, GL_FLOAT, [0.0])
    assert colors()[0, 0].tolist() == [255, 0, 0, 255]


def framebuffer_of(internal_color, internal_depth):
    glBindFramebufferEXT(GL_FRAMEBUFFER, 1)
    for name, point, format in (
        (1, GL_COLOR_ATTACHMENT0, internal_color), (2, GL_DEPTH_ATTACHMENT, internal_depth),
    ):  # fmt: skip
        glBindRenderbufferEXT(GL_RENDERBUFFER, name)
        glRenderbufferStorage(GL_RENDERBUFFER, format, SIZE, SIZE)
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, point, GL_RENDERBUFFER, name)
    assert glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT)


def test_framebuffer_objects(either):
    framebuffer_of(GL_RGBA32F_ARB, GL_DEPTH_COMPONENT16)
    values = np.array([[2.5, -3, 0.1, 7]], np.float32)
    glDrawPixels(1, 1, GL_RGBA, GL_FLOAT, values)
    glWindowPos2i(1, 0)
    glPixelTransferf(GL_RED_SCALE, 2)
    glCopyPixels(0, 0, 1, 1, GL_COLOR)
    glPixelTransferf(GL_RED_SCALE, 1)
    found = glReadPixels(0, 0, 2, 1, GL_RGBA, GL_FLOAT).reshape(2, 4)
    assert np.array_equal(found, values * [[1, 1, 1, 1], [2, 1, 1, 1]])
    glEnable(GL_DEPTH_TEST)
    glDepthFunc(GL_ALWAYS)
    glWindowPos2i(0, 0)
    words = np.arange(64, dtype=np.uint16).reshape(8, 8) * np.uint16(997)
    glDrawPixels(8, 8, GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT, words)
    back = glReadPixels(0, 0, 8, 8, GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT)
    assert np.array_equal(back.reshape(8, 8), words)
    # There is no stencil buffer.
    for format, type in (
        (GL_STENCIL_INDEX, GL_UNSIGNED_BYTE), (GL_DEPTH_STENCIL_EXT, GL_UNSIGNED_INT_24_8_EXT),
    ):  # fmt: skip
        assert code(glDrawPixels, 1, 1, format, type, bytes(4)) == GL_INVALID_OPERATION
        assert code(glReadPixels, 0, 0, 1, 1, format, type) == GL_INVALID_OPERATION
    for type in (GL_STENCIL, GL_DEPTH_STENCIL_EXT):
        assert code(glCopyPixels, 0, 0, 1, 1, type) == GL_INVALID_OPERATION


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


@pytest.mark.parametrize("target", [GL_VERTEX_PROGRAM_ARB, GL_FRAGMENT_PROGRAM_ARB])
def test_a_program_that_is_not_loaded(context, snapshot, target):
    glBindProgramARB(target, 5)
    glEnable(target)
    before = snapshot(context)
    for call in (
        lambda: glDrawPixels(1, 1, GL_RGBA, GL_FLOAT, ONE),
        lambda: glCopyPixels(0, 0, 1, 1, GL_COLOR),
        lambda: glBitmap(1, 1, 0, 0, 1, 1, b"\x80\0\0\0"),
    ):
        assert code(call) == GL_INVALID_OPERATION
    assert snapshot(context) == before


def test_large_images_and_both_machines():
    """A picture of many blocks, drawn in pieces of odd sizes: the same bits on both machines."""
    found = []
    for machine, lanes in (("eager", None), ("llvm", 4), ("llvm", 8)):
        softgl.Context(61, 45, machine=machine, lanes=lanes, threads=1)
        glEnable(GL_BLEND)
        glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA)
        fragment_program(
            "TEMP t;\nMUL t, fragment.position, 0.02;\nMUL result.color, t, fragment.color;"
        )
        for place, zoom, size in (
            ((-3, 2.5), (1.3, 0.7), (50, 60)), ((60, 44), (-0.9, -1.1), (33, 7)),
            ((5, 5), (17, 19), (3, 2)),
        ):  # fmt: skip
            glWindowPos2f(*place)
            glPixelZoom(*zoom)
            glDrawPixels(*size, GL_RGBA, GL_UNSIGNED_BYTE, image(*size))
        found.append(colors((61, 45)))
    assert found[0].any()
    assert all(np.array_equal(found[0], other) for other in found[1:])
