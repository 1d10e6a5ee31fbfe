"""Palettes of compressed blocks: the endpoints, and interpolated values.

This module decides the rounding. S3TC endpoints become bytes by repeating their highest bits, as is
common, and interpolated bytes round to the nearest, ties to the larger. RGTC numbers are exact:
integers of 1/35 of a byte's step, since codes divide the interval by 5 or by 7.
"""

from __future__ import annotations

import numpy as np

COLOR = {"R": 5, "G": 6, "B": 5}
"""Bits of a colour endpoint; red is highest."""
STEPS = 35
"""Units from one byte to the next."""
UNSIGNED, SIGNED = (0, 255), (-127, 127)
"""The range of endpoints of unsigned and of signed numbers."""

BETWEEN = {
    3: ((3, 0), (0, 3), (2, 1), (1, 2)),
    2: ((2, 0), (0, 2), (1, 1), (0, 0)),
}
"""The weights of both endpoints for the four codes of a colour; they sum to 3 or to 2.

EXT_texture_compression_s3tc, appendix; the last pair of 2 is BLACK.
"""


def codes_of(blocks: np.ndarray, start: int, bits: int) -> np.ndarray:
    """Returns codes (16, n), int64, of `bits` bits each from byte `start` of blocks (n, size)."""
    code_bytes = blocks[:, start : start + 2 * bits]
    whole = np.zeros((len(blocks), 8), np.uint8)
    whole[:, : 2 * bits] = code_bytes
    shifts = np.arange(0, 16 * bits, bits, dtype=np.uint64)[:, np.newaxis]
    words = whole.view("<u8")[:, 0].astype(np.uint64)
    return (words >> shifts & np.uint64(2**bits - 1)).astype(np.int64)


def bytes_of(codes: np.ndarray, bits: int) -> np.ndarray:
    """Returns the bytes (n, 2 bits) of codes, uint8."""
    words = np.zeros(codes.shape[1], "<u8")
    for texel, code in enumerate(codes):
        words |= code.astype(np.uint64) << np.uint64(bits * texel)
    return words.view(np.uint8).reshape(-1, 8)[:, : 2 * bits]


# -- colours ---------------------------------------------------------------------------------------


def expanded(ends: np.ndarray, bits: int) -> np.ndarray:
    """Returns the bytes of endpoints of 5 or 6 bits."""
    return ends << 8 - bits | ends >> 2 * bits - 8


def mixed(first: np.ndarray, second: np.ndarray, whole: int, code: int) -> np.ndarray:
    """Returns the bytes of a code, interpolated between the bytes of the endpoints."""
    counts = BETWEEN[whole][code]
    return (2 * (counts[0] * first + counts[1] * second) + whole) // (2 * whole)


def palettes(ends: np.ndarray, whole: int) -> np.ndarray:
    """Returns the four colours (3, 4, n) of endpoints (2, 3, n): int32, bytes."""
    result = np.empty((3, 4, ends.shape[2]), np.int32)
    for channel, bits in enumerate(COLOR.values()):
        first, second = expanded(ends[:, channel], bits)
        for code in range(4):
            result[channel, code] = mixed(first, second, whole, code)
    return result


def colors(first: np.ndarray, second: np.ndarray, whole: int) -> np.ndarray:
    """Returns the words (4, n), red lowest and alpha 0, of the codes of packed endpoints (n)."""
    packed = np.stack([first, second])
    ends = np.stack([packed >> 11, packed >> 5 & 63, packed & 31], axis=1)
    red, green, blue = palettes(ends, whole).astype(np.uint32)
    return red | green << np.uint32(8) | blue << np.uint32(16)


# -- single components -----------------------------------------------------------------------------


def scalars(blocks: np.ndarray, signed: bool) -> np.ndarray:
    """Returns the units (16, n), int32, of blocks (n, 8) of one component."""
    low, high = SIGNED if signed else UNSIGNED
    # "the expressions red0 > red1 and red0 <= red1 are considered undefined [...] when red0 equals
    # -127 and red1 equals -128": we compare the bytes.
    raw = [blocks[:, i].view(np.int8 if signed else np.uint8).astype(np.int32) for i in (0, 1)]
    first, second = (np.maximum(end, low) for end in raw)
    palette = np.empty((8, len(blocks)), np.int32)
    palette[0], palette[1] = first * STEPS, second * STEPS
    eight = raw[0] > raw[1]
    for code in range(2, 8):
        sevenths = 5 * ((8 - code) * first + (code - 1) * second)
        fifths = 7 * ((6 - code) * first + (code - 1) * second)
        other = fifths if code < 6 else STEPS * (low if code == 6 else high)
        palette[code] = np.where(eight, sevenths, other)
    return np.take_along_axis(palette, codes_of(blocks, 2, 3), axis=0)
