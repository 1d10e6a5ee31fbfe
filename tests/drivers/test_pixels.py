"""glDrawPixels, glCopyPixels, glBitmap, glRasterPos, glWindowPos and glReadPixels."""

from __future__ import annotations

from ctypes import c_void_p

import numpy as np
import pytest

from tests.drivers.conftest import read_pixels
from tests.drivers.drawing import clear, use_program
from tests.drivers.mesa import mesa_context

pytestmark = pytest.mark.driver

SIZE = (32, 24)


def image(width, height, seed=1):
    pixels = np.random.default_rng(seed).integers(0, 256, (height, width, 4)).astype(np.uint8)
    pixels[..., 3] |= 1
    return pixels


# No boundary lies on the centre of a pixel: there Mesa, which draws a texture, goes either way. And
# it rounds the raster position first, so that only whole ones can be compared.
ZOOMS = [(1, 1), (2.37, 1.61), (-1, 1), (1.27, -2.23), (-0.63, -0.41)]


@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("place", [(13, 12), (24, 20)])
def test_zoom(same_as_mesa, zoom, place):
    def picture(gl):
        clear(gl)
        gl.glPixelZoom(*zoom)
        gl.glWindowPos2f(*place)
        gl.glDrawPixels(13, 9, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, image(13, 9).tobytes())

    same_as_mesa(picture, SIZE)


@pytest.mark.parametrize("format", ["RED", "ALPHA", "RGB", "BGRA", "LUMINANCE", "LUMINANCE_ALPHA"])
@pytest.mark.parametrize("type", ["BYTE", "UNSIGNED_SHORT", "INT", "FLOAT"])
def test_formats(same_as_mesa, format, type):
    kinds = {"BYTE": np.int8, "UNSIGNED_SHORT": np.uint16, "INT": np.int32, "FLOAT": np.float32}
    count = {"RGB": 3, "BGRA": 4, "LUMINANCE_ALPHA": 2}.get(format, 1)
    values = np.random.default_rng(2).random((9, 12, count))
    if type != "FLOAT":
        values = values * np.iinfo(kinds[type]).max
    data = values.astype(kinds[type])

    def picture(gl):
        clear(gl)
        gl.glPixelStorei(gl.GL_UNPACK_ALIGNMENT, 1)
        gl.glWindowPos2i(2, 3)
        gl.glDrawPixels(
            12, 9, getattr(gl, "GL_" + format), getattr(gl, "GL_" + type), data.tobytes()
        )

    same_as_mesa(picture, SIZE, coverage=False)


def test_transfer(same_as_mesa):
    """Scale and bias. Mesa 22 does not map blue and alpha."""

    def picture(gl):
        clear(gl)
        gl.glPixelTransferf(gl.GL_RED_SCALE, 0.5)
        gl.glPixelTransferf(gl.GL_GREEN_BIAS, 0.25)
        gl.glPixelTransferf(gl.GL_BLUE_SCALE, -1)
        gl.glPixelTransferf(gl.GL_BLUE_BIAS, 1)
        gl.glWindowPos2i(0, 0)
        gl.glDrawPixels(20, 20, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, image(20, 20).tobytes())
        for name in ("RED_SCALE", "BLUE_SCALE"):
            gl.glPixelTransferf(getattr(gl, "GL_" + name), 1)
        for name in ("GREEN_BIAS", "BLUE_BIAS"):
            gl.glPixelTransferf(getattr(gl, "GL_" + name), 0)

    same_as_mesa(picture, SIZE)


