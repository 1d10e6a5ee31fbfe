"""The values of built-in functions in doubles, from the formulas of GLSL 3.30, chapter 8.

Arguments are arrays with a row for each lane: (lanes, size), or (lanes, rows, columns).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np


class Reference(NamedTuple):
    """of : the function. domain : of the operands. relative, absolute : tolerances."""

    of: Callable
    domain: tuple[float, float] = (-4.0, 4.0)
    relative: float = 1e-6
    absolute: float = 0.0


def _dot(x, y):
    return (x * y).sum(1, keepdims=True)


def _length(x):
    return np.sqrt(_dot(x, x))


def _refract(i, n, eta):
    k = 1 - eta * eta * (1 - _dot(n, i) ** 2)
    return np.where(k < 0, 0, eta * i - (eta * _dot(n, i) + np.sqrt(np.maximum(k, 0))) * n)


def _smoothstep(low, high, x):
    t = np.clip((x - low) / (high - low), 0, 1)
    return t * t * (3 - 2 * t)


def _modf(x):
    return x - np.trunc(x), np.trunc(x)


def _bits(dtype, wide):
    def bits(x):
        narrow = x.astype({np.float64: np.float32}.get(x.dtype.type, np.uint32))
        return narrow.view(dtype).astype(wide)

    return bits


def _packed(bits, convert):
    def pack(v):
        low, high = convert(v.astype(np.float32)).astype(np.uint32).T & ((1 << bits) - 1)
        return (low | high << bits).astype(np.int64)

    return pack


def _halves(word):
    return np.stack([word & 0xFFFF, word >> 16], 1).reshape(len(word), 2)


def _round_even(x):
    return np.rint(np.asarray(x, np.float32))


def _half_bits(v):
    return v.astype(np.float16).view(np.uint16)


def _signed_halves(p):
    return np.clip(_halves(p).astype(np.uint16).view(np.int16) / 32767.0, -1, 1)


_EXACT = {"relative": 0.0}
_POSITIVE = {"domain": (0.01, 9.0)}
_UNIT = {"domain": (-1.0, 1.0), "absolute": 1e-7}
REFERENCES = {
    "radians": Reference(np.radians),
    "degrees": Reference(np.degrees),
    "sin": Reference(np.sin, absolute=3e-7),
    "cos": Reference(np.cos, absolute=3e-7),
    "tan": Reference(np.tan, domain=(-1.0, 1.0), absolute=1e-6),
    "asin": Reference(np.arcsin, **_UNIT),
    "acos": Reference(np.arccos, **_UNIT),
    "atan": Reference(lambda y, x=None: np.arctan(y) if x is None else np.arctan2(y, x)),
    "sinh": Reference(np.sinh),
    "cosh": Reference(np.cosh),
    "tanh": Reference(np.tanh),
    "asinh": Reference(np.arcsinh),
    "acosh": Reference(np.arccosh, domain=(1.0, 9.0)),
    "atanh": Reference(np.arctanh, domain=(-0.99, 0.99)),
    "pow": Reference(np.power, relative=4e-6, **_POSITIVE),
    "exp": Reference(np.exp, relative=2e-6),
    "log": Reference(np.log, absolute=2e-7, **_POSITIVE),
    "exp2": Reference(np.exp2),
    "log2": Reference(np.log2, absolute=2e-7, **_POSITIVE),
    "sqrt": Reference(np.sqrt, **_POSITIVE),
    "inversesqrt": Reference(lambda x: 1 / np.sqrt(x), **_POSITIVE),
    "abs": Reference(lambda x: _wrapped(np.abs(x)), **_EXACT),
    "sign": Reference(np.sign, **_EXACT),
    **{
        name: Reference(function, **_EXACT)
        for name, function in (
            *(("floor", np.floor), ("trunc", np.trunc), ("truncate", np.trunc)),
            *(("round", np.rint), ("roundEven", np.rint), ("ceil", np.ceil)),
            *(("min", np.minimum), ("max", np.maximum), ("modf", _modf)),
            ("clamp", lambda x, low, high: np.minimum(np.maximum(x, low), high)),
            ("step", lambda edge, x: np.where(x < edge, 0.0, 1.0)),
            ("isnan", np.isnan),
            ("isinf", np.isinf),
            ("floatBitsToInt", _bits(np.int32, np.int64)),
            ("floatBitsToUint", _bits(np.uint32, np.int64)),
            ("intBitsToFloat", _bits(np.float32, np.float64)),
            ("uintBitsToFloat", _bits(np.float32, np.float64)),
            ("faceforward", lambda n, i, nref: np.where(_dot(nref, i) < 0, n, -n)),
            ("transpose", lambda m: m.transpose(0, 2, 1)),
            *(("lessThan", np.less), ("lessThanEqual", np.less_equal), ("equal", np.equal)),
            *(("greaterThan", np.greater), ("greaterThanEqual", np.greater_equal)),
            *(("notEqual", np.not_equal), ("not", np.logical_not)),
            ("any", lambda x: x.any(1)),
            ("all", lambda x: x.all(1)),
        )
    },
    "fract": Reference(lambda x: x - np.floor(x), absolute=1e-7),
    "mod": Reference(lambda x, y: x - y * np.floor(x / y), absolute=2e-6, domain=(0.5, 9.0)),
    "mix": Reference(
        lambda x, y, a: np.where(a, y, x) if a.dtype == bool else x * (1 - a) + y * a,
        absolute=3e-6,
    ),
    "smoothstep": Reference(_smoothstep, absolute=1e-6, relative=1e-5),
    "length": Reference(_length),
    "distance": Reference(lambda p, q: _length(p - q)),
    "dot": Reference(_dot, absolute=4e-6),
    "cross": Reference(np.cross, absolute=4e-6),
    "normalize": Reference(lambda x: x / _length(x)),
    "reflect": Reference(lambda i, n: i - 2 * _dot(n, i) * n, relative=1e-5, absolute=1e-4),
    "refract": Reference(_refract, domain=(-1.0, 1.0), absolute=3e-6),
    "matrixCompMult": Reference(np.multiply),
    "outerProduct": Reference(lambda c, r: c[:, :, None] * r[:, None, :]),
    "determinant": Reference(np.linalg.det, absolute=1e-3, relative=1e-4),
    "inverse": Reference(np.linalg.inv, absolute=1e-3, relative=2e-3),
    "packHalf2x16": Reference(_packed(16, _half_bits)),
    "packUnorm2x16": Reference(_packed(16, lambda v: _round_even(np.clip(v, 0, 1) * 65535.0))),
    "packSnorm2x16": Reference(
        _packed(16, lambda v: _round_even(np.clip(v, -1, 1) * 32767.0).astype(np.int32))
    ),
    "unpackHalf2x16": Reference(
        lambda p: _halves(p).astype(np.uint16).view(np.float16).astype(np.float64)
    ),
    "unpackUnorm2x16": Reference(lambda p: _halves(p) / 65535.0),
    "unpackSnorm2x16": Reference(_signed_halves),
}


def _wrapped(x):
    """The absolute value of the least integer is itself."""
    return x.astype(np.int32) if x.dtype.kind == "i" else x
