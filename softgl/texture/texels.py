"""The texels of a texture as kernels read them, packed once, and again after changes."""

from __future__ import annotations

from dataclasses import replace
from itertools import accumulate
from math import prod

import numpy as np

from softgl.texture.image import Image, Part
from softgl.texture.targets import Target

Place = tuple[int, int]
"""The place of an image in a texture: its level, and its face (0 without faces)."""
Images = dict[Place, Image]
_ALL = slice(None)
WHOLE: Part = (_ALL, _ALL, _ALL)


def smallest_level(base: int, image: Image) -> int:
    """Returns p of OpenGL 2.1, 3.8.8, Mipmapping, for the base level's image; base - 1 if empty."""
    if not all(image.size):
        return base - 1
    if not image.target.mipmapped:
        return base
    return base + max(image.size[axis] for axis in image.target.filtered).bit_length() - 1


def level_size(target: Target, size, steps: int) -> tuple[int, int, int]:
    """Returns the size of an image `steps` levels after one of a size; layers are not reduced."""
    return tuple(
        max(1, length >> steps) if axis in target.filtered else length
        for axis, length in enumerate(size)
    )


def reduced_size(image: Image, steps: int) -> tuple[int, int, int]:
    """Returns the size of an image `steps` levels further."""
    return level_size(image.target, image.size, steps)


def last_level(images: Images, base: int, last: int, mipmapped: bool) -> int | None:
    """Returns the last level that sampling needs; None if the texture is incomplete.

    Without mipmaps it is the base level.
    last : the texture parameter, TEXTURE_MAX_LEVEL. OpenGL 2.1, 3.8.10.
    """
    first = images.get((base, 0))
    if first is None or not all(first.size):
        return None
    last = min(smallest_level(base, first), last) if mipmapped else base
    return last if base <= last <= last_consistent_level(images, base, last) else None


def last_consistent_level(images: Images, base: int, last: int) -> int:
    """Returns the last level up to `last` that texel fetches reach; base - 1 without one.

    All levels from the base level to it have images of the same format, each of half the size.
    """
    first = images.get((base, 0))
    if first is None or not all(first.size):
        return base - 1
    target, format_, border, _ = first.form
    for level in range(base, min(smallest_level(base, first), last) + 1):
        form = target, format_, border, reduced_size(first, level - base)
        for face in range(len(target.images)):
            image = images.get((level, face))
            if image is None or image.form != form:
                return level - 1
    return min(smallest_level(base, first), last)


def packed_shapes(first: Image) -> list[tuple[int, ...]]:
    """Returns the packed shape of each level, from the base level's image to the smallest.

    (faces, depth, height, width, words), border included.
    """
    each = first.format.sampled.words
    shapes = []
    for steps in range(smallest_level(0, first) + 1):
        size = reduced_size(first, steps)
        stored = [length + 2 * first.border_of(axis) for axis, length in enumerate(size)]
        shapes.append((len(first.target.images), *stored[::-1], each))
    return shapes


def level_starts(first: Image) -> list[int]:
    """Returns the index of the first word of each of these levels, and of their end."""
    return [0, *accumulate(prod(shape) for shape in packed_shapes(first))]


class Texels:
    """The packed texels of a texture.

    words : 1-D uint32, level after level, from the base level to the smallest possible one; within
        a level face after face; within an image row by row, border included. Unused levels are 0.
        The array stays the same while the sizes of its levels do.
    """

    def __init__(self):
        self.words = np.zeros(1, np.uint32)
        self.packed_for: tuple | None = None  # the owner's state at the last update
        self._base: tuple | None = None  # the base level and its form, which determine the offsets
        self._views: dict[Place, np.ndarray] = {}
        self._packed: set[Place] = set()
        self._changed: dict[Place, Part] = {}

    def change(self, place: Place, part: Part = WHOLE) -> None:
        """Records a change of a part of an image."""
        if part is WHOLE:
            self._packed.discard(place)
            self._changed.pop(place, None)
        elif place in self._packed:
            old = self._changed.get(place, part)
            self._changed[place] = tuple(
                slice(min(a.start, b.start), max(a.stop, b.stop))
                for a, b in zip(old, part, strict=True)
            )

    def update(self, images: Images, base: int, last: int) -> np.ndarray:
        """Packs the changes of the levels from `base` to `last`, which must be complete.

        If kernels read an image's texels as they are stored, the image then uses this memory, and
        later changes of its parts need no packing.
        """
        self._arrange(images[base, 0], base)
        for place, view in self._views.items():
            if not base <= place[0] <= last:
                continue
            image = images[place]
            if place not in self._packed:
                view[...] = image.words(WHOLE)
                self._packed.add(place)
                if not image.format.srgb:
                    images[place] = replace(image, texels=view)
            elif place in self._changed:
                part = self._changed.pop(place)
                if image.texels is not view:
                    view[part] = image.words(part)
        return self.words

    def _arrange(self, first, base):
        """Allocates all levels from an image on, unless they are allocated."""
        if self._base == (base, first.form):
            return
        self._base = base, first.form
        self._packed, self._changed = set(), {}
        starts = level_starts(first)
        # Zeros take no memory until written. Texels are read in pairs, rows as well.
        beyond = (first.texels.shape[2] + 1) * first.format.sampled.words
        self.words = np.zeros(starts[-1] + beyond, np.uint32)
        self._views = {
            (base + steps, face): view
            for steps, shape in enumerate(packed_shapes(first))
            for face, view in enumerate(
                self.words[starts[steps] : starts[steps + 1]].reshape(shape)
            )
        }
