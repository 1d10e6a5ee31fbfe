"""ETC2 and EAC blocks decoded: OpenGL ES 3.0, appendix C.1.

A block is 64 bits, most significant byte first, for colours, and 64 bits for each other component.
Its pixels are counted down the columns (table C.2); arrays of texels (16, n) go along the rows.
All arithmetic is of integers.
"""

from __future__ import annotations

import numpy as np

MODIFIERS = np.array(
    [(2, 8), (5, 17), (9, 29), (13, 42), (18, 60), (24, 80), (33, 106), (47, 183)], np.int32
)
"""Table C.6: the small and the large modifier of each table; both may be negative too."""
DISTANCES = np.array([3, 6, 11, 16, 23, 32, 41, 64], np.int32)
"""Table C.8."""
EAC_MODIFIERS = np.array(
    [
        (-3, -6, -9, -15, 2, 5, 8, 14), (-3, -7, -10, -13, 2, 6, 9, 12),
        (-2, -5, -8, -13, 1, 4, 7, 12), (-2, -4, -6, -13, 1, 3, 5, 12),
        (-3, -6, -8, -12, 2, 5, 7, 11), (-3, -7, -9, -11, 2, 6, 8, 10),
        (-4, -7, -8, -11, 3, 6, 7, 10), (-3, -5, -8, -11, 2, 4, 7, 10),
        (-2, -6, -8, -10, 1, 5, 7, 9), (-2, -5, -8, -10, 1, 4, 7, 9),
        (-2, -4, -8, -10, 1, 3, 7, 9), (-2, -5, -7, -10, 1, 4, 6, 9),
        (-3, -4, -7, -10, 2, 3, 6, 9), (-1, -2, -3, -10, 0, 1, 2, 9),
        (-4, -6, -8, -9, 3, 5, 7, 8), (-3, -5, -7, -9, 2, 4, 6, 8),
    ],
    np.int32,
)  # fmt: skip
"""Table C.10: the modifiers of each table, by the code of a pixel."""
X, Y = np.arange(16, dtype=np.int64)[:, np.newaxis] % 4, np.arange(16)[:, np.newaxis] // 4
PIXELS = 4 * X + Y
"""The number of the pixel of each texel (16, 1)."""
UNSIGNED11, SIGNED11 = 2047, 1023
"""The codes of 1.0 of 11-bit components."""


