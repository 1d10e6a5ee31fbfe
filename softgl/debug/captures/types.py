"""Types of numbers in a capture, by size and byte order: the same on all platforms.

C's `long` has four bytes on Windows and eight elsewhere, so files do not name such types.
"""

from __future__ import annotations

import ctypes

import numpy as np

MAX_AXES = 32
"""Axes of an array in a capture: the limit of NumPy before 2.0."""
NUMBERS = "biuf"
"""Kinds of NumPy dtypes that a capture stores."""
NUMBER_TYPES = {
    text: np.dtype(text)
    for text in (
        *("|b1", "|i1", "|u1"),
        *(f"{order}{kind}" for order in "<>" for kind in "i2 i4 i8 u2 u4 u8 f2 f4 f8".split()),
    )
}
"""Name -> dtype of elements."""
_PLAIN = {
    "b1": "c_bool", "S1": "c_char", "i1": "c_int8", "u1": "c_uint8", "i2": "c_int16",
    "u2": "c_uint16", "i4": "c_int32", "u4": "c_uint32", "i8": "c_int64", "u8": "c_uint64",
    "f4": "c_float", "f8": "c_double",
}  # fmt: skip
_ORDERS = {"<": "__ctype_le__", ">": "__ctype_be__"}
C_TYPES = {
    order + text: getattr(ctypes, name)
    if order == "|"
    else getattr(getattr(ctypes, name), _ORDERS[order])
    for text, name in _PLAIN.items()
    for order in (_ORDERS if text[1] != "1" else "|")
}
"""Name -> type of ctypes."""
# Names in older files; the bytes distinguish the sizes of c_long and c_ulong.
_OLDER = {
    "c_byte": "|i1", "c_ubyte": "|u1", "c_bool": "|b1", "c_short": "<i2", "c_ushort": "<u2",
    "c_int": "<i4", "c_uint": "<u4", "c_longlong": "<i8", "c_ulonglong": "<u8", "c_float": "<f4",
    "c_double": "<f8",
}  # fmt: skip
_LONG = {"c_long": "i", "c_ulong": "u"}


def number_type(text) -> np.dtype:
    """The dtype of a name. Raises ValueError."""
    found = NUMBER_TYPES.get(text) if type(text) is str else None
    if found is None:
        raise ValueError(f"{text!r:.40} is not a type of numbers")
    return found


def c_type_name(name, count: int, size: int) -> str:
    """Converts a name of `C_TYPES`, or one of older files, to a name of `C_TYPES`.

    count, size : the number of elements, and their bytes. Raises ValueError.
    """
    if type(name) is str and name in _LONG:
        name = f"<{_LONG[name]}{8 if count * 8 == size else 4}"
    elif type(name) is str:
        name = _OLDER.get(name, name)
    if type(name) is not str or name not in C_TYPES:
        raise ValueError(f"{name!r:.40} is not a type of ctypes")
    if count * np.dtype(C_TYPES[name]).itemsize != size:
        raise ValueError(f"{count} elements {name} do not have {size} bytes")
    return name


def spelled_c_type(name: str) -> str:
    """The Python expression of a type of ctypes in a script."""
    order, text = name[0], name[1:]
    return f"ctypes.{_PLAIN[text]}{'.__ctype_be__' if order == '>' else ''}"


def c_type_of(kind: type) -> str | None:
    """The name of a simple type of ctypes or of a subclass; None if it has none."""
    try:
        name = np.dtype(kind).str
    except (TypeError, ValueError):
        return None
    return name if name in C_TYPES else None
