"""The frames of a script, which the page plays: `Played`."""

from __future__ import annotations

import numpy as np

from softgl.debug.page.images import png


class Played:
    """Frames, kept as PNG.

    title : of the page. fps : frames per second.
    """

    def __init__(self, title: str, fps: float):
        self._title, self._fps = title, fps
        self._size = [1, 1]
        self._frames: list[bytes] = []

    def add(self, frame: np.ndarray) -> None:
        """Adds a frame, (height, width, 3) uint8, top row first."""
        if not self._frames:
            self._size = [frame.shape[1], frame.shape[0]]
        self._frames.append(png(frame))

    def __len__(self) -> int:
        return len(self._frames)

    def summary(self) -> dict:
        """The title, the size of the first frame in pixels, the number of frames and their rate."""
        found = {"title": self._title, "size": self._size, "camera": None}
        return found | {"frames": len(self._frames), "fps": self._fps}

    def picture(self, time: float, **camera) -> bytes:
        """The frame at a time from 0 to 1, as PNG; the camera is that of the script."""
        count = len(self._frames)
        number = int(time * count + 1e-6)  # k / count may be rounded down
        return self._frames[min(number, count - 1)]
