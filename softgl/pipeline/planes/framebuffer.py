"""The framebuffer: up to eight colour planes, a depth and a stencil plane; perhaps in layers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import field
from functools import cache, lru_cache

import numpy as np

from softgl.formats import host
from softgl.formats.storages import STORAGES, ColorFormat, Storage
from softgl.pipeline.planes.planes import BLOCK, TILE, TILE_BITS, Plane, block_index
from softgl.pipeline.planes.resolve import resolved
from softgl.records import dataclass
from softgl.tuning import limits

__all__ = [
    "BLOCK",
    "DEPTH_MAX",
    "MAX_FRAMEBUFFER_SIZE",
    "TILE",
    "TILE_BITS",
    "Framebuffer",
    "block_index",
]

MAX_FRAMEBUFFER_SIZE = 8192
DEPTH_MAX = 2**24 - 1
MAX_COLORS = 8
FULL_COLOR_MASK = ((True,) * 4,) * MAX_COLORS  # of every colour plane

# In the place of what there is none of; no kernel reads them.
_NO_PLANE, _NO_STENCIL = Plane(1, 1, "depth24"), Plane(1, 1, "stencil8")


@dataclass(frozen=True)
class Layers:
    """The layers of a framebuffer.

    count : the number of layers that all attachments have. make : number -> the Framebuffer of a
        layer other than the first; equal numbers give the same one.
    largest : the number of layers of the attachment that has most. Later layers than `count` are
        cleared and not drawn to; they lack the planes of the other attachments.
    """

    count: int
    make: Callable[[int], Framebuffer] = field(compare=False)
    largest: int


class Framebuffer:
    """Planes to draw to and to read from.

    width, height : pixels, at most `MAX_FRAMEBUFFER_SIZE`; planes may be larger.
    colors : for each colour that fragments have a plane, or None.
    depth_plane, stencil_plane : or None.
    samples : of each pixel, in all planes.
    layers : of a layered one, whose own planes are those of layer 0; else None.
    number : which layer it is of one.
    Made without planes, it has RGBA8, a 24-bit depth and an 8-bit stencil plane.
    Rows count from the bottom, as in GL.
    """

    def __init__(
        self, width: int, height: int, colors=None, depth=None, stencil=None, samples: int = 1, *,
        layers: Layers | None = None,
    ):  # fmt: skip
        self.width, self.height = width, height
        self.samples, self.layers, self.number = samples, layers, 0
        if colors is None:
            colors = (Plane(width, height, ColorFormat(), samples=samples),)
            depth = Plane(width, height, "depth24", DEPTH_MAX, samples)
            stencil = Plane(width, height, "stencil8", samples=samples)
        self.colors = tuple(colors)
        self.depth_plane, self.stencil_plane = depth, stencil
        self.blocks_x = max(1, -(-width // BLOCK))
        self.blocks_y = max(1, -(-height // BLOCK))
        self.elements = self.blocks_x * self.blocks_y * BLOCK * BLOCK

    @property
    def planes(self) -> tuple[Plane | None, ...]:
        """All of them: those of colours, of depth and of stencil."""
        return (*self.colors, self.depth_plane, self.stencil_plane)

    def layer(self, number: int) -> Framebuffer:
        """A layer to draw to; number 0 is the framebuffer itself."""
        if not number:
            return self
        layer = self.layers.make(number)
        layer.number = number
        return layer

    def all_layers(self) -> Iterator[Framebuffer]:
        """Every layer of any attachment; the framebuffer itself without layers."""
        return map(self.layer, range(self.layers.largest if self.layers else 1))

    @contextmanager
    def aligned(self):
        """The framebuffer, or one with copies of those planes that have other rows of blocks.

        What is drawn to copies is in the planes afterwards. So it is with layers.
        """
        planes, rows = self.planes, (self.blocks_x, self.elements)
        there = [plane for plane in planes if plane is not None]
        if not [plane for plane in there if (plane.blocks_x, plane.elements) != rows]:
            yield self
            return
        copies = [self._aligned(plane) for plane in planes]
        *colors, depth, stencil = copies
        with ExitStack() as opened:
            aligned_layer = cache(lambda number: opened.enter_context(self.layer(number).aligned()))
            layers = self.layers and Layers(self.layers.count, aligned_layer, self.layers.largest)
            size = self.width, self.height
            yield Framebuffer(*size, colors, depth, stencil, self.samples, layers=layers)
        for plane, copy in zip(planes, copies, strict=True):
            if copy is not plane:
                plane.write(0, 0, copy.read(0, 0, self.width, self.height))

    def _aligned(self, plane):
        if plane is None or (plane.blocks_x, plane.elements) == (self.blocks_x, self.elements):
            return plane
        copy = Plane(self.width, self.height, plane.format, samples=self.samples)
        copy.write(0, 0, plane.read(0, 0, self.width, self.height))
        return copy

    def settle(self) -> None:
        """Writes all pending clears."""
        for plane in filter(None, self.planes):
            plane.settle()

    def resolved(self, moves) -> Framebuffer:
        """The framebuffer, or one with one sample for each pixel, to be read."""
        if self.samples == 1:
            return self
        *colors, depth, stencil = (resolved(plane, moves) for plane in self.planes)
        return Framebuffer(self.width, self.height, colors, depth, stencil)

    # What kernels get: arrays of one element for each pixel and word, in block order.

    @property
    def every_plane(self) -> tuple[Plane, ...]:
        """The planes, with stand-ins for absent ones."""
        *planes, stencil = self.planes
        return (*[plane or _NO_PLANE for plane in planes], stencil or _NO_STENCIL)

    @property
    def color_arrays(self) -> list[np.ndarray]:
        """The words of each colour plane."""
        return [plane.data for plane in self.every_plane[:-2]]

    @property
    def color(self) -> np.ndarray:
        """The words of the first colour plane."""
        return self.color_arrays[0]

    @property
    def depth(self) -> np.ndarray:
        """The depth plane's words."""
        return self.every_plane[-2].data

    @property
    def stencil(self) -> np.ndarray:
        """The stencil plane's bytes."""
        return self.every_plane[-1].data

    @property
    def targets(self) -> tuple[ColorFormat | None, ...]:
        """The formats of the colour planes, as a FragmentKey has them."""
        return tuple(plane and plane.format for plane in self.colors)

    @property
    def depth_format(self) -> str:
        """The name of the depth plane's format; without one, that of the window."""
        return "depth24" if self.depth_plane is None else self.depth_plane.format

    @property
    def depth_storage(self) -> Storage:
        """The storage of depths in the depth plane's words."""
        return STORAGES[self.depth_format]

    @property
    def depth_is_float(self) -> bool:
        """True if depths are floats, which are not clamped to [0, 1]."""
        return not self.depth_storage.fixed

    # -- reading: of the first colour plane --------------------------------------------------------

    def read_color(self, x, y, width, height) -> np.ndarray:
        """A rectangle as (height, width, 4) RGBA, bottom row first; zero outside.

        The numbers are those of `Plane.read_color`.
        """
        return self.colors[0].read_color(x, y, width, height)

    def read_depth(self, x, y, width, height) -> np.ndarray:
        """A rectangle as (height, width) uint32 words of the depth format, bottom row first."""
        return self.depth_plane.read(x, y, width, height)[0]

    def read_depth_values(self, x, y, width, height) -> np.ndarray:
        """A rectangle as (height, width) float64, bottom row first."""
        return host.depths(self.depth_storage, self.read_depth(x, y, width, height))

    def read_stencil(self, x, y, width, height) -> np.ndarray:
        """A rectangle as (height, width) uint8, bottom row first."""
        return self.stencil_plane.read(x, y, width, height)[0]

    # -- clearing ----------------------------------------------------------------------------------

    def clear(self, color=None, box=None, threads: int = 1, **values) -> None:
        """Sets planes to values: `fill` with the result of `fills`."""
        self.fill(self.fills(color, **values), box, threads)

    def fills(
        self, color=None, color_masks=FULL_COLOR_MASK, depth=None, stencil=None, stencil_mask=0xFF,
        srgb=False,
    ) -> list[tuple[int, Sequence[int], Sequence[int]]]:  # fmt: skip
        """The words that set planes to `color` (four numbers) and `depth` (a float).

        Numbers are clamped as each format needs it.
        color_masks : for each colour plane the components that change.
        srgb : True if colours are encoded for planes of sRGB.
        Returns (words, masks of changed bits) of planes, by their number.
        """
        fills = []
        if color is not None:
            for number, (plane, mask) in enumerate(zip(self.colors, color_masks, strict=False)):
                if plane is not None:
                    components = host.components(plane.storage, color)
                    words = _words_of_color(plane.format, components.tobytes(), srgb)
                    fills.append((number, words, mask_words(plane.format, mask)))
        depths = len(self.colors)
        if depth is not None and self.depth_plane is not None:
            word = word_of_depth(self.depth_format, depth)
            fills.append((depths, [word], [0xFFFFFFFF]))
        if stencil is not None and self.stencil_plane is not None:
            fills.append((depths + 1, [stencil & 0xFF], [stencil_mask & 0xFF]))
        return fills

    def fill(self, fills: Sequence[tuple], box=None, threads: int = 1) -> None:
        """Fills planes of all layers, or their part in `box`, with the result of `fills`.

        box : x, y, width, height. threads : as `Plane.clear` takes it. What changes parts of planes
        one thread does: two would wait for each other's Python, and take longer.
        """
        pixels = self.width * self.height * len(fills)
        for layer in self.all_layers():
            for number, words, masks in fills:
                plane = layer.planes[number]
                if plane is None:
                    continue
                whole = box is None and plane.changes_all(masks)
                if whole and pixels > limits.MAX_IMMEDIATE_CLEAR:
                    plane.clear(words, threads)
                else:
                    plane.fill(words, masks, box)


# What planes are cleared to is mostly what it was: formulas run on the host take half as long as to
# fill two planes of a million pixels. By their bits, as 0 equals -0.
@lru_cache
def _words_of_color(format_: ColorFormat, color: bytes, srgb: bool) -> tuple[int, ...]:
    """The words of a pixel of four components."""
    components = np.frombuffer(color, format_.lay.result.dtype)
    return tuple(host.pack_colors(format_, components, srgb).tolist())


def word_of_depth(storage: str, depth: float) -> int:
    """The word of a depth, as float32, in a format of depths."""
    return _word_of_depth(storage, np.float32(depth).tobytes())


@lru_cache
def _word_of_depth(storage, depth):
    (word,) = host.encoded(STORAGES[storage].depth, np.frombuffer(depth, np.float32))
    return int(word)


def mask_words(format_: ColorFormat, mask, constants=True) -> list[int]:
    """For each word of a pixel the bits that a mask of four truth values lets change.

    constants : True if those of components that the format does not keep are among them: they
        change to what they are anyway.
    """
    words = [0] * format_.lay.words
    for letter, written, (word, bits) in zip(format_.swizzle, mask, format_.lay.masks, strict=True):
        if constants if letter in "01" else written:
            words[word] |= bits
    return words
