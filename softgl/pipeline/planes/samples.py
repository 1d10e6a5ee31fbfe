"""The samples of a pixel: how many there may be, where they are, which of them alpha covers.

OpenGL 2.1, 3.2.1: "each pixel in the framebuffer has SAMPLES locations associated with it. These
locations are exact positions, rather than regions or areas". Here they are the same in all pixels.
"""

from __future__ import annotations

from itertools import chain

SUBPIXELS = 256  # window coordinates are multiples of 1/256 pixel
SAMPLE_UNITS_PER_PIXEL = 16  # of a pixel, in which positions are given

SAMPLE_POSITIONS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((4, 4), (-4, -4)),
    4: ((-2, -6), (6, -2), (-6, 2), (2, 6)),
    8: ((1, -3), (-1, 3), (5, 1), (-3, -5), (-5, 5), (-7, -1), (3, 7), (7, -7)),
    16: (
        (1, 1), (-1, -3), (-3, 2), (4, -1), (-5, -2), (2, 5), (5, 3), (3, -5),
        (-2, 6), (0, -7), (-4, -6), (-6, 4), (-8, 0), (7, -4), (6, 7), (-7, -8),
    ),
}  # fmt: skip
"""Sample positions by number of samples: x and y from the pixel's centre, in sixteenths.

These are the patterns that Direct3D has made common. No sample is nearer to the centre than the
first one.
"""
MULTISAMPLE_COUNTS = tuple(SAMPLE_POSITIONS)[1:]
MAX_SAMPLES = max(MULTISAMPLE_COUNTS)


def supported(count: int) -> int:
    """The smallest of MULTISAMPLE_COUNTS that is at least `count`; 1 for none."""
    return next(each for each in MULTISAMPLE_COUNTS if each >= count) if count else 1


def reach(samples: int) -> int:
    """The largest distance of samples from the centre along one axis, in subpixels."""
    return max(map(abs, chain(*SAMPLE_POSITIONS[samples]))) * (SUBPIXELS // SAMPLE_UNITS_PER_PIXEL)


def alpha_limits(samples: int) -> list[float]:
    """The least alpha that covers each sample: alpha rounds to the number of covered samples."""
    return [(number + 0.5) / samples for number in range(samples)]


def coverage_mask(samples: int, value: float, invert: bool) -> int:
    """Returns a bit for each sample that a coverage value keeps; invert : for the others."""
    covered = sum(1 << n for n, least in enumerate(alpha_limits(samples)) if value >= least)
    return covered ^ ((1 << samples) - 1) if invert else covered
