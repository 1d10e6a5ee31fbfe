"""The loop machine: operations of kernels that walk over their data in loops of their own.

A mapped kernel runs over any number of lanes, and its engine has the loop. A kernel that walks
tiles, rows or records itself needs more than `Machine` has: vectors of a known width, loops, and
lanes at consecutive places. Two machines have these operations: `llvm.LlvmMachine` emits them, and
`eager_loops.EagerLoopMachine` runs them with numpy. So tests run the very same kernels on both.

Control flow differs from that of lanes. A uniform condition decides whether code runs at all
(`branch`, `either`, the counter of `loop`), and a uniform variable changes wherever code runs,
whatever lanes are live.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator

from softgl.lanes.lane import Lane
from softgl.lanes.machine import Machine
from softgl.lanes.types import LaneType


class LoopMachine(Machine):
    """A machine whose lanes are vectors of `width` elements.

    width : 4, 8, 16 or 32. Four lanes from a multiple of four on are a quad.
    """

    width: int

    @abstractmethod
    def loop(self, start, stop, step=1) -> Iterator[Lane]:
        """`for i in m.loop(start, stop, step):` runs its block for each uniform I32 `i`.

        start, stop, step : numbers or uniform I32; `step` is positive. No `break` and no `return`
            in the block: a machine that emits code goes through it once.
        """

    @abstractmethod
    def lane_number(self) -> Lane:
        """The number of each lane, I32: 0 ... width-1."""

    @abstractmethod
    def quad_number(self) -> Lane:
        """The number of each lane's quad, I32: 0 ... width/4-1."""

    @abstractmethod
    def consecutive(self, base: Lane) -> Lane:
        """The lanes from the uniform I32 `base` on: an index of `load` and `store`."""

    @abstractmethod
    def quads(self, first: Lane) -> Lane:
        """The index of quads whose four elements lie side by side.

        first : I32, the index of each quad's first element, as made from `quad_number`.
        """

    @abstractmethod
    def mask_bits(self, mask: Lane) -> Lane:
        """A mask as a uniform U32: the bit of the first lane is the lowest."""

    @abstractmethod
    def last(self, array) -> Lane:
        """The last index of an array, uniform I32."""

    @abstractmethod
    def before(self, body: Callable) -> None:
        """`body(m, arguments)` before all else of a kernel that is not mapped; it is short."""

    @abstractmethod
    def variable(self, type_: LaneType, initial=0, in_memory: bool = False, uniform: bool = False):
        """As `Machine.variable`; a `uniform` one has one value, which `set` always changes."""
