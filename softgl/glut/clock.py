"""The virtual clock: time passes from frame to frame, and by a little when somebody looks."""

from __future__ import annotations

from fractions import Fraction

SECOND = 10**9
LOOK = 1000
"""Nanoseconds that pass when the clock is read: a loop that waits for a time ends, and no two
readings are equal."""


class Clock:
    """Nanoseconds since the beginning, the same in every run.

    fps : frames a second.
    """

    def __init__(self, fps=60):
        self.now = 0
        self.period = Fraction(SECOND) / Fraction(fps)
        self._frame = Fraction(0)

    def read(self) -> int:
        """The time, in nanoseconds."""
        self.now += LOOK
        return self.now

    def sleep(self, nanoseconds: int) -> None:
        """Let time pass."""
        self.now += max(0, nanoseconds)

    def advance_to(self, time: int) -> None:
        """Go on to a time, if that is not past."""
        self.now = max(self.now, time)

    def next_frame(self) -> int:
        """When the next frame is: a period after this one, or now if more time has passed."""
        self._frame = max(self._frame + self.period, Fraction(self.now))
        return int(self._frame)
