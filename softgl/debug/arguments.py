"""Arguments of the debugging tools, checked."""

from __future__ import annotations

import operator
import reprlib

from softgl.errors import UsageError

MOST = 2**31 - 1


def whole_number(name: str, value, least: int = 0) -> int:
    """An argument that is a whole number from `least` to MOST. Raises UsageError for another."""
    try:
        number = operator.index(value)
    except TypeError:
        number = None
    if number is None or not least <= number <= MOST:
        shown = reprlib.repr(value)
        raise UsageError(f"{name}: {shown} is no whole number from {least} to {MOST}")
    return number


def pixel(value) -> tuple[int, int]:
    """An argument that is a pixel, x and y, perhaps outside. Raises UsageError for another."""
    try:
        x, y = value
    except (TypeError, ValueError):
        raise UsageError(f"pixel: {reprlib.repr(value)} is no pair of x and y") from None
    return whole_number("x", x, -MOST), whole_number("y", y, -MOST)


def framebuffer_name(value) -> int | None:
    """An argument that names a framebuffer, or None for any. Raises UsageError for another."""
    return None if value is None else whole_number("framebuffer", value)


def check_pixel(pixel, size) -> None:
    """Raise UsageError for a pixel that is outside; size : None where nobody knows it."""
    x, y = pixel
    if min(x, y) < 0 or (size and not (x < size[0] and y < size[1])):
        within = f"{size[0]}x{size[1]} pixels" if size else "every framebuffer"
        raise UsageError(f"pixel {x},{y} is outside of {within}")
