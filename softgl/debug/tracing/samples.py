"""Observes texture instructions: their levels, texels and weights."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import field

from softgl.records import dataclass
from softgl.texture.filters import Sampler, either


@dataclass
class Texel:
    """A texel that a sample read: its level, place, weight and colour.

    place : x, y, z and layer or face, as the target has them; None for the mean of three texels at
        a corner of a cube map.
    weight : within its level, as the filter computes it; None for gathered texels.
    """

    level: int
    place: tuple[int, ...] | None
    weight: float | None
    color: list
    outside: bool = False


@dataclass
class Read:
    """The reads of a texture instruction. unit, target : of its operand.

    point : the coordinates within the image, as input of the filter. filter : NEAREST or LINEAR.
    detail : the level of detail after bias and clamping; None if unused. magnified : True for the
    magnification filter. between : the weight of the coarser of two levels.
    """

    unit: int
    target: str
    detail: object = None
    magnified: bool | None = None
    between: object = None
    filter: str = ""
    point: list = field(default_factory=list)
    texels: list[Texel] = field(default_factory=list)


class ObservedSampler(Sampler):
    """A sampler that reports to an observer (`run.Observer`)."""

    def __init__(self, m, key, arrays, offset, observer):
        super().__init__(m, key, arrays, offset)
        self._observer = observer
        self._level: int | None = None
        self._read: Read | None = None
        self._numbers: list | None = None

    def _seen(self) -> bool:
        return self._observer.reads is not None and self._observer.sees(self.m)

    def at(self, point, detail):
        """Samples by minification or magnification; records the branch of the lane."""
        if not self._seen():
            return super().at(point, detail)
        value, reads = self._observer.value, self._observer.reads
        before = len(reads)
        color = super().at(point, detail)
        magnified = bool(value(detail <= self.key.magnification_limit))
        one = self.key.min_filter == self.key.mag_filter
        selected = [read for read in reads[before:] if one or read.magnified == magnified]
        for read in selected:
            read.detail, read.magnified = value(detail), magnified
        reads[before:] = selected
        return color

    def minified(self, point, detail):
        """Applies the minification filter; records only levels that the lane uses."""
        reads = self._observer.reads
        before = 0 if reads is None else len(reads)
        color = super().minified(point, detail)
        if reads is not None:
            for read in reads[before:]:
                read.magnified = False
            if self.key.mip_filter == "LINEAR" and len(reads) > before + 1:
                m = self.m
                within = m.clamp(detail, 0.0, m.to_f32(self.last))
                fraction = self._observer.value(within - m.floor(within))
                if fraction > 0:
                    reads[before].between = reads[before + 1].between = fraction
                else:
                    del reads[before + 1 :]
        return color

    def filtered(self, filter_, point, level=None):
        """Filters and records one level."""
        if not self._seen():
            return super().filtered(filter_, point, level)
        value = self._observer.value
        read = Read(0, "", filter=filter_, point=[value(axis) for axis in point], magnified=True)
        self._observer.reads.append(read)
        self._read, self._level = read, 0 if level is None else int(value(level))
        color = super().filtered(filter_, point, level)
        self._read = None
        return color

    def fetched(self, position):
        """Fetches and records one texel, unfiltered."""
        color = super().fetched(position)
        if self._seen():
            value = self._observer.value
            place = [int(value(axis)) for axis in position]
            colors = [value(component) for component in color]
            texel = Texel(place[3], tuple(place[:3]), 1.0, colors)
            self._observer.reads.append(Read(0, "", filter="fetch", texels=[texel]))
        return color

    @contextmanager
    def gathering(self, point):
        """Gathers and records four texels, unfiltered."""
        if not self._seen():
            yield
            return
        value = self._observer.value
        self._read = Read(0, "", filter="gather", point=[value(axis) for axis in point])
        self._observer.reads.append(self._read)
        self._level, self._numbers = 0, []
        yield
        if not self._read.texels:
            for number, color, outside in self._numbers:
                place = self._place_of(number, 0)
                self._read.texels.append(Texel(0, place, None, color, outside))
        self._read = self._numbers = None

    def around(self, point, size, start):
        """Reads and records four texels, of several faces of a cube map."""
        read, value = self._read, self._observer.value
        if read is None:
            return super().around(point, size, start)
        gathers, self._numbers = self._numbers is not None, []
        four = super().around(point, size, start)
        across, up = float(value(four.across)), float(value(four.up))
        weights = [y * x for y in (1 - up, up) for x in (1 - across, across)]
        seen = zip(self._numbers, four.colors, four.corners, weights, strict=True)
        for (number, _, _), color, corner, weight in seen:
            place = None if value(corner) else self._place_of(number, self._level)
            weight = None if gathers else weight
            read.texels.append(Texel(self._level, place, weight, [value(c) for c in color]))
        self._numbers = [] if gathers else None
        return four

    def texel(self, start, number, outside):
        """Reads one texel; keeps its number if that determines its place."""
        color = super().texel(start, number, outside)
        if self._numbers is not None:
            value = self._observer.value
            beyond = outside is not None and bool(value(outside))
            self._numbers.append((int(value(number)), [value(c) for c in color], beyond))
        return color

    def _place_of(self, number, level):
        """The place of a texel, by its number in a level of two axes."""
        value, border = self._observer.value, self.key.border
        width, height = (max(int(value(size)) >> level, 1) + 2 * border for size in self.size)
        rows, x = divmod(number, width)
        slice_, y = divmod(rows, height)
        return (x - border, y - border) + (() if self.slice is None else (slice_,))

    def _mixed(self, start, axes, same_level):
        color = super()._mixed(start, axes, same_level)
        if self._read is not None:
            self._texels(start, axes, [], 1.0, None)
        return color

    def _texels(self, start, axes, chosen, weight, outside):
        """Records the texels of the product of axes; x is chosen last and comes first in places."""
        value = self._observer.value
        if len(chosen) < len(axes):
            axis = axes[len(axes) - 1 - len(chosen)]
            fraction = None if axis.fraction is None else value(axis.fraction)
            for number, (index, beyond) in enumerate(axis.texels):
                share = weight
                if fraction is not None:
                    share = weight * float(fraction if number else 1 - fraction)
                there = either(outside, beyond)
                self._texels(start, axes, [*chosen, (axis, index)], share, there)
            return
        number = self.slice
        for axis, index in chosen:
            number = index if number is None else number * axis.stored + index
        color = [value(lane) for lane in self.texel(start, number, outside)]
        place = [int(value(index)) - axis.border for axis, index in reversed(chosen)]
        if self.slice is not None:
            place.append(int(value(self.slice)))
        beyond = outside is not None and bool(value(outside))
        self._read.texels.append(Texel(self._level, tuple(place), weight, color, beyond))
