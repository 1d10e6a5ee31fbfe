"""An arithmetic in which 0 times anything is 0."""

from __future__ import annotations

from softgl.lanes.machine import Machine


class ZeroWins:
    """A machine, but for products: +0 where a factor is zero, whatever the other is."""

    def __init__(self, m: Machine):
        self._machine = m

    def __getattr__(self, name):
        return getattr(self._machine, name)

    def product(self, a, b):
        """The product; +0 where an operand is zero, of infinities and NaNs too."""
        return self.select((a == 0) | (b == 0), 0, a * b)

    def multiply_add(self, a, b, c):
        """a * b + c, rounded once; of such a product 0 + c."""
        return self.select((a == 0) | (b == 0), c + 0.0, self.fma(a, b, c))

    dot = Machine.dot
