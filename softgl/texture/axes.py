"""The texels of an axis that a coordinate selects, by wrap mode: OpenGL 2.1, 3.8.7 and 3.8.8."""

from __future__ import annotations

from collections.abc import Callable

from softgl.records import dataclass


def _repeat(m, s, size, offset):
    place = m.max(s - m.floor(s), 0.0) * size  # a factor of at most 1; a NaN gives 0
    return m.clamp(_modulo(m, place + offset, size), 0.0, size) if offset else place


def _mirrored_repeat(m, s, size, offset):
    period = s - m.floor(s * 0.5) * 2.0  # [0, 2)
    place = m.min(period, 2.0 - period) * size
    if offset:
        both = size + size  # the image and its mirror image
        place = _modulo(m, period * size + offset, both)
        place = m.min(place, both - place)
    return m.clamp(place, 0.5, size - 0.5)


def _modulo(m, x, period):
    return x - m.floor(x / period) * period


def _once(place):
    """Returns the formula of a mode that does not repeat, from one that counts texels."""

    def of_texels(m, u, size, offset):
        return place(m, u + offset if offset else u, size)

    return of_texels


@dataclass(frozen=True)
class Wrap:
    """A wrap mode.

    place : (m, u, size, offset) -> the coordinate, a number within [-1/2, size + 1/2] for every u:
        OpenGL 2.1, 3.8.7, with the clamps of a coordinate multiplied by the size. u counts texels,
        or images where the mode repeats. `offset` is added first, in texels.
    beyond : the neighbour of the image: itself again (REPEAT), its edge texels (EDGE), which a
        coordinate cannot leave, or the border (BORDER).
    repeats : True if the image is repeated; only normalized coordinates allow such modes.
    leaves : True if NEAREST takes the border at the image's very end, not the last texel.
    """

    place: Callable
    beyond: str
    repeats: bool = False
    leaves: bool = False


WRAPS = {
    "REPEAT": Wrap(_repeat, "REPEAT", repeats=True),
    "CLAMP": Wrap(_once(lambda m, u, size: m.clamp(u, 0.0, size)), "BORDER"),
    "CLAMP_TO_EDGE": Wrap(_once(lambda m, u, size: m.clamp(u, 0.5, size - 0.5)), "EDGE"),
    "CLAMP_TO_BORDER": Wrap(
        _once(lambda m, u, size: m.clamp(u, -0.5, size + 0.5)), "BORDER", leaves=True
    ),
    "MIRRORED_REPEAT": Wrap(_mirrored_repeat, "EDGE", repeats=True),
    # EXT_texture_mirror_clamp: "mirrorClamp(f) = min(1, max(1/(2*N), abs(f)))" etc.
    "MIRROR_CLAMP_EXT": Wrap(_once(lambda m, u, size: m.clamp(abs(u), 0.5, size)), "BORDER"),
    "MIRROR_CLAMP_TO_EDGE_EXT": Wrap(
        _once(lambda m, u, size: m.clamp(abs(u), 0.5, size - 0.5)), "EDGE"
    ),
    "MIRROR_CLAMP_TO_BORDER_EXT": Wrap(
        _once(lambda m, u, size: m.clamp(abs(u), 0.5, size + 0.5)), "BORDER", leaves=True
    ),
}
"""Wrap modes by name."""


def mixed(a, b, fraction):
    """Returns a + (b - a) * fraction, so equal colours stay equal."""
    return [p + (q - p) * fraction for p, q in zip(a, b, strict=True)]


class Axis:
    """The one or two texels of an axis that a coordinate selects.

    texels : for each, its index within the stored row (I32), and a mask that is set outside the
        image and its border (BOOL), or None if it cannot be outside.
    fraction : the weight of the second (F32); None for a single texel.
    apart : set where the second does not follow the first in its row (BOOL); None for a single
        texel.
    stored : the length of a stored row (I32).
    """

    def __init__(self, m, key, wrap, filter_, coordinate, offset, size):
        self.m, self.wrap, self.size, self.border = m, wrap, size, key.border
        self.stored = size + 2 * key.border
        length = m.to_f32(size)
        if key.target.normalized and not wrap.repeats:
            coordinate = coordinate * length
        place = wrap.place(m, coordinate, length, float(offset))
        self.fraction = self.apart = None
        if filter_ == "NEAREST":
            # OpenGL 2.1, equation 3.23: "wt - 1, s = 1". Rounding can bring others there too. With
            # a border NV_gpu_program4, table X.19, has its texel there, "clamp(coord, -1, size)".
            if wrap.beyond != "EDGE" and not wrap.leaves:
                place = m.select(place == length, length - 1.0, place)
            self.texels = [self._texel(m.apply("i32", m.floor(place)))]
            return
        lower = m.floor(place - 0.5)
        self.fraction = (place - 0.5) - lower
        self.texels = [self._texel(index) for index in self._two(m.apply("i32", lower))]

    def _two(self, first):
        """Returns two texels from `first` on, in [-1, size - 1] without the border."""
        m, beyond, last = self.m, self.wrap.beyond, self.size - 1
        if beyond == "BORDER":
            # After the last texel the second is outside, so its index is of no effect.
            self.apart = first + self.border < 0
            return first, first + 1
        if beyond == "REPEAT":
            first = m.select(first < 0, last, first)
        self.apart = first == last
        if beyond == "EDGE":
            return first, m.min(first + 1, last)
        return first, m.select(self.apart, 0, first + 1)

    def _texel(self, index):
        """Returns a texel as index and outside mask, or an index inside the image and None."""
        m, stored = self.m, index + self.border if self.border else index
        if self.wrap.beyond != "BORDER":
            return stored, None
        # OpenGL 2.1, 3.8.8: a texel with "i < -bs" or "i >= ws - bs" takes the border colour.
        beyond = m.as_u32(stored) >= m.as_u32(self.stored)
        return m.clamp(stored, 0, self.stored - 1), beyond
