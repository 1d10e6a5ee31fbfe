"""Planes of pixels in blocks of 4x4: how each format keeps a colour, a depth or a stencil value.

A block is 16 consecutive elements: four quads of 2x2 pixels, row by row, each quad row by row. So
a vector of 4, 8 or 16 lanes is a quad, two quads side by side, or a block, and is contiguous. A
format of several words has each word of all elements one after the other.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from softgl.lanes import F32
from softgl.lanes.half import pack_half, unpack_half
from softgl.texture.depths import DEPTH_CODES

BLOCK = 4  # pixels on a side


# -- colours ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ColorStorage:
    """How the four components of a colour lie in words.

    words : 32-bit words of a pixel. bits : of a component, as queries report them.
    fixed : whether components are fixed-point numbers, which keep [0, 1].
    masks : for each component its word, and the bits that it has there.
    pack : (m, four F32) -> words, U32. unpack : (m, words) -> four F32.
    encode : float32 (..., 4) -> words (words, ...). decode : the reverse.
    """

    words: int
    bits: int
    fixed: bool
    masks: tuple[tuple[int, int], ...]
    pack: Callable
    unpack: Callable
    encode: Callable
    decode: Callable


def quantise_component(values, maximum: int):
    """Floats as the nearest integers of [0, maximum], of [0, 1] first; NaN gives 0."""
    values = np.asarray(values, np.float32)
    clamped = np.where(values > 0, np.minimum(values, np.float32(1)), np.float32(0))
    return np.rint(clamped * np.float32(maximum)).astype(np.uint32)


def _pack_bytes(m, color):
    word = m.u32(0)
    for i, component in enumerate(color):
        byte = m.to_i32_within(m.round_even(component * 255.0), 0, 255)
        word = word | (m.as_u32(byte) << 8 * i)
    return [word]


def _unpack_bytes(m, words):
    return [m.to_f32(m.as_i32((words[0] >> 8 * i) & 0xFF)) / 255.0 for i in range(4)]


def _encode_bytes(color):
    parts = quantise_component(color, 255)
    return (parts[..., 0] | parts[..., 1] << 8 | parts[..., 2] << 16 | parts[..., 3] << 24)[None]


def _decode_bytes(words):
    parts = np.stack([words[0] >> np.uint32(8 * i) & np.uint32(0xFF) for i in range(4)], axis=-1)
    return parts.astype(np.float32) / np.float32(255)


def _pack_shorts(m, color):
    parts = [
        m.as_u32(m.to_i32_within(m.round_even(component * 65535.0), 0, 65535))
        for component in color
    ]
    return [parts[0] | (parts[1] << 16), parts[2] | (parts[3] << 16)]


def _shorts(words):
    return [words[i // 2] >> 16 if i % 2 else words[i // 2] & 0xFFFF for i in range(4)]


def _unpack_shorts(m, words):
    return [m.to_f32(m.as_i32(part)) / 65535.0 for part in _shorts(words)]


def _encode_shorts(color):
    parts = quantise_component(color, 65535)
    return np.stack([parts[..., 0] | parts[..., 1] << 16, parts[..., 2] | parts[..., 3] << 16])


def _split_shorts(words):
    parts = [words[i // 2] >> np.uint32(16 * (i % 2)) & np.uint32(0xFFFF) for i in range(4)]
    return np.stack(parts, axis=-1)


def _decode_shorts(words):
    return _split_shorts(words).astype(np.float32) / np.float32(65535)


def _pack_halves(m, color):
    parts = [pack_half(m, component) for component in color]
    return [parts[0] | (parts[1] << 16), parts[2] | (parts[3] << 16)]


def _unpack_halves(m, words):
    return [unpack_half(m, part) for part in _shorts(words)]


def _encode_halves(color):
    color = np.asarray(color, np.float32)
    with np.errstate(all="ignore"):
        halves = color.astype(np.float16).view(np.uint16)
    parts = np.where(np.isnan(color), np.uint16(0x7E00), halves).astype(np.uint32)
    return np.stack([parts[..., 0] | parts[..., 1] << 16, parts[..., 2] | parts[..., 3] << 16])


def _decode_halves(words):
    return _split_shorts(words).astype(np.uint16).view(np.float16).astype(np.float32)


def _encode_floats(color):
    color = np.asarray(color, np.float32)
    bits = np.ascontiguousarray(color).view(np.uint32)
    return np.moveaxis(np.where(np.isnan(color), np.uint32(F32.quiet_nan), bits), -1, 0)


def _decode_floats(words):
    return np.ascontiguousarray(np.moveaxis(words, 0, -1)).view(np.float32)


_HALF_WORDS = tuple((i // 2, 0xFFFF << 16 * (i % 2)) for i in range(4))

COLOR_STORAGES = {
    "unorm8": ColorStorage(
        1, 8, True, tuple((0, 0xFF << 8 * i) for i in range(4)),
        _pack_bytes, _unpack_bytes, _encode_bytes, _decode_bytes,
    ),
    "unorm16": ColorStorage(
        2, 16, True, _HALF_WORDS, _pack_shorts, _unpack_shorts, _encode_shorts, _decode_shorts
    ),
    "float16": ColorStorage(
        2, 16, False, _HALF_WORDS, _pack_halves, _unpack_halves, _encode_halves, _decode_halves
    ),
    "float32": ColorStorage(
        4, 32, False, tuple((i, 0xFFFFFFFF) for i in range(4)),
        lambda m, color: [m.bits(component) for component in color],
        lambda m, words: [m.from_bits(word) for word in words],
        _encode_floats, _decode_floats,
    ),
}  # fmt: skip
"""Every way of keeping colours, by its name."""


@dataclass(frozen=True)
class ColorFormat:
    """The format of a colour plane.

    storage : a name of `COLOR_STORAGES`.
    kept : for red, green, blue and alpha what a pixel keeps of a colour: the letter of the
        component of the colour, 0 or 1. An RGB buffer has the alpha 1, for blending too.
    srgb : whether red, green and blue are meant to be encoded; see
        `formats.srgb`.
    """

    storage: str = "unorm8"
    kept: str = "RGBA"
    srgb: bool = False

    @property
    def lay(self) -> ColorStorage:
        return COLOR_STORAGES[self.storage]

    def kept_color(self, color, zero, one):
        """Of four components those that are kept; `zero` and `one` take the others' places."""
        given = dict(zip("RGBA01", (*color, zero, one), strict=True))
        return [given[letter] for letter in self.kept]

    def encode(self, color) -> np.ndarray:
        """Float32 colours (..., 4) as words (words, ...)."""
        color = np.asarray(color, np.float32)
        zero, one = np.zeros_like(color[..., 0]), np.ones_like(color[..., 0])
        parts = self.kept_color(np.moveaxis(color, -1, 0), zero, one)
        return self.lay.encode(np.stack(parts, axis=-1))


