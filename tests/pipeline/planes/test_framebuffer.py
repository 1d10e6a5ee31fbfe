"""The block layout, clears and read-back."""

import itertools

import numpy as np
import pytest

from softgl.formats.storages import ColorFormat
from softgl.pipeline.planes.framebuffer import DEPTH_MAX, Framebuffer, block_index
from softgl.pipeline.planes.planes import Plane

WHOLE, WORD = (True,) * 4, 0xFFFFFFFF


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
    """The words of a clear value are cached by its bits: 0 differs from -0, all NaNs are one."""
    color = Plane(4, 4, ColorFormat("float32"))
    framebuffer = Framebuffer(4, 4, (color,), Plane(4, 4, "depth32f"))
    for _ in range(2):
        for value, word in ((0.0, 0), (-0.0, 1 << 31), (np.nan, 0x7FC00000), (0.5, 0x3F000000)):
            framebuffer.clear(color=(value, 1.0, value, 0.0), depth=value)
            assert color.read(1, 1, 1, 1).ravel().tolist() == [word, 0x3F800000, word, 0]
            depth = 0 if np.isnan(value) else abs(value)
            assert framebuffer.read_depth_values(1, 1, 1, 1).tolist() == [[depth]]


def test_an_image_that_is_attached_twice_is_cleared_in_turns():
    """Each mask changes its own components of it, be it cleared by tiles or by parts."""
    framebuffer = Framebuffer(16, 16)
    both = Framebuffer(16, 16, framebuffer.colors * 2)
    masks = (True, False, False, False), (False, True, False, False)
    for given, expected in ((masks, [255, 255, 0, 0]), ((WHOLE, masks[0]), [255] * 4)):
        both.clear(color=(1, 1, 1, 1), color_masks=given, threads=2)
        assert (framebuffer.read_color(0, 0, 16, 16) == expected).all()
    both.clear(color=(0, 0, 0, 0), color_masks=(WHOLE, WHOLE), threads=2)
    assert not framebuffer.color.any()


@pytest.mark.parametrize("box", [None, (3, 2, 9, 17), (-5, -3, 40, 9), (6, 5, 1, 1), (2, 30, 5, 5)])
@pytest.mark.parametrize("given", [{"color": (1, 0, 0.5, 0)}, {"depth": 0.25, "stencil": 7}])
def test_clears_over_clears(box, given):
    """Clears of boxes and components meet pending clears, with any number of threads."""
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
    "rows": lambda frame: frame.colors[0].rows,
    "colors": lambda frame: frame.read_color(0, 0, 16, 16),
    "depths": lambda frame: frame.read_depth(3, 3, 2, 2),
    "stencil": lambda frame: frame.read_stencil(0, 0, 16, 16),
    "words": lambda frame: frame.colors[0].read(0, 0, 16, 16),
    "a copy": lambda frame: frame.colors[0].of(frame.colors[0].data.copy(), 1).memory,
    "a sample": lambda frame: frame.colors[0].sample_planes[0].data,
    "settle": lambda frame: (frame.settle(), frame.colors[0].memory)[1],
    "a part": lambda frame: (frame.colors[0].fill([9], [255], (2, 2, 3, 3)), frame.color)[1],
    "some": lambda frame: (frame.colors[0].write(2, 2, np.ones((1, 3, 4))), frame.color)[1],
    "all": lambda frame: (frame.colors[0].fill([9], [WORD]), frame.color, frame.color)[1],
    "bits": lambda frame: (frame.colors[0].fill([9], [0xFF00FF]), frame.color)[1],
}


@pytest.mark.parametrize("read", READERS.values(), ids=READERS)
def test_who_reads_a_plane_sees_it_cleared(read, tuned):
    """All of it, or those of its tiles that nothing has been drawn to; threads share these."""
    tuned(MAX_ONE_THREAD_FILL=0)
    given = {"color": (0.2, 0.4, 0.6, 0.8), "depth": 0.5, "stencil": 9}
    drawn = (), (0, 1, 3, 4, 8, 9), (2, 11), range(12)
    for threads, tiles in itertools.product((1, 3), drawn):
        frames = [Framebuffer(200, 140), Framebuffer(200, 140)]
        for at_once, frame in zip((0, 1 << 20), frames, strict=True):
            tuned(MAX_IMMEDIATE_CLEAR=at_once)
            frame.clear(**given, threads=threads)
            for plane in frame.planes:
                assert plane.pending.all() == (not at_once)
                blocks = plane.memory.reshape(plane.blocks_y, plane.blocks_x, -1)
                for tile in tiles:  # as what draws to it does
                    low, left = 16 * (tile // 4), 16 * (tile % 4)
                    blocks[low : low + 16, left : left + 16], plane.pending[tile] = 77, 0
        got, expected = map(read, frames)
        assert (got == expected).all()
        for one, other in zip(*(frame.planes for frame in frames), strict=True):
            assert (one.data == other.memory).all() and not one.pending.any()
