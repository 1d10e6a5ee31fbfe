"""Compressed formats: blocks of 4x4 texels.

In: blocks, as in client memory. Out: texels in an ordinary storage. The reverse is in `encoding`.
The arithmetic is integer, one operation of numpy for all blocks.

EXT_texture_compression_s3tc and EXT_texture_compression_rgtc (latc has the same blocks), appendix;
`etc` has the blocks of OpenGL ES 3.0.
Within a block texels are counted row by row; arrays of them are (16, blocks).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from softgl.formats import encoding, etc, etc_encoding
from softgl.formats.palettes import COLOR, STEPS, codes_of, colors, scalars
from softgl.records import dataclass

BLOCK_SIDE = 4
"""Texels along the side of a block."""
BLOCKS_AT_ONCE = 1 << 12  # their arrays fit a cache


@dataclass(frozen=True, eq=False)
class Codec:
    """A codec of 4x4 texels in a block.

    size : bytes of a block.
    storage : the name of the texels' storage, which has one word.
    bits : component -> its resolution.
    decode : blocks (n, size) uint8 -> texels (16, n) uint32.
    encode : the reverse.
    """

    size: int
    storage: str
    bits: dict[str, int]
    decode: Callable
    encode: Callable

    def shape(self, size: tuple[int, int, int]) -> tuple[int, int, int, int]:
        """Returns the shape of the blocks of an image (width, height, depth), slice by slice."""
        width, height, depth = size
        return depth, -(-height // BLOCK_SIDE), -(-width // BLOCK_SIDE), self.size

    def decoded(self, blocks: np.ndarray, width: int, height: int) -> np.ndarray:
        """Returns the texels (depth, height, width, 1) of blocks (depth, rows, columns, size)."""
        depth, rows, columns, _ = blocks.shape
        flat = blocks.reshape(depth * rows * columns, self.size)
        texels = np.empty((BLOCK_SIDE * BLOCK_SIDE, len(flat)), np.uint32)
        for part in _chunks(len(flat)):
            texels[:, part] = self.decode(np.ascontiguousarray(flat[part]))
        texels = texels.reshape(BLOCK_SIDE, BLOCK_SIDE, depth, rows, columns).transpose(
            2, 3, 0, 4, 1
        )
        texels = texels.reshape(depth, BLOCK_SIDE * rows, BLOCK_SIDE * columns)
        return np.ascontiguousarray(texels[:, :height, :width, np.newaxis])

    def encoded(self, texels: np.ndarray) -> np.ndarray:
        """Returns the blocks of texels; partial blocks repeat the texels of the edge."""
        depth, height, width, _ = texels.shape
        shape = self.shape((width, height, depth))
        blocks = np.empty(shape, np.uint8)
        if not blocks.size:
            return blocks
        _, rows, columns, _ = shape
        beyond = ((0, 0), (0, BLOCK_SIDE * rows - height), (0, BLOCK_SIDE * columns - width))
        whole = np.pad(texels[..., 0], beyond, mode="edge")
        whole = whole.reshape(depth, rows, BLOCK_SIDE, columns, BLOCK_SIDE).transpose(2, 4, 0, 1, 3)
        whole = whole.reshape(BLOCK_SIDE * BLOCK_SIDE, -1)
        flat = blocks.reshape(-1, self.size)
        for part in _chunks(len(flat)):
            flat[part] = self.encode(np.ascontiguousarray(whole[:, part]))
        return blocks


def _chunks(count):
    return [slice(start, start + BLOCKS_AT_ONCE) for start in range(0, count, BLOCKS_AT_ONCE)]


# -- S3TC: texels are bytes, red in the lowest -----------------------------------------------------

OPAQUE = np.uint32(0xFF000000)


def _dxt1(transparent):
    """Returns the codec of DXT1, with or without transparent black texels."""

    def decode(blocks):
        first, second = (blocks.view("<u2")[:, i].astype(np.int32) for i in range(2))
        # "RGB0 [...] if color0 > color1", etc.
        palette = np.where(first > second, colors(first, second, 3), colors(first, second, 2))
        alpha = np.full(palette.shape, OPAQUE)
        if transparent:
            alpha[3, first <= second] = 0
        return np.take_along_axis(palette | alpha, codes_of(blocks, 4, 2), axis=0)

    def encode(texels):
        clear = texels >> 24 < 128 if transparent else None
        return encoding.color_blocks(_rgb(texels), three=True, clear=clear)

    return Codec(8, "unorm8", COLOR | ({"A": 1} if transparent else {}), decode, encode)


def _rgb(texels):
    """Returns red, green and blue of texels, (3, 16, n) int32."""
    return np.stack([texels >> shift & 0xFF for shift in (0, 8, 16)]).astype(np.int32)


def _with_alpha(bits, decode_alpha, encode_alpha):
    """Returns the codec of DXT3 or DXT5: alpha, then colours with endpoints in any order."""

    def decode(blocks):
        first, second = (blocks.view("<u2")[:, i].astype(np.int32) for i in (4, 5))
        rgb = np.take_along_axis(colors(first, second, 3), codes_of(blocks, 12, 2), axis=0)
        return rgb | decode_alpha(blocks).astype(np.uint32) << np.uint32(24)

    def encode(texels):
        alpha = encode_alpha((texels >> 24).astype(np.int32))
        return np.concatenate([alpha, encoding.color_blocks(_rgb(texels), three=False)], axis=1)

    return Codec(16, "unorm8", COLOR | {"A": bits}, decode, encode)


def _decode_alpha4(blocks):
    return codes_of(blocks, 0, 4) * 17


def _decode_alpha8(blocks):
    return (2 * scalars(blocks[:, :8], False) + STEPS) // (2 * STEPS)


# -- RGTC and LATC: a block for each component; two components in the halves of a word -----------


def _scalar(count, letters, signed):
    """Returns the codec of one component or two; the storage has constants for the others."""

    def decode(blocks):
        parts = [scalars(blocks[:, 8 * i : 8 * i + 8], signed) for i in range(count)]
        words = [part.astype(np.uint32) & 0xFFFF for part in parts]
        return words[0] if count == 1 else words[0] | words[1] << np.uint32(16)

    def encode(texels):
        dtype = "<i2" if signed else "<u2"
        halves = texels.astype("<u4").view(dtype).reshape(16, -1, 2).astype(np.int32)
        parts = [encoding.scalar_blocks(halves[..., i], signed) for i in range(count)]
        return np.concatenate(parts, axis=1)

    storage = f"{'signed_' * signed}{letters}_35ths"
    return Codec(8 * count, storage, dict.fromkeys(letters.upper(), 8), decode, encode)


# -- ETC2 and EAC: OpenGL ES 3.0, appendix C.1 -----------------------------------------------------


def _etc2(punch=False):
    """Returns the codec of colours; punch : with transparent black texels."""

    def decode(blocks):
        return etc.color_texels(blocks, punch)

    def encode(texels):
        return etc_encoding.color_blocks(_rgb(texels), texels >> 24 < 128 if punch else None)

    return Codec(8, "unorm8", _BYTES | ({"A": 1} if punch else {}), decode, encode)


def _etc2_alpha():
    """Returns the codec of colours behind a block of alphas."""

    def decode(blocks):
        alpha = etc.scalar_texels(blocks[:, :8], 1).astype(np.uint32)
        return etc.color_texels(blocks[:, 8:], False) & ~OPAQUE | alpha << np.uint32(24)

    def encode(texels):
        alpha = etc_encoding.scalar_blocks(texels >> 24, 1)
        return np.concatenate([alpha, etc_encoding.color_blocks(_rgb(texels))], axis=1)

    return Codec(16, "unorm8", _BYTES | {"A": 8}, decode, encode)


def _eac(count, signed):
    """Returns the codec of one component or two of 11 bits."""

    def decode(blocks):
        parts = [
            etc.scalar_texels(blocks[:, 8 * i : 8 * i + 8], 8, signed).astype(np.uint32) & 0xFFFF
            for i in range(count)
        ]
        return parts[0] if count == 1 else parts[0] | parts[1] << np.uint32(16)

    def encode(texels):
        halves = texels.astype("<u4").view("<i2").reshape(16, -1, 2)
        parts = [etc_encoding.scalar_blocks(halves[..., i], 8, signed) for i in range(count)]
        return np.concatenate(parts, axis=1)

    letters = "rg"[:count]
    storage = f"signed_{letters}_1023rds" if signed else f"{letters}_2047ths"
    return Codec(8 * count, storage, dict.fromkeys(letters.upper(), 11), decode, encode)


_BYTES = dict.fromkeys("RGB", 8)

CODECS = {
    "dxt1": _dxt1(transparent=False),
    "dxt1_alpha": _dxt1(transparent=True),
    "dxt3": _with_alpha(4, _decode_alpha4, encoding.alpha4_blocks),
    "dxt5": _with_alpha(8, _decode_alpha8, lambda a: encoding.scalar_blocks(a * STEPS, False)),
    "rgtc1": _scalar(1, "r", False),
    "signed_rgtc1": _scalar(1, "r", True),
    "rgtc2": _scalar(2, "rg", False),
    "signed_rgtc2": _scalar(2, "rg", True),
    "latc1": _scalar(1, "l", False),
    "signed_latc1": _scalar(1, "l", True),
    "latc2": _scalar(2, "la", False),
    "signed_latc2": _scalar(2, "la", True),
    "etc2": _etc2(),
    "etc2_punch": _etc2(punch=True),
    "etc2_alpha": _etc2_alpha(),
    "eac": _eac(1, False),
    "signed_eac": _eac(1, True),
    "eac_rg": _eac(2, False),
    "signed_eac_rg": _eac(2, True),
}
"""Codecs by name."""
