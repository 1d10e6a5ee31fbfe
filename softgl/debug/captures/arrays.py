"""Arrays in the file of a capture: npy of version 1.0, without anything that needs pickle.

The header of an npy is a Python literal; it is checked here, since files may come from strangers.
"""

from __future__ import annotations

import ast
import math
import struct
import warnings

import numpy as np

from softgl.debug.captures.errors import CaptureError
from softgl.debug.captures.types import MAX_AXES, NUMBER_TYPES

MAX_ARRAY_BYTES = 1 << 30  # of an array
_MAGIC = b"\x93NUMPY\x01\x00"
_MAX_HEADER_BYTES = 10_000
_OTHERS = "cSUmM"  # complex numbers, text and times, stored as raw memory
_KEYS = {"descr", "fortran_order", "shape"}


def write_array(file, array: np.ndarray) -> None:
    """Writes an array without a copy, since frames wait for it."""
    header = np.lib.format.header_data_from_array_1_0(array)
    np.lib.format.write_array_header_1_0(file, header)
    file.write(array.reshape(-1).view(np.uint8))


def read_array(data: bytes) -> np.ndarray:
    """Reads an npy as a read-only array of numbers or records. Raises CaptureError."""
    shape, dtype, start = _header(data)
    size = len(data) - start
    if dtype.itemsize * math.prod(shape) != size:
        raise CaptureError("the size of an array differs from its header")
    found = np.frombuffer(data, dtype, offset=start) if size else np.zeros(0, dtype)
    array = found.reshape(shape)
    array.flags.writeable = False
    return array


def _header(data) -> tuple[tuple[int, ...], np.dtype, int]:
    """The shape and dtype in an npy's header, and the offset of its elements."""
    if data[:6] != _MAGIC[:6] or len(data) < 10:
        raise CaptureError("damaged array: not an npy")
    if data[:8] != _MAGIC:
        raise CaptureError(f"unsupported npy version {tuple(data[6:8])}")
    [length] = struct.unpack("<H", data[8:10])
    text = data[10 : 10 + length]
    if len(text) != length or length > _MAX_HEADER_BYTES:
        raise CaptureError("damaged or too long header of an array")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about unusual literals
            header = ast.literal_eval(text.decode("latin-1").strip())
    except Exception as error:  # the types depend on the version of Python
        raise CaptureError(f"damaged header of an array: {type(error).__name__}") from None
    if type(header) is not dict or set(header) != _KEYS or header["fortran_order"] is not False:
        raise CaptureError("malformed header of an array")
    return _shape(header["shape"]), _dtype(header["descr"]), 10 + length


def _shape(shape) -> tuple[int, ...]:
    good = type(shape) is tuple and all(type(each) is int and each >= 0 for each in shape)
    if not good or len(shape) > MAX_AXES or math.prod(max(1, n) for n in shape) > MAX_ARRAY_BYTES:
        raise CaptureError(f"an array has the shape {shape!r:.60}")
    return shape


def _dtype(described) -> np.dtype:
    """The dtype of elements: numbers, text, raw bytes, or records of such."""
    dtype = NUMBER_TYPES.get(described) if type(described) is str else None
    if dtype is not None:
        return dtype
    try:
        dtype = np.lib.format.descr_to_dtype(described)
        good = _is_plain(dtype) and np.lib.format.dtype_to_descr(dtype) == described
    except Exception:  # not a description of a dtype
        good = False
    if not good:
        raise CaptureError(f"an array is of the type {described!r:.60}")
    return dtype


def _is_plain(dtype) -> bool:
    """True if a dtype has no objects and no platform-dependent size."""
    dtype = dtype.base
    if not 0 < dtype.itemsize <= MAX_ARRAY_BYTES or dtype.hasobject:
        return False
    if dtype.names is not None:
        return all(_is_plain(dtype[name]) for name in dtype.names)
    sized = dtype.kind in _OTHERS + "V" and (dtype.kind != "c" or dtype.itemsize <= 16)
    return sized or dtype.str in NUMBER_TYPES
