"""Pixels as fragments: through programs, texturing and per-fragment operations, to any buffer."""

import numpy as np
import pytest

import softgl
from softgl.gl import *
from tests.gl.attachments import code
from tests.gl.window_buffers import SIZE, colors, image, stencils


def fragment_program(body):
    text = f"!!ARBfp1.0\n{body}\nEND"
    glBindProgramARB(GL_FRAGMENT_PROGRAM_ARB, 3)
    glProgramStringARB(
        GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, len(text), text.encode()
    )
    glEnable(GL_FRAGMENT_PROGRAM_ARB)


@pytest.mark.parametrize("at_once", [1, 3, 7])
def test_an_image_in_parts(either, tuned, at_once):
    """However many blocks go together, each pixel is where it belongs."""
    values = np.random.default_rng(3).integers(0, 256, (13, 14, 4), np.uint8)
    fragment_program("TEMP t;\nMUL t, fragment.position, 0.01;\nADD result.color.xyz, t, "
                     "fragment.color;\nMOV result.color.w, fragment.color;")  # fmt: skip
    glWindowPos2i(2, 1)
    glDrawPixels(14, 13, GL_RGBA, GL_UNSIGNED_BYTE, values)
    whole = colors()
    glClear(GL_COLOR_BUFFER_BIT)
    tuned(RECTANGLE_CHUNK_BLOCKS=at_once)
    glDrawPixels(14, 13, GL_RGBA, GL_UNSIGNED_BYTE, values)
    assert (colors() == whole).all()
    y, x = np.mgrid[1:14, 2:16]
    moved = np.stack([x + 0.5, y + 0.5, x * 0.0, x * 0.0], axis=-1) * 2.55
    expected = np.minimum(values + moved, 255)
    height, width = whole.shape[:2]
    shown = expected[: height - 1, : width - 2]
    assert np.abs(whole[1:14, 2:16] - shown)[..., :2].max() <= 0.6


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


@pytest.mark.parametrize(("source", "expected"), [("DISTANCE", 0.7), ("COORD", 0.9)])
def test_fog(either, source, expected):
    """By the raster distance: that from the eye to (0.2, 0.3, 0.6), or the fog coordinate."""
    text = "!!ARBfp1.0\nOPTION ARB_fog_linear;\nMOV result.color, fragment.color;\nEND"
    glBindProgramARB(GL_FRAGMENT_PROGRAM_ARB, 3)
    glProgramStringARB(
        GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, len(text), text.encode()
    )
    glEnable(GL_FRAGMENT_PROGRAM_ARB)
    glFogfv(GL_FOG_COLOR, [1, 0, 1, 1])
    glFogf(GL_FOG_START, 0.2)
    glFogf(GL_FOG_END, 1.2)
    glFogi(GL_FOG_COORD_SRC, GL_FOG_COORD if source == "COORD" else GL_FRAGMENT_DEPTH)
    glFogCoordf(0.9)
    glColor3f(0, 1, 0)
    glRasterPos3f(0.2, 0.3, 0.6)
    glDrawPixels(1, 1, GL_GREEN, GL_UNSIGNED_BYTE, b"\xff")
    glBitmap(1, 1, 0, 0, 0, 0, b"\x80\0\0\0")
    fogged = round((expected - 0.2) * 255)
    # At (4.8, 5.2): the bitmap's pixel begins at the floor, the image's at the next centre.
    drawn = colors()[5, 4:6, :3].astype(int)
    assert np.abs(drawn - [fogged, 255 - fogged, fogged]).max() <= 1


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
