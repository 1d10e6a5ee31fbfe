"""Elements whose components share a word: 2_10_10_10_REV (OpenGL 3.3, 2.8.1), 10F_11F_11F_REV."""

from __future__ import annotations

import numpy as np

from softgl.formats import host
from softgl.formats.numbers import UFLOAT10, UFLOAT11
from softgl.pipeline.keys.vertex_formats import CLAMPED, FLOATS_DTYPE, SIGNED_DTYPE

_BITS = np.array([10, 10, 10, 2])
_SHIFTS = np.array([0, 10, 20, 30])


def unpacked(words: np.ndarray, dtype: np.dtype, normalized: int) -> np.ndarray:
    """Returns the components of words, (n,) uint32 of one of PACKED_DTYPES: (n, 3 or 4) float32.

    `normalized` integers by equations 2.1 and 2.2 of OpenGL 3.3: "c / (2^b - 1)" for unsigned ones,
    "(2c + 1) / (2^b - 1)" for signed ones. CLAMPED signed ones are those of OpenGL ES 3.0, 2.1.6.1.
    """
    if dtype == FLOATS_DTYPE:
        red, green, blue = words & 0x7FF, words >> 11 & 0x7FF, words >> 22
        parts = (UFLOAT11, red), (UFLOAT11, green), (UFLOAT10, blue)
        return np.stack([host.decoded(number, codes) for number, codes in parts], axis=-1)
    codes = words.astype(np.int64)[:, None] >> _SHIFTS & (1 << _BITS) - 1
    if dtype == SIGNED_DTYPE:
        codes -= codes >> _BITS - 1 << _BITS
    if not normalized:
        return codes.astype(np.float32)
    if normalized == CLAMPED and dtype == SIGNED_DTYPE:
        return np.maximum(codes / ((1 << _BITS - 1) - 1), -1.0).astype(np.float32)
    numerators = codes * 2 + 1 if dtype == SIGNED_DTYPE else codes
    return (numerators / ((1 << _BITS) - 1)).astype(np.float32)
