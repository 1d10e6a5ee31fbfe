"""About how much fragments are to do, which decides in what way they are drawn; no bit of them."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from softgl.ir.passes.straighten import straightened
from softgl.isa import OPCODES, Form
from softgl.isa.glsl_math import COSTS
from softgl.pipeline.keys.kernel_keys import FragmentKey

# What a fragment takes besides the instructions of its program, and special functions and samples
# of textures take, in instructions: a tile of fragments takes some 0.12 microseconds for each.
FRAGMENT_COST, SCALAR_COST, SAMPLE_COST = 10, 8, 50
# Iterations of a loop, and of loops within loops; what the masks of a block take.
LOOP_ITERATIONS, MAX_ITERATIONS, BLOCK_COST = 8, 64, 6


@lru_cache
def work_of_fragment(key: FragmentKey) -> float:
    """About how many instructions a fragment takes; a loop counts as some iterations."""
    forms: Counter = Counter()
    times, own = 1, 0
    for one in straightened(key.program).instructions:
        forms[OPCODES[one.opcode].form] += min(times, MAX_ITERATIONS)
        own += COSTS.get(one.opcode, 0) * min(times, MAX_ITERATIONS)
        if one.opcode in ("REP", "LOOP"):
            times *= LOOP_ITERATIONS
        elif one.opcode in ("ENDREP", "ENDLOOP"):
            times //= LOOP_ITERATIONS
    slow = SCALAR_COST * forms[Form.SCALAR] + SAMPLE_COST * forms[Form.TEXTURE]
    return FRAGMENT_COST + forms.total() + own + slow + BLOCK_COST * forms[Form.FLOW]


@lru_cache
def has_slow_instructions(key: FragmentKey) -> bool:
    """True if the program samples textures or calls special functions."""
    opcodes = {one.opcode for one in key.program.instructions}
    forms = {OPCODES[opcode].form for opcode in opcodes}
    return bool({Form.SCALAR, Form.TEXTURE} & forms or COSTS.keys() & opcodes)
