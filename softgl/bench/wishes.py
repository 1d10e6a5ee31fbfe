"""What `softgl bench` is asked for."""

from __future__ import annotations

from fnmatch import fnmatchcase

from softgl.bench.frames import SMALL, Frame
from softgl.records import dataclass


@dataclass(frozen=True)
class Wishes:
    """What to measure.

    patterns : of names, as of files; none: all. growth : the series of `growth` and nothing else.
    repeats : frames of each side. small : with little to do, for a look whether it works.
    beside : whether llvmpipe draws too.
    """

    threads: int
    repeats: int = 15
    patterns: tuple[str, ...] = ()
    small: bool = False
    growth: bool = False
    beside: bool = True

    def wanted(self, name: str) -> bool:
        return not self.patterns or any(fnmatchcase(name, p) for p in self.patterns)

    def of(self, frames) -> list[Frame]:
        """Those of the frames that are wanted, in the size that is."""
        return [self.sized(frame) for frame in frames if self.wanted(frame.name)]

    def sized(self, frame: Frame) -> Frame:
        """A frame in the size that is wanted."""
        return frame.small() if self.small else frame

    @property
    def side(self) -> int:
        """Pixels, of the square views of processes."""
        return SMALL if self.small else 1024
