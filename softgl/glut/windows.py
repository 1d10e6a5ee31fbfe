"""A GLUT window: a context, callbacks, and its visible picture."""

from __future__ import annotations

from dataclasses import field

import numpy as np

from softgl.context import Context
from softgl.records import dataclass


@dataclass(eq=False)
class Window:
    """A window or subwindow.

    place : x and y of its upper left corner, in the screen or the parent.
    parent, children : of subwindows; later children are above earlier ones.
    mode : the bits of glutInitDisplayMode at its creation.
    callbacks : by the words between glut and Func.
    menus : the number of the menu by mouse button.
    redisplay, reshaped, unseen : pending notices: to draw, of its size, of its visibility.
    front : (height, width, 3) uint8, the front buffer; None before the first glutSwapBuffers.
    swaps : the number of swaps since a callback began.
    """

    number: int
    title: str
    context: Context
    place: tuple[int, int]
    mode: int
    parent: Window | None = None
    children: list[Window] = field(default_factory=list)
    callbacks: dict = field(default_factory=dict)
    menus: dict[int, int] = field(default_factory=dict)
    cursor: int = 100
    data: object = None
    visible: bool = True
    redisplay: bool = True
    reshaped: bool = True
    unseen: bool = True
    full_screen: bool = False
    front: np.ndarray | None = None
    swaps: int = 0

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.context.width, self.context.height

    @property
    def top(self) -> Window:
        """The top-level window that contains it, perhaps itself."""
        return self if self.parent is None else self.parent.top

    @property
    def origin(self) -> tuple[int, int]:
        """Its position in the top-level window."""
        if self.parent is None:
            return 0, 0
        x, y = self.parent.origin
        return x + self.place[0], y + self.place[1]

    def all(self) -> list[Window]:
        """Returns the window and all of its subwindows."""
        return [self] + [inner for child in self.children for inner in child.all()]

    def resize(self, width: int, height: int) -> None:
        """Resizes the window, empties its front buffer and requests a redraw."""
        if (width, height) != self.size:
            self.context.resize(width, height)
            self.front = None
        self.reshaped = self.redisplay = True

    def swap(self) -> None:
        """Copies the back buffer to the front buffer."""
        self.front = self._drawn()

    def at(self, x: int, y: int) -> Window:
        """Returns the visible subwindow, or the window itself, at a top-level position."""
        for child in reversed(self.children):
            left, top = child.origin
            width, height = child.size
            if child.visible and left <= x < left + width and top <= y < top + height:
                return child.at(x, y)
        return self

    def image(self) -> np.ndarray:
        """Returns its picture with its subwindows: (height, width, 3) uint8, top row first.

        Without double buffering, or before the first swap, that is the back buffer.
        """
        seen = self._drawn() if self.front is None else self.front.copy()
        height, width = seen.shape[:2]
        for child in self.children:
            if child.visible:
                x, y = child.place
                part = child.image()[max(0, -y) :, max(0, -x) :]
                x, y = max(0, x), max(0, y)
                part = part[: max(0, height - y), : max(0, width - x)]
                seen[y : y + part.shape[0], x : x + part.shape[1]] = part
        return seen

    def _drawn(self):
        return np.asarray(self.context.read_image())[..., :3].copy()
