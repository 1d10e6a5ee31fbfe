"""Names of objects: glGen*, glCreate* and glDelete* for every kind of object."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import numpy as np

from softgl.counts import counted
from softgl.gl.api.arguments import integers, invalid_operation, invalid_value, out_of_memory
from softgl.gl.api.memory import fill

MAX_RESERVED_NAMES = 2**20  # that one command reserves


def reserve_names(objects: dict, n: int, out=None):
    """Reserves n unused names in `objects`, with None in place of the object.

    Returns a uint32 for n = 1, else a uint32 array, as PyOpenGL does.
    """
    return create_objects(objects, n, out, lambda name: None)


def create_objects(objects: dict, n: int, out, make: Callable):
    """Makes n objects with unused names in `objects`; returns the names as `reserve_names` does.

    make : (name) -> the object.
    """
    if n > MAX_RESERVED_NAMES:
        raise out_of_memory(f"{n} names are more than one command reserves")
    start = max(objects, default=0) + 1
    if start + n > 2**32:
        start = 1
    unused = (name for name in itertools.count(start) if name not in objects)
    names = list(itertools.islice(unused, n))
    result = np.array(names, np.uint32)
    made = {name: make(name) for name in names}
    filled = fill(out, result[0] if out is None and n == 1 else result)
    objects.update(made)
    return filled


def check_generated(ctx, objects: dict, name: int, generator: str) -> None:
    """Refuses a new name in core contexts, unless a command has returned it."""
    # OpenGL 3.3, E.2.2: "Trying to bind an object name not returned by a Gen* command will result
    # in an INVALID_OPERATION error."
    if ctx.core and name not in objects:
        raise invalid_operation(f"{name} is not a name from {generator}, as the core profile needs")


def check_query_name(ctx, objects: dict, name: int) -> None:
    """Refuses a new name of a query object in core contexts and in OpenGL ES."""
    # OpenGL ES 3.0, 2.14, as OpenGL 3.3, E.2.2: INVALID_OPERATION "if id is not a name returned
    # from a previous call to GenQueries".
    if ctx.lacks and name not in objects:
        raise invalid_operation(f"{name} is not a name from glGenQueries")


def delete_names(objects: dict, n: int, names) -> list:
    """Frees the first n of `names`; returns the objects that they named.

    Unused names, and 0, are silently ignored.
    """
    found = [objects.pop(name, None) for name in first_names(n, names) if name]
    return [item for item in found if item is not None]


def first_names(n: int, names) -> list[int]:
    """Returns the first n of `names`, a sequence or a single one; GL_INVALID_VALUE for fewer."""
    listed = integers(names, np.uint32, n)
    if len(listed) < n:
        raise invalid_value(f"{counted(n, 'name')} needed, not {len(listed)}")
    return listed[:n]


def all_of(names) -> tuple[int, list[int]]:
    """Returns the number of names in a sequence or a single one, and the names."""
    listed = integers(names, np.uint32)
    return len(listed), listed


only_count = {1: all_of}
"""The call forms glDelete*(names) and glDelete*(name), without the number of names."""
