"""Resolving: of the samples of each pixel one, to be read.

OpenGL 2.1, 4.1.11: "The method of combination is not specified, though a simple average computed
independently for each color component is recommended." Of integers, depths and stencil indices the
first sample is taken: none is nearer to the pixel's centre.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from softgl.formats import host
from softgl.formats.storages import BYTES, ColorFormat
from softgl.pipeline.planes.planes import Plane


def average(m, format_: ColorFormat, words: list) -> list:
    """The words of the mean of colours; words : U32, those of each sample in turn.

    Bytes are averaged as whole numbers, halves upwards; others as floats, two by two; and those of
    sRGB are converted for it.
    """
    storage = format_.linear
    count = len(words) // storage.words
    samples = [words[n * storage.words : (n + 1) * storage.words] for n in range(count)]
    if storage is BYTES:
        codes = [storage.codes(m, own.__getitem__, storage.fields) for own in samples]
        shift = count.bit_length() - 1
        sums = [sum(own[1:], own[0]) for own in zip(*codes, strict=True)]
        means = [(total + count // 2) >> shift for total in sums]
        return storage.join(m, means)
    values = [storage.unpack(m, own) for own in samples]
    while len(values) > 1:
        pairs = zip(values[::2], values[1::2], strict=True)
        values = [[a + b for a, b in zip(*two, strict=True)] for two in pairs]
    return storage.pack(m, [value * (1.0 / count) for value in values[0]])


def resolved(plane: Plane | None, moves) -> Plane | None:
    """A plane of one sample to read; moves : the `Moves` whose kernels do it where it is much."""
    if plane is None or plane.samples == 1:
        return plane
    if not isinstance(plane.format, ColorFormat) or plane.storage.integer:
        return plane.sample_planes[0]
    return _Resolved(plane, moves)


class _Resolved(Plane):
    """The colours of another plane; what is read is resolved when it is read."""

    def __init__(self, plane: Plane, moves):
        kept = "width height format blocks_x blocks_y elements words".split()
        vars(self).update({name: getattr(plane, name) for name in kept}, samples=1)
        self._plane, self._moves = plane, moves

    @cached_property
    def data(self) -> np.ndarray:
        """The words of all of it."""
        words = self._moves.resolved(self._plane)
        if words is None:
            words = self._resolved(self._plane.data.reshape(-1, self.elements)).reshape(-1)
        return words

    def read(self, x, y, width, height) -> np.ndarray:
        if "data" in vars(self) or 2 * width * height > self.width * self.height:
            return super().read(x, y, width, height)
        return self._resolved(self._plane.read(x, y, width, height))

    def _resolved(self, words):
        """The words of pixels, (words, ...), of those of their samples, by the host."""

        def formula(m, *lanes):
            return average(m, self.format, lanes)

        last_axis = np.moveaxis(words, 0, -1)
        return np.moveaxis(host.together(formula, last_axis, self.words, np.uint32), -1, 0)
