"""Jumps that no instruction says, and the flags that they clear.

A jump is an instruction (BRK, CONT, RET) where one says it. Else it clears a flag, and the rest of
the statements on the way to its target are in IF blocks that test the flag: a return from an
inlined function, a break from a switch, a continue of a loop whose step is long.
"""

from __future__ import annotations

from softgl.glsl import typed
from softgl.glsl.lower.calls import Calls
from softgl.glsl.lower.facts import BREAK, CONTINUE, RETURN
from softgl.glsl.lower.places import Place
from softgl.ir.program import ConditionTest, X

STOPPED = ConditionTest("EQ", 0, (X, X, X, X))
"""The test of lanes whose flag is cleared, or whose condition fails."""


class Target:
    """A loop or switch that is open: what break and continue leave.

    running : the flag that structured jumps clear, or None. step : emits the end of an iteration.
    """

    __slots__ = ("loop", "running", "step")

    def __init__(self, loop: bool, running: Place | None = None, step=None):
        self.loop, self.running, self.step = loop, running, step


class Jumps(Calls):
    """Emits the flags of structured jumps, and the branches that test them."""

    def _tests_flags(self, node: typed.Statement) -> bool:
        """True if what follows a statement must test a flag that a jump in it clears."""
        kinds, always = self.facts.leaves(node)
        return not always and self._structured(kinds)

    def _structured(self, kinds: int) -> bool:
        """True if some of these jumps clear a flag that the next statement must test."""
        frame, inner = self.frames[-1], self.jumps[self.frames[-1].loops :]
        if kinds & RETURN and not frame.native and not any(one.loop for one in inner):
            return True
        if kinds & BREAK and inner and not inner[-1].loop:
            return True
        loop = next((one for one in reversed(inner) if one.loop), None)
        return bool(kinds & CONTINUE and loop and loop.running is not None)

    def _innermost(self) -> Place:
        """Returns the flag that every structured jump from here clears."""
        frame = self.frames[-1]
        for target in reversed(self.jumps[frame.loops :]):
            if target.running is not None:
                return target.running
        return frame.running

    def _if_running(self, flag: Place) -> None:
        (running,) = flag.load(self.code)
        self.code.emit("IF", None, condition=self.code.test(running))

    def _clear(self, targets) -> None:
        """Clears the flags of targets that a jump leaves."""
        for target in targets:
            if target.running is not None:
                self.clear(target.running)

    def _after_loop(self) -> int:
        """Emits the jumps that go on after a loop which a return has left."""
        frame = self.frames[-1]
        if frame.native:
            return 0
        if any(one.loop for one in self.jumps[frame.loops :]):
            self.code.emit("BRK", None, condition=self._stopped(frame.running))
            return 0
        self._if_running(frame.running)
        return 1

    def _stopped(self, flag: Place) -> ConditionTest:
        (running,) = flag.load(self.code)
        self.code.test(running)
        return STOPPED
