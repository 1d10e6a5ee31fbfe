"""The texels of one axis that a coordinate selects, by wrap mode: OpenGL 2.1, 3.8.7 and 3.8.8."""

from __future__ import annotations

from collections.abc import Callable

from softgl.records import dataclass


def _repeat(m, s, size, offset):
    place = m.max(s - m.floor(s), 0.0) * size  # at most 1; a NaN gives 0
    return m.clamp(_modulo(m, place + offset, size), 0.0, size) if offset else place


def _mirrored_repeat(m, s, size, offset):
    period = s - m.floor(s * 0.5) * 2.0  # [0, 2)
    place = m.min(period, 2.0 - period) * size
    if offset:
        both = size + size  # of an image and its mirror image
        place = _modulo(m, period * size + offset, both)
        place = m.min(place, both - place)
    return m.clamp(place, 0.5, size - 0.5)


def _modulo(m, x, period):
    return x - m.floor(x / period) * period


def _once(place):
    """The formula of a mode that does not repeat, from one of texels."""

    def of_texels(m, u, size, offset):
        return place(m, u + offset if offset else u, size)

    return of_texels


@dataclass(frozen=True)
class Wrap:
    """A wrap mode.

    place : (m, u, size, offset) -> the coordinate, a number within [-1/2, size + 1/2] whatever u
        is: OpenGL 2.1, 3.8.7, with the clamps of a coordinate multiplied by the size. u counts
        texels, or images where the mode repeats. offset : texels that are added before that.
    beyond : what is next to the image: itself again (REPEAT), its edge texels (EDGE), which a
        coordinate cannot leave, or the border (BORDER).
    repeats : whether the image is repeated; only normalized coordinates know such modes.
    leaves : whether NEAREST takes the border at the image's very end, and not the last texel.
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
    # EXT_texture_mirror_clamp: "mirrorClamp(f) = min(1, max(1/(2*N), abs(f)))" and so on.
    "MIRROR_CLAMP_EXT": Wrap(_once(lambda m, u, size: m.clamp(abs(u), 0.5, size)), "BORDER"),
    "MIRROR_CLAMP_TO_EDGE_EXT": Wrap(
        _once(lambda m, u, size: m.clamp(abs(u), 0.5, size - 0.5)), "EDGE"
    ),
    "MIRROR_CLAMP_TO_BORDER_EXT": Wrap(
        _once(lambda m, u, size: m.clamp(abs(u), 0.5, size + 0.5)), "BORDER", leaves=True
    ),
}
"""Every wrap mode by its name."""


def mixed(a, b, fraction):
    """a where the fraction is 0, towards b: a + (b - a) * fraction, so equal colours stay equal."""
    return [p + (q - p) * fraction for p, q in zip(a, b, strict=True)]


class Axis:
    """The one or two texels of an axis that a coordinate selects.

    texels : for each, its index within the stored row (I32), and whether it lies outside the image
        and its border (BOOL; None where it cannot).
    fraction : the weight of the second (F32); None if there is one.
    apart : whether the second does not follow the first in its row (BOOL); None if there is one.
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
        """The two texels from one of [-1, size - 1], of an image without a border, on."""
        m, beyond, last = self.m, self.wrap.beyond, self.size - 1
        if beyond == "BORDER":
            # What comes after the last one is outside: it does not matter where it is.
            self.apart = first + self.border < 0
            return first, first + 1
        if beyond == "REPEAT":
            first = m.select(first < 0, last, first)
        self.apart = first == last
        if beyond == "EDGE":
            return first, m.min(first + 1, last)
        return first, m.select(self.apart, 0, first + 1)

    def _texel(self, index):
        """A texel as index and outside mask; where it cannot be outside, one of the image."""
        m, stored = self.m, index + self.border if self.border else index
        if self.wrap.beyond != "BORDER":
            return stored, None
        # OpenGL 2.1, 3.8.8: a texel with "i < -bs" or "i >= ws - bs" takes the border colour.
        beyond = m.as_u32(stored) >= m.as_u32(self.stored)
        return m.clamp(stored, 0, self.stored - 1), beyond
