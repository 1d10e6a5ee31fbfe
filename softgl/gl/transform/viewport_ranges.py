"""Ranges of viewports: state with a value for each of them (ARB_viewport_array).

Commands without an index set all of them. So a group has the value of viewport 0 in plain fields,
and the others only where they differ.
"""

from __future__ import annotations

from collections.abc import Sequence

from softgl.gl.api.arguments import invalid_value, vector
from softgl.glsl.limits import MAX_VIEWPORTS


def of_all(value, others: tuple | None) -> tuple:
    """Returns the values of all viewports; others : those of all but 0, None if all are equal."""
    return (value,) * MAX_VIEWPORTS if others is None else (value, *others)


def others_of(values: Sequence) -> tuple | None:
    """Returns the argument `others` of `of_all` for the values of all viewports."""
    return None if all(value == values[0] for value in values) else tuple(values[1:])


def replaced(values: Sequence, first: int, some: Sequence) -> list:
    """Returns the values of all viewports with some of them replaced, from `first` on."""
    return [*values[:first], *some, *values[first + len(some) :]]


def check_viewport(index: int) -> None:
    """Raises GL_INVALID_VALUE if there is no viewport of this number.

    ARB_viewport_array, 4.1.2: "If the viewport index [...] is greater or equal to the value of
    MAX_VIEWPORTS, then an INVALID_VALUE error is generated."
    """
    if index >= MAX_VIEWPORTS:
        raise invalid_value(f"viewport {index} is not below the limit of {MAX_VIEWPORTS}")


def check_range(first: int, count: int) -> None:
    """Raises GL_INVALID_VALUE if a range of viewports has one that does not exist.

    ARB_viewport_array, 2.16.1: "If (<first> + <count>) is greater than the value of MAX_VIEWPORTS
    then an INVALID_VALUE error will be generated." Its list of errors has "greater than or equal",
    which would refuse all viewports at once.
    """
    if first + count > MAX_VIEWPORTS:
        raise invalid_value(f"viewports {first} to {first + count - 1}: there are {MAX_VIEWPORTS}")


def numbers_of_viewports(values, count: int, size: int, dtype) -> list[tuple]:
    """Returns `size` numbers for each of `count` viewports."""
    flat = vector(values, size * count, dtype, more=True).tolist()
    return [tuple(flat[place : place + size]) for place in range(0, len(flat), size)]


def check_not_negative(rectangles: Sequence[tuple]) -> None:
    """Raises GL_INVALID_VALUE if a rectangle (x, y, width, height) has a negative size.

    ARB_viewport_array, "Errors": "if any viewport's width or height is less than 0."
    """
    for *_, width, height in rectangles:
        if width < 0 or height < 0:
            raise invalid_value(f"the size {width:g}x{height:g} is negative")
