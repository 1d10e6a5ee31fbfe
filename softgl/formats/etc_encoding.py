"""Encodes texels into ETC2 and EAC blocks; see `encoding` for those of S3TC and RGTC.

Colours take the planar mode, the individual or the differential one, whichever has the smallest
error; T and H are not tried. A component tries each table of modifiers with the
multipliers next to its range.
"""

from __future__ import annotations

import numpy as np

from softgl.formats.etc import (
    EAC_MODIFIERS,
    MODIFIERS,
    PIXELS,
    X,
    Y,
    bytes_of_plane,
    centre,
    clamped,
    extended,
)

MAX_ERROR = np.int64(2**40)  # an error above all errors


def _as_blocks(high, low):
    """Returns blocks (n, 8) of two words (n)."""
    words = np.stack([high, low], axis=1).astype(np.uint32)
    return words.astype(">u4").view(np.uint8)


def color_blocks(colors: np.ndarray, clear: np.ndarray | None = None) -> np.ndarray:
    """Returns blocks (n, 8) of colours (3, 16, n), int32 of bytes.

    clear : (16, n), the texels that must be transparent black, for PUNCHTHROUGH_ALPHA1.
    """
    best = _planar(colors)
    if clear is not None:
        best = *best[:2], np.where(clear.any(axis=0), MAX_ERROR, best[2])
    for flip in (0, 1):
        best = _better(best, _halved(colors, flip, clear))
    return _as_blocks(*best[:2])


def _better(old, new):
    """Returns per block the one of two fits with the smaller error, which comes last."""
    if old is None:
        return new
    better = new[-1] < old[-1]
    return tuple(np.where(better, after, before) for before, after in zip(old, new, strict=True))


