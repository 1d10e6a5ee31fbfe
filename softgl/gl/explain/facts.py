"""A draw that has been done, as the reasons look at it."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from softgl.gl.api.spelling import spelled_call
from softgl.gl.explain.counting import Counts
from softgl.ir.program import Program
from softgl.pipeline.draws.draw_call import DrawCall
from softgl.pipeline.planes.framebuffer import Framebuffer
from softgl.records import dataclass


@dataclass(frozen=True)
class Facts:
    """A draw and what became of it.

    mode : GL's enum. place : the file and the line of the user's source that drew.
    before, frame : what it drew to, before and after.
    """

    ctx: object
    mode: int
    call: DrawCall
    counts: Counts
    place: tuple[str, int]
    before: Framebuffer
    frame: Framebuffer

    @property
    def programs(self) -> list[Program]:
        """The programs of the stages that are programmed."""
        return [target.bound.program for target in self.ctx.programs.targets if target.enabled]

    @cached_property
    def drawn(self) -> tuple[np.ndarray, ...]:
        """Of each colour plane which elements have changed, as kernels have them."""
        pairs = zip(self.before.color_arrays, self.frame.color_arrays, strict=True)
        return tuple(old != new for old, new in pairs)

    @property
    def changes_colours(self) -> bool:
        """Whether any colour has changed."""
        return any(changed.any() for changed in self.drawn)

    @property
    def in_view(self) -> int:
        """The shapes that are at least partly in the clip volume."""
        return self.counts.shapes - self.counts.outside

    @property
    def name(self) -> str:
        """The draw in a word or two."""
        return f"{_mode_name(self.mode)} of {self.counts.vertices} vertices"


def _mode_name(mode):
    return spelled_call("glBegin", (mode,)).removeprefix("glBegin(").removesuffix(")")
