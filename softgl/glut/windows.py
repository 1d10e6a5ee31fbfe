"""A window of GLUT: a context, callbacks, and the picture that is seen of it."""

from __future__ import annotations

from dataclasses import field

import numpy as np

from softgl.context import Context
from softgl.records import dataclass


@dataclass(eq=False)
class Window:
    """One window, or subwindow.

    place : x and y of its upper left corner, in the screen or the parent.
    parent, children : of subwindows; the later ones of these are above the others.
    mode : the bits of glutInitDisplayMode when it was made.
    callbacks : by the words between glut and Func.
    menus : the menu of a mouse button, by both numbers.
    redisplay, reshaped, unseen : what it waits to be told: to draw, its size, that it is visible.
    front : (height, width, 3) uint8, what glutSwapBuffers has shown; None before the first one.
    swaps : how many of these there were since a callback began.
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
        """The window that it is part of, which may be itself."""
        return self if self.parent is None else self.parent.top

    @property
    def origin(self) -> tuple[int, int]:
        """Where it lies in the window that it is part of."""
        if self.parent is None:
            return 0, 0
        x, y = self.parent.origin
        return x + self.place[0], y + self.place[1]

    def all(self) -> list[Window]:
        """It and its subwindows, and theirs."""
        return [self] + [inner for child in self.children for inner in child.all()]

    def resize(self, width: int, height: int) -> None:
        """Give it another size; it shows nothing then, and is to be drawn."""
        if (width, height) != self.size:
            self.context.resize(width, height)
            self.front = None
        self.reshaped = self.redisplay = True

    def swap(self) -> None:
        """Show what has been drawn. The back buffer keeps it."""
        self.front = self._drawn()

    def at(self, x: int, y: int) -> Window:
        """The visible subwindow, or it itself, at a place in the window that it is part of."""
        for child in reversed(self.children):
            left, top = child.origin
            width, height = child.size
            if child.visible and left <= x < left + width and top <= y < top + height:
                return child.at(x, y)
        return self

    def image(self) -> np.ndarray:
        """What is seen of it, with its subwindows: (height, width, 3) uint8, top row first.

        Without double buffering, or where nothing was swapped, that is what has been drawn.
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
