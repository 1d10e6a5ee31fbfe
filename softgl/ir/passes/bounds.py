"""Bounds of what a program executes and keeps open."""

from __future__ import annotations

from math import inf

from softgl.ir.passes.calls import Section, callees_first, sections_of
from softgl.ir.passes.draft import Draft
from softgl.ir.passes.tree import Branch, Loop
from softgl.ir.passes.unroll import Trip, constant_count
from softgl.ir.program import Instruction, Program
from softgl.records import dataclass
from softgl.tuning import limits


@dataclass(frozen=True)
class Bound:
    """The most that a lane executes, or has open at once, in a part of a program.

    steps : instructions; inf if no bound is known. calls, ifs, loops : open ones.
    """

    steps: float = 0
    calls: int = 0
    ifs: int = 0
    loops: int = 0

    def then(self, other: Bound) -> Bound:
        """Returns the bound of two parts, one after the other."""
        return Bound(
            self.steps + other.steps,
            max(self.calls, other.calls),
            max(self.ifs, other.ifs),
            max(self.loops, other.loops),
        )

    def within(self, steps: float = 1, times: float = 1, **opened: int) -> Bound:
        """Returns the bound of a part that is executed some times within something open."""
        more = {name: getattr(self, name) + count for name, count in opened.items()}
        values = {"calls": self.calls, "ifs": self.ifs, "loops": self.loops} | more
        return Bound(self.steps * times + steps, **values)


ENDLESS = Bound(inf)


def never_ends_early(program: Program) -> bool:
    """True if no lane can reach a limit of steps, or of open calls, branches or loops."""
    bound = bound_of(program)
    opened = (bound.calls, program.call_depth), (bound.ifs, program.if_depth)
    most = (bound.steps, program.step_limit), (bound.loops, program.loop_depth)
    return all(limit is None or value <= limit for value, limit in (*opened, *most))


def bound_of(program: Program) -> Bound:
    """Returns the bound of a program of `softgl.ir.passes.regions.PLAIN_FLOW`."""
    draft = Draft(program)
    sections = sections_of(draft)
    if sections is None:
        return ENDLESS if draft.instructions else Bound()
    sections.find_calls()
    order = callees_first(sections.all)
    return ENDLESS if order is None else _Bounds(draft, sections.named).of_all(order, sections.main)


class _Bounds:
    """The bounds of sections, each behind its callees."""

    def __init__(self, draft: Draft, named: dict[str, Section]):
        self._draft, self._named = draft, named
        self._found: dict[int, Bound] = {}

    def of_all(self, order: list[Section], main: Section) -> Bound:
        """Returns the bound of the main section."""
        for one in order:
            self._found[id(one)] = self._of_list(one.items)
        return self._found[id(main)]

    def _of_list(self, items: list) -> Bound:
        bound = Bound()
        for at, item in enumerate(items):
            bound = bound.then(self._of(item, items[:at] if isinstance(item, Loop) else []))
        return bound

    def _of(self, item, before: list) -> Bound:
        if isinstance(item, Instruction):
            if item.opcode != "CAL":
                return Bound(1)
            return self._found[id(self._named[item.target])].within(calls=1)
        if isinstance(item, Branch):
            inside = self._of_list(item.yes).then(self._of_list(item.no))
            return inside.within(steps=3, ifs=1)  # IF, ELSE and ENDIF
        inside = self._of_list(item.body).then(Bound(1))  # ENDREP
        return inside.within(times=self._iterations(item, before), loops=1)

    def _iterations(self, loop: Loop, before: list) -> float:
        """Returns a bound of a loop's iterations."""
        program = self._draft.program
        if loop.begin.sources:
            count = constant_count(self._draft, loop)
            if count is None:
                count = program.loop_count
            return inf if count is None else count
        trip = Trip(self._draft, before, loop.body)
        count = trip.count(limits.MAX_UNROLLED_ITERATIONS)[0] if trip.exits else None
        # The iteration that leaves counts too.
        return inf if count is None else count + 1
