"""Depths in 32-bit words: fixed-point numbers, or floats."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

STENCIL_BITS = 8


def saturated(values: np.ndarray) -> np.ndarray:
    """`values` clamped to [0, 1], in their own type; NaN gives 0."""
    return np.where(values > 0, np.minimum(values, values.dtype.type(1)), values.dtype.type(0))


@dataclass(frozen=True)
class DepthCode:
    """How a depth lies in a word, so that the order of words is that of depths.

    name : the one that planes go by. bits : of the number, as queries report them.
    float : whether it is a floating-point number, of any value, not one of [0, 1].
    """

    name: str
    bits: int
    float: bool = False

    def encode(self, depths: np.ndarray) -> np.ndarray:
        """Depths, of any float type, as uint32 words of the nearest numbers; NaN gives 0."""
        if self.float:
            with np.errstate(over="ignore"):
                single = np.where(np.isnan(depths), 0, depths).astype(np.float32)
            # -0 becomes 0, as they are equal.
            return _ordered((single + np.float32(0)).view(np.int32)).view(np.uint32)
        scaled = saturated(depths.astype(np.float64)) * np.float64(2**self.bits - 1)
        return np.rint(scaled).astype(np.uint32)

    def decode(self, words: np.ndarray) -> np.ndarray:
        """Words as float64 depths."""
        if self.float:
            bits = _ordered(np.ascontiguousarray(words).view(np.int32))
            return bits.view(np.float32).astype(np.float64)
        return words / np.float64(2**self.bits - 1)


def _ordered(bits):
    """The bits of floats as signed integers of their order, and the reverse; int32."""
    return bits ^ ((bits >> np.int32(31)) & np.int32(0x7FFFFFFF))


DEPTH_CODES = {
    code.name: code
    for code in (
        DepthCode("depth16", 16),
        DepthCode("depth24", 24),
        DepthCode("depth32", 32),
        DepthCode("depth32f", 32, float=True),
    )
}
"""Every way of keeping depths, by its name."""
