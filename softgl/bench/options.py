"""The options of `softgl bench`, as a record."""

from __future__ import annotations

from fnmatch import fnmatchcase

from softgl.bench.frames import SMALL_VIEW_SIZE, Frame
from softgl.records import dataclass


@dataclass(frozen=True)
class BenchOptions:
    """The selection of benchmarks, and how to run them.

    repeats : timed frames of each side. patterns : shell patterns of names; all without any.
    small : little work, to test that a benchmark runs. growth : only the series of `growth`.
    beside : True if llvmpipe draws too.
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
        """The frames that the patterns select, small ones if `small` is set."""
        return [self.sized(frame) for frame in frames if self.wanted(frame.name)]

    def sized(self, frame: Frame) -> Frame:
        """The frame itself, or a small one if `small` is set."""
        return frame.small() if self.small else frame

    @property
    def side(self) -> int:
        """The size of the square views of processes, in pixels."""
        return SMALL_VIEW_SIZE if self.small else 1024