@pytest.mark.parametrize("position", [(0.1, -0.2), (0.5, 0.5, 0.25), (-0.9, 0.3, -1), (1.2, 0)])
def test_raster_position(same_as_mesa, position):
    def picture(gl):
        clear(gl)
        gl.glMatrixMode(gl.GL_PROJECTION)
        gl.glFrustum(-1, 1, -1, 1, 1, 4)
        gl.glMatrixMode(gl.GL_MODELVIEW)
        gl.glTranslatef(0.05, 0.02, -2)
        gl.glRotatef(30, 1, 1, 0)
        gl.glColor3f(0.3, 0.9, 0.4)
        gl.glBegin(gl.GL_TRIANGLES)
        for corner in ((-1, -1), (-0.8, -1), (-0.8, -0.8)):
            gl.glVertex2f(*corner)
        gl.glEnd()
        gl.glColor3f(0.8, 0.7, 0.4)
        getattr(gl, f"glRasterPos{len(position)}f")(*position)
        bits = np.random.default_rng(3).integers(0, 256, 4 * 9).astype(np.uint8)
        gl.glBitmap(11, 9, 2.5, 1.25, 3.5, 5.75, bits)
        gl.glBitmap(7, 5, 0, 0, 0, 0, bits)

    same_as_mesa(picture, SIZE)


