"""OSMesa's functions draw into memory of the program."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest

from softgl import current_context
from softgl.capi import osmesa
from softgl.capi.entry_points import ENTRY_POINTS
from softgl.gl import *
from softgl.gl.context import _make_current

WIDTH, HEIGHT = 6, 4


@pytest.fixture(autouse=True)
def _leave_none_current():
    yield
    _make_current(None)


def call(name, *arguments):
    return ENTRY_POINTS[name].function(*arguments)


def address(array):
    return array.ctypes.data


def created(format_=GL_RGBA, depth=24, stencil=8, share=0):
    return call("OSMesaCreateContextExt", format_, depth, stencil, 0, share)


def image(channels=4, dtype=np.uint8, width=WIDTH):
    """An image with a guard of a row behind it."""
    return np.full((HEIGHT + 1, width, channels), 77, dtype)


def draw(handle, pixels, type_=GL_UNSIGNED_BYTE, width=WIDTH):
    """Draws red, with a blue pixel at the bottom left, into an image."""
    assert call("OSMesaMakeCurrent", handle, address(pixels), type_, width, HEIGHT) == 1
    glDisable(GL_SCISSOR_TEST)
    glClearColor(1.0, 0.2, 0.0, 0.4)
    glClear(GL_COLOR_BUFFER_BIT)
    glEnable(GL_SCISSOR_TEST)
    glScissor(0, 0, 1, 1)
    glClearColor(0.0, 0.0, 1.0, 1.0)
    glClear(GL_COLOR_BUFFER_BIT)
    glFinish()


@pytest.mark.parametrize(
    ("format_", "type_", "dtype", "red", "blue"),
    [
        (GL_RGBA, GL_UNSIGNED_BYTE, np.uint8, (255, 51, 0, 102), (0, 0, 255, 255)),
        (osmesa.BGRA, GL_UNSIGNED_BYTE, np.uint8, (0, 51, 255, 102), (255, 0, 0, 255)),
        (osmesa.ARGB, GL_UNSIGNED_BYTE, np.uint8, (102, 255, 51, 0), (255, 0, 0, 255)),
        (GL_RGB, GL_UNSIGNED_BYTE, np.uint8, (255, 51, 0), (0, 0, 255)),
        (osmesa.BGR, GL_UNSIGNED_BYTE, np.uint8, (0, 51, 255), (255, 0, 0)),
        (GL_RGBA, GL_UNSIGNED_SHORT, np.uint16, (65535, 13107, 0, 26214), (0, 0, 65535, 65535)),
        (GL_RGBA, GL_FLOAT, np.float32, (1.0, np.float32(0.2), 0.0, np.float32(0.4)), (0, 0, 1, 1)),
        (osmesa.RGB_565, GL_UNSIGNED_SHORT_5_6_5, np.uint16, (31 << 11 | 13 << 5,), (31,)),
    ],
)  # fmt: skip
def test_formats_and_types(format_, type_, dtype, red, blue):
    handle = created(format_)
    pixels = image(len(red), dtype)
    draw(handle, pixels, type_)
    wanted = np.broadcast_to(np.array(red, dtype), (HEIGHT, WIDTH, len(red))).copy()
    wanted[0, 0] = blue
    assert np.array_equal(pixels[:HEIGHT], wanted)
    assert (pixels[HEIGHT:] == 77).all()
    call("OSMesaDestroyContext", handle)
    assert current_context() is None


def test_rows_downward_and_longer():
    handle, pixels = created(), image(width=WIDTH + 2)
    assert call("OSMesaMakeCurrent", handle, address(pixels), GL_UNSIGNED_BYTE, WIDTH, HEIGHT)
    for name, value in ((osmesa.Y_UP, 0), (osmesa.ROW_LENGTH, WIDTH + 2)):
        call("OSMesaPixelStore", name, value)
    draw(handle, pixels)
    assert pixels[HEIGHT - 1, 0].tolist() == [0, 0, 255, 255]
    assert (pixels[:HEIGHT, :WIDTH].reshape(-1, 4) == [255, 51, 0, 102]).all(1).sum() == 23
    assert (pixels[:, WIDTH:] == 77).all() and (pixels[HEIGHT:] == 77).all()
    out = ctypes.c_int()
    values = []
    for name in range(osmesa.ROW_LENGTH, osmesa.MAX_HEIGHT + 1):
        out.value = -1
        call("OSMesaGetIntegerv", name, ctypes.addressof(out))
        if out.value != -1:
            values.append((name, out.value))
    assert values == [
        (osmesa.ROW_LENGTH, WIDTH + 2), (osmesa.Y_UP, 0), (osmesa.WIDTH, WIDTH),
        (osmesa.HEIGHT, HEIGHT), (osmesa.FORMAT, GL_RGBA), (osmesa.TYPE, GL_UNSIGNED_BYTE),
        (osmesa.MAX_WIDTH, 8192), (osmesa.MAX_HEIGHT, 8192),
    ]  # fmt: skip
    call("OSMesaPixelStore", osmesa.ROW_LENGTH, 3)
    glFinish()
    # Shorter rows than the window has lie one after the other, each cut.
    rows = [[255, 51, 0, 102]] * (3 * HEIGHT)
    rows[9] = [0, 0, 255, 255]
    assert pixels.reshape(-1, 4)[: 3 * HEIGHT].tolist() == rows


def test_without_memory_the_context_before_stays_current(monkeypatch):
    def none(*_, **__):
        raise MemoryError

    pixels, first, second = image(), created(), created()
    draw(first, pixels)
    glClearColor(0.0, 1.0, 0.0, 1.0)
    glDisable(GL_SCISSOR_TEST)
    glClear(GL_COLOR_BUFFER_BIT)
    monkeypatch.setattr(osmesa, "make_window", none)
    before = pixels.copy()
    for handle in (second, first):  # the second time for another size
        assert not call("OSMesaMakeCurrent", handle, address(pixels), GL_UNSIGNED_BYTE, 2, 2)
        assert call("OSMesaGetCurrentContext") == first and np.array_equal(pixels, before)
    glFinish()
    assert (pixels[:HEIGHT] == [0, 255, 0, 255]).all()


def test_what_is_refused():
    pixels, handle = image(), created()
    small = image(1)
    assert created(GL_COLOR_INDEX) == 0
    assert call("OSMesaCreateContext", GL_RGBA, 0x7777) == 0
    for arguments in (
        (0, address(pixels), GL_UNSIGNED_BYTE, WIDTH, HEIGHT),
        (0x7777, address(pixels), GL_UNSIGNED_BYTE, WIDTH, HEIGHT),
        (handle, 0, GL_UNSIGNED_BYTE, WIDTH, HEIGHT),
        (handle, address(pixels), GL_INT, WIDTH, HEIGHT),
        (handle, address(pixels), GL_UNSIGNED_BYTE, 0, HEIGHT),
        (handle, address(pixels), GL_UNSIGNED_BYTE, WIDTH, 8193),
    ):
        assert call("OSMesaMakeCurrent", *arguments) == 0
        assert current_context() is None
    assert call("OSMesaGetColorBuffer", handle, 0, 0, 0, address(small)) == 0
    call("OSMesaDestroyContext", 0x7777)


def attributes(*words):
    return (ctypes.c_int * (len(words) + 1))(*words, 0)


@pytest.mark.parametrize(
    ("words", "made"),
    [
        ((), True),
        ((osmesa.FORMAT, osmesa.BGRA, osmesa.PROFILE, osmesa.COMPAT_PROFILE), True),
        ((osmesa.MAJOR_VERSION, 1, osmesa.MINOR_VERSION, 4), True),
        ((osmesa.MAJOR_VERSION, 4, osmesa.MINOR_VERSION, 5), False),
        ((osmesa.PROFILE, osmesa.CORE_PROFILE), True),
        ((osmesa.PROFILE, osmesa.CORE_PROFILE, osmesa.MAJOR_VERSION, 3), True),
        ((osmesa.PROFILE, 7), False),
        ((osmesa.DEPTH_BITS, -1), False),
        ((0x99, 1), False),
    ],
)
def test_attributes(words, made):
    given = attributes(*words)
    assert bool(call("OSMesaCreateContextAttribs", ctypes.addressof(given), 0)) == made


def test_planes_are_those_that_were_asked_for():
    pixels = image()
    bits = []
    for depth, stencil in ((0, 0), (16, 0), (24, 8), (32, 8)):
        handle = created(depth=depth, stencil=stencil)
        assert call("OSMesaMakeCurrent", handle, address(pixels), GL_UNSIGNED_BYTE, WIDTH, HEIGHT)
        bits.append((int(glGetIntegerv(GL_DEPTH_BITS)), int(glGetIntegerv(GL_STENCIL_BITS))))
        assert glGetIntegerv(GL_VIEWPORT).tolist() == [0, 0, WIDTH, HEIGHT]
        assert glGetIntegerv(GL_SCISSOR_BOX).tolist() == [0, 0, WIDTH, HEIGHT]
    assert bits == [(0, 0), (16, 0), (24, 8), (32, 8)]


def test_buffers_are_given_away():
    pixels, other = image(), image()
    handle = created(depth=16)
    draw(handle, pixels)
    words, pointer = (ctypes.c_int * 3)(), ctypes.c_void_p()
    places = [ctypes.addressof(words) + 4 * number for number in range(3)]
    assert call("OSMesaGetColorBuffer", handle, *places, ctypes.addressof(pointer)) == 1
    assert [*words, pointer.value] == [WIDTH, HEIGHT, GL_RGBA, address(pixels)]
    glDisable(GL_SCISSOR_TEST)
    glClearDepth(0.5)
    glClear(GL_DEPTH_BUFFER_BIT)
    assert call("OSMesaGetDepthBuffer", handle, *places, ctypes.addressof(pointer)) == 1
    assert [*words] == [WIDTH, HEIGHT, 2]
    depths = (ctypes.c_uint16 * (WIDTH * HEIGHT)).from_address(pointer.value)
    assert set(depths) == {32768}
    # Another context takes its place: the image is up to date, and the pixels stay.
    glClearColor(0.0, 1.0, 0.0, 1.0)
    glClear(GL_COLOR_BUFFER_BIT)
    assert pixels[0, 0, 1] == 0
    draw(created(), other)
    assert pixels[:HEIGHT, :, 1].min() == 255
    assert call("OSMesaMakeCurrent", handle, address(other), GL_UNSIGNED_BYTE, WIDTH, HEIGHT)
    assert call("OSMesaGetCurrentContext") == handle
    glFinish()
    assert other[:HEIGHT, :, 1].min() == 255
    assert call("OSMesaMakeCurrent", 0, 0, 0, 0, 0) == 1
    assert call("OSMesaGetCurrentContext") == 0