# -- depths ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class DepthFormat:
    """How a depth lies in a word, so that the order of words is that of depths.

    bits : as queries report them. float : whether it is a floating-point number.
    quantise : (m, F32 depth) -> lane of the type that is compared, within the format.
    stored : (m, U32 word) -> the same of a stored depth.
    encode : a number -> word. decode : words -> float64.
    """

    bits: int
    float: bool
    quantise: Callable
    stored: Callable
    encode: Callable
    decode: Callable


def _fixed_depth(name):
    """Up to 24 bits, all of them whole numbers of a float."""
    code = DEPTH_CODES[name]
    maximum = 2**code.bits - 1
    return DepthFormat(
        code.bits,
        False,
        lambda m, depth: m.to_i32_within(m.round_even(depth * float(maximum)), 0, maximum),
        lambda m, word: m.as_i32(word),
        lambda depth: int(quantise_component(depth, maximum)),
        code.decode,
    )


def _quantise_word(m, depth):
    # 2^32 - 1 is no float; times 2^32 and saturated, 1 is the largest word too.
    return m.to_u32(m.saturate(depth) * 2.0**32)


def _quantise_float(m, depth):
    # Integers with the order of the floats, as DepthCode has them: NaN becomes 0, and so does -0.
    bits = m.as_i32(m.bits(m.select(depth == depth, depth, m.f32(0.0)) + 0.0))
    return bits ^ ((bits >> 31) & 0x7FFFFFFF)


def _encode_word(depth):
    return min(int(_unit(depth) * np.float64(2**32)), 2**32 - 1)


def _unit(depth) -> np.float32:
    """A depth as a float of [0, 1]; NaN gives 0."""
    depth = float(depth)
    return np.float32(min(max(depth, 0.0), 1.0)) if depth == depth else np.float32(0)


DEPTH_FORMATS = {
    "depth16": _fixed_depth("depth16"),
    "depth24": _fixed_depth("depth24"),
    "depth32": DepthFormat(
        32, False, _quantise_word, lambda m, word: word, _encode_word,
        DEPTH_CODES["depth32"].decode,
    ),
    "depth32f": DepthFormat(
        32, True, _quantise_float, lambda m, word: m.as_i32(word),
        lambda depth: int(DEPTH_CODES["depth32f"].encode(np.float64(depth))),
        DEPTH_CODES["depth32f"].decode,
    ),
}  # fmt: skip
"""Every way of keeping depths, by its name."""


# -- planes ----------------------------------------------------------------------------------------


