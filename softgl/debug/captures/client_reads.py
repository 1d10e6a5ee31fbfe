"""Finds the elements of vertex arrays that a draw reads, from its arguments."""

from __future__ import annotations

import numpy as np

from softgl.gl.api.declarations import declaration_of
from softgl.gl.api.kinds import Kind
from softgl.gl.api.memory import DTYPES
from softgl.gl.draw.draw_indices import extremes, read_indices
from softgl.gl.draw.indirect import ARRAYS_FIELDS, ELEMENTS_FIELDS, read_commands
from softgl.gl.programs.transform_feedback import recorded_count


def read_elements(context, name, arguments):
    """Returns the first element that a draw reads, and their number; None if any may be read."""
    parameters = declaration_of(name).parameters
    values = {each.name: value for each, value in zip(parameters, arguments, strict=False)}
    try:
        if "i" in values:  # glArrayElement
            return int(values["i"]), 1
        if "indirect" in values:
            return _elements_of_commands(context, values)
        if "id" in values:  # glDrawTransformFeedback
            return 0, max(1, recorded_count(context, int(values["id"])))
        if "drawcount" in values:
            return _elements_of_several(context, values)
        if "first" in values:
            return int(values["first"]), max(1, int(values["count"]))
        lists = [(int(values["count"]), values["indices"])]
        low, count = _named_elements(context, lists, int(values["type"]))
        return max(0, low + int(values.get("basevertex", 0))), count
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


def _commands(context, values) -> list[list[int]]:
    """The fields of indirect draws that draw something."""
    fields = ELEMENTS_FIELDS if "type" in values else ARRAYS_FIELDS
    number, stride = int(values.get("drawcount", 1)), int(values.get("stride", 0))
    commands = read_commands(context, fields, values["indirect"], number, stride)
    return [each for each in commands if each[0] and each[1]]


def _elements_of_commands(context, values):
    ranges = []
    for count, _, first, *more in _commands(context, values):
        low = first
        if "type" in values:
            offset = first * DTYPES[int(values["type"])].itemsize
            low, count = _named_elements(context, [(count, offset)], int(values["type"]))
            low = max(0, low + more[0] - (more[0] >> 31 << 32))
        ranges.append((low, low + count))
    low = min(low for low, _ in ranges)
    return low, max(end for _, end in ranges) - low


def _named_elements(context, lists, type_):
    """The lowest index, and the number of elements up to the highest one.

    lists : (count, indices) of each draw.
    """
    numbers = np.concatenate([read_indices(context, n, type_, each) for n, each in lists if n > 0])
    restart = context.vertex.restart_number
    if restart is not None:
        numbers = numbers[numbers != restart]
    low, high = extremes(numbers)
    return low, high - low + 1


def read_instances(context, name: str, arguments: tuple, divisor: int) -> tuple | None:
    """`read_elements` for an instanced array, with one element for `divisor` instances."""
    declaration = declaration_of(name)
    if not declaration.kind & Kind.INSTANCES:
        return 0, 1
    values = dict(zip((each.name for each in declaration.parameters), arguments, strict=False))
    try:
        if "indirect" in values:
            draws = [(each[1], each[-1]) for each in _commands(context, values)]
        else:
            count = values.get("primcount", values.get("instancecount"))
            draws = [(int(count), int(values.get("baseinstance", 0)))]
        low = min(base for _, base in draws)
        return low, max(base + max(0, count - 1) // divisor + 1 for count, base in draws) - low
    except Exception:  # the command itself reports wrong arguments
        return None
