"""An arithmetic in which 0 times anything is 0."""

from __future__ import annotations

from softgl.lanes.machine import Machine


class ZeroWins:
    """A lane machine whose products are +0 if a factor is zero, even times infinity or NaN."""

    def __init__(self, m: Machine):
        self._machine = m

    def __getattr__(self, name):
        return getattr(self._machine, name)

    def product(self, a, b):
        """The product; +0 where an operand is zero, of infinities and NaNs too."""
        return self.select((a == 0) | (b == 0), 0, a * b)

    def fused(self, a, b, c):
        """The product and a third lane, rounded once."""
        zero = (a == 0) | (b == 0)
        return self.fma(self.select(zero, 0, a), self.select(zero, 0, b), c)

    multiply_add, dot = Machine.multiply_add, Machine.dot
