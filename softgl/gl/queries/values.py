"""glGet* for simple values, and glGetError (OpenGL 2.1, 2.5 and 6.1.1)."""

from __future__ import annotations

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.api.arguments import invalid_enum
from softgl.gl.api.command import command
from softgl.gl.api.memory import fill
from softgl.gl.api.numbers import linear, nearest
from softgl.gl.api.tables import (
    CAPABILITIES,
    CLIENT_SWITCHES,
    LIMITS,
    VALUES,
    Normalized,
    State,
    finder,
)

STATE = State(
    limits={
        # Limits beyond which a draw gets slower: there are none, so these are large.
        gl.GL_MAX_ELEMENTS_VERTICES: 2**20,
        gl.GL_MAX_ELEMENTS_INDICES: 2**20,
        gl.GL_MAX_ELEMENT_INDEX: np.uint64(2**32 - 1),  # clamped by glGetIntegerv
    }
)


def lookup(ctx, pname: int) -> tuple[object, bool]:
    """Returns the value of `pname`, and True if it is `Normalized`."""
    if pname in LIMITS:
        return LIMITS[pname], False
    if pname in CLIENT_SWITCHES:
        return getattr(*CLIENT_SWITCHES[pname](ctx)), False
    place = VALUES.get(pname) or CAPABILITIES.get(pname)
    if place is None:
        raise invalid_enum(f"pname: {gl.name_of(pname)} cannot be queried")
    normalized = isinstance(place, Normalized)
    path = place.path if normalized else place
    return (finder(path) if isinstance(path, str) else path)(ctx), normalized


def to_integers(values: np.ndarray, normalized: bool) -> np.ndarray:
    """Converts any values to int32 (OpenGL 2.1, 6.1.2)."""
    if values.dtype.kind == "i":
        # 32-bit names keep their bits, as in C.
        return values.astype(np.uint32).view(np.int32)
    return linear(values) if normalized else nearest(values)


def to_long_integers(values: np.ndarray, normalized: bool) -> np.ndarray:
    """Converts any values to int64 (ARB_sync, 6.1.2)."""
    whole = values.dtype.kind in "biu"
    return (values if whole else to_integers(values, normalized)).astype(np.int64)


CONVERSIONS = {
    "glGetIntegerv": to_integers,
    "glGetInteger64v": to_long_integers,
    "glGetFloatv": lambda values, normalized: values.astype(np.float32),
    "glGetDoublev": lambda values, normalized: values.astype(np.float64),
    "glGetBooleanv": lambda values, normalized: (values != 0).astype(np.uint8),
}


def answer(convert, value, normalized: bool, data):
    """Returns the result of a query: a NumPy scalar or an array; or `data`, filled."""
    values = convert(np.array(value, ndmin=1), normalized)
    return fill(data, values[0] if values.size == 1 and data is None else values)


def _define_get(name, convert):
    def get(ctx, pname, data):
        """Returns a value of the state: a NumPy scalar, an array, or (4, 4) in GL's order."""
        return answer(convert, *lookup(ctx, pname), data)

    command(name, listed=False)(get)


for _name, _convert in CONVERSIONS.items():
    _define_get(_name, _convert)


@command("glGetError", listed=False, keeps_batch=True)
def get_error(ctx):
    """Returns the first error since the last call, and clears it; 0 if there was none.

    A context that raises its errors never has one. One with `no_error` has no error but that of
    memory.
    """
    code, ctx.error = ctx.error, gl.GL_NO_ERROR
    # KHR_no_error, 2.3.1: "All calls to GetError will return NO_ERROR or OUT_OF_MEMORY".
    return code if code == gl.GL_OUT_OF_MEMORY or not ctx.api.no_error else gl.GL_NO_ERROR
