"""The scissor test (OpenGL 2.1, 4.1.2)."""

from __future__ import annotations

from operator import attrgetter

from softgl.gl.api import enums as gl
from softgl.gl.api.command import command
from softgl.gl.api.groups import Group
from softgl.gl.api.tables import State
from softgl.records import dataclass


@dataclass
class Scissor(Group):
    """The scissor test (`test`: enabled) and its box in pixels."""

    test: bool = False
    x: int = 0
    y: int = 0
    width: int = 0
    height: int = 0

    def within(self, width: int, height: int) -> tuple[int, int, int, int]:
        """Returns the box clipped to a framebuffer size: left, low, right, high; all if off."""
        if not self.test:
            return 0, 0, width, height
        left, low = min(max(self.x, 0), width), min(max(self.y, 0), height)
        right = min(max(self.x + self.width, left), width)
        high = min(max(self.y + self.height, low), height)
        return left, low, right, high


STATE = State(
    values={
        gl.GL_SCISSOR_BOX: lambda ctx: attrgetter("x", "y", "width", "height")(ctx.scissor),
    },
    capabilities={gl.GL_SCISSOR_TEST: "scissor.test"},
)


def scissor_box(ctx) -> tuple[int, int, int, int] | None:
    """Returns the pixels inside the scissor box: left, low, right, high; None if it is off.

    Right and high are exclusive; the box lies within the framebuffer and may be empty.
    """
    if not ctx.scissor.test:
        return None
    frame = ctx.framebuffers.planned()
    return ctx.scissor.within(frame.width, frame.height)


@command("glScissor", keeps_batch=True)
def scissor(ctx, x, y, width, height):
    """Sets the scissor box, to which drawing and clearing are limited while the test is on."""
    box = ctx.scissor
    box.x, box.y, box.width, box.height = x, y, width, height