class Plane:
    """A rectangle of pixels of one format, in block order.

    width, height : pixels. Rows count from the bottom, as in GL.
    format : a ColorFormat, or a name of `DEPTH_FORMATS`, or "stencil8".
    data : (words * elements,) uint32; of a stencil plane (elements,) uint8.
    """

    def __init__(self, width: int, height: int, format_, initial: int = 0):
        self.width, self.height, self.format = width, height, format_
        self.blocks_x = max(1, -(-width // BLOCK))
        self.blocks_y = max(1, -(-height // BLOCK))
        self.elements = self.blocks_x * self.blocks_y * BLOCK * BLOCK
        self.words = format_.lay.words if isinstance(format_, ColorFormat) else 1
        kind = np.uint8 if format_ == "stencil8" else np.uint32
        # Zeros take no memory before they are used.
        count = self.words * self.elements
        self.data = np.full(count, initial, kind) if initial else np.zeros(count, kind)

    def _blocks(self, x0, y0, x1, y1):
        """The blocks that a rectangle touches, a view (words, blocks up, 2, 2, blocks right, 2, 2):
        rows of pixels where its axes are joined in threes; and the first pixel's x and y in it."""
        split = self.data.reshape(self.words, self.blocks_y, self.blocks_x, 2, 2, 2, 2)
        rows = split.transpose(0, 1, 3, 5, 2, 4, 6)
        across = slice(x0 // BLOCK, -(-x1 // BLOCK))
        up = slice(y0 // BLOCK, -(-y1 // BLOCK))
        return rows[:, up, :, :, across], x0 % BLOCK, y0 % BLOCK

    def read(self, x, y, width, height) -> np.ndarray:
        """A rectangle as words (words, height, width), bottom row first; zero outside."""
        result = np.zeros((self.words, height, width), self.data.dtype)
        x0, y0 = max(x, 0), max(y, 0)
        x1, y1 = min(x + width, self.width), min(y + height, self.height)
        if x0 < x1 and y0 < y1:
            blocks, left, low = self._blocks(x0, y0, x1, y1)
            pixels = blocks.reshape(self.words, blocks.shape[1] * BLOCK, blocks.shape[4] * BLOCK)
            result[:, y0 - y : y1 - y, x0 - x : x1 - x] = pixels[
                :, low : low + y1 - y0, left : left + x1 - x0
            ]
        return result

    def read_color(self, x, y, width, height) -> np.ndarray:
        """A rectangle of a colour plane as (height, width, 4) RGBA; zero outside.

        uint8, 255 for 1.0, of planes of bytes, and float32 of others.
        """
        words = self.read(x, y, width, height)
        if self.format.storage == "unorm8":
            little = words[0].astype("<u4", copy=False)
            return little.view(np.uint8).reshape(height, width, 4)
        return self.format.lay.decode(words)

    def write(self, x, y, words) -> None:
        """Replace a rectangle, within the plane, by words (words, height, width)."""
        height, width = words.shape[1:]
        if not height or not width:
            return
        blocks, left, low = self._blocks(x, y, x + width, y + height)
        shape = blocks.shape
        pixels = blocks.reshape(self.words, shape[1] * BLOCK, shape[4] * BLOCK).copy()
        pixels[:, low : low + height, left : left + width] = words
        blocks[...] = pixels.reshape(shape)

    def fill(self, words, masks, box=None) -> None:
        """Set the bits of `masks` to those of `words`, one of each for every word of a pixel.

        box : x, y, width, height of the part that changes; None: all of it.
        """
        if box is None:
            parts = self.data.reshape(self.words, -1)
            for part, word, mask in zip(parts, words, masks, strict=True):
                _set_bits(part, word, mask)
            return
        x0, y0 = max(box[0], 0), max(box[1], 0)
        x1, y1 = min(box[0] + box[2], self.width), min(box[1] + box[3], self.height)
        if x0 < x1 and y0 < y1:
            pixels = self.read(x0, y0, x1 - x0, y1 - y0)
            for part, word, mask in zip(pixels, words, masks, strict=True):
                _set_bits(part, word, mask)
            self.write(x0, y0, pixels)


def _set_bits(array, word, mask):
    """array = (array & ~mask) | (word & mask), in place."""
    kind = array.dtype.type
    everything = np.iinfo(array.dtype).max
    if mask == everything:
        array.fill(word)
    elif mask:
        array &= kind(~mask & everything)
        array |= kind(word & mask)


def block_index(x, y, blocks_x):
    """The element of pixel (x, y): lanes, numpy arrays or numbers."""
    block = (y >> 2) * blocks_x + (x >> 2)
    quad = ((y >> 1) & 1) * 2 + ((x >> 1) & 1)
    return block * 16 + quad * 4 + (y & 1) * 2 + (x & 1)
