"""The facts of an executed draw, in which the reasons look for mistakes."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from softgl.counts import counted
from softgl.gl.api.spelling import spelled_call
from softgl.gl.api.stages import programs_in_force
from softgl.gl.explain.counting import Counts
from softgl.ir.program import Program
from softgl.pipeline.draws.draw_call import DrawCall
from softgl.pipeline.planes.framebuffer import Framebuffer
from softgl.records import dataclass


@dataclass(frozen=True)
class Facts:
    """A draw and its effects.

    mode : GL's enum. place : the file and line of the user's source that drew.
    before, frame : the framebuffer before and after.
    indices : of a draw of more indices than its buffer object has: (drawn, there, buffer); else
        None.
    """

    ctx: object
    mode: int
    call: DrawCall
    counts: Counts
    place: tuple[str, int]
    before: Framebuffer
    frame: Framebuffer
    indices: tuple | None = None

    @property
    def programs(self) -> list[Program]:
        """The programs of the programmed stages."""
        return programs_in_force(self.ctx)

    @cached_property
    def drawn(self) -> tuple[np.ndarray, ...]:
        """For each colour plane the changed elements, in the order of kernels."""
        pairs = zip(self.before.color_arrays, self.frame.color_arrays, strict=True)
        return tuple(old != new for old, new in pairs)

    @property
    def changes_colours(self) -> bool:
        """True if any colour has changed."""
        return any(changed.any() for changed in self.drawn)

    @property
    def changed_components(self) -> np.ndarray:
        """True for each of red, green, blue and alpha that has changed in the first colour plane.

        All are True if a plane of another storage than bytes has changed.
        """
        old, new = self.before.color_arrays[0], self.frame.color_arrays[0]
        plain = self.frame.every_plane[0].format.storage == "unorm8"
        if not plain or old.dtype != np.uint32:
            return np.full(4, (old != new).any())
        changed = np.bitwise_or.reduce((old ^ new).reshape(-1))
        return np.array([bool(changed >> shift & 0xFF) for shift in (0, 8, 16, 24)])

    @property
    def in_view(self) -> int:
        """The number of shapes at least partly inside the clip volume."""
        return self.counts.shapes - self.counts.outside

    @property
    def name(self) -> str:
        """The draw in a few words."""
        return f"{_mode_name(self.mode)} of {counted(self.counts.vertices, 'vertex', 'vertices')}"


def _mode_name(mode):
    return spelled_call("glBegin", (mode,)).removeprefix("glBegin(").removesuffix(")")
