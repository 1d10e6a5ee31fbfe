"""Every fast path of softgl in one table, and the limits that choose them.

In: nothing of softgl but `records`; every package may import it. Out: `limits`, whose attributes
code reads (`limits.MAX_BATCHED_VERTICES`), and `plain()`, which turns fast paths off. A fast path
is an entry of `table.FAST_PATHS` or it is not there; docs/tuning.md is made of the table.
"""

from softgl.tuning.current import LIMITS, cached, changed, limits, plain, plain_values, set_limits
from softgl.tuning.records import NO_LIMIT, FastPath, Limit, Sizes
from softgl.tuning.table import FAST_PATHS, SIZES

__all__ = [
    "FAST_PATHS",
    "LIMITS",
    "NO_LIMIT",
    "SIZES",
    "FastPath",
    "Limit",
    "Sizes",
    "cached",
    "changed",
    "limits",
    "plain",
    "plain_values",
    "set_limits",
]
