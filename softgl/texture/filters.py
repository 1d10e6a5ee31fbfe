"""The filters of a sample, within a level and between levels: OpenGL 2.1, 3.8.8 and 3.8.9."""

from __future__ import annotations

from contextlib import nullcontext
from itertools import chain

from softgl.comparisons import COMPARISONS
from softgl.formats.internal_formats import BASE_FORMATS
from softgl.formats.storages import STORAGES
from softgl.lanes import F32
from softgl.texture.axes import WRAPS, Axis, mixed
from softgl.texture.keys import BORDER, LAST, OFFSETS, SAMPLES, SIZE
from softgl.texture.seams import across_seams


class Sampler:
    """The computation of one sample: the machine, the key and the arrays that its parts share.

    reference : the reference value of depth comparisons, if the key compares.
    slice : the number of the sampled layer or face; None if there is only one.
    border_color : the border colour in units, loaded once, for keys whose wrap modes reach it.
    """

    def __init__(self, m, key, arrays, offset):
        self.m = m
        self.reference = self.slice = self.layers = None
        self.offset = offset
        self.key = key
        self.arrays = arrays
        self.storage = STORAGES[key.storage]
        self.last = m.load_unchecked(arrays.levels, m.i32(LAST))
        self.size = [self._length(axis) for axis in key.target.filtered]
        if key.target.layers is not None:
            self.layers = self._length(key.target.layers)
        if any(WRAPS[wrap].beyond == "BORDER" for wrap in key.wraps):
            self.border_color = [
                self._border_component(number) for number in range(len(self.storage.filtered))
            ]

    def _length(self, axis):
        return self.m.load_unchecked(self.arrays.levels, self.m.i32(SIZE + axis))

    def _border_component(self, number):
        word = self.m.load_unchecked(self.arrays.settings, self.m.i32(BORDER + number))
        return self.storage.of_word(self.m, word)

    def select(self, coordinates, gradients):
        """Returns the point within an image that coordinates select, and its derivatives.

        It sets the reference and the slice from the coordinates too.
        """
        m, key = self.m, self.key
        # A query of the level of detail of an array of cube maps comes without a reference.
        if key.compare and key.target.reference < len(coordinates):
            self.reference = coordinates[key.target.reference]
            if self.storage.fixed:
                # NV_depth_buffer_float, 3.8.14: "If the texture's internal format indicates a
                # fixed-point depth texture, then D_t and R are clamped to [0, 1]".
                self.reference = m.saturate(self.reference)
        found = key.target.select(m, key.target, coordinates, gradients, self.layers)
        self.slice = found.slice
        return found.point, found.gradients

    def finished(self, color):
        """Returns R, G, B and A of a filtered colour."""
        key, color = self.key, self.storage.finish(self.m, color)
        if key.depth_mode is not None:
            # ARB_texture_rg: "can be treated as RED, LUMINANCE, INTENSITY or ALPHA textures".
            color = self._picked(BASE_FORMATS[key.depth_mode].sampled, color * 4)
        if key.expanded and key.compare is None:
            # NV_texture_expand_normal, 3.8.8: "tau = 2 * tau - 1".
            pairs = zip("RGBA", color, strict=True)
            color = [c * 2.0 - 1.0 if letter in key.expanded else c for letter, c in pairs]
        # EXT_texture_swizzle, issue 4: "applied after the DEPTH_TEXTURE_MODE".
        return self._picked(key.swizzle, color)

    def _picked(self, letters, color):
        """Returns for each letter that component of a colour, 0 or 1."""
        zero, one = (self.m.lane(number, color[0].type) for number in (0, 1))
        values = dict(zip("RGBA01", (*color, zero, one), strict=True))
        return [values[letter] for letter in letters]

    @property
    def components(self) -> int:
        """Number of filtered components."""
        return 1 if self.key.compare else len(self.storage.filtered)

    def at(self, point, detail):
        """Returns the minified or magnified colour, by the level of detail."""
        m, key = self.m, self.key
        if key.min_filter == key.mag_filter:
            # A level of detail below 0 selects the base level anyway.
            return self.minified(point, detail)
        magnified = detail <= key.magnification_limit
        color = [m.variable(F32) for _ in range(self.components)]
        # Mostly all lanes of a batch are magnified, or none.
        with m.branch(m.any(magnified)):
            for variable, value in zip(color, self.filtered(key.mag_filter, point), strict=True):
                variable.set(value)
        with m.branch(m.any(~magnified)):
            for variable, value in zip(color, self.minified(point, detail), strict=True):
                variable.set(m.select(magnified, variable.get(), value))
        return [variable.get() for variable in color]

    def minified(self, point, detail):
        """Minifies by a level of detail: OpenGL 2.1, equations 3.27 to 3.29."""
        m, filter_ = self.m, self.key.min_filter
        if self.key.mip_filter == "NONE":
            return self.filtered(filter_, point)
        if self.key.mip_filter == "NEAREST":
            return self.filtered(filter_, point, self.nearest_level(detail))
        within = m.clamp(detail, 0.0, m.to_f32(self.last))
        whole = m.floor(within)
        level = m.to_i32_within(whole, 0, 31)
        near = self.filtered(filter_, point, level)
        fraction = within - whole
        between = fraction > 0.0
        color = [m.variable(F32, value) for value in near]
        # If no lane is between levels, as under magnification, one level suffices.
        with m.branch(m.any(between)):
            far = self.filtered(filter_, point, m.min(level + 1, self.last))
            for variable, a, b in zip(color, near, mixed(near, far, fraction), strict=True):
                variable.set(m.select(between, b, a))
        return [variable.get() for variable in color]

    def nearest_level(self, detail):
        """Returns the level nearest to a level of detail, I32."""
        m = self.m
        return m.min(m.to_i32_within(m.ceil(detail + 0.5) - 1.0, 0, 31), self.last)

    def existing(self, level):
        """Returns the existing level nearest to an I32 lane."""
        return self.m.clamp(level, 0, self.last)

    def sizes_at(self, level):
        """Returns the size of each axis at an existing level."""
        return [self.m.max(size >> level, 1) for size in self.size]

    def fetched(self, position):
        """Returns the texel at i, j, k and level, or sample, I32 lanes."""
        m, target, border = self.m, self.key.target, self.key.border
        level = m.i32(0) if target.multisampled else self.existing(position[3])
        number = None
        if self.layers is not None:
            number = m.clamp(position[target.layers], 0, self.layers - 1)
        if target.multisampled:
            # The samples of a layer are images, one after the other.
            samples = m.load_unchecked(self.arrays.levels, m.i32(SAMPLES))
            sample = m.clamp(position[3], 0, samples - 1)
            number = sample if number is None else number * samples + sample
        axes = zip(target.filtered, self.offset, self.sizes_at(level), strict=False)
        for axis, offset, size in reversed(list(axes)):
            # Clamped before the sum, which could wrap.
            place = m.clamp(position[axis], -(2**24), 2**24) + offset
            index = m.clamp(place, -border, size + border - 1) + border
            number = index if number is None else number * (size + 2 * border) + index
        start = m.load_unchecked(self.arrays.levels, level + OFFSETS)
        return self.finished(self.texel(start, number, None))

    def filtered(self, filter_, point, level=None):
        """Samples one level, the base level or that of an I32 lane, NEAREST or LINEAR."""
        m, key = self.m, self.key
        if level is None:
            sizes, start = self.size, m.load_unchecked(self.arrays.levels, m.i32(OFFSETS))
        else:
            sizes = self.sizes_at(level)
            start = m.load_unchecked_coherent(self.arrays.levels, level + OFFSETS)
        if key.seamless and filter_ == "LINEAR":
            return self.around(point, sizes[0], start).mixed()
        axes = [
            Axis(m, key, WRAPS[wrap], filter_, coordinate, offset, size)
            for wrap, coordinate, offset, size in zip(
                key.wraps, point, self.offset, sizes, strict=False
            )
        ]
        return self._mixed(start, axes, level is None)

    def gathering(self, point):
        """A context manager around the fetch of the four texels of a gather, for observers."""
        return nullcontext()

    def around(self, point, size, start):
        """Returns the four texels around a point of a face of a seamless cube map, in a level."""
        return across_seams(self, point, size, start)

    def _mixed(self, start, axes, same_level):
        """Returns the texels around a point, interpolated along x, then y, then z.

        same_level : True if all lanes sample one level.
        """
        rows = [(self.slice, None)]  # (row number, outside mask)
        for axis in axes[:0:-1]:
            rows = [
                (index if row is None else row * axis.stored + index, either(outside, beyond))
                for row, outside in rows
                for index, beyond in axis.texels
            ]
        x, y = axes[0], axes[1] if len(axes) > 1 and same_level else None
        width = x.stored * self.storage.words
        starts = [start if row is None else start + row * width for row, _ in rows]
        colors = [
            self._color(words, either(outside, beyond))
            for texels, (_, outside) in zip(self._in_rows(starts, x, y), rows, strict=True)
            for words, (_, beyond) in zip(texels, x.texels, strict=True)
        ]
        for axis in axes:
            if axis.fraction is not None:
                pairs = zip(colors[::2], colors[1::2], strict=True)
                colors = [mixed(a, b, axis.fraction) for a, b in pairs]
        return colors[0]

    def _in_rows(self, starts, x, y):
        """Returns for each row start the words of the one or two texels along x.

        y : the axis whose two texels are in rows one after the other; None if the length of a row
            differs between lanes.
        """
        count, first = self.storage.words, x.texels[0][0] * self.storage.words
        if x.apart is None:
            return [self._words(start + first, count) for start in starts]
        # The upper of two rows is loaded by the addresses of the lower.
        lower, offsets = (starts, (0,)) if y is None else (starts[::2], (0, x.stored * count))
        read = [row for start in lower for row in self._words(start + first, 2 * count, offsets)]
        rows = [[words[:count], words[count:]] for words in read]
        for row in rows:
            row[1] = self._second(*row, x)
        if y is not None:
            for lower, upper in zip(rows[::2], rows[1::2], strict=True):
                upper[:] = [self._second(*words, y) for words in zip(lower, upper, strict=True)]
        return self._wrapped(starts, rows, x, y)

    def _second(self, near, far, axis):
        """Returns the words of an axis' second texel.

        near : of its first texel. far : of the next one in memory.
        """
        if axis.wrap.beyond == "REPEAT":
            return far  # `_wrapped` completes them
        if axis.wrap.beyond == "EDGE" and self.storage.fixed and not self.storage.signed:
            # At the end of the axis the second texel is arbitrary, and its weight 0.
            return far
        return [self.m.select(axis.apart, a, b) for a, b in zip(near, far, strict=True)]

    def _wrapped(self, starts, rows, x, y):
        """Completes `_in_rows` for second texels that may be the first of their axis.

        y : None if each row was read from its own start.
        """
        m, count = self.m, self.storage.words
        x_apart, y_apart = (
            axis.apart if axis and axis.wrap.beyond == "REPEAT" else None for axis in (x, y)
        )
        apart = either(x_apart, y_apart)
        if apart is None:
            return rows
        second = {
            (number, part): [m.variable(word.type, word) for word in words]
            for number, row in enumerate(rows)
            for part, words in enumerate(row)
            if (x_apart is not None and part) or (y_apart is not None and number % 2)
        }
        with m.branch(m.any(apart)):
            for (number, part), variables in second.items():
                index = starts[number] + x.texels[part][0] * count
                for word, variable in enumerate(variables):
                    variable.set(m.load_unchecked_rarely(self.arrays.texels, index + word))
        for (number, part), variables in second.items():
            rows[number][part] = [variable.get() for variable in variables]
        return rows

    def _words(self, first, count, offsets=(0,)):
        """Returns for each offset `count` words of texels from index `first` + offset on."""
        read, texels = self.m.load_unchecked_group, self.arrays.texels
        groups = range(0, count, 4)
        parts = [read(texels, first + part, min(count - part, 4), offsets) for part in groups]
        return [list(chain.from_iterable(words)) for words in zip(*parts, strict=True)]

    def texel(self, start, number, outside):
        """Returns texel `number` of a level; outside : mask of the border colour, or None."""
        count = self.storage.words
        (words,) = self._words(start + number * count, count)
        return self._color(words, outside)

    def _color(self, words, outside):
        """Returns a texel's components in units, or with a comparison 1 if it passes, else 0."""
        m = self.m
        texel = self.storage.load(m, words.__getitem__)
        if outside is not None:
            pairs = zip(self.border_color, texel, strict=True)
            texel = [m.select(outside, border, value) for border, value in pairs]
        if self.key.compare is None:
            return texel
        # OpenGL 2.1, 3.8.14: with a linear filter "r should be [...] proportional to the number of
        # comparison passes or failures": the results of comparisons are interpolated.
        passed = COMPARISONS[self.key.compare](m, self.reference, texel[0])
        return [m.select(passed, m.f32(1.0), m.f32(0.0))]


def either(mask, other):
    """Returns the union of two masks; None stands for an empty one."""
    return mask if other is None else other if mask is None else mask | other
