"""How kernels read a texel of each storage, over a lane machine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from softgl.lanes.types import F32, I32, U32, LaneType


def _load_bytes(m, texels, index):
    word = m.gather(texels, index)
    return [
        m.to_f32(m.as_i32(part))
        for part in (word & 255, (word >> 8) & 255, (word >> 16) & 255, word >> 24)
    ]


def _finish_bytes(m, value):
    # 1/255 in two parts, the first of 16 bits, so that a whole number times it is exact: the sum is
    # the quotient that a division would give for every byte, in less time.
    high = 0x8081 / 2**23
    return value * high + value * (1 / 255 - high)


def _load_floats(m, texels, index):
    return [m.from_bits(m.gather(texels, index + component)) for component in range(4)]


def _load_depth(m, texels, index):
    return [m.from_bits(m.gather(texels, index))]


def _as_it_is(m, value):
    return value


@dataclass(frozen=True)
class Fetch:
    """How the texels of a storage are read.

    words : 32-bit words per texel.
    load : (m, texels, index) -> R, G, B, A, or a depth, as lanes in units of the storage.
    finish : (m, value) -> the value that such a number stands for.
    result : the type of these lanes. Integers are not filtered: a sample is one texel.
    """

    words: int
    load: Callable
    finish: Callable
    result: LaneType = F32

    def of_word(self, m, word):
        """The lane of the result's type that has the bits of a U32 lane."""
        return _OF_WORD[self.result](m, word)


_OF_WORD = {
    F32: lambda m, word: m.from_bits(word),
    I32: lambda m, word: m.as_i32(word),
    U32: lambda m, word: word,
}


FETCH = {
    "unorm8": Fetch(1, _load_bytes, _finish_bytes),
    "float32": Fetch(4, _load_floats, _as_it_is),
    "depth": Fetch(1, _load_depth, _as_it_is),
    "depth_float": Fetch(1, _load_depth, _as_it_is),
}
"""The code of each storage of `formats`, by its name."""
