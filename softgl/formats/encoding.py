"""Encodes texels into blocks: endpoints and codes near the texels, deterministic on every machine.

The first endpoints are the extreme texels, for colours along the axis of largest variance. Least
squares over the codes in use, in integers, then refine them while the error shrinks. Decoded blocks
encode to the same texels again, nearly always, if both of their endpoints are in use.
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

REFINEMENTS = 2  # refinements of endpoints
ITERATIONS = 6  # steps of the power iteration for the axis
MAX_ERROR = np.int32(2**30)  # an error above all errors


def _quotients(numerators, denominators):
    """Returns quotients rounded to the nearest integer; denominators are positive."""
    return (2 * numerators + denominators) // (2 * denominators)


def _better(old, new):
    """Returns per block the fit (arrays ..., error) with the smaller error, the first if equal.

    Blocks are the last axis of the arrays.
    """
    better = new[-1] < old[-1]
    return tuple(np.where(better, after, before) for before, after in zip(old, new, strict=True))


def _least_squares(weights, texels, whole):
    """Returns the endpoints of least squares for given codes: numerators and denominators.

    weights : (2, 16, n), the weight of each endpoint for a texel; they sum to `whole`, or are 0
        where neither counts.
    texels : (..., 16, n).

    The endpoints are numerators; denominators are 0 where only one endpoint is in use.
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
    """Returns blocks (n, 8) of colours (3, 16, n), int32 of bytes.

    three : True if a block may have three colours and black, selected by the order of endpoints.
    clear : (16, n), the texels that must be transparent black; black is used only for them.
    """
    count = colors.shape[2]
    used = np.ones(colors.shape[1:], bool)
    best = _fit_colors(colors, used, 3)
    four = np.ones(count, bool)
    if three:
        # Texels near black use the code of black.
        used = ~clear if clear is not None else colors.max(axis=0) >= 12
        other = _fit_colors(colors, used, 2, clear)
        if clear is not None:
            best = *best[:-1], np.where(clear.any(axis=0), MAX_ERROR, best[-1])
        four = best[-1] <= other[-1]
        best = _better(best, other)
    ends, codes, _ = best
    return _ordered(ends, codes, four)


def _ordered(ends, codes, four):
    """Returns blocks whose order of endpoints selects the meaning of their codes."""
    red, green, blue = ends.swapaxes(0, 1)
    packed = red << 11 | green << 5 | blue
    swapped = np.where(four, packed[0] < packed[1], packed[0] > packed[1])
    packed = np.where(swapped, packed[::-1], packed)
    codes = np.where(swapped & (four | (codes < 2)), codes ^ 1, codes)
    # Equal endpoints mean three colours and black; code 0 is the only colour.
    codes = np.where(four & (packed[0] == packed[1]), 0, codes)
    halves = np.ascontiguousarray(packed.T.astype("<u2")).view(np.uint8)
    return np.concatenate([halves, bytes_of(codes, 2)], axis=1)


def _fit_colors(colors, used, whole, clear=None):
    """Fits colours: endpoints (2, 3, n), codes (16, n), error (n); `whole` is 3 or 2 steps."""
    ends = _outermost(colors, used, whole)
    best = ends, *_nearest_colors(colors, ends, whole, clear)
    counts = np.array(BETWEEN[whole], np.int32)
    top = np.array([2**bits - 1 for bits in COLOR.values()])[:, np.newaxis]
    for _ in range(REFINEMENTS):
        numerators, denominators = _least_squares(np.moveaxis(counts[best[1]], 2, 0), colors, whole)
        found = denominators > 0
        ends = _quotients(numerators * top, 255 * np.where(found, denominators, 1))
        ends = np.where(found, np.clip(ends, 0, top), best[0]).astype(np.int32)
        best = _better(best, (ends, *_nearest_colors(colors, ends, whole, clear)))
    return best


def _nearest_colors(colors, ends, whole, clear):
    """Returns the code of the nearest colour for each texel (16, n), and the sum of squares (n)."""
    palette = palettes(ends, whole)
    least = np.full(colors.shape[1:], MAX_ERROR)
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
    """Returns the endpoints (2, 3, n) nearest to the extreme texels in use.

    For a block of one colour, they are the endpoints with the nearest colour in the middle.
    """
    axis = _axis(colors, used)
    along = (axis[:, np.newaxis] * colors).sum(axis=0, dtype=np.int32)
    last = np.argmax(np.where(used, along, -MAX_ERROR), axis=0)
    first = np.argmin(np.where(used, along, MAX_ERROR), axis=0)
    outer = np.stack([colors[:, texel, np.arange(len(texel))] for texel in (last, first)])
    flat = (outer[0] == outer[1]).all(axis=0)
    result = np.empty(outer.shape, np.int32)
    for channel, bits in enumerate(COLOR.values()):
        nearest = _quotients(outer[:, channel] * (2**bits - 1), 255)
        result[:, channel] = np.where(flat, _middle(bits, whole)[:, outer[0, channel]], nearest)
    return result


