"""The virtual clock: time passes from frame to frame, and a little with each reading."""

from __future__ import annotations

from fractions import Fraction

SECOND = 10**9
NANOSECONDS_PER_READING = 1000
"""The nanoseconds that pass with each reading of the clock: a loop that polls for a time ends, and
no two readings are equal."""


class Clock:
    """A clock in nanoseconds since the start, the same in every run.

    fps : frames per second.
    """

    def __init__(self, fps=60):
        self.now = 0
        self.period = Fraction(SECOND) / Fraction(fps)
        self._frame = Fraction(0)

    def read(self) -> int:
        """Returns the time in nanoseconds."""
        self.now += NANOSECONDS_PER_READING
        return self.now

    def sleep(self, nanoseconds: int) -> None:
        """Lets time pass."""
        self.now += max(0, nanoseconds)

    def advance_to(self, time: int) -> None:
        """Advances to a time, unless it is past."""
        self.now = max(self.now, time)

    def next_frame(self) -> int:
        """Returns the time of the next frame: a period after this one, or now if that is later."""
        self._frame = max(self._frame + self.period, Fraction(self.now))
        return int(self._frame)
