"""Checks arguments of the debugging tools."""

from __future__ import annotations

import operator
import reprlib

from softgl.errors import UsageError

MAX_NUMBER = 2**31 - 1


def whole_number(name: str, value, least: int = 0) -> int:
    """Returns `value`, a whole number from `least` to MAX_NUMBER. Raises UsageError."""
    try:
        number = operator.index(value)
    except TypeError:
        number = None
    if number is None or not least <= number <= MAX_NUMBER:
        shown = reprlib.repr(value)
        raise UsageError(f"{name}: {shown} is not a whole number from {least} to {MAX_NUMBER}")
    return number


def pixel(value) -> tuple[int, int]:
    """Returns `value` as a pixel (x, y), perhaps outside. Raises UsageError for anything else."""
    try:
        x, y = value
    except (TypeError, ValueError):
        raise UsageError(f"pixel: {reprlib.repr(value)} is not a pair of x and y") from None
    return whole_number("x", x, -MAX_NUMBER), whole_number("y", y, -MAX_NUMBER)


def framebuffer_name(value) -> int | None:
    """Returns `value`, a framebuffer's name or None. Raises UsageError for anything else."""
    return None if value is None else whole_number("framebuffer", value)


def check_pixel(pixel, size) -> None:
    """Raises UsageError for a pixel outside of `size`, (width, height); None if unknown."""
    x, y = pixel
    if min(x, y) < 0 or (size and not (x < size[0] and y < size[1])):
        within = f"{size[0]}x{size[1]} pixels" if size else "every framebuffer"
        raise UsageError(f"pixel {x},{y} is outside of {within}")
