"""The block layout, clears and read-back."""

from threading import Event, Timer, current_thread, main_thread

import numpy as np
import pytest

from softgl.formats.storages import ColorFormat
from softgl.pipeline import framebuffer as module
from softgl.pipeline.framebuffer import DEPTH_MAX, Framebuffer, block_index
from softgl.pipeline.planes import Plane, set_bits


def test_block_order():
    """A quad is four consecutive elements, a 4x4 block sixteen: quads row by row."""
    expected = [[0, 1, 4, 5], [2, 3, 6, 7], [8, 9, 12, 13], [10, 11, 14, 15]]
    y, x = np.mgrid[0:4, 0:4]
    assert block_index(x, y, 3).tolist() == expected
    assert block_index(4, 0, 3) == 16 and block_index(0, 4, 3) == 48


@pytest.mark.parametrize("width, height", [(1, 1), (5, 3), (64, 64), (67, 130)])
def test_pixel_order(width, height):
    """read_color finds each pixel where block_index says it is."""
    framebuffer = Framebuffer(width, height)
    y, x = np.mgrid[0:height, 0:width]
    framebuffer.color[block_index(x, y, framebuffer.blocks_x)] = x + 256 * y
    image = framebuffer.read_color(0, 0, width, height)
    assert (image[..., 0] == x % 256).all() and (image[..., 1] == y % 256).all()


def test_read_outside_is_zero():
    framebuffer = Framebuffer(3, 2)
    framebuffer.clear(color=(1, 1, 1, 1), depth=1.0, stencil=0x1FF)
    image = framebuffer.read_color(-1, -1, 5, 4)[..., 0]
    assert image.tolist() == [[0] * 5, [0, 255, 255, 255, 0], [0, 255, 255, 255, 0], [0] * 5]
    assert framebuffer.read_depth(2, 1, 2, 1).tolist() == [[DEPTH_MAX, 0]]
    assert framebuffer.read_stencil(0, 0, 1, 1).tolist() == [[255]]
    assert framebuffer.read_color(100, 100, 2, 2).any() == np.False_


def test_clear_with_mask():
    framebuffer = Framebuffer(2, 2)
    framebuffer.clear(color=(0.2, 0.4, 0.6, 0.8))
    framebuffer.clear(color=(1, 1, 1, 1), color_masks=[(False, True, False, True)])
    assert framebuffer.read_color(0, 0, 1, 1)[0, 0].tolist() == [51, 255, 153, 255]


def test_clear_again():
    """What colours and depths are as words is kept, by their bits: 0 is not -0, and NaN is one."""
    color = Plane(4, 4, ColorFormat("float32"))
    framebuffer = Framebuffer(4, 4, (color,), Plane(4, 4, "depth32f"))
    for _ in range(2):
        for value, word in ((0.0, 0), (-0.0, 1 << 31), (np.nan, 0x7FC00000), (0.5, 0x3F000000)):
            framebuffer.clear(color=(value, 1.0, value, 0.0), depth=value)
            assert color.read(1, 1, 1, 1).ravel().tolist() == [word, 0x3F800000, word, 0]
            depth = 0 if np.isnan(value) else abs(value)
            assert framebuffer.read_depth_values(1, 1, 1, 1).tolist() == [[depth]]


def test_an_image_that_is_attached_twice_is_cleared_in_turns(monkeypatch):
    """Each mask changes its own components of it: no two threads are to do so at once."""
    monkeypatch.setattr(module, "CLEARED_ALONE", 0)
    framebuffer = Framebuffer(16, 16)
    both = Framebuffer(16, 16, framebuffer.colors * 2)
    masks = (True, False, False, False), (False, True, False, False)
    assert both.clear(color=(1, 1, 1, 1), color_masks=masks, threads=2) is None
    assert (framebuffer.read_color(0, 0, 16, 16) == [255, 255, 0, 0]).all()
    assert framebuffer.clear(color=(1, 1, 1, 1), depth=1.0, threads=2) is not None


@pytest.mark.parametrize("box", [None, (3, 2, 9, 17), (-5, -3, 40, 9), (6, 5, 1, 1), (2, 30, 5, 5)])
@pytest.mark.parametrize("given", [{"color": (1, 0, 0.5, 0)}, {"depth": 0.25, "stencil": 7}])
def test_clears_in_threads(box, given, monkeypatch):
    """Planes in bands, each pixel once: as one thread clears them."""
    monkeypatch.setattr(module, "CLEARED_ALONE", 0)
    cleared = []
    for threads in (1, 2, 5):
        framebuffer = Framebuffer(19, 23)
        framebuffer.clear(color=(0.2, 0.4, 0.6, 0.8), depth=1.0, stencil=3)
        framebuffer.clear(
            **given, color_masks=((True, False, True, True),) * 8, stencil_mask=0x3E, box=box,
            threads=threads,
        )  # fmt: skip
        planes = *framebuffer.color_arrays, framebuffer.depth, framebuffer.stencil
        cleared.append([plane.tobytes() for plane in planes])
    assert cleared[0] == cleared[1] == cleared[2]


READERS = {
    "data": lambda frame: frame.color,
    "colors": lambda frame: frame.read_color(0, 0, 16, 16),
    "depths": lambda frame: frame.read_depth(3, 3, 2, 2),
    "stencil": lambda frame: frame.read_stencil(0, 0, 16, 16),
    "words": lambda frame: frame.colors[0].read(0, 0, 16, 16),
    "a copy": lambda frame: frame.colors[0].of(frame.colors[0].data.copy(), 1).memory,
    "a sample": lambda frame: frame.colors[0].sample_planes[0].data,
    "settle": lambda frame: (frame.settle(), frame.unsettled().color)[1],
}


@pytest.mark.parametrize("read", READERS.values(), ids=READERS)
def test_who_reads_a_plane_waits_until_it_is_cleared(read, monkeypatch):
    """A thread has begun and is held up; what it does not get to the reader does."""
    monkeypatch.setattr(module, "CLEARED_ALONE", 0)
    began, go_on = Event(), Event()

    def slow(*arguments):
        if current_thread() is not main_thread():
            began.set()
            assert go_on.wait(60)
        set_bits(*arguments)

    framebuffer = Framebuffer(16, 16)
    expected = Framebuffer(16, 16)
    given = {"color": (0.2, 0.4, 0.6, 0.8), "depth": 0.5, "stencil": 9}
    expected.clear(**given)
    monkeypatch.setattr(module, "set_bits", slow)
    framebuffer.clear(**given, threads=2)
    assert began.wait(60)
    unsettled = framebuffer.unsettled()
    assert not (unsettled.color == expected.color).all()
    Timer(0.02, go_on.set).start()
    assert (read(framebuffer) == read(expected)).all()
    assert (unsettled.color == expected.color).all()
    framebuffer.settle()
    assert framebuffer.unsettled() is framebuffer