def _axis(colors, used):
    """Returns the direction (3, n) of largest variance, int32 up to 2^15."""
    count = used.sum(axis=0, dtype=np.int64)
    masked = np.where(used, colors, 0)
    sums = masked.sum(axis=1, dtype=np.int64)
    matrix = np.empty((3, 3, len(count)), np.int64)
    for i in range(3):
        for j in range(i, 3):
            products = (masked[i] * masked[j]).sum(axis=0, dtype=np.int64)
            matrix[i, j] = matrix[j, i] = count * products - sums[i] * sums[j]
    widest = np.argmax(np.stack([matrix[i, i] for i in range(3)]), axis=0)
    vector = matrix[:, widest, np.arange(len(count))]
    for step in range(ITERATIONS + 1):
        if step:
            vector = (matrix * vector).sum(axis=1)
        vector = (vector << 15) // np.maximum(np.abs(vector).max(axis=0), 1)
    return vector.astype(np.int32)


@cache
def _middle(bits, whole):
    """Returns endpoints (2, 256) with a third colour nearest to each byte, as close as possible."""
    first, second = np.divmod(np.arange(4**bits), 2**bits)
    made = mixed(expanded(first, bits), expanded(second, bits), whole, 2)
    distance = np.abs(made - np.arange(256)[:, np.newaxis]) * 2**bits + np.abs(first - second)
    chosen = distance.argmin(axis=1)
    return np.stack([first[chosen], second[chosen]])


# -- single components -----------------------------------------------------------------------------


def alpha4_blocks(alpha: np.ndarray) -> np.ndarray:
    """Returns blocks (n, 8) of alphas (16, n), bytes: 4 bits for each texel."""
    return bytes_of(_quotients(alpha * 15, 255), 4)


def scalar_blocks(units: np.ndarray, signed: bool) -> np.ndarray:
    """Returns blocks (n, 8) of one component (16, n) in units, int32."""
    limits = SIGNED if signed else UNSIGNED
    seven = _fit_scalars(units, 7, limits, np.ones(units.shape, bool))
    low, high = (limit * STEPS for limit in limits)
    # Numbers next to the extremes need no code between the endpoints.
    five = _fit_scalars(units, 5, limits, (units - low > STEPS // 2) & (high - units > STEPS // 2))
    eight = seven[-1] <= five[-1]
    ends, codes, _ = _better(seven, five)
    # Seven steps descend from the larger endpoint, five ascend; the fit descends in both cases.
    ascending = np.where(codes < 2, codes ^ 1, np.where(codes < 6, 7 - codes, codes))
    codes = np.where(eight, codes, ascending)
    ends = np.where(eight, ends, ends[::-1])
    codes = np.where(eight & (ends[0] == ends[1]), 0, codes)
    halves = np.ascontiguousarray(ends.T.astype(np.int8 if signed else np.uint8)).view(np.uint8)
    return np.concatenate([halves, bytes_of(codes, 3)], axis=1)


def _fit_scalars(units, steps, limits, used):
    """Fits numbers: endpoints (2, n), the larger first, codes (16, n) and the error (n).

    steps : steps between the endpoints, 5 or 7; with 5 the extremes have codes of their own.
    used : the texels that determine the endpoints.
    """
    low, high = (limit * STEPS for limit in limits)
    ends = np.stack([
        np.where(used, units, low).max(axis=0), np.where(used, units, high).min(axis=0)
    ])  # fmt: skip
    ends = np.where(used.any(axis=0), ends, 0)
    best = _nearest_steps(units, _quotients(ends, STEPS), steps, limits)
    for _ in range(REFINEMENTS):
        place = np.clip(best[1] - 1, 0, steps)
        place = np.where(best[1] == 0, 0, np.where(best[1] == 1, steps, place))
        counted = (best[1] < 6) | (steps == 7)
        weights = np.stack([steps - place, place]) * counted
        numerators, denominators = _least_squares(weights, units, steps)
        found = denominators > 0
        moved = _quotients(numerators, STEPS * np.where(found, denominators, 1))
        moved = np.where(found, np.clip(moved, *limits), best[0])
        best = _better(best, _nearest_steps(units, moved, steps, limits))
    return best


def _nearest_steps(units, ends, steps, limits):
    """Returns ordered endpoints, the codes of the nearest numbers, and the sum of squares."""
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
