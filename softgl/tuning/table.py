"""The table: every fast path, and the sizes that are none."""

from softgl.tuning.draws import DRAWS
from softgl.tuning.fragments import FRAGMENTS
from softgl.tuning.memory import MEMORY
from softgl.tuning.records import FastPath, Sizes
from softgl.tuning.sizes import BUDGETS, CHUNKS

FAST_PATHS: tuple[FastPath, ...] = (*DRAWS, *FRAGMENTS, *MEMORY)
"""Each is equal to its plain path, to the last bit."""
SIZES: tuple[Sizes, ...] = (*CHUNKS, *BUDGETS)
"""Any value gives the same bits."""