def _planar(colors):
    """Returns the words of planar blocks, by least squares, and the sums of squared errors."""
    wide = colors.astype(np.int64)
    sums = wide.sum(axis=1)
    right, up = (((2 * axis - 3) * wide).sum(axis=1) for axis in (X, Y))
    # In 160ths: the sum of (x - 3/2)^2 over a block is 20.
    origin = 10 * sums - 6 * (right + up)
    corners = [origin, origin + 16 * right, origin + 16 * up]
    largest = np.array([63, 127, 63]).reshape(3, 1)
    fits = [
        np.clip((2 * corner * largest + 160 * 255) // (2 * 160 * 255), 0, largest)
        for corner in corners
    ]
    start, across, down = (bytes_of_plane(*fit)[:, np.newaxis] for fit in fits)
    made = np.clip(X * (across - start) + Y * (down - start) + 4 * start + 2 >> 2, 0, 255)
    return *_planar_words(*fits), ((made - wide) ** 2).sum(axis=(0, 1))


def _planar_words(origin, across, down):
    """Returns the words of corners (3, n): table C.3g."""
    red, green, blue = origin
    high = red << 25 | (green >> 6) << 24 | (green & 63) << 17 | (blue >> 5) << 16
    high |= (blue >> 3 & 3) << 11 | (blue & 7) << 7 | (across[0] >> 1) << 2 | 2 | across[0] & 1
    # Red and green, with the signs of their differences in the free bits, stay inside [0, 31];
    # blue leaves it.
    high |= (red >> 1 & 1) << 31 | (green >> 1 & 1) << 23
    high |= np.where((blue >> 3 & 3) + (blue >> 1 & 3) < 4, 1 << 10, 7 << 13)
    low = across[1] << 25 | across[2] << 19 | down[0] << 13 | down[1] << 6 | down[2]
    return high, low


def _halved(colors, flip, clear):
    """Returns the words of blocks with two subblocks, and the sums of squared errors."""
    second = np.broadcast_to((Y if flip else X) >= 2, colors.shape[1:])
    parts = [~second, second]
    punch = clear is not None
    used = ~clear if punch else np.ones(colors.shape[1:], bool)
    holes = clear.any(axis=0) if punch else np.zeros(colors.shape[2], bool)
    fives = [_quantized(_means(colors, part & used), 31) for part in parts]
    delta = np.clip(fives[1] - fives[0], -4, 3)
    near = [fives[0], fives[0] + delta]
    fits = [
        _fit(colors, extended(five, 5), part, used, holes)
        for five, part in zip(near, parts, strict=True)
    ]
    words = near[0] << 3 | delta & 7
    marked = np.where(holes, 0, 2)
    if not punch:
        fours = [_quantized(_means(colors, part), 15) for part in parts]
        others = [
            _fit(colors, 17 * four, part, used, holes)
            for four, part in zip(fours, parts, strict=True)
        ]
        individual = sum(each[2] for each in others) < sum(each[2] for each in fits)
        words = np.where(individual, fours[0] << 4 | fours[1], words)
        fits = [
            tuple(np.where(individual, b, a) for a, b in zip(*pair, strict=True))
            for pair in zip(fits, others, strict=True)
        ]
        marked = np.where(individual, 0, 2)
    (table1, codes1, error1), (table2, codes2, error2) = fits
    codes = np.where(parts[1], codes2, codes1)
    if punch:
        codes = np.where(clear, 2, codes)
    red, green, blue = words.astype(np.int64)
    high = red << 24 | green << 16 | blue << 8 | table1 << 5 | table2 << 2 | marked | flip
    low = (((codes >> 1) << 16 | codes & 1) << PIXELS).sum(axis=0)
    return high, low, error1 + error2


def _means(colors, part):
    """Returns twice the means (3, n) of colours, rounded, and the number that they are of."""
    count = np.maximum(part.sum(axis=0), 1)
    return (colors * part).sum(axis=1), count


def _quantized(means, largest):
    """Returns the nearest numbers of 0 to `largest` to the means of bytes."""
    sums, count = means
    return ((2 * sums * largest + 255 * count) // (2 * 255 * count)).astype(np.int64)


def _fit(colors, base, part, used, holes):
    """Returns the best table (n), the codes (16, n) and the squared error (n) of a subblock.

    base : (3, n) bytes. holes : blocks whose small modifiers are 0, and code 2 is transparent.
    """
    counted = part & used
    best = None
    for table, (small, large) in enumerate(MODIFIERS):
        steps = [np.where(holes, 0, small), large, np.where(holes, 0, -small), -large]
        errors = []
        for code, step in enumerate(steps):
            made = np.clip(base + step, 0, 255)[:, np.newaxis]
            square = ((made - colors) ** 2).sum(axis=0)
            errors.append(np.where(holes & (code == 2), MAX_ERROR, square))
        squares = np.stack(errors)
        codes = squares.argmin(axis=0)
        least = np.where(counted, squares.min(axis=0), 0).sum(axis=0)
        found = np.full(least.shape, table), codes, least
        best = _better(best, found)
    return best


def scalar_blocks(codes: np.ndarray, step: int, signed: bool = False) -> np.ndarray:
    """Returns blocks (n, 8) of one component (16, n); the codes are those of `scalar_texels`."""
    codes = codes.astype(np.int64)
    low, high = codes.min(axis=0), codes.max(axis=0)
    best = None
    for table, modifiers in enumerate(EAC_MODIFIERS.astype(np.int64)):
        span = (modifiers.max() - modifiers.min()) * step
        rough = (high - low) // span
        for more in (0, 1):
            # "An encoder is not allowed to produce a multiplier of zero" for bytes.
            multiplier = np.clip(rough + more, 1 if step == 1 else 0, 15)
            found = _with(codes, table, modifiers, multiplier, step, signed)
            best = _better(best, found)
    return _as_blocks(*best[:2])


def _with(codes, table, modifiers, multiplier, step, signed):
    """Returns the words of blocks with a table and multipliers (n), and the squared errors."""
    factor = np.where(multiplier == 0, step // 8, multiplier * step)
    middle = codes.min(axis=0) + codes.max(axis=0) - factor * (modifiers.max() + modifiers.min())
    base = (middle - 2 * centre(step, signed) + step) // (2 * step)
    base = np.clip(base, -127, 127) if signed else np.clip(base, 0, 255)
    start = base * step + centre(step, signed)
    made = [clamped(start + modifier * factor, step, signed) for modifier in modifiers]
    squares = np.stack([(each - codes) ** 2 for each in made])
    picked, least = squares.argmin(axis=0), squares.min(axis=0).sum(axis=0)
    low = (picked << 45 - 3 * PIXELS).sum(axis=0)
    high = (base & 0xFF) << 24 | multiplier << 20 | table << 16 | low >> 32
    return high, low & 0xFFFFFFFF, least
