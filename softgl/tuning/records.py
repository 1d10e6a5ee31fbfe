"""The records of the table: fast paths, and the limits that choose them."""

from __future__ import annotations

from softgl.records import dataclass

NO_LIMIT = 2**31 - 1
"""As a least size: no draw is that large. Lanes of I32 hold it."""


@dataclass(frozen=True)
class Limit:
    """A value that decides how something is computed, and never a bit of the result.

    name : its attribute in `limits`. unit : what it counts, in words.
    plain : its value on the plain path; None if that path does not depend on it.
    shapes_code : True if emitted code depends on it; it is part of the kernels' names then.
    """

    name: str
    value: object
    unit: str
    plain: object = None
    shapes_code: bool = False


@dataclass(frozen=True)
class FastPath:
    """A second, faster way to a result that the plain path gives, too.

    does : what happens on it, in a sentence without a subject.
    limits : the values that choose it; at least one has a plain value.
    gain : the CPU time of the plain path divided by its own, as measured. frame : of `softgl
        bench`, or what was drawn. measured_on : if it was not one thread of Zen 4 with AVX-512.
    equal_because : why no bit differs from the plain path. notes : what else was measured.
    """

    name: str
    does: str
    limits: tuple[Limit, ...]
    gain: str
    frame: str
    equal_because: str
    measured_on: str = ""
    notes: str = ""


@dataclass(frozen=True)
class Sizes:
    """Limits without a plain path: any value gives the same bits in other time or memory.

    does : what the limits decide. measured : what is known of other values.
    """

    name: str
    does: str
    limits: tuple[Limit, ...]
    measured: str
