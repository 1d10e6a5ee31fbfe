"""The loop machine with numpy: kernels that walk tiles and rows, run without LLVM.

It is the oracle for these kernels, and slow: a tile takes some 20 ms.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import contextmanager
from functools import lru_cache

import numpy as np

from softgl.lanes.eager import EagerEngine, EagerKernel, EagerMachine
from softgl.lanes.eager_memory import EagerVariable
from softgl.lanes.engine import Capabilities
from softgl.lanes.kernel import Arguments
from softgl.lanes.lane import Lane
from softgl.lanes.loops import LoopMachine
from softgl.lanes.machine import MAX_VECTOR_LANES
from softgl.lanes.types import BOOL, I32, U32


class UniformVariable(EagerVariable):
    """A variable of one value; it changes wherever code runs, whatever lanes are live."""

    def set(self, value) -> None:
        if self._machine.runs:
            self.assign(self._machine.lane(value, self._lane.type).value)


class EagerLoopMachine(EagerMachine, LoopMachine):
    """Vectors as numpy arrays of `width` elements, uniform lanes as numpy scalars.

    Python cannot skip the block of a `with` statement. The block of a branch that is not taken runs
    without effect: no lane is live, loops end at once, and nothing is stored.

    arguments : of the kernel, for `before`. runs : False in a block that runs without effect.
    """

    def __init__(self, width: int, arguments: Arguments):
        super().__init__()
        self.width, self._arguments, self.runs = width, arguments, True

    # -- control flow --------------------------------------------------------------------------

    def loop(self, start, stop, step=1):
        number, end, step = (int(self.i32(bound).value) for bound in (start, stop, step))
        while self.runs and number < end:
            yield self.i32(number)
            number += step

    @contextmanager
    def branch(self, condition):
        outer = self.runs, self.live
        self.runs = self.runs and bool(condition.value)
        if not self.runs:
            self.live = self.false
        try:
            yield
        finally:
            self.runs, self.live = outer

    @contextmanager
    def where(self, mask, skip=False):
        with super().where(mask):
            if not skip:
                yield
                return
            with self.branch(self.any(self.live)):
                yield

    @contextmanager
    def only(self, mask):
        with super().only(mask if self.runs else self.false):
            yield

    def before(self, body: Callable):
        width, self.width = self.width, min(self.width, MAX_VECTOR_LANES)
        try:
            body(self, self._arguments)
        finally:
            self.width = width

    def variable(self, type_, initial=0, in_memory=False, uniform=False):
        if not uniform:
            return super().variable(type_, initial, in_memory)
        variable = UniformVariable(self, self.lane(initial, type_))
        self._memories.add(variable)
        return variable

    # -- lanes ---------------------------------------------------------------------------------

    def _numbers(self, values):
        return Lane(self, I32, np.asarray(values, np.int32))

    def lane_number(self):
        return self._numbers(np.arange(self.width))

    def quad_number(self):
        return self._numbers(np.arange(self.width) // 4)

    def consecutive(self, base):
        return self.lane_number() + base

    def quads(self, first):
        return first + (self.lane_number() & 3)

    def mask_bits(self, mask):
        bits = np.broadcast_to(mask.value, self.width).astype(np.uint64)
        return Lane(self, U32, np.uint32((bits << np.arange(self.width, dtype=np.uint64)).sum()))

    # -- memory --------------------------------------------------------------------------------

    def last(self, array):
        return self.i32(len(array.data) - 1)

    def load_unchecked(self, array, index, offset=0):
        if self.runs:
            return super().load_unchecked(array, index, offset)
        return self.gather(array, index)  # any value, of any index

    def load(self, array, index, offset=0):
        if not self.runs:
            return self.gather(array, index)
        if self.width > MAX_VECTOR_LANES and self.live is not None:
            index = self.select(self.live, index + offset, 0)
            return super().load(array, index)
        return super().load(array, index, offset)

    def store_uniform(self, array, index, value):
        if self.runs:
            super().store_uniform(array, index, value)

    def store_unchecked(self, array, index, value):
        if self.runs:
            super().store_unchecked(array, index, value)

    def append(self, array, count, value, times=None):
        live = self.true if self.live is None else self.live
        live = Lane(self, BOOL, np.broadcast_to(live.value, self.width))
        with super().only(live):
            super().append(array, count, value, times)


class EagerLoopKernel(EagerKernel):
    """A kernel with loops of its own, on vectors of `width` lanes."""

    def __init__(self, signature, body, width):
        super().__init__(signature, body, False)
        self._width = width

    def run(self, scalars, arrays, count=0):
        arguments = Arguments()
        self.run_on(EagerLoopMachine(self._width, arguments), scalars, arrays, None, arguments)


class EagerLoopEngine(EagerEngine):
    """Runs mapped kernels with numpy, and all others on an EagerLoopMachine."""

    name = "eager loops"
    can = Capabilities(run_loops=True, elide_stores=True)

    def __init__(self, width: int):
        super().__init__()
        self.width = width

    def build(self, signature, body, mapped):
        if mapped:
            return super().build(signature, body, mapped)
        return EagerLoopKernel(signature, body, min(self.width, signature.max_lanes))


@lru_cache
def eager_loop_engine(width: int = 4) -> EagerLoopEngine:
    """The one such engine of a width."""
    return EagerLoopEngine(width)
