"""Texels into blocks: ends and codes that come close to them, the same ones everywhere.

Ends are first taken from the texels that lie farthest apart, along the axis of most variance for
colours, then moved to where the squares of the distances are least for the codes that are in use
(least squares, in whole numbers), as long as that is better. What has come out of a block goes back
into the same texels, nearly always, if both of its ends are in use.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from softgl.formats.palettes import (
    BETWEEN,
    COLOR,
    SIGNED,
    STEPS,
    UNSIGNED,
    bytes_of,
    expanded,
    mixed,
    palettes,
)

REFINED = 2  # times that ends are moved
TURNS = 6  # of the power iteration that finds an axis
NEVER = np.int32(2**30)  # an error above all others


def _quotients(numerators, denominators):
    """The nearest whole numbers to quotients of whole numbers; those above are positive."""
    return (2 * numerators + denominators) // (2 * denominators)


def _better(kept, tried):
    """Of two (arrays ..., errors) what has the smaller error, block by block; the first of equal.

    Blocks are the last axis of the arrays.
    """
    better = tried[-1] < kept[-1]
    return tuple(np.where(better, new, old) for new, old in zip(tried, kept, strict=True))


def _moved(weights, texels, whole):
    """The ends that suit codes best by least squares, as numerators (2, ..., n) and denominators.

    weights : (2, 16, n), how often each end counts for a texel, `whole` together, or 0 where none
        does. texels : (..., 16, n). The denominators (n) are 0 where one end alone is in use.
    """
    first, second = weights
    a, b, c = (
        (x * y).sum(axis=0, dtype=np.int64)
        for x, y in ((first, first), (first, second), (second, second))
    )
    sums = [whole * (weight * texels).sum(axis=-2, dtype=np.int64) for weight in weights]
    return np.stack([c * sums[0] - b * sums[1], a * sums[1] - b * sums[0]]), a * c - b * b


# -- colours ---------------------------------------------------------------------------------------


def color_blocks(colors: np.ndarray, three: bool, clear: np.ndarray | None = None) -> np.ndarray:
    """Blocks (n, 8) of colours (3, 16, n), int32 of bytes.

    three : whether a block may have three colours and black, which its order of ends tells.
    clear : (16, n), the texels that must be transparent black; black is of no use else.
    """
    count = colors.shape[2]
    used = np.ones(colors.shape[1:], bool)
    best = _fitted(colors, used, 3)
    four = np.ones(count, bool)
    if three:
        # Texels near black have a colour of their own.
        used = ~clear if clear is not None else colors.max(axis=0) >= 12
        other = _fitted(colors, used, 2, clear)
        if clear is not None:
            best = *best[:-1], np.where(clear.any(axis=0), NEVER, best[-1])
        four = best[-1] <= other[-1]
        best = _better(best, other)
    ends, codes, _ = best
    return _ordered(ends, codes, four)


def _ordered(ends, codes, four):
    """Blocks whose order of ends says what their codes mean."""
    red, green, blue = ends.swapaxes(0, 1)
    packed = red << 11 | green << 5 | blue
    swapped = np.where(four, packed[0] < packed[1], packed[0] > packed[1])
    packed = np.where(swapped, packed[::-1], packed)
    codes = np.where(swapped & (four | (codes < 2)), codes ^ 1, codes)
    # Equal ends would mean three colours and black: here all are the one.
    codes = np.where(four & (packed[0] == packed[1]), 0, codes)
    halves = np.ascontiguousarray(packed.T.astype("<u2")).view(np.uint8)
    return np.concatenate([halves, bytes_of(codes, 2)], axis=1)


def _fitted(colors, used, whole, clear=None):
    """Ends (2, 3, n), codes (16, n) and the error (n) of blocks with 3 or 2 as the whole."""
    ends = _outermost(colors, used, whole)
    best = ends, *_coded(colors, ends, whole, clear)
    counts = np.array(BETWEEN[whole], np.int32)
    top = np.array([2**bits - 1 for bits in COLOR.values()])[:, np.newaxis]
    for _ in range(REFINED):
        numerators, denominators = _moved(np.moveaxis(counts[best[1]], 2, 0), colors, whole)
        found = denominators > 0
        ends = _quotients(numerators * top, 255 * np.where(found, denominators, 1))
        ends = np.where(found, np.clip(ends, 0, top), best[0]).astype(np.int32)
        best = _better(best, (ends, *_coded(colors, ends, whole, clear)))
    return best


def _coded(colors, ends, whole, clear):
    """The code of the nearest colour for each texel (16, n), and the sum of squares (n)."""
    palette = palettes(ends, whole)
    least = np.full(colors.shape[1:], NEVER)
    codes = np.zeros(least.shape, np.int8)
    for code in range(4 if clear is None else 3):
        squares = np.zeros(least.shape, np.int32)
        for channel in range(3):
            distance = colors[channel] - palette[channel, code]
            distance *= distance
            squares += distance
        codes[squares < least] = code
        np.minimum(least, squares, out=least)
    if clear is not None:
        codes[clear], least[clear] = 3, 0
    return codes, least.sum(axis=0, dtype=np.int32)


def _outermost(colors, used, whole):
    """The ends (2, 3, n) that are nearest to the outermost of the texels in use.

    Where all have one colour, those of which a code in the middle comes nearest to it.
    """
    axis = _axis(colors, used)
    along = (axis[:, np.newaxis] * colors).sum(axis=0, dtype=np.int32)
    last = np.argmax(np.where(used, along, -NEVER), axis=0)
    first = np.argmin(np.where(used, along, NEVER), axis=0)
    outer = np.stack([colors[:, texel, np.arange(len(texel))] for texel in (last, first)])
    flat = (outer[0] == outer[1]).all(axis=0)
    result = np.empty(outer.shape, np.int32)
    for channel, bits in enumerate(COLOR.values()):
        nearest = _quotients(outer[:, channel] * (2**bits - 1), 255)
        result[:, channel] = np.where(flat, _middle(bits, whole)[:, outer[0, channel]], nearest)
    return result


def _axis(colors, used):
    """The direction (3, n) of most variance, int32 up to 2^15."""
    count = used.sum(axis=0, dtype=np.int64)
    kept = np.where(used, colors, 0)
    sums = kept.sum(axis=1, dtype=np.int64)
    matrix = np.empty((3, 3, len(count)), np.int64)
    for i in range(3):
        for j in range(i, 3):
            products = (kept[i] * kept[j]).sum(axis=0, dtype=np.int64)
            matrix[i, j] = matrix[j, i] = count * products - sums[i] * sums[j]
    widest = np.argmax(np.stack([matrix[i, i] for i in range(3)]), axis=0)
    vector = matrix[:, widest, np.arange(len(count))]
    for turn in range(TURNS + 1):
        if turn:
            vector = (matrix * vector).sum(axis=1)
        vector = (vector << 15) // np.maximum(np.abs(vector).max(axis=0), 1)
    return vector.astype(np.int32)


@cache
def _middle(bits, whole):
    """Ends (2, 256) whose third colour is nearest to each byte; of equal ones the least apart."""
    first, second = np.divmod(np.arange(4**bits), 2**bits)
    made = mixed(expanded(first, bits), expanded(second, bits), whole, 2)
    distance = np.abs(made - np.arange(256)[:, np.newaxis]) * 2**bits + np.abs(first - second)
    chosen = distance.argmin(axis=1)
    return np.stack([first[chosen], second[chosen]])


# -- single components -----------------------------------------------------------------------------


def alpha4_blocks(alpha: np.ndarray) -> np.ndarray:
    """Blocks (n, 8) of alphas (16, n), bytes: 4 bits for each texel."""
    return bytes_of(_quotients(alpha * 15, 255), 4)


def scalar_blocks(units: np.ndarray, signed: bool) -> np.ndarray:
    """Blocks (n, 8) of one component (16, n) in units, int32."""
    limits = SIGNED if signed else UNSIGNED
    seven = _spaced(units, 7, limits, np.ones(units.shape, bool))
    low, high = (limit * STEPS for limit in limits)
    # Those next to the extremes need no place between the ends.
    five = _spaced(units, 5, limits, (units - low > STEPS // 2) & (high - units > STEPS // 2))
    eight = seven[-1] <= five[-1]
    ends, codes, _ = _better(seven, five)
    # Seven steps go down from the larger end, five up from the smaller one: `_spaced` goes down.
    turned = np.where(codes < 2, codes ^ 1, np.where(codes < 6, 7 - codes, codes))
    codes = np.where(eight, codes, turned)
    ends = np.where(eight, ends, ends[::-1])
    codes = np.where(eight & (ends[0] == ends[1]), 0, codes)
    halves = np.ascontiguousarray(ends.T.astype(np.int8 if signed else np.uint8)).view(np.uint8)
    return np.concatenate([halves, bytes_of(codes, 3)], axis=1)


def _spaced(units, steps, limits, used):
    """Ends (2, n), the larger first, codes (16, n) and the error (n) of so many steps.

    With five, the extremes have codes of their own. used : the texels that ends are sought for.
    """
    low, high = (limit * STEPS for limit in limits)
    ends = np.stack([
        np.where(used, units, low).max(axis=0), np.where(used, units, high).min(axis=0)
    ])  # fmt: skip
    ends = np.where(used.any(axis=0), ends, 0)
    best = _stepped(units, _quotients(ends, STEPS), steps, limits)
    for _ in range(REFINED):
        place = np.clip(best[1] - 1, 0, steps)
        place = np.where(best[1] == 0, 0, np.where(best[1] == 1, steps, place))
        counted = (best[1] < 6) | (steps == 7)
        weights = np.stack([steps - place, place]) * counted
        numerators, denominators = _moved(weights, units, steps)
        found = denominators > 0
        moved = _quotients(numerators, STEPS * np.where(found, denominators, 1))
        moved = np.where(found, np.clip(moved, *limits), best[0])
        best = _better(best, _stepped(units, moved, steps, limits))
    return best


def _stepped(units, ends, steps, limits):
    """The codes of the nearest numbers and the sum of squares, for ends that are put in order."""
    first, second = ends.max(axis=0), ends.min(axis=0)
    span = np.maximum(first - second, 1)
    place = _quotients(steps * (first * STEPS - units), span * STEPS)
    place = np.clip(place, 0, steps)
    made = ((steps - place) * first + place * second) * (STEPS // steps)
    codes = np.where(place == 0, 0, np.where(place == steps, 1, place + 1))
    least = (units - made).astype(np.int64) ** 2
    if steps == 5:
        for code, limit in zip((6, 7), limits, strict=True):
            squares = (units - limit * STEPS).astype(np.int64) ** 2
            codes = np.where(squares < least, code, codes)
            least = np.minimum(least, squares)
    return np.stack([first, second]), codes, least.sum(axis=0)
