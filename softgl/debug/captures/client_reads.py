"""Finds the elements of vertex arrays that a draw reads, from its arguments."""

from __future__ import annotations

import numpy as np

from softgl.gl.api.declarations import declaration_of
from softgl.gl.api.kinds import Kind
from softgl.gl.draw.draw_indices import extremes, read_indices


def read_elements(context, name, arguments):
    """Returns the first element that a draw reads, and their number; None if any may be read."""
    parameters = declaration_of(name).parameters
    values = {each.name: value for each, value in zip(parameters, arguments, strict=False)}
    try:
        if "i" in values:  # glArrayElement
            return int(values["i"]), 1
        if "drawcount" in values:
            return _elements_of_several(context, values)
        if "first" in values:
            return int(values["first"]), max(1, int(values["count"]))
        lists = [(int(values["count"]), values["indices"])]
        return _named_elements(context, lists, int(values["type"]))
    except Exception:  # the command itself reports wrong arguments
        return None


def _elements_of_several(context, values):
    counts = values["count"]
    if "indices" in values:
        lists = list(zip(map(int, counts), values["indices"], strict=False))
        return _named_elements(context, lists, int(values["type"]))
    pairs = zip(values["first"], counts, strict=False)
    pairs = [(int(first), int(n)) for first, n in pairs if n > 0]
    low = min(first for first, _ in pairs)
    return low, max(first + n for first, n in pairs) - low


def _named_elements(context, lists, type_):
    """The lowest index, and the number of elements up to the highest one.

    lists : (count, indices) of each draw.
    """
    numbers = np.concatenate([read_indices(context, n, type_, each) for n, each in lists if n > 0])
    if context.vertex.restart:
        numbers = numbers[numbers != context.vertex.restart_index]
    low, high = extremes(numbers)
    return low, high - low + 1


def read_instances(name: str, arguments: tuple, divisor: int) -> tuple[int, int] | None:
    """`read_elements` for an instanced array, with one element for `divisor` instances."""
    if not declaration_of(name).kind & Kind.INSTANCES:
        return 0, 1
    try:
        return 0, max(0, int(arguments[-1]) - 1) // divisor + 1
    except Exception:  # the command itself reports wrong arguments
        return None
