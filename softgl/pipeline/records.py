"""Records: dataclasses that say what a draw needs."""

from __future__ import annotations


def but(record, **fields):
    """A copy of a dataclass, without slots, in which some fields are others.

    What `dataclasses.replace` gives, in 0.9 instead of 3.5 microseconds: each draw needs two.
    """
    copy = object.__new__(type(record))
    vars(copy).update(vars(record), **fields)
    return copy
