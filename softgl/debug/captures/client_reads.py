"""Finds the elements of vertex arrays that a draw reads, from its arguments."""

from __future__ import annotations

import numpy as np

from softgl.gl.api.declarations import declaration_of
from softgl.gl.api.kinds import Kind
from softgl.gl.draw.draw_indices import extremes, read_indices


def read_elements(context, name, given):
    """The first element that a draw reads, and their number; (.., None) up to the array's end."""
    try:
        if name.startswith("glArrayElement"):
            return int(given[0]), 1
        if name.startswith("glDrawArrays"):
            return int(given[1]), max(1, int(given[2]))
        if name.startswith(("glDrawElementsInstanced", "glMultiDraw")):
            return _elements_of_several(context, name, given)
        if name.startswith(("glDrawElements", "glDrawRangeElements")):
            return _named_elements(context, [(int(given[-3]), given[-1])], int(given[-2]))
    except Exception:  # the command itself reports wrong arguments
        pass
    return None


def _elements_of_several(context, name, given):
    if name.startswith("glDrawElementsInstanced"):
        return _named_elements(context, [(int(given[1]), given[3])], int(given[2]))
    if name.startswith("glMultiDrawElements"):
        counts, lists = given[1], given[3]
        return _named_elements(
            context, list(zip(map(int, counts), lists, strict=False)), int(given[2])
        )
    pairs = [(int(first), int(n)) for first, n in zip(given[1], given[2], strict=False) if n > 0]
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


def read_instances(name: str, given: tuple, divisor: int) -> tuple[int, int] | None:
    """`read_elements` for an instanced array, with one element for `divisor` instances."""
    if not declaration_of(name).kind & Kind.INSTANCES:
        return 0, 1
    try:
        return 0, max(0, int(given[-1]) - 1) // divisor + 1
    except Exception:  # the command itself reports wrong arguments
        return None
