"""About how much fragments are to do, which decides in what way they are drawn; no bit of them."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from math import inf

from softgl.ir.blocks import has_flow
from softgl.isa import OPCODES, Form
from softgl.pipeline.keys.kernel_keys import FragmentKey

# What a fragment takes besides the instructions of its program, and special functions and samples
# of textures take, in instructions: a tile of fragments takes some 0.12 microseconds for each.
FRAGMENT_COST, SCALAR_COST, SAMPLE_COST = 10, 8, 50


@lru_cache
def work_of_fragment(key: FragmentKey) -> float:
    """About how many instructions a fragment takes; more than any number where programs loop."""
    if has_flow(key.program):
        return inf
    forms = Counter(OPCODES[one.opcode].form for one in key.program.instructions)
    slow = SCALAR_COST * forms[Form.SCALAR] + SAMPLE_COST * forms[Form.TEXTURE]
    return FRAGMENT_COST + forms.total() + slow


@lru_cache
def has_slow_instructions(key: FragmentKey) -> bool:
    """True if the program samples textures or calls special functions."""
    forms = (OPCODES[one.opcode].form for one in key.program.instructions)
    return not {Form.SCALAR, Form.TEXTURE}.isdisjoint(forms)