def test_raster_state(mesa):
    """Queries after glRasterPos agree."""

    def queried(gl):
        gl.glMatrixMode(gl.GL_PROJECTION)
        gl.glFrustum(-1, 1, -1, 1, 1, 4)
        gl.glMatrixMode(gl.GL_TEXTURE)
        gl.glScalef(2, 3, 4)
        gl.glMatrixMode(gl.GL_MODELVIEW)
        gl.glTranslatef(0.05, 0.02, -2)
        gl.glColor4f(0.25, 0.5, 0.75, 0.125)
        gl.glTexCoord3f(1, 2, 3)
        gl.glRasterPos3f(0.5, -0.5, 0.25)
        names = ("POSITION", "COLOR", "TEXTURE_COORDS", "POSITION_VALID", "DISTANCE")
        return [
            np.ravel(gl.glGetFloatv(getattr(gl, "GL_CURRENT_RASTER_" + name))) for name in names
        ]

    import softgl
    import softgl.gl

    with mesa_context(*SIZE) as gl:
        gl.glViewport(0, 0, *SIZE)
        expected = queried(gl)
    softgl.Context(*SIZE).make_current()
    for wanted, found in zip(expected, queried(softgl.gl), strict=True):
        assert np.allclose(wanted, found, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("zoom", [(1, 1), (-1, 1), (1.53, 0.71)])
def test_copies(same_as_mesa, zoom):
    def picture(gl):
        clear(gl)
        gl.glWindowPos2i(0, 0)
        gl.glDrawPixels(20, 20, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, image(20, 20).tobytes())
        gl.glPixelZoom(*zoom)
        gl.glWindowPos2i(12, 5)
        gl.glCopyPixels(3, 2, 11, 13, gl.GL_COLOR)

    same_as_mesa(picture, SIZE)


def test_depth_and_stencil(same_as_mesa):
    depths = np.random.default_rng(5).random((12, 12)).astype(np.float32)
    stencil = np.random.default_rng(6).integers(0, 4, (12, 12)).astype(np.uint8)

    def picture(gl):
        clear(gl)
        gl.glClear(gl.GL_STENCIL_BUFFER_BIT)
        gl.glEnable(gl.GL_DEPTH_TEST)
        gl.glColor3f(0.2, 0.4, 0.8)
        gl.glWindowPos3f(4, 4, 0.3)
        gl.glDrawPixels(12, 12, gl.GL_DEPTH_COMPONENT, gl.GL_FLOAT, depths.tobytes())
        gl.glDrawPixels(12, 12, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, image(12, 12).tobytes())
        gl.glDrawPixels(12, 12, gl.GL_STENCIL_INDEX, gl.GL_UNSIGNED_BYTE, stencil.tobytes())
        gl.glDisable(gl.GL_DEPTH_TEST)
        gl.glEnable(gl.GL_STENCIL_TEST)
        gl.glStencilFunc(gl.GL_EQUAL, 2, 0xFF)
        gl.glWindowPos2i(0, 0)
        gl.glDrawPixels(20, 20, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, image(20, 20, 9).tobytes())

    same_as_mesa(picture, SIZE)


def test_fragment_program(same_as_mesa):
    def picture(gl):
        clear(gl)
        use_program(
            gl,
            "!!ARBfp1.0\nTEMP t;\nMAD t, fragment.position, 0.01, fragment.texcoord[0];\n"
            "MUL t, t, fragment.color;\nMOV t.w, 1;\nMOV result.color, t;\nEND\n",
        )
        gl.glTexCoord3f(0.5, 0.25, 0.1)
        gl.glWindowPos3f(3, 4, 0.5)
        gl.glDrawPixels(12, 12, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, image(12, 12).tobytes())

    same_as_mesa(picture, SIZE)


def test_pixel_buffers(same_as_mesa):
    """Drawn from a buffer object, read into another one, and drawn from there."""

    def picture(gl):
        clear(gl)
        gl.glBindBuffer(gl.GL_PIXEL_UNPACK_BUFFER, 1)
        gl.glBufferData(gl.GL_PIXEL_UNPACK_BUFFER, 16 + 16 * 12 * 4, None, gl.GL_STREAM_DRAW)
        gl.glBufferSubData(gl.GL_PIXEL_UNPACK_BUFFER, 16, image(16, 12).tobytes())
        gl.glWindowPos2i(1, 2)
        gl.glDrawPixels(16, 12, gl.GL_BGRA, gl.GL_UNSIGNED_BYTE, c_void_p(16))
        gl.glBindBuffer(gl.GL_PIXEL_PACK_BUFFER, 2)
        gl.glBufferData(gl.GL_PIXEL_PACK_BUFFER, 8 + 8 * 8 * 16, None, gl.GL_STREAM_READ)
        gl.glReadPixels(3, 3, 8, 8, gl.GL_RGBA, gl.GL_FLOAT, c_void_p(8))
        gl.glBindBuffer(gl.GL_PIXEL_PACK_BUFFER, 0)
        gl.glBindBuffer(gl.GL_PIXEL_UNPACK_BUFFER, 2)
        gl.glWindowPos2i(20, 12)
        gl.glDrawPixels(8, 8, gl.GL_RGBA, gl.GL_FLOAT, c_void_p(8))
        gl.glBindBuffer(gl.GL_PIXEL_UNPACK_BUFFER, 0)

    same_as_mesa(picture, SIZE)


FORMATS = ("RGBA", "BGR", "LUMINANCE", "LUMINANCE_ALPHA", "ALPHA", "GREEN")
# Mesa converts signed integers as OpenGL 4.2 does, and 1.0 to the UNSIGNED_INT 0.
TYPES = ("UNSIGNED_BYTE", "UNSIGNED_SHORT", "FLOAT", "UNSIGNED_INT_8_8_8_8")


@pytest.mark.parametrize("scaled", [False, True])
def test_read_pixels(mesa, scaled):
    """Every format and type, within one unit of a byte."""

    def read(gl):
        gl.glClearColor(0, 0, 0, 0)
        gl.glClear(gl.GL_COLOR_BUFFER_BIT)
        gl.glWindowPos2i(0, 0)
        gl.glDrawPixels(8, 8, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, image(8, 8).tobytes())
        assert read_pixels(gl, (8, 8)).any()
        gl.glPixelStorei(gl.GL_PACK_ALIGNMENT, 1)
        if scaled:
            gl.glPixelTransferf(gl.GL_RED_SCALE, 0.5)
            # Mesa clamps what leaves [0, 1] for some types only.
            gl.glPixelTransferf(gl.GL_GREEN_SCALE, 0.75)
            gl.glPixelTransferf(gl.GL_GREEN_BIAS, 0.125)
        for format in FORMATS:
            for type in TYPES if format == "RGBA" and not scaled else TYPES[:-1]:
                data = gl.glReadPixels(
                    0, 0, 8, 8, getattr(gl, "GL_" + format), getattr(gl, "GL_" + type)
                )
                data = np.frombuffer(data, np.uint8) if isinstance(data, bytes) else data
                yield format, type, np.ravel(data).astype(np.float64)

    import softgl
    import softgl.gl

    with mesa_context(*SIZE) as gl:
        expected = list(read(gl))
    softgl.Context(*SIZE).make_current()
    for (format, type, wanted), (_, _, found) in zip(expected, read(softgl.gl), strict=True):
        unit = {"FLOAT": 1 / 255}.get(type, np.abs(wanted).max() / 255)
        assert np.abs(wanted - found).max() <= unit * 1.01, (format, type)
