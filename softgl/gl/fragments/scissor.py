"""The scissor test (OpenGL 2.1, 4.1.2; ARB_viewport_array)."""

from __future__ import annotations

import numpy as np

from softgl.gl.api import enums as gl
from softgl.gl.api.command import command
from softgl.gl.api.groups import Group
from softgl.gl.api.tables import State
from softgl.gl.transform.viewport_ranges import (
    MAX_VIEWPORTS,
    check_not_negative,
    check_range,
    check_viewport,
    numbers_of_viewports,
    of_all,
    others_of,
    replaced,
)
from softgl.records import dataclass

Box = tuple[int, int, int, int]


@dataclass
class Scissor(Group):
    """The scissor test (`test`: enabled, by viewport) and its box in pixels.

    x, y, width, height : the box of viewport 0. others : the boxes of the other viewports; None
        while all are equal.
    """

    test: tuple[bool, ...] = (False,) * MAX_VIEWPORTS
    x: int = 0
    y: int = 0
    width: int = 0
    height: int = 0
    others: tuple[Box, ...] | None = None

    @property
    def box(self) -> Box:
        """The box of viewport 0."""
        return self.x, self.y, self.width, self.height

    @property
    def boxes(self) -> tuple[Box, ...]:
        """The boxes of all viewports."""
        return of_all(self.box, self.others)

    def set_boxes(self, first: int, boxes: list[Box]) -> None:
        """Sets the boxes of viewports from `first` on."""
        boxes = replaced(self.boxes, first, boxes)
        self.x, self.y, self.width, self.height = boxes[0]
        self.others = others_of(boxes)

    def within(self, width: int, height: int, number: int = 0) -> Box:
        """Returns a box clipped to a framebuffer size: left, low, right, high; all if it is off.

        number : of the viewport.
        """
        if not self.test[number]:
            return 0, 0, width, height
        x, y, box_width, box_height = self.boxes[number] if number else self.box
        left, low = min(max(x, 0), width), min(max(y, 0), height)
        right = min(max(x + box_width, left), width)
        high = min(max(y + box_height, low), height)
        return left, low, right, high


def _of_viewport(ctx, pname, index):
    check_viewport(index)
    box = ctx.scissor
    return (box.test if pname == gl.GL_SCISSOR_TEST else box.boxes)[index]


def _switch(ctx, index, on):
    check_viewport(index)
    ctx.scissor.test = tuple(replaced(ctx.scissor.test, index, [on]))


STATE = State(
    values={gl.GL_SCISSOR_BOX: "scissor.box", gl.GL_SCISSOR_TEST: "scissor.test.0"},
    capabilities={gl.GL_SCISSOR_TEST: "scissor.test"},
    indexed=dict.fromkeys((gl.GL_SCISSOR_BOX, gl.GL_SCISSOR_TEST), _of_viewport),
    indexed_switches={gl.GL_SCISSOR_TEST: _switch},
)


def scissor_box(ctx) -> Box | None:
    """Returns the pixels inside the scissor box: left, low, right, high; None if it is off.

    Right and high are exclusive; the box lies within the framebuffer and may be empty. The box is
    that of viewport 0, as for clears, images and bitmaps.
    """
    if not ctx.scissor.test[0]:
        return None
    frame = ctx.framebuffers.planned()
    return ctx.scissor.within(frame.width, frame.height)


@command("glScissor", keeps_batch=True)
def scissor(ctx, x, y, width, height):
    """Sets the scissor box, to which drawing and clearing are limited while the test is on."""
    box = ctx.scissor
    box.x, box.y, box.width, box.height = x, y, width, height
    box.others = None


@command("glScissorArrayv", keeps_batch=True)
def scissor_array(ctx, first, count, v):
    """Sets the scissor boxes of `count` viewports from `first` on; v : (count, 4) integers."""
    check_range(first, count)
    boxes = numbers_of_viewports(v, count, 4, np.int32)
    check_not_negative(boxes)
    ctx.scissor.set_boxes(first, boxes)


@command("glScissorIndexed", keeps_batch=True)
def scissor_indexed(ctx, index, left, bottom, width, height):
    """Sets the scissor box of one viewport."""
    check_viewport(index)
    ctx.scissor.set_boxes(index, [(left, bottom, width, height)])


@command("glScissorIndexedv", keeps_batch=True)
def scissor_indexed_array(ctx, index, v):
    """Sets the scissor box of one viewport; v : four integers."""
    scissor_array(ctx, index, 1, v)
