"""The regions of a draft: branches of IF, loops, and where cells are written in them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import cached_property

from softgl.ir.passes.cells import written
from softgl.ir.program import Instruction

OPENS = frozenset({"IF", "REP"})
CLOSES = frozenset({"ENDIF", "ENDREP"})
JUMPS = frozenset({"BRK", "CONT", "RET"})
PLAIN_FLOW = OPENS | CLOSES | JUMPS | {"ELSE", "CAL"}
"""The control flow that passes know: blocks within blocks, and calls."""

_DEPTHS = {"REP": 1, "ENDREP": -1}


class Writes:
    """The places in loops where instructions write each cell, as numbers of a list in order."""

    def __init__(self, instructions: list[Instruction]):
        self._instructions = instructions

    @cached_property
    def _places(self) -> dict[int, list[int]]:
        """Cell -> places within loops; few programs have loops, and only these ask."""
        found: dict[int, list[int]] = {}
        depth = 0
        for number, one in enumerate(self._instructions):
            depth += _DEPTHS.get(one.opcode, 0)
            if depth:
                for cell in written(one):
                    found.setdefault(cell, []).append(number)
        return found

    def within(self, cell: int, start: int, end: int) -> bool:
        """True if an instruction of a loop from `start` to before `end` writes a cell."""
        places = self._places.get(cell, ())
        at = bisect_left(places, start)
        return at < len(places) and places[at] < end


class Loops:
    """The loops that are open at an instruction, while a pass walks through a list.

    starts : their REP instructions, the outermost first.
    """

    def __init__(self, instructions: list[Instruction]):
        self._ends: dict[int, int] = {}
        self._calling: set[int] = set()
        open_ = []
        for number, one in enumerate(instructions):
            if one.opcode == "CAL":
                self._calling.update(open_)
            elif one.opcode == "REP":
                open_.append(number)
            elif one.opcode == "ENDREP":
                self._ends[open_.pop()] = number
        self.starts: list[int] = []

    def calls(self, start: int) -> bool:
        """True if the loop whose REP is `start` calls a subroutine."""
        return start in self._calling

    def enter(self, start: int) -> None:
        """Enters the loop whose REP is `start`."""
        self.starts.append(start)

    def leave(self) -> None:
        """Leaves the innermost loop."""
        self.starts.pop()

    def begun_after(self, at: int) -> tuple[int, int] | None:
        """Returns begin and end of the outermost open loop that begins after an instruction."""
        number = bisect_right(self.starts, at)
        if number == len(self.starts):
            return None
        start = self.starts[number]
        return start, self._ends[start]
