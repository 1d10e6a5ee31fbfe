"""The arithmetic of fragment programs: a product and a sum are rounded once, together."""

from __future__ import annotations

from softgl.lanes.machine import Machine
from softgl.lanes.types import F32


class RoundedOnce:
    """A machine, but for sums of products."""

    def __init__(self, m):
        self._machine = m

    def __getattr__(self, name):
        return getattr(self._machine, name)

    def multiply_add(self, a, b, c):
        """The sum of a product and a third lane: of F32 rounded once, of integers as ever."""
        machine = self._machine
        return (machine.fused if a.type is F32 else machine.multiply_add)(a, b, c)

    dot = Machine.dot
