"""Texts of applications: names, arrays of strings, and texts that queries return.

Texts are bytes here, as C has them; a Python text is encoded as UTF-8.
"""

from __future__ import annotations

import ctypes

import numpy as np

from softgl.gl.api.addresses import Address
from softgl.gl.api.arguments import bad_argument, integers, invalid_value
from softgl.gl.api.exporters import dereferenced, holds_pointers, pointee
from softgl.gl.api.memory import as_bytes, fill_each


def text_of(value, length: int = -1) -> bytes:
    """Returns a text of `length` bytes; if that is negative, up to its first NUL or its end.

    value : a str, bytes, memory, a pointer to characters, or an `Address`.
    Raises `BadArgument`, or GL_INVALID_VALUE for a text shorter than `length`.
    """
    if value is None:
        raise invalid_value("the text is NULL")
    if type(value) is Address:
        return value.text(length)
    text = value.encode("utf-8", "surrogateescape") if isinstance(value, str) else _memory(value)
    if length < 0:
        return text.partition(b"\0")[0]
    if length > len(text):
        raise invalid_value(f"the text has {len(text)} bytes, not {length}")
    return text[:length]


def name_of(value) -> str:
    """Returns the name of a variable: up to its first NUL, one character for each byte."""
    return text_of(value).decode("latin-1")


def _memory(value) -> bytes:
    if type(value) is bytes:
        return value
    if isinstance(value, (ctypes.c_char_p, ctypes.c_char)):
        return value.value or b""
    if isinstance(value, ctypes.POINTER(ctypes.c_char)):
        return as_bytes(_characters(value)).tobytes()
    return as_bytes(value).tobytes()


def _characters(pointer):
    """Returns the array behind a `POINTER(c_char)` that was cast from one."""
    for each in (getattr(pointer, "_objects", None) or {}).values():
        if isinstance(each, (bytes, ctypes.Array)):
            return each
    return dereferenced(pointer)


def texts_of(values, count: int | None = None, lengths=None) -> list[bytes]:
    """Returns the texts of an array of strings.

    values : a sequence of texts, a single text, an array of pointers, or an `Address` of `count`
        pointers. count : None for all. lengths : in bytes, negative ones for texts with a NUL at
        their end; None if all are.
    Raises GL_INVALID_VALUE for fewer than `count` texts or lengths.
    """
    found = _listed(values, count)
    count = len(found) if count is None else count
    if len(found) < count:
        raise invalid_value(f"{count} texts needed, not {len(found)}")
    sizes = [-1] * count
    if not (lengths is None or _is_null(lengths)):
        sizes = integers(lengths, np.int32, count)
        if len(sizes) < count:
            raise invalid_value(f"{count} lengths needed, not {len(sizes)}")
    return [text_of(*each) for each in zip(found[:count], sizes, strict=False)]


def _cast_from(pointer):
    """Returns the array of pointers that a `POINTER(POINTER(c_char))` was cast from, or None.

    PyOpenGL takes names in no other form: `cast(names, POINTER(POINTER(c_char)))`, where `names` is
    an array of `c_char_p`, or a pointer to one.
    """
    for each in (getattr(pointer, "_objects", None) or {}).values():
        array = each.contents if isinstance(each, ctypes._Pointer) and each else each
        if isinstance(array, ctypes.Array) and holds_pointers(array._type_):
            return array
    return None


def _elements(array: ctypes.Array) -> list:
    """Returns the elements of an array; in the place of pointers the buffers that they were made
    from, whose size is known."""
    found = list(array)
    for key, kept in (array._objects or {}).items() if holds_pointers(array._type_) else ():
        sources = kept.values() if isinstance(kept, dict) else kept
        for each in sources if isinstance(key, str) and isinstance(kept, (dict, tuple)) else ():
            if isinstance(each, ctypes.Array):
                found[int(key, 16)] = each  # ctypes numbers them in hexadecimal
    return found


def _is_null(value) -> bool:
    return isinstance(value, (ctypes._Pointer, ctypes.c_void_p)) and not value


def _listed(values, count: int | None) -> list:
    if values is None:
        if count != 0:
            raise invalid_value("the array of texts is NULL")
        return []
    if type(values) is Address:
        places = values.elements(np.uintp, count or 0).tolist()
        return [Address(place) if place else None for place in places]
    if isinstance(values, (str, bytes, bytearray, memoryview, ctypes.c_char_p)):
        return [values]
    try:
        if isinstance(values, np.ndarray):
            return [values] if values.dtype.kind in "bui" else values.reshape(-1).tolist()
        if isinstance(values, ctypes.Array) and values._type_ is ctypes.c_char:
            return [values]
        if hasattr(values, "_obj") or isinstance(values, ctypes._Pointer):
            found = _cast_from(values) or pointee(values)
            return _elements(found) if isinstance(found, ctypes.Array) else [found]
        return _elements(values) if isinstance(values, ctypes.Array) else list(values)
    except Exception as error:
        raise bad_argument("texts needed", error, "texts") from None


def clipped(text: bytes, size: int | None) -> bytes:
    """Returns the part of a text that fits into `size` bytes with a NUL; all of it for None."""
    return text if size is None else text[: max(size - 1, 0)]


def return_text(text: bytes, size: int | None, length, out, *more):
    """Returns a text; with outputs, fills these and returns None.

    size : of `out` in bytes, the NUL included; None for all. length : gets the number of bytes
        without NUL. more : pairs of an output and a value, as `fill_each` has them.
    """
    given = [each for each in (length, out, *(pair[0] for pair in more)) if each is not None]
    shown = clipped(text, size)
    if not given:
        return shown
    written = shown + b"\0" if out is not None and size != 0 else b""
    fill_each((length, np.int32([len(shown)])), (out, np.frombuffer(written, np.uint8)), *more)
    return None