def halves(blocks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Returns the high and the low words (n), int64, of blocks (n, 8)."""
    words = np.ascontiguousarray(blocks).view(">u4").astype(np.int64)
    return words[:, 0], words[:, 1]


def _bits(word, last, count):
    """Returns `count` bits of words, down to bit `last`, as int32."""
    return (word >> last & (1 << count) - 1).astype(np.int32)


def _signed(bits):
    """Returns numbers of three bits in two's complement."""
    return (bits ^ 4) - 4


def extended(values: np.ndarray, bits: int) -> np.ndarray:
    """Returns the bytes of numbers of 4 to 7 bits: the highest bits are repeated."""
    return values << 8 - bits | values >> 2 * bits - 8


def _stack(*channels):
    return np.stack(channels)


# -- colours ---------------------------------------------------------------------------------------


def color_texels(blocks: np.ndarray, punch: bool) -> np.ndarray:
    """Returns the words (16, n), red lowest, of blocks (n, 8).

    punch : True for PUNCHTHROUGH_ALPHA1, whose bit 33 says that all texels are opaque; in other
    blocks it chooses the differential modes.
    """
    high, low = halves(blocks)
    first = np.stack([_bits(high, last, 5) for last in (27, 19, 11)])
    second = first + _signed(np.stack([_bits(high, last, 3) for last in (24, 16, 8)]))
    marked = _bits(high, 1, 1).astype(bool)
    codes = (low >> PIXELS + 16 & 1) << 1 | low >> PIXELS & 1
    clear = ~marked if punch else np.zeros_like(marked)
    rgb = _subblocks(high, first, second, ~marked & (not punch), codes, clear)
    outside = (second < 0) | (second > 31)
    # C.1.1: "First, R and dR are added, and if the sum is not within the interval [0,31], the 'T'
    # mode is selected. Otherwise, if the sum of G and dG", etc.
    differential = marked | punch
    modes = [differential & outside[0]]
    modes.append(differential & outside[1] & ~outside[0])
    modes.append(differential & outside[2] & ~outside[1] & ~outside[0])
    for mode, paint in zip(modes[:2], (_of_t, _of_h), strict=True):
        if mode.any():
            colors = np.clip(paint(high[mode]), 0, 255)  # (4, 3, m)
            taken = codes[:, mode]
            picked = np.take_along_axis(colors, taken[:, np.newaxis].repeat(3, 1), axis=0)
            rgb[:, :, mode] = picked.swapaxes(0, 1)
    planar = modes[2]
    if planar.any():
        rgb[:, :, planar] = _planar(high[planar], low[planar])
    # C.1.9: "if MSB==1 and LSB==0, the alpha value will be zero"; the plane has no such texels.
    hidden = (codes == 2) & clear & ~planar
    red, green, blue = rgb.astype(np.uint32)
    words = red | green << np.uint32(8) | blue << np.uint32(16) | np.uint32(0xFF000000)
    return np.where(hidden, np.uint32(0), words)


def _subblocks(high, first, second, individual, codes, clear):
    """Returns the colours (3, 16, n) of the individual and the differential mode."""
    ends = [
        np.where(
            individual,
            17 * np.stack([_bits(high, last, 4) for last in lasts]),
            extended(np.clip(five, 0, 31), 5),
        )
        for lasts, five in (((28, 20, 12), first), ((24, 16, 8), second))
    ]
    upper = np.where(_bits(high, 0, 1).astype(bool), Y >= 2, X >= 2)  # (16, n): the second one
    table = np.where(upper, _bits(high, 2, 3), _bits(high, 5, 3))
    large = codes & 1
    modifier = MODIFIERS[table, large]
    # Table C.13b: without the opaque bit the small modifiers are 0.
    modifier = np.where(clear & (large == 0), 0, modifier)
    modifier = np.where(codes >= 2, -modifier, modifier)
    base = np.where(upper, ends[1][:, np.newaxis], ends[0][:, np.newaxis])
    return np.clip(base + modifier, 0, 255)


def _colors_of_two(high, lasts):
    return 17 * np.stack([_bits(high, last, 4) for last in lasts])


def _of_t(high):
    """Returns the paint colours (4, 3, n) of the T mode, not clamped."""
    red = _bits(high, 27, 2) << 2 | _bits(high, 24, 2)
    first = 17 * _stack(red, _bits(high, 20, 4), _bits(high, 16, 4))
    second = _colors_of_two(high, (12, 8, 4))
    distance = DISTANCES[_bits(high, 2, 2) << 1 | _bits(high, 0, 1)]
    return np.stack([first, second + distance, second, second - distance])


def _of_h(high):
    """Returns the paint colours (4, 3, n) of the H mode, not clamped."""
    green = _bits(high, 24, 3) << 1 | _bits(high, 20, 1)
    blue = _bits(high, 19, 1) << 3 | _bits(high, 15, 3)
    first = 17 * _stack(_bits(high, 27, 4), green, blue)
    second = _colors_of_two(high, (11, 7, 3))
    values = [color[0] << 16 | color[1] << 8 | color[2] for color in (first, second)]
    # "the least significant bit is computed as (base col 1 value >= base col 2 value)".
    index = _bits(high, 2, 1) << 2 | _bits(high, 0, 1) << 1 | (values[0] >= values[1])
    distance = DISTANCES[index]
    return np.stack([first + distance, first - distance, second + distance, second - distance])


def _planar(high, low):
    """Returns the colours (3, 16, n) of the planar mode."""
    blue = _bits(high, 16, 1) << 5 | _bits(high, 11, 2) << 3 | _bits(high, 7, 3)
    green = _bits(high, 24, 1) << 6 | _bits(high, 17, 6)
    right = _bits(high, 2, 5) << 1 | _bits(high, 0, 1)
    origin = bytes_of_plane(_bits(high, 25, 6), green, blue)
    across = bytes_of_plane(right, _bits(low, 25, 7), _bits(low, 19, 6))
    down = bytes_of_plane(_bits(low, 13, 6), _bits(low, 6, 7), _bits(low, 0, 6))
    sums = X * (across - origin)[:, np.newaxis] + Y * (down - origin)[:, np.newaxis]
    return np.clip(sums + 4 * origin[:, np.newaxis] + 2 >> 2, 0, 255)


def bytes_of_plane(red, green, blue) -> np.ndarray:
    """Returns the bytes (3, n) of a corner of a plane, numbers of 6, 7 and 6 bits."""
    return _stack(extended(red, 6), extended(green, 7), extended(blue, 6))


# -- single components -----------------------------------------------------------------------------


def scalar_texels(blocks: np.ndarray, step: int, signed: bool = False) -> np.ndarray:
    """Returns the codes (16, n), int64, of blocks (n, 8) of one component.

    step : 1 for bytes of alpha, 8 for 11-bit numbers. Equations C.1, C.4, C.5, C.8 and C.9.
    """
    high, low = halves(blocks)
    whole = high << 32 | low
    base = _bits(high, 24, 8).astype(np.int64)
    if signed:
        # "the value -128 is not allowed; however, if it should occur anyway it must be treated as
        # -127".
        base = np.maximum((base ^ 128) - 128, -127)
    multiplier, table = _bits(high, 20, 4), _bits(high, 16, 4)
    codes = whole >> 45 - 3 * PIXELS & 7
    # "If the multiplier value is zero [...] we should set the multiplier to 1.0/8.0": of bytes 0.
    factor = np.where(multiplier == 0, step // 8, multiplier * step)
    start = base * step + centre(step, signed)
    return clamped(start + EAC_MODIFIERS[table, codes] * factor, step, signed)


def centre(step: int, signed: bool) -> int:
    """Returns the addend of equation C.4, half a step of unsigned 11-bit numbers; else 0."""
    return 4 if step == 8 and not signed else 0


def clamped(codes, step: int, signed: bool):
    """Returns codes clamped to the range of their numbers."""
    if step == 1:
        return np.clip(codes, 0, 255)
    return np.clip(codes, -SIGNED11, SIGNED11) if signed else np.clip(codes, 0, UNSIGNED11)
