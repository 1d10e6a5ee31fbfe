"""Images of textures as planes to draw to."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

import numpy as np

from softgl.formats.forms import depth_stencil_form, plane_form
from softgl.pipeline.images.pixel_kernels import Moves, Rectangle, Rows
from softgl.pipeline.planes.planes import TILE, Plane
from softgl.texture.image import Image
from softgl.tuning import limits


class ImageSurface:
    """A slice of a texture image as planes.

    planes : the planes of the slice, by their kinds.
    changed : the kinds of the planes that may differ from the texels.
    """

    def __init__(self, image: Image, layer: int):
        self.format = image.format
        part = image.texels[image.slice(layer)][0]
        self.height, self.width = part.shape[:2]
        self.planes = {
            kind: Plane(self.width, self.height, format_)
            for kind, format_ in image.format.plane_formats.items()
        }
        for plane, words in zip(self.planes.values(), image.format.to_planes(part), strict=True):
            plane.write(0, 0, np.moveaxis(words, -1, 0))
        self.changed: set[str] = set()
        # By kind the tiles whose texels are those of a cleared plane, and the words of that.
        self._cleared: dict[str, tuple[np.ndarray, bytes]] = {}

    def store(self, texels: np.ndarray, moves: Moves | None = None) -> None:
        """Stores the slice into texels (height, width, words).

        moves : kernels that move pixels; None: numpy.

        They are the same texels at every call, and nothing else changes them. Where a plane is
        still to be cleared they are set without it, and once only.
        """
        is_moved = len(self.planes) > 1 or self.format.is_one_plane
        if moves is not None and is_moved and texels.flags.c_contiguous:
            self._store_tiles(texels, moves)
        else:
            texels[...] = self.texels()
            self._cleared.clear()
        self.changed.clear()

    def _store_tiles(self, texels, moves):
        """Stores tile by tile."""
        drawn, boxes = self._drawn_tiles()
        self._store_cleared(texels, drawn)
        for plane in self.planes.values():
            if (plane.pending_tiles & drawn).any():
                plane.settle()
        planes = [plane.of(plane.memory, 1) for plane in self.planes.values()]  # they are set
        find_form = depth_stencil_form if len(planes) > 1 else plane_form
        form = find_form(planes[0].format)
        elements, row = texels.reshape(-1), self.width * form.words
        for left, low, right, high in boxes:
            size = min(right, self.width) - left, min(high, self.height) - low
            rows = Rows(form, elements[low * row + left * form.words :], row)
            moves.to_rows(Rectangle(planes[0], left, low, *planes[1:]), rows, size)

    def _drawn_tiles(self):
        """The tiles that must be stored from planes, a mask (up, right), and their boxes."""
        drawn = np.zeros_like(next(iter(self.planes.values())).pending_tiles)
        for kind in self.changed:
            drawn |= ~self.planes[kind].pending_tiles
        boxes = list(_boxes(drawn))
        if len(boxes) <= limits.MAX_STORED_BOXES:
            return drawn, boxes
        return np.ones_like(drawn), [(0, 0, self.width, self.height)]

    def _store_cleared(self, texels, drawn):
        """Writes the pending clears to the texels of all tiles but the `drawn` ones."""
        firsts = accumulate((plane.words for plane in self.planes.values()), initial=0)
        for first, (kind, plane) in zip(firsts, self.planes.items(), strict=False):
            before, words = self._cleared.get(kind, (np.zeros_like(drawn), b""))
            if kind in self.changed:
                if words != plane.cleared.tobytes():
                    before = np.zeros_like(drawn)
                part = texels[..., first : first + plane.words]
                for left, low, right, high in _boxes(plane.pending_tiles & ~before & ~drawn):
                    part[low:high, left:right] = plane.cleared
                before, words = plane.pending_tiles, plane.cleared.tobytes()
            self._cleared[kind] = before & ~drawn, words

    def texels(self) -> np.ndarray:
        """The texels (height, width, words) of the slice."""
        place = (0, 0, self.width, self.height)
        words = [np.moveaxis(plane.read(*place), 0, -1) for plane in self.planes.values()]
        return self.format.from_planes(words)


def _boxes(tiles: np.ndarray) -> Iterator[tuple[int, int, int, int]]:
    """The rectangles (left, low, right, high) of pixels that tiles cover; tiles : (up, right)."""
    steps = np.diff(tiles.astype(np.int8), axis=1, prepend=0, append=0)
    rows, ends = (each.tolist() for each in np.nonzero(steps))
    runs: dict[int, set] = {}
    for row, left, right in zip(rows[::2], ends[::2], ends[1::2], strict=True):
        runs.setdefault(row, set()).add((left, right))
    begun: dict[tuple[int, int], int] = {}  # where the box of a run begins, that goes on
    for row in range(len(tiles) + 1):
        here = runs.get(row, set())
        for left, right in sorted(begun.keys() - here):
            low = begun.pop((left, right))
            yield left * TILE, low * TILE, right * TILE, row * TILE
        begun.update(dict.fromkeys(here - begun.keys(), row))
